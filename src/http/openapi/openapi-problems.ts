import { FAILURE_CODES, type FailureCode } from "../../domain/failure-codes.ts";
import { type Endpoint, storesAnswers } from "../endpoint.ts";

/**
 * Failures that any request can end with: `work_interrupted` where its workspace is just moving, or its database is not there,
 * `rate_limited` on one machine, where too many wait before it, and `disk_full` there.
 */
const ALWAYS: readonly FailureCode[] = [
  "internal_error",
  "misconfigured",
  "work_interrupted",
  "rate_limited",
  "disk_full",
];
/** Failures of what an object of the pool does. */
export const ELSEWHERE_PROBLEMS = [
  "work_interrupted",
  "overloaded",
  "too_complex",
] as const satisfies readonly FailureCode[];

/** Failures of whatever asks for credentials. */
export const GUARDED_PROBLEMS: readonly FailureCode[] = [
  "unauthorized",
  "invalid_credentials",
  "session_expired",
  "cross_site_request",
  "rate_limited",
];

const WITH_BODY: readonly FailureCode[] = [
  "body_not_json",
  "body_not_form",
  "body_too_deep",
  "body_too_many_keys",
  "body_too_large",
  "unsupported_media_type",
  "invalid_request",
];

const REPEATABLE: readonly FailureCode[] = ["idempotency_mismatch", "idempotency_in_progress"];

/** What is not there when a path leads to nothing. */
const NOT_FOUND: readonly (readonly [path: RegExp, code: FailureCode])[] = [
  [/^\/api\/documents\/:id/, "document_not_found"],
  [/^\/api\/routes\/:id/, "route_not_found"],
  [/\/deliveries\/:/, "delivery_not_found"],
  [/\/rules\/:/, "rule_not_found"],
  [/\/versions\/:/, "version_not_found"],
  [/^\/api\/runs\/:/, "run_not_found"],
  [/^\/api\/folders\/:/, "folder_not_found"],
  [/^\/api\/(sessions|keys|identities|issuers|passkeys|applications|people|invitations)\/:/, "not_found"],
  [/^\/(merge|route)\//, "document_not_selected"],
];

/** Failures of whatever reads a file: one that is sent, that a URL leads to, or that was kept. */
export const FILE_PROBLEMS = [
  "file_missing",
  "file_ambiguous",
  "file_type_unsupported",
  "file_type_mismatch",
  "file_encrypted",
  "file_wrong_password",
  "file_too_large",
  "file_not_readable",
  "invalid_base64",
  "archive_invalid",
  "archive_too_large",
  "xml_invalid",
  "url_invalid",
  "url_private",
  "url_unreachable",
] as const satisfies readonly FailureCode[];

/** Failures of whatever reads a PDF. */
export const PDF_PROBLEMS = [
  "not_a_pdf",
  "pdf_damaged",
  "pdf_too_complex",
  "pdf_password_needed",
  "pdf_wrong_password",
  "pdf_encryption_unsupported",
] as const satisfies readonly FailureCode[];

/** Failures of whatever prints or converts. */
export const BROWSER_PROBLEMS = [
  "browser_unavailable",
  "render_timeout",
  "too_many_pages",
  "nothing_to_print",
  "too_complex",
  "work_interrupted",
  "overloaded",
] as const satisfies readonly FailureCode[];

/** Failures of whatever signs a PDF with a stored identity. */
export const SIGNING_PROBLEMS = [
  "identity_invalid",
  "identity_missing",
  "identity_expired",
  "certificate_invalid",
  "pdf_signed",
  "pdf_certified",
  "pdf_page_out_of_range",
  "signature_field_taken",
  "signature_field_unknown",
  "signature_failed",
  "signature_too_large",
] as const satisfies readonly FailureCode[];

/** Failures of whatever merges a template. */
export const MERGE_PROBLEMS = [
  "template_invalid",
  "merge_failed",
  "regex_invalid",
  "regex_too_costly",
  "time_zone_unknown",
  "language_step_limit",
  "language_output_limit",
  "language_time_limit",
  "language_depth_limit",
  "sheet_too_large",
  ...FILE_PROBLEMS,
  ...PDF_PROBLEMS,
  "pdf_same_passwords",
  "pdf_not_conforming",
  "e_invoice_invalid",
  ...SIGNING_PROBLEMS,
  ...BROWSER_PROBLEMS,
] as const satisfies readonly FailureCode[];

/** Failures with which an endpoint can answer, by status, each in the order of the table of codes. */
export function problemsOf(endpoint: Endpoint): Map<number, FailureCode[]> {
  const { method, path, auth, needs, body, query, params } = endpoint;
  const codes = new Set<FailureCode>([
    ...ALWAYS,
    ...(auth === "key" ? GUARDED_PROBLEMS : []),
    ...(needs && needs !== "signed_in" ? (["not_allowed"] as const) : []),
    ...(needs === "document:write" ? (["folder_not_found"] as const) : []),
    ...(endpoint.fresh ? (["fresh_sign_in_required"] as const) : []),
    ...(endpoint.elsewhere ? ELSEWHERE_PROBLEMS : []),
    ...NOT_FOUND.filter(([part]) => part.test(path)).map(([, code]) => code),
    ...(body || method === "post" ? WITH_BODY : []),
    ...(query || params ? (["invalid_request"] as const) : []),
    ...(storesAnswers(endpoint) ? REPEATABLE : []),
    ...(endpoint.keepsFor || endpoint.later ? (["storage_full"] as const) : []),
    ...(endpoint.problems ?? []),
  ]);
  const known = (Object.keys(FAILURE_CODES) as FailureCode[]).filter((code) => codes.has(code));

  return Map.groupBy(known, (code) => FAILURE_CODES[code][0]);
}

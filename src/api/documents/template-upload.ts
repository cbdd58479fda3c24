import { htmlInUtf8, isHtmlInOtherCharset } from "../../convert/html-text.ts";
import { identify } from "../../convert/identify.ts";
import { type DocumentOutput, type DocumentType, OUTPUTS_BY_TYPE } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import type { FailureCode } from "../../domain/failure-codes.ts";
import { inMember } from "../../domain/member-failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { ELSEWHERE_PROBLEMS, FILE_PROBLEMS, PDF_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import type { MergeServices } from "../../merge/context.ts";
import { type InspectedFile, inspectTemplate } from "../../merge/document/template-weight.ts";
import { guardedFetch } from "../../outbound/guarded-fetch.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import type { InspectedTemplate } from "../../store/documents.ts";
import { mergeServicesOf } from "./merge-services-of.ts";

/** Failures of whatever takes a template. */
export const TEMPLATE_PROBLEMS = [
  ...FILE_PROBLEMS,
  ...PDF_PROBLEMS,
  ...ELSEWHERE_PROBLEMS,
  "template_invalid",
  "output_not_allowed",
  "type_cannot_change",
  "precondition_failed",
  "sheet_too_large",
] as const satisfies readonly FailureCode[];

/** Who saves a template, as its version keeps it. */
export const authorOf = ({ keyId, person }: Caller): string => keyId || (person ? `${PERSON}${person.id}` : "console");

/** Before the id of a person who has saved a version, which answers call `console`. */
export const PERSON = "person:";

/** The members of a request that can carry a template. */
export interface TemplateMembers {
  html?: string;
  file_contents?: Uint8Array;
  /** The same, under the name that forms give a file. */
  file?: Uint8Array;
  file_url?: string;
}

/** A template must be smaller than this, in bytes. */
const SIZE_LIMITS = { html: 20_000_000, file: 25 * 1024 * 1024 };
const MAX_FIELDS = 5_000;
/** Errors of a template that an answer lists. */
const MAX_ERRORS = 100;

/**
 * The bytes of the template that a request carries, checked to be of the document's type; undefined when it carries none.
 * @throws Failure `file_ambiguous`, `file_too_large`, `file_encrypted`, `file_type_mismatch`, and what the guarded fetch throws
 */
export async function readTemplate(
  members: TemplateMembers,
  type: DocumentType,
  context: RequestContext,
  caller: Caller,
): Promise<Uint8Array | undefined> {
  const given = (["html", "file_contents", "file", "file_url"] as const).filter((name) => isGiven(members[name]));
  if (given.length > 1) {
    throw new Failure("file_ambiguous", `Send the template once: ${given.join(" and ")} were both given.`);
  }
  if (given[0] === undefined) return undefined;

  const bytes = await readMember(members, context, caller);
  const limit = type === "html" ? SIZE_LIMITS.html : SIZE_LIMITS.file;
  if (bytes.byteLength >= limit) {
    throw new Failure("file_too_large", `The template must be smaller than ${Math.floor(limit / 1e6)} MB.`);
  }
  checkType(bytes, type, given[0]);

  return type === "html" ? htmlInUtf8(bytes) : bytes;
}

/**
 * A template that can be saved.
 * @throws Failure `template_invalid` with everything that is wrong with it
 */
export function checkTemplate(
  context: RequestContext,
  { workspaceId }: Caller,
  template: InspectedFile,
): Promise<InspectedTemplate> {
  return checkedTemplate(mergeServicesOf(context), workspaceId, template);
}

/** {@link checkTemplate} for work that may be done without a request. @throws Failure `template_invalid` */
export async function checkedTemplate(
  services: MergeServices,
  workspaceId: string,
  template: InspectedFile,
): Promise<InspectedTemplate> {
  const { fields, errors, warnings } = await inspectTemplate(services, workspaceId, template);
  if (errors.length > 0) {
    const count = errors.length === 1 ? "an error" : `${errors.length} errors`;
    throw new Failure("template_invalid", `The template has ${count}: ${errors[0]?.message ?? ""}`, {
      errors: errors.slice(0, MAX_ERRORS),
      warnings: warnings.slice(0, MAX_ERRORS),
    });
  }
  if (fields.length > MAX_FIELDS) {
    throw new Failure("template_invalid", `The template has ${fields.length} merge fields; ${MAX_FIELDS} are allowed.`);
  }

  return { bytes: template.bytes, fields, warnings };
}

/** @throws Failure `output_not_allowed`, naming the outputs that the type has */
export function checkOutput(output: string, type: DocumentType): DocumentOutput {
  const allowed = OUTPUTS_BY_TYPE[type].find((candidate) => candidate === output);
  if (allowed) return allowed;

  throw new Failure(
    "output_not_allowed",
    `A document of type ${type} cannot have the output "${output}", only ${OUTPUTS_BY_TYPE[type].join(", ")}.`,
    { errors: [{ pointer: "/output", message: `Use one of ${OUTPUTS_BY_TYPE[type].join(", ")}.` }] },
  );
}

/** The sentence for a request that should carry a template and does not. */
export function templateMissing(type: DocumentType): Failure {
  const members = type === "html" ? "html" : "file_contents (base64) or file_url";
  return new Failure("file_missing", `A document of type ${type} needs a template: send ${members}.`);
}

/** Empty members count as not sent: clients fill in whole forms. */
function isGiven(member: string | Uint8Array | undefined): boolean {
  return member !== undefined && member.length > 0;
}

async function readMember(members: TemplateMembers, context: RequestContext, caller: Caller): Promise<Uint8Array> {
  const { html, file_contents, file } = members;
  if (html !== undefined && isGiven(html)) return new TextEncoder().encode(html);
  const sent = [file_contents, file].find(isGiven);
  if (sent) return sent;

  const workspace = await context.store.workspaces.byId(caller.workspaceId);
  const policy = outboundPolicy(context.env, workspace?.internalHosts);
  try {
    return (await guardedFetch(members.file_url ?? "", policy)).bytes;
  } catch (error) {
    throw inMember(error, { pointer: "/file_url", name: "file_url" });
  }
}

function checkType(bytes: Uint8Array, type: DocumentType, member: keyof TemplateMembers): void {
  const found = identify(bytes);
  if (found.format === type || (type === "html" && member === "html")) return;
  if (type === "html" && found.format === undefined && !found.encrypted && isHtmlInOtherCharset(bytes)) return;

  const errors = (message: string) => ({ errors: [{ pointer: `/${member}`, message }] });
  if (found.encrypted && type !== "html" && type !== "pdf") {
    const message = "The file is a password-protected Office file: save it without the password and send it again.";
    throw new Failure("file_encrypted", message, errors(message));
  }
  const expected = type === "html" ? "html text" : `a ${type} file`;
  const message = `The file is ${found.description}; this document needs ${expected}.`;
  throw new Failure("file_type_mismatch", message, errors(`Send ${expected}.`));
}

/**
 * Every stable failure code, with its HTTP status and title (RFC 9457 `status`, `title`).
 * A code is a promise to clients: it is never renamed. Each one has a page in docs/errors.
 */
export const FAILURE_CODES = {
  // requests
  body_not_json: [400, "The body is not valid JSON"],
  body_not_form: [400, "The body is not a valid form"],
  body_too_deep: [400, "The body is nested too deeply"],
  body_too_large: [413, "The body is too large"],
  body_too_many_keys: [400, "The body has too many members"],
  unsupported_media_type: [415, "The media type of the body is not supported"],
  invalid_request: [422, "The request is not valid"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  unauthorized: [401, "Credentials are required"],
  invalid_credentials: [401, "The credentials are wrong"],
  session_expired: [401, "The session has ended"],
  sign_in_link_invalid: [401, "The sign-in link is no longer valid"],
  cross_site_request: [403, "The request comes from another site"],
  forbidden: [403, "Not allowed"],
  wrong_password: [403, "The password is wrong"],
  rate_limited: [429, "Too many requests"],
  idempotency_mismatch: [422, "The idempotency key was used for another request"],
  idempotency_in_progress: [409, "The first request with this idempotency key is still running"],
  precondition_failed: [412, "The document was changed in the meantime"],
  internal_error: [500, "Something went wrong on our side"],
  misconfigured: [503, "The service is not configured for this"],

  // documents, merges
  document_not_found: [404, "The document does not exist"],
  document_not_selected: [404, "Sorry, but a document was not selected!"],
  route_not_found: [404, "The data route does not exist"],
  rule_not_found: [404, "The rule does not exist"],
  no_rule_matched: [422, "No rule of the data route fired"],
  folder_not_found: [404, "The folder does not exist"],
  delivery_not_found: [404, "The delivery does not exist"],
  version_not_found: [404, "The template version does not exist"],
  sample_not_found: [404, "The sample does not exist"],
  name_taken: [409, "The name is taken"],
  folder_exists: [409, "The folder exists already"],
  folder_not_empty: [409, "The folder is not empty"],
  tests_failed: [409, "Tests of the document failed"],
  fields_dropped: [409, "Fields that were used are gone"],
  run_not_found: [404, "The run does not exist"],
  output_not_allowed: [422, "The output does not fit the document type"],
  type_cannot_change: [422, "The type of a document cannot be changed"],
  file_missing: [422, "A file is missing"],
  file_ambiguous: [422, "The file was given twice"],
  file_type_unsupported: [422, "The file is of a type that cannot be converted"],
  file_encrypted: [422, "The file is under a password"],
  file_type_mismatch: [422, "The file is not of its type"],
  file_too_large: [413, "The file is too large"],
  file_not_readable: [422, "The file cannot be read"],
  invalid_base64: [422, "The base64 text is not valid"],
  template_invalid: [422, "The template has errors"],
  merge_failed: [422, "The merge failed"],
  run_not_finished: [409, "The run is not finished"],
  run_finished: [409, "The run is finished"],
  run_cancelled: [409, "The run was cancelled"],
  document_in_use: [409, "The document is used by data routes"],
  delivery_busy: [409, "The delivery is being sent"],
  data_expired: [410, "The merge data are no longer kept"],
  link_expired: [404, "The link has expired"],

  // Office packages
  archive_invalid: [422, "The file is not a sound archive"],
  archive_too_large: [413, "The archive is too large"],
  xml_invalid: [422, "The file holds XML that is not allowed or damaged"],
  sheet_too_large: [422, "A sheet gets too large"],

  // merge language
  regex_invalid: [422, "The regular expression is not valid"],
  regex_too_costly: [422, "The regular expression costs too much"],
  time_zone_unknown: [422, "The time zone does not exist"],
  language_step_limit: [422, "The template takes too many steps"],
  language_output_limit: [422, "The template makes too much text"],
  language_time_limit: [422, "The template takes too long"],
  language_depth_limit: [422, "The template is nested too deeply"],

  // outbound
  url_invalid: [422, "The URL is not valid"],
  url_private: [422, "The URL points to an address that is not public"],
  url_unreachable: [422, "The URL cannot be reached"],

  // PDF
  not_a_pdf: [422, "The file is not a PDF"],
  pdf_damaged: [422, "The PDF is damaged beyond repair"],
  pdf_too_complex: [422, "The PDF is too complex"],
  pdf_password_needed: [422, "The PDF needs a password"],
  pdf_wrong_password: [422, "The password does not open the PDF"],
  pdf_encryption_unsupported: [422, "The encryption of the PDF is not supported"],
  pdf_same_passwords: [422, "The owner and the user password are the same"],
  pdf_no_password: [422, "No password was given"],
  pdf_permission_unknown: [422, "The permission is not known"],
  pdf_range_invalid: [422, "The page range is not valid"],
  pdf_page_out_of_range: [422, "The PDF does not have this page"],
  pdf_remove_all: [422, "No page would be left"],
  pdf_no_files: [422, "There are no files to combine"],
  pdf_not_conforming: [422, "The PDF cannot be made to conform"],
  pdf_signed: [422, "The PDF is signed"],

  // browser
  browser_unavailable: [503, "The browser is not available"],
  render_timeout: [422, "The document took too long to print"],
  too_many_pages: [422, "The document has too many pages"],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type FailureCode = keyof typeof FAILURE_CODES;

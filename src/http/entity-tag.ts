import { Failure } from "../domain/failure.ts";

/** A strong entity tag (RFC 9110, 8.8.3) of whatever text identifies a version. */
export function entityTag(version: string | number): string {
  return `"${String(version).replace(/[^\x21\x23-\x7e]/g, "")}"`;
}

/**
 * Refuses a change when the client's `If-Match` does not name the current version (RFC 9110, 13.1.1).
 * @throws Failure `precondition_failed`
 */
export function requireMatch(request: Request, current: string): void {
  const wanted = request.headers.get("if-match");
  if (wanted === null || names(wanted, current)) return;

  throw new Failure("precondition_failed", `The document was changed in the meantime: its ETag is now ${current}.`);
}

/** Whether the client has the current version already, so that the answer is 304 (RFC 9110, 13.1.2). */
export function isUnchanged(request: Request, current: string): boolean {
  const known = request.headers.get("if-none-match");

  return known !== null && names(known.replaceAll("W/", ""), current);
}

function names(list: string, tag: string): boolean {
  return list.trim() === "*" || list.split(",").some((candidate) => candidate.trim() === tag);
}

/** A strong entity tag (RFC 9110, 8.8.3) of whatever text identifies a version. */
export function entityTag(version: string | number): string {
  return `"${String(version).replace(/[^\x21\x23-\x7e]/g, "")}"`;
}

/** Whether the client's `If-Match`, if it has one, names the current version (RFC 9110, 13.1.1). */
export function isMatch(request: Request, current: string): boolean {
  const wanted = request.headers.get("if-match");

  return wanted === null || names(wanted, current);
}

/** The revision that a change is to be made to, and to no other one; undefined if the client names none. */
export const wantedRevision = (request: Request, current: { revision: number }): number | undefined =>
  request.headers.has("if-match") ? current.revision : undefined;

/** Whether the client has the current version already, so that the answer is 304 (RFC 9110, 13.1.2). */
export function isUnchanged(request: Request, current: string): boolean {
  const known = request.headers.get("if-none-match");

  return known !== null && names(known.replaceAll("W/", ""), current);
}

function names(list: string, tag: string): boolean {
  return list.trim() === "*" || list.split(",").some((candidate) => candidate.trim() === tag);
}

/** A path of member names and places in lists as JSON pointer (RFC 6901): `/lines/0/name`; empty for the whole. */
export function jsonPointer(steps: readonly PropertyKey[]): string {
  return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

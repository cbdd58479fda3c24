const MAX_WARNINGS = 20;
const MAX_WARNING_LENGTH = 300;

/** Warnings as a header's list of texts (RFC 9651, 3.1), the first twenty, each shortened when long. */
export function warningList(warnings: readonly string[]): string {
  return warnings.slice(0, MAX_WARNINGS).map(structuredText).join(", ");
}

/** `X-Warnings`: how many there are, then the first ones; no header if there is nothing to say. */
export function warningHeaders(warnings: readonly string[]): Record<string, string> {
  if (warnings.length === 0) return {};
  return { "x-warnings": `${warnings.length}, ${warningList(warnings.slice(0, SHOWN))}` };
}

const SHOWN = 5;

/** A text as a string (RFC 9651, 3.3.3), with letters beyond ASCII as a display string (3.3.8). */
function structuredText(text: string): string {
  const short = text.slice(0, MAX_WARNING_LENGTH).toWellFormed();
  if (/^[\x20-\x7e]*$/.test(short)) return `"${short.replace(/["\\]/g, "\\$&")}"`;
  const encoded = encodeURIComponent(short).replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());

  return `%"${encoded.replaceAll("%20", " ")}"`;
}

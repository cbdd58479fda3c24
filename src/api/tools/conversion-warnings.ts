const MOST_WARNINGS = 20;
const LONGEST_WARNING = 300;

/** Adds what was left out or guessed by a conversion as the header `Conversion-Warnings`, a list (RFC 9651, 3.1). */
export function withWarnings(response: Response, warnings: readonly string[]): Response {
  if (warnings.length === 0) return response;
  const items = warnings.slice(0, MOST_WARNINGS).map(structuredText);
  response.headers.set("conversion-warnings", items.join(", "));

  return response;
}

/** A text as a string (RFC 9651, 3.3.3), with other letters than ASCII's as a display string (3.3.8). */
function structuredText(text: string): string {
  const short = text.slice(0, LONGEST_WARNING).toWellFormed();
  if (/^[\x20-\x7e]*$/.test(short)) return `"${short.replace(/["\\]/g, "\\$&")}"`;
  const encoded = encodeURIComponent(short).replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());

  return `%"${encoded.replaceAll("%20", " ")}"`;
}

/** Whether a person asks, with a browser, and not a program. */
export const acceptsHtml = (request: Request): boolean => /\btext\/html\b/i.test(request.headers.get("accept") ?? "");

/** Whether the client wants to be answered at once and the work done later: `Prefer: respond-async` (RFC 7240, 4.1). */
export function prefersAsync(request: Request): boolean {
  const preferences = (request.headers.get("prefer") ?? "").split(",");
  return preferences.some((preference) => preference.split(";", 1)[0]?.trim().toLowerCase() === "respond-async");
}

import { warningList } from "../../http/warning-header.ts";

/** Adds what was left out or guessed by a conversion as the header `Conversion-Warnings`, a list (RFC 9651, 3.1). */
export function withWarnings(response: Response, warnings: readonly string[]): Response {
  if (warnings.length === 0) return response;
  response.headers.set("conversion-warnings", warningList(warnings));

  return response;
}

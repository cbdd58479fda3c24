import type { PdfDocument } from "../document.ts";
import { isName, PdfStream } from "../objects.ts";
import { findObjects } from "../repair.ts";

/**
 * Whether objects follow a signed revision that the file's cross-reference does not list (the incremental saving attack
 * without one): a reader that searches the file for objects shows them, one that follows the cross-reference does not.
 * @param end where the signed revision ends
 */
export function hasUnlistedObjects(bytes: Uint8Array, end: number, now: PdfDocument): boolean {
  const { table } = findObjects(bytes.subarray(end));
  const shift = end - (bytes.length - now.objects.fileBytes);
  for (const number of table.numbers()) {
    const found = table.locate(number);
    if (found?.kind !== "offset") continue;
    const at = found.offset + shift;
    const listed = now.objects.locate(number);
    if (listed?.kind === "offset" && listed.offset === at) continue;
    // a later update may have moved it into an object stream, or deleted it
    if (listed?.kind === "compressed" && (now.objects.offsetOf(listed.stream) ?? 0) > at) continue;
    if (!listed && now.objects.isFree(number)) continue;
    // a stream that is itself the cross-reference need not be listed
    const object = now.objects.at(at);
    if (object instanceof PdfStream && isName(object.dict.get("Type"), "XRef")) continue;
    return true;
  }
  return false;
}

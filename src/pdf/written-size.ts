import type { PdfDocument } from "./document.ts";
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from "./objects.ts";

/** `12 0 obj <<>> stream endstream endobj`, and its row of the cross-reference. */
const OBJECT_BYTES = 40;
/** A number, a keyword, brackets, the slash of a name; a reference has twice as many. */
const TOKEN_BYTES = 3;

/**
 * About how many bytes there are to write of a document, before object streams are packed. The bytes of streams are not read; objects
 * are, as they are when they are written.
 */
export function sizeToWrite(document: PdfDocument): number {
  const seen = new Set<number>();
  const stack: PdfObject[] = [document.trailer.get("Info") ?? null, document.trailer.get("Root") ?? null];
  let bytes = 0;
  for (let object = stack.pop(); object !== undefined; object = stack.pop()) {
    bytes += TOKEN_BYTES;
    if (object instanceof PdfRef) {
      bytes += TOKEN_BYTES;
      if (seen.has(object.number) || !document.objects.exists(object.number)) continue;
      seen.add(object.number);
      bytes += OBJECT_BYTES;
      stack.push(document.objects.peek(object.number));
    } else if (Array.isArray(object)) for (const item of object) stack.push(item);
    else if (object instanceof PdfString) bytes += object.bytes.length;
    else if (object instanceof PdfName) bytes += object.value.length;
    else {
      if (object instanceof PdfStream) bytes += object.length;
      const entries = object instanceof PdfStream ? object.dict : object;
      if (!(entries instanceof PdfDict)) continue;
      for (const [key, value] of entries) {
        bytes += key.length;
        stack.push(value);
      }
    }
  }
  return bytes;
}

import type { PdfDocument } from "../document.ts";
import type { PdfStream } from "../objects.ts";
import type { FontProgram } from "./font-programs.ts";

export function subsetCffProgram(
  _document: PdfDocument,
  _program: FontProgram,
  _stream: PdfStream,
  _bytes: Uint8Array,
): Uint8Array | undefined {
  return undefined;
}

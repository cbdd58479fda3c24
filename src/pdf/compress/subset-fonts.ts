import { Failure } from "../../domain/failure.ts";
import type { Steps } from "../../domain/steps.ts";
import { readTrueType } from "../../font/opentype/sfnt.ts";
import type { ContentUsage } from "../content/content-usage.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { dict, name, PdfRef, PdfStream } from "../objects.ts";
import { convertType1Program } from "./convert-type1-program.ts";
import { type FontProgram, readFontPrograms } from "./font-programs.ts";
import { packFlate } from "./pack-flate.ts";
import { subsetCffProgram } from "./subset-cff-program.ts";
import { subsetTrueTypeProgram } from "./subset-truetype-program.ts";

/** A font is read, cut and packed: half a turn, in bytes. */
const WORK_OF_A_FONT = 128 * 1024;

/** Reduces embedded fonts to the glyphs that are shown; fonts of form fields stay whole. */
export function* subsetFonts(document: PdfDocument, usage: ContentUsage, numbers: readonly number[]): Steps<void> {
  if (!usage.complete) return;
  for (const program of readFontPrograms(document, usage, numbers).values()) {
    if (program.kept) continue;
    try {
      subsetProgram(document, program);
    } catch (error) {
      // a font that cannot be decoded stays as it is
      if (!(error instanceof Failure) && !(error instanceof RangeError)) throw error;
    }
    yield WORK_OF_A_FONT;
  }
}

function subsetProgram(document: PdfDocument, program: FontProgram): void {
  const stream = document.stream(document.objects.get(program.number));
  if (!stream) return;
  const { bytes, remaining, isDamaged } = decodeWithin(document, stream);
  if (isDamaged || remaining.length > 0) return;
  if (program.key === "FontFile") {
    replaceType1(document, program, stream, bytes);
    return;
  }
  const isTrueType = readTrueType(bytes) !== undefined;
  let subset: Uint8Array | undefined;
  if (isTrueType) subset = subsetTrueTypeProgram(document, program, bytes);
  else if (program.key === "FontFile3") subset = subsetCffProgram(document, program, stream, bytes);
  if (!subset) return;
  const packed = packFlate(subset, document.work);
  if (packed.length >= 0.98 * stream.bytes().length) return;
  stream.dict.set("Filter", name("FlateDecode"));
  stream.dict.delete("DecodeParms");
  if (program.key === "FontFile2") stream.dict.set("Length1", subset.length);
  document.objects.set(program.number, new PdfStream(stream.dict, packed));
}

/** Stores a Type 1 program as CFF, which has another key in the descriptor (ISO 32000-2, table 124). */
function replaceType1(document: PdfDocument, program: FontProgram, stream: PdfStream, bytes: Uint8Array): void {
  const converted = convertType1Program(document, program, bytes);
  if (!converted) return;
  const packed = packFlate(converted, document.work);
  if (packed.length >= 0.98 * stream.bytes().length) return;
  document.objects.set(
    program.number,
    new PdfStream(dict({ Subtype: name("Type1C"), Filter: name("FlateDecode") }), packed),
  );
  for (const { descendant } of program.users) {
    const descriptor = document.dict(descendant.get("FontDescriptor"));
    descriptor?.delete("FontFile");
    descriptor?.set("FontFile3", new PdfRef(program.number));
  }
}

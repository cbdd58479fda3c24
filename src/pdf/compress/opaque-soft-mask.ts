import { Failure } from "../../domain/failure.ts";
import { LIMITS } from "../../domain/limits.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import type { PdfDict } from "../objects.ts";

/** Removes a soft mask (ISO 32000-2, 11.6.5.2) that hides nothing: producers write one for every PNG. */
export function dropOpaqueSoftMask(document: PdfDocument, image: PdfDict): void {
  const mask = document.stream(image.get("SMask"));
  if (!mask || mask.dict.has("Decode") || mask.dict.has("Matte")) return;
  const width = document.number(mask.dict.get("Width")) ?? 0;
  const height = document.number(mask.dict.get("Height")) ?? 0;
  if (document.number(mask.dict.get("BitsPerComponent")) !== 8 || width * height > LIMITS.softMaskBytes.most) return;
  try {
    const { bytes, remaining, isDamaged } = decodeWithin(document, mask, LIMITS.softMaskBytes.most);
    if (isDamaged || remaining.length > 0 || bytes.length < width * height) return;
    if (bytes.subarray(0, width * height).every((alpha) => alpha === 255)) image.delete("SMask");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

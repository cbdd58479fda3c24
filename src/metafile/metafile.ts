/** Windows metafiles (MS-WMF, MS-EMF) and PICT files -> drawings, and SVG. */
import type { MetafileDrawing } from "./drawing.ts";
import { drawingSvg } from "./drawing-svg.ts";
import { emfDrawing } from "./emf.ts";
import { onlyImage } from "./emf-plus-image.ts";
import { enhancedMetafileIn } from "./enhanced-in-wmf.ts";
import { pictDrawing } from "./pict.ts";
import { wmfDrawing } from "./wmf.ts";

/** The kind of a metafile, by its first bytes; undefined for other files. */
export function metafileKind(bytes: Uint8Array): "emf" | "wmf" | undefined {
  const starts = (...signature: number[]) => signature.every((value, index) => bytes[index] === value);
  if (starts(0xd7, 0xcd, 0xc6, 0x9a) || starts(0x01, 0x00, 0x09, 0x00)) return "wmf";
  // " EMF", after the bounds and the frame
  const isEnhanced = bytes[40] === 0x20 && bytes[41] === 0x45 && bytes[42] === 0x4d;
  return starts(0x01, 0x00, 0x00, 0x00) && isEnhanced ? "emf" : undefined;
}

/** What a metafile draws; undefined if it cannot be read or shows nothing. */
export function metafileDrawing(bytes: Uint8Array, kind: "emf" | "wmf"): MetafileDrawing | undefined {
  try {
    if (kind === "emf") return emfDrawing(bytes);
    const enhanced = enhancedMetafileIn(bytes);
    return (enhanced && metafileDrawing(enhanced, "emf")) ?? wmfDrawing(bytes);
  } catch {
    return undefined;
  }
}

/** SVG markup of a metafile; undefined if it cannot be read or shows nothing. */
export function metafileToSvg(bytes: Uint8Array, kind: "emf" | "wmf"): string | undefined {
  const drawing = metafileDrawing(bytes, kind);
  return drawing && drawingSvg(drawing);
}

/** What a PICT file of the Macintosh draws; undefined if it cannot be read or shows nothing. */
export function quickDrawDrawing(bytes: Uint8Array): MetafileDrawing | undefined {
  try {
    return pictDrawing(bytes);
  } catch {
    return undefined;
  }
}

/** The same as SVG markup. */
export function quickDrawToSvg(bytes: Uint8Array): string | undefined {
  const drawing = quickDrawDrawing(bytes);
  return drawing && drawingSvg(drawing);
}

/** The bytes of the picture that a metafile merely wraps; undefined if it draws anything itself. */
export function imageInMetafile(bytes: Uint8Array, kind: "emf" | "wmf"): Uint8Array | undefined {
  const enhanced = kind === "emf" ? bytes : enhancedMetafileIn(bytes);
  return enhanced && onlyImage(enhanced);
}

/** Windows metafiles (MS-WMF, MS-EMF) -> SVG. */
import { emfToSvg } from "./emf.ts";
import { onlyPicture } from "./emf-plus-picture.ts";
import { enhancedMetafileIn } from "./enhanced-in-wmf.ts";
import { pictToSvg } from "./pict.ts";
import { wmfToSvg } from "./wmf.ts";

/** SVG markup of a metafile; undefined when it cannot be read or shows nothing. */
export function metafileToSvg(bytes: Uint8Array, kind: "emf" | "wmf"): string | undefined {
  try {
    if (kind === "emf") return emfToSvg(bytes);
    const enhanced = enhancedMetafileIn(bytes);
    return (enhanced && metafileToSvg(enhanced, "emf")) ?? wmfToSvg(bytes);
  } catch {
    return undefined;
  }
}

/** SVG markup of a PICT file of the Macintosh; undefined when it cannot be read or shows nothing. */
export function quickDrawToSvg(bytes: Uint8Array): string | undefined {
  try {
    return pictToSvg(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes of the picture that a metafile is nothing but a wrapping of; undefined when it draws by itself. */
export function pictureInMetafile(bytes: Uint8Array, kind: "emf" | "wmf"): Uint8Array | undefined {
  const enhanced = kind === "emf" ? bytes : enhancedMetafileIn(bytes);
  return enhanced && onlyPicture(enhanced);
}

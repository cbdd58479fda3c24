/** Windows metafiles (MS-WMF, MS-EMF) -> SVG. */
import { emfToSvg } from "./emf.ts";
import { wmfToSvg } from "./wmf.ts";

/** SVG markup of a metafile; undefined when it cannot be read or shows nothing. */
export function metafileToSvg(bytes: Uint8Array, kind: "emf" | "wmf"): string | undefined {
  try {
    return kind === "emf" ? emfToSvg(bytes) : wmfToSvg(bytes);
  } catch {
    return undefined;
  }
}

/** Windows metafiles (MS-WMF, MS-EMF) -> SVG. */

/** SVG markup of a metafile; undefined when it cannot be read. */
export function metafileToSvg(_bytes: Uint8Array, _kind: "emf" | "wmf"): string | undefined {
  return undefined;
}

/** Which place of a layout a shape fills (PlaceholderAtom, MS-PPT 2.7.8). */
import { ByteReader } from "../../office/byte-reader.ts";
import { childOfType } from "../officeart/records.ts";
import type { ArtShape } from "../officeart/shape-tree.ts";
import { PPT } from "./record-types.ts";

/** PlaceholderEnum (MS-PPT 2.13.24), as far as it matters. */
export const PLACEHOLDER = { date: 7, slideNumber: 8, footer: 9, header: 10 } as const;

const TITLES: ReadonlySet<number> = new Set([1, 3, 13, 15, 17]);

/** The kind of placeholder; undefined for shapes that are not placeholders. */
export function placeholderOf(shape: ArtShape): number | undefined {
  const atom = childOfType(shape.clientData, PPT.placeholder);
  const kind = atom ? new ByteReader(atom.body).u8(4) : 0;
  if (kind !== 0) return kind;
  // Later versions keep the date, the number and the footer of single slides apart.
  const later = childOfType(shape.clientData, PPT.headerFooterPlaceholder);
  const laterKind = later ? new ByteReader(later.body).u8(0) : 0;
  return laterKind === 0 ? undefined : laterKind;
}

export function isTitle(kind: number | undefined): boolean {
  return kind !== undefined && TITLES.has(kind);
}

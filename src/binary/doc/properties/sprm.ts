/** Property modifiers (MS-DOC 2.2.5 and 2.6): a code that says what is set, and an operand. */

import type { ByteReader } from "../../../office/byte-reader.ts";
import { SPRM } from "./sprm-codes.ts";

/**
 * One modifier; `operand` and `size` (bytes) are its place in `reader`, without the byte or word that gives the size.
 */
export interface Sprm {
  code: number;
  reader: ByteReader;
  operand: number;
  size: number;
}

/** Operand sizes by the upper three bits of a code; 6 is variable. */
const SIZES = [1, 1, 2, 4, 2, 2, 0, 3];
const VARIABLE = 6;
const DEFINE_TABLE = SPRM.sprmTDefTable;
const CHANGE_TABS = SPRM.sprmPChgTabs;
const LARGE_TABS = 255;

/** Modifiers between two offsets, in their order; one that is cut off ends the list. */
export function* readSprms(reader: ByteReader, start: number, end: number): Generator<Sprm> {
  const limit = Math.min(end, reader.length);
  let at = start;
  while (at + 3 <= limit) {
    const code = reader.u16(at);
    const { skip, size } = extentOf(code, reader, at + 2);
    const operand = at + 2 + skip;
    if (operand + size > limit) return;
    yield { code, reader, operand, size };
    at = operand + size;
  }
}

function extentOf(code: number, reader: ByteReader, at: number): { skip: number; size: number } {
  const kind = code >> 13;
  if (kind !== VARIABLE) return { skip: 0, size: SIZES[kind] ?? 1 };
  if (code === DEFINE_TABLE || code === SPRM.sprmTDefTable10) return { skip: 2, size: Math.max(0, reader.u16(at) - 1) };
  const size = reader.u8(at);
  if (code !== CHANGE_TABS || size !== LARGE_TABS) return { skip: 1, size };

  // A change of tabs that is too long for one byte gives its size by its own counts (MS-DOC 2.9.183).
  const deleted = reader.u8(at + 1);
  const added = reader.u8(at + 2 + 4 * deleted);
  return { skip: 1, size: 1 + 4 * deleted + 1 + 3 * added };
}

/** Pair kerning of fonts that are older than GPOS: the `kern` table (ISO/IEC 14496-22, 5.7.6), its subtables of format 0. */

import type { PairKerning } from "./pair-kerning.ts";
import { viewOf } from "./sfnt.ts";

const HEADER_BYTES = 4;
const SUBTABLE_HEADER_BYTES = 6;
const PAIRS_HEADER_BYTES = 8;
const PAIR_BYTES = 6;
/** Bits of a subtable's coverage; its format is the upper byte. */
const HORIZONTAL = 1;
const MINIMUM = 2;
const CROSS_STREAM = 4;
const OVERRIDE = 8;
const MAX_SUBTABLES = 16;

/** Pairs in ascending order, each of two glyphs and a value. */
interface PairList {
  startByte: number;
  count: number;
  overrides: boolean;
}

/** Undefined for a table that is missing or damaged, or has only other subtables. */
export function kernTable(kern: Uint8Array | undefined): PairKerning | undefined {
  if (!kern || kern.length < HEADER_BYTES) return undefined;
  const view = viewOf(kern);
  const lists = pairLists(view);
  if (lists.length === 0) return undefined;
  return (left, right) => {
    let sum = 0;
    for (const list of lists) {
      const value = pairValue(view, list, left * 0x10000 + right);
      if (value !== undefined) sum = list.overrides ? value : sum + value;
    }
    return sum;
  };
}

function pairLists(view: DataView): PairList[] {
  const lists: PairList[] = [];
  if (view.getUint16(0) !== 0) return lists;
  let at = HEADER_BYTES;
  for (let index = Math.min(view.getUint16(2), MAX_SUBTABLES); index > 0; index--) {
    const startByte = at + SUBTABLE_HEADER_BYTES + PAIRS_HEADER_BYTES;
    if (startByte > view.byteLength) break;
    const coverage = view.getUint16(at + 4);
    const isOfPairs = coverage >> 8 === 0 && (coverage & (HORIZONTAL | MINIMUM | CROSS_STREAM)) === HORIZONTAL;
    const room = Math.floor((view.byteLength - startByte) / PAIR_BYTES);
    // A table of more than 10,920 pairs is longer than its length can state: the last subtable has whatever is there.
    const count = Math.min(view.getUint16(at + SUBTABLE_HEADER_BYTES), room);
    if (isOfPairs) lists.push({ startByte, count, overrides: (coverage & OVERRIDE) !== 0 });
    at += Math.max(SUBTABLE_HEADER_BYTES, view.getUint16(at + 2));
  }
  return lists;
}

function pairValue(view: DataView, { startByte, count }: PairList, pair: number): number | undefined {
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const record = startByte + middle * PAIR_BYTES;
    const found = view.getUint32(record);
    if (found === pair) return view.getInt16(record + 4);
    if (found < pair) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

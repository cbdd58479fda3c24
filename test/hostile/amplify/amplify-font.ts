import type { Random } from "../../smarty/random.ts";
import { type Amplified, timesOf } from "./amplified.ts";

const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;

/**
 * A font (OpenType, 4.5) of which a table is long: it has its content, or a piece of it, many times, with a count in it that
 * says so.
 */
export function amplifyFont(bytes: Uint8Array, random: Random): Amplified | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint16(4);
  const index = random.below(count);
  const entry = HEADER_BYTES + ENTRY_BYTES * index;
  const tag = String.fromCharCode(...bytes.subarray(entry, entry + 4));
  const [offset, length] = [view.getUint32(entry + 8), view.getUint32(entry + 12)];
  // a number of 16 bits at the table's beginning: versions, counts and offsets are there
  const field = 2 * random.below(Math.max(1, Math.min(16, length >> 1)));
  const isCounted = length > field + 1 && random.chance(0.5);
  const former = isCounted ? view.getUint16(offset + field) : 0;
  const table = bytes.slice(offset, offset + length);
  // all of it, or some bytes in the middle: entries of lists are 2 to 24 bytes long
  const isWhole = random.chance(0.4);
  const from = isWhole ? 0 : 2 * random.below(Math.max(1, length >> 1));
  const piece = isWhole ? table : table.subarray(from, from + 2 * (1 + random.below(12)));
  const make = (times: number) => {
    const lengthened = length + (times - 1) * piece.length;
    const long = new Uint8Array(bytes.length + lengthened);
    long.set(bytes);
    long.set(table.subarray(0, from), bytes.length);
    for (let copy = 0; copy < times; copy++) long.set(piece, bytes.length + from + copy * piece.length);
    long.set(table.subarray(from + piece.length), bytes.length + from + times * piece.length);
    const written = new DataView(long.buffer);
    written.setUint32(entry + 8, bytes.length);
    written.setUint32(entry + 12, lengthened);
    if (isCounted) written.setUint16(bytes.length + field, Math.min(0xffff, former + times));
    return long;
  };
  const what = `table ${tag}${isWhole ? "" : ` from ${from} on`}${isCounted ? `, number at ${field}` : ""}`;
  return { what, times: timesOf(piece.length), make };
}

import type { Random } from "../../smarty/random.ts";
import { type Amplified, timesOf } from "./amplified.ts";

const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;

/** A font (OpenType, 4.5) whose tables are long: one has its content many times, with a count in it that says so. */
export function amplifyFont(bytes: Uint8Array, random: Random): Amplified | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint16(4);
  const index = random.below(count);
  const entry = HEADER_BYTES + ENTRY_BYTES * index;
  const tag = String.fromCharCode(...bytes.subarray(entry, entry + 4));
  const [offset, length] = [view.getUint32(entry + 8), view.getUint32(entry + 12)];
  // a number of 16 bits at the table's beginning: versions, counts and offsets are there
  const field = 2 * random.below(Math.max(1, Math.min(16, length >> 1)));
  const isCounted = random.chance(0.5);
  const table = bytes.slice(offset, offset + length);
  const make = (times: number) => {
    const long = new Uint8Array(bytes.length + times * length);
    long.set(bytes);
    for (let copy = 0; copy < times; copy++) long.set(table, bytes.length + copy * length);
    const written = new DataView(long.buffer);
    written.setUint32(entry + 8, bytes.length);
    written.setUint32(entry + 12, times * length);
    if (isCounted) written.setUint16(bytes.length + field, Math.min(0xffff, times * 100));
    return long;
  };
  return { what: `table ${tag}${isCounted ? `, number at ${field}` : ""}`, times: timesOf(length), make };
}

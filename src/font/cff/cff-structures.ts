/** The data structures of the Compact Font Format (Adobe Technical Note 5176, sections 3 to 5). */
import { appendAll } from "../../domain/collections/long-lists.ts";

/** Entries of an INDEX, views of the font's bytes. */
export interface CffIndex {
  readonly entries: readonly Uint8Array[];
  /** Offset after the INDEX. */
  readonly end: number;
}

/** One operator of a DICT with its operands; two-byte operators are 0x0c00 plus the second byte. */
export interface CffDictEntry {
  readonly operator: number;
  readonly operands: readonly number[];
  /** The operands as they are in the file. */
  readonly encoded: Uint8Array;
}

/** Reads an INDEX (section 5). Throws RangeError if it reaches beyond the end. */
export function readIndex(bytes: Uint8Array, start: number): CffIndex {
  const count = uint(bytes, start, 2);
  if (count === 0) return { entries: [], end: start + 2 };
  const offsetSize = bytes[start + 2] ?? 0;
  if (offsetSize < 1 || offsetSize > 4) throw new RangeError("CFF INDEX offset size");
  const base = start + 3 + (count + 1) * offsetSize - 1;
  const entries: Uint8Array[] = [];
  let from = base + uint(bytes, start + 3, offsetSize);
  for (let index = 1; index <= count; index++) {
    const to = base + uint(bytes, start + 3 + index * offsetSize, offsetSize);
    if (to < from || to > bytes.length) throw new RangeError("CFF INDEX entry");
    entries.push(bytes.subarray(from, to));
    from = to;
  }
  return { entries, end: from };
}

/** An INDEX of these entries. */
export function writeIndex(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0) return Uint8Array.of(0, 0);
  const total = entries.reduce((sum, { length }) => sum + length, 0);
  const offsetSize = total < 0xff ? 1 : total < 0xffff ? 2 : total < 0xffffff ? 3 : 4;
  const header = 3 + (entries.length + 1) * offsetSize;
  const out = new Uint8Array(header + total);
  putUint(out, 0, entries.length, 2);
  out[2] = offsetSize;
  let offset = 1;
  putUint(out, 3, offset, offsetSize);
  for (const [index, entry] of entries.entries()) {
    out.set(entry, header + offset - 1);
    offset += entry.length;
    putUint(out, 3 + (index + 1) * offsetSize, offset, offsetSize);
  }
  return out;
}

/** Reads a DICT (section 4). Throws RangeError on reserved bytes. */
export function readDict(bytes: Uint8Array): CffDictEntry[] {
  const entries: CffDictEntry[] = [];
  let operands: number[] = [];
  let start = 0;
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    if (first <= 21) {
      const encoded = bytes.subarray(start, at);
      const operator = first === 12 ? 0x0c00 + uint(bytes, at + 1, 1) : first;
      at += first === 12 ? 2 : 1;
      entries.push({ operator, operands, encoded });
      operands = [];
      start = at;
    } else if (first === 28) {
      operands.push((uint(bytes, at + 1, 2) << 16) >> 16);
      at += 3;
    } else if (first === 29) {
      operands.push(uint(bytes, at + 1, 4) | 0);
      at += 5;
    } else if (first === 30) {
      const from = ++at;
      while ((uint(bytes, at, 1) & 15) !== 15 && (bytes[at] ?? 0) >> 4 !== 15) at++;
      at++;
      operands.push(realNumber(bytes.subarray(from, at)));
    } else if (first >= 32 && first <= 246) {
      operands.push(first - 139);
      at++;
    } else if (first >= 247 && first <= 254) {
      const low = uint(bytes, at + 1, 1);
      operands.push(first <= 250 ? (first - 247) * 256 + low + 108 : -(first - 251) * 256 - low - 108);
      at += 2;
    } else throw new RangeError("CFF DICT");
  }
  return entries;
}

/** Two digits or signs a byte (table 5). */
function realNumber(bytes: Uint8Array): number {
  let text = "";
  for (const byte of bytes) text += REAL_NIBBLES[byte >> 4] + (REAL_NIBBLES[byte & 15] ?? "");
  return Number(text);
}

const REAL_NIBBLES: readonly string[] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "E", "E-", "", "-", ""];

/** A DICT of these entries; `replace` gives integers to write instead of the operands. */
export function writeDict(
  entries: readonly CffDictEntry[],
  replace: (operator: number) => readonly number[] | undefined,
): Uint8Array {
  const out: number[] = [];
  for (const { operator, encoded } of entries) {
    const integers = replace(operator);
    if (integers) for (const integer of integers) out.push(29, integer >>> 24, integer >> 16, integer >> 8, integer);
    else appendAll(out, encoded);
    if (operator >= 0x0c00) out.push(12, operator & 255);
    else out.push(operator);
  }
  return Uint8Array.from(out);
}

/** Big-endian unsigned integer of one to four bytes. Throws RangeError at the end of the data. */
export function uint(bytes: Uint8Array, at: number, size: number): number {
  if (at < 0 || at + size > bytes.length) throw new RangeError("CFF data end early");
  let value = 0;
  for (let i = 0; i < size; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

function putUint(out: Uint8Array, at: number, value: number, size: number): void {
  for (let i = size - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) out[at + i] = rest;
}

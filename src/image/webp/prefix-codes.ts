/** Canonical prefix codes of the lossless format (RFC 9649, 3.7.2). */
import { unreadableImage } from "../unreadable-image.ts";
import type { LosslessBits } from "./lossless-bits.ts";

const MAX_LENGTH = 15;
const ROOT_BITS = 8;
/** In an entry: the length of a symbol's code, or the bits of the next table, and this. */
const LINK = 16;
const LENGTH_MASK = 31;
const LENGTH_BITS = 5;
/** For all tables together, in entries of four bytes: the usual encoder stays below a quarter of it. */
const MAX_ENTRIES = 4 * 1024 * 1024;

const LENGTH_CODES = 19;
const ORDER_OF_LENGTHS = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const FIRST_LENGTH = 8;

/** All codes of an image: tables in one array, since there may be tens of thousands. */
export class PrefixCodes {
  #entries = new Int32Array(4_096);
  #size = 0;

  /** Reads a code and says where its table begins. @throws Failure `file_not_readable` */
  read(bits: LosslessBits, symbols: number): number {
    const lengths = new Uint8Array(symbols);
    if (bits.flag()) readSimple(bits, lengths);
    else this.#readLengths(bits, lengths);
    return this.#add(lengths);
  }

  /** The next symbol of a code. */
  symbol(bits: LosslessBits, table: number): number {
    const buffered = bits.peek();
    const rootBits = this.#entries[table] ?? 0;
    let entry = this.#entries[table + 1 + (buffered & ((1 << rootBits) - 1))] ?? 0;
    const linkedBits = (entry & LENGTH_MASK) - LINK;
    if (linkedBits > 0) {
      entry = this.#entries[(entry >>> LENGTH_BITS) + ((buffered >>> rootBits) & ((1 << linkedBits) - 1))] ?? 0;
    }
    bits.skip(entry & LENGTH_MASK);
    return entry >>> LENGTH_BITS;
  }

  #readLengths(bits: LosslessBits, lengths: Uint8Array): void {
    const lengthsOfLengths = new Uint8Array(LENGTH_CODES);
    const count = 4 + bits.read(4);
    for (const symbol of ORDER_OF_LENGTHS.slice(0, count)) lengthsOfLengths[symbol] = bits.read(3);
    let left = lengths.length;
    if (bits.flag()) left = 2 + bits.read(2 + 2 * bits.read(3));
    if (left > lengths.length) throw unreadableImage("WebP");
    // This table is not needed afterwards.
    const size = this.#size;
    const table = this.#add(lengthsOfLengths);
    let previous = FIRST_LENGTH;
    for (let at = 0; at < lengths.length && left > 0; left--) {
      const symbol = this.symbol(bits, table);
      if (symbol <= MAX_LENGTH) {
        lengths[at++] = symbol;
        if (symbol > 0) previous = symbol;
        continue;
      }
      const repeats = symbol === 16 ? 3 + bits.read(2) : symbol === 17 ? 3 + bits.read(3) : 11 + bits.read(7);
      if (at + repeats > lengths.length) throw unreadableImage("WebP");
      if (symbol === 16) lengths.fill(previous, at, at + repeats);
      at += repeats;
    }
    this.#size = size;
  }

  #add(lengths: Uint8Array): number {
    const counts = new Uint16Array(MAX_LENGTH + 1);
    for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
    const used = lengths.length - (counts[0] ?? 0);
    if (used === 0) throw unreadableImage("WebP");
    // The only symbol of a code takes no bits.
    if (used === 1) return this.#single(lengths.findIndex((length) => length > 0));
    const next = new Uint16Array(MAX_LENGTH + 1);
    let code = 0;
    for (let length = 1; length <= MAX_LENGTH; length++) {
      next[length] = code;
      code = (code + (counts[length] ?? 0)) << 1;
    }
    if (code !== 1 << (MAX_LENGTH + 1)) throw unreadableImage("WebP");
    let longest = MAX_LENGTH;
    while (counts[longest] === 0) longest--;
    return this.#table(lengths, next, longest);
  }

  #single(symbol: number): number {
    const table = this.#reserve(2);
    this.#entries[table] = 0;
    this.#entries[table + 1] = symbol << LENGTH_BITS;
    return table;
  }

  #table(lengths: Uint8Array, next: Uint16Array, longest: number): number {
    const rootBits = Math.min(ROOT_BITS, longest);
    const table = this.#reserve(1 + (1 << rootBits));
    this.#entries[table] = rootBits;
    const codes = new Uint16Array(lengths.length);
    /** For each root the longest code that begins with it. */
    const deepest = new Uint8Array(1 << rootBits);
    for (const [symbol, length] of lengths.entries()) {
      if (length === 0) continue;
      const code = next[length] ?? 0;
      next[length] = code + 1;
      const turned = reversed(code, length);
      codes[symbol] = turned;
      const root = turned & ((1 << rootBits) - 1);
      deepest[root] = Math.max(deepest[root] ?? 0, length);
    }
    for (const [root, length] of deepest.entries()) {
      if (length <= rootBits) continue;
      const linked = this.#reserve(1 << (length - rootBits));
      this.#entries[table + 1 + root] = (linked << LENGTH_BITS) | (LINK + length - rootBits);
    }
    for (const [symbol, length] of lengths.entries()) {
      if (length === 0) continue;
      const turned = codes[symbol] ?? 0;
      const entry = (symbol << LENGTH_BITS) | length;
      if (length <= rootBits) this.#fill(table + 1, turned, length, rootBits, entry);
      else {
        const link = this.#entries[table + 1 + (turned & ((1 << rootBits) - 1))] ?? 0;
        const linkedBits = (link & LENGTH_MASK) - LINK;
        this.#fill(link >>> LENGTH_BITS, turned >>> rootBits, length - rootBits, linkedBits, entry);
      }
    }
    return table;
  }

  /** All entries whose last bits are a code. */
  #fill(start: number, code: number, length: number, tableBits: number, entry: number): void {
    for (let at = code; at < 1 << tableBits; at += 1 << length) this.#entries[start + at] = entry;
  }

  #reserve(count: number): number {
    const start = this.#size;
    this.#size += count;
    if (this.#size > MAX_ENTRIES) throw unreadableImage("WebP");
    if (this.#size > this.#entries.length) {
      const larger = new Int32Array(2 * this.#size);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    return start;
  }
}

function readSimple(bits: LosslessBits, lengths: Uint8Array): void {
  const isPair = bits.flag();
  const symbols = [bits.read(bits.flag() ? 8 : 1)];
  if (isPair) symbols.push(bits.read(8));
  for (const symbol of symbols) {
    if (symbol >= lengths.length) throw unreadableImage("WebP");
    lengths[symbol] = 1;
  }
}

/** Codes are read from their first bit, and tables are indexed with the first bit as the lowest. */
function reversed(code: number, length: number): number {
  let turned = 0;
  for (let bit = 0; bit < length; bit++) turned |= ((code >>> bit) & 1) << (length - 1 - bit);
  return turned;
}

import { UnsupportedImage } from "../unsupported-image.ts";
import { BLACK_RUNS, MAX_CODE_LENGTH, WHITE_RUNS } from "./ccitt-codes.ts";

/** DecodeParms of CCITTFaxDecode (ISO 32000-2, table 11). */
export interface CcittParameters {
  /** Negative: Group 4. Zero: Group 3 one-dimensional. Positive: mixed. */
  readonly k: number;
  readonly columns: number;
  readonly encodedByteAlign: boolean;
  readonly blackIs1: boolean;
}

/**
 * Decodes `rows` rows of a fax image (ITU-T T.4, T.6) into packed rows. Strict: readers show damaged images
 * differently, so any error throws `UnsupportedImage`.
 */
export function decodeCcitt(bytes: Uint8Array, rows: number, parameters: CcittParameters): Uint8Array {
  const { k, columns, encodedByteAlign, blackIs1 } = parameters;
  const bits = new BitReader(bytes);
  const bytesPerRow = (columns + 7) >> 3;
  const out = new Uint8Array(bytesPerRow * rows).fill(blackIs1 ? 0 : 0xff);
  let reference = [columns, columns];
  for (let row = 0; row < rows; row++) {
    if (encodedByteAlign) bits.align();
    if (k >= 0) bits.skipEndOfLine();
    const twoDimensional = k < 0 || (k > 0 && bits.read(1) === 0);
    const changes = twoDimensional ? rowByReference(bits, reference, columns) : rowByRuns(bits, columns);
    for (let i = 0; i + 1 < changes.length; i += 2) {
      invert(out, row * bytesPerRow, changes[i] ?? 0, Math.min(columns, changes[i + 1] ?? 0));
    }
    reference = changes;
  }
  return out;
}

/** Changing elements of a row, white to black first, ended by `columns` at least twice. */
function rowByRuns(bits: BitReader, columns: number): number[] {
  const changes: number[] = [];
  let position = 0;
  for (let black = false; position < columns; black = !black) {
    position += bits.run(black);
    if (position > columns) throw new UnsupportedImage("fax row too long");
    changes.push(position);
  }
  changes.push(columns, columns);
  return changes;
}

/** T.6 2.2: vertical, horizontal and pass mode against the row above. */
function rowByReference(bits: BitReader, reference: readonly number[], columns: number): number[] {
  const changes: number[] = [];
  let position = -1;
  let black = false;
  let next = 0; // index of b1 in the reference row
  while (position < columns) {
    // b1: first change to the right of a0 towards the opposite color.
    while (next > 1 && (reference[next - 2] ?? 0) > position) next -= 2;
    if ((next & 1) !== (black ? 1 : 0)) next = next > 0 ? next - 1 : 1;
    while (next < reference.length && (reference[next] ?? 0) <= position && (reference[next] ?? 0) < columns) next += 2;
    const b1 = reference[next] ?? columns;
    const mode = bits.mode();
    if (mode === PASS) position = reference[next + 1] ?? columns;
    else if (mode === HORIZONTAL) {
      const first = Math.max(0, position) + bits.run(black);
      const second = first + bits.run(!black);
      if (second > columns) throw new UnsupportedImage("fax row too long");
      changes.push(first, second);
      position = second;
    } else {
      const change = b1 + mode;
      if (change < Math.max(0, position) || change > columns) throw new UnsupportedImage("fax mode out of the row");
      changes.push(change);
      position = change;
      black = !black;
    }
  }
  changes.push(columns, columns);
  return changes;
}

const PASS = 100;
const HORIZONTAL = 101;
/** Indexed by the next 7 bits: code length << 8 | (mode + 128), where a mode of -3..3 is vertical; 0 for no code. */
const MODES = modes();

function modes(): Uint16Array {
  const table = new Uint16Array(128);
  const codes: readonly (readonly [string, number])[] = [
    ["1", 0],
    ["011", 1],
    ["010", -1],
    ["000011", 2],
    ["000010", -2],
    ["0000011", 3],
    ["0000010", -3],
    ["001", HORIZONTAL],
    ["0001", PASS],
  ];
  for (const [code, mode] of codes) {
    const start = Number.parseInt(code, 2) << (7 - code.length);
    table.fill((code.length << 8) | (mode + 128), start, start + (1 << (7 - code.length)));
  }
  return table;
}

class BitReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  align(): void {
    this.#position = (this.#position + 7) & ~7;
  }

  read(count: number): number {
    const value = this.#peek(count);
    this.#advance(count);
    return value;
  }

  /** Skips fill bits and end-of-line codes (T.4 4.1.2). */
  skipEndOfLine(): void {
    while (this.#peek(11) === 0) {
      while (this.#peek(1) === 0) this.#advance(1);
      this.#advance(1);
    }
  }

  mode(): number {
    const entry = MODES[this.#peek(7)] ?? 0;
    if (entry === 0) throw new UnsupportedImage("fax mode");
    this.#advance(entry >> 8);
    return (entry & 255) - 128;
  }

  run(black: boolean): number {
    const table = black ? BLACK_RUNS : WHITE_RUNS;
    let total = 0;
    for (;;) {
      const entry = table[this.#peek(MAX_CODE_LENGTH)] ?? 0;
      if (entry === 0) throw new UnsupportedImage("fax run");
      this.#advance(entry >> 12);
      const run = entry & 0xfff;
      total += run;
      if (run < 64) return total;
    }
  }

  #peek(count: number): number {
    const byte = this.#position >> 3;
    const bytes = this.#bytes;
    const window = ((bytes[byte] ?? 0) << 16) | ((bytes[byte + 1] ?? 0) << 8) | (bytes[byte + 2] ?? 0);
    return (window >> (24 - (this.#position & 7) - count)) & ((1 << count) - 1);
  }

  #advance(count: number): void {
    this.#position += count;
    if (this.#position > this.#bytes.length * 8) throw new UnsupportedImage("fax data end early");
  }
}

function invert(out: Uint8Array, row: number, from: number, to: number): void {
  for (let x = from; x < to; ) {
    if ((x & 7) === 0 && x + 8 <= to) {
      out[row + (x >> 3)] = (out[row + (x >> 3)] ?? 0) ^ 0xff;
      x += 8;
    } else {
      out[row + (x >> 3)] = (out[row + (x >> 3)] ?? 0) ^ (0x80 >> (x & 7));
      x++;
    }
  }
}

import type { JpegScan } from "./jpeg-header.ts";
import { type HuffmanDecodingTable, LOOKUP_BITS } from "./jpeg-huffman.ts";
import { ZIGZAG } from "./jpeg-tables.ts";

/**
 * Entropy decoder of one scan (T.81 F.2.2, G.2). Damaged or missing data decode as zero bits, so that a
 * truncated file yields what it has, as viewers show it.
 */
export class EntropyDecoder {
  readonly #bytes: Uint8Array;
  readonly #scan: JpegScan;
  readonly #predictions: Int32Array;
  #position: number;
  #bits = 0;
  #bitCount = 0;
  #endOfBandRun = 0;
  #atMarker = false;
  #mcusToRestart: number;

  constructor(bytes: Uint8Array, scan: JpegScan) {
    this.#bytes = bytes;
    this.#scan = scan;
    this.#position = scan.offset;
    this.#predictions = new Int32Array(scan.components.length);
    this.#mcusToRestart = scan.restartInterval;
  }

  /** To be called before each MCU: reads the restart marker where one is due. */
  beginMcu(): void {
    if (this.#scan.restartInterval === 0) return;
    if (this.#mcusToRestart === 0) this.#restart();
    this.#mcusToRestart--;
  }

  /** Decodes a block of a sequential scan into `out[at .. at + 64)`, row-major. `slot` is the place in the scan. */
  sequentialBlock(slot: number, out: Int16Array, at: number): void {
    const ac = this.#scan.acTables[slot];
    this.#predictions[slot] = (this.#predictions[slot] ?? 0) + this.#difference(this.#scan.dcTables[slot]);
    out[at] = this.#predictions[slot] ?? 0;
    if (ac === undefined) return;
    for (let k = 1; k < 64; ) {
      const symbol = this.#symbol(ac);
      const size = symbol & 15;
      const run = symbol >> 4;
      if (size === 0) {
        if (run < 15) return;
        k += 16;
        continue;
      }
      k += run;
      if (k > 63) return;
      out[at + (ZIGZAG[k] ?? 0)] = this.#signed(size);
      k++;
    }
  }

  /** Decodes a block of a progressive scan; `out` holds the results of the previous scans. */
  progressiveBlock(slot: number, out: Int16Array, at: number): void {
    const { spectralStart, approximationHigh, approximationLow } = this.#scan;
    if (spectralStart === 0) {
      if (approximationHigh === 0) {
        this.#predictions[slot] = (this.#predictions[slot] ?? 0) + this.#difference(this.#scan.dcTables[slot]);
        out[at] = (this.#predictions[slot] ?? 0) << approximationLow;
      } else if (this.#read(1) === 1) out[at] = (out[at] ?? 0) | (1 << approximationLow);
      return;
    }
    const table = this.#scan.acTables[slot];
    if (table === undefined) return;
    if (approximationHigh === 0) this.#firstAc(table, out, at);
    else this.#refineAc(table, out, at);
  }

  #firstAc(table: HuffmanDecodingTable, out: Int16Array, at: number): void {
    if (this.#endOfBandRun > 0) {
      this.#endOfBandRun--;
      return;
    }
    const { spectralEnd, approximationLow } = this.#scan;
    for (let k = this.#scan.spectralStart; k <= spectralEnd; ) {
      const symbol = this.#symbol(table);
      const size = symbol & 15;
      const run = symbol >> 4;
      if (size === 0) {
        if (run < 15) {
          this.#endOfBandRun = (1 << run) - 1 + this.#read(run);
          return;
        }
        k += 16;
        continue;
      }
      k += run;
      if (k > 63) return;
      out[at + (ZIGZAG[k] ?? 0)] = this.#signed(size) * (1 << approximationLow);
      k++;
    }
  }

  #refineAc(table: HuffmanDecodingTable, out: Int16Array, at: number): void {
    const { spectralEnd, approximationLow } = this.#scan;
    const bit = 1 << approximationLow;
    let k = this.#scan.spectralStart;
    if (this.#endOfBandRun === 0) {
      for (; k <= spectralEnd; k++) {
        const symbol = this.#symbol(table);
        let run = symbol >> 4;
        let value = 0;
        if ((symbol & 15) !== 0) value = this.#read(1) === 1 ? bit : -bit;
        else if (run < 15) {
          this.#endOfBandRun = (1 << run) + this.#read(run);
          break;
        }
        for (; k <= spectralEnd; k++) {
          const index = at + (ZIGZAG[k] ?? 0);
          if (out[index] !== 0) this.#refine(out, index, bit);
          else if (run-- === 0) break;
        }
        if (value !== 0 && k <= spectralEnd) out[at + (ZIGZAG[k] ?? 0)] = value;
      }
    }
    if (this.#endOfBandRun > 0) {
      for (; k <= spectralEnd; k++) {
        const index = at + (ZIGZAG[k] ?? 0);
        if (out[index] !== 0) this.#refine(out, index, bit);
      }
      this.#endOfBandRun--;
    }
  }

  #refine(out: Int16Array, index: number, bit: number): void {
    if (this.#read(1) === 0) return;
    const value = out[index] ?? 0;
    if ((Math.abs(value) & bit) === 0) out[index] = value + (value > 0 ? bit : -bit);
  }

  #difference(table: HuffmanDecodingTable | undefined): number {
    if (table === undefined) return 0;
    const size = this.#symbol(table);
    return size === 0 ? 0 : this.#signed(size > 15 ? 15 : size);
  }

  #restart(): void {
    this.#bitCount = 0;
    this.#endOfBandRun = 0;
    this.#predictions.fill(0);
    this.#mcusToRestart = this.#scan.restartInterval;
    const bytes = this.#bytes;
    let position = this.#position;
    while (position + 1 < bytes.length) {
      const next = bytes[position + 1] ?? 0;
      if (bytes[position] === 0xff && next !== 0 && next !== 0xff) break;
      position++;
    }
    const marker = bytes[position + 1] ?? 0;
    this.#position = position;
    if (marker >= 0xd0 && marker <= 0xd7) {
      this.#position += 2;
      this.#atMarker = false;
    }
  }

  /** Makes at least 25 bits available. */
  #fill(): void {
    const bytes = this.#bytes;
    while (this.#bitCount <= 24) {
      let byte = 0;
      if (!this.#atMarker && this.#position < bytes.length) {
        byte = bytes[this.#position] ?? 0;
        if (byte !== 0xff) this.#position++;
        else {
          const next = bytes[this.#position + 1];
          if (next === 0xff) {
            this.#position++;
            continue;
          }
          if (next === 0) this.#position += 2;
          else {
            this.#atMarker = true;
            byte = 0;
          }
        }
      }
      this.#bits = (this.#bits << 8) | byte;
      this.#bitCount += 8;
    }
  }

  #read(count: number): number {
    if (count === 0) return 0;
    if (this.#bitCount < count) this.#fill();
    this.#bitCount -= count;
    return (this.#bits >>> this.#bitCount) & ((1 << count) - 1);
  }

  /** T.81 F.2.2.1, EXTEND. */
  #signed(size: number): number {
    const value = this.#read(size);
    return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
  }

  #symbol(table: HuffmanDecodingTable): number {
    if (this.#bitCount < 16) this.#fill();
    const entry = table.lookup[(this.#bits >>> (this.#bitCount - LOOKUP_BITS)) & ((1 << LOOKUP_BITS) - 1)] ?? 0;
    if (entry >= 0) {
      this.#bitCount -= entry >> 8;
      return entry & 255;
    }
    for (let length = LOOKUP_BITS + 1; length <= 16; length++) {
      const code = (this.#bits >>> (this.#bitCount - length)) & ((1 << length) - 1);
      if ((table.maxCode[length] ?? 0) >= code && code >= (table.minCode[length] ?? 0)) {
        this.#bitCount -= length;
        return table.symbols[(table.firstSymbol[length] ?? 0) + code - (table.minCode[length] ?? 0)] ?? 0;
      }
    }
    this.#bitCount -= 16;
    return 0;
  }
}

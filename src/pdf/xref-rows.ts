import { XrefTable } from "./xref-table.ts";

/** Rows of a cross-reference stream (ISO 32000-2, 7.5.8.3, table 18): where each object is, by its number. */

const FREE = 0;
const LAST_GENERATION = 65535;

export class XrefRows {
  /** Three numbers a row: type, second and third field. */
  readonly #fields: number[] = [FREE, 0, LAST_GENERATION];

  get length(): number {
    return this.#fields.length / 3;
  }

  /** A free row after the others. */
  add(): number {
    return this.#fields.push(FREE, 0, LAST_GENERATION) / 3 - 1;
  }

  /** Whether a row says where an object is. */
  has(number: number): boolean {
    return (this.#fields[number * 3] ?? FREE) !== FREE;
  }

  /** Missing rows are made, free ones before it. */
  set(number: number, type: 1 | 2, second: number, third: number): void {
    while (this.length <= number) this.add();
    this.#fields[number * 3] = type;
    this.#fields[number * 3 + 1] = second;
    this.#fields[number * 3 + 2] = third;
  }

  /** The rows as they are looked up. */
  table(): XrefTable {
    const table = new XrefTable();
    for (let number = 0; number < this.length; number++) {
      const [type, second] = [this.#fields[number * 3] ?? FREE, this.#fields[number * 3 + 1] ?? 0];
      if (type !== FREE) table.set(number, type === 1 ? "offset" : "compressed", second);
    }
    return table;
  }

  /** Each row as the difference to the one above (PNG predictor Up). */
  pack(): { data: Uint8Array; widths: number[] } {
    const fields = this.#fields;
    let [largest, largestThird] = [0, 0];
    for (let at = 0; at < fields.length; at += 3) {
      largest = Math.max(largest, fields[at + 1] ?? 0);
      if (fields[at] !== FREE) largestThird = Math.max(largestThird, fields[at + 2] ?? 0);
    }
    const widths = [1, bytesFor(largest), bytesFor(largestThird)] as const;
    const rowBytes = widths[0] + widths[1] + widths[2];
    const data = new Uint8Array((rowBytes + 1) * this.length);
    let above = new Uint8Array(rowBytes);
    for (let index = 0; index < this.length; index++) {
      const row = new Uint8Array(rowBytes);
      row[0] = fields[index * 3] ?? FREE;
      for (let byte = widths[1], rest = fields[index * 3 + 1] ?? 0; byte > 0; byte--, rest = Math.floor(rest / 256)) {
        row[byte] = rest;
      }
      for (let byte = rowBytes - 1, rest = fields[index * 3 + 2] ?? 0; byte > widths[1]; byte--, rest >>= 8) {
        row[byte] = rest;
      }
      const at = index * (rowBytes + 1);
      data[at] = 2;
      for (let byte = 0; byte < rowBytes; byte++) data[at + 1 + byte] = (row[byte] ?? 0) - (above[byte] ?? 0);
      above = row;
    }
    return { data, widths: [...widths] };
  }
}

function bytesFor(value: number): number {
  let count = 1;
  while (value >= 256 ** count) count++;
  return count;
}

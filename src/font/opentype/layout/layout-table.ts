/** A part of a layout table, whose offsets count from its start; nothing is read beyond the end of the table. */

/** The memory that a font's rules may take: some eight bytes each, once they are read. */
export interface LayoutAllowance {
  left: number;
}

/** The rules cannot be used; `because` ends a sentence about them. */
export class UnusableLayoutTables extends Error {
  override name = "UnusableRules";
  readonly because: string;

  constructor(because: string, cause?: unknown) {
    super(`Layout rules cannot be used: ${because}`, { cause });
    this.because = because;
  }
}

/** The size of an object with a few members, in units of the allowance. */
export const OBJECT_WEIGHT = 6;

export const TOO_SHORT = "they end too early";

export class LayoutTableReader {
  readonly view: DataView;
  readonly at: number;
  readonly #allowance: LayoutAllowance;

  constructor(view: DataView, at: number, allowance: LayoutAllowance) {
    this.view = view;
    this.at = at;
    this.#allowance = allowance;
  }

  /** @throws RangeError beyond the end of the table */
  word(offset: number): number {
    return this.view.getUint16(this.at + offset);
  }

  signed(offset: number): number {
    return this.view.getInt16(this.at + offset);
  }

  long(offset: number): number {
    return this.view.getUint32(this.at + offset);
  }

  tag(offset: number): string {
    return String.fromCharCode(...[0, 1, 2, 3].map((place) => this.view.getUint8(this.at + offset + place)));
  }

  /** The part that many bytes after the start. */
  part(offset: number): LayoutTableReader {
    return new LayoutTableReader(this.view, this.at + offset, this.#allowance);
  }

  /** What the offset at `offset` leads to; undefined if it is zero. */
  follow(offset: number): LayoutTableReader | undefined {
    const distance = this.word(offset);
    return distance === 0 ? undefined : this.part(distance);
  }

  words(offset: number, count: number): number[] {
    this.spend(count);
    return Array.from({ length: count }, (_, index) => this.word(offset + 2 * index));
  }

  /** A list that starts with its count: what its offsets lead to. */
  parts(offset: number): (LayoutTableReader | undefined)[] {
    const count = this.word(offset);
    this.spend(count);
    return Array.from({ length: count }, (_, index) => this.follow(offset + 2 + 2 * index));
  }

  /** @throws UnusableLayoutTables if that many bytes are not there */
  expect(offset: number, bytes: number): void {
    if (this.at + offset + bytes > this.view.byteLength) throw new UnusableLayoutTables(TOO_SHORT);
  }

  /** @throws UnusableLayoutTables if the rules take more memory than they may */
  spend(weight: number): void {
    this.#allowance.left -= weight;
    if (this.#allowance.left < 0) throw new UnusableLayoutTables("they are larger than those of fonts are");
  }
}

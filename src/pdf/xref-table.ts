/** Where an object is found (ISO 32000-2, 7.5.4 and 7.5.8.3). */
export type XrefLocation =
  | { kind: "offset"; offset: number }
  /** In an object stream, which is named by its object number. */
  | { kind: "compressed"; stream: number };

const ABSENT = 0;
const FREE = 1;
const AT_OFFSET = 2;
const COMPRESSED = 3;

/** Numbers from here on are ignored: no real file comes close, and a single one could claim a lot of memory. */
export const OBJECT_NUMBER_LIMIT = 1 << 22;

/** Cross-reference entries by object number, 5 bytes for each. */
export class XrefTable {
  #kinds = new Uint8Array(1024);
  #values = new Uint32Array(1024);
  /** One more than the highest number that was set. */
  size = 0;

  /** Sets an entry unless a newer section has set it. @param value offset in the file, or number of the object stream */
  setIfAbsent(number: number, kind: "free" | "offset" | "compressed", value: number): void {
    if (this.isKnown(number)) return;
    this.set(number, kind, value);
  }

  set(number: number, kind: "free" | "offset" | "compressed", value: number): void {
    if (!(number >= 0 && number < OBJECT_NUMBER_LIMIT && value >= 0 && value < 2 ** 32)) return;
    if (number >= this.#kinds.length) this.#grow(number);
    this.#kinds[number] = kind === "free" ? FREE : kind === "offset" ? AT_OFFSET : COMPRESSED;
    this.#values[number] = value;
    if (number >= this.size) this.size = number + 1;
  }

  /** True if the number has an entry, even a free one. */
  isKnown(number: number): boolean {
    return number < this.size && this.#kinds[number] !== ABSENT;
  }

  /** Undefined for free and unknown numbers. */
  locate(number: number): XrefLocation | undefined {
    if (!(number < this.size)) return undefined;
    const value = this.#values[number] ?? 0;
    if (this.#kinds[number] === AT_OFFSET) return { kind: "offset", offset: value };
    return this.#kinds[number] === COMPRESSED ? { kind: "compressed", stream: value } : undefined;
  }

  /** The numbers in use, ascending. */
  *numbers(): Generator<number> {
    for (let number = 0; number < this.size; number++) if ((this.#kinds[number] ?? 0) >= AT_OFFSET) yield number;
  }

  #grow(number: number): void {
    const capacity = Math.min(Math.max(number + 1, this.#kinds.length * 2), OBJECT_NUMBER_LIMIT);
    const kinds = new Uint8Array(capacity);
    const values = new Uint32Array(capacity);
    kinds.set(this.#kinds);
    values.set(this.#values);
    this.#kinds = kinds;
    this.#values = values;
  }
}

/** Bytes that are written one after the other into a buffer which grows by doubling. */
export class ByteWriter {
  #buffer: Uint8Array;
  length = 0;

  constructor(expectedBytes = 1024) {
    this.#buffer = new Uint8Array(expectedBytes);
  }

  byte(value: number): void {
    if (this.length === this.#buffer.length) this.#grow(1);
    this.#buffer[this.length++] = value;
  }

  bytes(values: Uint8Array): void {
    if (this.length + values.length > this.#buffer.length) this.#grow(values.length);
    this.#buffer.set(values, this.length);
    this.length += values.length;
  }

  /** Text whose characters are bytes, 0-255. */
  latin1(text: string): void {
    if (this.length + text.length > this.#buffer.length) this.#grow(text.length);
    const buffer = this.#buffer;
    let at = this.length;
    for (let index = 0; index < text.length; index++) buffer[at++] = text.charCodeAt(index);
    this.length = at;
  }

  /** The last byte written, or -1. */
  last(): number {
    return this.length > 0 ? (this.#buffer[this.length - 1] ?? 0) : -1;
  }

  /** A copy of what was written; the writer starts anew with its buffer. */
  take(): Uint8Array {
    const taken = this.#buffer.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  #grow(count: number): void {
    const larger = new Uint8Array(Math.max(this.length + count, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.length));
    this.#buffer = larger;
  }
}

import { unreadableImage } from "../unreadable-image.ts";

/** How far the reader may look beyond the end: the code tables are looked up with the length of the longest code. */
const SPARE_BITS = 64;

/** Bits of the lossless format, the least significant of each byte first (RFC 9649, 3.1). */
export class LosslessBits {
  readonly #bytes: Uint8Array;
  #at = 0;
  #buffered = 0;
  #bufferedBits = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next 16 bits or more, which are not consumed. @throws Failure `file_not_readable` after the end */
  peek(): number {
    while (this.#bufferedBits <= 24) {
      this.#buffered |= (this.#bytes[this.#at++] ?? 0) << this.#bufferedBits;
      this.#bufferedBits += 8;
    }
    if (8 * (this.#at - this.#bytes.length) > SPARE_BITS) throw unreadableImage("WebP");
    return this.#buffered;
  }

  skip(count: number): void {
    this.#buffered >>>= count;
    this.#bufferedBits -= count;
  }

  /** A number of at most 24 bits. */
  read(count: number): number {
    const value = this.peek() & ((1 << count) - 1);
    this.skip(count);
    return value;
  }

  flag(): boolean {
    return this.read(1) === 1;
  }
}

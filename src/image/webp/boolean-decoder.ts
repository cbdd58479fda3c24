/** Bits of the lossy format, each coded with its probability (RFC 6386, section 7). Missing bits read as zeros. */
export class BooleanDecoder {
  readonly #bytes: Uint8Array;
  #at = 0;
  #value = 0;
  /** Bits of `#value` beyond the eight that are looked at. */
  #spareBits = -8;
  #range = 255;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @param probability of a zero, in 256ths */
  bit(probability: number): 0 | 1 {
    if (this.#spareBits < 0) this.#load();
    const split = 1 + (((this.#range - 1) * probability) >> 8);
    const bound = split << this.#spareBits;
    const isOne = this.#value >= bound;
    if (isOne) {
      this.#range -= split;
      this.#value -= bound;
    } else this.#range = split;
    const shift = Math.clz32(this.#range) - 24;
    this.#range <<= shift;
    this.#spareBits -= shift;
    return isOne ? 1 : 0;
  }

  #load(): void {
    this.#value = (this.#value << 16) | ((this.#bytes[this.#at] ?? 0) << 8) | (this.#bytes[this.#at + 1] ?? 0);
    this.#at += 2;
    this.#spareBits += 16;
  }

  flag(): boolean {
    return this.bit(128) === 1;
  }

  /** The highest bit first. */
  literal(bits: number): number {
    let value = 0;
    for (let bit = 0; bit < bits; bit++) value = (value << 1) | this.bit(128);
    return value;
  }

  /** A number and its sign. */
  signed(bits: number): number {
    const value = this.literal(bits);
    return this.flag() ? -value : value;
  }

  /** A number with a sign after a flag, 0 without the flag. */
  optional(bits: number): number {
    return this.flag() ? this.signed(bits) : 0;
  }
}

/** A growing byte buffer that also takes bits, with the byte stuffing of T.81 F.1.2.3. */
export class JpegBitWriter {
  #bytes: Uint8Array;
  #length = 0;
  #bits = 0;
  #bitCount = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(Math.max(1024, capacity));
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
  }

  uint16(value: number): void {
    this.byte(value >> 8);
    this.byte(value & 255);
  }

  /** The low `count` (0..16) bits of `value`. */
  bits(value: number, count: number): void {
    this.#bits = (this.#bits << count) | (value & ((1 << count) - 1));
    this.#bitCount += count;
    while (this.#bitCount >= 8) {
      this.#bitCount -= 8;
      const byte = (this.#bits >>> this.#bitCount) & 255;
      this.byte(byte);
      if (byte === 0xff) this.byte(0);
    }
  }

  /** Fills the last byte of a scan with one bits. */
  align(): void {
    if (this.#bitCount > 0) this.bits(0x7f, 8 - this.#bitCount);
    this.#bits = 0;
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes written, in their own buffer. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

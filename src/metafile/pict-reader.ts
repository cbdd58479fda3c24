import type { Rectangle } from "../geometry/box.ts";
/** Reads through a QuickDraw picture, whose numbers have their high byte first; zeros beyond the end. */
export class PictReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get atEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  u8(): number {
    this.at += 1;
    return this.#bytes[this.at - 1] ?? 0;
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  u16(): number {
    return (this.u8() << 8) | this.u8();
  }

  i16(): number {
    return (this.u16() << 16) >> 16;
  }

  u32(): number {
    return this.u16() * 65_536 + this.u16();
  }

  rect(): Rectangle {
    return { top: this.i16(), left: this.i16(), bottom: this.i16(), right: this.i16() };
  }

  bytes(count: number): Uint8Array {
    const from = Math.min(this.at, this.#bytes.length);
    this.at += count;
    return this.#bytes.subarray(from, Math.max(from, Math.min(this.at, this.#bytes.length)));
  }

  skip(count: number): void {
    this.at += Math.max(0, count);
  }
}

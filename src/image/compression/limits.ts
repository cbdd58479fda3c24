import { Failure } from "../../domain/failure.ts";
import { LIMITS } from "../../domain/limits.ts";

/** The largest decoded stream, in bytes, if the caller names no limit. */
export const MAX_DECODED_BYTES = LIMITS.pdfStreamBytes.most;

/** A stream decodes to more than is allowed: a bomb, or an image too big for this service. */
export class DecodedTooLarge extends Failure {
  constructor(maxBytes: number) {
    const mebibytes = Math.round(maxBytes / 1024 / 1024);
    super("pdf_too_complex", `A stream of the PDF unpacks to more than ${mebibytes} MB.`);
  }
}

/** A buffer that grows by doubling and never beyond its limit; for decoders whose output size is unknown. */
export class BoundedBuffer {
  #buffer: Uint8Array;
  readonly #maxBytes: number;
  length = 0;

  constructor(expectedBytes: number, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#buffer = new Uint8Array(Math.max(64, Math.min(expectedBytes, maxBytes)));
  }

  /** Makes room for `count` more bytes and returns the buffer to write them into, from `length` on. */
  reserve(count: number): Uint8Array {
    const needed = this.length + count;
    if (needed > this.#buffer.length) {
      if (needed > this.#maxBytes) throw new DecodedTooLarge(this.#maxBytes);
      const larger = new Uint8Array(Math.min(Math.max(needed, this.#buffer.length * 2), this.#maxBytes));
      larger.set(this.#buffer.subarray(0, this.length));
      this.#buffer = larger;
    }
    return this.#buffer;
  }

  push(byte: number): void {
    this.reserve(1)[this.length++] = byte;
  }

  /** The bytes written so far; a view. */
  written(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }
}

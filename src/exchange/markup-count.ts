import { checkLimit } from "../domain/limits.ts";

/** How much markup all texts of a file have: it must not grow far beyond the file. */
export class MarkupCount {
  #length = 0;

  /** @throws Failure `too_complex` */
  add(length: number): void {
    this.#length += length;
    checkLimit("wordMainPartBytes", this.#length);
  }
}

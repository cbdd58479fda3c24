/** The most shapes of a presentation in total, so that no small file becomes a large one. */
import { UnreadableFile } from "../../../domain/unreadable-file.ts";

export const MAX_LEGACY_SHAPES = 100_000;

export const MAX_LEGACY_SLIDES = 4_000;

/** Bytes of shapes and texts that are read in total: slides may name the same ones again and again. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

/** Counts what is read, and stops the reading when it becomes too much. */
export class ReadBudget {
  #shapes = 0;
  #bytes = 0;

  bytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > MAX_READ_BYTES) throw new UnreadableFile("the presentation is too large");
  }

  shapes(count: number): void {
    this.#shapes += count;
    if (this.#shapes > MAX_LEGACY_SHAPES) throw new UnreadableFile("the presentation is too large");
  }
}

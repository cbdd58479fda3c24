/** Pages that are laid out again around an object whose paragraph comes after the text that it takes the place of. */
import type { Snapshot } from "./page-builder.ts";

/** From where the page is laid out again. */
export interface RepeatStart {
  block: number;
  snapshot: Snapshot;
}

export class PageRepeats {
  /** Blocks whose objects were tried: each once. */
  readonly #tried = new Set<number>();
  /** Blocks that begin the next page, since beside their objects there was no room for them. */
  readonly #moved = new Set<number>();
  #open: { block: number; from: RepeatStart } | undefined;

  canRepeat(block: number): boolean {
    return this.#open === undefined && !this.#tried.has(block);
  }

  /** Whether a page is being laid out again, and may yet have to be as it was. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  begin(block: number, from: RepeatStart): void {
    this.#tried.add(block);
    this.#open = { block, from };
  }

  /** The block with the object is on the page, or any other one. */
  placed(block: number): void {
    if (this.#open?.block === block) this.#open = undefined;
  }

  /** The page ended before the block with the object. @returns from where to go on without it */
  giveUp(): RepeatStart | undefined {
    const open = this.#open;
    this.#open = undefined;
    if (open) this.#moved.add(open.block);
    return open?.from;
  }

  moves(block: number): boolean {
    return this.#moved.has(block);
  }
}

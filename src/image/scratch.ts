import { present } from "../domain/present.ts";

/** A part of a buffer. */
interface Range {
  readonly buffer: ArrayBuffer;
  readonly start: number;
  readonly end: number;
}

/** Views of 16-bit numbers have to begin at even offsets; cache lines are faster still. */
const ALIGNMENT = 64;

/**
 * Large buffers that are used again from image to image. An isolate's memory is small, and its collector is slow to
 * notice how much a dozen dropped planes hold. Small arrays share what a large one has left. What is taken may be
 * dirty; nothing taken may outlive `release`.
 */
export class Scratch {
  #free: Range[] = [];
  #taken = new Map<ArrayBufferView, Range>();

  samples(length: number): Uint8ClampedArray {
    const range = this.#take(length);
    const view = new Uint8ClampedArray(range.buffer, range.start, length);
    this.#taken.set(view, range);
    return view;
  }

  coefficients(length: number): Int16Array {
    const range = this.#take(2 * length);
    const view = new Int16Array(range.buffer, range.start, length);
    this.#taken.set(view, range);
    return view;
  }

  /** Gives one array back before the others. */
  giveBack(view: ArrayBufferView): void {
    const range = this.#taken.get(view);
    if (!range) return;
    this.#taken.delete(view);
    this.#putBack(range);
  }

  /** Gives everything that was taken back. */
  release(): void {
    for (const range of this.#taken.values()) this.#putBack(range);
    this.#taken.clear();
  }

  /** A part of the smallest free range that is large enough; buffers that are too small make room for a new one. */
  #take(bytes: number): Range {
    const size = Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    const sizeOf = ({ start, end }: Range): number => end - start;
    this.#free.sort((first, second) => sizeOf(first) - sizeOf(second));
    const index = this.#free.findIndex((range) => sizeOf(range) >= size);
    if (index < 0) {
      this.#drop(size);
      return { buffer: new ArrayBuffer(size), start: 0, end: size };
    }
    const { buffer, start, end } = present(this.#free.splice(index, 1)[0]);
    if (start + size < end) this.#free.push({ buffer, start: start + size, end });
    return { buffer, start, end: start + size };
  }

  /** Drops unused buffers, the largest first, until they make up for `bytes`. */
  #drop(bytes: number): void {
    let dropped = 0;
    for (let index = this.#free.length - 1; index >= 0 && dropped < bytes; index--) {
      const { buffer, start, end } = present(this.#free[index]);
      if (end - start < buffer.byteLength) continue;
      this.#free.splice(index, 1);
      dropped += buffer.byteLength;
    }
  }

  /** Joins the range with its free neighbors. */
  #putBack(range: Range): void {
    let { start, end } = range;
    this.#free = this.#free.filter((other) => {
      if (other.buffer !== range.buffer || (other.end !== start && other.start !== end)) return true;
      start = Math.min(start, other.start);
      end = Math.max(end, other.end);
      return false;
    });
    this.#free.push({ buffer: range.buffer, start, end });
  }
}

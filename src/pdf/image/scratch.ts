/**
 * Large buffers that are used again from image to image. An isolate's memory is small and its collector slow to notice
 * how much a dozen dropped planes hold. What is taken may be dirty; nothing taken may outlive `release`.
 */
export class Scratch {
  #free: ArrayBuffer[] = [];
  #taken: ArrayBuffer[] = [];

  samples(length: number): Uint8ClampedArray {
    return new Uint8ClampedArray(this.#take(length), 0, length);
  }

  coefficients(length: number): Int16Array {
    return new Int16Array(this.#take(2 * length), 0, length);
  }

  /** Gives everything that was taken back. */
  release(): void {
    this.#free.push(...this.#taken);
    this.#taken = [];
  }

  /** The smallest free buffer that is large enough; too small ones make room for a new one. */
  #take(bytes: number): ArrayBuffer {
    this.#free.sort((first, second) => first.byteLength - second.byteLength);
    const index = this.#free.findIndex(({ byteLength }) => byteLength >= bytes);
    const buffer = index < 0 ? new ArrayBuffer(bytes) : this.#free.splice(index, 1)[0]!;
    if (index < 0) this.#free.pop();
    this.#taken.push(buffer);
    return buffer;
  }
}

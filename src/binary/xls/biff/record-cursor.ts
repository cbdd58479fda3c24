/** Thrown when a record ends before the value that is read; the record is then left out. */
export class RecordEnd extends Error {
  override readonly name = "RecordEnd";
}

/**
 * Reads a record's little-endian values one after the other (MS-XLS 2.1.4). A record and its CONTINUE records are
 * pieces of one body: numbers may straddle the boundary between two pieces.
 *
 * Every reading past the end throws `RecordEnd`.
 */
export class RecordCursor {
  readonly #pieces: readonly Uint8Array[];
  #index = 0;
  #piece: Uint8Array;
  #at = 0;
  #laterBytes: number;

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = pieces;
    this.#piece = pieces[0] ?? new Uint8Array();
    this.#laterBytes = pieces.slice(1).reduce((sum, piece) => sum + piece.length, 0);
  }

  /** Bytes until the end of the last piece. */
  get remaining(): number {
    return this.pieceRemaining + this.#laterBytes;
  }

  /** Bytes until the end of the current piece. */
  get pieceRemaining(): number {
    return this.#piece.length - this.#at;
  }

  /** Goes to the next piece, whatever is left of the current one. */
  nextPiece(): void {
    const next = this.#pieces[++this.#index];
    if (!next) throw new RecordEnd("the record ends early");
    this.#piece = next;
    this.#at = 0;
    this.#laterBytes -= next.length;
  }

  u8(): number {
    while (this.#at >= this.#piece.length) this.nextPiece();
    return this.#piece[this.#at++] ?? 0;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  i16(): number {
    return (this.u16() << 16) >> 16;
  }

  i32(): number {
    return this.u16() | (this.u16() << 16);
  }

  u32(): number {
    return this.i32() >>> 0;
  }

  f64(): number {
    const view = new DataView(new ArrayBuffer(8));
    for (let index = 0; index < 8; index++) view.setUint8(index, this.u8());
    return view.getFloat64(0, true);
  }

  bytes(count: number): Uint8Array {
    if (count > this.remaining) throw new RecordEnd("the record ends early");
    const found = new Uint8Array(count);
    for (let filled = 0; filled < count; ) {
      if (this.pieceRemaining === 0) this.nextPiece();
      const part = this.#piece.subarray(this.#at, this.#at + count - filled);
      found.set(part, filled);
      filled += part.length;
      this.#at += part.length;
    }
    return found;
  }

  skip(count: number): void {
    for (let left = count; left > 0; ) {
      if (this.pieceRemaining === 0) this.nextPiece();
      const step = Math.min(left, this.pieceRemaining);
      this.#at += step;
      left -= step;
    }
  }
}

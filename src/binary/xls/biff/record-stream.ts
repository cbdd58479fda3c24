/** Records of a workbook stream (MS-XLS 2.1.4): a type and a size of two bytes each, then the body. */
import { RecordCursor, RecordEnd } from "./record-cursor.ts";
import { RecordType } from "./record-type.ts";

export interface BiffRecord {
  type: number;
  /** The record's own bytes, then those of the CONTINUE records that follow it. */
  pieces: readonly Uint8Array[];
}

const HEADER_BYTES = 4;
const CONTINUE_TYPES = new Set<number>([RecordType.Continue, RecordType.ContinueBigName]);

/** Hands out the records of a stream. The number of records that it reads in total is limited. */
export class RecordStream {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #left: number;

  constructor(bytes: Uint8Array, maxRecords: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#left = maxRecords;
  }

  /**
   * The records from an offset on, to the end of the substream that begins there (MS-XLS 2.1.7.20), its BOF and EOF
   * included. Substreams within it, such as those of charts, are part of it.
   */
  *substream(offset: number): Generator<BiffRecord> {
    let depth = 0;
    let at = offset;
    while (at + HEADER_BYTES <= this.#bytes.length && this.#left > 0) {
      this.#left--;
      const type = this.#view.getUint16(at, true);
      const pieces = [this.#body(at)];
      at = this.#next(at);
      while (this.#left > 0 && CONTINUE_TYPES.has(this.#typeAt(at))) {
        this.#left--;
        pieces.push(this.#body(at));
        at = this.#next(at);
      }
      if (type === RecordType.Bof) depth++;
      yield { type, pieces };
      if (type === RecordType.Eof && --depth <= 0) return;
    }
  }

  #typeAt(at: number): number {
    return at + HEADER_BYTES <= this.#bytes.length ? this.#view.getUint16(at, true) : -1;
  }

  #next(at: number): number {
    return at + HEADER_BYTES + this.#view.getUint16(at + 2, true);
  }

  #body(at: number): Uint8Array {
    return this.#bytes.subarray(at + HEADER_BYTES, this.#next(at));
  }
}

/** Reads a record with `read`; a record that ends early counts as not there. */
export function readingRecord<T>(record: BiffRecord, read: (cursor: RecordCursor) => T): T | undefined {
  try {
    return read(new RecordCursor(record.pieces));
  } catch (error) {
    if (error instanceof RecordEnd) return undefined;
    throw error;
  }
}

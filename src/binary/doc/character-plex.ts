/** PLC structures (MS-DOC 2.2.2): positions in the text, each but the last with data of a fixed size. */
import { ByteReader } from "../../office/byte-reader.ts";

export class CharacterPlex {
  readonly #reader: ByteReader;
  readonly #dataBytes: number;
  /** Entries with data; there is one position more. */
  readonly length: number;

  /** `bytes`: the whole PLC; what no longer fits is left out. */
  constructor(bytes: Uint8Array, dataBytes: number) {
    this.#reader = new ByteReader(bytes);
    this.#dataBytes = dataBytes;
    this.length = Math.max(0, Math.floor((bytes.length - 4) / (4 + dataBytes)));
  }

  position(index: number): number {
    return this.#reader.u32(4 * index);
  }

  data(index: number): ByteReader {
    return new ByteReader(
      this.#reader.bytes(4 * (this.length + 1) + index * this.#dataBytes, index < this.length ? this.#dataBytes : 0),
    );
  }
}

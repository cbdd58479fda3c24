import { constants, crc32, deflateRawSync } from "node:zlib";
import { joinBytes } from "../domain/join-bytes.ts";

/** A part as an archive holds it. */
export interface PackedPart {
  /** 0 stored, 8 deflated. */
  method: 0 | 8;
  crc: number;
  /** Bytes of the part itself. */
  size: number;
  body: Uint8Array;
}

/** Large parts are packed faster: a sixth more bytes for a third of the time. */
const LARGE_BYTES = 256 * 1024;
const LARGE_LEVEL = 2;

/** Packs bytes that are complete; if they do not get smaller they are stored. */
export function packBytes(bytes: Uint8Array): PackedPart {
  const packed =
    bytes.length > 0 ? deflateRawSync(bytes, bytes.length > LARGE_BYTES ? { level: LARGE_LEVEL } : {}) : bytes;
  return packed.length < bytes.length
    ? { method: 8, crc: crc32(bytes), size: bytes.length, body: packed }
    : storeBytes(bytes);
}

/** Bytes that are packed already, as they are. */
export function storeBytes(bytes: Uint8Array): PackedPart {
  return { method: 0, crc: crc32(bytes), size: bytes.length, body: bytes };
}

const START_BYTES = 16 * 1024;
/** Longer texts are encoded by the platform; for shorter ones calling it costs more than the work itself. */
const LONG_CHARACTERS = 96;
/** Texts above this are encoded in slices. */
const SLICE_CHARACTERS = 64 * 1024;

const encoder = new TextEncoder();

/**
 * A part that is written as text, piece by piece, and packed as it grows: of a sheet with a million cells only the last
 * piece and the packed bytes are in memory. The pieces are deflate blocks of one stream (RFC 1951, 3.2.3).
 */
export class TextPart {
  #bytes = new Uint8Array(START_BYTES);
  #length = 0;
  #size = 0;
  #crc = 0;
  readonly #packed: Uint8Array[] = [];

  text(xml: string): void {
    const count = xml.length;
    if (count > SLICE_CHARACTERS) {
      this.#slices(xml);
      return;
    }
    // A UTF-16 unit takes three bytes at most.
    if (this.#length + count * 3 > this.#bytes.length) this.#makeRoom(count * 3);
    if (count > LONG_CHARACTERS) {
      this.#encode(xml);
      return;
    }
    const bytes = this.#bytes;
    const start = this.#length;
    for (let index = 0; index < count; index++) {
      const code = xml.charCodeAt(index);
      if (code > 0x7f) {
        this.#encode(xml);
        return;
      }
      bytes[start + index] = code;
    }
    this.#length = start + count;
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#size + this.#length;
  }

  finish(): PackedPart {
    if (this.#packed.length === 0) return packBytes(this.#bytes.slice(0, this.#length));
    this.#pack(constants.Z_FINISH);
    return { method: 8, crc: this.#crc, size: this.#size, body: joinBytes(this.#packed) };
  }

  #encode(xml: string): void {
    this.#length += encoder.encodeInto(xml, this.#bytes.subarray(this.#length)).written;
  }

  #slices(xml: string): void {
    let start = 0;
    while (start < xml.length) {
      let end = Math.min(start + SLICE_CHARACTERS, xml.length);
      // Both halves of a character stay together.
      if (end < xml.length && (xml.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
      this.text(xml.slice(start, end));
      start = end;
    }
  }

  #makeRoom(count: number): void {
    if (this.#length >= LARGE_BYTES) this.#pack(constants.Z_SYNC_FLUSH);
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#length + count, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  #pack(finishFlush: number): void {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#crc = crc32(bytes, this.#crc);
    this.#size += bytes.length;
    this.#packed.push(deflateRawSync(bytes, { level: LARGE_LEVEL, finishFlush }));
    this.#length = 0;
  }
}

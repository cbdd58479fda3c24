/** The stream `PP40` of PowerPoint 4 (and files of PowerPoint 3): numbered zones of bytes, on the Mac the high byte first. */
import { UnreadableFile } from "../../../domain/unreadable-file.ts";

const HEADER_BYTES = 24;
const SIGNATURE = { mac: 0x0bad_deed, windows: 0xedde_ad0b };
const ENTRY_BYTES = 8;
/** Bits of lengths that say something else. */
const LENGTH_BITS = 0x3fff_ffff;

/** Bounds-checked reading in the byte order of the file. Reads beyond the end give 0. */
export class Ppt4BlockReader {
  readonly length: number;
  readonly bytes: Uint8Array;
  readonly isMac: boolean;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, isMac: boolean) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.isMac = isMac;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(at: number): number {
    return this.#holds(at, 1) ? this.#view.getUint8(at) : 0;
  }

  u16(at: number): number {
    return this.#holds(at, 2) ? this.#view.getUint16(at, !this.isMac) : 0;
  }

  i16(at: number): number {
    return this.#holds(at, 2) ? this.#view.getInt16(at, !this.isMac) : 0;
  }

  u32(at: number): number {
    return this.#holds(at, 4) ? this.#view.getUint32(at, !this.isMac) : 0;
  }

  /** Eight flags, the first one in the lowest bit on Windows and in the highest on the Mac; given as on the Mac. */
  flags(at: number): number {
    const value = this.u8(at);
    if (this.isMac) return value;
    let turned = 0;
    for (let bit = 0; bit < 8; bit++) if (value & (1 << bit)) turned |= 0x80 >> bit;
    return turned;
  }

  /** A rectangle of four numbers: from the top on the Mac, from the left on Windows. */
  edges(at: number): { left: number; top: number; right: number; bottom: number } {
    const [first, second, third, fourth] = [this.i16(at), this.i16(at + 2), this.i16(at + 4), this.i16(at + 6)];
    return this.isMac
      ? { top: first, left: second, bottom: third, right: fourth }
      : { left: first, top: second, right: third, bottom: fourth };
  }

  #holds(at: number, size: number): boolean {
    return at >= 0 && at + size <= this.length;
  }
}

export class Ppt4File {
  readonly isMac: boolean;
  readonly version: number;
  /** Number of the zone that names the others. */
  readonly documentBlock: number;
  readonly #stream: Uint8Array;
  readonly #reader: Ppt4BlockReader;
  readonly #listAt: number;
  readonly #count: number;

  /** @throws Error with a sentence for people when the stream does not hold a presentation */
  constructor(stream: Uint8Array) {
    const signature = new Ppt4BlockReader(stream, true).u32(0);
    if (signature !== SIGNATURE.mac && signature !== SIGNATURE.windows) {
      throw new UnreadableFile("the presentation of PowerPoint 4 is damaged: its beginning is missing");
    }
    this.isMac = signature === SIGNATURE.mac;
    this.#stream = stream;
    this.#reader = new Ppt4BlockReader(stream, this.isMac);
    this.version = this.#reader.u32(4);
    this.#listAt = this.#reader.u32(8);
    this.#count = this.#reader.u16(12);
    this.documentBlock = this.#reader.u16(22);
    const isKnown = this.version === 3 || this.version === 4;
    if (!isKnown || this.#listAt < HEADER_BYTES)
      throw new UnreadableFile("the presentation is of an unknown version of PowerPoint");
  }

  /** Undefined for a zone that does not exist or has nothing in it. */
  block(id: number): Ppt4BlockReader | undefined {
    if (id < 0 || id >= this.#count) return undefined;
    const at = this.#listAt + id * ENTRY_BYTES;
    const length = this.#reader.u32(at) & LENGTH_BITS;
    const begin = this.#reader.u32(at + 4);
    if (length === 0 || begin + length > this.#stream.length) return undefined;
    return new Ppt4BlockReader(this.#stream.subarray(begin, begin + length), this.isMac);
  }

  /**
   * The members of a list zone by their places, each after a word that says whether it is used.
   */
  members(id: number): Map<number, Ppt4BlockReader> {
    const members = new Map<number, Ppt4BlockReader>();
    const list = this.block(id);
    if (!list) return members;
    // PowerPoint 3 for Windows keeps an identifier in two bytes.
    const isShort = !this.isMac && this.version <= 3;
    const idBytes = isShort ? 2 : 4;
    const headerBytes = isShort ? 16 : 18;
    const count = list.u16(2 + idBytes);
    const size = list.u16(2 + idBytes + 6);
    for (let index = 0, at = headerBytes; index < count && at + 2 + size <= list.length; index++, at += 2 + size) {
      if (list.i16(at) !== 0)
        members.set(index, new Ppt4BlockReader(list.bytes.subarray(at + 2, at + 2 + size), this.isMac));
    }
    return members;
  }

  /** The zones that a list of zone numbers names, by their places in it. */
  listed(id: number): Map<number, Ppt4BlockReader> {
    const zones = new Map<number, Ppt4BlockReader>();
    for (const [index, member] of this.members(id)) {
      const block = this.block(member.u32(0));
      if (block) zones.set(index, block);
    }
    return zones;
  }
}

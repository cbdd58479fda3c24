import { type PackedPart, packBytes, storeBytes } from "./packed-part.ts";
import type { ZipArchive } from "./zip-archive.ts";

const LOCAL_LENGTH = 30;
const ENTRY_LENGTH = 46;
const END_LENGTH = 22;
const UTF8_FLAG = 0x800;
const VERSION = 20;
/** 1980-01-01, the earliest date that a ZIP can state: the same parts give the same bytes whenever they are written. */
const DOS_DATE = 0x21;

interface Item extends PackedPart {
  nameBytes: Uint8Array;
}

/** Writes a ZIP archive (APPNOTE 4.3): parts in the order given, byte-deterministic, UTF-8 names. */
export class ZipWriter {
  readonly #items: Item[] = [];
  readonly #names = new Set<string>();

  /** Adds a part; one that is packed already (`store`) is kept as it is. */
  add(name: string, bytes: Uint8Array, how: "deflate" | "store" = "deflate"): void {
    this.addPacked(name, how === "deflate" ? packBytes(bytes) : storeBytes(bytes));
  }

  addPacked(name: string, part: PackedPart): void {
    if (this.#names.has(name)) throw new RangeError(`ZIP part "${name}" was added twice`);
    this.#names.add(name);
    this.#items.push({ nameBytes: new TextEncoder().encode(name), ...part });
  }

  /** Copies a part of another archive without unpacking it. */
  copy(name: string, zip: ZipArchive): void {
    this.copyAs(name, zip, name);
  }

  /** {@link copy} under another name. */
  copyAs(name: string, zip: ZipArchive, nameThere: string): void {
    const entry = zip.entry(nameThere);
    const body = zip.packed(nameThere);
    if (entry && body) this.addPacked(name, { method: entry.method, crc: entry.crc32, size: entry.size, body });
  }

  /** The whole archive. */
  finish(): Uint8Array {
    const bodies = this.#items.reduce((sum, item) => sum + LOCAL_LENGTH + item.nameBytes.length + item.body.length, 0);
    const directory = this.#items.reduce((sum, item) => sum + ENTRY_LENGTH + item.nameBytes.length, 0);
    const out = new Uint8Array(bodies + directory + END_LENGTH);
    const view = new DataView(out.buffer);
    let offset = 0;
    let entryOffset = bodies;
    for (const item of this.#items) {
      view.setUint32(entryOffset, 0x02014b50, true);
      view.setUint16(entryOffset + 4, VERSION, true);
      writeCommonFields(view, entryOffset + 6, item);
      view.setUint32(entryOffset + 42, offset, true);
      out.set(item.nameBytes, entryOffset + ENTRY_LENGTH);
      entryOffset += ENTRY_LENGTH + item.nameBytes.length;

      view.setUint32(offset, 0x04034b50, true);
      writeCommonFields(view, offset + 4, item);
      out.set(item.nameBytes, offset + LOCAL_LENGTH);
      out.set(item.body, offset + LOCAL_LENGTH + item.nameBytes.length);
      offset += LOCAL_LENGTH + item.nameBytes.length + item.body.length;
    }
    view.setUint32(entryOffset, 0x06054b50, true);
    view.setUint16(entryOffset + 8, this.#items.length, true);
    view.setUint16(entryOffset + 10, this.#items.length, true);
    view.setUint32(entryOffset + 12, directory, true);
    view.setUint32(entryOffset + 16, bodies, true);
    return out;
  }
}

/** The fields from "version needed" to the name's length, which both headers share. */
function writeCommonFields(view: DataView, offset: number, item: Item): void {
  view.setUint16(offset, VERSION, true);
  view.setUint16(offset + 2, UTF8_FLAG, true);
  view.setUint16(offset + 4, item.method, true);
  view.setUint16(offset + 8, DOS_DATE, true);
  view.setUint32(offset + 10, item.crc, true);
  view.setUint32(offset + 14, item.body.length, true);
  view.setUint32(offset + 18, item.size, true);
  view.setUint16(offset + 22, item.nameBytes.length, true);
}

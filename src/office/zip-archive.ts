import { Failure } from "../domain/failure.ts";
import type { InflateRaw } from "./inflate.ts";
import type { ZipLimits } from "./limits.ts";
import { checkPartName } from "./part-name.ts";
import { readZipDirectory, type ZipEntry } from "./zip-directory.ts";

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_LENGTH = 30;

/** A ZIP archive whose parts are unpacked when they are asked for, never before. */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #inflate: InflateRaw;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(bytes: Uint8Array, entries: readonly ZipEntry[], inflate: InflateRaw) {
    this.#bytes = bytes;
    this.#inflate = inflate;
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  /** Opens an archive; throws `archive_invalid` or `archive_too_large` before anything is unpacked. */
  static open(bytes: Uint8Array, limits: ZipLimits, inflate: InflateRaw): ZipArchive {
    const entries = readZipDirectory(bytes, limits);
    for (const entry of entries) checkPartName(entry.name);
    return new ZipArchive(bytes, entries, inflate);
  }

  /** Names of all parts, in the archive's order. */
  names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** What the directory says of a part. */
  entry(name: string): ZipEntry | undefined {
    return this.#entries.get(name);
  }

  /** The packed bytes of a part, to be copied into another archive without unpacking it. */
  packed(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(name);
    return entry && this.#body(entry);
  }

  /** The unpacked bytes of a part; throws `archive_invalid` if they are not what the directory declares. */
  read(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(name);
    if (!entry) return undefined;
    const body = this.#body(entry);
    if (entry.method === 0) return body;
    const out = this.#inflate(body, entry.size);
    if (!out) throw new Failure("archive_invalid", `The part "${name}" is damaged or not of its declared size.`);
    return out;
  }

  #body(entry: ZipEntry): Uint8Array {
    const damaged = () => new Failure("archive_invalid", `The part "${entry.name}" is damaged: its data is missing.`);
    const header = entry.headerOffset;
    if (header + LOCAL_LENGTH > this.#bytes.length) throw damaged();
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + header, LOCAL_LENGTH);
    if (view.getUint32(0, true) !== LOCAL_SIGNATURE) throw damaged();
    const start = header + LOCAL_LENGTH + view.getUint16(26, true) + view.getUint16(28, true);
    const length = entry.method === 0 ? entry.size : entry.compressedSize;
    if (start + length > this.#bytes.length) throw damaged();
    return this.#bytes.subarray(start, start + length);
  }
}

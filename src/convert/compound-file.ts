/** Compound files (MS-CFB): just enough to know what is in the root storage, without unpacking the whole. */

const HEADER_BYTES = 512;
const SMALL_SECTOR_BYTES = 64;
const DIRECTORY_ENTRY_BYTES = 128;
const HEADER_DIFAT_ENTRIES = 109;
const LAST_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
/** A directory is small: more sectors mean a chain that runs in circles. */
const MOST_DIRECTORY_SECTORS = 4_096;
const MOST_FAT_SECTORS = 16_384;

/** True for the signature of a compound file. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte);
}

/** Names of the streams and storages of the root storage; empty when the file is damaged before they are found. */
export function rootEntryNames(bytes: Uint8Array): Set<string> {
  if (bytes.byteLength < HEADER_BYTES) return new Set();
  return new Set(new CompoundDirectory(bytes).rootEntries().map((entry) => entry.name));
}

/**
 * The first bytes of a stream of the root storage, whatever the case of its name, at most `count` of them; undefined when there is no such stream.
 * What a damaged file lacks is missing at the end.
 */
export function streamBeginning(bytes: Uint8Array, name: string, count: number): Uint8Array | undefined {
  if (bytes.byteLength < HEADER_BYTES) return undefined;
  const directory = new CompoundDirectory(bytes);
  const entry = directory.rootEntries().find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  return entry && directory.content(entry, Math.min(count, entry.bytes));
}

/** The first bytes of a stream by its name. */
export type StreamReader = (name: string, count: number) => Uint8Array | undefined;

interface DirectoryEntry {
  name: string;
  firstSector: number;
  /** Size of a stream. */
  bytes: number;
  /** Neighbours in the storage's tree of entries (MS-CFB 2.6.4). */
  left: number;
  right: number;
}

class CompoundDirectory {
  readonly #view: DataView;
  readonly #sectorBytes: number;
  readonly #fatSectors: number[];
  readonly #sectors: number[];

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // 512 bytes in version 3, 4,096 in version 4
    this.#sectorBytes = this.#view.getUint16(0x1e, true) === 12 ? 4_096 : 512;
    this.#fatSectors = this.#readFatSectors();
    this.#sectors = this.#chain(this.#view.getUint32(0x30, true));
  }

  childOfRoot(): number {
    const at = this.#entryOffset(0);
    return at === undefined ? NO_ENTRY : this.#view.getUint32(at + 0x4c, true);
  }

  entry(index: number): DirectoryEntry | undefined {
    const at = index === NO_ENTRY ? undefined : this.#entryOffset(index);
    if (at === undefined) return undefined;
    const nameBytes = Math.min(64, this.#view.getUint16(at + 0x40, true));
    let name = "";
    for (let offset = 0; offset + 2 < nameBytes; offset += 2)
      name += String.fromCharCode(this.#view.getUint16(at + offset, true));

    return {
      name,
      left: this.#view.getUint32(at + 0x44, true),
      right: this.#view.getUint32(at + 0x48, true),
      firstSector: this.#view.getUint32(at + 0x74, true),
      bytes: this.#view.getUint32(at + 0x78, true),
    };
  }

  rootEntries(): DirectoryEntry[] {
    const found: DirectoryEntry[] = [];
    const pending = [this.childOfRoot()];
    const seen = new Set<number>();
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const entry = seen.has(index) ? undefined : this.entry(index);
      seen.add(index);
      if (!entry) continue;
      found.push(entry);
      pending.push(entry.left, entry.right);
    }
    return found;
  }

  /** The first bytes of a stream. */
  content({ firstSector, bytes }: DirectoryEntry, count: number): Uint8Array {
    const smallest = this.#view.getUint32(0x38, true);
    const places =
      bytes < smallest
        ? this.#smallSectors(firstSector, Math.ceil(count / SMALL_SECTOR_BYTES))
        : this.#places(this.#chain(firstSector, Math.ceil(count / this.#sectorBytes)));
    const size = bytes < smallest ? SMALL_SECTOR_BYTES : this.#sectorBytes;
    const content = new Uint8Array(Math.min(count, places.length * size));
    const source = new Uint8Array(this.#view.buffer, this.#view.byteOffset, this.#view.byteLength);
    for (const [index, at] of places.entries()) {
      const begin = index * size;
      content.set(source.subarray(at, at + Math.min(size, content.length - begin)), begin);
    }
    return content;
  }

  #places(sectors: readonly number[]): number[] {
    return sectors.map((sector) => this.#offsetOf(sector)).filter((at) => at !== undefined);
  }

  /** Where the sectors of a small stream begin: they lie within the stream of the root entry (MS-CFB 2.4). */
  #smallSectors(first: number, count: number): number[] {
    const perSector = this.#sectorBytes / 4;
    const table = this.#places(this.#chain(this.#view.getUint32(0x3c, true)));
    const root = this.entry(0);
    const holders = this.#places(root ? this.#chain(root.firstSector) : []);
    const perHolder = this.#sectorBytes / SMALL_SECTOR_BYTES;
    const places: number[] = [];
    for (let sector = first; sector < LAST_SECTOR && places.length < count; ) {
      const holder = holders[Math.floor(sector / perHolder)];
      const entries = table[Math.floor(sector / perSector)];
      if (holder === undefined || entries === undefined) break;
      places.push(holder + (sector % perHolder) * SMALL_SECTOR_BYTES);
      sector = this.#view.getUint32(entries + 4 * (sector % perSector), true);
    }
    return places;
  }

  #entryOffset(index: number): number | undefined {
    const perSector = this.#sectorBytes / DIRECTORY_ENTRY_BYTES;
    const sector = this.#sectors[Math.floor(index / perSector)];
    const at = sector === undefined ? undefined : this.#offsetOf(sector);
    return at === undefined ? undefined : at + (index % perSector) * DIRECTORY_ENTRY_BYTES;
  }

  /** The sectors of the allocation table: 109 in the header, more in a chain of their own (MS-CFB 2.5). */
  #readFatSectors(): number[] {
    const sectors: number[] = [];
    const view = this.#view;
    for (let index = 0; index < HEADER_DIFAT_ENTRIES; index++) sectors.push(view.getUint32(0x4c + 4 * index, true));
    let next = view.getUint32(0x44, true);
    for (
      let at = this.#offsetOf(next);
      at !== undefined && sectors.length < MOST_FAT_SECTORS;
      at = this.#offsetOf(next)
    ) {
      const last = at + this.#sectorBytes - 4;
      for (let place = at; place < last; place += 4) sectors.push(view.getUint32(place, true));
      next = view.getUint32(last, true);
    }
    return sectors;
  }

  #chain(first: number, most = MOST_DIRECTORY_SECTORS): number[] {
    const sectors: number[] = [];
    for (let sector = first; sector < LAST_SECTOR && sectors.length < most; ) {
      if (this.#offsetOf(sector) === undefined) break;
      sectors.push(sector);
      const perSector = this.#sectorBytes / 4;
      const table = this.#offsetOf(this.#fatSectors[Math.floor(sector / perSector)] ?? NO_ENTRY);
      if (table === undefined) break;
      sector = this.#view.getUint32(table + 4 * (sector % perSector), true);
    }
    return sectors;
  }

  /** Where a sector begins; undefined when it is not wholly within the file. */
  #offsetOf(sector: number): number | undefined {
    const at = (sector + 1) * this.#sectorBytes;
    return sector < LAST_SECTOR && at + this.#sectorBytes <= this.#view.byteLength ? at : undefined;
  }
}

import { Failure } from "../domain/failure.ts";

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];
const HEADER_BYTES = 512;
const SHORT_SECTOR_BYTES = 64;
const ENTRY_BYTES = 128;
const DIFAT_ENTRIES_IN_HEADER = 109;
/** Sector numbers from here on are marks: end of chain, free, table sector (MS-CFB 2.1). */
const FIRST_MARK = 0xfffffffa;
const NO_ENTRY = 0xffffffff;

/** Fields of the header (MS-CFB 2.2). */
const HEADER = {
  sectorShift: 0x1e,
  firstDirectorySector: 0x30,
  shortStreamCutoff: 0x38,
  firstShortTableSector: 0x3c,
  firstDifatSector: 0x44,
  difat: 0x4c,
} as const;

/** Fields of a directory entry (MS-CFB 2.6.1). */
const ENTRY = {
  nameBytes: 0x40,
  type: 0x42,
  left: 0x44,
  right: 0x48,
  child: 0x4c,
  firstSector: 0x74,
  size: 0x78,
} as const;

const TYPE_STREAM = 2;
/** Nested storages; Office writes five at most, and the length of paths must not grow with the file. */
const MAX_STORAGE_DEPTH = 32;

interface Stream {
  firstSector: number;
  /** Bytes; for a file of more than 4 GiB, which no one sends, the low half. */
  size: number;
}

/** True for the header of a compound file, recognized by its signature. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER_BYTES && SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** The first bytes of a stream by its path, up to a number. */
export type StreamReader = (path: string, count: number) => Uint8Array | undefined;

/**
 * A compound file (MS-CFB), the container of Office 97-2003 and of files under a password. The directory is read at once,
 * streams when they are asked for. Chains that leave the file or run in circles end there: what a damaged file lacks is
 * missing, and nothing is read twice.
 */
export class CompoundFile {
  /** Names of the streams and storages of the root storage, as written. */
  readonly rootNames = new Set<string>();
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sectorBytes: number;
  /** For each sector the next one of its chain. */
  readonly #table: Uint32Array;
  readonly #streams = new Map<string, Stream>();
  #shortTable: Uint32Array | undefined;
  #shortStream: Uint8Array | undefined;
  #root: Stream = { firstSector: FIRST_MARK, size: 0 };

  /** @throws Failure `file_not_readable` if it is not a compound file */
  constructor(bytes: Uint8Array) {
    if (!isCompoundFile(bytes))
      throw new Failure("file_not_readable", "The file's container is damaged: its header is missing.");
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // 512 bytes in version 3, 4,096 in version 4
    this.#sectorBytes = this.#view.getUint16(HEADER.sectorShift, true) === 12 ? 4_096 : 512;
    this.#table = this.#readTable();
    this.#readDirectory();
  }

  /** Paths of all streams, in lower case: `worddocument`, `objectpool/_1234/\u0001ole10native`. */
  paths(): string[] {
    return [...this.#streams.keys()];
  }

  /**
   * The bytes of a stream, whatever the case of its path; undefined if there is none.
   * @param count at most this many from its beginning
   */
  stream(path: string, count = Number.POSITIVE_INFINITY): Uint8Array | undefined {
    const stream = this.#streams.get(path.toLowerCase());
    if (!stream) return undefined;
    const size = Math.min(count, stream.size);
    return stream.size < this.#view.getUint32(HEADER.shortStreamCutoff, true)
      ? this.#readShort(stream.firstSector, size)
      : this.#read(stream.firstSector, size);
  }

  /**
   * The file with other bytes in some of its streams.
   * @param contents path of a stream, in any case -> as many bytes as it has; where it has fewer sectors, the rest is dropped
   */
  withStreams(contents: ReadonlyMap<string, Uint8Array>): Uint8Array {
    const changed = this.#bytes.slice();
    for (const [path, content] of contents) {
      const stream = this.#streams.get(path.toLowerCase());
      if (!stream) continue;
      const isShort = stream.size < this.#view.getUint32(HEADER.shortStreamCutoff, true);
      const places = isShort ? this.#shortPlaces(stream, content.length) : this.#longPlaces(stream, content.length);
      const sectorBytes = isShort ? SHORT_SECTOR_BYTES : this.#sectorBytes;
      for (const [index, at] of places.entries())
        changed.set(content.subarray(index * sectorBytes, (index + 1) * sectorBytes), at);
    }
    return changed;
  }

  #longPlaces({ firstSector }: Stream, size: number): number[] {
    const sectors = chain(this.#table, firstSector, Math.ceil(size / this.#sectorBytes));
    return sectors.map((sector) => this.#offsetOf(sector)).filter((at) => at !== undefined);
  }

  /** Where the sectors of a short stream lie in the file. */
  #shortPlaces({ firstSector }: Stream, size: number): number[] {
    this.#shortTable ??= this.#readShortTable();
    const large = this.#longPlaces(this.#root, this.#root.size);
    const perSector = this.#sectorBytes / SHORT_SECTOR_BYTES;
    const places = chain(this.#shortTable, firstSector, Math.ceil(size / SHORT_SECTOR_BYTES)).map((sector) => {
      const at = large[Math.floor(sector / perSector)];
      return at === undefined ? undefined : at + (sector % perSector) * SHORT_SECTOR_BYTES;
    });
    return places.filter((at) => at !== undefined);
  }

  /** The allocation table: its sectors are listed in the header and in a chain of their own (MS-CFB 2.3, 2.5). */
  #readTable(): Uint32Array {
    const view = this.#view;
    const sectorCount = Math.floor(this.#bytes.length / this.#sectorBytes);
    const tableSectors: number[] = [];
    for (let index = 0; index < DIFAT_ENTRIES_IN_HEADER; index++)
      tableSectors.push(view.getUint32(HEADER.difat + 4 * index, true));
    let at = this.#offsetOf(view.getUint32(HEADER.firstDifatSector, true));
    while (at !== undefined && tableSectors.length < sectorCount) {
      const last = at + this.#sectorBytes - 4;
      for (let place = at; place < last; place += 4) tableSectors.push(view.getUint32(place, true));
      at = this.#offsetOf(view.getUint32(last, true));
    }
    return this.#numbersIn(tableSectors.slice(0, sectorCount), sectorCount);
  }

  /** The 32-bit numbers of sectors; those of a missing sector are marks. */
  #numbersIn(sectors: readonly number[], most: number): Uint32Array {
    const perSector = this.#sectorBytes / 4;
    const numbers = new Uint32Array(Math.min(most, sectors.length * perSector)).fill(FIRST_MARK);
    for (const [index, sector] of sectors.entries()) {
      const at = this.#offsetOf(sector);
      if (at === undefined) continue;
      const first = index * perSector;
      const end = Math.min(first + perSector, numbers.length);
      for (let place = first; place < end; place++)
        numbers[place] = this.#view.getUint32(at + 4 * (place - first), true);
    }
    return numbers;
  }

  /** The tree of entries: each storage has its own and names its root (MS-CFB 2.6.4). */
  #readDirectory(): void {
    const directory = this.#read(this.#view.getUint32(HEADER.firstDirectorySector, true), this.#bytes.length);
    const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
    const count = Math.floor(directory.length / ENTRY_BYTES);
    if (count === 0) return;
    this.#root = streamAt(view, 0);
    const seen = new Set<number>([0]);
    const pending = [{ index: view.getUint32(ENTRY.child, true), folder: "", depth: 0 }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { index, folder, depth } = next;
      if (index === NO_ENTRY || index >= count || depth > MAX_STORAGE_DEPTH || seen.has(index)) continue;
      seen.add(index);
      const at = index * ENTRY_BYTES;
      const name = nameAt(view, at);
      const path = `${folder}${name.toLowerCase()}`;
      if (folder === "") this.rootNames.add(name);
      if (view.getUint8(at + ENTRY.type) === TYPE_STREAM) this.#streams.set(path, streamAt(view, at));
      else pending.push({ index: view.getUint32(at + ENTRY.child, true), folder: `${path}/`, depth: depth + 1 });
      pending.push(
        { index: view.getUint32(at + ENTRY.right, true), folder, depth },
        { index: view.getUint32(at + ENTRY.left, true), folder, depth },
      );
    }
  }

  /** The first `size` bytes of a chain of sectors, or all of them if the chain has fewer. */
  #read(firstSector: number, size: number): Uint8Array {
    const places = this.#longPlaces({ firstSector, size }, Math.min(size, this.#bytes.length));
    return gather(this.#bytes, places, this.#sectorBytes, size);
  }

  /** The same of a short stream, whose sectors are within the stream of the root entry (MS-CFB 2.4). */
  #readShort(firstSector: number, size: number): Uint8Array {
    this.#shortTable ??= this.#readShortTable();
    this.#shortStream ??= this.#read(this.#root.firstSector, this.#root.size);
    const stream = this.#shortStream;
    const sectors = chain(this.#shortTable, firstSector, Math.ceil(size / SHORT_SECTOR_BYTES));
    const places = sectors.map((sector) => sector * SHORT_SECTOR_BYTES).filter((at) => at < stream.length);
    return gather(stream, places, SHORT_SECTOR_BYTES, size);
  }

  #readShortTable(): Uint32Array {
    const first = this.#view.getUint32(HEADER.firstShortTableSector, true);
    return this.#numbersIn(chain(this.#table, first, this.#table.length), this.#bytes.length / SHORT_SECTOR_BYTES);
  }

  /** Where a sector begins; undefined for a mark and for a sector that is not entirely within the file. */
  #offsetOf(sector: number): number | undefined {
    const at = (sector + 1) * this.#sectorBytes;
    return sector < FIRST_MARK && at + this.#sectorBytes <= this.#bytes.length ? at : undefined;
  }
}

/** The sectors of a chain, at most `most`; a chain that comes back to itself has more than the table. */
function chain(table: Uint32Array, first: number, most: number): number[] {
  const sectors: number[] = [];
  const limit = Math.min(most, table.length);
  for (let sector = first; sector < table.length && sectors.length < limit; sector = table[sector] ?? FIRST_MARK)
    sectors.push(sector);
  return sectors;
}

/** Joins sectors of a source, those that lie in a row at once; the last may be cut off by the source's end. */
function gather(source: Uint8Array, places: readonly number[], sectorBytes: number, size: number): Uint8Array {
  const content = new Uint8Array(Math.min(size, places.length * sectorBytes));
  for (let index = 0, next = 0; index < places.length; index = next) {
    const at = places[index] ?? 0;
    do next++;
    while (places[next] === at + (next - index) * sectorBytes);
    const begin = index * sectorBytes;
    const length = Math.min((next - index) * sectorBytes, content.length - begin);
    content.set(source.subarray(at, at + length), begin);
  }
  return content;
}

function streamAt(view: DataView, at: number): Stream {
  return {
    firstSector: view.getUint32(at + ENTRY.firstSector, true),
    size: view.getUint32(at + ENTRY.size, true),
  };
}

function nameAt(view: DataView, at: number): string {
  const nameBytes = Math.min(ENTRY.nameBytes, view.getUint16(at + ENTRY.nameBytes, true));
  let name = "";
  for (let offset = 0; offset + 2 < nameBytes; offset += 2)
    name += String.fromCharCode(view.getUint16(at + offset, true));
  return name;
}

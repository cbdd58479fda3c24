import type { WorkMeter } from "../domain/work-meter.ts";
import { MAX_DECODED_BYTES } from "../image/compression/limits.ts";
import type { Decryptor } from "./crypt/decryptor.ts";
import { decodeStream } from "./filters/decode-stream.ts";
import { readIndirectObject } from "./indirect-object.ts";
import { type PdfObject, PdfRef, PdfStream, type StreamBody } from "./objects.ts";
import { Parser } from "./parser.ts";
import { type FileEnding, type FoundObjects, findObjects } from "./repair.ts";
import type { XrefLocation, XrefTable } from "./xref-table.ts";

/** A decoded object stream (ISO 32000-2, 7.5.7) and where each object starts in it. */
interface ObjectStream {
  bytes: Uint8Array;
  offsets: Map<number, number>;
}

/** Decoded object streams that are kept, in bytes; the least recently used are dropped first. */
const CACHED_OBJECT_STREAM_BYTES = 24 * 1024 * 1024;
/** Text of objects that are kept beside those that were asked for to stay: what many pages share is read once. */
const PEEKED_TEXT_BYTES = 1024 * 1024;
const MAX_REFERENCE_CHAIN_LENGTH = 32;

/** An object as the file has it. */
interface ReadObject {
  object: PdfObject;
  /** Of what was parsed, without the bytes of a stream. */
  textBytes: number;
}

/** The indirect objects of a document: read when asked for, kept, replaceable. Unreadable objects are null. */
export class ObjectStore {
  #decryptor: Decryptor | undefined;
  readonly work: WorkMeter;
  readonly #bytes: Uint8Array;
  readonly #bodies: ReadonlyMap<number, StreamBody> | undefined;
  #table: XrefTable;
  readonly #objects = new Map<number, PdfObject>();
  /** Objects of this document that are made when they are asked for: copies from another document. */
  readonly #copies = new Map<number, () => PdfObject>();
  readonly #loading = new Set<number>();
  /** The last that {@link peek} has read; the one that was asked for the longest time ago comes first. */
  readonly #peeked = new Map<number, ReadObject>();
  #peekedTextBytes = 0;
  readonly #objectStreams = new Map<number, ObjectStream>();
  #keptBytes = 0;
  #found: FoundObjects | undefined;
  #nextNumber: number;

  /**
   * @param work what the call may cost that asks for objects
   * @param bodies streams whose bytes are elsewhere; see {@link readIndirectObject}
   */
  constructor(bytes: Uint8Array, table: XrefTable, work: WorkMeter, bodies?: ReadonlyMap<number, StreamBody>) {
    this.work = work;
    this.#bytes = bytes;
    this.#bodies = bodies;
    this.#table = table;
    this.#nextNumber = Math.max(1, table.size);
  }

  /** Once the password is known. What was asked for to stay is as it was read. */
  set decryptor(decryptor: Decryptor | undefined) {
    this.#decryptor = decryptor;
    this.#forgetAllPeeked();
  }

  /** The object with this number; null if there is none. Kept, so that changes to it persist. */
  get(number: number): PdfObject {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    const object = this.#made(number) ?? this.#read(number)?.object ?? null;
    // asked for while it is being read (a stream whose Length is itself): not yet the answer
    if (!this.#loading.has(number)) this.set(number, object);
    return object;
  }

  /** {@link get} for callers that change nothing: the object does not stay, so that what is asked for once takes no memory. */
  peek(number: number): PdfObject {
    const known = this.#objects.get(number) ?? this.#made(number);
    if (known !== undefined) return known;
    const peeked = this.#peeked.get(number);
    if (peeked) {
      this.#peeked.delete(number);
      this.#peeked.set(number, peeked);
      return peeked.object;
    }
    const read = this.#read(number);
    if (!read) return null;
    if (read.textBytes <= PEEKED_TEXT_BYTES) this.#keepPeeked(number, read);
    return read.object;
  }

  /** Whether an object has this number; it is not read, so it may turn out to be null. */
  exists(number: number): boolean {
    const known = this.#objects.get(number);
    if (known !== undefined) return known !== null;
    return this.#copies.has(number) || this.#table.locate(number) !== undefined;
  }

  /** The object behind a reference, or behind a chain of them; direct objects are returned as they are. */
  resolve(object: PdfObject | undefined): PdfObject {
    for (let hops = 0; object instanceof PdfRef; hops++) {
      if (hops > MAX_REFERENCE_CHAIN_LENGTH) return null;
      object = this.get(object.number);
    }
    return object ?? null;
  }

  /** Replaces an object; null deletes it. */
  set(number: number, object: PdfObject): void {
    this.#objects.set(number, object);
    this.#copies.delete(number);
    this.#forgetPeeked(number);
    if (number >= this.#nextNumber) this.#nextNumber = number + 1;
  }

  /** Lets go of an object that is no longer needed. */
  drop(number: number): void {
    this.#objects.delete(number);
    this.#copies.delete(number);
    this.#forgetPeeked(number);
  }

  /** Adds an object under a new number. */
  add(object: PdfObject): PdfRef {
    const ref = new PdfRef(this.#nextNumber++);
    this.#objects.set(ref.number, object);
    return ref;
  }

  /** Adds an object that is made when it is asked for, anew each time until it is kept. */
  addCopy(make: () => PdfObject): PdfRef {
    const ref = new PdfRef(this.#nextNumber++);
    this.#copies.set(ref.number, make);
    return ref;
  }

  /** Where the file has the object itself: undefined for those within object streams and for those that were added. */
  offsetOf(number: number): number | undefined {
    const location = this.#table.locate(number);
    return location?.kind === "offset" ? location.offset : undefined;
  }

  /** Where the file has an object; undefined for those that were added. */
  locate(number: number): XrefLocation | undefined {
    return this.#table.locate(number);
  }

  /** Whether the file says that no object has this number any longer. */
  isFree(number: number): boolean {
    return this.#table.isKnown(number) && this.#table.locate(number) === undefined;
  }

  /** What is written at an offset of the file, whatever its number, as it is written there; null if no object is. */
  at(offset: number): PdfObject {
    return this.#readFile(offset)?.object ?? null;
  }

  /** Size of the file that the objects are read from, in bytes. */
  get fileBytes(): number {
    return this.#bytes.length;
  }

  /** How the file ends, found by a search through all of it. */
  get ending(): FileEnding {
    return this.#search().ending;
  }

  /** One more than the highest number in use. */
  get size(): number {
    return this.#nextNumber;
  }

  /** The numbers of all objects, ascending; including those that nothing refers to. */
  numbers(): number[] {
    const added = new Set<number>();
    for (const number of this.#copies.keys()) if (!this.#table.locate(number)) added.add(number);
    for (const [number, object] of this.#objects) {
      if (object === null) added.delete(number);
      else if (!this.#table.locate(number)) added.add(number);
    }
    const numbers: number[] = [];
    for (const number of this.#table.numbers()) if (this.#objects.get(number) !== null) numbers.push(number);
    if (added.size === 0) return numbers;
    return [...numbers, ...added].sort((left, right) => left - right);
  }

  /** Replaces the file's cross-reference by what a search through the file finds. */
  repair(): FoundObjects {
    const found = this.#search();
    this.#table = found.table;
    this.#nextNumber = Math.max(this.#nextNumber, found.table.size);
    this.#objects.clear();
    this.#forgetAllPeeked();
    this.#objectStreams.clear();
    return found;
  }

  /** Enters the objects within the object streams that {@link repair} found; needs the decryptor if there is one. */
  repairObjectStreams(found: FoundObjects): void {
    this.#forgetAllPeeked();
    for (const stream of found.objectStreams) {
      const place = this.#table.locate(stream);
      if (place?.kind !== "offset") continue;
      for (const number of this.#objectStream(stream)?.offsets.keys() ?? []) {
        const known = this.#table.locate(number);
        // of two versions the one that comes later in the file is the newer
        const isNewer = known?.kind !== "offset" || known.offset < place.offset;
        if (number !== stream && isNewer) this.#table.set(number, "compressed", stream);
      }
    }
    this.#nextNumber = Math.max(this.#nextNumber, this.#table.size);
  }

  /** One that is made when it is asked for. */
  #made(number: number): PdfObject | undefined {
    return this.#loading.has(number) ? undefined : this.#copies.get(number)?.();
  }

  #keepPeeked(number: number, read: ReadObject): void {
    this.#peeked.set(number, read);
    this.#peekedTextBytes += read.textBytes;
    for (const oldest of this.#peeked.keys()) {
      if (this.#peekedTextBytes <= PEEKED_TEXT_BYTES) break;
      this.#forgetPeeked(oldest);
    }
  }

  #forgetPeeked(number: number): void {
    this.#peekedTextBytes -= this.#peeked.get(number)?.textBytes ?? 0;
    this.#peeked.delete(number);
  }

  #forgetAllPeeked(): void {
    this.#peeked.clear();
    this.#peekedTextBytes = 0;
  }

  #read(number: number): ReadObject | undefined {
    if (this.#loading.has(number)) return undefined;
    this.#loading.add(number);
    try {
      const location = this.#table.locate(number);
      if (!location) return undefined;
      if (location.kind === "offset") return this.#readAtOffset(number, location.offset);
      return this.#readCompressed(number, location.stream);
    } finally {
      this.#loading.delete(number);
    }
  }

  #readAtOffset(number: number, offset: number): ReadObject | undefined {
    const read = this.#readFile(offset);
    if (read?.number === number) return this.#decrypted(read, number);
    // the offset is wrong: this object is searched for, the others keep their entries
    const place = this.#search().table.locate(number);
    if (place?.kind !== "offset" || place.offset === offset) return undefined;
    const found = this.#readFile(place.offset);
    return found && this.#decrypted(found, number);
  }

  #readFile(offset: number) {
    const lengthOf = (length: PdfObject | undefined) => {
      const value = this.resolve(length);
      return typeof value === "number" ? value : undefined;
    };
    const read = readIndirectObject(this.#bytes, offset, lengthOf, this.#bytes.length, this.#bodies);
    if (!read) return undefined;
    // a stream's own bytes were not parsed
    const textBytes = read.object instanceof PdfStream ? 512 + read.searchedBytes : read.end - offset;
    this.work.charge("parsedByte", textBytes);
    const { object, number, generation } = read;
    return { object, number, generation, textBytes };
  }

  #readCompressed(number: number, stream: number): ReadObject | undefined {
    const container = this.#objectStream(stream);
    const start = container?.offsets.get(number);
    if (!container || start === undefined) {
      const place = this.#search().table.locate(number);
      return place?.kind === "offset" ? this.#readAtOffset(number, place.offset) : undefined;
    }
    const parser = new Parser(container.bytes, start);
    const object = parser.readObject() ?? null;
    const textBytes = parser.lexer.position - start;
    this.work.charge("parsedByte", textBytes);
    return { object, textBytes };
  }

  #objectStream(number: number): ObjectStream | undefined {
    const kept = this.#objectStreams.get(number);
    if (kept) {
      this.#objectStreams.delete(number);
      this.#objectStreams.set(number, kept);
      return kept;
    }
    // an object stream inside another one is not allowed (7.5.7) and could be inside itself
    if (this.#table.locate(number)?.kind !== "offset") return undefined;
    const stream = this.peek(number);
    if (!(stream instanceof PdfStream)) return undefined;
    const { bytes } = decodeStream(stream, (object) => this.resolve(object), MAX_DECODED_BYTES);
    this.work.charge("decodedByte", bytes.length);
    const read = { bytes, offsets: this.#readOffsets(stream, bytes) };
    this.#objectStreams.set(number, read);
    this.#keptBytes += bytes.length;
    for (const [oldest, { bytes: dropped }] of this.#objectStreams) {
      if (this.#keptBytes <= CACHED_OBJECT_STREAM_BYTES || oldest === number) break;
      this.#objectStreams.delete(oldest);
      this.#keptBytes -= dropped.length;
    }
    return read;
  }

  #readOffsets(stream: PdfStream, bytes: Uint8Array): Map<number, number> {
    const first = this.resolve(stream.dict.get("First"));
    const count = this.resolve(stream.dict.get("N"));
    const offsets = new Map<number, number>();
    if (typeof first !== "number" || typeof count !== "number") return offsets;
    const { lexer } = new Parser(bytes, 0, first);
    for (let index = 0; index < count; index++) {
      lexer.skipWhitespace();
      if (lexer.position >= lexer.end) break;
      const number = lexer.readNumber();
      lexer.skipWhitespace();
      const start = lexer.position;
      offsets.set(number, first + lexer.readNumber());
      if (lexer.position === start) break;
    }
    return offsets;
  }

  #decrypted({ object, textBytes, generation }: ReadObject & { generation: number }, number: number): ReadObject {
    return { object: this.#decryptor ? this.#decryptor.object(object, number, generation) : object, textBytes };
  }

  #search(): FoundObjects {
    this.#found ??= findObjects(this.#bytes, this.#bodies);
    return this.#found;
  }
}

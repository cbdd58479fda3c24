import { Failure } from "../domain/failure.ts";
import { indexOfWord, lastIndexOfWord } from "./byte-search.ts";
import { type ByteSource, readAhead } from "./byte-source.ts";
import { isName, PdfDict, type StreamBody } from "./objects.ts";
import { Parser } from "./parser.ts";

/** A file without the bytes of its larger streams: small enough to be held, and read like any other file. */
export interface StructuralScan {
  bytes: Uint8Array;
  /** What belongs at an offset of the skeleton where a stream's bytes were left out. */
  bodies: ReadonlyMap<number, StreamBody>;
}

/** Streams of up to this many bytes stay in the skeleton. */
const SMALL_BODY_BYTES = 4096;
/** Bytes read at once. */
const WINDOW_BYTES = 4 * 1024 * 1024;
/** How far before its keyword the dictionary of a stream may start. */
const MAX_DICT_BYTES = 64 * 1024;
/** It is briefly in memory twice, and its objects come on top. */
const MAX_SCAN_BYTES = 24 * 1024 * 1024;

/** Reads a file once from its beginning to its end and keeps all but the bytes of larger streams. */
export async function scanStructure(source: ByteSource): Promise<StructuralScan> {
  return new StructureScanner(source).read();
}

class StructureScanner {
  readonly #source: ByteSource;
  readonly #bodySource: ByteSource;
  readonly #kept: Uint8Array[] = [];
  #keptLength = 0;
  readonly #bodies = new Map<number, StreamBody>();
  /** The part of the file that is in memory. */
  #window: Uint8Array = new Uint8Array(0);
  #windowStart = 0;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#bodySource = readAhead(source);
  }

  async read(): Promise<StructuralScan> {
    let position = 0;
    while (position < this.#source.size) {
      await this.#fill(position);
      const body = this.#nextBody(position);
      if (!body) {
        // the keyword may straddle the edge of the window
        const end = this.#windowEnd;
        const next = end >= this.#source.size ? end : Math.max(position + 1, end - MAX_DICT_BYTES);
        this.#keep(position, next);
        position = next;
        continue;
      }
      const end = await this.#endOfBody(body.start, body.length);
      if (body.isStructure || end - body.start <= SMALL_BODY_BYTES) {
        await this.#keepFar(position, end);
      } else {
        await this.#fill(position);
        this.#keep(position, body.start);
        this.#bodies.set(this.#keptLength, new RemoteBody(this.#bodySource, body.start, end - body.start));
      }
      position = end;
    }
    const bytes = new Uint8Array(this.#keptLength);
    let at = 0;
    for (const piece of this.#kept) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return { bytes, bodies: this.#bodies };
  }

  get #windowEnd(): number {
    return this.#windowStart + this.#window.length;
  }

  /** Makes sure that the window holds the position, and enough after it. */
  async #fill(position: number): Promise<void> {
    const enough = Math.min(this.#source.size, position + 2 * MAX_DICT_BYTES);
    if (position >= this.#windowStart && enough <= this.#windowEnd) return;
    this.#window = await this.#source.read(position, Math.min(WINDOW_BYTES, this.#source.size - position));
    this.#windowStart = position;
  }

  /** The next stream of the window at or after a position: where its bytes start, and what its dictionary says. */
  #nextBody(position: number): { start: number; length: number | undefined; isStructure: boolean } | undefined {
    const window = this.#window;
    for (let from = position - this.#windowStart; ; from += 6) {
      from = indexOfWord(window, "stream", from);
      // the line end after the keyword has to be in the window
      if (from < 0 || from + 8 > window.length) return undefined;
      let start = from + 6;
      if (window[start] === 13) start++;
      if (window[start] === 10) start++;
      const isKeyword = start > from + 6 && window[from - 1] !== 100;
      const dict = isKeyword ? this.#dictBefore(from, position - this.#windowStart) : undefined;
      if (!dict) continue;
      const length = dict.get("Length");
      const isStructure = isName(dict.get("Type"), "ObjStm") || isName(dict.get("Type"), "XRef");
      return { start: this.#windowStart + start, length: typeof length === "number" ? length : undefined, isStructure };
    }
  }

  #dictBefore(keyword: number, lowest: number): PdfDict | undefined {
    const from = Math.max(lowest, keyword - MAX_DICT_BYTES, 0);
    const header = lastIndexOfWord(this.#window.subarray(from, keyword), "obj");
    if (header < 0) return undefined;
    const parser = new Parser(this.#window, from + header + 3, keyword + 6);
    try {
      const dict = parser.readObject();
      parser.lexer.skipWhitespace();
      return dict instanceof PdfDict && parser.lexer.position === keyword ? dict : undefined;
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  /** `Length` counts if `endstream` follows; otherwise the bytes go up to that keyword. */
  async #endOfBody(start: number, length: number | undefined): Promise<number> {
    if (length !== undefined && length >= 0 && start + length <= this.#source.size) {
      const end = start + length;
      const inWindow = end + 16 <= this.#windowEnd && end >= this.#windowStart;
      const after = inWindow
        ? this.#window.subarray(end - this.#windowStart, end - this.#windowStart + 16)
        : await this.#source.read(end, Math.min(16, this.#source.size - end));
      if (indexOfWord(after, "endstr") >= 0) return end;
    }
    for (let position = start; position < this.#source.size; ) {
      if (position < this.#windowStart || position + 16 > this.#windowEnd) await this.#fill(position);
      const found = indexOfWord(this.#window, "endstream", position - this.#windowStart);
      if (found >= 0) {
        let end = found;
        if (end > 0 && this.#window[end - 1] === 10) end--;
        if (end > 0 && this.#window[end - 1] === 13) end--;
        return Math.max(start, this.#windowStart + end);
      }
      position = this.#windowEnd >= this.#source.size ? this.#source.size : this.#windowEnd - 8;
    }
    return this.#source.size;
  }

  #keep(from: number, to: number): void {
    if (to <= from) return;
    this.#keepBytes(this.#window.slice(from - this.#windowStart, to - this.#windowStart));
  }

  /** Keeps a range that may reach beyond the window. */
  async #keepFar(from: number, to: number): Promise<void> {
    if (from >= this.#windowStart && to <= this.#windowEnd) this.#keep(from, to);
    else if (this.#keptLength + to - from > MAX_SCAN_BYTES) tooLarge();
    else this.#keepBytes((await this.#source.read(from, to - from)).slice());
  }

  #keepBytes(piece: Uint8Array): void {
    this.#kept.push(piece);
    this.#keptLength += piece.length;
    if (this.#keptLength > MAX_SCAN_BYTES) tooLarge();
  }
}

/** The bytes of a stream that stay in the file. */
class RemoteBody implements StreamBody {
  readonly #source: ByteSource;
  readonly #offset: number;
  readonly length: number;

  constructor(source: ByteSource, offset: number, length: number) {
    this.#source = source;
    this.#offset = offset;
    this.length = length;
  }

  bytes(): Uint8Array {
    throw new Failure("file_too_large", "The PDF is too large for what was asked of it.");
  }

  load(): Promise<Uint8Array> {
    return this.#source.read(this.#offset, this.length);
  }
}

function tooLarge(): never {
  throw new Failure("file_too_large", "The PDF is too large: even without its images it does not fit into memory.");
}

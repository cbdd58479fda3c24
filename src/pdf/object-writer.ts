import { createHash } from "node:crypto";
import { deflate } from "../image/compression/flate.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { ObjectEncryptor } from "./crypt/encryptor.ts";
import { dict, name, PdfDict, type PdfObject, PdfString } from "./objects.ts";
import { type NumberOf, writeDict, writeObject } from "./serialize.ts";
import { XrefRows } from "./xref-rows.ts";
import type { XrefTable } from "./xref-table.ts";

/** Types of rows (ISO 32000-2, table 18). */
const AT_OFFSET = 1;
const IN_STREAM = 2;

export interface ObjectWriterOptions {
  numberOf: NumberOf;
  /** A number for an object that the writer makes itself; by default the next one. */
  newNumber?: () => number;
  /** Flate level of what the writer makes itself. */
  level?: number;
  /** Encrypts streams. */
  encryptor?: ObjectEncryptor;
  /** Bytes of the file that are there already. */
  start?: number;
}

/** The objects of a file one after the other, and where each of them is (ISO 32000-2, 7.3.10, 7.5.7 and 7.5.8). */
export class ObjectWriter {
  readonly #options: ObjectWriterOptions;
  /** What comes next; empty after a stream. */
  readonly out: ByteWriter = new ByteWriter(64 * 1024);
  /** Of the streams' bytes, by the numbers of the streams. */
  readonly lengths = new Map<number, number>();
  /** The entries of the cross-reference stream. */
  trailer = new PdfDict();
  readonly #rows = new XrefRows();
  readonly #hash = createHash("md5");
  #chunks: Uint8Array[] = [];
  /** Of the first byte that is still in `out`. */
  #position: number;
  /** Objects of the object stream that is being filled. */
  #members: { number: number; offset: number }[] = [];
  readonly #body = new ByteWriter(64 * 1024);

  constructor(options: ObjectWriterOptions) {
    this.#options = options;
    this.#position = options.start ?? 0;
  }

  /** Of the next byte. */
  get position(): number {
    return this.#position + this.out.length;
  }

  /** Objects in the object stream that is being filled. */
  get memberCount(): number {
    return this.#members.length;
  }

  /** Where each object is. */
  get table(): XrefTable {
    return this.#rows.table();
  }

  isWritten(number: number): boolean {
    return this.#rows.has(number);
  }

  newNumber(): number {
    return this.#options.newNumber?.() ?? this.#rows.add();
  }

  header(version: string): void {
    this.out.latin1(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`);
  }

  /** An object whose bytes the caller writes; returns where they begin. */
  object(number: number, write: (out: ByteWriter) => void): number {
    this.#begin(number);
    const at = this.position;
    write(this.out);
    this.out.latin1("\nendobj\n");
    return at;
  }

  /** @param isSealed the bytes are encrypted already */
  stream(number: number, entries: PdfDict, body: Uint8Array, isSealed = false): void {
    const { encryptor } = this.#options;
    const bytes = isSealed ? body : (encryptor?.stream(body, entries, number) ?? body);
    this.#plainStream(number, encryptor?.strings(entries, number) ?? entries, bytes);
  }

  /** An object within an object stream. */
  member(number: number, object: PdfObject): void {
    this.#members.push({ number, offset: this.#body.length });
    // Its stream is known when that is full.
    this.#rows.set(number, IN_STREAM, 0, 0);
    writeObject(this.#body, object, this.#options.numberOf);
    this.#body.byte(10);
  }

  endObjectStream(): void {
    if (this.#members.length === 0) return;
    const container = this.newNumber();
    let index = "";
    for (const [position, { number, offset }] of this.#members.entries()) {
      index += `${number} ${offset} `;
      this.#rows.set(number, IN_STREAM, container, position);
    }
    const content = Buffer.concat([Buffer.from(index, "latin1"), this.#body.take()]);
    const entries = dict({
      Type: name("ObjStm"),
      N: this.#members.length,
      First: index.length,
      Filter: name("FlateDecode"),
    });
    this.#members = [];
    this.stream(container, entries, deflate(content, this.#options.level));
  }

  /** @param identifiers what `ID` says (14.4), given a hash of the file so far */
  crossReferenceStream(trailer: PdfDict, identifiers: (current: PdfString) => PdfObject): void {
    this.#flush();
    const number = this.newNumber();
    const start = this.#position;
    this.#rows.set(number, AT_OFFSET, start, 0);
    const { data, widths } = this.#rows.pack();
    const entries = dict({
      Type: name("XRef"),
      Size: this.#rows.length,
      W: widths,
      Filter: name("FlateDecode"),
      DecodeParms: dict({ Predictor: 12, Columns: widths.reduce((sum, width) => sum + width) }),
    });
    for (const [key, value] of trailer) entries.set(key, value);
    entries.set("ID", identifiers(new PdfString(this.#hash.copy().digest())));
    this.trailer = entries;
    this.#plainStream(number, entries, deflate(data, this.#options.level));
    this.end(start);
  }

  /** The last lines of a file. @param crossReferenceAt where its cross-reference begins */
  end(crossReferenceAt: number): void {
    this.out.latin1(`startxref\n${crossReferenceAt}\n%%EOF\n`);
    this.#flush();
  }

  /** What was written since it was last taken. */
  take(): Uint8Array[] {
    const taken = this.#chunks;
    this.#chunks = [];
    return taken;
  }

  #begin(number: number): void {
    this.#rows.set(number, AT_OFFSET, this.position, 0);
    this.out.latin1(`${number} 0 obj\n`);
  }

  #plainStream(number: number, entries: PdfDict, bytes: Uint8Array): void {
    this.#begin(number);
    this.lengths.set(number, bytes.length);
    writeDict(this.out, new PdfDict(entries).set("Length", bytes.length), this.#options.numberOf);
    this.out.latin1("stream\n");
    this.#flush();
    this.#add(bytes);
    this.out.latin1("\nendstream\nendobj\n");
  }

  #flush(): void {
    if (this.out.length > 0) this.#add(this.out.take());
  }

  #add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#position += chunk.length;
    // Lengths are in the dictionaries: beginnings distinguish files and cost little.
    this.#hash.update(chunk.subarray(0, 4096));
  }
}

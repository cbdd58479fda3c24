/** A file that is written while its document is made: finished objects are written at once and let go of. */
import { createHash } from "node:crypto";
import { plainBytes } from "../domain/plain-bytes.ts";
import { deflate } from "../image/compression/flate.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { PdfDocument } from "./document.ts";
import { dict, name, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "./objects.ts";
import { writeDict, writeObject } from "./serialize.ts";
import { XrefRows } from "./xref-rows.ts";

const OBJECTS_PER_STREAM = 256;
const VERSION = "1.7";
/** Type of objects within object streams (7.5.8.3). */
const IN_STREAM = 2;

/** The same objects in the same order give the same bytes. Objects keep the numbers that the document gave them. */
export class GrowingFile {
  readonly #document: PdfDocument;
  readonly #chunks: Uint8Array[] = [];
  readonly #out = new ByteWriter(64 * 1024);
  readonly #rows = new XrefRows();
  readonly #hash = createHash("md5");
  #position = 0;
  /** Objects that written ones refer to, and that are still to come. */
  readonly #wanted = new Set<number>();
  /** Objects of the object stream that is being filled (ISO 32000-2, 7.5.7). */
  #members: { number: number; offset: number }[] = [];
  readonly #body = new ByteWriter(64 * 1024);

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#out.latin1(`%PDF-${VERSION}\n%\xe2\xe3\xcf\xd3\n`);
  }

  /** Writes an object that will not change any more; the document does not keep it. */
  write({ number }: PdfRef, object: PdfObject): void {
    if (this.#isWritten(number)) throw new Error(`object ${number} is written already`);
    this.#wanted.delete(number);
    this.#document.objects.drop(number);
    if (object instanceof PdfStream) this.#writeStream(number, object);
    else {
      this.#members.push({ number, offset: this.#body.length });
      // Its stream is known when that is full.
      this.#rows.set(number, IN_STREAM, 0, 0);
      writeObject(this.#body, object, this.#numberOf);
      this.#body.byte(10);
      if (this.#members.length >= OBJECTS_PER_STREAM) this.#endObjectStream();
    }
  }

  /** Writes those of the other objects that can be reached, and where everything is. */
  finish(): Uint8Array {
    const { objects, trailer } = this.#document;
    const entries = new PdfDict();
    for (const key of ["Root", "Info"]) {
      const entry = trailer.get(key);
      if (!(entry instanceof PdfRef)) continue;
      entries.set(key, entry);
      this.#wanted.add(entry.number);
    }
    // Iterating a set includes what is added meanwhile.
    for (const number of this.#wanted) {
      const object = objects.get(number);
      if (object !== null) this.write(new PdfRef(number), object);
    }
    this.#endObjectStream();
    this.#writeRows(entries);
    return plainBytes(Buffer.concat(this.#chunks));
  }

  readonly #numberOf = ({ number }: PdfRef): number => {
    if (!this.#isWritten(number)) this.#wanted.add(number);
    return number;
  };

  #isWritten(number: number): boolean {
    return this.#rows.has(number);
  }

  #writeStream(number: number, { dict: entries, body }: PdfStream): void {
    if (!(body instanceof Uint8Array)) throw new TypeError("A stream of a new document has its bytes.");
    const withLength = new PdfDict(entries);
    withLength.set("Length", body.length);
    this.#rows.set(number, 1, this.#position + this.#out.length, 0);
    this.#out.latin1(`${number} 0 obj\n`);
    writeDict(this.#out, withLength, this.#numberOf);
    this.#out.latin1("stream\n");
    this.#flush();
    this.#add(body);
    this.#out.latin1("\nendstream\nendobj\n");
  }

  #endObjectStream(): void {
    if (this.#members.length === 0) return;
    const container = this.#document.add(null);
    let index = "";
    for (const [position, { number, offset }] of this.#members.entries()) {
      index += `${number} ${offset} `;
      this.#rows.set(number, IN_STREAM, container.number, position);
    }
    const content = Buffer.concat([Buffer.from(index, "latin1"), this.#body.take()]);
    const entries = dict({
      Type: name("ObjStm"),
      N: this.#members.length,
      First: index.length,
      Filter: name("FlateDecode"),
    });
    this.#members = [];
    this.write(container, new PdfStream(entries, deflate(content)));
  }

  #writeRows(trailer: PdfDict): void {
    this.#flush();
    const { number } = this.#document.add(null);
    const start = this.#position;
    this.#rows.set(number, 1, start, 0);
    const { data, widths } = this.#rows.pack();
    const entries = dict({
      Type: name("XRef"),
      Size: this.#rows.length,
      W: widths,
      Filter: name("FlateDecode"),
      DecodeParms: dict({ Predictor: 12, Columns: widths.reduce((sum, width) => sum + width) }),
    });
    for (const [key, value] of trailer) entries.set(key, value);
    const identifier = new PdfString(this.#hash.copy().digest());
    entries.set("ID", [identifier, identifier]);
    this.#writeStream(number, new PdfStream(entries, deflate(data)));
    this.#out.latin1(`startxref\n${start}\n%%EOF\n`);
    this.#flush();
  }

  #flush(): void {
    if (this.#out.length > 0) this.#add(this.#out.take());
  }

  #add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#position += chunk.length;
    // Lengths are in the dictionaries: beginnings distinguish files and cost little.
    this.#hash.update(chunk.subarray(0, 4096));
  }
}

import { createHash, type Hash } from "node:crypto";
import { plainBytes } from "../domain/plain-bytes.ts";
import { present } from "../domain/present.ts";
import { allAtOnce, type Steps } from "../domain/steps.ts";
import { deflate } from "../image/compression/flate.ts";
import { ByteWriter } from "./byte-writer.ts";
import { LockedBody } from "./crypt/decryptor.ts";
import type { ObjectEncryptor } from "./crypt/encryptor.ts";
import type { PdfDocument } from "./document.ts";
import { dict, name, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "./objects.ts";
import { writeDict, writeObject } from "./serialize.ts";
import { XrefRows } from "./xref-rows.ts";

/** How a document is written. */
export interface WriteOptions {
  /** Flate level of object and cross-reference streams, 0 to 9; default 6. */
  level?: number;
  /** The most objects of an object stream if `objectStreams` does not say; default 256. */
  objectsPerStream?: number;
  /**
   * Objects that share an object stream, by number, in the order in which they are numbered and written. Streams, and
   * objects that nothing refers to, are left out. Objects not named here follow as they are met.
   */
  objectStreams?: readonly (readonly number[])[];
  /** What the header says; by default the document's own version, 1.5 at least. */
  version?: string;
  /** Encrypts what is written. */
  encryptor?: ObjectEncryptor | undefined;
}

/** What the writer yields: bytes to append, or a stream whose encoded bytes it needs. */
type Step = Uint8Array | PdfStream;

/**
 * Writes every object that can be reached from the trailer, with object streams and a cross-reference stream
 * (ISO 32000-2, 7.5.7 and 7.5.8). The same document gives the same bytes.
 */
export function writePdf(document: PdfDocument, options: WriteOptions = {}): Uint8Array {
  return allAtOnce(writeSteps(document, options));
}

/** {@link writePdf} with pauses. */
export function* writeSteps(document: PdfDocument, options: WriteOptions = {}): Steps<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const writing = new Writer(document, options).write();
  for (let step = writing.next(); !step.done; ) {
    if (step.value instanceof PdfStream) step = writing.next(step.value.bytes());
    else {
      chunks.push(step.value);
      yield step.value.length;
      step = writing.next();
    }
  }
  return plainBytes(Buffer.concat(chunks));
}

/** {@link writePdf} piece by piece, for files that are too big to be held twice. */
export async function* writePdfChunks(document: PdfDocument, options: WriteOptions = {}): AsyncGenerator<Uint8Array> {
  const writing = new Writer(document, options).write();
  for (let step = writing.next(); !step.done; ) {
    if (step.value instanceof PdfStream) step = writing.next(await step.value.load());
    else {
      yield step.value;
      step = writing.next();
    }
  }
}

class Writer {
  private readonly document: PdfDocument;
  private readonly options: WriteOptions;
  private readonly out = new ByteWriter(64 * 1024);
  private readonly hash: Hash = createHash("md5");
  private position = 0;
  /** New numbers by old ones; 0 for objects that do not exist. */
  private readonly numbers = new Map<number, number>();
  private readonly queue: number[] = [];
  /** Index of the first object of the queue that is not written yet. */
  private next = 0;
  private readonly rows = new XrefRows();
  /** Objects of the object stream that is being filled. */
  private members: { number: number; offset: number }[] = [];
  private readonly body = new ByteWriter(64 * 1024);

  constructor(document: PdfDocument, options: WriteOptions) {
    this.document = document;
    this.options = options;
  }

  *write(): Generator<Step, void, Uint8Array | undefined> {
    const { document, options } = this;
    const version = options.version ?? (document.version < "1.5" ? "1.5" : document.version);
    this.out.latin1(`%PDF-${options.encryptor && version < "1.7" ? "1.7" : version}\n%\xe2\xe3\xcf\xd3\n`);
    const trailer = new PdfDict();
    for (const key of ["Root", "Info"]) {
      const entry = document.trailer.get(key);
      if (entry !== undefined) trailer.set(key, entry);
    }
    const ends = (options.objectStreams ?? []).map((group) => {
      for (const number of group) this.numberOf(new PdfRef(number));
      return this.queue.length;
    });
    for (const end of ends) {
      yield* this.writeQueue(end, Number.POSITIVE_INFINITY);
      yield* this.endObjectStream();
    }
    for (const entry of trailer.values()) if (entry instanceof PdfRef) this.numberOf(entry);
    yield* this.writeQueue(Number.POSITIVE_INFINITY, options.objectsPerStream ?? 256);
    yield* this.endObjectStream();
    yield* this.writeXrefStream(trailer);
  }

  private *writeQueue(until: number, maxMembers: number): Generator<Step, void, Uint8Array | undefined> {
    while (this.next < this.queue.length && this.next < until) {
      const old = this.queue[this.next++] ?? 0;
      const object = this.document.objects.peek(old);
      const number = present(this.numbers.get(old));
      if (object instanceof PdfStream) yield* this.writeStream(number, object, true);
      else {
        this.members.push({ number, offset: this.body.length });
        writeObject(this.body, object, this.numberOf);
        this.body.byte(10);
        if (this.members.length >= maxMembers) yield* this.endObjectStream();
      }
    }
  }

  private readonly numberOf = (ref: PdfRef): number => {
    const known = this.numbers.get(ref.number);
    if (known !== undefined) return known;
    const exists = this.document.objects.exists(ref.number);
    const number = exists ? this.newNumber() : 0;
    this.numbers.set(ref.number, number);
    if (exists) this.queue.push(ref.number);
    return number;
  };

  private newNumber(): number {
    return this.rows.add();
  }

  private *writeStream(
    number: number,
    stream: PdfStream,
    encrypted: boolean,
  ): Generator<Step, void, Uint8Array | undefined> {
    const { encryptor } = this.options;
    const { encryption } = this.document;
    const isLocked = stream.body instanceof LockedBody && encryption !== undefined && encryptor === encryption.kept;
    const body = isLocked
      ? (stream.body as LockedBody).sealed()
      : present(stream.body instanceof Uint8Array ? stream.body : yield stream);
    const bytes = encryptor && encrypted && !isLocked ? encryptor.stream(body, stream.dict, number) : body;
    const entries = new PdfDict(stream.dict);
    entries.set("Length", bytes.length);
    this.rows.set(number, 1, this.position + this.out.length, 0);
    this.out.latin1(`${number} 0 obj\n`);
    writeDict(this.out, encryptor && encrypted ? encryptor.strings(entries, number) : entries, this.numberOf);
    this.out.latin1("stream\n");
    yield* this.flush();
    this.account(bytes);
    yield bytes;
    this.out.latin1("\nendstream\nendobj\n");
  }

  /** Closes the object stream that is being filled (7.5.7). */
  private *endObjectStream(): Generator<Step, void, Uint8Array | undefined> {
    if (this.members.length === 0) return;
    const container = this.newNumber();
    let index = "";
    for (const [position, { number, offset }] of this.members.entries()) {
      index += `${number} ${offset} `;
      this.rows.set(number, 2, container, position);
    }
    const content = Buffer.concat([Buffer.from(index, "latin1"), this.body.take()]);
    const entries = dict({
      Type: name("ObjStm"),
      N: this.members.length,
      First: index.length,
      Filter: name("FlateDecode"),
    });
    this.members = [];
    yield* this.writeStream(container, new PdfStream(entries, deflate(content, this.options.level)), true);
  }

  private *writeXrefStream(trailer: PdfDict): Generator<Step, void, Uint8Array | undefined> {
    const { encryptor } = this.options;
    if (encryptor) {
      const number = this.newNumber();
      this.rows.set(number, 1, this.position + this.out.length, 0);
      this.out.latin1(`${number} 0 obj\n`);
      writeDict(this.out, encryptor.dict, this.numberOf);
      this.out.latin1("\nendobj\n");
      this.numbers.set(-1, number);
      trailer.set("Encrypt", new PdfRef(-1));
    }
    yield* this.flush();
    const number = this.newNumber();
    this.rows.set(number, 1, this.position, 0);
    const start = this.position;
    const { data, widths } = this.rows.pack();
    const rowBytes = widths.reduce((sum, width) => sum + width);
    const entries = dict({
      Type: name("XRef"),
      Size: this.rows.length,
      W: widths,
      Filter: name("FlateDecode"),
      DecodeParms: dict({ Predictor: 12, Columns: rowBytes }),
    });
    for (const [key, value] of trailer) entries.set(key, value);
    entries.set("ID", this.fileIdentifier());
    yield* this.writeStream(number, new PdfStream(entries, deflate(data, this.options.level)), false);
    this.out.latin1(`startxref\n${start}\n%%EOF\n`);
    yield* this.flush();
  }

  /** The first part stays through a file's life, the second tells its versions apart (14.4). */
  private fileIdentifier(): PdfObject {
    const current = new PdfString(this.hash.copy().digest());
    const former = this.document.string(this.document.array(this.document.trailer.get("ID"))?.[0]);
    if (former && former.bytes.length > 0) return [former, current];
    return [this.options.encryptor?.needsFileId ? new PdfString(new Uint8Array(0)) : current, current];
  }

  private *flush(): Generator<Step, void, Uint8Array | undefined> {
    if (this.out.length === 0) return;
    const chunk = this.out.take();
    this.account(chunk);
    yield chunk;
  }

  private account(chunk: Uint8Array): void {
    this.position += chunk.length;
    // lengths are in the dictionaries: beginnings distinguish files and cost little
    this.hash.update(chunk.subarray(0, 4096));
  }
}

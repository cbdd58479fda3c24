import { plainBytes } from "../domain/plain-bytes.ts";
import { present } from "../domain/present.ts";
import { allAtOnce, type Steps } from "../domain/steps.ts";
import { LockedBody } from "./crypt/decryptor.ts";
import type { ObjectEncryptor } from "./crypt/encryptor.ts";
import type { PdfDocument } from "./document.ts";
import { ObjectWriter } from "./object-writer.ts";
import { PdfDict, PdfRef, PdfStream, PdfString } from "./objects.ts";
import { writeDict } from "./serialize.ts";
import { type FileLayout, writtenDocument } from "./written-document.ts";

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
  encryptor?: ObjectEncryptor;
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
export function writeSteps(document: PdfDocument, options: WriteOptions = {}): Steps<Uint8Array> {
  return chunkSteps(new Writer(document, options));
}

/** A file that was written, and the document that is in it, as if the file had been opened. */
export interface WrittenPdf {
  readonly bytes: Uint8Array;
  readonly document: PdfDocument;
}

/**
 * {@link writeSteps} for a document that goes on: what was written is not read again. Its objects get the numbers that the
 * file gives them, so that only the document that is returned may be used from here on.
 */
export function* writeOpenSteps(
  document: PdfDocument,
  options: Omit<WriteOptions, "encryptor"> = {},
): Steps<WrittenPdf> {
  const writer = new Writer(document, options);
  const bytes = yield* chunkSteps(writer);
  return { bytes, document: writtenDocument(document, writer.layout, bytes) };
}

function* chunkSteps(writer: Writer): Steps<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const writing = writer.write();
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
  private readonly objects: ObjectWriter;
  /** New numbers by old ones; 0 for objects that do not exist. */
  readonly #numbers = new Map<number, number>();
  readonly #queue: number[] = [];
  /** Index of the first object of the queue that is not written yet. */
  private next = 0;

  constructor(document: PdfDocument, options: WriteOptions) {
    this.document = document;
    this.options = options;
    const { level, encryptor } = options;
    this.objects = new ObjectWriter({ numberOf: this.numberOf, level, encryptor });
  }

  *write(): Generator<Step, void, Uint8Array | undefined> {
    const { document, options, objects } = this;
    const version = options.version ?? (document.version < "1.5" ? "1.5" : document.version);
    objects.header(options.encryptor && version < "1.7" ? "1.7" : version);
    const trailer = new PdfDict();
    for (const key of ["Root", "Info"]) {
      const entry = document.trailer.get(key);
      if (entry !== undefined) trailer.set(key, entry);
    }
    const ends = (options.objectStreams ?? []).map((group) => {
      for (const number of group) this.numberOf(new PdfRef(number));
      return this.#queue.length;
    });
    for (const end of ends) {
      yield* this.#writeQueue(end, Number.POSITIVE_INFINITY);
      yield* this.endObjectStream();
    }
    for (const entry of trailer.values()) if (entry instanceof PdfRef) this.numberOf(entry);
    yield* this.#writeQueue(Number.POSITIVE_INFINITY, options.objectsPerStream ?? 256);
    yield* this.endObjectStream();
    this.#writeEnd(trailer);
    yield* objects.take();
  }

  /** What is where in the file, once it is written. */
  get layout(): FileLayout {
    const { table, lengths, trailer } = this.objects;
    return { numbers: this.#numbers, table, lengths, trailer };
  }

  *#writeQueue(until: number, maxMembers: number): Generator<Step, void, Uint8Array | undefined> {
    const { document, objects } = this;
    while (this.next < this.#queue.length && this.next < until) {
      const old = this.#queue[this.next++] ?? 0;
      const object = document.objects.peek(old);
      const number = present(this.#numbers.get(old));
      if (object instanceof PdfStream) yield* this.#writeStream(number, object);
      else {
        objects.member(number, object);
        if (objects.memberCount >= maxMembers) yield* this.endObjectStream();
      }
    }
  }

  private readonly numberOf = (ref: PdfRef): number => {
    const known = this.#numbers.get(ref.number);
    if (known !== undefined) return known;
    const exists = this.document.objects.exists(ref.number);
    const number = exists ? this.objects.newNumber() : 0;
    this.#numbers.set(ref.number, number);
    if (exists) this.#queue.push(ref.number);
    return number;
  };

  *#writeStream(number: number, stream: PdfStream): Generator<Step, void, Uint8Array | undefined> {
    const { encryptor } = this.options;
    const isSealed =
      stream.body instanceof LockedBody && encryptor !== undefined && encryptor === this.document.encryption?.kept;
    const body = isSealed
      ? (stream.body as LockedBody).sealed()
      : present(stream.body instanceof Uint8Array ? stream.body : yield stream);
    this.objects.stream(number, stream.dict, body, isSealed);
    yield* this.objects.take();
  }

  private *endObjectStream(): Generator<Step, void, Uint8Array | undefined> {
    this.objects.endObjectStream();
    yield* this.objects.take();
  }

  #writeEnd(trailer: PdfDict): void {
    const { objects } = this;
    const { encryptor } = this.options;
    if (encryptor) {
      const number = objects.newNumber();
      objects.object(number, (out) => writeDict(out, encryptor.dict, this.numberOf));
      this.#numbers.set(-1, number);
      trailer.set("Encrypt", new PdfRef(-1));
    }
    objects.crossReferenceStream(trailer, (current) => {
      const former = this.document.string(this.document.array(this.document.trailer.get("ID"))?.[0]);
      // The first part stays through a file's life.
      if (former && former.bytes.length > 0) return [former, current];
      return [encryptor?.needsFileId ? new PdfString(new Uint8Array(0)) : current, current];
    });
  }
}

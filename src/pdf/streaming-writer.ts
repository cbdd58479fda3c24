/** A file that is written while its document is made: finished objects are written at once and let go of. */
import { plainBytes } from "../domain/plain-bytes.ts";
import type { PdfDocument } from "./document.ts";
import { ObjectWriter } from "./object-writer.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "./objects.ts";

const OBJECTS_PER_STREAM = 256;
const VERSION = "1.7";

/** The same objects in the same order give the same bytes. Objects keep the numbers that the document gave them. */
export class StreamingWriter {
  readonly #document: PdfDocument;
  readonly #objects: ObjectWriter;
  /** Objects that written ones refer to, and that are still to come. */
  readonly #wanted = new Set<number>();

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#objects = new ObjectWriter({
      numberOf: ({ number }) => {
        if (!this.#objects.isWritten(number)) this.#wanted.add(number);
        return number;
      },
      newNumber: () => document.add(null).number,
    });
    this.#objects.header(VERSION);
  }

  /** Writes an object that will not change any more; the document does not keep it. */
  write({ number }: PdfRef, object: PdfObject): void {
    const objects = this.#objects;
    if (objects.isWritten(number)) throw new Error(`object ${number} is written already`);
    this.#wanted.delete(number);
    this.#document.objects.drop(number);
    if (object instanceof PdfStream) {
      if (!(object.body instanceof Uint8Array)) throw new TypeError("A stream of a new document has its bytes.");
      objects.stream(number, object.dict, object.body);
    } else {
      objects.member(number, object);
      if (objects.memberCount >= OBJECTS_PER_STREAM) objects.endObjectStream();
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
    this.#objects.endObjectStream();
    this.#objects.crossReferenceStream(entries, (current) => [current, current]);
    return plainBytes(Buffer.concat(this.#objects.take()));
  }
}

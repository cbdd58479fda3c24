import { createHash } from "node:crypto";
import { Failure } from "../../domain/failure.ts";
import { plainBytes } from "../../domain/plain-bytes.ts";
import { deflate } from "../../image/compression/flate.ts";
import { ByteWriter } from "../byte-writer.ts";
import { type OpenOptions, openPdf, type PdfDocument } from "../document.ts";
import { ObjectWriter } from "../object-writer.ts";
import { name, PdfDict, type PdfObject, type PdfRef, PdfStream, PdfString } from "../objects.ts";
import { Parser } from "../parser.ts";
import { writeDict, writeObject } from "../serialize.ts";
import { type WrittenPdf, writePdf } from "../writer.ts";
import { readCrossReference, XrefDamaged } from "../xref.ts";

/** An object whose bytes the caller writes: it is followed by `endobj`, and its strings are in their final form. */
export type WriteBody = (out: ByteWriter, encrypted: (dict: PdfDict) => PdfDict) => void;

/** A file with an update, and where an object that the caller wrote begins in it. */
export interface UpdatedFile {
  bytes: Uint8Array;
  /** Offsets of the first byte of each object after the line with its number. */
  offsets: ReadonlyMap<number, number>;
}

/**
 * Changes to a file that leave its bytes as they are and follow them (ISO 32000-2, 7.5.6): what signatures cover stays
 * covered.
 */
export class IncrementalUpdate {
  readonly document: PdfDocument;
  private readonly original: Uint8Array;
  readonly #changed = new Set<number>();
  readonly #written = new Map<number, WriteBody>();

  private constructor(original: Uint8Array, document: PdfDocument) {
    this.original = original;
    this.document = document;
  }

  /**
   * Opens a file for an update. A file that cannot have one, because its cross-reference is damaged or its objects have
   * generations, is written anew first if that breaks no signature.
   * @throws Failure `pdf_signed` if it would break one, and those of openPdf
   */
  static open(bytes: Uint8Array, options: OpenOptions, isSigned: (document: PdfDocument) => boolean) {
    const original = plainBytes(bytes);
    const document = openPdf(original, options);
    if (isUpdatable(original, document)) return new IncrementalUpdate(original, document);
    if (isSigned(document)) {
      throw new Failure(
        "pdf_signed",
        "The PDF is damaged and signed: nothing can be added to it without writing it anew, which would break its signatures.",
      );
    }
    const encryptor = document.encryption?.kept;
    const anew = writePdf(document, { encryptor });
    return new IncrementalUpdate(anew, openPdf(anew, options));
  }

  /** For an update of a file whose document is open already. */
  static after({ bytes, document }: WrittenPdf): IncrementalUpdate {
    return new IncrementalUpdate(bytes, document);
  }

  /** Has a changed object written. */
  touch(ref: PdfRef): void {
    this.#changed.add(ref.number);
  }

  add(object: PdfObject): PdfRef {
    const ref = this.document.add(object);
    this.#changed.add(ref.number);
    return ref;
  }

  /** Adds an object that the caller writes. */
  addWritten(write: WriteBody): PdfRef {
    const ref = this.document.add(null);
    this.#written.set(ref.number, write);
    return ref;
  }

  /** Has every object written that was added to the document from `firstNumber` on. */
  touchFrom(firstNumber: number): void {
    for (let number = firstNumber; number < this.document.objects.size; number++) {
      if (!this.#written.has(number) && this.document.objects.get(number) !== null) this.#changed.add(number);
    }
  }

  /** The file with the update at its end. */
  write(): UpdatedFile {
    const { document, original } = this;
    const offsets = new Map<number, number>();
    const places = new Map<number, number>();
    const gap = original.at(-1) === 10 || original.at(-1) === 13 ? [] : [Uint8Array.of(10)];
    const objects = new ObjectWriter({ numberOf, start: original.length + gap.length });
    const numbers = [...this.#changed, ...this.#written.keys()].sort((left, right) => left - right);
    const encryptor = document.encryption?.kept;
    for (const number of numbers) {
      places.set(number, objects.position);
      const encrypted = (entries: PdfDict) => encryptor?.strings(entries, number) ?? entries;
      const at = objects.object(number, (out) => {
        const own = this.#written.get(number);
        if (own) {
          own(out, encrypted);
          return;
        }
        const object = document.objects.get(number);
        if (object instanceof PdfStream) {
          const body = object.bytes();
          const bytes = encryptor?.stream(body, object.dict, number) ?? body;
          writeStream(out, encrypted(object.dict), bytes);
        } else writeObject(out, object instanceof PdfDict ? encrypted(object) : object, numberOf);
      });
      offsets.set(number, at);
    }
    this.#writeCrossReference(objects, places);
    return { bytes: plainBytes(Buffer.concat([original, ...gap, ...objects.take()])), offsets };
  }

  /** In the form of the file's last one: a table may not follow a stream, or a stream a table (7.5.8.4). */
  #writeCrossReference(objects: ObjectWriter, places: Map<number, number>): void {
    const { document, original } = this;
    const { start: previous, isStream } = readCrossReference(original);
    const at = objects.position;
    const trailer = new PdfDict();
    for (const key of ["Root", "Info", "Encrypt"]) {
      const entry = document.trailer.get(key);
      if (entry !== undefined) trailer.set(key, entry);
    }
    trailer.set("ID", this.#identifiers(places));
    trailer.set("Prev", previous);
    if (isStream) {
      const { number } = document.add(null);
      places.set(number, at);
      const rows = new ByteWriter(places.size * 7);
      for (const [, offset] of places) {
        rows.byte(1);
        for (const shift of [24, 16, 8, 0]) rows.byte((offset >>> shift) & 255);
        rows.byte(0);
      }
      trailer.set("Type", name("XRef"));
      trailer.set("Size", document.objects.size);
      trailer.set("W", [1, 4, 1]);
      trailer.set(
        "Index",
        sectionsOf([...places.keys()]).flatMap(({ first, count }) => [first, count]),
      );
      trailer.set("Filter", name("FlateDecode"));
      objects.object(number, (out) => writeStream(out, trailer, deflate(rows.take())));
    } else {
      const { out } = objects;
      out.latin1("xref\n");
      for (const { first, count } of sectionsOf([...places.keys()])) {
        out.latin1(`${first} ${count}\n`);
        for (let number = first; number < first + count; number++) {
          out.latin1(`${String(places.get(number)).padStart(10, "0")} 00000 n \n`);
        }
      }
      trailer.set("Size", document.objects.size);
      out.latin1("trailer\n");
      writeDict(out, trailer, numberOf);
      out.byte(10);
    }
    objects.end(at);
  }

  /** The file's first identifier stays; the second is of this version (14.4). */
  #identifiers(places: Map<number, number>): PdfObject[] {
    const { document, original } = this;
    const hash = createHash("md5")
      .update(original)
      .update(JSON.stringify([...places]));
    const second = new PdfString(plainBytes(hash.digest()));
    const first = document.string(document.array(document.trailer.get("ID"))?.[0]);
    return [first ?? second, second];
  }
}

/** Objects keep their numbers. */
const numberOf = (ref: PdfRef): number => ref.number;

function writeStream(out: ByteWriter, entries: PdfDict, body: Uint8Array): void {
  writeDict(out, new PdfDict(entries).set("Length", body.length), numberOf);
  out.latin1("\nstream\n");
  out.bytes(body);
  out.latin1("\nendstream");
}

/** Runs of consecutive numbers. @param numbers ascending */
function sectionsOf(numbers: readonly number[]): { first: number; count: number }[] {
  const sections: { first: number; count: number }[] = [];
  for (const number of numbers) {
    const last = sections.at(-1);
    if (last && last.first + last.count === number) last.count++;
    else sections.push({ first: number, count: 1 });
  }
  return sections;
}

function isUpdatable(bytes: Uint8Array, document: PdfDocument): boolean {
  if (String.fromCharCode(...bytes.subarray(0, 5)) !== "%PDF-") return false;
  try {
    const { table } = readCrossReference(bytes);
    // what opening added, such as pages that are not objects of their own, is not in the file
    if (document.objects.size > Math.max(1, table.size)) return false;
    for (const number of table.numbers()) {
      const place = table.locate(number);
      if (place?.kind !== "offset") continue;
      const header = new Parser(bytes, place.offset).readObjectHeader();
      // references are written without generations
      if (header?.number !== number || header.generation !== 0) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof XrefDamaged) return false;
    throw error;
  }
}

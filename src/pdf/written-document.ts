import { PdfDocument } from "./document.ts";
import { ObjectStore } from "./object-store.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "./objects.ts";
import type { XrefTable } from "./xref-table.ts";

/** Where a writer has put a document's objects. */
export interface FileLayout {
  /** Numbers in the file by those in the document; 0 for objects that do not exist. */
  readonly numbers: ReadonlyMap<number, number>;
  /** Of streams, by their numbers in the file. */
  readonly lengths: ReadonlyMap<number, number>;
  /** Where each object is in the file. */
  readonly table: XrefTable;
  /** The entries of the cross-reference stream, references numbered as in the document. */
  readonly trailer: PdfDict;
}

/**
 * The document of a file that was just written, made of the objects that were written; object streams and the
 * cross-reference stream are read from the file if somebody asks for them.
 */
export function writtenDocument(document: PdfDocument, layout: FileLayout, bytes: Uint8Array): PdfDocument {
  const { work } = document;
  work.produce("fileByte", bytes.length);
  const objects = new ObjectStore(bytes, layout.table, work);
  const renumber = renumbering(layout.numbers);
  for (const [old, number] of layout.numbers) if (number > 0) objects.set(number, renumber(document.objects.get(old)));
  for (const [number, length] of layout.lengths) {
    const stream = objects.get(number);
    if (stream instanceof PdfStream) stream.dict.set("Length", length);
  }
  const trailer = renumber(layout.trailer) as PdfDict;
  const written = new PdfDocument(objects, trailer, /^%PDF-(\d\.\d)/.exec(latin1Start(bytes))?.[1] ?? document.version);
  work.produce("page", written.pages.length);
  return written;
}

const latin1Start = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 8));

/** Gives references other numbers, in place. Dictionaries and arrays that are used twice are changed once. */
function renumbering(numbers: ReadonlyMap<number, number>): (object: PdfObject) => PdfObject {
  const done = new Set<PdfObject>();
  const refs = new Map<number, PdfRef>();
  const refTo = (old: number): PdfObject => {
    const number = numbers.get(old) ?? 0;
    let ref = refs.get(number);
    if (!ref) refs.set(number, (ref = new PdfRef(number)));
    return number > 0 ? ref : null;
  };
  const renumber = (object: PdfObject): PdfObject => {
    if (object instanceof PdfRef) return refTo(object.number);
    if (typeof object !== "object" || object === null || done.has(object)) return object;
    if (Array.isArray(object)) {
      done.add(object);
      for (const [index, item] of object.entries()) if (typeof item === "object") object[index] = renumber(item);
    } else if (object instanceof PdfDict) {
      done.add(object);
      for (const [key, value] of object) if (typeof value === "object") object.set(key, renumber(value));
    } else if (object instanceof PdfStream) {
      renumber(object.dict);
    }
    return object;
  };
  return renumber;
}

import { Failure } from "../domain/failure.ts";
import { plainBytes } from "../domain/plain-bytes.ts";
import { WorkMeter } from "../domain/work-meter.ts";
import { indexOfWord } from "./byte-search.ts";
import type { ByteSource } from "./byte-source.ts";
import { type EncryptionInfo, openEncryption } from "./crypt/standard-security.ts";
import { ObjectStore } from "./object-store.ts";
import { dict, isName, name, PdfDict, PdfName, type PdfObject, PdfRef, PdfString, type StreamBody } from "./objects.ts";
import { type PdfPage, readPages } from "./page-tree.ts";
import type { FoundObjects } from "./repair.ts";
import { scanStructure } from "./structural-scan.ts";
import { ValueReader } from "./value-reader.ts";
import { readCrossReference, XrefDamaged } from "./xref.ts";
import { XrefTable } from "./xref-table.ts";

/** What opening a PDF may need. */
export interface OpenOptions {
  /** User or owner password; absent tries the empty one. */
  password?: string;
  /** What the call may cost; absent: a budget of its own. */
  meter?: WorkMeter;
}

/** The header may come after other bytes, up to here (ISO 32000-2, annex I). */
const HEADER_SEARCH_BYTES = 1100;

/** A document as a graph of objects (ISO 32000-2, 7.7). Objects are read when they are asked for and can be changed. */
export class PdfDocument extends ValueReader {
  readonly objects: ObjectStore;
  /** Entries of all trailers; `Root` is always a reference to a dictionary. */
  readonly trailer: PdfDict;
  /** How the file was encrypted; undefined if it was not. */
  readonly encryption: EncryptionInfo | undefined;
  /** Version of header and catalog, e.g. "1.7". */
  readonly version: string;
  #pageList: PdfPage[] | undefined;
  #walks: WorkMeter | undefined;

  constructor(objects: ObjectStore, trailer: PdfDict, version: string, encryption?: EncryptionInfo) {
    super();
    this.objects = objects;
    this.trailer = trailer;
    this.encryption = encryption;
    // some writers put the catalog itself into the trailer
    const root = trailer.get("Root");
    if (root instanceof PdfDict) trailer.set("Root", objects.add(root));
    const newer = objects.resolve(this.catalog.get("Version"));
    this.version = newer instanceof PdfName && newer.value > version ? newer.value : version;
  }

  /** What the call may cost that reads this document: what walks through it counts its work here. */
  get work(): WorkMeter {
    return this.#walks ?? this.objects.work;
  }

  /**
   * From now on walks have a part of what is left of the budget: reading objects and writing them have all of it, so that
   * a document whose walks end early can still be written.
   */
  limitWalks(part: number): void {
    this.#walks = this.objects.work.share(part);
  }

  /** The catalog (7.7.2). */
  get catalog(): PdfDict {
    const catalog = this.objects.resolve(this.trailer.get("Root"));
    return catalog instanceof PdfDict ? catalog : new PdfDict();
  }

  /** The pages in reading order, read once (7.7.3). Call {@link pagesChanged} after changing the tree. */
  get pages(): readonly PdfPage[] {
    return (this.#pageList ??= readPages(this));
  }

  pagesChanged(): void {
    this.#pageList = undefined;
  }

  override resolve(object: PdfObject | undefined): PdfObject {
    return object instanceof PdfRef ? this.objects.resolve(object) : (object ?? null);
  }

  /** Adds an indirect object. */
  add(object: PdfObject): PdfRef {
    return this.objects.add(object);
  }
}

/** A document with no pages yet. */
export function emptyDocument(version = "1.7", meter = new WorkMeter()): PdfDocument {
  const objects = new ObjectStore(new Uint8Array(0), new XrefTable(), meter);
  const pages = objects.add(dict({ Type: name("Pages"), Kids: [], Count: 0 }));
  const root = objects.add(dict({ Type: name("Catalog"), Pages: pages }));
  return new PdfDocument(objects, dict({ Root: root }), version);
}

/**
 * Opens a PDF. The bytes are not copied and must not change.
 * @throws Failure `not_a_pdf`, `pdf_damaged`, `pdf_too_complex`, `pdf_password_needed`, `pdf_wrong_password`,
 *   `pdf_encryption_unsupported`
 */
export function openPdf(bytes: Uint8Array, options: OpenOptions = {}): PdfDocument {
  bytes = plainBytes(bytes);
  const header = indexOfWord(bytes, "%PDF-", 0, HEADER_SEARCH_BYTES);
  if (header < 0 && indexOfWord(bytes, " obj", 0, HEADER_SEARCH_BYTES) < 0) {
    throw new Failure("not_a_pdf", "The file is not a PDF: it does not start with %PDF-.");
  }
  // offsets count from the header
  const file = header > 0 ? bytes.subarray(header) : bytes;
  const version = headerVersion(file);
  const metered = withMeter(options, file.length);
  return paged(openByXref(file, version, metered) ?? openByRepair(file, version, metered));
}

interface MeteredOptions extends OpenOptions {
  meter: WorkMeter;
}

/** A book may cost more than a leaflet. */
function paged(document: PdfDocument): PdfDocument {
  document.work.produce("page", document.pages.length);
  return document;
}

/** So may a file that is large. */
function withMeter(options: OpenOptions, fileBytes: number): MeteredOptions {
  const meter = options.meter ?? new WorkMeter();
  meter.produce("fileByte", fileBytes);
  return { ...options, meter };
}

/** Files up to this size, in bytes, are read as a whole. */
const WHOLE_FILE_BYTES = 35 * 1024 * 1024;

/**
 * Opens a PDF that may be too large to be held: above {@link WHOLE_FILE_BYTES} the bytes of streams stay in the source.
 * Such a document is written with `writePdfChunks`; code that looks into streams' bytes fails with `file_too_large`.
 */
export async function openPdfSource(
  source: ByteSource,
  options: OpenOptions & { wholeFileBytes?: number } = {},
): Promise<PdfDocument> {
  if (source.size <= (options.wholeFileBytes ?? WHOLE_FILE_BYTES))
    return openPdf(await source.read(0, source.size), options);
  const { bytes, bodies } = await scanStructure(source);
  // offsets of the file are not valid in its skeleton, but searching that is quick
  return paged(openByRepair(bytes, headerVersion(bytes), withMeter(options, source.size), bodies));
}

function openByXref(file: Uint8Array, version: string, options: MeteredOptions): PdfDocument | undefined {
  try {
    const { table, trailer } = readCrossReference(file);
    const objects = new ObjectStore(file, table, options.meter);
    const encryption = decryptWith(objects, trailer, options);
    const document = new PdfDocument(objects, trailer, version, encryption);
    const firstKids = document.array(document.dict(document.catalog.get("Pages"))?.get("Kids"));
    return firstKids && document.pages.length > 0 ? document : undefined;
  } catch (error) {
    if (error instanceof XrefDamaged) return undefined;
    // with a damaged cross-reference the encryption dictionary may be another object
    if (error instanceof Failure && error.code === "pdf_damaged") return undefined;
    throw error;
  }
}

function headerVersion(file: Uint8Array): string {
  return /^%PDF-([12]\.\d)/.exec(String.fromCharCode(...file.subarray(0, 8)))?.[1] ?? "1.4";
}

function openByRepair(
  file: Uint8Array,
  version: string,
  options: MeteredOptions,
  bodies?: ReadonlyMap<number, StreamBody>,
): PdfDocument {
  const objects = new ObjectStore(file, new XrefTable(), options.meter, bodies);
  const found = objects.repair();
  const { trailer } = found;
  const encryption = decryptWith(objects, trailer, options);
  objects.repairObjectStreams(found);
  findCatalog(objects, found);
  const document = new PdfDocument(objects, trailer, version, encryption);
  if (document.pages.length > 0) return document;
  const orphans = objects.numbers().filter((number) => {
    const object = objects.peek(number);
    return object instanceof PdfDict && isName(object.get("Type"), "Page");
  });
  adoptPages(document, orphans);
  if (document.pages.length > 0) return document;
  throw new Failure("pdf_damaged", "The PDF is damaged: no page can be found in it.");
}

function decryptWith(objects: ObjectStore, trailer: PdfDict, options: OpenOptions): EncryptionInfo | undefined {
  const resolve = (object: PdfObject | undefined) => objects.resolve(object);
  const encrypt = resolve(trailer.get("Encrypt"));
  if (!(encrypt instanceof PdfDict)) return undefined;
  const ids = resolve(trailer.get("ID"));
  const fileId = Array.isArray(ids) ? resolve(ids[0]) : null;
  const idBytes = fileId instanceof PdfString ? fileId.bytes : new Uint8Array(0);
  const { decryptor, info } = openEncryption(encrypt, idBytes, options.password, resolve);
  objects.decryptor = decryptor;
  return info;
}

/** Makes sure that the trailer of a repaired file names a catalog. */
function findCatalog(objects: ObjectStore, found: FoundObjects): void {
  const isCatalog = (object: PdfObject) => object instanceof PdfDict && object.has("Pages");
  if (isCatalog(objects.resolve(found.trailer.get("Root")))) return;
  let catalog = found.catalog;
  for (const number of catalog === undefined ? objects.numbers() : []) {
    const object = objects.peek(number);
    if (object instanceof PdfDict && isName(object.get("Type"), "Catalog")) catalog = number;
  }
  found.trailer.set("Root", catalog === undefined ? objects.add(dict({ Type: name("Catalog") })) : new PdfRef(catalog));
}

/** Makes a page tree from the pages that were found, in the order of their numbers. */
function adoptPages(document: PdfDocument, numbers: number[]): void {
  const parent = document.add(null);
  for (const number of numbers) {
    const page = document.objects.get(number) as PdfDict;
    const former = document.dict(page.get("Parent"));
    for (const key of ["Resources", "MediaBox", "CropBox", "Rotate"]) {
      const inherited = former?.get(key);
      if (!page.has(key) && inherited !== undefined) page.set(key, inherited);
    }
    page.set("Parent", parent);
  }
  const kids = numbers.map((number) => new PdfRef(number));
  document.objects.set(parent.number, dict({ Type: name("Pages"), Kids: kids, Count: kids.length }));
  document.catalog.set("Pages", parent);
  document.pagesChanged();
}

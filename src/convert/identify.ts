import type { DocumentType } from "../domain/document.ts";
import { type ImageFormat, imageFormat } from "../image/image-format.ts";
import { CompoundFile, isCompoundFile, type StreamReader } from "../office/compound-file.ts";
import { CONTENT_TYPES_PART, ContentTypes } from "../office/content-types.ts";
import { decodePart } from "../office/decode-part.ts";
import { inflateNatively } from "../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../office/limits.ts";
import { ZipArchive } from "../office/zip-archive.ts";
import { isEncryptedPresentation } from "./encrypted-presentation.ts";
import { isEncryptedWorkbook } from "./encrypted-workbook.ts";
import { isDocumentBefore97, isEncryptedDocument } from "./word-document-head.ts";

/** What files can be: the types of templates, and what else can become a PDF (interface 2.1). */
export type FileFormat = DocumentType | OfficeKind | ImageFormat;

/** Files of Word, Excel and PowerPoint, by content, not by name. */
export type OfficeKind = "docx" | "doc" | "xlsx" | "xls" | "xlsb" | "pptx" | "ppt" | "odt" | "ods" | "odp" | TextKind;

/** What is drawn as if it were a document or a workbook. */
type TextKind = "rtf" | "txt" | "csv";

/** What a file is by its content, whatever its name says. */
export interface FileIdentity {
  /** Undefined for everything that is not served. Any text is html: it can be a template. */
  format: FileFormat | undefined;
  /** With its article, to be put into a sentence: "an Excel workbook (xlsx)". */
  description: string;
  /** An Office file under a password. */
  encrypted?: boolean;
  /** Of a version before Office 97: the format that its program can save it as. */
  tooOld?: "docx" | "xlsx";
}

const DESCRIPTIONS: Readonly<Record<FileFormat, string>> = {
  html: "text (html)",
  pdf: "a PDF",
  docx: "a Word document (docx)",
  xlsx: "an Excel workbook (xlsx)",
  pptx: "a PowerPoint presentation (pptx)",
  doc: "an old Word document (doc)",
  xls: "an old Excel workbook (xls)",
  xlsb: "a binary Excel workbook (xlsb)",
  ppt: "an old PowerPoint presentation (ppt)",
  odt: "an OpenDocument text (odt)",
  ods: "an OpenDocument spreadsheet (ods)",
  odp: "an OpenDocument presentation (odp)",
  rtf: "an RTF document",
  txt: "plain text",
  csv: "a table as text (csv)",
  jpeg: "a JPEG picture",
  png: "a PNG picture",
  gif: "a GIF picture",
  webp: "a WebP picture",
  bmp: "a BMP picture",
  tiff: "a TIFF picture",
};

/** Media types of main parts, templates and macro-enabled files included (ECMA-376 Part 1, 11.3, 12.3, 13.3). */
const MAIN_PARTS: readonly [FileFormat, RegExp][] = [
  ["docx", /^application\/vnd\.(openxmlformats-officedocument\.wordprocessingml\.|ms-word\.)(document|template)\./i],
  [
    "xlsx",
    /^application\/vnd\.(openxmlformats-officedocument\.spreadsheetml\.|ms-excel\.)(sheet|template)\.(macroEnabled\.)?main\+xml/i,
  ],
  ["xlsb", /^application\/vnd\.ms-excel\.(?:sheet|template)\.binary\.macroEnabled\.main$/i],
  [
    "pptx",
    /^application\/vnd\.(openxmlformats-officedocument\.presentationml\.|ms-powerpoint\.)(presentation|template|slideshow)\./i,
  ],
];

const SIGNATURES: readonly [bytes: readonly number[], identity: FileIdentity][] = [
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], known("rtf")],
  [[0x1f, 0x8b], other("a gzip archive")],
  // the first record of a workbook that is not a compound file (MS-XLS 2.4.21)
  [[0x09, 0x00, 0x04, 0x00], { ...other("a workbook of Excel 2"), tooOld: "xlsx" }],
  [[0x09, 0x02, 0x06, 0x00], { ...other("a workbook of Excel 3"), tooOld: "xlsx" }],
  [[0x09, 0x04, 0x06, 0x00], { ...other("a workbook of Excel 4"), tooOld: "xlsx" }],
  [[0x09, 0x08, 0x08, 0x00, 0x00, 0x05], known("xls")],
  [[0x09, 0x08, 0x10, 0x00, 0x00, 0x06], known("xls")],
  [[0xdb, 0xa5], { ...other("a document of Word 2"), tooOld: "docx" }],
];
const WORD_95: FileIdentity = { ...other("a document of Word 95 or older"), tooOld: "docx" };
/** The stream or storage that each old Office program writes (MS-DOC 2.1, MS-XLS 2.1.2, MS-PPT 2.1). */
const MAIN_STREAMS: readonly [stream: string, format: FileFormat][] = [
  ["WordDocument", "doc"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["PowerPoint Document", "ppt"],
  ["PP97_DUALSTORAGE", "ppt"],
  // PowerPoint 4
  ["PP40", "ppt"],
];
/** How the old formats tell that they are under a password, by the beginnings of their streams. */
const IS_ENCRYPTED: Readonly<Partial<Record<FileFormat, (stream: StreamReader) => boolean>>> = {
  doc: isEncryptedDocument,
  xls: isEncryptedWorkbook,
  ppt: isEncryptedPresentation,
};
/** Texts, spreadsheets, presentations and their templates (OpenDocument 1.3 Part 3, appendix C). */
const OPEN_DOCUMENTS: readonly [FileFormat, RegExp][] = [
  ["odt", /^application\/vnd\.oasis\.opendocument\.text(?:-template|-master|-web)?$/],
  ["ods", /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/],
  ["odp", /^application\/vnd\.oasis\.opendocument\.presentation(?:-template)?$/],
];
const MEDIA_TYPE_BYTES = 200;
const ZIP = [0x50, 0x4b];
/** PDF readers look for the header within the first kilobyte (ISO 32000-2, Annex I). */
const PDF_HEADER_BYTES = 1024;

/**
 * Tells what a file is from its first bytes and, for packages, from the media type of its main part; nothing else is
 * unpacked.
 * @throws Failure `archive_invalid`, `archive_too_large`, `xml_invalid` for a ZIP archive that cannot be looked into
 */
export function identify(bytes: Uint8Array): FileIdentity {
  if (bytes.byteLength === 0) return other("empty");
  if (startsWith(bytes, ZIP)) return identifyPackage(bytes);
  if (isCompoundFile(bytes)) return identifyCompoundFile(bytes);

  const signed = SIGNATURES.find(([signature]) => startsWith(bytes, signature));
  if (signed) return signed[1];
  const image = imageFormat(bytes);
  if (image) return known(image);
  if (hasPdfHeader(bytes)) return known("pdf");

  return isText(bytes) ? known("html") : other("a file of an unknown format");
}

/** Tells a PDF by the first kilobyte of a file. */
export function beginsPdf(beginning: Uint8Array): boolean {
  const isOther = startsWith(beginning, ZIP) || isCompoundFile(beginning) || imageFormat(beginning) !== undefined;
  return !isOther && !SIGNATURES.some(([signature]) => startsWith(beginning, signature)) && hasPdfHeader(beginning);
}

function hasPdfHeader(bytes: Uint8Array): boolean {
  const beginning = latin1(bytes.subarray(0, PDF_HEADER_BYTES));
  // with a damaged header the first object is what tells it, as it does for readers
  return beginning.includes("%PDF-") || /(?:^|\s)\d{1,7} \d{1,5} obj\b/.test(beginning);
}

/** A format as it is named in sentences, with its article. */
export function describeFormat(format: FileFormat): string {
  return DESCRIPTIONS[format];
}

function known(format: FileFormat): FileIdentity {
  return { format, description: DESCRIPTIONS[format] };
}

function other(description: string): FileIdentity {
  return { format: undefined, description };
}

function identifyPackage(bytes: Uint8Array): FileIdentity {
  const zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
  const part = zip.read(CONTENT_TYPES_PART);
  if (!part) return zip.has("mimetype") ? identifyOpenDocument(zip) : other("a ZIP archive");

  const contentTypes = ContentTypes.parse(decodePart(part));
  const found = MAIN_PARTS.find(([, mainType]) => contentTypes.names((type) => mainType.test(type)));
  return found ? known(found[0]) : other("an Office package of another kind");
}

/** OpenDocument by its first entry (OpenDocument 1.3 Part 2, 3.3), and whether its manifest has keys (3.4.1). */
function identifyOpenDocument(zip: ZipArchive): FileIdentity {
  const type = latin1((zip.read("mimetype") ?? new Uint8Array()).subarray(0, MEDIA_TYPE_BYTES)).trim();
  const manifest = zip.read("META-INF/manifest.xml");
  const encrypted = manifest !== undefined && /<[\w.-]*:?encryption-data[\s/>]/.test(decodePart(manifest));
  const found = OPEN_DOCUMENTS.find(([, pattern]) => pattern.test(type));
  const identity = found ? known(found[0]) : other("an OpenDocument file");
  return encrypted ? { ...identity, encrypted } : identity;
}

/** Word, Excel and PowerPoint 97-2003, and newer files under a password (MS-CFB, MS-OFFCRYPTO 2.3.4.5). */
function identifyCompoundFile(bytes: Uint8Array): FileIdentity {
  const file = new CompoundFile(bytes);
  const { rootNames } = file;
  const beginning: StreamReader = (stream, count) => file.stream(stream, count);
  if (rootNames.has("EncryptedPackage")) return { ...other("a password-protected Office file"), encrypted: true };
  // names of streams differ in more than their case (MS-CFB 2.6.4)
  const names = new Set([...rootNames].map((name) => name.toLowerCase()));
  const found = MAIN_STREAMS.find(([stream]) => names.has(stream.toLowerCase()));
  if (found?.[1] === "doc" && isDocumentBefore97(beginning)) return WORD_95;
  if (found && IS_ENCRYPTED[found[1]]?.(beginning)) return { ...known(found[1]), encrypted: true };

  return found ? known(found[1]) : other("an old Office file of an unknown kind");
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** UTF-8 (or UTF-16 with its mark) without NUL characters. */
function isText(bytes: Uint8Array): boolean {
  try {
    return !decodeText(bytes).includes("\0");
  } catch {
    return false;
  }
}

/**
 * The text of an html template: UTF-8, or UTF-16 with a byte order mark; the mark is dropped.
 * @throws TypeError when it is neither
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes);
}

import type { DocumentType } from "../domain/document.ts";
import { CONTENT_TYPES_PART, ContentTypes } from "../opc/content-types.ts";
import { decodePart } from "../opc/decode-part.ts";
import { inflateNatively } from "../opc/inflate-native.ts";
import { OFFICE_LIMITS } from "../opc/limits.ts";
import { ZipArchive } from "../opc/zip-archive.ts";

/** What a file is by its content, whatever its name says. */
export interface FileIdentity {
  /** The document type that it can be a template of; undefined for everything else. */
  type: DocumentType | undefined;
  /** With its article, to be put into a sentence: "an Excel workbook (xlsx)". */
  description: string;
}

const DESCRIPTIONS: Readonly<Record<DocumentType, string>> = {
  html: "text (html)",
  pdf: "a PDF",
  docx: "a Word document (docx)",
  xlsx: "an Excel workbook (xlsx)",
  pptx: "a PowerPoint presentation (pptx)",
};

/** Media types of main parts, templates and macro-enabled files included (ECMA-376 Part 1, 11.3, 12.3, 13.3). */
const MAIN_PARTS: readonly [DocumentType, RegExp][] = [
  ["docx", /^application\/vnd\.(openxmlformats-officedocument\.wordprocessingml\.|ms-word\.)(document|template)\./i],
  [
    "xlsx",
    /^application\/vnd\.(openxmlformats-officedocument\.spreadsheetml\.|ms-excel\.)(sheet|template)\.(macroEnabled\.)?main\+xml/i,
  ],
  [
    "pptx",
    /^application\/vnd\.(openxmlformats-officedocument\.presentationml\.|ms-powerpoint\.)(presentation|template|slideshow)\./i,
  ],
];

const SIGNATURES: readonly [bytes: readonly number[], description: string][] = [
  [[0xff, 0xd8, 0xff], "a JPEG picture"],
  [[0x89, 0x50, 0x4e, 0x47], "a PNG picture"],
  [[0x47, 0x49, 0x46, 0x38], "a GIF picture"],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], "an RTF document"],
  [[0x1f, 0x8b], "a gzip archive"],
];
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
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
  if (startsWith(bytes, COMPOUND_FILE)) return identifyCompoundFile(bytes);

  const known = SIGNATURES.find(([signature]) => startsWith(bytes, signature));
  if (known) return other(known[1]);
  if (latin1(bytes.subarray(0, PDF_HEADER_BYTES)).includes("%PDF-")) return template("pdf");

  return isText(bytes) ? template("html") : other("a file of an unknown format");
}

const template = (type: DocumentType): FileIdentity => ({ type, description: DESCRIPTIONS[type] });
const other = (description: string): FileIdentity => ({ type: undefined, description });

function identifyPackage(bytes: Uint8Array): FileIdentity {
  const archive = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
  const part = archive.read(CONTENT_TYPES_PART);
  if (!part) return other(archive.has("mimetype") ? "an OpenDocument file" : "a ZIP archive");

  const contentTypes = ContentTypes.parse(decodePart(part));
  const found = MAIN_PARTS.find(([, mainType]) => contentTypes.partsOf((type) => mainType.test(type)).length > 0);
  return found ? template(found[0]) : other("an Office package of another kind");
}

/** Word, Excel and PowerPoint 97-2003, and newer files under a password (MS-CFB, MS-OFFCRYPTO 2.3.4.5). */
function identifyCompoundFile(bytes: Uint8Array): FileIdentity {
  const streams = (name: string) => latin1(bytes).includes([...name].join("\0"));
  if (streams("EncryptedPackage")) return other("an Office file under a password");
  if (streams("WordDocument")) return other("an old Word document (doc)");
  if (streams("Workbook")) return other("an old Excel workbook (xls)");
  if (streams("PowerPoint Document")) return other("an old PowerPoint presentation (ppt)");

  return other("an old Office file");
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

import { Failure } from "../../domain/failure.ts";
import type { PdfDocument } from "../document.ts";
import { type PdfMetadata, readMetadata } from "../information.ts";
import { latin1 } from "../lexer.ts";
import { decodeWithin } from "../metered-walk.ts";
import { PdfStream } from "../objects.ts";
import { readXmpPacket, XMP_NAMESPACES } from "../xmp/packet.ts";
import type { XmpProperty, XmpValue } from "../xmp/rdf.ts";
import { isoOfPdfDate, pdfDateOfIso } from "./dates.ts";

/** Metadata of a file that is read in pieces are brought into memory up to this size. */
const MAX_METADATA_BYTES = 1024 * 1024;

/**
 * Brings the metadata of a document that is read in pieces into memory, where {@link readProperties} looks for them;
 * absurdly large ones are removed.
 */
export async function loadMetadata(document: PdfDocument): Promise<void> {
  const { catalog } = document;
  const stream = document.stream(catalog.get("Metadata"));
  if (!stream || stream.body instanceof Uint8Array) return;
  if ((document.number(stream.dict.get("Length")) ?? 0) > MAX_METADATA_BYTES) catalog.delete("Metadata");
  else catalog.set("Metadata", document.add(new PdfStream(stream.dict, await stream.load())));
}

/** The content of the document's metadata stream; empty if it cannot be read. */
export function readProperties(document: PdfDocument): readonly XmpProperty[] {
  const stream = document.stream(document.catalog.get("Metadata"));
  if (!stream) return [];
  try {
    const { bytes, remaining } = decodeWithin(document, stream);
    if (remaining.length > 0) return [];
    document.work.charge("metadataByte", bytes.length);
    return readXmpPacket(bytes).properties;
  } catch (error) {
    // metadata that cannot be read are of no use to anybody
    if (error instanceof Failure && error.code === "xml_invalid") return [];
    throw error;
  }
}

/** Where the metadata repeat the document information (ISO 19005-1, table 1). */
const COUNTERPARTS = {
  title: ["dc", "title"],
  author: ["dc", "creator"],
  subject: ["dc", "description"],
  keywords: ["pdf", "Keywords"],
  creator: ["xmp", "CreatorTool"],
} as const;

/** What a document says about itself: its information before its metadata, as PDF 1.x has it. */
export function declaredMetadata(document: PdfDocument, properties: readonly XmpProperty[]): PdfMetadata {
  const stated: PdfMetadata = {};
  for (const [member, [schema, local]] of Object.entries(COUNTERPARTS)) {
    const text = plainText(propertyOf(properties, schema, local)?.value);
    if (text) stated[member as keyof typeof COUNTERPARTS] = text;
  }
  for (const [member, text] of Object.entries(readMetadata(document))) {
    if (text) stated[member as keyof PdfMetadata] = text;
  }
  return stated;
}

/** A date as PDF and as XMP write it. */
export interface DeclaredDate {
  readonly pdf: string;
  readonly iso: string;
}

/** When the document was made, if it says so. */
export function declaredCreation(document: PdfDocument, properties: readonly XmpProperty[]): DeclaredDate | undefined {
  const written = document.string(document.dict(document.trailer.get("Info"))?.get("CreationDate"));
  const fromIso = plainText(propertyOf(properties, "xmp", "CreateDate")?.value);
  const pdf = written ? latin1(written.bytes) : pdfDateOfIso(fromIso ?? "");
  const iso = pdf === undefined ? undefined : isoOfPdfDate(pdf);
  return pdf === undefined || iso === undefined ? undefined : { pdf, iso };
}

export function propertyOf(
  properties: readonly XmpProperty[],
  schema: keyof typeof XMP_NAMESPACES,
  local: string,
): XmpProperty | undefined {
  return properties.find((property) => property.namespace === XMP_NAMESPACES[schema] && property.local === local);
}

/** A value as one text: the default of a text in several languages, the items of a list joined. */
export function plainText(value: XmpValue | undefined): string | undefined {
  if (value?.kind === "simple") return value.text;
  if (value?.kind !== "array") return undefined;
  const texts = value.items.flatMap((item) => (item.kind === "simple" ? [item] : []));
  if (value.form !== "Alt") return texts.map(({ text }) => text).join(", ");
  return (texts.find(({ language }) => language === "x-default") ?? texts[0])?.text;
}

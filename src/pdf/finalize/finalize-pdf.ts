import { deflate } from "../../image/compression/flate.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { formatDate, type PdfMetadata } from "../information.ts";
import { dict, name, PdfDict, PdfStream } from "../objects.ts";
import { encodeText, latin1String } from "../text-strings.ts";
import { writePdf } from "../writer.ts";
import { XMP_NAMESPACES } from "../xmp/packet.ts";
import type { XmpProperty, XmpValue } from "../xmp/rdf.ts";
import { writeXmpPacket } from "../xmp/write-packet.ts";
import { simple } from "../xmp/xmp-values.ts";
import { type Conformance, conformingProperties } from "./conformance.ts";
import {
  type DeclaredDate,
  declaredCreation,
  declaredMetadata,
  plainText,
  propertyOf,
  readProperties,
} from "./declared-metadata.ts";
import { numberElementIds } from "./element-ids.ts";
import { setDocumentLanguage, setLanguages } from "./languages.ts";

/** What a finished PDF says about itself. */
export interface FinalizeOptions {
  /**
   * The clock of whatever made it; undefined if the file has to be the same whenever it is made, and so has no dates.
   */
  now: Date | undefined;
  /** For a document that has no title. */
  title?: string;
  /** Takes precedence over what the document says itself; empty texts do not. */
  stated?: { title: string; author: string } | undefined;
  /** BCP 47, for a document that states no language. */
  language?: string;
  /** What the document is made to conform to, and claims to. */
  conformance?: Conformance;
  /**
   * For a PDF from elsewhere that was changed: its identifier, its creation date, the program that made it and whatever
   * else it says about itself stay.
   */
  isChange?: boolean;
  /** For a change that makes a file small: metadata are packed, and none are added if there were none. */
  isCompact?: boolean;
}

const PRODUCER = "Docloom";
/** Claims to be a file for the press (ISO 15930), which a changed one does not make. */
const PRESS_IDENTIFICATION = /^GTS_PDFX/;
const PRESS_SCHEMA = "http://www.npes.org/pdfx/ns/id/";
/** Names of browsers. */
const BROWSER = /^(?:Chromium|HeadlessChrome|Mozilla|Skia\/)/;

/**
 * The last step for a PDF that the service has made: document information and metadata that agree, its creation dates,
 * and nothing that names the browser or keeps counting from one run to the next. The same content under the same clock
 * gives the same bytes; the file identifier follows from them.
 * @throws Failure those of openPdf
 */
export function finalizePdf(bytes: Uint8Array, options: FinalizeOptions): Uint8Array {
  const document = openPdf(bytes);
  finalizeDocument(document, options);
  return writePdf(document);
}

/** {@link finalizePdf} of a document that is open. */
export function finalizeDocument(document: PdfDocument, options: FinalizeOptions): void {
  const { now, title, stated, language, conformance, isChange = false, isCompact = false } = options;
  const properties = readProperties(document);
  const own = declaredMetadata(document, properties);
  const metadata: PdfMetadata = {
    ...own,
    ...(own.title || !title ? {} : { title }),
    ...(stated?.title ? { title: stated.title } : {}),
    ...(stated?.author ? { author: stated.author } : {}),
    producer: PRODUCER,
  };
  if (!isChange && (own.creator === undefined || BROWSER.test(own.creator))) metadata.creator = PRODUCER;
  const changed: DeclaredDate | undefined = now && {
    pdf: formatDate(now),
    iso: `${now.toISOString().slice(0, 19)}Z`,
  };
  const created = isChange ? declaredCreation(document, properties) : changed;
  const others = isChange ? otherInformation(document) : [];
  document.trailer.set("Info", document.add(new PdfDict([...information(metadata, created, changed), ...others])));
  if (isChange) {
    setDocumentLanguage(document, language);
  } else {
    // made from the content by the writer
    document.trailer.delete("ID");
    setLanguages(document, language);
    numberElementIds(document);
  }
  if (isCompact && !document.stream(document.catalog.get("Metadata"))) return;
  const agreeing = agreeingProperties(metadata, created, changed).map((property) =>
    keptIfItAgrees(property, properties, conformance),
  );
  const beside = properties.filter(isKept);
  const stating = conformance ? conformingProperties(conformance, beside) : beside;
  const packet = writeXmpPacket([...agreeing, ...stating]);
  const entries = dict({
    Type: name("Metadata"),
    Subtype: name("XML"),
    Filter: isCompact ? name("FlateDecode") : undefined,
  });
  document.catalog.set("Metadata", document.add(new PdfStream(entries, isCompact ? deflate(packet, 9) : packet)));
}

function information(
  metadata: PdfMetadata,
  created: DeclaredDate | undefined,
  changed: DeclaredDate | undefined,
): PdfDict {
  const text = (value: string | undefined) => (value ? encodeText(value) : undefined);
  return dict({
    Title: text(metadata.title),
    Author: text(metadata.author),
    Subject: text(metadata.subject),
    Keywords: text(metadata.keywords),
    Creator: text(metadata.creator),
    Producer: text(metadata.producer),
    CreationDate: created && latin1String(created.pdf),
    ModDate: changed && latin1String(changed.pdf),
  });
}

const INFORMATION = new Set([
  "Title",
  "Author",
  "Subject",
  "Keywords",
  "Creator",
  "Producer",
  "CreationDate",
  "ModDate",
]);

/** The rest of an information dictionary, such as members that somebody's own program has put there. */
function otherInformation(document: PdfDocument): PdfDict {
  const info = new PdfDict(document.dict(document.trailer.get("Info")));
  for (const key of info.keys()) if (INFORMATION.has(key) || PRESS_IDENTIFICATION.test(key)) info.delete(key);
  return info;
}

type Schema = keyof typeof XMP_NAMESPACES;

const inDefault = (text: string): XmpValue => ({
  kind: "array",
  form: "Alt",
  items: [{ kind: "simple", text, language: "x-default" }],
});

/** Properties that repeat the document information (ISO 19005-2, 6.6.3). */
function agreeingProperties(
  metadata: PdfMetadata,
  created: DeclaredDate | undefined,
  changed: DeclaredDate | undefined,
): XmpProperty[] {
  const property = (prefix: Schema, local: string, value: XmpValue | undefined): XmpProperty[] =>
    value ? [{ namespace: XMP_NAMESPACES[prefix], prefix, local, value }] : [];
  const { title, author, subject, keywords, creator, producer } = metadata;
  return [
    ...property("dc", "format", simple("application/pdf")),
    ...property("dc", "title", title ? inDefault(title) : undefined),
    ...property("dc", "creator", author ? { kind: "array", form: "Seq", items: [simple(author)] } : undefined),
    ...property("dc", "description", subject ? inDefault(subject) : undefined),
    ...property("pdf", "Keywords", keywords ? simple(keywords) : undefined),
    ...property("pdf", "Producer", producer ? simple(producer) : undefined),
    ...property("xmp", "CreatorTool", creator ? simple(creator) : undefined),
    ...property("xmp", "CreateDate", created && simple(created.iso)),
    ...property("xmp", "ModifyDate", changed && simple(changed.iso)),
    ...property("xmp", "MetadataDate", changed && simple(changed.iso)),
  ];
}

/** What the document already said in more detail: a title in several languages, authors one by one. */
function keptIfItAgrees(
  property: XmpProperty,
  properties: readonly XmpProperty[],
  conformance: Conformance | undefined,
): XmpProperty {
  const { prefix, local, value } = property;
  const said = prefix === "dc" ? propertyOf(properties, "dc", local)?.value : undefined;
  if (said?.kind !== "array" || value.kind !== "array" || said.form !== value.form) return property;
  // PDF/A wants the author of the document information as the only one
  const isAllowed = said.form === "Alt" || !conformance?.pdfA;
  return isAllowed && plainText(said) === plainText(value) ? { ...property, value: said } : property;
}

const OWN = new Set(
  `dc:format dc:title dc:creator dc:description pdf:Keywords pdf:Producer xmp:CreatorTool xmp:CreateDate xmp:ModifyDate
xmp:MetadataDate`.split(/\s+/),
);

/** The rest of the metadata stays. Claims of conformance do not, since the file has changed. */
function isKept({ namespace, local }: XmpProperty): boolean {
  const schema = Object.entries(XMP_NAMESPACES).find(([, known]) => known === namespace)?.[0];
  return schema !== "pdfaid" && schema !== "pdfuaid" && namespace !== PRESS_SCHEMA && !OWN.has(`${schema}:${local}`);
}

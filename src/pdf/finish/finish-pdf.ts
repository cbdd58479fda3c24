import { Failure } from "../../domain/failure.ts";
import { allAtOnce, type Steps } from "../../domain/steps.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { formatDate, type PdfMetadata, readMetadata } from "../information.ts";
import { dict, name, type PdfDict, PdfStream } from "../objects.ts";
import { encodeText, latin1String } from "../text-strings.ts";
import { decodeWithin } from "../work-budget.ts";
import { writeSteps } from "../writer.ts";
import { readXmpPacket, XMP_NAMESPACES } from "../xmp/packet.ts";
import type { XmpProperty, XmpValue } from "../xmp/rdf.ts";
import { writeXmpPacket } from "../xmp/write-packet.ts";
import { type Conformance, conformingProperties } from "./conformance.ts";
import { numberElementIds } from "./element-ids.ts";
import { setLanguages } from "./languages.ts";

/** What a finished PDF says about itself. */
export interface FinishOptions {
  /** The clock of what made it. */
  now: Date;
  /** For a document that has no title. */
  title?: string | undefined;
  /** Goes before what the document says itself; empty texts do not. */
  stated?: { title: string; author: string } | undefined;
  /** BCP 47, for a document that states no language. */
  language?: string | undefined;
  /** What the document is made to conform to, and says so. */
  conformance?: Conformance | undefined;
}

const PRODUCER = "Docloom";
/** What browsers call themselves. */
const BROWSER = /^(?:Chromium|HeadlessChrome|Mozilla|Skia\/)/;

/**
 * The last step of a PDF that the service has made: document information and metadata that agree, the dates of its
 * making, and nothing that names the browser or counts on from one run to the next. The same content under the same
 * clock gives the same bytes; the file identifier follows from them.
 * @throws Failure those of openPdf
 */
export function finishPdf(bytes: Uint8Array, options: FinishOptions): Uint8Array {
  return allAtOnce(finishSteps(bytes, options));
}

/** {@link finishPdf} in steps. */
export function* finishSteps(bytes: Uint8Array, options: FinishOptions): Steps<Uint8Array> {
  const document = openPdf(bytes);
  finishDocument(document, options);
  return yield* writeSteps(document);
}

/** {@link finishPdf} of a document that is open. */
export function finishDocument(
  document: PdfDocument,
  { now, title, stated, language, conformance }: FinishOptions,
): void {
  const own = readMetadata(document);
  const metadata: PdfMetadata = {
    ...own,
    ...(own.title || !title ? {} : { title }),
    ...(stated?.title ? { title: stated.title } : {}),
    ...(stated?.author ? { author: stated.author } : {}),
    creator: own.creator === undefined || BROWSER.test(own.creator) ? PRODUCER : own.creator,
    producer: PRODUCER,
  };
  document.trailer.set("Info", document.add(information(metadata, now)));
  // made of the content by the writer
  document.trailer.delete("ID");
  setLanguages(document, language);
  numberElementIds(document);
  const others = otherProperties(document);
  const beside = conformance ? conformingProperties(conformance, others) : others;
  const packet = writeXmpPacket([...ownProperties(metadata, now), ...beside]);
  const entries = dict({ Type: name("Metadata"), Subtype: name("XML") });
  document.catalog.set("Metadata", document.add(new PdfStream(entries, packet)));
}

function information(metadata: PdfMetadata, now: Date): PdfDict {
  const text = (value: string | undefined) => (value ? encodeText(value) : undefined);
  const date = latin1String(formatDate(now));
  return dict({
    Title: text(metadata.title),
    Author: text(metadata.author),
    Subject: text(metadata.subject),
    Keywords: text(metadata.keywords),
    Creator: text(metadata.creator),
    Producer: text(metadata.producer),
    CreationDate: date,
    ModDate: date,
  });
}

type Schema = keyof typeof XMP_NAMESPACES;

const simple = (text: string): XmpValue => ({ kind: "simple", text, language: undefined });
const inDefault = (text: string): XmpValue => ({
  kind: "array",
  form: "Alt",
  items: [{ kind: "simple", text, language: "x-default" }],
});

/** Properties that say what the document information says (ISO 19005-2, 6.6.3). */
function ownProperties(metadata: PdfMetadata, now: Date): XmpProperty[] {
  const date = simple(`${now.toISOString().slice(0, 19)}Z`);
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
    ...property("xmp", "CreateDate", date),
    ...property("xmp", "ModifyDate", date),
    ...property("xmp", "MetadataDate", date),
  ];
}

const OWN = new Set(
  `dc:format dc:title dc:creator dc:description pdf:Keywords pdf:Producer xmp:CreatorTool xmp:CreateDate xmp:ModifyDate
xmp:MetadataDate`.split(/\s+/),
);

/** What a form's own metadata say beside that: they stay. Claims of conformance do not, since the file has changed. */
function otherProperties(document: PdfDocument): XmpProperty[] {
  const stream = document.stream(document.catalog.get("Metadata"));
  if (!stream) return [];
  try {
    const { bytes, remaining } = decodeWithin(document, stream);
    if (remaining.length > 0) return [];
    document.work.spend(bytes.length);
    return readXmpPacket(bytes).properties.filter(({ namespace, local }) => {
      const schema = Object.entries(XMP_NAMESPACES).find(([, known]) => known === namespace)?.[0];
      return schema !== "pdfaid" && schema !== "pdfuaid" && !OWN.has(`${schema}:${local}`);
    });
  } catch (error) {
    // metadata that cannot be read are of no use to anybody
    if (error instanceof Failure && error.code === "xml_invalid") return [];
    throw error;
  }
}

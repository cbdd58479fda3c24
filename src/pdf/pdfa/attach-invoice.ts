import { Failure } from "../../domain/failure.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { dict, name, PdfStream } from "../objects.ts";
import { type Attachment, addAttachments } from "../operations/attachments.ts";
import { readXmpPacket } from "../xmp/packet.ts";
import type { XmpProperty, XmpValue } from "../xmp/rdf.ts";
import { writeXmpPacket } from "../xmp/write-packet.ts";
import { property, simple } from "../xmp/xmp-values.ts";

/** An invoice for machines within the PDF of the same invoice (Factur-X 1.0, 6). */
export interface AttachedInvoice {
  xml: Uint8Array;
  fileName: string;
  relationship: "Alternative" | "Data";
  /** Name of the profile in the metadata, e.g. `EN 16931`. */
  conformanceLevel: string;
}

const FACTUR_X = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
const EXTENSION = "http://www.aiim.org/pdfa/ns/extension/";
const SCHEMA = "http://www.aiim.org/pdfa/ns/schema#";
const PROPERTY = "http://www.aiim.org/pdfa/ns/property#";

/** Attaches an invoice to a document that will be PDF/A-3, and has the metadata say so. */
export function attachInvoice(document: PdfDocument, invoice: AttachedInvoice, now: Date | undefined): void {
  const attachment: Attachment = {
    name: invoice.fileName,
    bytes: invoice.xml,
    mediaType: "text/xml",
    description: "The invoice as XML",
    relationship: invoice.relationship,
  };
  const [specification] = addAttachments(document, [attachment], now);
  if (specification) {
    const others = document.array(document.catalog.get("AF")) ?? [];
    document.catalog.set("AF", [...others, specification]);
  }
  const packet = writeXmpPacket([...otherProperties(document), ...statements(invoice), extensionSchema(document)]);
  const entries = dict({ Type: name("Metadata"), Subtype: name("XML") });
  document.catalog.set("Metadata", document.add(new PdfStream(entries, packet)));
}

/** What the metadata say already, except what is replaced. */
function otherProperties(document: PdfDocument): XmpProperty[] {
  return properties(document).filter(({ namespace }) => namespace !== FACTUR_X && namespace !== EXTENSION);
}

function properties(document: PdfDocument): readonly XmpProperty[] {
  const stream = document.stream(document.catalog.get("Metadata"));
  if (!stream) return [];
  try {
    return readXmpPacket(decodeWithin(document, stream).bytes).properties;
  } catch (error) {
    if (error instanceof Failure && error.code === "xml_invalid") return [];
    throw error;
  }
}

function statements({ fileName, conformanceLevel }: AttachedInvoice): XmpProperty[] {
  const stated = (local: string, text: string) => property(FACTUR_X, "fx", local, simple(text));
  return [
    stated("DocumentType", "INVOICE"),
    stated("DocumentFileName", fileName),
    stated("Version", "1.0"),
    stated("ConformanceLevel", conformanceLevel),
  ];
}

const PROPERTIES = [
  ["DocumentFileName", "The name of the embedded XML document"],
  ["DocumentType", "The type of the hybrid document in capital letters, e.g. INVOICE or ORDER"],
  ["Version", "The actual version of the standard applying to the embedded XML document"],
  ["ConformanceLevel", "The conformance level of the embedded XML document"],
] as const;

/** Describes the schema of these statements (ISO 19005-3, 6.6.2.3.3), in addition to those already described. */
function extensionSchema(document: PdfDocument): XmpProperty {
  const known = properties(document)
    .filter(({ namespace, local }) => namespace === EXTENSION && local === "schemas")
    .flatMap(({ value }) => (value.kind === "array" ? value.items : []));
  const described = PROPERTIES.map(([local, description]): XmpValue => {
    const said = (field: string, text: string) => property(PROPERTY, "pdfaProperty", field, simple(text));
    return {
      kind: "structure",
      fields: [
        said("name", local),
        said("valueType", "Text"),
        said("category", "external"),
        said("description", description),
      ],
    };
  });
  const said = (field: string, text: string) => property(SCHEMA, "pdfaSchema", field, simple(text));
  const own: XmpValue = {
    kind: "structure",
    fields: [
      said("schema", "Factur-X PDFA Extension Schema"),
      said("namespaceURI", FACTUR_X),
      said("prefix", "fx"),
      property(SCHEMA, "pdfaSchema", "property", { kind: "array", form: "Seq", items: described }),
    ],
  };
  return property(EXTENSION, "pdfaExtension", "schemas", { kind: "array", form: "Bag", items: [...known, own] });
}

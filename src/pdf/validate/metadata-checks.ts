import { Failure } from "../../domain/failure.ts";
import { PdfDict, PdfStream } from "../objects.ts";
import { readPacketText, readXmpPacket, XMP_NAMESPACES, type XmpPacket, xmpProperty, xmpText } from "../xmp/packet.ts";
import type { XmpProperty } from "../xmp/rdf.ts";
import { PREDEFINED_PROPERTIES, PREDEFINED_STRUCTURES } from "../xmp/xmp-schemas.ts";
import { hasType } from "../xmp/xmp-types.ts";
import { type ExtensionSchema, inspectExtensionSchemas } from "./extension-schemas.ts";
import type { Check, Place } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";

type PacketText = ReturnType<typeof readPacketText>;

const PACKET_CHECKS: readonly Check<PacketText>[] = [
  {
    pdfA: "6.6.2.1",
    check: ({ header }) =>
      /\bbytes\s*=/.test(header) ? "The XMP packet's header has the bytes attribute." : undefined,
  },
  {
    pdfA: "6.6.2.1",
    check: ({ header }) =>
      /\bencoding\s*=/.test(header) ? "The XMP packet's header has the encoding attribute." : undefined,
  },
  {
    pdfA: "6.6.2.1",
    check: ({ encoding }) =>
      encoding === "UTF-8" ? undefined : `The metadata is written in ${encoding} instead of UTF-8.`,
  },
];

interface Identification {
  readonly inspected: InspectedDocument;
  readonly packet: XmpPacket;
}

const identified = (packet: XmpPacket, schema: "pdfaid" | "pdfuaid", local: string) =>
  xmpText(xmpProperty(packet, schema, local)?.value);

const IDENTIFICATION_CHECKS: readonly Check<Identification>[] = [
  {
    pdfA: "6.6.4",
    check: ({ packet }) =>
      packet.properties.some(({ namespace }) => namespace === XMP_NAMESPACES.pdfaid)
        ? undefined
        : "The metadata has no PDF/A identification schema.",
  },
  {
    pdfA: "6.6.4",
    check({ inspected, packet }) {
      const part = identified(packet, "pdfaid", "part");
      const wanted = inspected.findings.pdfA?.part;
      return Number(part) === wanted ? undefined : `pdfaid:part is ${part ?? "absent"} instead of ${wanted}.`;
    },
  },
  {
    pdfA: "6.6.4",
    check({ inspected, packet }) {
      const conformance = identified(packet, "pdfaid", "conformance");
      const wanted = inspected.findings.pdfA?.level.toUpperCase();
      return conformance === wanted
        ? undefined
        : `pdfaid:conformance is ${conformance ?? "absent"} instead of ${wanted}.`;
    },
  },
  {
    pdfA: "6.6.4",
    check: ({ packet }) => wrongPrefix(packet, "pdfaid"),
  },
  {
    pdfUa: "5",
    check: ({ packet }) =>
      packet.properties.some(({ namespace }) => namespace === XMP_NAMESPACES.pdfuaid)
        ? undefined
        : "The metadata has no PDF/UA identification schema.",
  },
  {
    pdfUa: "5",
    check({ packet }) {
      const part = identified(packet, "pdfuaid", "part");
      return Number(part) === 1 ? undefined : `pdfuaid:part is ${part ?? "absent"} instead of 1.`;
    },
  },
  {
    pdfUa: "5",
    check: ({ packet }) => wrongPrefix(packet, "pdfuaid"),
  },
  {
    pdfUa: "7.1",
    check: ({ packet }) =>
      xmpProperty(packet, "dc", "title") ? undefined : "The metadata has no title of the document (dc:title).",
  },
  {
    pdfUa: "7.2",
    check({ inspected, packet }) {
      if (inspected.hasLanguage) return undefined;
      const undetermined = packet.properties.find(
        ({ value }) =>
          value.kind === "array" &&
          value.form === "Alt" &&
          value.items.length > 0 &&
          value.items.every((item) => item.kind === "simple" && item.language === "x-default"),
      );
      return undetermined && `The natural language of ${nameOf(undetermined)} in the metadata cannot be determined.`;
    },
  },
];

function wrongPrefix(packet: XmpPacket, schema: "pdfaid" | "pdfuaid"): string | undefined {
  const wrong = packet.properties.find(
    ({ namespace, prefix }) => namespace === XMP_NAMESPACES[schema] && prefix !== schema,
  );
  return wrong && `The property ${nameOf(wrong)} of the identification schema needs the prefix ${schema}.`;
}

interface TypedProperty {
  readonly property: XmpProperty;
  /** The schemas that may describe it; the first takes precedence. */
  readonly schemas: readonly ExtensionSchema[];
}

const PROPERTY_CHECKS: readonly Check<TypedProperty>[] = [
  {
    pdfA: "6.6.2.3.1",
    check({ property, schemas }) {
      const found = typeOf(property, schemas);
      if (!found) return `The property ${nameOf(property)} is neither predefined nor described by an extension schema.`;
      return hasType(property.value, found.type, found.structures)
        ? undefined
        : `The property ${nameOf(property)} is not of the type ${found.type}.`;
    },
  },
];

function typeOf(property: XmpProperty, schemas: readonly ExtensionSchema[]) {
  const { namespace, local } = property;
  for (const schema of schemas) {
    const type = schema.namespace === namespace ? schema.properties.get(local) : undefined;
    if (type !== undefined) return { type, structures: schema.structures };
  }
  // the container of extension schemas is checked by itself
  if (namespace === "http://www.aiim.org/pdfa/ns/extension/" && local === "schemas") {
    return { type: "any", structures: PREDEFINED_STRUCTURES };
  }
  const type = PREDEFINED_PROPERTIES.get(namespace)?.get(local);
  return type === undefined ? undefined : { type, structures: PREDEFINED_STRUCTURES };
}

const nameOf = ({ prefix, local }: { prefix: string; local: string }) => `${prefix}:${local}`;

const DOCUMENT_CHECKS: readonly Check<InspectedDocument>[] = [
  {
    pdfA: "6.6.2.1",
    pdfUa: "7.1",
    check: (inspected) =>
      inspected.stream(inspected.document.catalog.get("Metadata"))
        ? undefined
        : "The catalog has no metadata stream (Metadata).",
  },
];

/** Checks the metadata of the document and of its parts (ISO 19005-2, 6.6; ISO 14289-1, 5 and 7.1). */
export function inspectMetadata(inspected: InspectedDocument): void {
  const { document, findings } = inspected;
  inspected.check(DOCUMENT_CHECKS, inspected);
  const main = inspected.stream(document.catalog.get("Metadata"));
  const packet = main && readPacket(inspected, main);
  const place = { object: inspected.numberOf(document.catalog.get("Metadata")) };
  const schemas = packet ? inspectPacket(inspected, packet, [], place) : [];
  if (packet) inspected.check(IDENTIFICATION_CHECKS, { inspected, packet }, place);
  if (!findings.pdfA) return;
  const seen = new Set([main]);
  for (const number of document.objects.numbers()) {
    document.work.charge("object");
    const object = document.objects.get(number);
    const entries = object instanceof PdfStream ? object.dict : object instanceof PdfDict ? object : undefined;
    const stream = entries && entries !== document.catalog ? inspected.stream(entries.get("Metadata")) : undefined;
    if (!stream || seen.has(stream)) continue;
    seen.add(stream);
    const part = readPacket(inspected, stream);
    if (part) inspectPacket(inspected, part, schemas, { object: inspected.numberOf(stream) });
  }
}

/** Checks a packet's properties and returns the extension schemas that it describes. */
function inspectPacket(
  inspected: InspectedDocument,
  packet: XmpPacket,
  outer: readonly ExtensionSchema[],
  place: Place,
): ExtensionSchema[] {
  const own = inspectExtensionSchemas(inspected, packet, outer, place);
  const schemas = [...own, ...outer];
  inspected.document.work.charge("object", packet.properties.length * (1 + schemas.length));
  for (const property of packet.properties) inspected.check(PROPERTY_CHECKS, { property, schemas }, place);
  return own;
}

function readPacket(inspected: InspectedDocument, stream: PdfStream): XmpPacket | undefined {
  const bytes = inspected.decoded(stream);
  const place = { object: inspected.numberOf(stream) };
  if (!bytes) return undefined;
  inspected.document.work.charge("metadataByte", bytes.length);
  inspected.check(PACKET_CHECKS, readPacketText(bytes), place);
  try {
    return readXmpPacket(bytes);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const clauses = { pdfA: "6.6.2.1", pdfUa: "5" };
    inspected.findings.add(clauses, `The metadata cannot be read: ${error.message}`, place);
    return undefined;
  }
}

import { XMP_NAMESPACES } from "../xmp/packet.ts";
import type { XmpProperty, XmpValue } from "../xmp/rdf.ts";
import { PREDEFINED_PROPERTIES, PREDEFINED_STRUCTURES } from "../xmp/xmp-schemas.ts";
import { hasType } from "../xmp/xmp-types.ts";
import { property, simple } from "../xmp/xmp-values.ts";

/** What a document claims to conform to. */
export interface Conformance {
  /** Part and level of ISO 19005, e.g. `3a`. */
  readonly pdfA: string | undefined;
  /** ISO 14289-1. */
  readonly pdfUa: boolean;
}

/**
 * What the metadata of a conforming document state beside its own properties: the claims (ISO 19005-2, 6.6.4; ISO
 * 14289-1, 5), and those of the other properties that PDF/A knows or that an extension schema of theirs describes.
 */
export function conformingProperties(
  { pdfA, pdfUa }: Conformance,
  others: readonly XmpProperty[],
): readonly XmpProperty[] {
  const identifications: XmpProperty[] = [];
  if (pdfA) {
    identifications.push(property(XMP_NAMESPACES.pdfaid, "pdfaid", "part", simple(pdfA.slice(0, 1))));
    identifications.push(property(XMP_NAMESPACES.pdfaid, "pdfaid", "conformance", simple(pdfA.slice(1).toUpperCase())));
  }
  if (pdfUa) identifications.push(property(XMP_NAMESPACES.pdfuaid, "pdfuaid", "part", simple("1")));
  if (!pdfA) return [...identifications, ...others];
  const schemas = others.filter(isExtension).flatMap(({ value }) => (value.kind === "array" ? value.items : []));
  const described = new Set(schemas.map(namespaceOf));
  const kept = others.filter((other) => !isExtension(other) && (described.has(other.namespace) || isPredefined(other)));
  // PDF/A knows no schemas but its own unless the file describes them
  const own = schemas.filter((schema) => namespaceOf(schema) !== XMP_NAMESPACES.pdfuaid);
  const all = pdfUa ? [accessibilitySchema(), ...own] : own;
  if (all.length > 0)
    identifications.push(property(EXTENSION, "pdfaExtension", "schemas", { kind: "array", form: "Bag", items: all }));
  return [...identifications, ...kept];
}

function isPredefined({ namespace, local, value }: XmpProperty): boolean {
  const type = PREDEFINED_PROPERTIES.get(namespace)?.get(local);
  return type !== undefined && hasType(value, type, PREDEFINED_STRUCTURES);
}

const isExtension = ({ namespace, local }: XmpProperty) => namespace === EXTENSION && local === "schemas";

/** The namespace that an extension schema describes. */
function namespaceOf(schema: XmpValue): string | undefined {
  if (schema.kind !== "structure") return undefined;
  const stated = schema.fields.find(({ namespace, local }) => namespace === SCHEMA && local === "namespaceURI");
  return stated?.value.kind === "simple" ? stated.value.text : undefined;
}

const EXTENSION = "http://www.aiim.org/pdfa/ns/extension/";
const SCHEMA = "http://www.aiim.org/pdfa/ns/schema#";
const PROPERTY = "http://www.aiim.org/pdfa/ns/property#";

/** Describes the identification schema of PDF/UA (ISO 19005-2, 6.6.2.3.3). */
function accessibilitySchema(): XmpValue {
  const described = (local: string, text: string) => property(PROPERTY, "pdfaProperty", local, simple(text));
  const part: XmpValue = {
    kind: "structure",
    fields: [
      described("name", "part"),
      described("valueType", "Integer"),
      described("category", "internal"),
      described("description", "Part of ISO 14289 that the document conforms to"),
    ],
  };
  const stated = (local: string, text: string) => property(SCHEMA, "pdfaSchema", local, simple(text));
  return {
    kind: "structure",
    fields: [
      stated("schema", "PDF/UA identification schema"),
      stated("namespaceURI", XMP_NAMESPACES.pdfuaid),
      stated("prefix", "pdfuaid"),
      property(SCHEMA, "pdfaSchema", "property", { kind: "array", form: "Seq", items: [part] }),
    ],
  };
}

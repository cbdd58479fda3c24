import type { XmpPacket } from "../xmp/packet.ts";
import { xmpText } from "../xmp/packet.ts";
import type { XmpProperty, XmpValue } from "../xmp/rdf.ts";
import { PREDEFINED_STRUCTURES, type StructureType } from "../xmp/xmp-schemas.ts";
import { isKnownType, plainType } from "../xmp/xmp-types.ts";
import type { Check, Place } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";

/** A schema that a file describes for itself (ISO 19005-2, 6.6.2.3.3). */
export interface ExtensionSchema {
  readonly namespace: string;
  /** Types by name. */
  readonly properties: ReadonlyMap<string, string>;
  readonly structures: ReadonlyMap<string, StructureType>;
}

const EXTENSION = "http://www.aiim.org/pdfa/ns/extension/";

interface FieldDescription {
  readonly type: "text" | "uri" | "seq";
  readonly required: boolean;
}

/** A value type of the container schema: its namespace, prefix and fields. */
interface Description {
  readonly title: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly fields: Readonly<Record<string, FieldDescription>>;
}

const text = { type: "text", required: true } as const;
const uri = { type: "uri", required: true } as const;

const SCHEMA: Description = {
  title: "schema",
  namespace: "http://www.aiim.org/pdfa/ns/schema#",
  prefix: "pdfaSchema",
  fields: {
    schema: text,
    namespaceURI: uri,
    prefix: text,
    // a schema may describe only value types
    property: { type: "seq", required: false },
    valueType: { type: "seq", required: false },
  },
};
const PROPERTY: Description = {
  title: "property",
  namespace: "http://www.aiim.org/pdfa/ns/property#",
  prefix: "pdfaProperty",
  fields: { name: text, valueType: text, category: text, description: text },
};
const VALUE_TYPE: Description = {
  title: "value type",
  namespace: "http://www.aiim.org/pdfa/ns/type#",
  prefix: "pdfaType",
  fields: { type: text, namespaceURI: uri, prefix: text, description: text, field: { type: "seq", required: false } },
};
const FIELD: Description = {
  title: "field",
  namespace: "http://www.aiim.org/pdfa/ns/field#",
  prefix: "pdfaField",
  fields: { name: text, valueType: text, description: text },
};

interface Described {
  readonly description: Description;
  readonly fields: readonly XmpProperty[];
  /** Structures that the schema may name as types. */
  readonly structures: ReadonlyMap<string, StructureType>;
}

const DESCRIPTION_CHECKS: readonly Check<Described>[] = [
  {
    pdfA: "6.6.2.3.2",
    check({ description, fields }) {
      const unknown = fields.filter(
        ({ namespace, local }) => namespace !== description.namespace || !Object.hasOwn(description.fields, local),
      );
      if (unknown.length === 0) return undefined;
      const names = unknown.map(({ prefix, local }) => `${prefix}:${local}`).join(", ");
      return `The description of a ${description.title} has fields that are not defined: ${names}.`;
    },
  },
  {
    pdfA: "6.6.2.3.3",
    check({ description, fields }) {
      for (const [name, { type, required }] of Object.entries(description.fields)) {
        const field = fieldOf(fields, description, name);
        if (!field && required)
          return `The description of a ${description.title} has no ${description.prefix}:${name}.`;
        if (!field) continue;
        if (field.prefix !== description.prefix)
          return `The field ${name} of a ${description.title} needs the prefix ${description.prefix}.`;
        const fits = type === "seq" ? isSequence(field.value) : field.value.kind === "simple";
        if (!fits) return `The field ${description.prefix}:${name} is not of the type ${type}.`;
      }
      return undefined;
    },
  },
  {
    pdfA: "6.6.2.3.3",
    check({ description, fields, structures }) {
      if (description !== PROPERTY && description !== FIELD) return undefined;
      const type = xmpText(fieldOf(fields, description, "valueType")?.value);
      if (type === undefined || isKnownType(plainType(type), structures)) return undefined;
      return `The value type ${type} is not defined.`;
    },
  },
  {
    pdfA: "6.6.2.3.3",
    check({ description, fields }) {
      if (description !== PROPERTY) return undefined;
      const category = xmpText(fieldOf(fields, description, "category")?.value);
      return category === undefined || category === "internal" || category === "external"
        ? undefined
        : `The category of a property is ${category} instead of internal or external.`;
    },
  },
];

const CONTAINER_CHECKS: readonly Check<XmpProperty>[] = [
  {
    pdfA: "6.6.2.3.3",
    check: ({ value, prefix }) =>
      value.kind === "array" && value.form === "Bag" && prefix === "pdfaExtension"
        ? undefined
        : "The extension schemas are not an rdf:Bag named pdfaExtension:schemas.",
  },
];

/** Checks the descriptions of extension schemas in a packet, and returns the schemas. */
export function inspectExtensionSchemas(
  inspected: InspectedDocument,
  packet: XmpPacket,
  outer: readonly ExtensionSchema[],
  place: Place,
): ExtensionSchema[] {
  const container = packet.properties.find(({ namespace, local }) => namespace === EXTENSION && local === "schemas");
  if (!container) return [];
  inspected.check(CONTAINER_CHECKS, container, place);
  const schemas = structuresIn(container.value);
  // a schema may use the value types of another one, even one of the document's own packet
  const structures = new Map([...PREDEFINED_STRUCTURES, ...outer.flatMap((schema) => [...schema.structures])]);
  for (const fields of schemas) addValueTypes(fields, structures);
  return schemas.map((fields) => readSchema(inspected, fields, structures, place));
}

function addValueTypes(fields: readonly XmpProperty[], structures: Map<string, StructureType>): void {
  for (const type of structuresIn(fieldOf(fields, SCHEMA, "valueType")?.value)) {
    const name = xmpText(fieldOf(type, VALUE_TYPE, "type")?.value);
    const namespace = xmpText(fieldOf(type, VALUE_TYPE, "namespaceURI")?.value) ?? "";
    const inner = structuresIn(fieldOf(type, VALUE_TYPE, "field")?.value);
    if (name !== undefined) structures.set(plainType(name), { namespace, fields: typesByName(inner, FIELD) });
  }
}

function readSchema(
  inspected: InspectedDocument,
  fields: readonly XmpProperty[],
  structures: ReadonlyMap<string, StructureType>,
  place: Place,
): ExtensionSchema {
  const types = structuresIn(fieldOf(fields, SCHEMA, "valueType")?.value);
  const properties = structuresIn(fieldOf(fields, SCHEMA, "property")?.value);
  const check = (description: Description, described: readonly XmpProperty[]) =>
    inspected.check(DESCRIPTION_CHECKS, { description, fields: described, structures }, place);
  check(SCHEMA, fields);
  for (const property of properties) check(PROPERTY, property);
  for (const type of types) {
    check(VALUE_TYPE, type);
    for (const field of structuresIn(fieldOf(type, VALUE_TYPE, "field")?.value)) check(FIELD, field);
  }
  return {
    namespace: xmpText(fieldOf(fields, SCHEMA, "namespaceURI")?.value) ?? "",
    properties: typesByName(properties, PROPERTY),
    structures,
  };
}

function typesByName(items: readonly (readonly XmpProperty[])[], description: Description): Map<string, string> {
  const types = new Map<string, string>();
  for (const item of items) {
    const name = xmpText(fieldOf(item, description, "name")?.value);
    const type = xmpText(fieldOf(item, description, "valueType")?.value);
    if (name !== undefined && type !== undefined && !types.has(name)) types.set(name, plainType(type));
  }
  return types;
}

function fieldOf(fields: readonly XmpProperty[], description: Description, name: string): XmpProperty | undefined {
  return fields.find(({ namespace, local }) => namespace === description.namespace && local === name);
}

const isSequence = (value: XmpValue): boolean => value.kind === "array" && value.form === "Seq";

function structuresIn(value: XmpValue | undefined): (readonly XmpProperty[])[] {
  if (value?.kind !== "array") return [];
  return value.items.flatMap((item) => (item.kind === "structure" ? [item.fields] : []));
}

import type { XmpValue } from "./rdf.ts";
import type { StructureType } from "./xmp-schemas.ts";

/** What the text of a simple value has to look like (XMP Specification, September 2005, chapter 4). */
const SIMPLE: Readonly<Record<string, RegExp>> = {
  agentname: /^/,
  boolean: /^(?:True|False)$/,
  date: /^(?:\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?)?$/,
  gpscoordinate: /^\d{1,3},\d{1,2}(?:,\d{1,2}|\.\d+)[NSEW]$/,
  integer: /^[+-]?\d+$/,
  locale: /^/,
  mimetype: /^[-\w+.]+\/[-\w+.]+$/,
  point: /^\([+-]?\d+, ?[+-]?\d+\)$/,
  propername: /^/,
  rational: /^-?\d+\/-?\d+$/,
  real: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
  renditionclass: /^/,
  text: /^/,
  uri: /^/,
  url: /^/,
  xpath: /^/,
};

const MAX_TYPE_LENGTH = 200;
const ARRAY = /^(bag|seq|alt) (.+)$/;

/** A type as extension schemas write it: `closed Choice of Text`, `bag` by itself and capitals are resolved. */
export function plainType(written: string): string {
  const plain = written
    .slice(0, MAX_TYPE_LENGTH)
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/(?:open |closed )?(?:choice of |choice$|choice )/g, "")
    .trim();
  if (plain === "") return "text";
  return plain === "bag" || plain === "seq" || plain === "alt" ? `${plain} text` : plain;
}

/** True for types that can be checked. */
export function isKnownType(type: string, structures: ReadonlyMap<string, StructureType>): boolean {
  const inner = ARRAY.exec(type)?.[2];
  if (type === "lang alt" || type === "any") return true;
  if (inner !== undefined) return isKnownType(inner, structures);
  return Object.hasOwn(SIMPLE, type) || structures.has(type);
}

/** Whether a value is of a type. */
export function hasType(value: XmpValue, type: string, structures: ReadonlyMap<string, StructureType>): boolean {
  if (type === "any") return true;
  if (type === "lang alt") return isLanguageAlternative(value);
  const [, form, inner] = ARRAY.exec(type) ?? [];
  if (inner !== undefined) {
    return (
      value.kind === "array" &&
      value.form.toLowerCase() === form &&
      value.items.every((item) => hasType(item, inner, structures))
    );
  }
  const structure = structures.get(type);
  if (structure) {
    // a described type without fields is a kind of text
    if (structure.fields.size === 0) return value.kind === "simple";
    if (value.kind !== "structure") return false;
    return value.fields.every((field) => {
      const fieldType = field.namespace === structure.namespace ? structure.fields.get(field.local) : undefined;
      return fieldType !== undefined && hasType(field.value, fieldType, structures);
    });
  }
  return value.kind === "simple" && Object.hasOwn(SIMPLE, type) && (SIMPLE[type]?.test(value.text) ?? false);
}

function isLanguageAlternative(value: XmpValue): boolean {
  if (value.kind !== "array" || value.form !== "Alt") return false;
  return value.items.length === 0 || value.items.some((item) => item.kind === "simple" && item.language !== undefined);
}

import type { MergeField } from "./field-tree.ts";

/** A JSON Schema (draft 2020-12) node; only the keywords that are written here. */
export interface JsonSchema {
  $schema?: string;
  type?: "string" | "number" | "boolean" | "array" | "object";
  title?: string;
  format?: string;
  description?: string;
  enum?: string[];
  default?: string;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** The schema of a template's merge data and data that fits it (decisions `fields?format=json_schema`). */
export function fieldsToJsonSchema(fields: readonly MergeField[]): {
  schema: JsonSchema;
  sample: Record<string, unknown>;
} {
  const schema = objectSchema(fields);
  return {
    schema: { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema },
    sample: sampleObject(fields),
  };
}

function objectSchema(fields: readonly MergeField[]): JsonSchema {
  const properties: Record<string, JsonSchema> = Object.create(null);
  for (const field of fields) properties[field.name] = fieldSchema(field);
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function fieldSchema(field: MergeField): JsonSchema {
  const extra = field.default === undefined ? {} : { default: field.default };
  switch (field.type) {
    case "number":
      return { type: "number", ...extra };
    case "boolean":
      return { type: "boolean", ...extra };
    case "date":
      return { type: "string", format: "date", ...extra };
    case "image":
      return { type: "string", format: "uri", description: "Address or data URI of an image", ...extra };
    case "choice":
      return { type: "string", enum: field.options ?? [], ...extra };
    case "list":
      return { type: "array", items: field.fields ? objectSchema(field.fields) : { type: "string" } };
    case "object":
      return objectSchema(field.fields ?? []);
    default:
      return { type: "string", ...extra };
  }
}

const SAMPLE_IMAGE = "https://example.com/image.png";

function sampleObject(fields: readonly MergeField[]): Record<string, unknown> {
  const sample: Record<string, unknown> = Object.create(null);
  for (const field of fields) sample[field.name] = sampleValue(field);
  return sample;
}

function sampleValue(field: MergeField): unknown {
  if (field.default !== undefined && field.type === "text") return field.default;
  switch (field.type) {
    case "number":
      return 123.45;
    case "boolean":
      return true;
    case "date":
      return "2026-01-31";
    case "image":
      return SAMPLE_IMAGE;
    case "choice":
      return field.options?.[0] ?? "";
    case "list": {
      const item = field.fields ? sampleObject(field.fields) : `${field.name} item`;
      return [item, item];
    }
    case "object":
      return sampleObject(field.fields ?? []);
    default:
      return sampleText(field.name);
  }
}

/** Samples for texts by how their names end, in words: whoever receives the data judges what they hold. */
const SAMPLE_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\be ?mail( address| adresse?)?$/, "ann@example.com"],
  [/\b(tele)?(phone|fon)( number| nummer| no| nr)?$|\b(mobile|fax|tel)( number| nummer| no| nr)?$/, "+1 202 555 0100"],
  [/\b(url|website|web ?site|webseite|home ?page|web address)$/, "https://example.com"],
];

function sampleText(name: string): string {
  const words = name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/(?<![ \d])[ \d]+$/, "")
    .toLowerCase();
  return SAMPLE_TEXTS.find(([ending]) => ending.test(words))?.[1] ?? `Sample ${name}`;
}

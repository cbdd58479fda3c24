import type * as z from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * A value that shows what a schema means: its own example, else one made of the examples of its members. Members that may be left
 * out are shown when they have an example.
 * @param schemas the document's components, for references
 */
export function exampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): unknown {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  if (name !== undefined) return schemas[name] && exampleOf(schemas[name], schemas);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  if (alternative) return exampleOf(alternative as JsonSchema, schemas);

  switch (schema.type) {
    case "object":
      return objectExample(schema, schemas);
    case "array":
      return arrayExample(schema, schemas);
    case "integer":
    case "number":
      return typeof schema.minimum === "number" && schema.minimum > 0 ? schema.minimum : 1;
    case "boolean":
      return false;
    case "string":
      return schema.format === "date-time" ? "2026-11-22T09:30:00.000Z" : "";
    default:
      return null;
  }
}

/** As many items as have to be there, at least one: the schema refuses fewer. */
function arrayExample(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): unknown[] {
  const item = schema.items ? exampleOf(schema.items as JsonSchema, schemas) : {};
  return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => structuredClone(item));
}

function objectExample(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): Record<string, unknown> {
  const members = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  const shown = members.filter(([name, member]) => schema.required?.includes(name) || hasExample(member, schemas));

  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member, schemas)]));
}

/** @param above names of the components being looked at: those that contain themselves must not be shown for ever */
function hasExample(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  above: readonly string[] = [],
): boolean {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  const target = name === undefined ? schema : schemas[name];
  if (!target || (name !== undefined && above.includes(name))) return false;
  if (target.examples?.length) return true;
  const parts = [target.items, ...Object.values(target.properties ?? {})] as (JsonSchema | undefined)[];

  const inside = name === undefined ? above : [...above, name];
  return parts.some((part) => part !== undefined && hasExample(part, schemas, inside));
}

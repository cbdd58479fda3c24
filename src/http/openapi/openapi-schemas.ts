import * as z from "zod";
import { shownFor, wireSchemas } from "../wire-values.ts";

/** A JSON Schema as zod makes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schema of a zod schema; its named parts go to the document's components. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output", schemas: Record<string, JsonSchema>): JsonSchema {
  const {
    $schema: _dialect,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: target }) => {
      const shown = shownFor(zodSchema);
      const wire = io === "input" ? wireSchemas.get(zodSchema)?.jsonSchema : undefined;
      if (shown) replace(target, jsonSchema(shown, io, schemas));
      else if (wire) replace(target, wire);
      // zod leaves those of schemas that transform out; ours are of what is sent.
      const examples = z.globalRegistry.get(zodSchema)?.examples;
      if (Array.isArray(examples)) target.examples = examples;
    },
  });

  // What is sent and what is answered may differ under one name.
  const suffix = io === "input" ? "Input" : "";
  const finished = (part: JsonSchema) => relocated(io === "input" ? simplified(part) : part, suffix);
  for (const [name, { id: _name, ...definition }] of Object.entries($defs)) {
    schemas[`${name}${suffix}`] = finished(definition);
  }

  return finished(own);
}

/** Gives a schema another content; its description stays. */
function replace(target: JsonSchema, content: JsonSchema): void {
  const { description } = target;
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, content, description === undefined ? {} : { description });
}

/**
 * A schema whose unions leave out shapes that tell a reader nothing: `null` and empty text, which count as absent, and
 * checks that no JSON Schema can express. Only a whole schema can be looked at in this way: while zod makes it, a union
 * may be finished before its shapes are.
 */
function simplified<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(simplified) as Part;
  if (typeof part !== "object" || part === null) return part;

  const inside = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, simplified(value)]));
  if (Array.isArray(inside.anyOf)) return distinctShapes(inside) as Part;
  return (Array.isArray(inside.type) ? { ...inside, type: distinctTypes(inside.type) } : inside) as Part;
}

function distinctShapes({ anyOf: shapes = [], ...rest }: JsonSchema): JsonSchema {
  const distinct = (shapes as JsonSchema[]).filter((shape) => !saysNothing(shape));
  if (distinct.length === shapes.length || distinct.length === 0) return { anyOf: shapes, ...rest };

  return distinct.length > 1 ? { anyOf: distinct, ...rest } : { ...distinct[0], ...rest };
}

/** Shapes that are nothing but a type become one list of types. */
function distinctTypes(types: readonly string[]): string | string[] | undefined {
  const distinct = types.filter((type) => type !== "null");
  return distinct.length > 1 ? distinct : distinct[0];
}

function saysNothing({ type, const: only, enum: values, ...rest }: JsonSchema): boolean {
  if (type === "null" || only === "") return true;
  if (values) return values.every((value) => value === "" || value === null);

  return type === undefined && only === undefined && Object.keys(rest).length === 0;
}

/** References into a schema's own definitions point to the document's components instead. */
function relocated(schema: JsonSchema, suffix: string): JsonSchema {
  const text = JSON.stringify(schema).replace(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`);

  return JSON.parse(text) as JsonSchema;
}

import { z } from "zod";
import { shownFor, wireSchemas } from "./wire-values.ts";

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
      else if (io === "input") simplifyUnion(target);
    },
  });

  // What is sent and what is answered may differ under one name.
  const suffix = io === "input" ? "Input" : "";
  for (const [name, { id: _name, ...definition }] of Object.entries($defs)) {
    schemas[`${name}${suffix}`] = relocated(definition, suffix);
  }

  return relocated(own, suffix);
}

/** Gives a schema another content; its description stays. */
function replace(target: JsonSchema, content: JsonSchema): void {
  const { description } = target;
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, content, description === undefined ? {} : { description });
}

/**
 * Leaves out the shapes of a union that say nothing to a reader: `null` and empty text, which count as absent, and
 * checks that no JSON Schema can express.
 */
function simplifyUnion(target: JsonSchema): void {
  const shapes = (target.anyOf ?? []) as JsonSchema[];
  const telling = shapes.filter((shape) => !saysNothing(shape));
  if (telling.length === shapes.length || telling.length === 0) return;

  if (telling.length > 1) target.anyOf = telling;
  else replace(target, telling[0] as JsonSchema);
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

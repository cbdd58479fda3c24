import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { INTRODUCTION, TAG_DESCRIPTIONS } from "./openapi-introduction.ts";
import { wireSchemas } from "./wire-values.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A JSON object of the OpenAPI document. */
interface Part {
  [member: string]: unknown;
}

const problemSchema = z
  .object({
    error: z.string().meta({ description: "What went wrong and what to do about it." }),
    type: z.url().meta({ description: "Address of the page about this kind of failure." }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().meta({ description: "Stable word for this kind of failure." }),
    request_id: z.string(),
    errors: z
      .array(
        z.object({
          pointer: z.string().optional().meta({ description: "JSON pointer of the member that is wrong." }),
          part: z.string().optional().meta({ description: "Part of a template file in which a tag stands." }),
          tag: z.string().optional().meta({ description: "The template tag." }),
          line: z.int().optional(),
          column: z.int().optional(),
          message: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: "Problem" });

/** The OpenAPI 3.1 document of the endpoints, made from the schemas that validate their requests. */
export function openApiDocument(endpoints: readonly Endpoint[], publicBaseUrl: string): Part {
  const schemas: Record<string, JsonSchema> = {};
  const problem = jsonSchema(problemSchema, "output", schemas);
  const problemAnswer = {
    description: "A failure: one object with `error`, a stable `code` and the members of RFC 9457.",
    content: { "application/json": { schema: problem }, "application/problem+json": { schema: problem } },
  };
  const paths: Record<string, Part> = {};

  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint, path, schemas) };
  }

  return {
    openapi: "3.1.0",
    info: {
      title: "Docloom",
      version: "1",
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicBaseUrl }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name, description: TAG_DESCRIPTIONS[name] })),
    paths,
    components: {
      schemas,
      responses: { Problem: problemAnswer },
      securitySchemes: {
        apiKey: { type: "http", scheme: "basic", description: "API key as the user name, its secret as the password." },
      },
    },
  };
}

function operation(endpoint: Endpoint, path: string, schemas: Record<string, JsonSchema>): Part {
  const toSchema = (schema: z.ZodType, io: "input" | "output") => jsonSchema(schema, io, schemas);

  return {
    operationId: operationId(endpoint.method, path),
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [endpoint.tag],
    security: endpoint.auth === "key" ? [{ apiKey: [] }] : [],
    parameters: [
      ...parameters("path", endpoint.params && toSchema(endpoint.params, "input")),
      ...parameters("query", endpoint.query && toSchema(endpoint.query, "input")),
    ],
    requestBody: endpoint.body && requestBody(toSchema(endpoint.body, "input")),
    responses: {
      ...Object.fromEntries(
        Object.entries(endpoint.responses).map(([status, { description, schema, mediaType }]) => {
          const content = schema
            ? toSchema(schema, "output")
            : mediaType
              ? { type: "string", format: "binary" }
              : undefined;
          return [
            status,
            { description, content: content && { [mediaType ?? "application/json"]: { schema: content } } },
          ];
        }),
      ),
      "4XX": { $ref: "#/components/responses/Problem" },
      "5XX": { $ref: "#/components/responses/Problem" },
    },
  };
}

/** `get /api/documents/{id}/fields` as `getDocumentsIdFields`. */
function operationId(method: string, path: string): string {
  const words = path.replace(/^\/api\//, "/").match(/[A-Za-z0-9]+/g) ?? [];

  return method + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}

/** One parameter per member of an object schema. */
function parameters(where: "path" | "query", schema: JsonSchema | undefined): Part[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || (schema?.required?.includes(name) ?? false),
    description: (property as JsonSchema).description,
    schema: property,
    ...(where === "query" && isNested(property as JsonSchema) ? { style: "deepObject", explode: true } : {}),
  }));
}

/** The same body in its wire forms; multipart only where it has bytes to carry. */
function requestBody(schema: JsonSchema): Part {
  const properties = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  const nested = properties.filter(([, property]) => isNested(property)).map(([name]) => name);
  const encoding = Object.fromEntries(nested.map((name) => [name, { style: "deepObject", explode: true }]));
  const form = nested.length > 0 ? { schema, encoding } : { schema };
  const hasBytes = JSON.stringify(schema).includes('"contentEncoding":"base64"');

  return {
    required: (schema.required?.length ?? 0) > 0,
    content: {
      "application/json": { schema },
      "application/x-www-form-urlencoded": form,
      ...(hasBytes ? { "multipart/form-data": { schema: withFileParts(schema) } } : {}),
    },
  };
}

const isNested = ({ type }: JsonSchema): boolean => type === "object" || type === "array";

/** In multipart bodies, bytes come as they are (OpenAPI 3.1: an empty media type instead of an encoding). */
function withFileParts(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"contentEncoding":"base64"', '"contentMediaType":"application/octet-stream"'),
  ) as JsonSchema;
}

/** JSON Schema of a zod schema; its named parts go to the document's components. */
function jsonSchema(schema: z.ZodType, io: "input" | "output", schemas: Record<string, JsonSchema>): JsonSchema {
  const {
    $schema: _dialect,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: target }) => {
      const wire = io === "input" ? wireSchemas.get(zodSchema)?.jsonSchema : undefined;
      if (wire) replace(target, wire);
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

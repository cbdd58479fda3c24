import * as z from "zod";
import { FAILURE_CODES, type FailureCode } from "../../domain/failure-codes.ts";
import { type Endpoint, type ResponseDefinition, storesAnswers } from "../endpoint.ts";
import { addDiscriminators } from "./openapi-discriminators.ts";
import { exampleOf } from "./openapi-examples.ts";
import { INTRODUCTION, TAG_DESCRIPTIONS } from "./openapi-introduction.ts";
import { problemsOf } from "./openapi-problems.ts";
import { type JsonSchema, jsonSchema } from "./openapi-schemas.ts";
import { templateWarningSchema } from "./template-warning-schema.ts";

/** A JSON object of the OpenAPI document. */
interface Part {
  [member: string]: unknown;
}

type Schemas = Record<string, JsonSchema>;

const problemSchema = z
  .object({
    error: z.string().meta({ description: "What went wrong and what to do about it." }),
    type: z.url().meta({ description: "Address of the page about this kind of failure." }),
    title: z.string().meta({ description: "The title that all failures with this code share." }),
    status: z.int().meta({ description: "The status of the answer." }),
    detail: z.string().meta({ description: "The same as `error`." }),
    instance: z.string().meta({ description: "The path that was requested." }),
    code: z.string().meta({ description: "Stable word for this kind of failure." }),
    request_id: z.string().meta({ description: "The `X-Request-Id` of the answer, for questions about it." }),
    errors: z
      .array(
        z.object({
          pointer: z.string().optional().meta({ description: "JSON pointer of the member that is wrong." }),
          part: z.string().optional().meta({ description: "The part of a template file that holds the tag." }),
          place: z.string().optional().meta({ description: "The place in words a person can follow." }),
          tag: z.string().optional().meta({ description: "The template tag." }),
          line: z.int().optional().meta({ description: "Line, counted from 1." }),
          column: z.int().optional().meta({ description: "Column, counted from 1." }),
          message: z.string().meta({ description: "What is wrong there and what to do about it." }),
        }),
      )
      .optional()
      .meta({ description: "Each member or place that is wrong." }),
    warnings: z
      .array(templateWarningSchema)
      .optional()
      .meta({ description: "What else is most likely unintended in a template that was refused." }),
    changed_by: z.string().optional().meta({
      description: "With `precondition_failed`: who was quicker; empty if it was you, or nobody is known by name.",
    }),
    changed_at: z.iso.datetime().optional().meta({ description: "With `precondition_failed`: when that was." }),
  })
  .meta({ id: "Problem" });

/** What the service posts to addresses of its users. */
export interface DescribedWebhook {
  name: string;
  summary: string;
  description: string;
  tag: string;
  payload: z.ZodType;
}

/** The OpenAPI 3.1 document of the endpoints, made from the schemas that validate their requests. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  publicBaseUrl: string,
  webhooks: readonly DescribedWebhook[] = [],
): Part {
  const schemas: Record<string, JsonSchema> = {};
  const problem = jsonSchema(problemSchema, "output", schemas);
  const problems = new ProblemAnswers(problem);
  const paths: Record<string, Part> = {};

  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint, path, schemas, problems) };
  }
  const posts = webhooks.map((webhook) => [webhook.name, { post: webhookOperation(webhook, schemas) }]);

  const document = {
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
    ...(posts.length === 0 ? {} : { webhooks: Object.fromEntries(posts) }),
    components: {
      schemas,
      responses: problems.named,
      parameters: HEADER_PARAMETERS,
      securitySchemes: {
        apiKey: { type: "http", scheme: "basic", description: "API key as the user name, its secret as the password." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "docloom_session",
          description:
            "The session of a browser (`POST /api/sessions`), for pages of the service itself. Over https the cookie is " +
            "called `__Host-docloom_session`.",
        },
      },
    },
  };
  addDiscriminators(document, schemas);
  return document;
}

/** A call that the service makes (OpenAPI 3.1.0, 4.8.1.1, `webhooks`). */
function webhookOperation({ name, summary, description, tag, payload }: DescribedWebhook, schemas: Schemas): Part {
  const schema = jsonSchema(payload, "output", schemas);
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    security: [],
    requestBody: { required: true, content: { "application/json": { schema, example: exampleOf(schema, schemas) } } },
    responses: { "2XX": { description: "Taken. Whatever else is answered is tried again." } },
  };
}

function operation(
  endpoint: Endpoint,
  path: string,
  schemas: Record<string, JsonSchema>,
  problems: ProblemAnswers,
): Part {
  const toSchema = (schema: z.ZodType, io: "input" | "output") => jsonSchema(schema, io, schemas);
  const headers = [
    ...(storesAnswers(endpoint) ? ["IdempotencyKey"] : []),
    ...(endpoint.revised ? [endpoint.method === "get" ? "IfNoneMatch" : "IfMatch"] : []),
  ];

  return {
    operationId: operationId(endpoint.method, path),
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [endpoint.tag],
    security: endpoint.auth === "key" ? [{ apiKey: [] }, { session: [] }] : [],
    parameters: [
      ...parameters("path", endpoint.params && toSchema(endpoint.params, "input")),
      ...parameters("query", endpoint.query && toSchema(endpoint.query, "input")),
      ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    requestBody: endpoint.texts
      ? { required: true, content: endpoint.texts }
      : endpoint.body && requestBody(toSchema(endpoint.body, "input"), schemas),
    responses: {
      ...Object.fromEntries(
        Object.entries(endpoint.responses).map(([status, response]) => [
          status,
          { description: response.description, content: content(response, toSchema, schemas) },
        ]),
      ),
      ...problems.of(endpoint),
    },
  };
}

/** Media types of an answer: JSON where it has a schema, and files. */
function content(
  { schema, mediaType = [] }: ResponseDefinition,
  toSchema: (schema: z.ZodType, io: "output") => JsonSchema,
  schemas: Record<string, JsonSchema>,
): Part | undefined {
  const shown = schema && toSchema(schema, "output");
  const files = [mediaType].flat().map((type) => [type, { schema: fileSchema(type) }]);
  if (!shown && files.length === 0) return undefined;

  return {
    ...(shown ? { "application/json": { schema: shown, example: exampleOf(shown, schemas) } } : {}),
    ...Object.fromEntries(files),
  };
}

const fileSchema = (mediaType: string): JsonSchema =>
  mediaType.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };

/** Headers that requests share. */
const HEADER_PARAMETERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes repeating safe: for 24 hours the same key with the same content gets the same answer, and nothing is done twice.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "order-1042",
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "The `ETag` that the change is based on: if somebody else was quicker, the answer is 412.",
    schema: { type: "string" },
    example: '"4"',
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "An `ETag` that you have: if nothing has changed, the answer is 304 without a body.",
    schema: { type: "string" },
    example: '"4"',
  },
};

/** The answers of failures: sets of codes that several operations share are written once. */
class ProblemAnswers {
  readonly named: Record<string, Part> = {};
  readonly #names = new Map<string, string>();

  readonly #problem: JsonSchema;

  constructor(problem: JsonSchema) {
    this.#problem = problem;
  }

  of(endpoint: Endpoint): Record<string, Part> {
    const byStatus = problemsOf(endpoint);
    return Object.fromEntries(
      Array.from(byStatus, ([status, codes]) => [
        status,
        { $ref: `#/components/responses/${this.#name(status, codes, endpoint.answersUsers === true)}` },
      ]),
    );
  }

  #name(status: number, codes: readonly FailureCode[], asPages: boolean): string {
    const set = `${codes.join(" ")}${asPages ? " as pages" : ""}`;
    const known = this.#names.get(set);
    if (known) return known;

    const sameStatus = Object.keys(this.named).filter((name) => name.startsWith(`Problem${status}`)).length;
    const name = `Problem${status}${sameStatus === 0 ? "" : `Set${sameStatus + 1}`}`;
    this.#names.set(set, name);
    this.named[name] = {
      description: codes.map((code) => `[\`${code}\`](/docs/errors/${code}): ${FAILURE_CODES[code][1]}`).join("; "),
      "x-codes": codes,
      content: {
        "application/json": { schema: this.#problem },
        "application/problem+json": { schema: this.#problem },
        ...(asPages ? { "text/html": { schema: { type: "string" } } } : {}),
      },
    };
    return name;
  }
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

/** The same body in its wire forms; multipart only if it has bytes to carry. */
function requestBody(schema: JsonSchema, schemas: Record<string, JsonSchema>): Part {
  const properties = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  const nested = properties.filter(([, property]) => isNested(property)).map(([name]) => name);
  const encoding = Object.fromEntries(nested.map((name) => [name, { style: "deepObject", explode: true }]));
  const inForm = nested.length > 0 ? { encoding } : {};
  const hasBytes = JSON.stringify(schema).includes('"contentEncoding":"base64"');

  return {
    required: (schema.required?.length ?? 0) > 0,
    content: {
      "application/json": { schema, example: exampleOf(schema, schemas) },
      "application/x-www-form-urlencoded": { schema, ...inForm },
      ...(hasBytes ? { "multipart/form-data": { schema: withFileParts(schema), ...inForm } } : {}),
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

import { ENDPOINTS } from "../../src/app.ts";
import { openApiDocument } from "../../src/http/openapi/openapi.ts";
import { exampleOf } from "../../src/http/openapi/openapi-examples.ts";
import type { JsonSchema } from "../../src/http/openapi/openapi-schemas.ts";
import { TEST_ORIGIN } from "./test-service.ts";

interface Described {
  security: readonly object[];
  parameters?: readonly { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
}

const described = openApiDocument(ENDPOINTS, TEST_ORIGIN) as unknown as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
};
const { schemas } = described.components;

/** An operation as the OpenAPI document lists it. */
export interface Operation {
  method: string;
  /** `/api/documents/:id` */
  path: string;
  /** A browser's session may send it. */
  bySession: boolean;
  query: readonly string[];
  body: JsonSchema | undefined;
}

/** Everything that the service's own reference lists. */
export const OPERATIONS: readonly Operation[] = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security, parameters = [], requestBody }]) => ({
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, ":$1"),
    bySession: security.some((scheme) => "session" in scheme),
    query: parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
    body: requestBody?.content["application/json"]?.schema,
  })),
);

/** The bodies that the reference shows. */
export const EXAMPLES = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const example = requestBody?.content["application/json"]?.example;
    return example === undefined
      ? []
      : [{ method: method.toUpperCase(), path: path.replace(/\{(\w+)\}/g, ":$1"), example }];
  }),
);

/** Whether a member may be a text or a number, and is not made of members. */
/** Whether it is written by whoever asks: one of a list of values refers to nothing. */
const isText = ({ type, $ref, properties, enum: values }: JsonSchema): boolean =>
  type !== "object" && type !== "array" && $ref === undefined && properties === undefined && values === undefined;

/** Bodies with one member set, for each member whose name `isMeant`; the others that are needed have their examples. */
export function bodiesWith(
  schema: JsonSchema,
  isMeant: (name: string) => boolean,
  valueFor: (name: string) => unknown,
  above: readonly string[] = [],
): { name: string; body: unknown }[] {
  const component = schema.$ref?.replace("#/components/schemas/", "");
  if (component !== undefined) {
    const target = schemas[component];
    if (!target || above.includes(component)) return [];
    return bodiesWith(target, isMeant, valueFor, [...above, component]);
  }
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as JsonSchema[];
  const within = alternatives.flatMap((each) => bodiesWith(each, isMeant, valueFor, above));
  if (schema.items)
    within.push(
      ...bodiesWith(schema.items as JsonSchema, isMeant, valueFor, above).map(({ name, body }) => ({
        name,
        body: [body],
      })),
    );
  const members = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  const needed = Object.fromEntries(
    members.flatMap(([name, member]) => (schema.required?.includes(name) ? [[name, exampleOf(member, schemas)]] : [])),
  );
  const own = members.flatMap(([name, member]) =>
    isMeant(name) && isText(member)
      ? [{ name, body: { ...needed, [name]: valueFor(name) } }]
      : bodiesWith(member, isMeant, valueFor, above).map((inner) => ({
          name: inner.name,
          body: { ...needed, [name]: inner.body },
        })),
  );
  // What kind of thing it is decides what its settings may be: each is tried.
  const kinds = ((schema.properties?.type as JsonSchema | undefined)?.enum ?? []) as string[];
  const ofKinds = own.flatMap((each) =>
    kinds.length > 0 ? kinds.map((type) => ({ ...each, body: { ...each.body, type } })) : [each],
  );
  return [...within, ...ofKinds];
}

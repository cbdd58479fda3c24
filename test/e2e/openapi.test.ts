import { Validator as SchemaValidator } from "@cfworker/json-schema";
import { Validator as OpenApiValidator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { openApiFromSource } from "../../scripts/openapi-source.ts";
import { DeclaredExchanges } from "../support/declared-exchanges.ts";

// biome-ignore lint/suspicious/noExplicitAny: the test walks an open document
type Json = Record<string, any>;

const document: Json = await openApiFromSource("https://docloom.example");

const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]): [name: string, operation: Json] => [
    `${method} ${path}`,
    operation,
  ]),
);

/** Examples of a body's or an answer's media types, with their schemas. */
const examplesOf = (content: Json = {}): { schema: Json; example: unknown }[] =>
  Object.values<Json>(content).flatMap(({ schema, example }) => (example === undefined ? [] : [{ schema, example }]));

/** Where a schema, or one in it, has a member without a description. */
function undescribed(schema: Json, at: string): string[] {
  const own = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, member]) => [
    ...(isDescribed(member) ? [] : [`${at}.${name}`]),
    ...undescribed(member, `${at}.${name}`),
  ]);
  const inside = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];

  return [...own, ...inside.flatMap((part) => (part && typeof part === "object" ? undescribed(part, at) : []))];
}

const isDescribed = ({ description, $ref }: Json): boolean =>
  Boolean(description ?? document.components.schemas[$ref?.split("/").at(-1)]?.description);

describe("the OpenAPI document", () => {
  it("says something about every operation, and about every member of bodies, answers and parameters", () => {
    const silent = operations.flatMap(([name, operation]) => [
      ...(operation.description ? [] : [name]),
      ...operation.parameters
        .filter((each: Json) => !each.$ref && !each.description)
        .map((each: Json) => `${name} ?${each.name}`),
      ...[operation.requestBody, ...Object.values<Json>(operation.responses)]
        .flatMap((part) => Object.values<Json>(part?.content ?? {}))
        .flatMap(({ schema }) => undescribed(schema, name)),
    ]);
    const components = Object.entries<Json>(document.components.schemas).flatMap(([name, schema]) =>
      undescribed(schema, name),
    );

    expect([...silent, ...components]).toEqual([]);
  });

  it("is accepted by a public validator", async () => {
    const { valid, errors } = await new OpenApiValidator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it.each(operations)("%s shows its bodies and answers by valid examples", (_, operation) => {
    const answers = Object.values<Json>(operation.responses);
    const shown = [operation.requestBody, ...answers].flatMap((part) => examplesOf(part?.content));
    for (const { schema, example } of shown) {
      const whole = { ...schema, components: { schemas: document.components.schemas } };
      const { errors } = new SchemaValidator(whole, "2020-12").validate(example);
      expect(errors, JSON.stringify(example)).toEqual([]);
    }
    const json = operation.requestBody?.content["application/json"];
    if (json) expect(json.example).toBeDefined();
    expect(JSON.stringify(shown.map(({ example }) => example))).not.toContain("{}");
  });
});

describe("names that generators need", () => {
  const { schemas } = document.components;

  it("are there for documents, runs, data routes, and what is posted to hooks and webhooks", () => {
    const names = [
      "Document",
      "ShownDocument",
      "ListedDocument",
      "Run",
      "ListedRun",
      "Route",
      "RouteRule",
      "ShownRoute",
    ];
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining([...names, "WebhookPost", "RunDonePost"]));
    expect(Object.keys(document.webhooks)).toEqual(
      expect.arrayContaining(["delivery", "run.done", "document.published"]),
    );
    for (const { post } of Object.values<Json>(document.webhooks))
      expect(post.requestBody.content["application/json"].schema.$ref).toMatch(/Post$/);
  });

  it("tell the shapes of each union of components apart", () => {
    const unions: Json[] = [];
    const look = (part: unknown) => {
      if (typeof part !== "object" || part === null) return;
      if ((part as Json).oneOf) unions.push(part as Json);
      Object.values(part).forEach(look);
    };
    look(document);
    expect(unions.length).toBeGreaterThan(5);
    expect(unions.filter(({ discriminator }) => !discriminator)).toEqual([]);
  });

  it("an answer that may be a file or JSON has each under its own media type", () => {
    const mixed = operations.flatMap(([, { responses }]) =>
      Object.values<Json>(responses).filter(
        ({ content = {} }) => "application/pdf" in content && "application/json" in content,
      ),
    );
    expect(mixed.length).toBeGreaterThan(5);
    for (const { content } of mixed)
      for (const [type, { schema }] of Object.entries<Json>(content))
        expect([type, schema.format]).toEqual([type, /json|^text\//.test(type) ? undefined : "binary"]);
  });
});

describe("exchanges compared with the document", () => {
  const health = {
    method: "GET",
    path: "/api/health",
    status: 200,
    mediaType: "application/json",
    json: '{"status":"ok"}',
  };
  const declared = new DeclaredExchanges(document);

  it("are as it declares", () => {
    expect(declared.undeclared([health])).toEqual([]);
  });

  it.each([
    ["another status", { status: 418 }, "the status is not declared"],
    ["another media type", { mediaType: "text/css" }, "the media type text/css is not declared"],
    ["a member too many", { json: '{"status":"ok","mood":"good"}' }, "mood"],
    ["a member too few", { json: "{}" }, "status"],
  ])("are detected: %s", (_, difference, fault) => {
    expect(declared.undeclared([{ ...health, ...difference }])[0]).toContain(fault);
  });
});

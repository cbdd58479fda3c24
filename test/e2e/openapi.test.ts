import { Validator as SchemaValidator } from "@cfworker/json-schema";
import { Validator as OpenApiValidator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { openApiFromSource } from "../../scripts/openapi-source.ts";

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

describe("the OpenAPI document", () => {
  it("is accepted by a public validator", async () => {
    const { valid, errors } = await new OpenApiValidator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it.each(operations)("%s shows its bodies and answers by examples that are right", (_, operation) => {
    const answers = Object.values<Json>(operation.responses);
    const shown = [operation.requestBody, ...answers].flatMap((part) => examplesOf(part?.content));
    for (const { schema, example } of shown) {
      const whole = { ...schema, components: { schemas: document.components.schemas } };
      const { errors } = new SchemaValidator(whole, "2020-12").validate(example);
      expect(errors, JSON.stringify(example)).toEqual([]);
    }
    const json = operation.requestBody?.content["application/json"];
    if (json) expect(json.example).toBeDefined();
  });
});

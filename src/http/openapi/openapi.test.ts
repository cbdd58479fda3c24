import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { base64, flag, list, numericId, optional, text } from "../wire-values.ts";
import { openApiDocument } from "./openapi.ts";

// biome-ignore lint/suspicious/noExplicitAny: the test walks an open document
type Json = Record<string, any>;

const upload = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/things/:id/file",
  summary: "Upload",
  tag: "Things",
  auth: "key",
  needs: "document:read",
  params: z.object({ id: numericId() }),
  query: z.object({ test: flag().meta({ description: "Test mode." }) }),
  body: z.object({
    name: text(),
    note: optional(text()).meta({ description: "A note." }),
    files: optional(z.array(z.object({ contents: base64() }))),
  }),
  responses: { 200: { description: "The thing.", schema: z.object({ id: z.string() }).meta({ id: "Thing" }) } },
  handle: async () => new Response(),
});

describe("the OpenAPI document of an endpoint", () => {
  const document = openApiDocument([upload], "https://docs.example") as Json;
  const operation = document.paths["/api/things/{id}/file"].post;

  it("has its parameters", () => {
    expect(operation.operationId).toBe("postThingsIdFile");
    expect(operation.security).toEqual([{ apiKey: [] }, { session: [] }]);
    expect(operation.parameters).toEqual([
      { name: "id", in: "path", required: true, schema: { type: "string", pattern: "^[0-9]{1,10}$" } },
      {
        name: "test",
        in: "query",
        required: false,
        description: "Test mode.",
        schema: expect.objectContaining({ enum: expect.arrayContaining([1, "1", true]) }),
      },
      { $ref: "#/components/parameters/IdempotencyKey" },
    ]);
  });

  it("shows the body as JSON, as a form and, for files, as multipart", () => {
    const { content } = operation.requestBody;
    const bytes = (type: string) => content[type].schema.properties.files.items.properties.contents;

    expect(Object.keys(content)).toEqual([
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
    ]);
    expect(content["application/json"].schema.required).toEqual(["name"]);
    expect(content["application/json"].schema.properties.name).toEqual({ type: "string" });
    expect(content["application/json"].schema.properties.note).toEqual({ type: "string", description: "A note." });
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"])
      expect(content[type].encoding.files).toEqual({ style: "deepObject", explode: true });
    expect(bytes("application/json")).toEqual({ type: "string", contentEncoding: "base64" });
    expect(bytes("multipart/form-data")).toEqual({ type: "string", contentMediaType: "application/octet-stream" });
  });

  it("has examples of as many items as there have to be, of described lists, too", () => {
    const box = z.array(z.number()).length(4);
    const body = z.object({ boxes: list(z.array(box).min(2)).meta({ description: "Boxes." }) });
    const described = openApiDocument([{ ...upload, body }], "https://docs.example") as Json;
    const { schema, example } = described.paths["/api/things/{id}/file"].post.requestBody.content["application/json"];
    expect(schema.properties.boxes).toMatchObject({ type: "array", minItems: 2, description: "Boxes." });
    expect(example).toEqual({
      boxes: [
        [1, 1, 1, 1],
        [1, 1, 1, 1],
      ],
    });
  });

  it("says which member tells the shapes of a union apart", () => {
    const shape = (type: string) => z.object({ type: z.literal(type) }).meta({ id: type });
    const answer = { description: "One.", schema: z.discriminatedUnion("type", [shape("Mail"), shape("Call")]) };
    const of = openApiDocument([{ ...upload, responses: { 200: answer } }], "https://docs.example") as Json;
    const { schema } = of.paths["/api/things/{id}/file"].post.responses[200].content["application/json"];
    const mapping = { Mail: "#/components/schemas/Mail", Call: "#/components/schemas/Call" };
    expect(schema.discriminator).toEqual({ propertyName: "type", mapping });
    expect(schema.oneOf).toEqual([{ $ref: mapping.Mail }, { $ref: mapping.Call }]);
  });

  it("names its answers, failures among them", () => {
    expect(operation.responses[200].content["application/json"].schema).toEqual({ $ref: "#/components/schemas/Thing" });
    expect(Object.keys(operation.responses)).toEqual([
      "200",
      "400",
      "401",
      "403",
      "409",
      "413",
      "415",
      "422",
      "429",
      "500",
      "503",
    ]);
    const conflict = document.components.responses[operation.responses[409].$ref.split("/").at(-1)];
    expect(conflict["x-codes"]).toEqual(["idempotency_in_progress"]);
    expect(conflict.content["application/problem+json"].schema.$ref).toBe("#/components/schemas/Problem");
    expect(document.components.schemas.Problem.required).toContain("error");
  });
});

import fs from "node:fs";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, it } from "vitest";
import { HOOK_SAMPLES } from "../../src/api/hooks/hook-samples.ts";
import { openApiFromSource } from "../openapi-source.ts";
import { interfaceOf, type OpenApi, type Operation } from "./model.ts";

const root = path.resolve(import.meta.dirname, "../..");
let document: OpenApi;
let operations: readonly Operation[];

beforeAll(async () => {
  document = (await openApiFromSource("http://127.0.0.1:8787")) as unknown as OpenApi;
  operations = interfaceOf(document).operations;
}, 60_000);

/** All texts of a folder, one after the other. */
function textOf(folder: string): string {
  const names = fs.readdirSync(path.join(root, folder)).filter((name) => name.includes("."));
  return names.map((name) => fs.readFileSync(path.join(root, folder, name), "utf8")).join("\n");
}

/** `list_deliveries` -> `listDeliveries` */
const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

describe("clients of other languages", () => {
  it("have a name for each operation of the document", () => {
    const described = Object.entries(document.paths).flatMap(([at, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
    );
    expect(operations.map(({ method, path: at }) => `${method} ${at}`)).toEqual(described);
    const names = operations.map(({ group, name }) => `${group}.${name}`);
    expect(names).toEqual(
      expect.arrayContaining(["documents.create", "tools.sign_pdf", "runs.list", "merge.document"]),
    );
    expect(names.filter((name) => !/^[a-z_]+\.[a-z_]+$/.test(name))).toEqual([]);
  });

  it("have each operation in Python", () => {
    const text = textOf("packages/python/docloom/operations");
    const missing = operations.filter(({ method, path: at, name }) => {
      return !text.includes(`\`${method} ${at}\``) || !text.includes(`    def ${name}(`);
    });
    expect(missing).toEqual([]);
  });

  it("have each operation in PHP", () => {
    const text = textOf("packages/php/src/Operations");
    const missing = operations.filter(({ method, path: at, name }) => {
      return !text.includes(`\`${method} ${at}\``) || !text.includes(`public function ${camel(name)}(`);
    });
    expect(missing).toEqual([]);
  });

  it("have each operation in the collection, with examples that are JSON", () => {
    const collection = JSON.parse(
      fs.readFileSync(path.join(root, "packages/collection/docloom.postman_collection.json"), "utf8"),
    ) as { item: { item: { request: { method: string; url: { raw: string }; body?: { raw: string } } }[] }[] };
    const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request));
    const addresses = new Set(requests.map(({ method, url }) => `${method} ${url.raw}`));
    const missing = operations.filter(
      ({ method, path: at }) => !addresses.has(`${method} {{url}}${at.replace(/\{(\w+)\}/g, ":$1")}`),
    );
    expect(missing).toEqual([]);
    for (const { body } of requests) expect(() => JSON.parse(body?.raw ?? "{}")).not.toThrow();
  });

  it("have a connector for Power Automate that is OpenAPI 2.0 and refers to operations it has", async () => {
    const text = fs.readFileSync(path.join(root, "packages/power-automate/apiDefinition.swagger.json"), "utf8");
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toMatchObject({ valid: true });
    expect(validator.version).toBe("2.0");

    const named = new Set([...text.matchAll(/^ {8}"operationId": "(\w+)"/gm)].map(([, name]) => name));
    const asked = [...text.matchAll(/^ {9,}"operationId": "(\w+)"/gm)].map(([, name]) => name);
    expect(asked.filter((name) => !named.has(name))).toEqual([]);
    expect(asked).toEqual(expect.arrayContaining(["ListDocuments", "GetDocumentFields", "GetRouteFields"]));
    expect(text).not.toMatch(/"(?:anyOf|oneOf|const|\$ref)"/);
  });

  it("have a trigger in the connector that makes a hook, with what each event brings", () => {
    const { paths } = JSON.parse(
      fs.readFileSync(path.join(root, "packages/power-automate/apiDefinition.swagger.json"), "utf8"),
    );
    const { post, "x-ms-notification-content": content } = paths["/api/hooks"];
    expect(post["x-ms-trigger"]).toBe("single");
    expect(Object.keys(post.responses)).toContain("201");
    const { event, target_url: target, filter } = post.parameters[0].schema.properties;
    expect(event.enum).toEqual(Object.keys(HOOK_SAMPLES));
    expect(target).toMatchObject({ "x-ms-notification-url": true, "x-ms-visibility": "internal" });
    expect(filter.properties.document_id["x-ms-dynamic-values"].operationId).toBe("ListDocuments");
    const contents = Object.keys(content.schema.properties.data.properties);
    expect(contents).toEqual(
      expect.arrayContaining(Object.values(HOOK_SAMPLES).flatMap(({ data }) => Object.keys(data))),
    );
    expect(paths["/api/hooks/{hook}"].delete["x-ms-visibility"]).toBe("internal");
  });
});

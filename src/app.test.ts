import { describe, expect, it } from "vitest";
import { testService } from "../test/support/test-service.ts";
import { ENDPOINTS } from "./app.ts";

// biome-ignore lint/suspicious/noExplicitAny: the test walks an open document
type Json = Record<string, any>;

describe("GET /api/openapi.json", () => {
  it("lists every endpoint of the service, is whole and has no dead reference", async () => {
    const response = await testService()("/api/openapi.json");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    const body = await response.text();
    const document = JSON.parse(body) as Json;

    expect(document.openapi).toBe("3.1.0");
    for (const { method, path, auth } of ENDPOINTS) {
      const operation = document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method];

      expect(operation, `${method} ${path}`).toBeDefined();
      expect(operation.security).toHaveLength(auth === "key" ? 1 : 0);
    }

    for (const [, name] of body.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(document.components.schemas, name).toHaveProperty([String(name)]);
    }
    const ids = [...body.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("declares every path parameter, and gives each operation a summary and a success", async () => {
    const document = (await (await testService()("/api/openapi.json")).json()) as Json;

    for (const [path, methods] of Object.entries(document.paths as Json)) {
      for (const [method, operation] of Object.entries(methods as Json)) {
        const declared = operation.parameters.filter((item: Json) => item.in === "path").map((item: Json) => item.name);

        expect(declared.sort(), `${method} ${path}`).toEqual(
          [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
        );
        expect(operation.summary, `${method} ${path}`).not.toBe("");
        expect(
          Object.keys(operation.responses).some((status) => /^[23]/.test(status)),
          `${method} ${path}`,
        ).toBe(true);
      }
    }
  });
});

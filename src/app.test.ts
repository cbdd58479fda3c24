import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { basic, countingLimit, testCaller, testService } from "../test/support/test-service.ts";
import { ENDPOINTS } from "./app.ts";
import { createStore } from "./store/store.ts";

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
      expect(operation.security).toEqual(auth === "key" ? [{ apiKey: [] }, { session: [] }] : []);
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

/** A path of an endpoint with ids put in. */
const fill = (path: string, id: string | number) => path.replace(/:\w+/g, String(id));

/** A body that the endpoint's schema takes, so that what is refused is the id. */
function bodyFor(path: string): object {
  if (path.includes("/deliveries")) return { type: "email", settings: { to: "a@b.example" } };
  if (path.endsWith("/addresses"))
    return { url: `https://old.example.com/${path.split("/")[2] === "routes" ? "route" : "merge"}/12345/abc123` };
  if (path.endsWith("/pdf_fields")) return { fields: [] };
  if (path.endsWith("/fill_in/preview")) return { fill_in: { on: 1 } };
  if (path.endsWith("/placeholders")) return { fields: [{ id: "1", name: "Company" }] };
  return { name: "Taken", data: {}, rules: [], comment: "No" };
}

const MANAGEMENT = ENDPOINTS.filter(({ auth }) => auth === "key");
const ADDRESSES = MANAGEMENT.map(({ method, path }) => [method.toUpperCase(), path] as const);

describe("every management and tool endpoint", () => {
  const request = testService(undefined, { LOGIN_LIMIT: countingLimit(Number.POSITIVE_INFINITY) });

  it.each(ADDRESSES)("%s %s refuses no key, a wrong secret, an unknown key and a revoked key", async (method, path) => {
    const { keyId, secret, workspaceId, authorization } = await testCaller();
    const address = fill(path, 1);
    const send = (value?: string) => request(address, { method, headers: value ? { authorization: value } : {} });
    await createStore(env).keys.revoke(workspaceId, keyId, new Date());

    const missing = await send();
    expect(missing.status).toBe(401);
    expect(missing.headers.get("www-authenticate")).toContain("Basic realm=");
    for (const wrong of [basic(keyId, `${secret}x`), basic("dk_unknown", secret), authorization]) {
      const response = await send(wrong);

      expect(response.status).toBe(401);
      expect(response.headers.has("www-authenticate")).toBe(false);
    }
  });

  it.each(ADDRESSES.filter(([, path]) => path.includes(":id")))(
    "%s %s hides what belongs to another workspace",
    async (method, path) => {
      const owner = await testCaller();
      const outsider = await testCaller();
      const headers = { "content-type": "application/json" };
      const created = await request("/api/documents", {
        method: "POST",
        headers: { ...headers, authorization: owner.authorization },
        body: JSON.stringify({ name: "Private", type: "html", output: "pdf", html: "<p>{$Name}</p>" }),
      });
      const document = (await created.json()) as { id: string };
      const read = async () =>
        (await request(`/api/documents/${document.id}`, { headers: { authorization: owner.authorization } })).text();
      const before = await read();

      const response = await request(fill(path, document.id), {
        method,
        headers: { ...headers, authorization: outsider.authorization },
        body: method === "GET" || method === "DELETE" ? undefined : JSON.stringify(bodyFor(path)),
      });

      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain("Private");
      expect(await read()).toBe(before);
    },
  );
});

describe("bodies that no client should send", () => {
  const request = testService();
  const deepJson = `${'{"a":'.repeat(1_000)}1${"}".repeat(1_000)}`;
  const bodies: [what: string, type: string, body: string, status: number, code: string][] = [
    ["text that is not JSON", "application/json", "{oops", 400, "body_not_json"],
    ["JSON nested 1,000 deep", "application/json", deepJson, 400, "body_too_deep"],
    [
      "brackets nested 1,000 deep",
      "application/x-www-form-urlencoded",
      `a${"[b]".repeat(1_000)}=1`,
      400,
      "body_too_deep",
    ],
    // A number of any size is a name like others: what is missing here is the document's own name.
    ["an index of a million", "application/x-www-form-urlencoded", "a[1000000]=1", 422, "invalid_request"],
    ["100 MB", "application/json", `{"html":"${"a".repeat(100_000_000)}"}`, 413, "body_too_large"],
    ["XML", "text/xml", "<a/>", 415, "unsupported_media_type"],
    ["multipart without a boundary", "multipart/form-data", "x", 400, "body_not_form"],
  ];

  it.each(bodies)("%s: refused, nothing stored", async (_what, type, body, status, code) => {
    const { authorization } = await testCaller();
    const response = await request("/api/documents", {
      method: "POST",
      body,
      headers: { authorization, "content-type": type },
    });

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, status, error: expect.any(String) });
    expect(await (await request("/api/documents", { headers: { authorization } })).json()).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { FAILURE_CODES, type FailureCode } from "../../src/domain/failure-codes.ts";
import { type ApiClient, newClient } from "../support/api-client.ts";
import { testCaller, testService } from "../support/test-service.ts";

/** Interface 7 and wire "Errors": every failure has a non-2xx status and one JSON object of this shape. */

const send = testService();
let authorization: string;
let call: ApiClient;
beforeAll(async () => {
  ({ authorization } = await testCaller());
  ({ call } = await newClient());
});

const json = (body: string) => ({ method: "POST", headers: { "content-type": "application/json" }, body });

const FAILURES: [name: string, code: FailureCode, path: string, init: RequestInit][] = [
  ["no JSON", "body_not_json", "/api/documents", json("{")],
  ["JSON nested 1,000 deep", "body_too_deep", "/api/documents", json("[".repeat(1_000) + "]".repeat(1_000))],
  [
    "brackets nested 1,000 deep",
    "body_too_deep",
    "/api/documents",
    { method: "POST", body: new URLSearchParams([[`a${"[b]".repeat(1_000)}`, "1"]]) },
  ],
  [
    "a body declared with 100 MB",
    "body_too_large",
    "/api/documents",
    { ...json("{}"), headers: { "content-type": "application/json", "content-length": "100000000" } },
  ],
  [
    "an unknown media type",
    "unsupported_media_type",
    "/api/documents",
    { method: "POST", headers: { "content-type": "image/png" }, body: "x" },
  ],
  ["an unknown address", "not_found", "/api/nothing", {}],
  ["an unknown method", "method_not_allowed", "/api/documents", { method: "PATCH" }],
  ["an unknown document", "document_not_found", "/api/documents/999999", {}],
  ["a type that does not exist", "invalid_request", "/api/documents", json('{"name":"a","type":"odt","html":"a"}')],
  [
    "an output that does not fit",
    "output_not_allowed",
    "/api/documents",
    json('{"name":"a","type":"html","html":"a","output":"docx"}'),
  ],
  ["no template", "file_missing", "/api/documents", json('{"name":"a","type":"html"}')],
  ["an unknown merge address", "document_not_selected", "/merge/1/wrong", json("{}")],
];

describe("failures", () => {
  it.each(FAILURES)("%s answers with %s in the one shape", async (_, code, path, init) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", authorization);
    headers.set("x-request-id", "conformance-1");
    const response = await send(path, { ...init, headers });
    const [status, title] = FAILURE_CODES[code];

    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("x-request-id")).toBe("conformance-1");
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({
      error: expect.stringMatching(/^\S.+[.!?]$/s),
      detail: body.error,
      type: expect.stringMatching(new RegExp(`/docs/errors/${code}$`)),
      title,
      status,
      code,
      instance: expect.any(String),
      request_id: "conformance-1",
    });
    expect(body).not.toHaveProperty("success");
  });

  it("are problem+json for clients that ask for it", async () => {
    const response = await send("/api/nothing", { headers: { authorization, accept: "application/problem+json" } });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  it("have no counterpart in a success: no successful answer has a member error", async () => {
    const { body: document } = await call("POST", "/api/documents", { name: "a", type: "html", html: "a" });
    for (const path of ["", "/fields", "/file", "/deliveries", "/versions"]) {
      const { status, body } = await call("GET", `/api/documents/${document.id}${path}`);
      expect(status).toBe(200);
      expect(Object.keys(body)).not.toContain("error");
    }
  });
});

import { describe, expect, it, vi } from "vitest";
import { basic, testService } from "../../test/support/test-service.ts";
import { getResource, merge } from "./testing/endpoints.ts";

const request = testService([getResource, merge]);

describe("problems", () => {
  it("are one object with error and the members of RFC 9457", async () => {
    const response = await request("/merge/1/k", {
      method: "POST",
      body: "fail=failure",
      headers: { "x-request-id": "my-1" },
    });

    expect(response.status).toBe(422);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("x-request-id")).toBe("my-1");
    expect(await response.json()).toEqual({
      error: "No.",
      type: expect.stringMatching(/^http.*\/docs\/errors\/merge_failed$/),
      title: "The merge failed",
      status: 422,
      detail: "No.",
      instance: "urn:request:my-1",
      code: "merge_failed",
      request_id: "my-1",
      errors: [{ tag: "{$x}", message: "No." }],
    });
  });

  it("are application/problem+json when Accept names it", async () => {
    const response = await request("/api/nothing", { headers: { accept: "application/problem+json, */*" } });

    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ code: "not_found", status: 404 });
  });

  it("say nothing of unexpected errors, which are logged without data", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const response = await request("/merge/1/k", { method: "POST", body: "fail=%0Amerge+data" });
    const body = await response.text();

    expect(response.status).toBe(500);
    expect(body).toContain('"code":"internal_error"');
    expect(body).not.toContain("secret");
    const line = JSON.parse(String(log.mock.lastCall?.[0]));
    expect(line).toMatchObject({
      event: "request.failed",
      request_id: response.headers.get("x-request-id"),
      error: "Error",
    });
    expect(JSON.stringify(line)).not.toContain("merge data");
    log.mockRestore();
  });

  it("name a missing binding", async () => {
    const response = await testService([getResource], { MERGES: undefined })("/api/things/1");

    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "misconfigured", error: expect.stringContaining("MERGES") });
  });
});

describe("merge addresses", () => {
  it("that are unknown are 404 with the sentence that clients know", async () => {
    for (const [path, method] of [
      ["/merge/1", "POST"],
      ["/merge/1/2/3", "GET"],
      ["/route/9/x", "POST"],
      ["/route/9", "GET"],
    ] as const) {
      const response = await request(path, { method });

      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: "Sorry, but a document was not selected!" });
    }
  });

  it("ignore any Authorization header", async () => {
    const response = await request("/merge/1/k", {
      method: "POST",
      body: "a=1",
      headers: { authorization: basic("x", "y") },
    });

    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ a: "1" });
  });

  it("are open to all origins, nothing else is", async () => {
    const origin = { origin: "https://shop.example" };
    const preflight = await request("/merge/1/k", {
      method: "OPTIONS",
      headers: { ...origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
    });
    const post = await request("/merge/1/k", { method: "POST", headers: origin });
    const failed = await request("/merge/1/k", { method: "POST", headers: origin, body: "fail=failure" });
    const management = await request("/api/things/1", { headers: origin });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    for (const response of [preflight, post, failed])
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const readable = post.headers.get("access-control-expose-headers")?.split(",");
    expect(readable).toEqual(expect.arrayContaining(["X-Run-Id", "X-Warnings"]));
    expect(management.headers.has("access-control-allow-origin")).toBe(false);
  });
});

describe("every answer", () => {
  it("has a request id and safe headers", async () => {
    const response = await request("/api/nothing", { headers: { "x-request-id": "bad id; " } });

    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("has a log line without the key of a merge address", async () => {
    const log = vi.spyOn(console, "info").mockImplementation(() => {});
    await request("/merge/12/topsecret?download=1", { method: "POST", body: "name=private" });
    const line = String(log.mock.lastCall?.[0]);

    expect(JSON.parse(line)).toMatchObject({ event: "request", method: "POST", path: "/merge/12/***", status: 201 });
    expect(line).not.toMatch(/topsecret|private/);
    log.mockRestore();
  });
});

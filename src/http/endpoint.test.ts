import { describe, expect, it } from "vitest";
import * as z from "zod";
import { basic, countingLimit, testCaller, testService } from "../../test/support/test-service.ts";
import { ALL_RIGHTS } from "../domain/access/rights.ts";
import { endpoint } from "./endpoint.ts";
import { file, json } from "./responses.ts";
import { getResource, merge, resourceParams } from "./testing/endpoints.ts";
import { base64, optional, text } from "./wire-values.ts";

const updateResource = endpoint({
  method: "put",
  path: "/api/things/:id",
  summary: "Update a thing",
  tag: "Things",
  auth: "key",
  needs: "document:read",
  params: resourceParams,
  body: z.object({
    name: text(),
    type: z.enum(["html", "pdf"]),
    files: optional(z.array(z.object({ name: text(), contents: base64() }))),
  }),
  responses: { 200: { description: "The thing." } },
  handle: async ({ body }) => json({ name: body.name, sizes: body.files?.map(({ contents }) => contents.byteLength) }),
});

const combine = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/tools/combine",
  summary: "Combine",
  tag: "Tools",
  auth: "key",
  needs: "document:read",
  responses: { 200: { description: "A file.", mediaType: "application/pdf" } },
  handle: async () => file(new Uint8Array([1, 2]), { name: 'Übersicht "1".pdf', mediaType: "application/pdf" }, 201),
});

const request = testService([getResource, updateResource, combine, merge]);
const JSON_HEADERS = { "content-type": "application/json" };

describe("credentials", () => {
  it("are asked for with a challenge when missing or malformed", async () => {
    for (const authorization of [
      undefined,
      "Basic",
      "Basic !!",
      basic("a", "b").slice(0, 6),
      `Basic ${btoa("nocolon")}`,
    ]) {
      const response = await request("/api/things/1", { headers: authorization ? { authorization } : {} });

      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Basic realm="/);
      expect(await response.json()).toMatchObject({ code: "unauthorized", status: 401 });
    }
  });

  it("are asked for as a token of an application when a bearer's are wrong (RFC 6750, 3)", async () => {
    const response = await request("/api/things/1", { headers: { authorization: "Bearer x" } });

    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(
      /^Bearer error="invalid_token", resource_metadata="[^"]+\/\.well-known\/oauth-protected-resource"$/,
    );
    expect(await response.json()).toMatchObject({ code: "invalid_credentials", status: 401 });
  });

  it("are refused without a challenge when wrong, alike for known and unknown keys", async () => {
    const { keyId } = await testCaller();
    const answers = await Promise.all(
      [basic(keyId, "wrong"), basic("dk_unknown", "wrong"), basic("", "")].map(async (authorization) => {
        const response = await request("/api/things/1", { headers: { authorization } });
        expect(response.headers.has("www-authenticate")).toBe(false);

        return { status: response.status, error: ((await response.json()) as { error: string }).error };
      }),
    );

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
  });

  it("open the door, and give the caller's workspace", async () => {
    const { authorization, workspaceId, keyId } = await testCaller();
    const response = await request("/api/things/7", { headers: { authorization } });

    expect(await response.json()).toEqual({
      id: 7,
      test: false,
      caller: { workspaceId, keyId, storedBytes: 0, auditHead: { seq: 0, hash: "" }, rights: ALL_RIGHTS },
    });
  });

  it("are checked before the method and the body of a known path", async () => {
    const patch = await request("/api/things/1", { method: "PATCH" });
    const broken = await request("/api/things/1", { method: "PUT", body: "{", headers: JSON_HEADERS });

    expect([patch.status, broken.status]).toEqual([401, 401]);
    expect((await request("/api/nothing")).status).toBe(404);
  });

  it("may be a fixed pair from the environment, of the default workspace", async () => {
    const fixed = testService([getResource], { API_KEY: "fixed", API_SECRET: "from the environment" });
    const right = await fixed("/api/things/1", { headers: { authorization: basic("fixed", "from the environment") } });
    const wrong = await fixed("/api/things/1", { headers: { authorization: basic("fixed", "wrong") } });

    expect(await right.json()).toMatchObject({ caller: { keyId: "fixed", workspaceId: expect.any(String) } });
    expect(wrong.status).toBe(401);
  });

  it("that fail too often from one address are 429, with the time to wait", async () => {
    const LOGIN_LIMIT = countingLimit(1);
    const limited = testService([getResource], { LOGIN_LIMIT, CLIENT_ADDRESS_HEADER: "cf-connecting-ip" });
    const headers = { authorization: basic("dk_x", "y"), "cf-connecting-ip": "192.0.2.7" };

    expect((await limited("/api/things/1", { headers })).status).toBe(401);
    const second = await limited("/api/things/1", { headers });
    expect(second.status).toBe(429);
    expect(second.headers.get("retry-after")).toBe("60");
    expect(LOGIN_LIMIT.keys).toEqual(["192.0.2.7", "192.0.2.7"]);
  });

  it("are limited per key", async () => {
    const { authorization, keyId } = await testCaller();
    const KEY_LIMIT = countingLimit(0);
    const response = await testService([getResource], { KEY_LIMIT })("/api/things/1", { headers: { authorization } });

    expect(await response.json()).toMatchObject({ code: "rate_limited" });
    expect(KEY_LIMIT.keys).toEqual([keyId]);
  });
});

describe("methods and paths", () => {
  it("answers 405 with Allow", async () => {
    const { authorization } = await testCaller();
    const response = await request("/api/things/1", { method: "PATCH", headers: { authorization } });

    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, PUT");
    expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
  });

  it("answers HEAD like GET without a body", async () => {
    const { authorization } = await testCaller();
    const response = await request("/api/things/1", { method: "HEAD", headers: { authorization } });

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toBe("");
  });

  it("forgives a slash at the end of an address", async () => {
    expect((await request("/merge/1/k/?test=0", { method: "POST" })).status).toBe(201);
  });

  it("does not merge on HEAD", async () => {
    const mergeByQuery = endpoint({
      ...merge,
      auth: "none",
      needs: undefined,
      method: "get",
      onRepeat: undefined,
      body: undefined,
      handle: async () => json({}, 201),
    });
    const response = await testService([merge, mergeByQuery])("/merge/1/k", { method: "HEAD" });

    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST, GET");
  });

  it("serves the tools under both of their addresses", async () => {
    const { authorization } = await testCaller();
    for (const path of ["/api/tools/combine", "/tools/combine"]) {
      const response = await request(path, { method: "POST", headers: { authorization } });

      expect(response.status).toBe(201);
      expect(response.headers.get("content-type")).toBe("application/pdf");
      expect(response.headers.get("content-disposition")).toBe(
        `attachment; filename="Ubersicht _1_.pdf"; filename*=UTF-8''%C3%9Cbersicht%20%221%22.pdf`,
      );
    }
  });
});

describe("flags and numbers", () => {
  it("are off for 0, empty and absent, on for 1 and true", async () => {
    const { authorization } = await testCaller();
    const read = async (query: string) =>
      (await request(`/api/things/1${query}`, { headers: { authorization } })).json();

    for (const query of ["", "?test=0", "?test=", "?test=false"])
      expect(await read(query)).toMatchObject({ test: false });
    for (const query of ["?test=1", "?test=true"]) expect(await read(query)).toMatchObject({ test: true });
    expect(await read("?limit=20")).toMatchObject({ limit: 20 });
    expect(await read("?test=maybe")).toMatchObject({
      errors: [{ pointer: "/test", message: "test must be 1 or 0." }],
    });
  });
});

describe("invalid requests", () => {
  it("name each member that is wrong, and what is allowed", async () => {
    const { authorization } = await testCaller();
    const response = await request("/api/things/1", {
      method: "PUT",
      headers: { ...JSON_HEADERS, authorization },
      body: JSON.stringify({
        type: "odt",
        files: [
          { name: "a", contents: "AAAA" },
          { name: [], contents: 1 },
        ],
      }),
    });

    expect(response.status).toBe(422);
    const problem = (await response.json()) as { code: string; errors: { pointer: string; message: string }[] };
    expect(problem.code).toBe("invalid_request");
    expect(problem.errors).toEqual([
      { pointer: "/name", message: "name is required." },
      { pointer: "/type", message: 'type must be one of html, pdf, not "odt".' },
      { pointer: "/files/1/name", message: "files[1][name] must be text." },
      { pointer: "/files/1/contents", message: "files[1][contents] must be base64 text or a file part." },
    ]);
  });

  it("have a code of their own where base64 is broken", async () => {
    const { authorization } = await testCaller();
    const response = await request("/api/things/1", {
      method: "PUT",
      headers: { ...JSON_HEADERS, authorization },
      body: JSON.stringify({ name: "a", type: "pdf", files: [{ name: "a", contents: "AA*A" }] }),
    });

    expect(await response.json()).toMatchObject({
      code: "invalid_base64",
      errors: [{ pointer: "/files/0/contents", message: expect.stringContaining('"*" at character 3') }],
    });
  });

  it("take null for a member that was left out, and files from parts", async () => {
    const { authorization } = await testCaller();
    const put = (body: BodyInit, headers = {}) =>
      request("/api/things/1", { method: "PUT", body, headers: { ...headers, authorization } });
    const form = new FormData();
    form.append("name", "a");
    form.append("type", "pdf");
    form.append("files[0][name]", "x");
    form.append("files[0][contents]", new File(["12345"], "x.pdf"));

    expect(await (await put('{"name":1,"type":"pdf","files":null}', JSON_HEADERS)).json()).toEqual({ name: "1" });
    expect(await (await put(form)).json()).toEqual({ name: "a", sizes: [5] });
  });
});

import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { MAX_HOOKS } from "../../domain/hooks/hook.ts";
import { present } from "../../domain/present.ts";

const HOOK = { event: "run.done", target_url: "https://hooks.example/in" };

let call: ApiClient;
beforeAll(async () => {
  call = (await newClient()).call;
});
afterEach(() => vi.restoreAllMocks());

describe("/api/hooks", () => {
  it.each(["JSON", "form"] as const)("makes a hook whose secret is shown once, sent as %s", async (encoding) => {
    const { body: document } = await call("POST", "/api/documents", { name: "a", type: "html", html: "a" });
    const filter = { document_id: document.id, test: 1 };
    const { status, headers, body } = await call("POST", "/api/hooks", { ...HOOK, filter }, { encoding });
    expect(status).toBe(201);
    expect(new URL(headers.get("location") ?? "").pathname).toBe(`/api/hooks/${body.id}`);
    const { secret, ...hook } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(hook).toMatchObject({ ...HOOK, filter: { document_id: document.id, test: 1 }, active: 1, state: "on" });
    expect((await call("GET", `/api/hooks/${hook.id}`)).body).toEqual(hook);
    expect((await call("GET", "/api/hooks")).body).toContainEqual(hook);
  });

  it("changes address, filter and whether it is on, and deletes", async () => {
    const { id } = (await call("POST", "/api/hooks", HOOK)).body;
    const path = `/api/hooks/${id}`;
    // Programs send whole objects back, with null for what they do not know.
    for (const nothing of [{}, { active: null }])
      expect((await call("PUT", path, nothing)).body).toMatchObject({ ...HOOK, active: 1 });
    expect((await call("PUT", path, { target_url: "https://other.example/", active: 0 })).body).toMatchObject({
      ...{ target_url: "https://other.example/", active: 0, state: "off", event: "run.done" },
    });
    expect((await call("PUT", path, { filter: { test: 1 } })).body.filter).toEqual({ test: 1 });
    expect((await call("PUT", path, { active: 1 })).body.state).toBe("on");
    expect((await call("DELETE", path)).body).toEqual({ success: "1" });
    expect((await call("GET", path)).status).toBe(404);
    expect((await call("DELETE", path)).status).toBe(404);
  });

  it.each([
    ["another event", { event: "run.begun" }],
    ["an address that is none", { target_url: "hooks.example" }],
    ["an address with a password", { target_url: "https://me:secret@hooks.example/" }],
    ["an address that is too long", { target_url: `https://hooks.example/${"a".repeat(2_000)}` }],
  ])("refuses %s", async (_, members) => {
    expect((await call("POST", "/api/hooks", { ...HOOK, ...members })).status).toBe(422);
  });

  it.each(["http://localhost:8080/", "https://10.0.0.7/in", "http://[::1]/", "https://intranet/"])(
    "calls no inner address: %s",
    async (target_url) => {
      const { id } = (await call("POST", "/api/hooks", HOOK)).body;
      for (const { status, body } of [
        await call("POST", "/api/hooks", { ...HOOK, target_url }),
        await call("PUT", `/api/hooks/${id}`, { target_url }),
      ]) {
        expect([status, body.code, body.errors[0].pointer]).toEqual([422, "url_private", "/target_url"]);
        expect(body.error).toContain("hooks are not called there");
      }
      expect((await call("GET", `/api/hooks/${id}`)).body.target_url).toBe(HOOK.target_url);
    },
  );

  it.each([
    ["document_not_found", { document_id: "999999" }],
    ["route_not_found", { route_id: "999999" }],
  ])("%s for a filter of something that is not there", async (code, filter) => {
    expect((await call("POST", "/api/hooks", { ...HOOK, filter })).body.code).toBe(code);
  });

  it("bounds how many are on, also of many that are made at once", async () => {
    const { call: other } = await newClient();
    const made = await Promise.all(Array.from({ length: MAX_HOOKS + 5 }, () => other("POST", "/api/hooks", HOOK)));
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill("too_many_hooks"));
    const [first] = (await other("GET", "/api/hooks")).body;
    await other("PUT", `/api/hooks/${first.id}`, { active: 0 });
    expect((await other("POST", "/api/hooks", HOOK)).status).toBe(201);
    expect((await other("PUT", `/api/hooks/${first.id}`, { active: 1 })).body.code).toBe("too_many_hooks");
  });

  it("sends a sample, and says why it was not taken; the hook's own state stays", async () => {
    const { body: made } = await call("POST", "/api/hooks", { ...HOOK, target_url: "https://private.test/in" });
    const { status, body } = await call("POST", `/api/hooks/${made.id}/test`);
    expect([status, body.success, body.ok]).toEqual([200, 1, false]);
    expect(body.response).toContain("private.test");
    expect((await call("GET", `/api/hooks/${made.id}`)).body).toMatchObject({ last_called_at: "", failing_since: "" });
    const { call: other } = await newClient();
    expect((await other("POST", `/api/hooks/${made.id}/test`)).status).toBe(404);
  });

  it("sends a sample as events are sent, signed with its secret, and shows what was answered", async () => {
    const { body: hook } = await call("POST", "/api/hooks", HOOK);
    const sent: { url: string; headers: Headers; body: string }[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      if (String(input).includes("dns-query"))
        return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
      const body = await new Response(init?.body).text();
      sent.push({ url: String(input), headers: new Headers(init?.headers), body });
      return new Response("thank you", { status: 202 });
    });
    const { body } = await call("POST", `/api/hooks/${hook.id}/test`);
    expect(body).toEqual({ success: 1, ok: true, response: expect.stringMatching(/^HTTP 202\n[\s\S]*thank you$/) });
    const { url, headers, body: text } = present(sent[0]);
    expect([url, JSON.parse(text).type]).toEqual([HOOK.target_url, "run.done"]);
    const [id, time] = ["webhook-id", "webhook-timestamp"].map((name) => headers.get(name) ?? "");
    expect(id).toMatch(/^sample_/);
    const key = Buffer.from(hook.secret.slice("whsec_".length), "base64");
    const signature = createHmac("sha256", key).update(`${id}.${time}.${text}`).digest("base64");
    expect(headers.get("webhook-signature")).toBe(`v1,${signature}`);
  });

  it("says to be made again where its secret cannot be opened any more", async () => {
    const { body: hook } = await call("POST", "/api/hooks", HOOK);
    await env.DB.prepare("update hooks set sealed_secret = 'of another key' where id = ?").bind(hook.id).run();
    const { status, body } = await call("POST", `/api/hooks/${hook.id}/test`);
    expect([status, body.code]).toEqual([503, "misconfigured"]);
    expect(body.error).toContain("make the hook again");
  });

  it("lists the events with a sample of each", async () => {
    const { body } = await call("GET", "/api/hooks/events");
    expect(body.map(({ event, sample }: { event: string; sample: { type: string } }) => [event, sample.type])).toEqual(
      ["run.done", "run.failed", "batch.done", "delivery.failed", "document.published", "form.submitted"].map(
        (event) => [event, event],
      ),
    );
  });
});

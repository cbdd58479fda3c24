import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { testCaller, testService } from "../../test/support/test-service.ts";
import { Failure } from "../domain/failure.ts";
import { IDEMPOTENCY_LEASE_MS } from "../domain/idempotency.ts";
import type { BodyTree } from "./body/body-tree.ts";
import { endpoint } from "./endpoint.ts";
import { file, json } from "./responses.ts";
import { bodyTree, numericId } from "./wire-values.ts";

let calls = 0;
let release: (() => void) | undefined;

const DEFINITION = {
  method: "post",
  path: "/api/work",
  summary: "Work",
  tag: "Test",
  body: bodyTree(),
  responses: { 200: { description: "Done." } },
  async handle({ body }: { body: BodyTree }) {
    calls += 1;
    if (body.how === "fail") throw new Failure("merge_failed", `No ${calls}.`);
    if (body.how === "busy") throw new Failure("browser_unavailable", "Busy.");
    if (body.how === "large") {
      return file(new Uint8Array(100_000).fill(calls), { name: "a.pdf", mediaType: "application/pdf" }, 201, {
        "x-run-id": "r1",
      });
    }
    if (body.how === "slow") await new Promise<void>((resolve) => (release = resolve));

    return json({ calls });
  },
} as const;

const work = endpoint({ ...DEFINITION, auth: "key", needs: "document:read", onRepeat: "same_answer" });
const unkept = endpoint({ ...DEFINITION, path: "/api/unkept", auth: "key", needs: "document:read", onRepeat: "anew" });
/** What stands at each address; an address that is not here leads nowhere. */
const resources = new Map<string, string>();
const merge = endpoint({
  ...DEFINITION,
  path: "/merge/:id/:key",
  auth: "none",
  params: z.object({ id: numericId(), key: z.string() }),
  onRepeat: { sameAnswerFor: (name: string) => ({ name, workspaceId: "" }) },
  async admit({ params: { id, key } }) {
    const resource = resources.get(`${id}/${key}`);
    if (!resource) throw new Failure("document_not_selected", "Nothing.");
    return resource;
  },
});
const request = testService([work, unkept, merge]);

beforeEach(() => {
  calls = 0;
  resources.clear();
  resources.set("1/x", "one").set("2/x", "two");
});

async function newCaller() {
  const { authorization } = await testCaller();

  return (body: BodyInit, key: string, path = "/api/work") =>
    request(path, { method: "POST", body, headers: { authorization, "idempotency-key": key } });
}

describe("Idempotency-Key", () => {
  it("answers the second request from memory", async () => {
    const post = await newCaller();
    const first = await post("a=1", "k1");
    const second = await post("a=1", "k1");

    expect(await first.json()).toEqual({ calls: 1 });
    expect(first.headers.has("idempotency-replayed")).toBe(false);
    expect(await second.json()).toEqual({ calls: 1 });
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.headers.get("content-type")).toBe("application/json");
    expect(calls).toBe(1);
  });

  it("replays large files with their headers", async () => {
    const post = await newCaller();
    await post("how=large", "k1");
    const second = await post("how=large", "k1");

    expect(second.status).toBe(201);
    expect(second.headers.get("content-type")).toBe("application/pdf");
    expect(second.headers.get("content-disposition")).toContain("a.pdf");
    expect(second.headers.get("x-run-id")).toBe("r1");
    expect(new Uint8Array(await second.arrayBuffer())).toEqual(new Uint8Array(100_000).fill(1));
  });

  it("compares the content, not its bytes: the same multipart body may have another boundary", async () => {
    const post = await newCaller();
    const form = () => {
      const data = new FormData();
      data.append("f", new File(["x"], "x.txt"));
      return data;
    };
    await post(form(), "k1");

    expect((await post(form(), "k1")).headers.get("idempotency-replayed")).toBe("true");
  });

  it("refuses other content, another query and another address with 422", async () => {
    const post = await newCaller();
    await post("a=1", "k1");
    const others = [await post("a=2", "k1"), await post("a=1&b=", "k1"), await post("a=1", "k1", "/api/work?x=1")];

    for (const other of others) expect(await other.json()).toMatchObject({ code: "idempotency_mismatch", status: 422 });
    expect(calls).toBe(1);
  });

  it("tells typed values apart", async () => {
    const post = await newCaller();
    await post('{"a":1}', "k1");

    expect((await post('{"a":"1"}', "k1")).status).toBe(422);
    expect((await post('{"a":[1]}', "k1")).status).toBe(422);
  });

  it("answers 409 while the first request runs", async () => {
    const post = await newCaller();
    const first = post("how=slow", "k1");
    while (!release) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await post("how=slow", "k1");
    release();

    expect(await second.json()).toMatchObject({ code: "idempotency_in_progress", status: 409 });
    expect((await first).status).toBe(200);
    expect(calls).toBe(1);
  });

  it("is held by a request that takes long, and by none that is over", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const post = await newCaller();
      const key = crypto.randomUUID();
      const startedAt = async () =>
        (await env.DB.prepare("select started_at from idempotency_keys where key = ?")
          .bind(key)
          .first<number>("started_at")) ?? 0;
      release = undefined;
      const first = post("how=slow", key);
      while (!release) await new Promise((resolve) => setTimeout(resolve, 5));
      const before = await startedAt();
      vi.advanceTimersByTime(IDEMPOTENCY_LEASE_MS / 4);
      await expect.poll(startedAt).toBeGreaterThan(before);
      (release as () => void)();
      expect((await first).status).toBe(200);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps refusals, but nothing that another try may change", async () => {
    const post = await newCaller();

    expect(await (await post("how=fail", "k1")).json()).toMatchObject({ error: "No 1." });
    expect(await (await post("how=fail", "k1")).json()).toMatchObject({ error: "No 1." });
    expect(calls).toBe(1);
    expect((await post("how=busy", "k2")).status).toBe(503);
    expect((await post("how=busy", "k2")).headers.has("idempotency-replayed")).toBe(false);
    expect(calls).toBe(3);
  });

  it("belongs to one caller", async () => {
    const post = await newCaller();
    const postAsOther = await newCaller();
    await post("a=1", "k1");

    expect((await postAsOther("a=2", "k1")).status).toBe(200);
    expect(calls).toBe(2);
  });

  it("says nothing where answers are not kept, and nothing of one lies in the database", async () => {
    const post = await newCaller();
    await post("a=1", "unkept", "/api/unkept");
    const second = await post("a=1", "unkept", "/api/unkept");

    expect([second.headers.has("idempotency-replayed"), await second.json()]).toEqual([false, { calls: 2 }]);
    expect(await env.DB.prepare("select 1 from idempotency_keys where key = 'unkept'").first()).toBeNull();
  });

  describe("without credentials", () => {
    const post = (body: string, key: string, path = "/merge/1/x") =>
      request(path, { method: "POST", body, headers: { "idempotency-key": key } });
    const isReplay = (response: Response) => response.headers.has("idempotency-replayed");

    it("is of one thing, however its address is written", async () => {
      await post("a=1", "k1");

      expect(isReplay(await post("a=1", "k1"))).toBe(true);
      expect(isReplay(await post("a=1", "k1", "/merge/01/x/"))).toBe(true);
      expect(isReplay(await post("a=1", "k1", "/merge/2/x"))).toBe(false);
    });

    it("cannot be taken before others use it: other content is another request", async () => {
      expect(await (await post("a=stranger", "order-1")).json()).toEqual({ calls: 1 });
      const own = await post("a=owner", "order-1");
      expect([own.status, isReplay(own), await own.json()]).toEqual([200, false, { calls: 2 }]);
      expect(await (await post("a=owner", "order-1")).json()).toEqual({ calls: 2 });
    });

    it("brings nothing back at an address that leads nowhere any more, or to something else", async () => {
      await post("a=1", "k1");
      resources.set("1/x", "one, inactive");
      expect(isReplay(await post("a=1", "k1"))).toBe(false);
      resources.delete("1/x");
      expect((await post("a=1", "k1")).status).toBe(404);
    });

    it("is not looked for, nor is a body read, before the address is known", async () => {
      const before = await env.DB.prepare("select count(*) as n from idempotency_keys").first("n");
      const nowhere = await request("/merge/9/x", {
        method: "POST",
        body: "{ not JSON",
        headers: { "content-type": "application/json", "idempotency-key": "k9" },
      });
      expect(await nowhere.json()).toMatchObject({ code: "document_not_selected" });
      expect(await env.DB.prepare("select count(*) as n from idempotency_keys").first("n")).toBe(before);
    });
  });

  it("must be plain text of up to 255 characters", async () => {
    const post = await newCaller();

    expect(await (await post("a=1", "k".repeat(256))).json()).toMatchObject({ code: "invalid_request" });
    expect((await post("a=1", "k".repeat(255))).status).toBe(200);
  });
});

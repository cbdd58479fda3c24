import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { IDEMPOTENCY_LEASE_MS, IDEMPOTENCY_LIFETIME_MS } from "../domain/idempotency.ts";
import type { DataSessionOwner } from "./data-sessions.ts";
import { createStore } from "./store.ts";
import { documentTask, NO_RESULT } from "./testing/run-tasks.ts";

const store = createStore(env);
const now = new Date("2026-03-04T05:06:07.000Z");
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

let workspaceId: string;
beforeAll(async () => {
  workspaceId = (await store.control.workspaces.create("requests", now)).id;
});

describe("idempotency", () => {
  const newKey = () => crypto.randomUUID();
  const at = (scope: string, key: string) => ({ workspaceId, scope, key });
  const answer = (size: number) => ({
    status: 201,
    headers: [["content-type", "application/pdf"]] as [string, string][],
    body: crypto.getRandomValues(new Uint8Array(size)),
  });

  it("starts once of many simultaneous requests", async () => {
    const key = newKey();
    const states = await Promise.all(
      [1, 2, 3].map(() => store.idempotency.begin({ ...at("scope", key), fingerprint: "f" }, now)),
    );
    expect(states.map(({ state }) => state).sort()).toEqual(["running", "running", "started"]);
  });

  it.each([100, 60_000])("replays an answer of %i bytes", async (size) => {
    const key = newKey();
    const kept = answer(size);
    await store.idempotency.begin({ ...at("scope", key), fingerprint: "f" }, now);
    await store.idempotency.finish(at("scope", key), kept);
    expect(await store.idempotency.begin({ ...at("scope", key), fingerprint: "f" }, later(1))).toEqual({
      state: "finished",
      answer: kept,
    });
    expect(await store.idempotency.begin({ ...at("scope", key), fingerprint: "other" }, later(1))).toEqual({
      state: "mismatch",
    });
    expect((await store.idempotency.begin({ ...at("another scope", key), fingerprint: "f" }, later(1))).state).toBe(
      "started",
    );
  });

  it("forgets an answer after a day", async () => {
    const key = newKey();
    await store.idempotency.begin({ ...at("scope", key), fingerprint: "f" }, now);
    await store.idempotency.finish(at("scope", key), answer(1));
    expect(
      await store.idempotency.begin({ ...at("scope", key), fingerprint: "g" }, later(IDEMPOTENCY_LIFETIME_MS)),
    ).toEqual({
      state: "started",
      since: later(IDEMPOTENCY_LIFETIME_MS),
    });
    expect(
      await store.idempotency.begin({ ...at("scope", key), fingerprint: "g" }, later(IDEMPOTENCY_LIFETIME_MS)),
    ).toEqual({
      state: "running",
    });
  });

  it("takes over from a request that died, and frees a key that was abandoned", async () => {
    const key = newKey();
    const begin = (fingerprint: string, time: Date) =>
      store.idempotency.begin({ ...at("scope", key), fingerprint }, time);
    const first = { state: "started", since: now };
    expect(await begin("f", now)).toEqual(first);
    expect(await begin("f", later(IDEMPOTENCY_LEASE_MS - 1))).toEqual({ state: "running" });
    expect(await begin("g", later(IDEMPOTENCY_LEASE_MS))).toEqual({ state: "mismatch" });
    expect(await begin("f", later(IDEMPOTENCY_LEASE_MS))).toEqual(first);
    await store.idempotency.abandon(at("scope", key));
    expect(await begin("f", later(IDEMPOTENCY_LEASE_MS + 1))).toEqual(first);
    expect(await begin("f", later(IDEMPOTENCY_LEASE_MS + 2))).toEqual({ state: "running" });
    await store.idempotency.abandon(at("scope", key));
    const other = later(IDEMPOTENCY_LEASE_MS + 3);
    expect(await begin("g", other)).toEqual({ state: "started", since: other });
    expect(await begin("f", other)).toEqual({ state: "mismatch" });
  });

  it("belongs to a request for as long as that reports that it is still running", async () => {
    const key = newKey();
    const begin = (time: Date) => store.idempotency.begin({ ...at("scope", key), fingerprint: "f" }, time);
    const renew = (from: Date, to: Date) => store.idempotency.renew(at("scope", key), from, to);
    await begin(now);
    expect(await renew(now, later(IDEMPOTENCY_LEASE_MS / 4))).toBe(true);
    expect(await begin(later(IDEMPOTENCY_LEASE_MS))).toEqual({ state: "running" });
    const since = later(2 * IDEMPOTENCY_LEASE_MS);
    expect(await begin(since)).toEqual({ state: "started", since: now });
    expect(await renew(later(IDEMPOTENCY_LEASE_MS / 4), since)).toBe(false);
    expect(await renew(since, later(3 * IDEMPOTENCY_LEASE_MS))).toBe(true);
    await store.idempotency.finish(at("scope", key), answer(1));
    expect(await renew(later(3 * IDEMPOTENCY_LEASE_MS), later(4 * IDEMPOTENCY_LEASE_MS))).toBe(false);
  });

  it("does not abandon an answer", async () => {
    const key = newKey();
    await store.idempotency.begin({ ...at("scope", key), fingerprint: "f" }, now);
    await store.idempotency.finish(at("scope", key), answer(1));
    await store.idempotency.abandon(at("scope", key));
    expect((await store.idempotency.begin({ ...at("scope", key), fingerprint: "f" }, now)).state).toBe("finished");
  });
});

describe("links", () => {
  async function newTarget() {
    const newRun = { task: documentTask(), source: "api", test: false, requestId: "r", askedBy: undefined } as const;
    const { run, lease } = await store.runs.acceptAndStart(workspaceId, newRun, now);
    const blobKey = await store.blobs.putResult(store.blobs.resultKey(workspaceId, run.id), new Uint8Array([1, 2]));
    const file = { name: "a.pdf", mediaType: "application/pdf", sizeBytes: 2, sha256: "ab", blobKey };
    await store.runs.finish(workspaceId, run.id, { lease, result: { ...NO_RESULT, files: [file] }, now });
    return { target: { runId: run.id, position: 0 }, file };
  }

  it("leads to its file until it expires; the token itself is not kept", async () => {
    const { target, file } = await newTarget();
    const token = await store.links.create(workspaceId, target, later(1_000));
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await store.lookUps.links.byToken(token, later(999))).toEqual({
      workspaceId,
      runId: target.runId,
      file,
      passwordHash: undefined,
      once: false,
      expiresAt: later(1_000),
    });
    expect(await store.lookUps.links.byToken(token, later(1_000))).toBeUndefined();
    expect(await store.lookUps.links.byToken(`${token.slice(1)}A`, now)).toBeUndefined();
    const rows = await env.DB.prepare("select * from links").all();
    expect(JSON.stringify(rows.results)).not.toContain(token);
  });

  it("works only once if it must", async () => {
    const { target } = await newTarget();
    const token = await store.links.create(workspaceId, target, later(1_000), { once: true, passwordHash: "h" });
    expect(await store.lookUps.links.byToken(token, now)).toMatchObject({ once: true, passwordHash: "h" });
    const uses = await Promise.all([
      store.links.use({ workspaceId }, token, now),
      store.links.use({ workspaceId }, token, now),
    ]);
    expect(uses.sort()).toEqual([false, true]);
    expect(await store.lookUps.links.byToken(token, now)).toBeUndefined();
  });
});

describe("sessions", () => {
  const owner = "document/7";
  const MOST = { posts: 100, bytes: 1_000_000, ownerBytes: 2_000_000 };
  const add = (key: string, data: string, append = false, at = now, most = MOST, own: DataSessionOwner = owner) =>
    store.dataSessions.add(
      { workspaceId, owner: own, key },
      { data, append, bytes: data.length },
      most,
      new Date(at.getTime() + 1_000),
      at,
    );

  it("gathers posts in order, large ones too, until they are forgotten", async () => {
    const large = JSON.stringify({ text: "x".repeat(100_000) });
    await add("k", '{"a":1}');
    await add("k", large);
    await add("k", '{"row":1}', true);
    const posts = await store.dataSessions.posts(workspaceId, owner, "k", now);
    expect(posts).toMatchObject([
      { data: '{"a":1}', append: false },
      { data: large, append: false },
      { data: '{"row":1}', append: true },
    ]);
    await store.dataSessions.delete(workspaceId, owner, "k", posts);
    expect(await store.dataSessions.posts(workspaceId, owner, "k", now)).toEqual([]);
  });

  it("keeps what came after the forgotten posts", async () => {
    await add("late", "1");
    const posts = await store.dataSessions.posts(workspaceId, owner, "late", now);
    await add("late", "2");
    await store.dataSessions.delete(workspaceId, owner, "late", posts);
    const left = await store.dataSessions.posts(workspaceId, owner, "late", now);
    expect(left).toMatchObject([{ data: "2" }]);
    await store.dataSessions.delete(workspaceId, owner, "late", left);
    const row = await env.DB.prepare("select count(*) as n from sessions where key = 'late'").first<{ n: number }>();
    expect(row?.n).toBe(0);
  });

  it("starts anew after it has expired", async () => {
    await add("old", "1");
    expect(await store.dataSessions.posts(workspaceId, owner, "old", later(1_000))).toEqual([]);
    await add("old", "2", false, later(1_000));
    expect(await store.dataSessions.posts(workspaceId, owner, "old", later(1_001))).toMatchObject([{ data: "2" }]);
  });

  it("keeps sessions of other addresses and workspaces apart", async () => {
    const other = (await store.control.workspaces.create("other", now)).id;
    await add("shared", "mine");
    const mine = await store.dataSessions.posts(workspaceId, owner, "shared", now);
    expect(mine).toHaveLength(1);
    expect(await store.dataSessions.posts(other, owner, "shared", now)).toEqual([]);
    expect(await store.dataSessions.posts(workspaceId, "route/7", "shared", now)).toEqual([]);
    await store.dataSessions.delete(other, owner, "shared", mine);
    expect(await store.dataSessions.posts(workspaceId, owner, "shared", now)).toEqual(mine);
  });

  it.each([
    ["posts of a session", "document/101", { ...MOST, posts: 3 }, 100, () => "full"],
    ["bytes of a session", "document/102", { ...MOST, bytes: 350 }, 100, () => "full"],
    ["bytes of an owner", "document/103", { ...MOST, ownerBytes: 350 }, 100, (index: number) => `full ${index}`],
    ["bytes in R2 of a session", "document/104", { ...MOST, bytes: 350_000 }, 100_000, () => "full"],
  ] as const)("hold no more %s than they may, however many come at once", async (_, own, most, length, keyOf) => {
    const kept = async () => (await env.FILES.list({ prefix: `d/${workspaceId}/` })).objects.length;
    const before = await kept();
    const held = await Promise.all(
      Array.from({ length: 12 }, (_, index) => add(keyOf(index), "x".repeat(length), false, now, most, own)),
    );
    expect(held.filter((each) => each === undefined)).toHaveLength(3);
    const counted = await env.DB.prepare(
      "select count(*) as posts, count(distinct session_id) as sessions from session_posts where session_id in (select id from sessions where owner = ?)",
    )
      .bind(own)
      .first();
    const sessions = await env.DB.prepare("select count(*) as n from sessions where owner = ?").bind(own).first("n");
    expect(counted).toEqual({ posts: 3, sessions });
    expect((await kept()) - before).toBe(length === 100_000 ? 3 : 0);
  });

  it("are not lengthened by a post that does not fit", async () => {
    await add("short", "x".repeat(100));
    const end = () => env.DB.prepare("select expires_at from sessions where key = 'short'").first("expires_at");
    const before = await end();
    expect(await add("short", "x", false, later(500), { ...MOST, bytes: 100 })).toMatchObject({ posts: 1, bytes: 100 });
    expect(await end()).toBe(before);
  });
});

describe("keys", () => {
  it("keeps only the digest of the secret, and revokes once", async () => {
    const { keyId, secret } = await store.keys.create(workspaceId, "laptop", now);
    const found = await store.lookUps.keys.findByKeyId(keyId);
    expect(found).toMatchObject({ keyId, workspaceId, revokedAt: null });
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
    expect(found?.secretSha256).toBe(Buffer.from(digest).toString("hex"));
    const rows = await env.DB.prepare("select * from api_keys").all();
    expect(JSON.stringify(rows.results)).not.toContain(secret);

    const other = (await store.control.workspaces.create("other", now)).id;
    expect(await store.keys.revoke(other, keyId, now)).toBe(false);
    expect(await store.keys.revoke(workspaceId, keyId, now)).toBe(true);
    expect(await store.keys.revoke(workspaceId, keyId, now)).toBe(false);
    expect((await store.lookUps.keys.findByKeyId(keyId))?.revokedAt).toBe(now.toISOString());
  });

  it("takes the oldest workspace for the fixed pair", async () => {
    const [oldest] = await store.control.workspaces.list();
    expect((await store.lookUps.keys.defaultWorkspace()).id).toBe(oldest?.id);
  });
});

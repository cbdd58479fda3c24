import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { clientWith } from "../../../test/support/api-client.ts";
import { mistyped } from "../../../test/support/mistyped.ts";
import { basic, testService } from "../../../test/support/test-service.ts";
import { isInObject } from "../../domain/access/workspace-place.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import type { Env } from "../../env.ts";
import { countedBindings, noCalls } from "../../merge/testing/counted-bindings.ts";
import { failing } from "../../merge/testing/faulty-services.ts";
import { BLOB_GRACE_MS } from "../garbage.ts";
import { objectDatabase } from "../object/object-database.ts";
import { createStore } from "../store.ts";

const bindings = env as Env;
const store = createStore({ ...env, NEW_WORKSPACES: "objects" });
const now = new Date();

/** A workspace in an object, with a key. */
async function newWorkspace() {
  const { id } = await store.control.workspaces.create("In an object", now);
  const { keyId, secret } = await store.keys.create(id, "test", now);
  return { id, keyId, call: clientWith(basic(keyId, secret)), object: env.WORKSPACES.getByName(id) };
}

const HTML = { name: "Letter", type: "html", output: "html", html: "<p>Dear {$Name}</p>" };

/** How many rows of a table name a workspace in D1. */
async function rowsInD1(table: string, workspaceId: string): Promise<number> {
  const found = await env.DB.prepare(`select count(*) as n from ${table} where workspace_id = ?`)
    .bind(workspaceId)
    .first<number>("n");
  return found ?? 0;
}

const pointersTo = async (workspaceId: string, kind: string) =>
  (await env.DB.prepare("select value from pointers where workspace_id = ? and kind = ?").bind(workspaceId, kind).raw())
    .flat()
    .map(String);

/** A run that is due, and whose message is lost. */
async function dueRun({ call, object }: Awaited<ReturnType<typeof newWorkspace>>): Promise<string> {
  const { body } = await call("POST", "/api/documents", HTML);
  const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });
  const lost = testService(undefined, { MERGES: silent, DELIVERIES: silent });
  const accepted = await lost(new URL(body.url).pathname, { method: "POST", body: "Name=Eve" });
  const runId = accepted.headers.get("x-run-id") ?? "";
  await runInDurableObject(object, (_, { storage }) => {
    storage.sql.exec("update runs set due_at = 1 where id = ?", runId);
  });
  return runId;
}

let workspace: Awaited<ReturnType<typeof newWorkspace>>;
beforeAll(async () => {
  workspace = await newWorkspace();
});

describe("a workspace in an object", () => {
  it("is used as any other: key, document, merge, file, run, log, sign-in; D1 has none of its rows", async () => {
    const { id, call, keyId } = workspace;
    expect(isInObject(id)).toBe(true);
    expect((await call("GET", "/api/account")).body).toMatchObject({ id, name: "In an object" });

    const { status, body: document } = await call("POST", "/api/documents", HTML);
    expect(status).toBe(200);
    const address = new URL(document.url).pathname;
    const merge = (query: string) =>
      testService()(`${address}${query}`, { method: "POST", body: new URLSearchParams({ Name: "Ann" }) });
    const merged = await merge("?download=1");
    expect(await merged.text()).toContain("Dear Ann");
    expect((await merge("?download=1")).status).toBe(201);
    expect((await testService()(mistyped(address), { method: "POST" })).status).toBe(404);

    const runs = (await call("GET", "/api/runs")).body;
    expect(runs).toHaveLength(2);
    const [file] = (await call("GET", `/api/runs/${runs[0].id}`)).body.files;
    expect(await (await testService()(new URL(file.url).pathname)).text()).toContain("Dear Ann");
    expect((await call("GET", "/api/audit")).body).toContainEqual(
      expect.objectContaining({ action: "document.created", resource: expect.objectContaining({ id: document.id }) }),
    );
    expect((await call("GET", "/api/audit/verify")).body).toMatchObject({ intact: true, problems: [] });

    for (const table of ["documents", "runs", "api_keys", "audit_log", "links"])
      expect(await rowsInD1(table, id), table).toBe(0);
    expect(await pointersTo(id, "key")).toEqual([keyId]);
    expect(await env.DB.prepare("select 1 from workspaces where id = ?").bind(id).first()).toBeNull();
  });

  it("merges with one call of its object, once an isolate knows the document, and with none of D1", async () => {
    const { body } = await workspace.call("POST", "/api/documents", HTML);
    const { bindings: counted, calls } = countedBindings(bindings);
    const request = testService(undefined, counted);
    const merge = () => request(`${new URL(body.url).pathname}?download=1`, { method: "POST", body: "Name=Ann" });
    await merge();
    await merge();
    Object.assign(calls, noCalls());
    expect((await merge()).status).toBe(201);
    expect(calls).toEqual({ ...noCalls(), objects: 1, r2Writes: 1 });
  });

  it("gives ids that nobody else gives, also where a block of them ends", async () => {
    const others = await newWorkspace();
    const ids = new Set<number>();
    for (const { call } of [workspace, others, workspace])
      ids.add(Number((await call("POST", "/api/documents", HTML)).body.id));
    await runInDurableObject(others.object, (_, { storage }) => {
      storage.sql.exec(
        "update sqlite_sequence set seq = (select last_id from id_block where table_name = 'documents') where name = 'documents'",
      );
    });
    const first = (await others.call("POST", "/api/documents", HTML)).body;
    ids.add(Number(first.id));
    expect(ids.size).toBe(4);
    expect((await others.call("GET", "/api/audit")).body).toContainEqual(
      expect.objectContaining({ action: "document.created", resource: expect.objectContaining({ id: first.id }) }),
    );
    const { results } = await env.DB.prepare(
      "select first_id, last_id from id_blocks where table_name = 'documents'",
    ).all<{ first_id: number; last_id: number }>();
    for (const id of ids)
      expect(results.filter((block) => block.first_id <= id && id <= block.last_id)).toHaveLength(1);
  });

  it("is found again in an isolate that remembers nothing, after its object has left", async () => {
    await evictDurableObject(workspace.object);
    const fresh = createStore({ ...env, DB: failing(env.DB, "batch", () => false) });
    expect((await fresh.lookUps.keys.findByKeyId(workspace.keyId))?.workspaceId).toBe(workspace.id);
  });

  it("says so if what it has made cannot be found yet, and makes it findable when it wakes", async () => {
    const { id, object, keyId } = await newWorkspace();
    let isDown = true;
    await runInDurableObject(object, (instance) => {
      Reflect.set(instance, "env", { ...bindings, DB: failing(env.DB, "batch", () => isDown) });
    });
    await expect(store.keys.create(id, "second", now)).rejects.toMatchObject({ cause: { message: "batch failed" } });
    expect(await pointersTo(id, "key")).toEqual([keyId]);
    isDown = false;
    expect(await runDurableObjectAlarm(object)).toBe(true);
    expect(await pointersTo(id, "key")).toHaveLength(2);
  });

  it("has no pointer any more to what has gone, once it was awake", async () => {
    const { token } = await store.loginSessions.create({ workspaceId: workspace.id, way: "key", userAgent: "" }, now);
    const session = await store.lookUps.loginSessions.byToken(token, now);
    expect(session?.workspaceId).toBe(workspace.id);
    expect(await pointersTo(workspace.id, "session")).toHaveLength(1);
    await store.loginSessions.revoke(workspace.id, session?.id ?? "");
    expect(await store.lookUps.loginSessions.byToken(token, now)).toBeUndefined();
    expect(await runDurableObjectAlarm(workspace.object)).toBe(true);
    expect(await pointersTo(workspace.id, "session")).toEqual([]);
  });

  it("does by itself what is due, and wakes again", async () => {
    const { id, object } = workspace;
    const runId = await dueRun(workspace);
    expect(await runDurableObjectAlarm(object)).toBe(true);
    await expect.poll(async () => (await store.runs.byId(id, runId))?.status).toBe("done");
    expect(await runInDurableObject(object, (_, { storage }) => storage.getAlarm())).toBeGreaterThan(Date.now());
  });

  it("wakes again soon as long as more has had its time than it removes at once, and then only in an hour", async () => {
    const { call, object } = await newWorkspace();
    const { body } = await call("POST", "/api/documents", { ...HTML, retention_days: 7 });
    const address = `${new URL(body.url).pathname}?download=1`;
    expect((await testService()(address, { method: "POST", body: "Name=Ann" })).status).toBe(201);
    const left = await runInDurableObject(object, (_, { storage: { sql } }) => {
      const columns = sql.exec<{ name: string }>("select name from pragma_table_info('runs')").toArray();
      const names = columns.map(({ name }) => `"${name}"`);
      const copied = names.map((name) => (name === '"id"' ? "id || '-' || n" : name));
      sql.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 11999)
        insert into runs (${names}) select ${copied} from runs, numbers`);
      sql.exec("update runs set expires_at = 1");
      return sql.exec<{ n: number }>("select count(*) as n from runs where expires_at is not null").one().n;
    });
    expect(left).toBe(12_000);
    const expired: number[] = [];
    const pauses: number[] = [];
    for (let wakes = 0; wakes < 4; wakes++) {
      expect(await runDurableObjectAlarm(object)).toBe(true);
      await runInDurableObject(object, async (_, { storage }) => {
        const { n } = storage.sql
          .exec<{ n: number }>("select count(*) as n from runs where expires_at is not null")
          .one();
        expired.push(n);
        pauses.push(((await storage.getAlarm()) ?? Number.POSITIVE_INFINITY) - Date.now());
      });
    }
    expect(expired).toEqual([7_000, 2_000, 0, 0]);
    expect(Math.max(...pauses.slice(0, 2))).toBeLessThanOrEqual(60_000);
    expect(Math.min(...pauses.slice(2))).toBeGreaterThan(60_000);
  });

  it("is the first workspace, which belongs to the pair of the environment, once: two first requests may come at once", async () => {
    // An object that has no workspace has the tables of an empty D1.
    const DB = objectDatabase(env.WORKSPACES, crypto.randomUUID());
    const fresh = createStore({ ...env, DB, NEW_WORKSPACES: "objects" });
    const found = await Promise.all([1, 2].map(() => fresh.lookUps.keys.defaultWorkspace()));
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    expect(isInObject(found[0]?.id ?? "")).toBe(true);
  });
});

describe("an alarm that was lost", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const alarmOf = async (object: typeof workspace.object) =>
    await runInDurableObject(object, (_, { storage }) => storage.getAlarm());
  type Call = (workspaceId: string) => Promise<unknown>;
  const read: Call = (id) => store.keys.list(id);
  const write: Call = (id) => store.keys.create(id, "another", now);
  const cases: [string, Call][] = [
    ["reads", read],
    ["writes", write],
  ];

  it.each(cases)("comes at once where somebody %s, in an object that was away", async (_, call) => {
    const lost = await newWorkspace();
    const runId = await dueRun(lost);
    await runInDurableObject(lost.object, (_, { storage }) => storage.deleteAlarm());
    await evictDurableObject(lost.object);
    await call(lost.id);
    await expect.poll(async () => (await store.runs.byId(lost.id, runId))?.status).toBe("done");
  });

  it.each(cases)("is set anew where somebody %s, in an object that was there when it did not come", async (_, call) => {
    const lost = await newWorkspace();
    // The platform takes it, and never delivers it.
    await runInDurableObject(lost.object, async (_, { storage }) => {
      await storage.deleteAlarm();
      expect(await storage.getAlarm()).toBeNull();
    });
    await call(lost.id);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 90_000 });
    await call(lost.id);
    expect(await alarmOf(lost.object), "it may still come").toBeNull();
    vi.setSystemTime(Date.now() + 60_000);
    await call(lost.id);
    expect(await alarmOf(lost.object)).toBe(Date.now());
  });

  it("is none while it is being delivered, and the platform has none", async () => {
    const { object } = await newWorkspace();
    const seen: (number | null)[] = [];
    await runInDurableObject(object, async (instance, { storage }) => {
      await storage.deleteAlarm();
      Reflect.set(instance, "doDue", async () => {
        await instance.run([{ sql: "select 1", parameters: [] }]);
        await instance.keepAlarm();
        seen.push(await storage.getAlarm());
      });
      await instance.alarm();
      await instance.keepAlarm();
    });
    // And once more after it had ended.
    await expect.poll(() => seen).toEqual([null, null]);
  });

  it("is none where the workspace wakes by itself, or is not there", async () => {
    const quiet = await newWorkspace();
    expect(await runDurableObjectAlarm(quiet.object)).toBe(true);
    const wakesAt = (await alarmOf(quiet.object)) ?? 0;
    expect(wakesAt).toBeGreaterThan(Date.now() + 30 * 60_000);
    await read(quiet.id);
    await evictDurableObject(quiet.object);
    await read(quiet.id);
    await quiet.object.keepAlarm();
    expect(await alarmOf(quiet.object)).toBe(wakesAt);

    const nobody = env.WORKSPACES.getByName(crypto.randomUUID());
    await nobody.keepAlarm();
    await nobody.wakeSoon();
    expect(await alarmOf(nobody)).toBeNull();
  });
});

describe("bytes in R2", () => {
  const later = new Date(Date.now() + 2 * BLOB_GRACE_MS);

  it("are swept by the database that names them, and by no other", async () => {
    const inD1 = await createStore(env).control.workspaces.create("In D1", now);
    const orphans = {
      own: await store.blobs.putFont(workspace.id, new Uint8Array(1)),
      other: await store.blobs.putFont(inD1.id, new Uint8Array(1)),
    };
    const kept = async (key: string) => (await env.FILES.head(key)) !== null;
    await sweepAll(createStore(env));
    expect([await kept(orphans.own), await kept(orphans.other)]).toEqual([true, false]);

    const others = await store.blobs.putFont(inD1.id, new Uint8Array(1));
    const { FILES } = env;
    const own = createStore({ DB: objectDatabase(env.WORKSPACES, workspace.id), FILES, ownWorkspace: workspace.id });
    await sweepAll(own);
    expect([await kept(orphans.own), await kept(others)]).toEqual([false, true]);
  });

  /** Until a sweep has been through everything, however much other tests have left. */
  async function sweepAll({ upkeep }: Pick<typeof store, "upkeep">): Promise<void> {
    for (let steps = 0; steps < 20; steps++) await upkeep.garbage.sweep(later);
  }
});

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { failing, happeningAt } from "../merge/testing/faulty-services.ts";
import { BLOB_GRACE_MS, DELETED_GRACE_MS } from "./garbage.ts";
import { FAILED_DATA_MS } from "./runs.ts";
import { createStore } from "./store.ts";
import { emptyDatabase } from "./testing/empty-database.ts";
import { PLAIN_DOCUMENT, PLAIN_TEMPLATE } from "./testing/plain-document.ts";
import { documentTask, NO_RESULT } from "./testing/run-tasks.ts";

const store = createStore(env);
const now = new Date();
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
/** Old enough for everything that is written in this test. */
const grown = () => new Date(Date.now() + BLOB_GRACE_MS + 60_000);
/** So long after that what was deleted is not kept any more. */
const long = () => new Date(Date.now() + DELETED_GRACE_MS + 60_000);

let workspaceId: string;
beforeAll(async () => {
  // a sweep takes small steps through everything: leftovers of other tests would be swept first
  await emptyDatabase();
  workspaceId = (await store.control.workspaces.create("garbage", now)).id;
  await store.workspaces.update(workspaceId, { retentionDays: 365 });
});

const exists = async (key: string) => (await env.FILES.head(key)) !== null;
const newDocument = () => store.documents.create(workspaceId, PLAIN_DOCUMENT, PLAIN_TEMPLATE, [], now);

const dataKeyOf = async (runId: string) =>
  present(await env.DB.prepare("select data_key from runs where id = ?").bind(runId).first<{ data_key: string }>())
    .data_key;

/** A finished run with one file and kept data. */
async function finishedRun(expiresAt?: Date) {
  const data = JSON.stringify("x".repeat(100_000));
  const newRun = {
    task: documentTask(),
    source: "merge",
    test: false,
    requestId: "r",
    askedBy: undefined,
    data,
    expiresAt,
  } as const;
  const { run, lease } = await store.runs.acceptAndStart(workspaceId, newRun, now);
  const blobKey = await store.blobs.putResult(store.blobs.resultKey(workspaceId, run.id), new Uint8Array([1]));
  const file = { name: "a.pdf", mediaType: "application/pdf", sizeBytes: 1, sha256: "a", blobKey };
  await store.runs.finish(workspaceId, run.id, { lease, result: { ...NO_RESULT, files: [file] }, now });
  return { id: run.id, blobKey, dataKey: await dataKeyOf(run.id) };
}

describe("sweep", () => {
  it("removes bytes that no row names, once they are old enough", async () => {
    const orphans = [
      await store.blobs.putTemplate(workspaceId, "never-written", "abc", new Uint8Array(1)),
      await store.blobs.putResult(store.blobs.resultKey(workspaceId, "no-run"), new Uint8Array(1)),
      await store.blobs.putData(workspaceId, "no-owner", "{}"),
      await store.blobs.putAnswer(workspaceId, "scope", new Uint8Array(1)),
    ];
    const document = await newDocument();
    const run = await finishedRun();
    await store.dataSessions.add(
      { workspaceId, owner: "document/1", key: "s" },
      { data: "y".repeat(100_000), append: false, bytes: 2 },
      { posts: 1, bytes: 2, ownerBytes: 2 },
      later(1e10),
      now,
    );
    const [post] = (await env.DB.prepare("select data_key from session_posts").all<{ data_key: string }>()).results;
    const kept = [document.version.blobKey, run.blobKey, run.dataKey, present(post).data_key];

    await store.upkeep.garbage.sweep(now);
    for (const key of [...orphans, ...kept]) expect(await exists(key), key).toBe(true);
    await store.upkeep.garbage.sweep(grown());
    for (const key of orphans) expect(await exists(key), key).toBe(false);
    for (const key of kept) expect(await exists(key), key).toBe(true);
  });

  it("removes a deleted document with its versions, but not bytes that a copy shares", async () => {
    const document = await newDocument();
    const second = await store.documents.update(
      workspaceId,
      document.id,
      1,
      {},
      { ...PLAIN_TEMPLATE, bytes: new Uint8Array([2]) },
      now,
    );
    const copy = await store.documents.copy(workspaceId, document.id, "Copy", now);
    await store.documents.delete(workspaceId, document.id, undefined, now);

    await store.upkeep.garbage.sweep(later(DELETED_GRACE_MS - 1));
    expect(await store.documents.ofRun(workspaceId, document.id)).toBeDefined();
    await store.upkeep.garbage.sweep(long());
    await store.upkeep.garbage.sweep(long());
    expect(await store.documents.ofRun(workspaceId, document.id)).toBeUndefined();
    expect(await store.versions.byId(workspaceId, document.version.id)).toBeUndefined();
    expect(await exists(document.version.blobKey)).toBe(false);
    expect(await exists(present(second).version.blobKey)).toBe(true);
    expect(copy?.version.blobKey).toBe(second?.version.blobKey);
  });

  it("keeps a deleted document as long as an accepted run needs it", async () => {
    const document = await newDocument();
    const newRun = {
      task: documentTask(document.id),
      source: "merge",
      test: false,
      requestId: "r",
      askedBy: undefined,
    } as const;
    const run = await store.runs.accept(workspaceId, newRun, now);
    await store.documents.delete(workspaceId, document.id, undefined, now);

    await store.upkeep.garbage.sweep(long());
    expect(await store.documents.ofRun(workspaceId, document.id)).toBeDefined();
    expect(await exists(document.version.blobKey)).toBe(true);

    const leased = await store.runs.start(workspaceId, run.id, now);
    const problem = { code: "merge_failed", message: "No.", errors: [] } as const;
    await store.runs.fail(workspaceId, run.id, present(leased).lease, problem, now);
    await store.upkeep.garbage.sweep(long());
    await store.upkeep.garbage.sweep(long());
    expect(await store.documents.ofRun(workspaceId, document.id)).toBeUndefined();
    expect(await exists(document.version.blobKey)).toBe(false);
  });

  it("removes data and files of runs whose time is up, and keeps the runs", async () => {
    const over = await finishedRun(later(1_000));
    const kept = await finishedRun(later(1e12));
    await store.upkeep.garbage.sweep(later(999));
    expect(await exists(over.blobKey)).toBe(true);

    await store.upkeep.garbage.sweep(later(1_000));
    expect(await store.runs.byId(workspaceId, over.id)).toMatchObject({ status: "done" });
    expect(await store.runs.files(workspaceId, over.id)).toEqual([]);
    expect(await store.runs.data(workspaceId, over.id)).toBeUndefined();
    expect([await exists(over.blobKey), await exists(over.dataKey)]).toEqual([false, false]);
    expect(await exists(kept.blobKey)).toBe(true);
  });

  it("keeps the data of a failed run for a week", async () => {
    const newRun = {
      task: documentTask(),
      source: "merge",
      test: false,
      requestId: "r",
      askedBy: undefined,
      data: '{"a":1}',
    } as const;
    const { run, lease } = await store.runs.acceptAndStart(workspaceId, newRun, now);
    await store.runs.fail(workspaceId, run.id, lease, { code: "merge_failed", message: "No.", errors: [] }, now);

    await store.upkeep.garbage.sweep(later(FAILED_DATA_MS - 1));
    expect(await store.runs.data(workspaceId, run.id)).toBe('{"a":1}');
    await store.upkeep.garbage.sweep(later(FAILED_DATA_MS));
    expect(await store.runs.data(workspaceId, run.id)).toBeUndefined();
    expect(await store.runs.byId(workspaceId, run.id)).toMatchObject({ status: "failed" });
  });

  it("goes through more blobs than one step looks at", async () => {
    const keys = await Promise.all(
      Array.from({ length: 520 }, (_, index) => store.blobs.putData(workspaceId, `many-${index}`, "{}")),
    );
    await store.upkeep.garbage.sweep(grown());
    await store.upkeep.garbage.sweep(grown());
    await store.upkeep.garbage.sweep(grown());
    expect(await exists(present(keys[0]))).toBe(false);
    expect(await exists(present(keys[519]))).toBe(false);
  });

  it("drops links, sessions and idempotency keys whose time is up", async () => {
    const count = async (table: string) =>
      (await env.DB.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())?.n;
    const run = await finishedRun();
    await store.links.create(workspaceId, { runId: run.id, position: 0 }, later(1));
    await store.idempotency.begin({ workspaceId, scope: "scope", key: "key", fingerprint: "f" }, now);
    await store.upkeep.garbage.sweep(new Date(now.getTime() + 2e10));
    expect([
      await count("links"),
      await count("sessions"),
      await count("session_posts"),
      await count("idempotency_keys"),
    ]).toEqual([0, 0, 0, 0]);
  });
});

describe("a purge of more runs than one statement marks", () => {
  const RUNS = 5_300;
  const insertRuns = async (first: string, count: number, parent: string | null, document: number, at: number) =>
    await env.DB.prepare(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?2)
      insert into runs (id, workspace_id, kind, document_id, parent_id, source, status, test, request_id, accepted_at, expires_at)
      select printf('%s-%05d', ?1, n), ?3, 'document', ?5, ?4, iif(?4 is null, 'merge', 'route'), 'done', 0, 'r', ?6, 9e12 from numbers`,
    )
      .bind(first, count, workspaceId, parent, document, at)
      .run();
  const left = async (first: string) =>
    await env.DB.prepare("select count(*) as n from runs where id like ? || '-%' and expires_at = 9e12")
      .bind(first)
      .first<number>("n");

  /** A database that notes how many rows the statements of its batches answer with, which is what they have marked. */
  function noting() {
    const sizes: number[] = [];
    const DB = new Proxy(env.DB, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name !== "batch") return member.bind(target) as unknown;
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements);
          sizes.push(...results.map(({ results: rows }) => rows.length));
          return results;
        };
      },
    });
    return { DB, sizes };
  }

  it("marks all that were there when it began, some at a time, and says how many", async () => {
    await insertRuns("many-d", RUNS, null, 77, now.getTime());
    const { DB, sizes } = noting();
    const accepts = () => insertRuns("nany-new", 1, null, 77, now.getTime() + 1_000).then(() => undefined);
    const purging = createStore({ ...env, DB: happeningAt(DB, "batch", "after", accepts) });
    expect(await purging.garbage.purge(workspaceId, { documentId: 77 }, now)).toBe(RUNS);
    expect(Math.max(...sizes)).toBe(5_000);
    expect([await left("many-d"), await left("nany-new")]).toEqual([0, 1]);
  });

  it("takes all parts of a run, and theirs", async () => {
    await insertRuns("whole", 1, null, 78, now.getTime());
    await insertRuns("part", RUNS, "whole-00001", 79, now.getTime());
    await insertRuns("inner", 3, "part-05300", 80, now.getTime());
    expect(await store.garbage.purge(workspaceId, { runId: "whole-00001" }, now)).toBe(RUNS + 4);
    expect([await left("whole"), await left("part"), await left("inner")]).toEqual([0, 0, 0]);
  });

  it("is finished by the same purge again, after one that has died in the middle", async () => {
    await insertRuns("died", RUNS, null, 81, now.getTime());
    let batches = 0;
    const DB = failing(env.DB, "batch", () => ++batches === 2);
    await expect(createStore({ ...env, DB }).garbage.purge(workspaceId, { documentId: 81 }, now)).rejects.toThrow();
    expect(await left("died")).toBe(RUNS - 5_000);
    expect(await store.garbage.purge(workspaceId, { documentId: 81 }, now)).toBe(RUNS);
    expect(await left("died")).toBe(0);
  });
});

describe("blobs", () => {
  it("are never overwritten", async () => {
    const template = (version: string, byte: number) =>
      store.blobs.putTemplate(workspaceId, version, "abc", Uint8Array.of(byte));
    const key = await template("once", 1);
    await expect(template("once", 2)).rejects.toThrow("exists already");
    expect(await store.blobs.get(workspaceId, key)).toEqual(Uint8Array.of(1));
  });

  it("of one owner are written as often as necessary: a run that is begun again has data of its own", async () => {
    const keys = [
      await store.blobs.putData(workspaceId, "run", "1"),
      await store.blobs.putData(workspaceId, "run", "2"),
    ];
    expect(keys[0]).not.toBe(keys[1]);
  });
});

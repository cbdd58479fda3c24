import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mapConcurrent } from "../../domain/map-concurrent.ts";
import { present } from "../../domain/present.ts";
import { openOutboxSettings } from "../../domain/testing/settings.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import { happeningAt, MOMENTS } from "../../merge/testing/faulty-services.ts";
import { BLOB_GRACE_MS } from "../garbage.ts";
import { idsBefore, newId } from "../ids.ts";
import { objectDatabase } from "../object/object-database.ts";
import { createStore, type Store } from "../store.ts";
import { emptyDatabase } from "../testing/empty-database.ts";
import { PLAIN_DOCUMENT } from "../testing/plain-document.ts";
import { documentTask, NO_RESULT, routeTask } from "../testing/run-tasks.ts";
import { DAYS_IN_DATABASE, LEAST_RUNS } from "./move-runs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date();
const later = (days: number) => new Date(now.getTime() + days * DAY_MS);
/** When runs of today are old enough. */
const old = later(DAYS_IN_DATABASE + 1);

const store = createStore(env);
let workspaceId: string;
beforeAll(emptyDatabase);
// Rows that keep runs from moving would keep other files' workspaces from what they do.
afterAll(emptyDatabase);
beforeEach(async () => {
  // A step counts what it moves of all workspaces.
  await env.DB.batch(["sweeps", "runs"].map((table) => env.DB.prepare(`delete from ${table}`)));
  workspaceId = (await store.control.workspaces.create("day files", now)).id;
});

const FAILED = { code: "merge_failed" as const, message: "It went wrong.", errors: [] };
const DELIVERY = {
  deliveryId: "d1",
  kind: "webhook" as const,
  name: "To us",
  settings: openOutboxSettings({}),
  status: "held" as const,
};

interface Wanted {
  documentId?: number;
  test?: boolean;
  failed?: boolean;
  delivered?: boolean;
}

/** A merge that is over, of which nothing is kept, as documents without retention have them. */
async function record(to: Store, { documentId = 1, test = false, failed, delivered }: Wanted = {}, id = newId()) {
  const newRun = { task: documentTask(documentId), source: "merge", test, requestId: `r-${documentId}` } as const;
  const { run, lease } = await to.runs.acceptAndStart(workspaceId, { ...newRun, id, askedBy: undefined }, now);
  const deliveries = delivered ? [{ ...DELIVERY, deliveryId: id }] : [];
  if (failed) await to.runs.fail(workspaceId, run.id, lease, FAILED, now);
  else
    await to.runs.finish(workspaceId, run.id, { lease, result: { ...NO_RESULT, warnings: ["Odd."] }, deliveries, now });
  return run.id;
}

/** So many runs, oldest first, and one more that stays, as the newest of its document. */
async function records(count: number, wanted: (index: number) => Wanted = () => ({}), to = store): Promise<string[]> {
  await to.workspaces.update(workspaceId, { retentionDays: 0 });
  const ids = Array.from({ length: count }, () => newId());
  return await mapConcurrent([...ids.entries()], 10, async ([index, id]) => await record(to, wanted(index), id));
}

/** What retention removes is gone, and what is left is moved. */
async function moveAll(to = store, when = old): Promise<number> {
  for (let steps = 0; steps < 2; steps++) await to.upkeep.garbage.sweep(when);
  return await to.upkeep.dayFiles.moveOldRuns(when);
}

const filesOf = async (bindings: { DB: D1Database } = env) =>
  (await bindings.DB.prepare("select * from day_files where workspace_id = ?").bind(workspaceId).all()).results;
const rowsOf = (bindings: { DB: D1Database } = env) =>
  bindings.DB.prepare("select count(*) from runs where workspace_id = ?").bind(workspaceId).first("count(*)");

/** A store that counts what it reads from R2. */
function countingStore() {
  const calls = { reads: 0 };
  const files = new Proxy(env.FILES, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        if (name === "get") calls.reads++;
        return Reflect.apply(member, target, given);
      };
    },
  });
  return { store: createStore({ ...env, FILES: files }), files, calls };
}

/** A database that counts the rows that statements and batches read. */
function countsRows() {
  let read = 0;
  const count = <Result extends D1Result>(result: Result): Result => {
    read += result.meta.rows_read;
    return result;
  };
  /** Rows as arrays come without their count: such a statement is run twice. */
  const counted = (statement: D1PreparedStatement): D1PreparedStatement =>
    Object.assign(Object.create(statement) as D1PreparedStatement, {
      bind: (...values: unknown[]) => counted(statement.bind(...values)),
      run: async () => count(await statement.run()),
      all: async () => count(await statement.all()),
      raw: async () => {
        count(await statement.all());
        return await statement.raw();
      },
      statement,
    });
  const DB = Object.assign(Object.create(env.DB) as D1Database, {
    prepare: (text: string) => counted(env.DB.prepare(text)),
    batch: async (statements: (D1PreparedStatement & { statement: D1PreparedStatement })[]) =>
      (await env.DB.batch(statements.map(({ statement }) => statement))).map(count),
  });
  return { DB, rows: () => read };
}

const DESCENDING = { limit: 1_000, descending: true };
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe("runs that nothing needs any more", () => {
  it("go to a file when they are old enough, and are found and listed as before", async () => {
    const ids = await records(LEAST_RUNS + 1, (index) => ({
      documentId: index % 2 === 0 ? 1 : 2,
      test: index === 4,
      failed: index === 5,
      delivered: index === 6,
    }));
    const [newest = ""] = ids.slice(-1);
    await record(store, { documentId: 2 });
    for (let steps = 0; steps < 2; steps++) await store.upkeep.garbage.sweep(old);
    const before = {
      all: await store.runs.list(workspaceId, {}, DESCENDING),
      upwards: await store.runs.list(workspaceId, {}, { limit: 1_000 }),
      page: await store.runs.list(workspaceId, {}, { limit: 7, after: { id: ids[20] ?? "" } }),
      second: await store.runs.list(workspaceId, { documentId: 2 }, DESCENDING),
      tests: await store.runs.list(workspaceId, { test: true }, DESCENDING),
      failed: await store.runs.list(workspaceId, { status: "failed", code: "merge_failed" }, DESCENDING),
      request: await store.runs.list(workspaceId, { requestId: "r-2", until: later(1) }, DESCENDING),
      late: await store.runs.list(workspaceId, { since: later(1) }, DESCENDING),
      byId: await Promise.all(ids.map((id) => store.runs.byId(workspaceId, id))),
      deliveries: await store.outbox.list(workspaceId, {}, DESCENDING),
      ofRun: await store.outbox.ofRun(workspaceId, ids[6] ?? ""),
      usage: await store.usage.read(workspaceId, { from: day(now, -1), until: day(now, 2), by: "document_day" }),
      total: await store.usage.read(workspaceId, { from: day(now, -1), until: day(now, 2), by: "total" }),
      account: await store.counters.read(workspaceId, now),
      lastRun: await store.documents.lastRun(workspaceId, 1),
    };
    expect(before.all).toHaveLength(LEAST_RUNS + 2);

    expect(await store.upkeep.dayFiles.moveOldRuns(later(DAYS_IN_DATABASE - 1))).toBe(0);
    expect(await store.upkeep.dayFiles.moveOldRuns(old)).toBe(LEAST_RUNS);
    expect(await rowsOf()).toBe(2);
    expect(await filesOf()).toMatchObject([
      { runs: LEAST_RUNS, day: now.toISOString().slice(0, 10), last_run: ids[99] },
    ]);
    expect(await store.upkeep.dayFiles.moveOldRuns(old)).toBe(0);

    expect({
      all: await store.runs.list(workspaceId, {}, DESCENDING),
      upwards: await store.runs.list(workspaceId, {}, { limit: 1_000 }),
      page: await store.runs.list(workspaceId, {}, { limit: 7, after: { id: ids[20] ?? "" } }),
      second: await store.runs.list(workspaceId, { documentId: 2 }, DESCENDING),
      tests: await store.runs.list(workspaceId, { test: true }, DESCENDING),
      failed: await store.runs.list(workspaceId, { status: "failed", code: "merge_failed" }, DESCENDING),
      request: await store.runs.list(workspaceId, { requestId: "r-2", until: later(1) }, DESCENDING),
      late: await store.runs.list(workspaceId, { since: later(1) }, DESCENDING),
      byId: await Promise.all(ids.map((id) => store.runs.byId(workspaceId, id))),
      deliveries: (await store.outbox.list(workspaceId, {}, DESCENDING)).map((entry) => ({
        ...entry,
        isFiled: undefined,
      })),
      ofRun: (await store.outbox.ofRun(workspaceId, ids[6] ?? "")).map((entry) => ({ ...entry, isFiled: undefined })),
      usage: await store.usage.read(workspaceId, { from: day(now, -1), until: day(now, 2), by: "document_day" }),
      total: await store.usage.read(workspaceId, { from: day(now, -1), until: day(now, 2), by: "total" }),
      account: await store.counters.read(workspaceId, now),
      lastRun: await store.documents.lastRun(workspaceId, 1),
    }).toEqual(before);
    expect(before.lastRun?.id).toBe(newest);
  });

  it("stay together until they are enough for a file", async () => {
    await records(LEAST_RUNS);
    expect(await moveAll()).toBe(0);
    await records(1);
    expect(await moveAll(store, later(DAYS_IN_DATABASE + 2))).toBe(LEAST_RUNS);
  });

  it("stay as long as something of them is kept, is due or points at them", async () => {
    const ids = await records(LEAST_RUNS + 11, (index) => ({ delivered: index < 11 }));
    for (let steps = 0; steps < 2; steps++) await store.upkeep.garbage.sweep(old);
    const [
      link = "",
      key = "",
      hook = "",
      alert = "",
      data = "",
      previewed = "",
      due = "",
      expiring = "",
      running = "",
      whole = "",
      part = "",
    ] = ids;
    const run = (statement: string, ...given: unknown[]) =>
      env.DB.prepare(statement)
        .bind(...given)
        .run();
    await store.links.create(workspaceId, { runId: link, position: 0 }, later(99));
    await run(
      "insert into idempotency_keys (workspace_id, scope, key, fingerprint, status, run_id, started_at, expires_at) values (?1, 's', ?1, 'f', 201, ?2, 0, 9e15)",
      ...[workspaceId, key],
    );
    await run(
      "insert into hooks values (?, ?, 'run.done', 'https://hooks.test', null, null, 0, 's', null, '', 'on', null, '', null, 0, null)",
      workspaceId,
      workspaceId,
    );
    await run(
      "insert into hook_calls (id, workspace_id, hook_id, event, run_id, status, tries, created_at) values (?1, ?1, ?1, 'run.done', ?2, 'done', 1, 0)",
      workspaceId,
      hook,
    );
    await run("update outbox set alert_id = (select id from outbox where run_id = ?) where run_id = ?", due, alert);
    await run("update runs set data = '{}' where id = ?", data);
    await run("update outbox set preview = '{}' where run_id = ?", previewed);
    await run("update outbox set due_at = 9e15 where run_id = ?", due);
    await run("update runs set expires_at = 9e15 where id = ?", expiring);
    await run("update runs set due_at = 9e15, status = 'running' where id = ?", running);
    await run("update runs set parent_id = ?, source = 'route' where id = ?", whole, part);
    const kept = [link, key, hook, alert, data, previewed, due, expiring, running, whole];

    expect(await store.upkeep.dayFiles.moveOldRuns(old)).toBe(LEAST_RUNS);
    const { results } = await env.DB.prepare("select id from runs where workspace_id = ? order by id")
      .bind(workspaceId)
      .all<{ id: string }>();
    expect(idsOf(results)).toEqual([...kept, ids.at(-1)].sort());
    expect((await store.runs.list(workspaceId, { parentId: whole }, DESCENDING)).map(({ id }) => id)).toEqual([part]);
    expect(idsOf(await store.runs.list(workspaceId, {}, DESCENDING))).toEqual([...ids].reverse());
  });

  it("are read by nobody else, and by those who see the folder of their document", async () => {
    const documents = await Promise.all(
      ["A", "B"].map((folder) => store.documents.create(workspaceId, { ...PLAIN(folder) }, TEMPLATE, [], now)),
    );
    const [first, second] = documents.map(({ id }) => id);
    const ids = await records(LEAST_RUNS + 2, (index) => ({
      documentId: index % 2 === 0 ? first : second,
      delivered: true,
    }));
    expect(await moveAll()).toBe(LEAST_RUNS);
    const seen = store.seenIn({ base: false, folders: [{ path: "A", isSeen: true }] });
    const ofFirst = ids.filter((_, index) => index % 2 === 0);
    expect(idsOf(await seen.runs.list(workspaceId, {}, { limit: 1_000 }))).toEqual(ofFirst);
    expect(await seen.runs.byId(workspaceId, ids[0] ?? "")).toBeDefined();
    expect(await seen.runs.byId(workspaceId, ids[1] ?? "")).toBeUndefined();
    expect(await seen.outbox.ofRun(workspaceId, ids[1] ?? "")).toEqual([]);
    expect(await seen.outbox.list(workspaceId, {}, { limit: 1_000 })).toHaveLength(ofFirst.length);
    const days = { from: day(now, -1), until: day(now, 2) };
    expect(await seen.usage.read(workspaceId, { ...days, by: "total" })).toMatchObject([{ merges: ofFirst.length }]);
    const other = (await store.control.workspaces.create("other", now)).id;
    expect(await store.runs.byId(other, ids[0] ?? "")).toBeUndefined();
    expect(await store.runs.list(other, {}, DESCENDING)).toEqual([]);
  });

  it("keep their deliveries and tries, which are found by their ids and listed", async () => {
    const ids = await records(LEAST_RUNS + 1, () => ({ delivered: true }));
    const entryOf = async (index: number) => present((await store.outbox.ofRun(workspaceId, ids[index] ?? ""))[0]);
    const entry = await entryOf(3);
    for (const number of [1, 2])
      await env.DB.prepare("insert into attempts values (?, ?, ?, ?, 0, ?, ?, ?)")
        .bind(`${entry.id}-${number}`, workspaceId, entry.id, number, `No ${number}`, now.getTime(), now.getTime())
        .run();
    const before = await store.outbox.attempts(workspaceId, {}, DESCENDING);
    expect(await moveAll()).toBe(LEAST_RUNS);
    expect(await store.outbox.attempts(workspaceId, {}, DESCENDING)).toEqual(before);
    expect(before.rows).toHaveLength(2);
    expect((await store.outbox.attempts(workspaceId, { ok: true }, DESCENDING)).rows).toEqual([]);
    expect((await store.outbox.attempts(workspaceId, { runId: ids[3] }, DESCENDING)).rows).toHaveLength(2);
    expect(await store.outbox.byId(workspaceId, entry.id)).toEqual({ ...entry, isFiled: true });
    expect(await store.outbox.byAttempt(workspaceId, `${entry.id}-2`)).toEqual({ ...entry, isFiled: true });
    expect((await store.outbox.attemptsOf(workspaceId, entry.id)).map(({ response }) => response)).toEqual([
      "No 1",
      "No 2",
    ]);
    expect(await store.outbox.attemptsOfRun(workspaceId, ids[3] ?? "")).toHaveLength(2);
    expect((await store.outbox.list(workspaceId, { runId: ids[3] }, DESCENDING))[0]).toMatchObject({
      ...{ id: entry.id, documentId: 1, lastResponse: "No 2" },
    });
    expect(await store.outbox.list(workspaceId, { status: "dead" }, DESCENDING)).toEqual([]);
    expect(await store.outbox.retry(workspaceId, entry.id, old)).toBe(false);
  });

  it("of a batch are counted with it wherever they are", async () => {
    await store.workspaces.update(workspaceId, { retentionDays: 0 });
    const task = { kind: "batch", of: routeTask(), output: "none", records: LEAST_RUNS + 20 } as const;
    const batch = { task, source: "api", test: false, requestId: "r", askedBy: undefined } as const;
    const { run, lease } = await store.runs.acceptAndStart(workspaceId, batch, now);
    const parts = Array.from({ length: LEAST_RUNS + 20 }, (_, index) => ({
      run: {
        ...batch,
        task: routeTask(),
        source: "batch" as const,
        id: `${run.id}-${String(index + 1).padStart(5, "0")}`,
      },
      result: NO_RESULT,
      deliveries: index < 3 ? [{ ...DELIVERY, deliveryId: `d${index}` }] : [],
      ...(index === 7 ? { problem: FAILED } : {}),
    }));
    await store.runs.addParts(workspaceId, run.id, { lease, parts, now });
    for (let steps = 0; steps < 2; steps++) await store.upkeep.garbage.sweep(old);
    // It is not over: its records stay.
    expect(await store.upkeep.dayFiles.moveOldRuns(old)).toBe(0);
    await store.runs.finish(workspaceId, run.id, { lease, result: NO_RESULT, now });
    await env.DB.prepare("delete from sweeps").run();
    const states = await store.runs.recordStates(workspaceId, run.id);
    expect(await moveAll()).toBe(LEAST_RUNS + 20);
    expect(await store.runs.recordStates(workspaceId, run.id)).toEqual(states);
    expect(await store.runs.progress(workspaceId, run.id)).toEqual({
      ...{ accepted: 0, running: 0 },
      ...{ done: LEAST_RUNS + 19, failed: 1 },
    });
    expect(await store.runs.failedRecords(workspaceId, run.id)).toMatchObject([
      { id: parts[7]?.run.id, data: undefined },
    ]);
    expect((await store.outbox.ofRecords(workspaceId, run.id)).held).toBe(3);
    const failed = { parentId: run.id, status: "failed" } as const;
    expect(idsOf(await store.runs.list(workspaceId, failed, { limit: 100 }))).toEqual([parts[7]?.run.id]);
  });
});

describe("files of runs in day files", () => {
  const bytesOf = (index: number) => new TextEncoder().encode(`File ${index}`);

  /** Runs with a file each, which are kept for good; the bytes of all are one object. */
  async function recordsWithFiles(
    count: number,
    wanted: (index: number) => Wanted & { routeId?: number } = () => ({}),
  ) {
    const contents = Array.from({ length: count }, (_, index) => bytesOf(index));
    const keys = await store.blobs.putResults(workspaceId, newId(), contents);
    const ids = keys.map(() => newId());
    return await mapConcurrent([...ids.entries()], 10, async ([index, id]) => {
      const { documentId = 1, routeId } = wanted(index);
      const task = routeId === undefined ? documentTask(documentId) : routeTask(routeId);
      const newRun = { id, task, source: "merge", test: false, requestId: "r", askedBy: undefined } as const;
      const { lease } = await store.runs.acceptAndStart(workspaceId, newRun, now);
      const file = {
        ...{ name: `${index}.pdf`, mediaType: "application/pdf", sha256: `sha-${index}` },
        ...{ sizeBytes: bytesOf(index).length, blobKey: present(keys[index]) },
      };
      const files = [routeId === undefined ? { ...file, documentId } : file];
      await store.runs.finish(workspaceId, id, { lease, result: { ...NO_RESULT, files }, now });
      return id;
    });
  }

  const storedBytes = () =>
    env.DB.prepare("select stored_bytes from workspaces where id = ?").bind(workspaceId).first("stored_bytes");
  /** What can be read of the run's file; undefined where nothing is left of it. */
  async function fileOf(id: string): Promise<string | undefined> {
    const [file] = await store.runs.files(workspaceId, id);
    const bytes = file && (await store.blobs.get(workspaceId, file.blobKey));
    return bytes && new TextDecoder().decode(bytes);
  }
  const allFiles = (ids: readonly string[]) => Promise.all(ids.map((id) => store.runs.files(workspaceId, id)));
  const move = async (count: number) => expect(await store.upkeep.dayFiles.moveOldRuns(old)).toBe(count);
  /** The sweep of R2 takes what no row names. */
  const sweepAll = async () => {
    const grown = new Date(Date.now() + 2 * BLOB_GRACE_MS);
    for (let steps = 0; steps < 8; steps++) await store.upkeep.garbage.sweep(grown);
  };

  it("are read and counted as before, by those who see their document, and no sweep takes them", async () => {
    const documents = await Promise.all(
      ["A", "B"].map((folder) => store.documents.create(workspaceId, { ...PLAIN(folder) }, TEMPLATE, [], now)),
    );
    const ids = await recordsWithFiles(LEAST_RUNS + 2, (index) => ({ documentId: documents[index % 2]?.id }));
    const before = { files: await allFiles(ids), bytes: await storedBytes() };
    await move(LEAST_RUNS);
    expect({ files: await allFiles(ids), bytes: await storedBytes() }).toEqual(before);
    expect(before.files[0]).toMatchObject([{ name: "0.pdf", sha256: "sha-0", documentId: documents[0]?.id }]);
    await sweepAll();
    expect(await fileOf(ids[7] ?? "")).toBe("File 7");
    const seen = store.seenIn({ base: false, folders: [{ path: "A", isSeen: true }] });
    expect(await seen.runs.files(workspaceId, ids[0] ?? "")).toHaveLength(1);
    expect(await seen.runs.files(workspaceId, ids[1] ?? "")).toEqual([]);
    const other = (await store.control.workspaces.create("other", now)).id;
    expect(await store.runs.files(other, ids[0] ?? "")).toEqual([]);
  });

  it("are found by links that are made for them, until these end", async () => {
    const [id = ""] = await recordsWithFiles(LEAST_RUNS + 1);
    await move(LEAST_RUNS);
    const token = await store.links.create(workspaceId, { runId: id, position: 0 }, later(1));
    expect(await store.lookUps.links.byToken(token, now)).toMatchObject({
      ...{ workspaceId, runId: id },
      file: { name: "0.pdf", sizeBytes: 6 },
    });
    expect(await store.lookUps.links.byToken(token, later(2))).toBeUndefined();
    const none = await store.links.create(workspaceId, { runId: id, position: 1 }, later(1));
    expect(await store.lookUps.links.byToken(none, now)).toBeUndefined();
  });

  /** A purge of the first run, by what it is about, and how many others go with it. */
  it.each([
    ["of the run", { runId: true }, 1],
    ["of its document", { documentId: 7 }, 2],
    ["of its data route", { routeId: 8 }, 2],
    ["of the run that it is a part of", { whole: true }, 2],
    ["of that one's data route", { routeId: 9 }, 2],
  ] as const)("go with a purge %s, and with them links and bytes; others stay", async (_, of, gone) => {
    const isOfRoute = "routeId" in of && of.routeId === 8;
    const ids = await recordsWithFiles(LEAST_RUNS + 3, (index) =>
      index < gone ? (isOfRoute ? { routeId: 8 } : { documentId: 7 }) : {},
    );
    const isPartOf = "whole" in of || ("routeId" in of && of.routeId === 9);
    const [first = "", second = ""] = ids;
    if (isPartOf) {
      await env.DB.batch([
        env.DB.prepare("update runs set parent_id = ?, source = 'route' where id = ?").bind(second, first),
        env.DB.prepare("update runs set kind = 'route', document_id = null, route_id = 9 where id = ?").bind(second),
      ]);
    }
    // Runs that are the last ones of what they merged stay in the database.
    await record(store, { documentId: 7 });
    for (let passes = 0; passes < 2; passes++) {
      await env.DB.prepare("delete from sweeps").run();
      await store.upkeep.dayFiles.moveOldRuns(old);
    }
    const isFiled = async (id: string) =>
      (await env.DB.prepare("select 1 from runs where id = ?").bind(id).first()) === null;
    expect(await isFiled(first)).toBe(true);
    const tokens = await Promise.all(
      [first, ids[9] ?? ""].map((id) => store.links.create(workspaceId, { runId: id, position: 0 }, later(1))),
    );
    const purged = "runId" in of ? { runId: first } : "whole" in of ? { runId: second } : of;
    const bytes = Number(await storedBytes());

    const others = "documentId" in of ? 1 : 0;
    expect(await store.garbage.purge(workspaceId, purged, now)).toBe(gone + others);
    for (const id of ids.slice(0, gone)) expect(await store.runs.files(workspaceId, id)).toEqual([]);
    expect(await fileOf(ids[9] ?? "")).toBe("File 9");
    expect(await storedBytes()).toBe(bytes - 6 * gone);
    const [link, other] = await Promise.all(tokens.map((token) => store.lookUps.links.byToken(token, now)));
    expect([link, other?.file.name]).toEqual([undefined, "9.pdf"]);
    expect(await store.runs.byId(workspaceId, first)).toMatchObject({ status: "done" });

    // Parts of the object that nobody names are blanked.
    const { objects } = await env.FILES.list({ prefix: `r/${workspaceId}/` });
    const text = await (await env.FILES.get(objects[0]?.key ?? ""))?.text();
    expect([objects.length, text?.includes("File 0"), text?.includes("File 9")]).toEqual([1, false, true]);
  });

  it("are removed by the sweep when their time is up", async () => {
    const ids = await recordsWithFiles(LEAST_RUNS + 1);
    await move(LEAST_RUNS);
    await env.DB.prepare("update kept_files set expires_at = ? where run_id = ?").bind(now.getTime(), ids[3]).run();
    await store.upkeep.garbage.sweep(new Date(now.getTime() - 1));
    expect(await fileOf(ids[3] ?? "")).toBe("File 3");
    await store.upkeep.garbage.sweep(now);
    expect(await store.runs.files(workspaceId, ids[3] ?? "")).toEqual([]);
    expect(await fileOf(ids[4] ?? "")).toBe("File 4");
  });

  it("are nobody's twice when the move dies", async () => {
    const ids = await recordsWithFiles(LEAST_RUNS + 1);
    const before = { files: await allFiles(ids), bytes: await storedBytes() };
    for (const moment of MOMENTS) {
      const DB = happeningAt(env.DB as never, "batch" as never, moment, async () => {
        throw new Error("died");
      });
      await expect(createStore({ ...env, DB }).upkeep.dayFiles.moveOldRuns(old)).rejects.toThrow("died");
      expect({ files: await allFiles(ids), bytes: await storedBytes() }).toEqual(before);
      await env.DB.prepare("delete from sweeps").run();
      if (moment === "after") break;
    }
    await store.upkeep.dayFiles.moveOldRuns(old);
    expect({ files: await allFiles(ids), bytes: await storedBytes() }).toEqual(before);
    expect(await rowsOf()).toBe(1);
  });
});

describe("a list", () => {
  it("reads no file while the database has a page's worth, and the few that it needs after that", async () => {
    const ids = await records(2 * LEAST_RUNS + 30, (index) => ({
      documentId: index < 2 * LEAST_RUNS ? 1 : 1000 + index,
    }));
    await record(store);
    // Two days, of which each has its file.
    await env.DB.prepare("update runs set accepted_at = accepted_at - ? where id < ?")
      .bind(DAY_MS, ids[LEAST_RUNS])
      .run();
    expect(await moveAll()).toBe(2 * LEAST_RUNS);
    expect(await filesOf()).toHaveLength(2);

    const { store: counting, calls } = countingStore();
    const page = (limit: number, afterId?: string) =>
      counting.runs.page(workspaceId, {}, { limit, descending: true, ...(afterId ? { after: { id: afterId } } : {}) });
    expect((await page(31)).rows).toHaveLength(31);
    expect(calls.reads).toBe(0);
    expect((await page(40)).rows).toHaveLength(40);
    expect(calls.reads).toBe(1);
    const other = countingStore();
    const filter = { documentId: 77 };
    expect((await other.store.runs.page(workspaceId, filter, DESCENDING)).rows).toEqual([]);
    expect(await other.store.runs.list(workspaceId, { status: "running" }, DESCENDING)).toEqual([]);
    expect(await other.store.runs.list(workspaceId, { since: later(1) }, DESCENDING)).toEqual([]);
    expect(other.calls.reads).toBe(0);
  });
});

describe("a pass through many runs", () => {
  const MANY = 12_000;

  /** Runs that are over, of a time; later ones sort after them. */
  async function insert(count: number, { at, dataKept }: { at: Date; dataKept: boolean }, into = workspaceId) {
    await env.DB.prepare(
      `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count - 1})
       insert into runs (id, workspace_id, document_id, source, status, test, options, request_id, accepted_at, data)
       select ?1 || printf('%010d', n), ?2, 1, 'merge', 'done', 0, ?3, 'r', ?4, ?5 from numbers`,
    )
      .bind(
        idsBefore(at) + newId().slice(-4),
        into,
        JSON.stringify(documentTask()),
        at.getTime(),
        dataKept ? "{}" : null,
      )
      .run();
  }

  async function passed(when: Date): Promise<{ moved: number; read: number }> {
    const { DB, rows } = countsRows();
    return { moved: await createStore({ ...env, DB }).upkeep.dayFiles.moveOldRuns(when), read: rows() };
  }

  it("looks at none whose data are kept, and at none that are younger", async () => {
    await insert(MANY, { at: later(0), dataKept: true });
    await insert(MANY, { at: later(30), dataKept: false });
    const { moved, read } = await passed(later(30));
    expect(moved).toBe(0);
    expect(read).toBeLessThan(200);
  });

  it("comes to the old ones of all workspaces in one step, past the young ones of others", async () => {
    const others: string[] = [];
    for (let index = 0; index < 6; index++)
      others.push((await store.control.workspaces.create(`day files ${index}`, now)).id);
    for (const other of others) {
      await insert(MANY / 4, { at: later(30), dataKept: false }, other);
      await insert(LEAST_RUNS, { at: later(0), dataKept: false }, other);
    }
    const { moved, read } = await passed(later(30));
    expect(moved).toBe(others.length * LEAST_RUNS);
    expect(read).toBeGreaterThan(moved);
    // To move one reads some 25 rows; to look at the young ones, too, would be 35,000 more.
    expect(read).toBeLessThan(40 * moved);
  });

  it("takes as many in a step as it may, and goes on from there in the next, until all are moved", async () => {
    const whole = 6_000;
    await insert(whole, { at: later(0), dataKept: false });
    await insert(1, { at: later(30), dataKept: false });
    const steps: number[] = [];
    while (steps.at(-1) !== 0 && steps.length < 9) steps.push((await passed(later(30))).moved);
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.reduce((sum, moved) => sum + moved, 0)).toBe(whole);
    expect(await rowsOf()).toBe(1);
  });
});

describe("a list of a time", () => {
  const MANY = 9_000;
  let counted: ReturnType<typeof countsRows>;
  let list: (filter: { since?: Date; until?: Date }, limit?: number) => Promise<unknown[]>;

  beforeEach(async () => {
    await env.DB.prepare(
      `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${MANY - 1})
       insert into runs (id, workspace_id, document_id, source, status, test, options, request_id, accepted_at)
       select ?1 || printf('%04d', n), ?2, 1, 'merge', 'done', 0, ?3, 'r', ?4 + n from numbers`,
    )
      .bind(newId(), workspaceId, JSON.stringify(documentTask()), now.getTime())
      .run();
    counted = countsRows();
    list = (filter, limit = 100) =>
      createStore({ ...env, DB: counted.DB }).runs.list(workspaceId, filter, { ...DESCENDING, limit });
  });

  it("that ends long ago looks at none of the runs since then, however many there are", async () => {
    expect(await list({ until: later(-1) })).toEqual([]);
    expect(counted.rows()).toBeLessThan(100);
    expect(await list({ until: later(1) }, 1_000)).toHaveLength(1_000);
  });

  it("that began long ago looks at no more than a page of it, and at as many as it counts", async () => {
    expect(await list({ since: later(-1) })).toHaveLength(100);
    expect(counted.rows()).toBeLessThan(5_000);
  });

  it("that began just now looks at none before", async () => {
    expect(await list({ since: new Date(now.getTime() + MANY - 5) })).toHaveLength(5);
    expect(counted.rows()).toBeLessThan(100);
  });
});

describe("a list over many days", () => {
  const DAYS = 60;
  /** Ids of the runs of these days, which sort before those of `newId`. */
  const idOf = (dayOfRun: number, run: number) =>
    `0${String(dayOfRun).padStart(3, "0")}x${String(run).padStart(3, "0")}`;

  beforeEach(async () => {
    await record(store);
    await env.DB.prepare(
      `with recursive days(d) as (select 0 union all select d + 1 from days where d < ${DAYS - 1}),
         numbers(n) as (select 0 union all select n + 1 from numbers where n < ${LEAST_RUNS - 1})
       insert into runs (id, workspace_id, document_id, source, status, test, options, request_id, accepted_at, finished_at)
       select '0' || printf('%03d', d) || 'x' || printf('%03d', n), workspace_id, document_id, source, status, test,
         options, 'r' || d, ?1 + d * ${DAY_MS}, ?1 + d * ${DAY_MS}
       from days, numbers, runs where workspace_id = ?2`,
    )
      .bind(now.getTime() - DAYS * DAY_MS, workspaceId)
      .run();
    let moved = 0;
    for (let steps = 0; steps < 5; steps++) moved += await moveAll();
    expect(moved).toBe(DAYS * LEAST_RUNS);
    expect(await filesOf()).toHaveLength(DAYS);
  });

  it("reads one or two files for a page, wherever that is, and none for the usage", async () => {
    const { store: counting, files, calls } = countingStore();
    let seen = 0;
    for (let last: string | undefined, pages = 0; pages < 61; pages++) {
      calls.reads = 0;
      const start = last === undefined ? {} : { after: { id: last } };
      const own = createStore({ ...env, FILES: files });
      const { rows, goesOnAfter } = await own.runs.page(workspaceId, {}, { limit: 101, descending: true, ...start });
      expect(goesOnAfter).toBeUndefined();
      expect(calls.reads).toBeLessThanOrEqual(2);
      const shown = rows.slice(0, 100);
      seen += shown.length;
      last = shown.at(-1)?.id;
      if (rows.length <= 100) break;
    }
    expect(seen).toBe(DAYS * LEAST_RUNS + 1);
    calls.reads = 0;
    const period = { from: day(now, -DAYS - 1), until: day(now, 2), by: "total" } as const;
    const usage = await counting.usage.read(workspaceId, period);
    expect([usage[0]?.merges, calls.reads]).toEqual([DAYS * LEAST_RUNS + 1, 0]);
  });

  it("looks through thirty files for what a filter wants, and goes on from there", async () => {
    const found: string[] = [];
    const reads: number[] = [];
    for (let last: string | undefined, pages = 0; pages === 0 || last !== undefined; pages++) {
      const { store: counting, calls } = countingStore();
      const start = last === undefined ? {} : { after: { id: last } };
      const page = { limit: 1_000, descending: true, ...start };
      const { rows, goesOnAfter } = await counting.runs.page(workspaceId, { requestId: "r7" }, page);
      found.push(...idsOf(rows));
      reads.push(calls.reads);
      last = goesOnAfter;
    }
    expect(reads).toEqual([30, 30]);
    expect(found).toEqual(Array.from({ length: LEAST_RUNS }, (_, run) => idOf(7, LEAST_RUNS - 1 - run)));

    const { store: counting, calls } = countingStore();
    const ofDay = { requestId: "r7", since: day(now, 7 - DAYS), until: day(now, 9 - DAYS) };
    expect(await counting.runs.list(workspaceId, ofDay, DESCENDING)).toHaveLength(LEAST_RUNS);
    expect(calls.reads).toBeLessThanOrEqual(3);
  });
});

describe("the move", () => {
  /** Everything is there once, whatever happened. */
  async function expectAll(ids: readonly string[]): Promise<void> {
    expect(idsOf(await store.runs.list(workspaceId, {}, { limit: 1_000 }))).toEqual(ids);
    const days = { from: day(now, -1), until: day(now, 2) };
    expect(await store.usage.read(workspaceId, { ...days, by: "total" })).toMatchObject([{ merges: ids.length }]);
  }

  const CALLS = [
    ["FILES", "put", 1],
    ["DB", "batch", 1],
  ] as const;

  it.each(CALLS.flatMap(([binding, call]) => MOMENTS.map((moment) => [binding, call, moment] as const)))(
    "is taken up again after it died at %s.%s, %s its work: nothing is lost, nothing there twice",
    async (binding, call, moment) => {
      const ids = await records(LEAST_RUNS + 1);
      for (let steps = 0; steps < 2; steps++) await store.upkeep.garbage.sweep(old);
      const dies = async () => {
        throw new Error("died");
      };
      const faulty = { ...env, [binding]: happeningAt(env[binding] as never, call as never, moment, dies) };
      await expect(createStore(faulty).upkeep.dayFiles.moveOldRuns(old)).rejects.toThrow("died");
      await expectAll(ids);
      await store.upkeep.dayFiles.moveOldRuns(old);
      await expectAll(ids);
      expect(await filesOf()).toHaveLength(1);
      expect(await rowsOf()).toBe(1);

      const grown = new Date(old.getTime() + 2 * BLOB_GRACE_MS);
      for (let steps = 0; steps < 3; steps++) await store.upkeep.garbage.sweep(grown);
      const { objects } = await env.FILES.list({ prefix: `h/${workspaceId}/` });
      expect(objects.map(({ key }) => key)).toEqual((await filesOf()).map((file) => file.blob_key));
      await expectAll(ids);
    },
  );

  it("of two at the same time, one does it", async () => {
    const ids = await records(LEAST_RUNS + 1);
    for (let steps = 0; steps < 2; steps++) await store.upkeep.garbage.sweep(old);
    await Promise.allSettled([1, 2].map(() => createStore(env).upkeep.dayFiles.moveOldRuns(old)));
    await expectAll(ids);
    expect(await filesOf()).toHaveLength(1);
  });

  it.each([
    ["has got a link", (id: string) => store.links.create(workspaceId, { runId: id, position: 0 }, later(99))],
    ["is being purged", (id: string) => env.DB.prepare("update runs set expires_at = 1 where id = ?").bind(id).run()],
    [
      "has been delivered once more",
      (id: string) => env.DB.prepare("update outbox set tries = tries + 1 where run_id = ?").bind(id).run(),
    ],
  ] as const)("waits when a run %s while its file is written, which R2 may do slowly", async (_, happens) => {
    const ids = await records(LEAST_RUNS + 1, () => ({ delivered: true }));
    for (let steps = 0; steps < 2; steps++) await store.upkeep.garbage.sweep(old);
    const slow = happeningAt(env.FILES, "put", "after", async () => {
      await happens(ids[5] ?? "");
    });
    expect(await createStore({ ...env, FILES: slow }).upkeep.dayFiles.moveOldRuns(old)).toBe(0);
    await expectAll(ids);
    expect(await filesOf()).toEqual([]);
    expect((await env.FILES.list({ prefix: `h/${workspaceId}/` })).objects).toEqual([]);
  });

  it("says so when a file is gone, instead of leaving runs out", async () => {
    await records(LEAST_RUNS + 1);
    expect(await moveAll()).toBe(LEAST_RUNS);
    const silent = standIn<R2Bucket>({ get: async () => null });
    await expect(createStore({ ...env, FILES: silent }).runs.list(workspaceId, {}, DESCENDING)).rejects.toThrow(
      "is gone",
    );
  });

  it("is the same in an object's database", async () => {
    const object = { ...env, DB: objectDatabase(env.WORKSPACES, crypto.randomUUID()) };
    workspaceId = (await createStore(object).control.workspaces.create("In an object", now)).id;
    const own = createStore({ ...object, ownWorkspace: workspaceId });
    const ids = await records(LEAST_RUNS + 1, () => ({ delivered: true }), own);
    for (let steps = 0; steps < 2; steps++) await own.upkeep.garbage.sweep(old);
    const before = await own.runs.list(workspaceId, {}, { limit: 1_000 });
    expect(await moveAll(own)).toBe(LEAST_RUNS);
    expect(await rowsOf(object)).toBe(1);
    expect(await own.runs.list(workspaceId, {}, { limit: 1_000 })).toEqual(before);
    expect(idsOf(before)).toEqual(ids);
  });
});

const day = (time: Date, days: number) => new Date(Math.floor(time.getTime() / DAY_MS + days) * DAY_MS);
const TEMPLATE = { bytes: new Uint8Array(1), fields: [], warnings: [] };
const PLAIN = (folder: string) => ({ ...PLAIN_DOCUMENT, folder });

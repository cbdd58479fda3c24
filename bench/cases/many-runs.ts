/**
 * Whether a workspace with millions of runs is as fast as one with 5,000, both in objects: first pages of lists, a merge, and what an
 * object's alarm does: `[runs=50000] [DIR]`. A fifth of the runs is in the object, within retention, the others are in day files. What is
 * asked of the one is asked of the other in turn; fails where a median is more than 1.5 times that of the small one. What reads day
 * files has no counterpart there: it is shown by itself. With a folder, the state is made there and kept for another look.
 */
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { OPERATOR_ANSWERS, OPERATOR_PATH, operatorToken } from "../../src/domain/operator-calls.ts";
import { present } from "../../src/domain/present.ts";
import { dayFileRow } from "../../src/store/day-files/day-file-row.ts";
import { readLine } from "../../src/store/day-files/filed-rows.ts";
import { gzipLines } from "../../src/store/day-files/gzip.ts";
import { derivedId, newId } from "../../src/store/ids.ts";
import { documentTask } from "../../src/store/testing/run-tasks.ts";
import {
  type MeasuredService,
  mergeAddress,
  postJson,
  startService,
} from "../../test/support/servers/measured-service.ts";
import { workerMeters } from "../../test/support/servers/process-meter.ts";
import { filesOf, line, median, pause, sum, timed, withScratch } from "../harness.ts";
import { rowWriter } from "../row-writer.ts";

const FEW = 5_000;
const RUNS_OF_A_FILE = 500;
/** Days of the runs in the object, and of those before them. */
const DAYS = { object: 30, files: 120 } as const;
const DAY_MS = 24 * 60 * 60 * 1000;
const DOCUMENTS = 20;
const ROUNDS = 15;
const MOST = 1.5;
/** Below that, nobody notices which of two is faster. */
const NOTICED_MS = 2;

const SETTINGS = {
  NEW_WORKSPACES: "objects",
  SECRETS_KEY: Buffer.alloc(32, 5).toString("base64"),
  // Five million runs keep more than a workspace may unless its operator says so.
  STORAGE_QUOTA_BYTES: String(1e12),
};
const BUCKET = "docloom-files";

/** What is used here of R2's binding. */
interface Bucket {
  put(key: string, content: Uint8Array): Promise<unknown>;
}

type Value = string | number | null;
type Row = Record<string, Value>;

interface Workspace {
  name: string;
  id: string;
  authorization: string;
  documents: number[];
  address: string;
}

/** One run as the service writes it, with a file, a delivery and its try. */
function rowsOfRun(workspace_id: string, document_id: number, at: number, index: number) {
  const [id, outbox_id, attempt] = ["run", "outbox", "attempt"].map((what) =>
    derivedId(new Date(at), `${what} ${index} ${workspace_id}`),
  ) as [string, string, string];
  const isFailed = index % 100 === 0;
  const version_id = `version-${document_id}`;
  const document = { ...documentTask(document_id).document, versionId: version_id };
  const name = `Invoice ${index}.pdf`;
  const sha256 = id.padEnd(64, "0");
  const seal = { files: [{ name, mediaType: "application/pdf", sizeBytes: 30_000, sha256 }], templateSha256: sha256 };
  const runs: Row = {
    ...{ id, workspace_id, kind: "document", document_id, version_id, source: "merge", output: "pdf", test: 0 },
    ...{ status: isFailed ? "failed" : "done", options: JSON.stringify({ kind: "document", document }) },
    ...{ request_id: `request-${index}`, tries: 1, accepted_at: at, started_at: at, finished_at: at + 300 },
    timings: JSON.stringify({ load: 3, render: 250 }),
    fields: JSON.stringify({ found: ["Number"], missing: [], unused: [] }),
    warnings: "[]",
    problem: isFailed ? JSON.stringify({ code: "merge_failed", message: "It failed.", errors: [] }) : null,
    seal: JSON.stringify(seal),
    ...{ data_bytes: 0, by_address: 1 },
  };
  const outbox: Row = {
    ...{ id: outbox_id, workspace_id, run_id: id, delivery_id: `delivery-${document_id}`, settings: "{}", tries: 1 },
    ...{ kind: "webhook", name: "", target: `host-${index % 20}.example.com` },
    ...{ status: index % 40 === 0 ? "dead" : "done", created_at: at, finished_at: at + 400 },
  };
  const attempts: Row = {
    ...{ id: attempt, workspace_id, outbox_id, number: 1 },
    ...{ ok: index % 200 === 0 ? 0 : 1, response: "200 OK", started_at: at, finished_at: at + 100 },
  };
  const blob_key = `r/${workspace_id}/${id}/file`;
  const run_files: Row = {
    run_id: id,
    position: 0,
    name,
    media_type: "application/pdf",
    size_bytes: 30_000,
    sha256,
    blob_key,
    document_id,
  };
  return { runs, run_files, outbox, attempts };
}

/** The runs that are in the object: their data are kept as long as their files. */
function fillObject(database: DatabaseSync, { id, documents }: Workspace, count: number): void {
  const write = rowWriter(database);
  const start = Date.now() - DAYS.object * DAY_MS;
  const kept = { data: JSON.stringify({ Number: "4711" }), data_bytes: 17, expires_at: Date.now() + 365 * DAY_MS };
  for (let index = 0; index < count; index++) {
    if (index % 50_000 === 0) database.exec(index === 0 ? "begin" : "commit; begin");
    const at = Math.round(start + ((DAYS.object * DAY_MS - 60_000) * index) / count);
    const rows = rowsOfRun(id, present(documents[(index * 7) % DOCUMENTS]), at, index);
    write("runs", { ...rows.runs, ...kept });
    write("run_files", rows.run_files);
    write("outbox", rows.outbox);
    write("attempts", rows.attempts);
  }
  database.exec("commit");
}

/** Day files, with the rows that the move leaves behind. */
async function fillDayFiles(
  database: DatabaseSync,
  bucket: Bucket,
  workspace: Workspace,
  count: number,
): Promise<void> {
  const { id, documents } = workspace;
  const write = rowWriter(database);
  const start = Date.now() - (DAYS.object + DAYS.files) * DAY_MS;
  const merges = new Map<string, number>();
  for (let first = 0; first < count; first += RUNS_OF_A_FILE) {
    const lines: string[] = [];
    database.exec("begin");
    for (let index = first; index < Math.min(count, first + RUNS_OF_A_FILE); index++) {
      const at = Math.round(start + (DAYS.files * DAY_MS * index) / count);
      const document = present(documents[(index * 7) % DOCUMENTS]);
      const { runs, outbox, attempts, run_files } = rowsOfRun(id, document, at, -1 - index);
      lines.push(JSON.stringify([[runs], [[outbox]], [[attempts]]]));
      write("kept_files", { ...run_files, workspace_id: id, of_document_id: document });
      const day = `${new Date(at).toISOString().slice(0, 10)} ${document}`;
      merges.set(day, (merges.get(day) ?? 0) + 1);
    }
    const row = dayFileRow(lines.map(readLine));
    const blob_key = `h/${id}/${row.day}/${newId()}`;
    await bucket.put(blob_key, await gzipLines(lines));
    const columns = Object.entries(row).map(([name, value]): [string, Value] => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]);
    write("day_files", { ...Object.fromEntries(columns), blob_key, workspace_id: id });
    database.exec("commit");
  }
  database.exec("begin");
  for (const [key, number] of merges) {
    const [day = "", document = ""] = key.split(" ");
    const counts = { merges: number, test_merges: 0, failed: 0 };
    write("day_counts", { workspace_id: id, day, document_id: Number(document), ...counts });
  }
  database.exec("commit");
}

/** The file of a workspace's object. The service must not run. */
function openObject(state: string, { id }: Workspace): DatabaseSync {
  for (const file of filesOf(path.join(state, "v3/do"), /^[0-9a-f]{64}\.sqlite$/)) {
    const database = new DatabaseSync(file);
    const isTable = database.prepare("select 1 from sqlite_schema where name = 'workspaces'").get();
    if (isTable && database.prepare("select 1 from workspaces where id = ?").get(id)) {
      database.exec("pragma synchronous = off; pragma cache_size = -200000");
      return database;
    }
    database.close();
  }
  throw new Error(`There is no object of ${id} in ${state}`);
}

async function withBucket<Result>(state: string, use: (bucket: Bucket) => Promise<Result>): Promise<Result> {
  const script = { modules: true as const, script: "export default {}", compatibilityDate: "2026-10-20" };
  const platform = new Miniflare({
    ...convertV4MiniflareOptions({ workers: [{ name: "bucket", ...script, r2Buckets: { FILES: BUCKET } }] }),
    resourcePersistencePath: path.join(state, "v3"),
  });
  try {
    return await use((await platform.getR2Bucket("FILES")) as unknown as Bucket);
  } finally {
    await platform.dispose();
  }
}

async function makeWorkspace(base: string, name: string): Promise<Workspace> {
  const call = { do: "make_key", workspace: name };
  const made = await postJson(base, OPERATOR_PATH, call, `Bearer ${operatorToken(SETTINGS.SECRETS_KEY)}`);
  const { key, secret } = present(OPERATOR_ANSWERS.make_key.parse(await made.json()));
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
  const account = await fetch(new URL("/api/account", base), { headers: { authorization } });
  const { id } = (await account.json()) as { id: string };
  const members = { type: "html", output: "html", html: "<p>Dear {$Name}</p>" };
  const addresses: string[] = [];
  for (let index = 0; index < DOCUMENTS; index++)
    addresses.push(await mergeAddress(base, { ...members, name: `Document ${index}` }, authorization));
  const documents = addresses.map((address) => Number(new URL(address).pathname.split("/")[2]));
  return { name, id, authorization, documents, address: new URL(present(addresses[0])).pathname };
}

/** Two workspaces, filled. */
async function prepare(state: string, all: number): Promise<Workspace[]> {
  const file = path.join(state, "workspaces.json");
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, "utf8")) as Workspace[];
  const service = await startService(SETTINGS, state);
  const workspaces: Workspace[] = [];
  try {
    for (const name of ["few", "many"]) workspaces.push(await makeWorkspace(service.base, name));
  } finally {
    await service.stop();
  }
  const [few, many] = workspaces as [Workspace, Workspace];
  const inObject = Math.round(all / 5);
  for (const [workspace, count, filed] of [
    [few, FEW, 0],
    [many, inObject, all - inObject],
  ] as const) {
    const database = openObject(state, workspace);
    const ms = await timed(async () => {
      fillObject(database, workspace, count);
      await withBucket(state, (bucket) => fillDayFiles(database, bucket, workspace, filed));
    });
    const { size } = database
      .prepare("select page_count * page_size as size from pragma_page_count, pragma_page_size")
      .get() as { size: number };
    database.close();
    console.log(
      `${workspace.name}: ${count} runs in the object, ${filed} in day files, made in ${(ms / 1_000).toFixed(1)} s; ${(size / 2 ** 20).toFixed(0)} MB`,
    );
  }
  fs.writeFileSync(file, JSON.stringify(workspaces));
  return workspaces;
}

interface Measured {
  what: string;
  few: number;
  many: number;
}

/** Medians of both, asked in turn. */
async function alternately(
  what: string,
  [few, many]: readonly [() => Promise<unknown>, () => Promise<unknown>],
): Promise<Measured> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = -3; round < ROUNDS; round++) {
    const took = { few: await timed(few), many: await timed(many) };
    if (round < 0) continue;
    times.few.push(took.few);
    times.many.push(took.many);
  }
  return { what, few: median(times.few), many: median(times.many) };
}

const since = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const LISTS = [
  "/api/runs?limit=100",
  "/api/runs?limit=100&document_id=DOCUMENT",
  "/api/runs?limit=100&status=failed",
  "/api/runs?limit=100&status=accepted",
  "/api/runs?limit=100&test=0",
  `/api/runs?limit=100&since=${since(3)}`,
  "/api/deliveries?limit=100",
  "/api/deliveries?limit=100&status=dead",
  "/api/attempts?limit=100",
  "/api/documents?details=1&limit=100",
  "/api/account",
];

const day = (days: number): string => `since=${since(days)}&until=${since(days - 1)}`;
/** What reads day files, or counts what is in them. */
const OLD = [
  `/api/runs?limit=100&until=${since(DAYS.object + 60)}`,
  "/api/runs?limit=100&order=id",
  `/api/runs?limit=100&${day(DAYS.object + 60)}&status=failed`,
  `/api/runs?limit=100&${day(DAYS.object + 60)}&request_id=none`,
  "/api/runs?limit=100&request_id=none",
  `/api/runs?limit=100&code=render_timeout&since=${since(3)}`,
  "/api/usage?by=day",
  "/api/usage?by=document",
];

async function merge(base: string, { address }: Workspace): Promise<void> {
  const body = new URLSearchParams({ Name: "Ann" });
  const answer = await fetch(new URL(`${address}?download=1`, base), { method: "POST", body });
  if (!answer.ok) throw new Error(`merge: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function listsAndMerges(base: string, workspaces: readonly Workspace[]): Promise<Measured[]> {
  const get = (address: string) => (workspace: Workspace) => async () => {
    const own = address.replace("DOCUMENT", String(workspace.documents[3]));
    const answer = await fetch(new URL(own, base), { headers: { authorization: workspace.authorization } });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${own}: ${answer.status} ${body}`);
  };
  const pair = (of: (workspace: Workspace) => () => Promise<unknown>) =>
    [of(present(workspaces[0])), of(present(workspaces[1]))] as const;
  const measured = [
    await alternately(
      "merge, caller waits",
      pair((workspace) => () => merge(base, workspace)),
    ),
  ];
  for (const address of LISTS) measured.push(await alternately(address, pair(get(address))));
  console.log("\nwhat reads day files, or counts runs: few, many");
  for (const address of OLD) {
    const { few, many } = await alternately(address, pair(get(address)));
    line([few, 8, 1], [many, 8, 1], [address.slice(0, 110), 1]);
  }
  return measured;
}

/** An object wakes so long after the first write since it woke last. */
const WAKES_AFTER_MS = 60_000;
const ALARMS = 2;
/** One after the other: what the process does meanwhile is the one's alarm. */
const APART_MS = 15_000;

/** Processor time of the service while an object does what it does when it wakes, in milliseconds. */
async function alarms({ base, pid }: MeasuredService, workspaces: readonly Workspace[]): Promise<Measured> {
  const meters = workerMeters(pid);
  const cpuMs = () => 1_000 * sum(meters.map((meter) => meter.cpuSeconds()));
  const took = workspaces.map((): number[] => []);
  // Whoever wakes for what was before has done so.
  await pause(WAKES_AFTER_MS);
  for (let round = 0; round < ALARMS; round++) {
    const begun: number[] = [];
    for (const workspace of workspaces) {
      begun.push(Date.now());
      await merge(base, workspace);
      await pause(APART_MS);
    }
    for (const [index, at] of begun.entries()) {
      await pause(Math.max(0, at + WAKES_AFTER_MS - APART_MS / 3 - Date.now()));
      const before = cpuMs();
      await pause((APART_MS * 2) / 3);
      took[index]?.push(cpuMs() - before);
    }
  }
  return { what: "alarm (processor time)", few: median(took[0] ?? []), many: median(took[1] ?? []) };
}

const measure = async (state: string, all: number): Promise<boolean> => {
  const workspaces = await prepare(state, all);
  const service = await startService(SETTINGS, state);
  const measured: Measured[] = [];
  try {
    measured.push(...(await listsAndMerges(service.base, workspaces)), await alarms(service, workspaces));
  } finally {
    await service.stop();
  }
  console.log("\nmilliseconds: few, many, many / few");
  let slow = 0;
  for (const { what, few, many } of measured) {
    const isSlow = many > MOST * few && many - few > NOTICED_MS;
    if (isSlow) slow++;
    line([few, 8, 1], [many, 8, 1], [many / few, 6, 2], [isSlow ? "TOO SLOW" : "", 9], [what.slice(0, 110), 1]);
  }
  console.log(`medians of ${ROUNDS}; ${slow} of ${measured.length} above ${MOST} times`);
  return slow === 0;
};

export const run = ([all = "50000", kept]: readonly string[]): Promise<boolean> =>
  kept === undefined ? withScratch((state) => measure(state, Number(all))) : measure(kept, Number(all));

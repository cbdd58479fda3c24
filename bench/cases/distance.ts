/**
 * What merges cost where each call takes as long as from another continent: D1 80 ms, R2 30, objects 40, queues 20
 * (docs/scale.md). Fails for a docx merge above its goal.
 */
import path from "node:path";
import { createTestHarness, experimental_readRawConfig } from "wrangler";
import { applyMigrations } from "../../test/support/servers/apply-migrations.ts";
import { AUTHORIZATION, FIRST_CREDENTIALS } from "../../test/support/servers/first-credentials.ts";
import { CALLS_PATH } from "../distance/calls-path.ts";
import { line, median, pause } from "../harness.ts";
import { dataOf, TEMPLATES } from "../steady-rate.ts";

const root = path.resolve(import.meta.dirname, "../..");
const ROUNDS = 15;
/** Of a docx merge whose caller waits, its run written before the answer, and after it. */
const GOALS_MS = { docx: 110, "docx, log after": 40 } as const;
/** Until the last queued merge is done. */
const SETTLED_MS = 5_000;

type Calls = Record<"d1" | "r2Reads" | "r2Writes" | "queue" | "objects", number>;

interface Merge {
  name: string;
  path: string;
  headers?: () => Record<string, string>;
  /** Work that goes on after the answer is counted, too. */
  isQueued?: boolean;
}

export async function run(): Promise<boolean> {
  const { rawConfig } = experimental_readRawConfig({ config: path.join(root, "wrangler.toml") });
  const main = path.join(root, "bench/distance/far-worker.ts");
  const vars = { ...rawConfig.vars, ...FIRST_CREDENTIALS, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
  const harness = createTestHarness({ workers: [{ config: { ...rawConfig, main, base_dir: root, vars } }] });
  let rows: Row[] = [];
  try {
    const { url } = await harness.listen();
    await applyMigrations(harness);
    rows = await measure(url.origin);
  } finally {
    await harness.close();
  }
  // What the platform says of its queues is above it.
  const widths = [26, 8, 8, 8, 8, 8] as const;
  line(...widths.map((width, index) => [HEADINGS[index] ?? "", width] as const), ["median ms", 10]);
  for (const { name, calls, ms } of rows) line([name, 26], ...calls.map((count) => [count, 8, 1] as const), [ms, 10]);
  const missed = Object.entries(GOALS_MS).filter(
    ([name, goal]) => !rows.some((row) => row.name === name && row.ms <= goal),
  );
  for (const [name, goal] of missed) console.log(`A merge "${name}" takes more than ${goal} ms.`);
  return missed.length === 0;
}

const HEADINGS = ["merge", "D1", "R2 read", "write", "queue", "objects"] as const;

/** Calls in the order of the headings, each of one merge. */
interface Row {
  name: string;
  calls: number[];
  ms: number;
}

async function measure(base: string): Promise<Row[]> {
  const post = async (address: string, body: unknown, headers: Record<string, string> = {}) => {
    const json = { "content-type": "application/json", ...headers };
    const response = await fetch(`${base}${address}`, { method: "POST", headers: json, body: JSON.stringify(body) });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${address}: ${response.status} ${bytes}`);
    return bytes;
  };
  const create = async (address: string, body: unknown) =>
    JSON.parse((await post(address, body, { authorization: AUTHORIZATION })).toString("utf8"));
  const calls = async () => (await (await fetch(`${base}${CALLS_PATH}`)).json()) as Calls;

  const { id: keyId, secret } = await create("/api/keys", { name: "bench" });
  const authorization = `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}`;
  const credentials = () => ({ authorization });
  const idempotencyKey = () => ({ "idempotency-key": crypto.randomUUID() });
  const merges: Merge[] = [];
  for (const [kind, template] of Object.entries(TEMPLATES)) {
    if (kind === "html to PDF") continue;
    const { id, url } = await create("/api/documents", { name: kind, ...template });
    const { pathname } = new URL(url);
    merges.push({ name: kind, path: `${pathname}?download=1` });
    if (kind !== "docx") continue;
    merges.push(
      { name: "docx, Idempotency-Key", path: `${pathname}?download=1`, headers: idempotencyKey },
      { name: "docx by id, credentials", path: `/api/documents/${id}/merge?download=1`, headers: credentials },
      { name: "docx for later", path: pathname, isQueued: true },
    );
    const logged = await create("/api/documents", { name: kind, ...template, settings: { log: "after" } });
    merges.push({ name: "docx, log after", path: `${new URL(logged.url).pathname}?download=1`, isQueued: true });
    const rules = Array.from({ length: 3 }, () => ({ document_id: id }));
    const route = await create("/api/routes", { name: "three rules", rules });
    merges.push({ name: "route of 3 rules", path: `${new URL(route.url).pathname}?download=1` });
  }

  const data = JSON.parse(dataOf(30)) as unknown;
  const rows: Row[] = [];
  // What each of the others has of the harness: the same body, answered by the Worker with next to nothing.
  const nothing: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    await post(CALLS_PATH, data);
    nothing.push(performance.now() - begun);
  }
  rows.push({ name: "(nothing)", calls: Array.from(HEADINGS.slice(1), () => 0), ms: median(nothing) });
  for (const { name, path: address, headers, isQueued } of merges) {
    for (let round = 0; round < 2; round++) await post(address, data, headers?.());
    if (isQueued) await pause(SETTLED_MS);
    await calls();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now();
      await post(address, data, headers?.());
      times.push(performance.now() - begun);
    }
    if (isQueued) await pause(SETTLED_MS);
    const { d1, r2Reads, r2Writes, queue, objects } = await calls();
    const perMerge = [d1, r2Reads, r2Writes, queue, objects].map((count) => count / ROUNDS);
    rows.push({ name, calls: perMerge, ms: median(times) });
  }
  return rows;
}

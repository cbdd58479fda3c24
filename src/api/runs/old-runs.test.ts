import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { DAYS_IN_DATABASE, LEAST_RUNS } from "../../store/day-files/move-runs.ts";
import { createStore } from "../../store/store.ts";
import { emptyDatabase } from "../../store/testing/empty-database.ts";

const HTML = { name: "Letter", type: "html", output: "html", html: "<p>Dear {$Name}</p>", retention_days: 0 };

let client: Awaited<ReturnType<typeof newClient>>;
let call: ApiClient;
let workspaceId: string;
let runId: string;
let documentId: string;
let entryId: string;
/** One whose file is kept. */
let keptId: string;
const before: Record<string, unknown> = {};
const paths = () => ({
  run: `/api/runs/${runId}`,
  list: "/api/runs?limit=1000",
  ofDocument: `/api/runs?document_id=${documentId}`,
  failed: "/api/runs?status=failed",
  deliveries: "/api/deliveries",
  delivery: `/api/deliveries/${entryId}`,
  attempts: "/api/attempts",
  usage: "/api/usage",
});

/** Answers without what differs from one to the next. */
const answers = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(paths()).map(async ([name, path]) => {
        const { status, body } = await call("GET", path);
        return [name, { status, body }] as const;
      }),
    ),
  );

beforeAll(async () => {
  await emptyDatabase();
  client = await newClient();
  ({ call } = client);
  workspaceId = client.caller.workspaceId;
  const { body } = await call("POST", "/api/documents", HTML);
  documentId = body.id;
  const merge = async (url: string = body.url) => {
    const made = await testService()(`${new URL(url).pathname}?download=1`, { method: "POST", body: "Name=Ann" });
    return made.headers.get("x-run-id") ?? "";
  };
  const { retention_days: _, ...kept } = HTML;
  const { url } = (await call("POST", "/api/documents", kept)).body;
  keptId = await merge(url);
  await merge(url);
  runId = await merge();
  await env.DB.prepare(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${LEAST_RUNS - 1})
     insert into runs (id, workspace_id, document_id, source, status, test, options, request_id, accepted_at, finished_at)
     select ?1 || '.' || n, workspace_id, document_id, source, status, test, options, request_id, accepted_at, finished_at
     from numbers, runs where id = ?1`,
  )
    .bind(runId)
    .run();
  entryId = `entry-${runId}`;
  await env.DB.batch([
    env.DB.prepare(
      `insert into outbox (id, workspace_id, run_id, delivery_id, kind, settings, target, status, tries, created_at, finished_at)
       select ?, workspace_id, id, 'd1', 'webhook', '{}', 'example.com', 'dead', 1, accepted_at, accepted_at from runs where id = ?`,
    ).bind(entryId, runId),
    env.DB.prepare(
      "insert into attempts select 'try-' || id, workspace_id, id, 1, 0, '500', created_at, created_at from outbox where id = ?",
    ).bind(entryId),
  ]);
  await merge();

  const old = new Date(Date.now() + (DAYS_IN_DATABASE + 1) * 24 * 60 * 60 * 1000);
  const { upkeep } = createStore(env);
  await upkeep.garbage.sweep(old);
  Object.assign(before, await answers());
  expect(await upkeep.dayFiles.moveOldRuns(old)).toBe(LEAST_RUNS + 1);
  for (const id of [runId, keptId])
    expect(await env.DB.prepare("select 1 from runs where id = ?").bind(id).first()).toBeNull();
});

describe("a run in a day file", () => {
  it("is answered as before, by itself, in lists, with its deliveries, and in the usage", async () => {
    expect(before.run).toMatchObject({
      status: 200,
      body: { id: runId, status: "done", deliveries: [{ id: entryId }] },
    });
    expect(before.delivery).toMatchObject({ status: 200, body: { status: "dead" } });
    expect(await answers()).toEqual(before);
  });

  it("has pages like any list", async () => {
    const seen: string[] = [];
    for (let path: string | undefined = "/api/runs?limit=30"; path !== undefined; ) {
      const { body, headers } = await call("GET", path);
      seen.push(...body.map(({ id }: { id: string }) => id));
      path = headers.get("link")?.match(/<([^>]+)>/)?.[1];
    }
    expect(seen).toHaveLength(LEAST_RUNS + 3);
    expect(new Set(seen).size).toBe(LEAST_RUNS + 3);
  });

  it("still has its receipt", async () => {
    const { status, body } = await call("GET", `/api/runs/${runId}/receipt`);
    expect(status).toBe(200);
    expect(body.statement).toMatchObject({ run_id: runId, document_id: documentId, deliveries: [{ id: entryId }] });
    expect(body.statement.files).toHaveLength(1);
  });

  it.each([
    ["POST", (id: string) => `/api/runs/${id}/replay`],
    ["GET", (id: string) => `/api/runs/${id}/data`],
    ["GET", (id: string) => `/api/runs/${id}/files/0`],
    ["POST", () => `/api/deliveries/${entryId}/retry`],
    ["POST", () => `/api/deliveries/try-${entryId}/retry`],
  ] as const)("answers %s %o as where data and files are gone", async (method, path) => {
    expect((await call(method, path(runId))).body).toMatchObject({ code: "data_expired" });
  });

  it("has its file, where that is kept, with a link to it, until a purge", async () => {
    const { body } = await call("GET", `/api/runs/${keptId}`);
    expect(body.files).toMatchObject([{ name: "Letter.html" }]);
    const link = () => testService()(new URL(body.files[0].url).pathname);
    expect(await (await link()).text()).toContain("Dear Ann");
    const { authorization } = client.caller;
    const own = await testService()(`/api/runs/${keptId}/files/0`, { headers: { authorization } });
    expect(await own.text()).toContain("Dear Ann");
    expect((await call("POST", `/api/runs/${keptId}/purge`)).body).toEqual({ success: 1, runs: 1 });
    // The log of changes has it once: the second purge below removes nothing.
    const purges = async () =>
      (await call("GET", "/api/audit?action=run.purged")).body.map(({ resource }: { resource: object }) => resource);
    expect(await purges()).toMatchObject([{ type: "run", id: keptId }]);
    expect((await link()).status).toBe(404);
    expect((await call("GET", `/api/runs/${keptId}/files/0`)).body).toMatchObject({ code: "data_expired" });
    expect((await call("GET", `/api/runs/${keptId}`)).body).toMatchObject({ status: "done", files: [] });
    expect((await call("POST", `/api/runs/${keptId}/purge`)).body).toEqual({ success: 1, runs: 0 });
    expect(await purges()).toHaveLength(1);
  });

  it("has nothing that a purge would remove", async () => {
    expect((await call("POST", `/api/runs/${runId}/purge`)).body).toEqual({ success: 1, runs: 0 });
    const [file] = (
      await env.DB.prepare("select blob_key from day_files where workspace_id = ?").bind(workspaceId).all()
    ).results;
    const bytes = await env.FILES.get(String(file?.blob_key));
    const text = await new Response(bytes?.body.pipeThrough(new DecompressionStream("gzip"))).text();
    expect(text).toContain(runId);
    expect(text).not.toContain("Ann");
  });

  it("may be far back: a page that has looked through many files says where it goes on, and nothing is left out", async () => {
    const file = await env.DB.prepare("select blob_key from day_files where workspace_id = ?")
      .bind(workspaceId)
      .first("blob_key");
    const bytes = await (await env.FILES.get(String(file)))?.arrayBuffer();
    const rows = Array.from({ length: 40 }, (_, index) => `${file}-${String(index).padStart(2, "0")}`);
    for (const key of rows) await env.FILES.put(key, bytes ?? null);
    await env.DB.batch(
      rows.map((key, index) =>
        env.DB.prepare(
          `insert into day_files select ?, workspace_id, day, runs, ?, ?, null, null, null, null, first_at, last_at, document_ids, route_ids, parent_ids
           from day_files where blob_key = ?`,
        ).bind(key, `00${String(index).padStart(2, "0")}a`, `00${String(index).padStart(2, "0")}b`, file),
      ),
    );
    let pages = 0;
    for (let path: string | undefined = "/api/runs?request_id=none"; path !== undefined && pages < 9; pages++) {
      const { body, headers } = await call("GET", path);
      expect(body).toEqual([]);
      path = headers.get("link")?.match(/<([^>]+)>/)?.[1];
    }
    expect(pages).toBe(2);
  });
});

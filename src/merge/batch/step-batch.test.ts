import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { executeQueued } from "../execute-queued.ts";
import { faultyServices, happeningAt, MOMENTS } from "../testing/faulty-services.ts";
import { SILENT_MERGES } from "../testing/silent-queues.ts";
import { turnsOfOthers } from "../testing/turns-of-others.ts";
import { zipFiles } from "./join-batch.ts";
import { stepsOfBatch } from "./step-batch.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("zipFiles", () => {
  it("keeps the order, stores what is packed already and numbers equal names", () => {
    const files = ["b.txt", "a.txt", "B.TXT"].map((name, index) => ({ name, bytes: bytes(`file ${index}`) }));
    const zip = zipFiles(files);
    const unpacked = Object.entries(unzipSync(zip)).map(([name, content]) => [name, new TextDecoder().decode(content)]);
    expect(unpacked).toEqual([
      ["b.txt", "file 0"],
      ["a.txt", "file 1"],
      ["B (2).TXT", "file 2"],
    ]);
    expect(new TextDecoder("latin1").decode(zip)).toContain("file 2");
  });

  it("makes the same bytes of the same files", () => {
    const files = [{ name: "a", bytes: bytes("a") }];
    expect(zipFiles(files)).toEqual(zipFiles(files));
  });
});

describe("a batch's steps", () => {
  let client: Awaited<ReturnType<typeof newClient>>;
  beforeAll(async () => {
    client = await newClient(SILENT_MERGES);
  });

  async function accepted(records: number, output: "html" | "pdf" = "html"): Promise<string> {
    const html = { name: "Letter", type: "html", output, output_name: "{$n}", html: "<p>{$n}</p>" };
    const { body: document } = await client.call("POST", "/api/documents", html);
    const data = Array.from({ length: records }, (_, n) => ({ n }));
    const query = output === "pdf" ? "?output=pdf" : "";
    const { headers } = await client.call("POST", `/api/documents/${document.id}/batch${query}`, data);
    return headers.get("x-run-id") ?? "";
  }

  const step = (runId: string) => executeQueued(faultyServices(SILENT_MERGES), client.caller.workspaceId, runId);
  /** One for which time passes so fast that it ends before its batch does. */
  async function hurriedStep(runId: string): Promise<void> {
    let seconds = 0;
    const now = () => new Date(Date.now() + seconds++ * 1_000);
    await executeQueued({ ...faultyServices(SILENT_MERGES), now }, client.caller.workspaceId, runId);
  }
  const state = async (runId: string) => (await client.call("GET", `/api/runs/${runId}`)).body;

  it.each([
    [1, 2],
    [20, 2],
    [21, 3],
  ])("of %d records take the run up at most %d times", (records, times) => {
    const task = { kind: "document", document: { id: "d", name: "Letter" } };
    expect(stepsOfBatch({ kind: "batch", of: task as never, output: "zip", records })).toBe(times);
  });

  /** Has the row say that the first record's file is so large. */
  const enlarge = (runId: string) =>
    env.DB.prepare("update run_files set size_bytes = 65 * 1024 * 1024 where run_id = ?").bind(`${runId}-00001`).run();

  it("go on for some seconds, and do twenty records at least; files that are too many for one ZIP become several", async () => {
    const runId = await accepted(40);
    await hurriedStep(runId);
    const { status, records, files: none } = await state(runId);
    expect([status, none]).toEqual(["accepted", []]);
    expect(records.done).toBeGreaterThanOrEqual(20);
    expect(records.done).toBeLessThan(40);
    await enlarge(runId);
    await step(runId);
    const files = [{ name: "Letter (1).zip" }, { name: "Letter (2).zip" }];
    expect(await state(runId)).toMatchObject({ status: "done", problem: null, records: { done: 40 }, files });
  });

  it("let all others in the isolate have turns between their records", async () => {
    await step(await accepted(5));
    const many = await accepted(200);
    const beside = await turnsOfOthers(() => step(many));
    expect(beside).toBeGreaterThan(18);
    expect(await state(many)).toMatchObject({ records: { done: 200 } });
  });

  const counts = async (runId: string) => ({
    records: await env.DB.prepare("select count(*) as n from runs where parent_id = ?").bind(runId).first("n"),
    files: await env.DB.prepare("select count(*) as n from run_files where run_id like ?")
      .bind(`${runId}-%`)
      .first("n"),
    counted: (await client.call("GET", "/api/account")).body.merges,
  });

  it.each(MOMENTS)("write records once if the database fails %s they are written together", async (moment) => {
    const runId = await accepted(3);
    const before = await counts(runId);
    const dies = async () => {
      throw new Error("The database is gone");
    };
    // The first batch takes the run up and reads what all records need.
    const DB = happeningAt(env.DB, "batch", moment, dies, 2);
    expect(
      (await executeQueued(faultyServices({ ...SILENT_MERGES, DB }), client.caller.workspaceId, runId)).settled,
    ).toBe(false);
    await step(runId);
    expect(await state(runId)).toMatchObject({ status: "done", records: { done: 3, failed: 0 } });
    expect(await counts(runId)).toEqual({ records: 3, files: 3, counted: before.counted + 3 });
  });

  it.each(MOMENTS)("write records once if R2 fails %s their files are stored together", async (moment) => {
    const runId = await accepted(3);
    const before = await counts(runId);
    const fails = async () => {
      throw new Error("R2 is gone");
    };
    const FILES = happeningAt(env.FILES, "put", moment, fails);
    expect(
      (await executeQueued(faultyServices({ ...SILENT_MERGES, FILES }), client.caller.workspaceId, runId)).settled,
    ).toBe(false);
    expect(await counts(runId)).toEqual({ ...before, records: 0, files: 0 });
    await step(runId);
    expect(await state(runId)).toMatchObject({ status: "done", records: { done: 3, failed: 0 } });
    expect(await counts(runId)).toEqual({ records: 3, files: 3, counted: before.counted + 3 });
  });

  it("store small files of records in one object, from which each is had by itself", async () => {
    const runId = await accepted(3);
    await step(runId);
    const { results } = await env.DB.prepare("select blob_key from run_files where run_id like ? order by run_id")
      .bind(`${runId}-%`)
      .all<{ blob_key: string }>();
    expect(results).toHaveLength(3);
    expect(new Set(results.map(({ blob_key }) => blob_key.split("#")[0])).size).toBe(1);
    const { files } = await state(`${runId}-00002`);
    const { pathname } = new URL(files[0].url);
    expect(await (await testService()(pathname)).text()).toBe("<p>1</p>");
  });

  it("leave nothing of records that are merged while the batch is cancelled", async () => {
    const runId = await accepted(3);
    const cancels = async () => {
      expect((await client.call("POST", `/api/runs/${runId}/cancel`)).status).toBe(200);
    };
    const FILES = happeningAt(env.FILES, "put", "before", cancels);
    await executeQueued(faultyServices({ ...SILENT_MERGES, FILES }), client.caller.workspaceId, runId);
    expect(await state(runId)).toMatchObject({ status: "failed", problem: { code: "run_cancelled" } });
    expect(await counts(runId)).toMatchObject({ records: 0, files: 0 });
  });

  it("have a record that fails say why, under its own run", async () => {
    const html = {
      name: "Letter",
      type: "html",
      output: "html",
      html: "{if $n eq 1}{for $i=1 to 100000000}x{/for}{/if}{$n}",
    };
    const { body: document } = await client.call("POST", "/api/documents", html);
    const { headers } = await client.call("POST", `/api/documents/${document.id}/batch`, [
      { n: 0 },
      { n: 1 },
      { n: 2 },
    ]);
    const runId = headers.get("x-run-id") ?? "";
    await step(runId);
    expect(await state(runId)).toMatchObject({ status: "done", records: { done: 2, failed: 1 } });
    expect(await state(`${runId}-00002`)).toMatchObject({ status: "failed", problem: { code: expect.any(String) } });
  });

  it("go on where one died in the middle: each record is merged once, and sent once", async () => {
    const html = { name: "Letter", type: "html", output: "html", html: "<p>{$n}</p>" };
    const { body: document } = await client.call("POST", "/api/documents", html);
    const to = { type: "email", settings: { to: "ann@example.com", html: "{$n}" } };
    await client.call("POST", `/api/documents/${document.id}/deliveries`, to);
    const data = Array.from({ length: 40 }, (_, n) => ({ n }));
    const { headers } = await client.call("POST", `/api/documents/${document.id}/batch`, data);
    const runId = headers.get("x-run-id") ?? "";
    await hurriedStep(runId);
    // What an isolate leaves that is killed while it merges two of them: nothing but their leases, and that of the batch.
    const died = ["00003", "00005"].map((record) => `${runId}-${record}`);
    const places = died.map(() => "?").join(", ");
    await env.DB.batch([
      env.DB.prepare(`delete from outbox where run_id in (${places})`).bind(...died),
      env.DB.prepare(`delete from run_files where run_id in (${places}, ?)`).bind(...died, runId),
      env.DB.prepare(
        `update runs set status = 'running', lease = 'of a dead one', due_at = 1, finished_at = null where id in (${places}, ?)`,
      ).bind(...died, runId),
    ]);
    await step(runId);
    expect(await state(runId)).toMatchObject({ status: "done", records: { done: 40, failed: 0 } });
    const count = "select count(*) as sent, count(distinct run_id) as runs from outbox where run_id like ?";
    expect(await env.DB.prepare(count).bind(`${runId}-%`).first()).toEqual({ sent: 40, runs: 40 });
    const merged = await env.DB.prepare("select count(*) as files from run_files where run_id like ?")
      .bind(`${runId}-%`)
      .first();
    expect(merged).toEqual({ files: 40 });
  });

  it("leave files with their records that are too large for one PDF", async () => {
    const runId = await accepted(1, "pdf");
    await step(runId);
    await enlarge(runId);
    // As it was before it was joined: with its data.
    const before = "update runs set status = 'accepted', lease = null, data = ? where id = ?";
    await env.DB.prepare(before)
      .bind(JSON.stringify([{}]), runId)
      .run();
    await step(runId);
    const run = await state(runId);
    expect(run).toMatchObject({ status: "failed", problem: { code: "file_too_large" }, records: { done: 1 } });
    expect((await state(`${runId}-00001`)).files).toHaveLength(1);
  });
});

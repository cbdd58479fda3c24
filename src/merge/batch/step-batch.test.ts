import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { executeQueued } from "../execute-queued.ts";
import { faultyServices } from "../testing/faulty-services.ts";
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
    client = await newClient();
  });

  async function accepted(records: number, output: "html" | "pdf" = "html"): Promise<string> {
    const html = { name: "Letter", type: "html", output, output_name: "{$n}", html: "<p>{$n}</p>" };
    const { body: document } = await client.call("POST", "/api/documents", html);
    const data = Array.from({ length: records }, (_, n) => ({ n }));
    const query = output === "pdf" ? "?output=pdf" : "";
    const { headers } = await client.call("POST", `/api/documents/${document.id}/batch${query}`, data);
    return headers.get("x-run-id") ?? "";
  }

  const step = (runId: string) => executeQueued(faultyServices(), client.caller.workspaceId, runId);
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

  it("do twenty records each; files that are too many for one ZIP become several", async () => {
    const runId = await accepted(21);
    await step(runId);
    expect(await state(runId)).toMatchObject({ status: "accepted", records: { done: 20 }, files: [] });
    await enlarge(runId);
    await step(runId);
    const files = [{ name: "Letter (1).zip" }, { name: "Letter (2).zip" }];
    expect(await state(runId)).toMatchObject({ status: "done", problem: null, records: { done: 21 }, files });
  });

  it("go on where one died in the middle: each record is merged once, and sent once", async () => {
    const html = { name: "Letter", type: "html", output: "html", html: "<p>{$n}</p>" };
    const { body: document } = await client.call("POST", "/api/documents", html);
    const to = { type: "email", settings: { to: "ann@example.com", html: "{$n}" } };
    await client.call("POST", `/api/documents/${document.id}/deliveries`, to);
    const data = Array.from({ length: 21 }, (_, n) => ({ n }));
    const { headers } = await client.call("POST", `/api/documents/${document.id}/batch`, data);
    const runId = headers.get("x-run-id") ?? "";
    await step(runId);
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
    expect(await state(runId)).toMatchObject({ status: "done", records: { done: 21, failed: 0 } });
    const count = "select count(*) as sent, count(distinct run_id) as runs from outbox where run_id like ?";
    expect(await env.DB.prepare(count).bind(`${runId}-%`).first()).toEqual({ sent: 21, runs: 21 });
    const merged = await env.DB.prepare("select count(*) as files from run_files where run_id like ?")
      .bind(`${runId}-%`)
      .first();
    expect(merged).toEqual({ files: 21 });
  });

  it("leave files with their records that are too large for one PDF", async () => {
    const runId = await accepted(1, "pdf");
    await step(runId);
    await enlarge(runId);
    await env.DB.prepare("update runs set status = 'accepted', lease = null where id = ?").bind(runId).run();
    await step(runId);
    const run = await state(runId);
    expect(run).toMatchObject({ status: "failed", problem: { code: "file_too_large" }, records: { done: 1 } });
    expect((await state(`${runId}-00001`)).files).toHaveLength(1);
  });
});

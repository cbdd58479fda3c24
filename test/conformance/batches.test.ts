import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import worker from "../../src/index.ts";
import { executeQueued } from "../../src/merge/execute-queued.ts";
import { faultyServices } from "../../src/merge/testing/faulty-services.ts";
import { SILENT_MERGES } from "../../src/merge/testing/silent-queues.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { newClient } from "../support/api-client.ts";
import { testService } from "../support/test-service.ts";

/** Many records for one document or data route (interface 4.3, 4.5; wire "Beyond the listed endpoints"). */

let client: Awaited<ReturnType<typeof newClient>>;
const send = testService(undefined, SILENT_MERGES);
beforeAll(async () => {
  client = await newClient(SILENT_MERGES);
});

async function newDocument(members: object = {}) {
  const html = "<p>{$Name}</p>";
  return (await client.call("POST", "/api/documents", { name: "Letter", type: "html", html, ...members })).body;
}

const pathOf = (url: string) => new URL(url).pathname;
const records = (path: string, body: BodyInit, type: string, authorization = "") =>
  send(path, { method: "POST", headers: { "content-type": type, ...(authorization ? { authorization } : {}) }, body });

/** Works off the queue until the batch is final. */
async function workOff(runId: string) {
  const { workspaceId } = client.caller;
  for (let step = 0; step < 10; step++) {
    const body = { workspaceId, runId };
    const batch = createMessageBatch("docloom-merges", [{ id: "1", timestamp: new Date(), attempts: 1, body }]);
    await worker.queue(batch, { ...env, ...SILENT_MERGES });
    await getQueueResult(batch, createExecutionContext());
    const { body: run } = await client.call("GET", `/api/runs/${runId}`);
    if (run.status === "done" || run.status === "failed") return run;
  }
  throw new Error("The batch does not end");
}

async function fileOf(run: { files: { url: string }[] }): Promise<Uint8Array> {
  const response = await send(pathOf(run.files[0]?.url ?? ""));
  return new Uint8Array(await response.arrayBuffer());
}

describe("a batch", () => {
  it("with output=pdf merges a document with another output to PDF", async () => {
    const { url } = await newDocument({ output: "html" });
    const accepted = await records(
      `${pathOf(url)}/batch?output=pdf`,
      '[{"Name":"a"},{"Name":"b"}]',
      "application/json",
    );
    expect(accepted.status).toBe(202);
    const run = await workOff((await accepted.json<{ run_id: string }>()).run_id);
    expect(run).toMatchObject({ status: "done", kind: "batch", records: { total: 2, done: 2, failed: 0 } });
    expect(openPdf(await fileOf(run)).pages.length).toBe(2);
  });

  it.each([
    ["application/x-www-form-urlencoded", "Name=a"],
    ["multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="Name"\r\n\r\na\r\n--x--'],
  ])("as %s is 415 with the accepted types", async (type, body) => {
    const { url } = await newDocument();
    const answer = await records(`${pathOf(url)}/batch`, body, type);
    const problem = await answer.json<{ code: string; error: string }>();
    expect([answer.status, problem.code]).toEqual([415, "unsupported_media_type"]);
    for (const name of ["application/json", "application/x-ndjson", "text/csv"]) expect(problem.error).toContain(name);
  });

  it("names the lines of a CSV that have more or fewer values than names, in the answer and in the run", async () => {
    const { url } = await newDocument({ output: "html" });
    const csv = 'Name,City\nAda,London\n"Two\nlines",Paris,France\n\nGrace\n';
    const accepted = await records(`${pathOf(url)}/batch`, csv, "text/csv");
    const {
      run_id,
      warnings,
      records: count,
    } = await accepted.json<{ run_id: string; warnings: string[]; records: number }>();
    expect(count).toBe(3);
    expect(warnings).toEqual([
      "Line 3 has 3 values for 2 names; the extra ones are left out.",
      "Line 6 has 1 value for 2 names; the missing ones are empty.",
    ]);
    expect((await workOff(run_id)).warnings).toEqual(warnings);
  });

  it("knows its document, and so do its records", async () => {
    const { id, url } = await newDocument({ output: "html" });
    const accepted = await records(`${pathOf(url)}/batch`, '[{"Name":"a"}]', "application/json");
    const run = await workOff((await accepted.json<{ run_id: string }>()).run_id);
    expect(run).toMatchObject({ document_id: id, route_id: "", kind: "batch" });
    const { body: runs } = await client.call("GET", `/api/runs?document_id=${id}`);
    expect(runs.map(({ kind }: { kind: string }) => kind).sort()).toEqual(["batch", "document"]);
  });

  it("counts its records as merges, but not itself", async () => {
    const before = (await client.call("GET", "/api/account")).body.merges;
    const { url } = await newDocument({ output: "html" });
    const accepted = await records(`${pathOf(url)}/batch`, '[{"Name":"a"},{"Name":"b"}]', "application/json");
    await workOff((await accepted.json<{ run_id: string }>()).run_id);
    expect((await client.call("GET", "/api/account")).body.merges).toBe(before + 2);
  });

  it("by the document's id takes credentials instead of the key", async () => {
    const { id } = await newDocument({ output: "html" });
    const path = `/api/documents/${id}/batch`;
    expect((await records(path, "[{}]", "application/json")).status).toBe(401);
    const accepted = await records(path, '[{"Name":"a"}]', "application/json", client.caller.authorization);
    expect(accepted.status).toBe(202);
    const { call } = await newClient();
    expect((await call("POST", path, { records: [{}] })).status).toBe(404);
  });

  it("of a data route merges the route with every record", async () => {
    const { id } = await newDocument({ output: "html" });
    const rules = [{ document_id: id, conditions: [{ field: "Name", exp: "!=", value: "skip" }] }, { document_id: id }];
    const { body: route } = await client.call("POST", "/api/routes", { name: "Both", rules });
    const body = '[{"Name":"a"},{"Name":"skip"}]';
    for (const [path, authorization] of [
      [`${pathOf(route.url)}/batch`, ""],
      [`/api/routes/${route.id}/batch`, client.caller.authorization],
    ] as const) {
      const accepted = await records(path, body, "application/json", authorization);
      expect(accepted.status).toBe(202);
      const run = await workOff((await accepted.json<{ run_id: string }>()).run_id);
      expect(run).toMatchObject({ route_id: route.id, records: { total: 2, done: 2, failed: 0, errors: [] } });
      const names = Object.keys(unzipSync(await fileOf(run)));
      expect(names).toEqual(["Letter.html", "Letter (2).html", "Letter (3).html"]);
    }
  });

  it("of a data route that makes other files is refused immediately with output=pdf", async () => {
    const { id } = await newDocument({ output: "html" });
    const { body: route } = await client.call("POST", "/api/routes", { name: "R", rules: [{ document_id: id }] });
    const answer = await records(`${pathOf(route.url)}/batch?output=pdf`, "[{}]", "application/json");
    const problem = await answer.json<{ code: string; error: string }>();
    expect([answer.status, problem.code]).toEqual([422, "output_not_allowed"]);
    expect(problem.error).toContain("Rule 1");
  });

  it("can be cancelled: finished records stay, no others are begun", async () => {
    const { url } = await newDocument({ output: "html" });
    const total = 40;
    const many = JSON.stringify(Array.from({ length: total }, (_, index) => ({ Name: `n${index}` })));
    const accepted = await records(`${pathOf(url)}/batch`, many, "application/json");
    const { run_id: runId } = await accepted.json<{ run_id: string }>();
    // Time passes so fast that a step ends before the batch does.
    let seconds = 0;
    const now = () => new Date(Date.now() + seconds++ * 1_000);
    await executeQueued({ ...faultyServices(SILENT_MERGES), now }, client.caller.workspaceId, runId);
    const cancelled = await client.call("POST", `/api/runs/${runId}/cancel`);
    expect([cancelled.status, cancelled.body]).toEqual([200, { success: 1, runs: 1 }]);
    const run = await workOff(runId);
    expect(run).toMatchObject({ status: "failed", problem: { code: "run_cancelled" } });
    expect(run.records.done).toBeGreaterThanOrEqual(20);
    expect(run.records.done).toBeLessThan(total);
    const again = await client.call("POST", `/api/runs/${runId}/cancel`);
    expect([again.status, again.body.code]).toEqual([409, "run_finished"]);
  });
});

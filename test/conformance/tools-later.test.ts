import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { runTool } from "../../src/api/tools/endpoints/run-tool.ts";
import worker from "../../src/index.ts";
import { executeQueued } from "../../src/merge/execute-queued.ts";
import { failing, faultyServices } from "../../src/merge/testing/faulty-services.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { buildPages } from "../../src/pdf/testing/build-file.ts";
import { pdfaFile } from "../../src/pdf/validate/testing/pdfa-file.ts";
import { createStore } from "../../src/store/store.ts";
import { type Answer, newClient } from "../support/api-client.ts";
import { TEST_ORIGIN, testService } from "../support/test-service.ts";

/** Interface 4.1 with `Prefer: respond-async`: every tool may be asked to do its work later. */

const file = { name: "Report.pdf", contents: Buffer.from(buildPages(3)).toString("base64") };
const archive = { name: "Report.pdf", contents: Buffer.from(pdfaFile()).toString("base64") };
const later = { headers: { prefer: "respond-async" } };

let client: Awaited<ReturnType<typeof newClient>>;
beforeAll(async () => {
  client = await newClient();
});

/** What the queue does with the run of an answer. */
async function workOff({ headers }: Answer) {
  const runId = headers.get("x-run-id") ?? "";
  const body = { workspaceId: client.caller.workspaceId, runId };
  const batch = createMessageBatch("docloom-tools", [{ id: "1", timestamp: new Date(), attempts: 1, body }]);
  await worker.queue(batch, env);
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
  expect(explicitAcks).toEqual(["1"]);
  return (await client.call("GET", `/api/runs/${runId}`)).body;
}

async function download(url: string): Promise<Uint8Array> {
  const response = await testService()(url.replace(/^.*(?=\/files\/)/, ""));
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

describe("Prefer: respond-async", () => {
  it.each([
    ["combine", { output: "pdf", files: [file, file] }, "combined.pdf", 6],
    ["convert_to_pdf", { file }, "Report.pdf", 3],
    ["compress_pdf", { file }, "Report.pdf", 3],
    ["encrypt_pdf", { file, password: "x" }, "Report.pdf", 3],
    ["rotate_pdf", { file, degrees: 90 }, "Report.pdf", 3],
    ["stamp_pdf", { file, text: "DRAFT" }, "Report.pdf", 3],
    ["flatten_pdf", { file }, "Report.pdf", 3],
    ["split_pdf", { file }, "Report.zip", undefined],
    ["pdf_info", { file }, "Report.json", undefined],
    ["convert_to_pdfa", { file: archive, profile: "2b" }, "Report.pdf", 1],
    ["validate_pdf", { file, profile: "2b" }, "Report.json", undefined],
    ["verify_pdf", { file }, "Report.json", undefined],
  ])("%s answers 202 with a run that is polled and downloaded", async (tool, body, name, pages) => {
    const accepted = await client.call("POST", `/api/tools/${tool}`, body, later);
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get("preference-applied")).toBe("respond-async");
    const runId = accepted.headers.get("x-run-id");
    expect(accepted.body).toMatchObject({ success: 1, run_id: runId });
    expect(accepted.headers.get("location")).toBe(accepted.body.url);

    const waiting = await client.call("GET", `/api/runs/${runId}`);
    expect(waiting.body).toMatchObject({ kind: "tool", tool, status: "accepted", files: [] });

    const done = await workOff(accepted);
    expect(done).toMatchObject({ kind: "tool", tool, status: "done", problem: null, files: [{ name }] });
    const bytes = await download(done.files[0].url);
    expect(bytes.byteLength).toBe(done.files[0].size);
    if (pages !== undefined) expect(openPdf(bytes, { password: "x" }).pages.length).toBe(pages);
    if (tool === "pdf_info") expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ pages: 3 });
  });

  it("says immediately what is wrong with a request", async () => {
    const missing = await client.call("POST", "/api/tools/rotate_pdf", { file }, later);
    expect([missing.status, missing.body.error]).toEqual([422, "degrees is required."]);
    const delivery = { type: "webhook", settings: { url: "ftp://x" } };
    const wrong = await client.call("POST", "/api/tools/flatten_pdf", { file, delivery }, later);
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, "/delivery/settings/url"]);
  });

  it("has meaningless members among the warnings of the run", async () => {
    const run = await workOff(await client.call("POST", "/api/tools/split_pdf", { file, pages: "1" }, later));
    expect(run).toMatchObject({ status: "done", warnings: [expect.stringContaining("There is no member pages")] });
  });

  it("keeps what goes wrong with the work in the run", async () => {
    const broken = { name: "x.pdf", contents: Buffer.from("no PDF").toString("base64") };
    const run = await workOff(await client.call("POST", "/api/tools/compress_pdf", { file: broken }, later));
    expect(run).toMatchObject({ status: "failed", problem: { code: "not_a_pdf" }, files: [] });
  });

  it("takes files of multipart bodies along, of any size, and forgets them afterwards", async () => {
    const form = new FormData();
    form.append("degrees", "90");
    const large = buildPages(10, { objects: { 900: { entries: "", bytes: new Uint8Array(9_000_000) } } });
    form.append("file", new File([large as Uint8Array<ArrayBuffer>], "Large.pdf"));
    const headers = { authorization: client.caller.authorization, prefer: "wait=5, respond-async" };
    const sent = await testService()("/api/tools/rotate_pdf", { method: "POST", headers, body: form });
    expect(sent.status).toBe(202);
    const uploads = async () => (await env.FILES.list({ prefix: `u/${client.caller.workspaceId}/` })).objects.length;
    expect(await uploads()).toBe(1);
    const run = await workOff({ status: 202, headers: sent.headers, body: undefined });
    expect(openPdf(await download(run.files[0].url)).pages.length).toBe(10);
    expect(await uploads()).toBe(0);
  });

  it("is done although what was sent cannot be removed", async () => {
    const form = new FormData();
    form.append("degrees", "90");
    form.append("file", new File([buildPages(2) as Uint8Array<ArrayBuffer>], "Kept.pdf"));
    const headers = { authorization: client.caller.authorization, prefer: "respond-async" };
    const sent = await testService()("/api/tools/rotate_pdf", { method: "POST", headers, body: form });
    const runId = sent.headers.get("x-run-id") ?? "";
    const services = faultyServices({ FILES: failing(env.FILES, "delete", () => true) });
    await executeQueued({ ...services, runTool: runTool(services) }, client.caller.workspaceId, runId);
    const run = async () => (await client.call("GET", `/api/runs/${runId}`)).body;
    await expect.poll(run).toMatchObject({ status: "done", files: [{ name: "Kept.pdf" }] });
    expect(openPdf(await download((await run()).files[0].url)).pages.length).toBe(2);
  });

  it("delivers the result under the run, and counts no merge", async () => {
    const delivery = { type: "webhook", settings: { url: `${TEST_ORIGIN}/hook`, json: 1 } };
    const before = (await client.call("GET", "/api/account")).body.merges;
    // `delivery` on its own asks for the work to be done later.
    const accepted = await client.call("POST", "/api/tools/flatten_pdf", { file, delivery });
    expect(accepted.status).toBe(202);
    const run = await workOff(accepted);
    expect(run.deliveries).toMatchObject([{ type: "webhook", run_id: run.id }]);
    expect((await client.call("GET", "/api/account")).body.merges).toBe(before);
  });

  it("accepts once under an Idempotency-Key", async () => {
    const options = { headers: { ...later.headers, "idempotency-key": "later-1" } };
    const first = await client.call("POST", "/api/tools/flatten_pdf", { file }, options);
    const second = await client.call("POST", "/api/tools/flatten_pdf", { file }, options);
    expect([second.status, second.body]).toEqual([202, first.body]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
  });

  it("gives a run that another isolate began to one worker only", async () => {
    const accepted = await client.call("POST", "/api/tools/flatten_pdf", { file }, later);
    const { runs } = createStore(env);
    const { workspaceId } = client.caller;
    const runId = accepted.headers.get("x-run-id") ?? "";
    await runs.start(workspaceId, runId, new Date());
    expect(await workOff(accepted)).toMatchObject({ status: "running", files: [] });
    await env.DB.prepare("update runs set due_at = 1 where id = ?").bind(runId).run();
    expect(await workOff(accepted)).toMatchObject({ status: "done" });
  });
});

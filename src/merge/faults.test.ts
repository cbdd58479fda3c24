import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { present } from "../domain/present.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import { resendDueRuns } from "../jobs/run-consumer.ts";
import type { MergeServices } from "./context.ts";
import { executeQueued } from "./execute-queued.ts";
import { failing, faultyServices as services } from "./testing/faulty-services.ts";
import { mailedDocument } from "./testing/mailed-document.ts";

/** The faults that a merge must survive (security: "Faults that must lose nothing"), each where it hurts. */

let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  client = await newClient();
});

async function acceptedRun(output = "html"): Promise<string> {
  const { path } = await mailedDocument(client.call, output);
  const response = await testService()(path, {
    method: "POST",
    body: new URLSearchParams({ Name: "Ann" }),
  });
  return present(response.headers.get("x-run-id"));
}

const run = async (id: string) => (await client.call("GET", `/api/runs/${id}`)).body;

async function outboxCount(runId: string): Promise<number> {
  const row = await env.DB.prepare("select count(*) as n from outbox where run_id = ?")
    .bind(runId)
    .first<{ n: number }>();
  return present(row).n;
}

/** Tries a run with the faulty services, then without the fault: it must end done, with its delivery exactly once. */
async function survives(runId: string, faulty: MergeServices): Promise<void> {
  const { workspaceId } = client.caller;
  const outcome = await executeQueued(faulty, workspaceId, runId);
  expect(outcome.settled).toBe(false);
  expect((await run(runId)).files).toEqual([]);
  expect(await outboxCount(runId)).toBe(0);

  expect(await executeQueued(services(), workspaceId, runId)).toEqual({ settled: true });
  expect(await run(runId)).toMatchObject({ status: "done", files: [{ name: "Fault.html" }] });
  expect(await outboxCount(runId)).toBe(1);
}

describe("a queued merge survives", () => {
  it("a file that cannot be put", async () => {
    await survives(await acceptedRun(), services({ FILES: failing(env.FILES, "put", () => true) }));
  });

  it("a batch of rows that fails after its file was put", async () => {
    // The first batch takes the run up.
    let batches = 0;
    await survives(await acceptedRun(), services({ DB: failing(env.DB, "batch", () => ++batches > 1) }));
  });

  it("a browser that cannot be launched: the run waits as long as the platform asks", async () => {
    const runId = await acceptedRun("pdf");
    const failure = { code: "browser_unavailable", message: "No browser.", retryAfterSeconds: 7 };
    const pool = { getByName: () => ({ print: async () => ({ failure }) }) };
    const { workspaceId } = client.caller;
    const refused = services({ BROWSER_POOL: standIn<Env["BROWSER_POOL"]>(pool) });
    expect(await executeQueued(refused, workspaceId, runId)).toEqual({ settled: false, retryAfterSeconds: 7 });
    expect(await run(runId)).toMatchObject({ status: "accepted", files: [], tries: 1 });
    expect(await outboxCount(runId)).toBe(0);

    expect(await executeQueued(services(), workspaceId, runId)).toEqual({ settled: true });
    expect(await run(runId)).toMatchObject({ status: "done", tries: 2, files: [{ name: "Fault.pdf" }] });
    expect(await outboxCount(runId)).toBe(1);
  });

  it("a browser that dies in every try, until its tries are used up", async () => {
    const runId = await acceptedRun("pdf");
    const pool = { getByName: () => ({ print: async () => Promise.reject(new Error("The browser is gone.")) }) };
    const refused = services({ BROWSER_POOL: standIn<Env["BROWSER_POOL"]>(pool) });
    for (let tries = 1; tries < 5; tries++)
      expect((await executeQueued(refused, client.caller.workspaceId, runId)).settled).toBe(false);
    expect(await executeQueued(refused, client.caller.workspaceId, runId)).toEqual({ settled: true });
    expect(await run(runId)).toMatchObject({ status: "failed", tries: 5, problem: { code: "internal_error" } });
    const replayed = await client.call("POST", `/api/runs/${runId}/replay`);
    await executeQueued(services(), client.caller.workspaceId, replayed.body.run_id);
    expect(await run(replayed.body.run_id)).toMatchObject({ status: "done" });
  });

  it("a document that is deleted, or gets another template, after it was accepted", async () => {
    const [deleted, changed] = [await acceptedRun(), await acceptedRun()];
    const documentOf = async (id: string) => `/api/documents/${(await run(id)).document_id}`;
    expect((await client.call("DELETE", await documentOf(deleted))).status).toBe(200);
    expect((await client.call("PUT", await documentOf(changed), { html: "other" })).status).toBe(200);
    for (const runId of [deleted, changed]) {
      await executeQueued(services(), client.caller.workspaceId, runId);
      const [file] = (await run(runId)).files;
      expect(await (await testService()(new URL(file.url).pathname)).text()).toBe("<p>Ann</p>");
      expect(await outboxCount(runId)).toBe(1);
    }
  });

  it("a queue that takes no messages about its deliveries: the cron sends them a minute later, once", async () => {
    const runId = await acceptedRun();
    const deaf = services({ DELIVERIES: failing(env.DELIVERIES, "sendBatch", () => true) });
    expect(await executeQueued(deaf, client.caller.workspaceId, runId)).toEqual({ settled: true });
    const { store } = services();
    const [entry] = await store.outbox.ofRun(client.caller.workspaceId, runId);
    const due = async (minutes: number) => {
      const taken = await store.upkeep.outbox.takeDue(new Date(Date.now() + minutes * 60_000), 10_000);
      return taken.filter(({ id }) => id === present(entry).id).length;
    };
    expect([await due(0), await due(1.1), await due(1.1)]).toEqual([0, 1, 0]);
  });

  it("a message that comes twice, also at the same time", async () => {
    const runId = await acceptedRun();
    const { workspaceId } = client.caller;
    await Promise.all([1, 2, 3].map(() => executeQueued(services(), workspaceId, runId)));
    await executeQueued(services(), workspaceId, runId);
    expect(await run(runId)).toMatchObject({ status: "done", tries: 1 });
    expect(await outboxCount(runId)).toBe(1);
  });

  it("an isolate that goes away in the middle: the lease ends and the cron sends the run again", async () => {
    const runId = await acceptedRun();
    const { workspaceId } = client.caller;
    await services().store.runs.start(workspaceId, runId, new Date());
    expect(await executeQueued(services(), workspaceId, runId)).toEqual({ settled: true });
    expect((await run(runId)).status).toBe("running");

    await env.DB.prepare("update runs set due_at = 1 where id = ?").bind(runId).run();
    const sent: unknown[] = [];
    const queue = { sendBatch: async (messages: Iterable<unknown>) => void sent.push(...messages) };
    await resendDueRuns(services({ MERGES: standIn<Env["MERGES"]>(queue) }));
    expect(JSON.stringify(sent)).toContain(runId);
    await executeQueued(services(), workspaceId, runId);
    expect(await run(runId)).toMatchObject({ status: "done", tries: 2 });
    expect(await outboxCount(runId)).toBe(1);
  });
});

it("accepts a merge although the queue takes no message; the cron makes up for it", async () => {
  const { body } = await client.call("POST", "/api/documents", { name: "Q", type: "html", output: "html", html: "x" });
  const deaf = testService(undefined, { MERGES: failing(env.MERGES, "send", () => true) });
  const response = await deaf(new URL(body.url).pathname, { method: "POST", body: "" });
  expect([response.status, await response.text()]).toEqual([201, '{"success":1}']);
  expect(await run(present(response.headers.get("x-run-id")))).toMatchObject({ status: "accepted" });
});

it("answers with a failure if a caller waits, and delivers nothing later", async () => {
  const { id, path } = await mailedDocument(client.call);
  const broken = testService(undefined, { FILES: failing(env.FILES, "put", () => true) });
  const response = await broken(`${path}?download=1`, { method: "POST", body: "" });
  expect(response.status).toBe(500);
  const [failed] = (await client.call("GET", `/api/runs?document_id=${id}`)).body;
  expect(failed.status).toBe("failed");
  expect(await outboxCount(failed.id)).toBe(0);
});

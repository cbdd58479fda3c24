import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import type { Env } from "../env.ts";
import { resendDueMerges } from "../jobs/merge-consumer.ts";
import { mergeQueued } from "./merge-queued.ts";
import type { MergeServices } from "./merge-services.ts";
import { failing, faultyServices as services } from "./testing/faulty-services.ts";

/** The faults that a merge must survive (security: "Faults that must lose nothing"), each put where it hurts. */

let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  client = await newClient();
});

async function acceptedRun(): Promise<string> {
  const { body } = await client.call("POST", "/api/documents", {
    name: "Fault",
    type: "html",
    output: "html",
    html: "<p>{$Name}</p>",
    notification: { to: "a@example.com", subject: "s", html: "x" },
  });
  const response = await testService()(new URL(body.url).pathname, {
    method: "POST",
    body: new URLSearchParams({ Name: "Ann" }),
  });
  return response.headers.get("x-run-id")!;
}

const run = async (id: string) => (await client.call("GET", `/api/runs/${id}`)).body;

async function outboxCount(runId: string): Promise<number> {
  const row = await env.DB.prepare("select count(*) as n from outbox where run_id = ?")
    .bind(runId)
    .first<{ n: number }>();
  return row!.n;
}

/** Tries a run with the faulty services, then without the fault: it must end done, with its delivery exactly once. */
async function survives(runId: string, faulty: MergeServices): Promise<void> {
  const { workspaceId } = client.caller;
  const outcome = await mergeQueued(faulty, workspaceId, runId);
  expect(outcome.settled).toBe(false);
  expect((await run(runId)).files).toEqual([]);
  expect(await outboxCount(runId)).toBe(0);

  expect(await mergeQueued(services(), workspaceId, runId)).toEqual({ settled: true });
  expect(await run(runId)).toMatchObject({ status: "done", files: [{ name: "Fault.html" }] });
  expect(await outboxCount(runId)).toBe(1);
}

describe("a queued merge survives", () => {
  it("a file that cannot be put", async () => {
    await survives(await acceptedRun(), services({ FILES: failing(env.FILES, "put", () => true) }));
  });

  it("a batch of rows that fails after its file was put", async () => {
    await survives(await acceptedRun(), services({ DB: failing(env.DB, "batch", () => true) }));
  });

  it("a message that comes twice, also at the same time", async () => {
    const runId = await acceptedRun();
    const { workspaceId } = client.caller;
    await Promise.all([1, 2, 3].map(() => mergeQueued(services(), workspaceId, runId)));
    await mergeQueued(services(), workspaceId, runId);
    expect(await run(runId)).toMatchObject({ status: "done", tries: 1 });
    expect(await outboxCount(runId)).toBe(1);
  });

  it("an isolate that goes away in the middle: the lease ends and the cron sends the run again", async () => {
    const runId = await acceptedRun();
    const { workspaceId } = client.caller;
    await services().store.runs.start(workspaceId, runId, new Date());
    expect(await mergeQueued(services(), workspaceId, runId)).toEqual({ settled: true });
    expect((await run(runId)).status).toBe("running");

    await env.DB.prepare("update runs set due_at = 1 where id = ?").bind(runId).run();
    const sent: unknown[] = [];
    const queue = { sendBatch: async (messages: Iterable<unknown>) => void sent.push(...messages) };
    await resendDueMerges({ ...env, MERGES: queue } as unknown as Env, services());
    expect(JSON.stringify(sent)).toContain(runId);
    await mergeQueued(services(), workspaceId, runId);
    expect(await run(runId)).toMatchObject({ status: "done", tries: 2 });
    expect(await outboxCount(runId)).toBe(1);
  });
});

it("accepts a merge although the queue takes no message; the cron makes up for it", async () => {
  const { body } = await client.call("POST", "/api/documents", { name: "Q", type: "html", output: "html", html: "x" });
  const deaf = testService(undefined, { MERGES: failing(env.MERGES, "send", () => true) });
  const response = await deaf(new URL(body.url).pathname, { method: "POST", body: "" });
  expect([response.status, await response.text()]).toEqual([201, '{"success":1}']);
  expect(await run(response.headers.get("x-run-id")!)).toMatchObject({ status: "accepted" });
});

it("answers a failure when a caller waits, and delivers nothing of it later", async () => {
  const { body } = await client.call("POST", "/api/documents", {
    name: "W",
    type: "html",
    output: "html",
    html: "x",
    notification: { to: "a@example.com", subject: "s", html: "x" },
  });
  const broken = testService(undefined, { FILES: failing(env.FILES, "put", () => true) });
  const response = await broken(`${new URL(body.url).pathname}?download=1`, { method: "POST", body: "" });
  expect(response.status).toBe(500);
  const [failed] = (await client.call("GET", `/api/runs?document_id=${body.id}`)).body;
  expect(failed.status).toBe("failed");
  expect(await outboxCount(failed.id)).toBe(0);
});

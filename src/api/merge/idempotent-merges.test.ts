import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import { executeQueued } from "../../merge/execute-queued.ts";
import { failing, faultyServices } from "../../merge/testing/faulty-services.ts";

/**
 * One key, one run, one set of deliveries: even if the first request died before it could say so, or failed after its
 * run was done (wire "Headers"). What is light and made while its caller waits is written with its key: `keyed-once.test.ts`.
 */

type Client = Awaited<ReturnType<typeof newClient>>;

let client: Client;
const addresses: Record<string, string> = {};

beforeAll(async () => {
  client = await newClient();
  const email = { to: "a@example.com", text: "x" };
  const members = {
    name: "Page",
    type: "html",
    output: "html",
    html: "<p>{$Name}</p>",
    notification: { to: email.to, html: "x" },
  };
  const { body: document } = await client.call("POST", "/api/documents", members);
  const rules = [{ document_id: document.id }, { document_id: document.id }];
  const { body: route } = await client.call("POST", "/api/routes", { name: "Pack", rules });
  await client.call("POST", `/api/routes/${route.id}/deliveries`, { type: "email", settings: email });
  addresses.document = new URL(document.url).pathname;
  addresses.route = new URL(route.url).pathname;
  addresses.batch = `${addresses.document}/batch`;
});

async function post(address: string, key: string, data: unknown, service = testService()) {
  const response = await service(address, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(data),
  });
  const { status, headers } = response;
  return { status, runId: headers.get("x-run-id"), headers, text: await response.text() };
}

/** The first request has died: its answer was never kept, and its time has run out. */
const forgetAnswer = (key: string) =>
  env.DB.prepare("update idempotency_keys set status = null, headers = null, body = null, started_at = 1 where key = ?")
    .bind(key)
    .run();

/** As if the isolate had gone away before the run's last batch: nothing of it is there except its data. */
async function undo(runId: string): Promise<void> {
  const far = Date.now() + 60_000;
  await env.DB.batch([
    env.DB.prepare("delete from outbox where run_id = ? or run_id like ?").bind(runId, `${runId}-%`),
    env.DB.prepare("delete from runs where parent_id = ?").bind(runId),
    env.DB.prepare("delete from run_files where run_id = ?").bind(runId),
    env.DB.prepare("update runs set status = 'running', data = ?, due_at = ?, finished_at = null where id = ?").bind(
      '{"Name":"Ann"}',
      far,
      runId,
    ),
  ]);
}

const rows = async (table: "runs" | "outbox") =>
  present(
    await env.DB.prepare(`select count(*) as n from ${table} where workspace_id = ?`)
      .bind(client.caller.workspaceId)
      .first<{ n: number }>(),
  ).n;

/** How many runs and deliveries some work makes. */
async function made(work: () => Promise<void>): Promise<{ runs: number; deliveries: number }> {
  const [runs, deliveries] = [await rows("runs"), await rows("outbox")];
  await work();
  return { runs: (await rows("runs")) - runs, deliveries: (await rows("outbox")) - deliveries };
}

const mergeNow = (runId: string | null) => executeQueued(faultyServices(), client.caller.workspaceId, present(runId));

describe.each([
  ["document", { Name: "Ann", Large: "x".repeat(70_000) }, { runs: 1, deliveries: 1 }],
  ["route", { Name: "Ann" }, { runs: 3, deliveries: 3 }],
])("a merge of a %s under an Idempotency-Key", (kind, data, expected) => {
  const newKey = () => crypto.randomUUID();

  it.each(["", "?download=1"])("is made once, however often it is asked for: %j", async (query) => {
    const key = newKey();
    const counts = await made(async () => {
      const first = await post(addresses[kind] + query, key, data);
      expect(first.status).toBe(201);
      if (query === "") await mergeNow(first.runId);
      const again = await post(addresses[kind] + query, key, data);
      expect([again.status, again.runId, again.text]).toEqual([201, first.runId, first.text]);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
    });
    expect(counts).toEqual(expected);
  });

  it("is answered from the files of its run, which are kept once and can be purged", async () => {
    const key = newKey();
    const first = await post(`${addresses[kind]}?download=1`, key, data);
    const row = () =>
      env.DB.prepare("select status, body, body_key from idempotency_keys where key = ?").bind(key).first<object>();
    expect(await row()).toEqual({ status: 201, body: null, body_key: null });
    await mergeNow(first.runId);
    expect((await client.call("POST", `/api/runs/${first.runId}/purge`)).status).toBe(200);
    const purged = await post(`${addresses[kind]}?download=1`, key, data);
    expect([purged.status, JSON.parse(purged.text).code]).toEqual([410, "data_expired"]);
  });

  it("is made once when many ask at once", async () => {
    const key = newKey();
    const counts = await made(async () => {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post(`${addresses[kind]}?download=1`, key, data)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
      expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
      expect(new Set(answers.flatMap(({ runId }) => runId ?? [])).size).toBe(1);
    });
    expect(counts).toEqual(expected);
  });

  it("that was accepted before its request died is found again", async () => {
    const key = newKey();
    const counts = await made(async () => {
      const first = await post(present(addresses[kind]), key, data);
      await forgetAnswer(key);
      const again = await post(present(addresses[kind]), key, data);
      expect([again.status, again.runId]).toEqual([201, first.runId]);
      await mergeNow(first.runId);
      await mergeNow(first.runId);
      await forgetAnswer(key);
      expect((await post(present(addresses[kind]), key, data)).runId).toBe(first.runId);
    });
    expect(counts).toEqual(expected);
  });

  it("that was done before its request died is answered with its files", async () => {
    const key = newKey();
    const counts = await made(async () => {
      const first = await post(`${addresses[kind]}?download=1`, key, data);
      await forgetAnswer(key);
      const again = await post(`${addresses[kind]}?download=1`, key, data);
      expect([again.status, again.runId, again.text]).toEqual([201, first.runId, first.text]);
      expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
    });
    expect(counts).toEqual(expected);
  });

  it("whose request died in the middle is taken up again, but not before its lease ends", async () => {
    const key = newKey();
    const counts = await made(async () => {
      const { runId } = await post(`${addresses[kind]}?download=1`, key, data);
      await undo(present(runId));
      await forgetAnswer(key);
      const busy = await post(`${addresses[kind]}?download=1`, key, data);
      expect([busy.status, JSON.parse(busy.text).code]).toEqual([409, "idempotency_in_progress"]);
      await env.DB.prepare("update runs set due_at = 1 where id = ?").bind(runId).run();
      const again = await post(`${addresses[kind]}?download=1`, key, data);
      expect([again.status, again.runId]).toEqual([201, runId]);
      expect((await client.call("GET", `/api/runs/${runId}`)).body).toMatchObject({ status: "done", tries: 2 });
    });
    expect(counts).toEqual(expected);
  });

  it("that failed for reasons of our own is made by the next try", async () => {
    const key = newKey();
    // Data that are large are put first.
    let allowed = kind === "document" ? 1 : 0;
    const broken = testService(undefined, { FILES: failing(env.FILES, "put", () => allowed-- <= 0) });
    const counts = await made(async () => {
      expect((await post(`${addresses[kind]}?download=1`, key, data, broken)).status).toBe(500);
      expect((await post(`${addresses[kind]}?download=1`, key, data)).status).toBe(201);
    });
    expect(counts).toEqual({ runs: expected.runs + 1, deliveries: expected.deliveries });
  });

  it("that was done before its answer failed is not made again", async () => {
    const key = newKey();
    let fails = true;
    const broken = testService(undefined, { DELIVERIES: failing(env.DELIVERIES, "sendBatch", () => fails) });
    const counts = await made(async () => {
      expect((await post(`${addresses[kind]}?download=1`, key, data, broken)).status).toBe(201);
      fails = false;
      await forgetAnswer(key);
      expect((await post(`${addresses[kind]}?download=1`, key, data)).status).toBe(201);
    });
    expect(counts).toEqual(expected);
  });
});

it("makes one batch of two requests, the first of which died", async () => {
  const key = crypto.randomUUID();
  const counts = await made(async () => {
    const first = await post(present(addresses.batch), key, [{ Name: "a" }, { Name: "b" }]);
    expect(first.status).toBe(202);
    await forgetAnswer(key);
    const again = await post(present(addresses.batch), key, [{ Name: "a" }, { Name: "b" }]);
    expect([again.status, again.runId]).toEqual([202, first.runId]);
  });
  expect(counts).toEqual({ runs: 1, deliveries: 0 });
});

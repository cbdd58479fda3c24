import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { executeQueued } from "./execute-queued.ts";
import { happeningAt, MOMENTS, type Moment, faultyServices as services } from "./testing/faulty-services.ts";
import { mailedDocument } from "./testing/mailed-document.ts";

/** Each binding that a merge writes to or reads from fails once, before it does its work or after it: docs/faults.md. */

let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  client = await newClient();
});

/** Fails the first call of a method: the work is not begun, or it is done and the answer gets lost. */
const failingOnce = <Binding extends object>(binding: Binding, method: keyof Binding, moment: Moment): Binding =>
  happeningAt(binding, method, moment, async () => {
    throw new Error(`${String(method)} failed ${moment} its work`);
  });

/** The database, whose n-th single statement fails. */
function failingStatement(moment: Moment, nth: number): D1Database {
  let calls = 0;
  const wrapped = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        if (name === "bind") return (...args: unknown[]) => wrapped(value.apply(target, args) as D1PreparedStatement);
        return async (...args: unknown[]) => {
          if (++calls !== nth) return await (value.apply(target, args) as unknown);
          if (moment === "after") await value.apply(target, args);
          throw new Error(`A statement failed ${moment} its work`);
        };
      },
    });
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => wrapped(target.prepare(sql));
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function acceptedRun(): Promise<string> {
  const { path } = await mailedDocument(client.call);
  const data = new URLSearchParams({ Name: "Ann", Large: "x".repeat(80_000) });
  const response = await testService()(path, { method: "POST", body: data });
  return response.headers.get("x-run-id") ?? "";
}

/** As the platform and the cron would: the message comes again, and a lease that nobody gave back ends. */
async function untilSettled(runId: string): Promise<void> {
  for (let again = 0; again < 3; again++) {
    await env.DB.prepare("update runs set due_at = 1 where id = ? and status in ('accepted', 'running')")
      .bind(runId)
      .run();
    await executeQueued(services(), client.caller.workspaceId, runId);
  }
}

async function expectDoneOnce(runId: string): Promise<void> {
  const run = (await client.call("GET", `/api/runs/${runId}`)).body;
  expect(run).toMatchObject({ status: "done", files: [{ name: "Fault.html" }] });
  expect(await (await testService()(new URL(run.files[0].url).pathname)).text()).toBe("<p>Ann</p>");
  const row = await env.DB.prepare("select count(*) as n from outbox where run_id = ?")
    .bind(runId)
    .first<{ n: number }>();
  expect(row?.n).toBe(1);
}

describe.each(MOMENTS)("a merge is done once, with its delivery, although %s its work", (moment) => {
  it.each([
    ["R2 fails to put its file", () => ({ FILES: failingOnce(env.FILES, "put", moment) })],
    ["R2 fails to get its data", () => ({ FILES: failingOnce(env.FILES, "get", moment) })],
    ["D1 fails the batch that makes it done", () => ({ DB: failingOnce(env.DB, "batch", moment) })],
    ["D1 fails its first statement", () => ({ DB: failingStatement(moment, 1) })],
    ["D1 fails its second statement", () => ({ DB: failingStatement(moment, 2) })],
    ["D1 fails its third statement", () => ({ DB: failingStatement(moment, 3) })],
    ["the queue fails to take its delivery", () => ({ DELIVERIES: failingOnce(env.DELIVERIES, "sendBatch", moment) })],
  ])("%s", async (_, bindings) => {
    const runId = await acceptedRun();
    try {
      await executeQueued(services(bindings()), client.caller.workspaceId, runId);
    } catch {
      // The consumer throws: the platform sends the message again.
    }
    await untilSettled(runId);
    await expectDoneOnce(runId);
  });

  it("the queue fails to take the run itself", async () => {
    const { path } = await mailedDocument(client.call);
    const faulty = testService(undefined, { MERGES: failingOnce(env.MERGES, "send", moment) });
    const response = await faulty(path, { method: "POST", body: "Name=Ann" });
    expect([response.status, await response.text()]).toEqual([201, '{"success":1}']);
    const runId = response.headers.get("x-run-id") ?? "";
    await untilSettled(runId);
    await expectDoneOnce(runId);
  });

  it("R2 fails to put the data of a run that is being accepted: accepted and done, or refused and gone", async () => {
    const { body } = await client.call("POST", "/api/documents", {
      name: "Fault",
      type: "html",
      output: "html",
      html: "<p>{$Name}</p>",
    });
    const faulty = testService(undefined, { FILES: failingOnce(env.FILES, "put", moment) });
    const data = new URLSearchParams({ Name: "Ann", Large: "x".repeat(80_000) });
    const response = await faulty(new URL(body.url).pathname, { method: "POST", body: data });
    const runs = (await client.call("GET", `/api/runs?document_id=${body.id}`)).body;
    if (response.status === 201) expect(runs).toHaveLength(1);
    else expect(runs.filter(({ status }: { status: string }) => status !== "failed")).toEqual([]);
  });
});

import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { attemptDelivery } from "../delivery/attempt.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import { executeQueued } from "./execute-queued.ts";
import { faultyServices, happeningAt, MOMENTS, type Moment } from "./testing/faulty-services.ts";
import { mailedDocument } from "./testing/mailed-document.ts";

/** An isolate goes away, its clock jumps, a browser dies, each before a write and after it: docs/faults.md. */

/** A queue that brings no messages: the tests do the work themselves. */
const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });
const quietService = testService(undefined, { MERGES: silent, DELIVERIES: silent });

let client: Awaited<ReturnType<typeof newClient>>;
beforeAll(async () => {
  client = await newClient();
});

async function acceptedRun(output: string): Promise<string> {
  const { path } = await mailedDocument(client.call, output);
  const response = await quietService(path, { method: "POST", body: "Name=Ann" });
  return response.headers.get("x-run-id") ?? "";
}

/** As the platform and the cron would: the lease ends, and the message comes again. */
async function doneByAnother(runId: string): Promise<void> {
  await env.DB.prepare("update runs set due_at = 1 where id = ? and status in ('accepted', 'running')")
    .bind(runId)
    .run();
  expect(await executeQueued(faultyServices(), client.caller.workspaceId, runId)).toEqual({ settled: true });
}

async function expectDoneOnce(runId: string, extension = "html"): Promise<void> {
  const run = (await client.call("GET", `/api/runs/${runId}`)).body;
  expect(run).toMatchObject({ status: "done", files: [{ name: `Fault.${extension}` }] });
  expect((await testService()(new URL(run.files[0].url).pathname)).status).toBe(200);
  const count = await env.DB.prepare("select count(*) as n from outbox where run_id = ?")
    .bind(runId)
    .first<number>("n");
  expect(count).toBe(1);
}

const WRITES = [
  [
    "R2 is written",
    (moment: Moment, happens: () => Promise<void>) => ({ FILES: happeningAt(env.FILES, "put", moment, happens) }),
  ],
  [
    "D1 is written",
    (moment: Moment, happens: () => Promise<void>) => ({ DB: happeningAt(env.DB, "batch", moment, happens) }),
  ],
  [
    "the queue is written",
    (moment: Moment, happens: () => Promise<void>) => ({
      DELIVERIES: happeningAt(env.DELIVERIES, "sendBatch", moment, happens),
    }),
  ],
] as const;

describe.each(MOMENTS)("a merge is done once although, %s", (moment) => {
  /** Isolates that freeze; they come back once another one has done their work. */
  const back: (() => void)[] = [];
  afterEach(() => {
    for (const resume of back.splice(0)) resume();
  });

  it.each(WRITES)("%s, its isolate goes away, and comes back late", async (_, bindings) => {
    const runId = await acceptedRun("html");
    let stood = () => {};
    const stands = new Promise<void>((resolve) => {
      stood = resolve;
    });
    const services = faultyServices(
      bindings(moment, async () => {
        stood();
        await new Promise<void>((resolve) => back.push(resolve));
      }),
    );
    const dead = executeQueued(services, client.caller.workspaceId, runId);
    await stands;
    await doneByAnother(runId);
    await expectDoneOnce(runId);
    for (const resume of back.splice(0)) resume();
    await dead;
    await expectDoneOnce(runId);
  });

  it.each(
    WRITES.flatMap(([write, bindings]) => [
      [write, "ahead", 10, bindings] as const,
      [write, "back", -10, bindings] as const,
    ]),
  )("%s, its clock jumps %s", async (_, _direction, minutes, bindings) => {
    const runId = await acceptedRun("html");
    let skewMs = 0;
    const jump = async () => {
      skewMs = minutes * 60_000;
    };
    const services = { ...faultyServices(bindings(moment, jump)), now: () => new Date(Date.now() + skewMs) };
    const { workspaceId } = client.caller;
    expect(await executeQueued(services, workspaceId, runId)).toEqual({ settled: true });
    expect(await executeQueued(faultyServices(), workspaceId, runId)).toEqual({ settled: true });
    await expectDoneOnce(runId);
  });
});

it("a merge is done once although the browser dies once it has printed, and its answer is lost", async () => {
  const runId = await acceptedRun("pdf");
  let prints = 0;
  const pool = {
    getByName: (name: string) => ({
      print: async (...args: Parameters<ReturnType<Env["BROWSER_POOL"]["getByName"]>["print"]>) => {
        await env.BROWSER_POOL.getByName(name).print(...args);
        prints++;
        throw new Error("The browser is gone.");
      },
    }),
  };
  const { workspaceId } = client.caller;
  const services = faultyServices({ BROWSER_POOL: standIn<Env["BROWSER_POOL"]>(pool) });
  expect((await executeQueued(services, workspaceId, runId)).settled).toBe(false);
  expect(prints).toBe(1);
  await doneByAnother(runId);
  await expectDoneOnce(runId, "pdf");
});

describe.each(MOMENTS)("a webhook is made under one id although, %s it is taken,", (moment) => {
  /** What the receiver got. */
  let received: string[];
  const transport =
    (fault: () => Promise<void>): typeof fetch =>
    async (_, init) => {
      if (moment === "before") await fault();
      received.push(new Headers(init?.headers).get("webhook-id") ?? "");
      if (moment === "after") await fault();
      return new Response("taken");
    };

  async function delivery() {
    received = [];
    const { workspaceId } = client.caller;
    const { body } = await client.call("POST", "/api/documents", {
      ...{ name: "Fault", type: "html", output: "html", html: "<p>{$Name}</p>" },
    });
    const webhook = { type: "webhook", settings: { url: "https://example.com/hook", file_url: 1 } };
    await client.call("POST", `/api/documents/${body.id}/deliveries`, webhook);
    const response = await quietService(new URL(body.url).pathname, { method: "POST", body: "Name=Ann" });
    const runId = response.headers.get("x-run-id") ?? "";
    const services = faultyServices({ PUBLIC_BASE_URL: "https://docs.example", DELIVERIES: silent });
    await executeQueued(services, workspaceId, runId);
    const [entry] = await services.store.outbox.ofRun(workspaceId, runId);
    const id = entry?.id ?? "";
    /** One try at this time. */
    const attempt = async (minutes: number, fault: () => Promise<void> = async () => {}) =>
      await attemptDelivery(
        {
          ...services,
          now: () => new Date(Date.now() + minutes * 60_000),
          outbound: (hosts) => ({
            ...services.outbound(hosts),
            resolve: async () => [Uint8Array.of(93, 184, 216, 34)],
            transport: transport(fault),
          }),
        },
        workspaceId,
        id,
      );
    return { id, attempt, status: async () => (await services.store.outbox.byId(workspaceId, id))?.status };
  }

  it("the network fails", async () => {
    const { id, attempt, status } = await delivery();
    const fault = async () => {
      throw new TypeError("Network connection lost.");
    };
    expect((await attempt(0, fault)).state).toBe("again");
    expect(await status()).toBe("pending");
    expect(await attempt(1)).toEqual({ state: "settled" });
    expect([await status(), received]).toEqual(["done", moment === "before" ? [id] : [id, id]]);
  });

  it("its isolate goes away, and comes back late", async () => {
    const { id, attempt, status } = await delivery();
    let resume = () => {};
    let stood = () => {};
    const stands = new Promise<void>((resolve) => {
      stood = resolve;
    });
    const dead = attempt(0, async () => {
      stood();
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    });
    await stands;
    expect((await attempt(1)).state).toBe("settled");
    expect(await status()).toBe("sending");
    await attempt(3);
    expect([await status(), new Set(received)]).toEqual(["done", new Set([id])]);
    resume();
    await dead;
    expect([await status(), received]).toEqual(["done", [id, id]]);
  });
});

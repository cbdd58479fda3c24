import { describe, expect, it } from "vitest";
import type { Log } from "../domain/log.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import type { MergeServices } from "../merge/context.ts";
import type { Store } from "../store/store.ts";
import { consumeDeadDeliveries, consumeDeliveries } from "./delivery-consumer.ts";
import { requeue } from "./requeue.ts";
import { consumeDeadRuns, consumeTools } from "./run-consumer.ts";

const NOW = new Date("2026-11-23T04:00:00Z");

/** Services with these bindings, and the lines of their log. */
function servicesWith(bindings: Partial<Record<keyof Env, unknown>>) {
  const lines: unknown[] = [];
  const log = standIn<Log>({
    warn: (event: string, fields: object) => lines.push([event, fields]),
    failure: (event: string, thrown: unknown, fields: object) => lines.push([event, String(thrown), fields]),
  });
  return { lines, services: standIn<MergeServices>({ env: standIn<Env>(bindings), log, now: () => NOW }) };
}

/** A batch of one message, and what became of it. */
function batchOf(body: unknown) {
  const settled: unknown[] = [];
  const message = standIn<Message>({
    body,
    ack: () => settled.push("acknowledged"),
    retry: (options: unknown) => settled.push(options),
  });
  return { settled, batch: standIn<MessageBatch>({ messages: [message] }) };
}

const delivery = { workspaceId: "w", outboxId: "o" };
const run = { workspaceId: "w", runId: "r" };

describe("deliveries from the queue", () => {
  const attempts = (fetch: () => Promise<Response>) => ({ idFromName: (name: string) => name, get: () => ({ fetch }) });

  it("are tried by an object of their own, and then acknowledged", async () => {
    const { services, lines } = servicesWith({ DELIVERY_ATTEMPTS: attempts(async () => new Response(null)) });
    const { batch, settled } = batchOf(delivery);
    await consumeDeliveries(batch, services);
    expect([settled, lines]).toEqual([["acknowledged"], []]);
  });

  it("come again when the object is gone, which the log says with run and workspace", async () => {
    const gone = attempts(() => Promise.reject(new Error("object reset")));
    const { services, lines } = servicesWith({ DELIVERY_ATTEMPTS: gone });
    const { batch, settled } = batchOf(delivery);
    await consumeDeliveries(batch, services);
    expect(settled).toEqual([{ delaySeconds: 5 }]);
    expect(lines).toEqual([["delivery.attempt_failed", "Error: object reset", { workspace_id: "w", outbox_id: "o" }]]);
  });
});

describe("messages that the platform gave up on", () => {
  it("are a line in the log each, and gone: their rows are sent again", async () => {
    const { services, lines } = servicesWith({});
    const deliveries = batchOf(delivery);
    const runs = batchOf(run);
    await consumeDeadDeliveries(deliveries.batch, services);
    await consumeDeadRuns(runs.batch, services);
    expect([deliveries.settled, runs.settled]).toEqual([["acknowledged"], ["acknowledged"]]);
    expect(lines).toEqual([
      ["delivery.message_dead", { workspace_id: "w", outbox_id: "o" }],
      ["run.message_dead", { workspace_id: "w", run_id: "r" }],
    ]);
  });
});

describe("tools from the queue", () => {
  const pool = (execute: () => Promise<unknown>) => ({
    getByName: () => ({ reserve: async () => true, execute }),
  });

  it.each([
    [{ settled: true }, "acknowledged"],
    [{ settled: false, retryAfterSeconds: 30 }, { delaySeconds: 30 }],
  ])("whose object says %j", async (outcome, expected) => {
    const { services } = servicesWith({ TOOL_WORKERS: pool(async () => outcome) });
    const { batch, settled } = batchOf(run);
    await consumeTools(batch, services);
    expect(settled).toEqual([expected]);
  });

  it("come again when their object died, without waiting for the end of its lease", async () => {
    const { services, lines } = servicesWith({ TOOL_WORKERS: pool(() => Promise.reject(new Error("out of memory"))) });
    const released: unknown[] = [];
    const runs = standIn<Store["runs"]>({ releaseLost: async (...names: unknown[]) => void released.push(names) });
    const { batch, settled } = batchOf(run);
    await consumeTools(batch, { ...services, store: standIn<Store>({ runs }) });
    expect(released).toEqual([["w", "r", NOW]]);
    expect(settled).toEqual([{ delaySeconds: 1 }]);
    expect(lines).toEqual([["run.tool_worker_failed", "Error: out of memory", { workspace_id: "w", run_id: "r" }]]);
  });
});

describe("the next try of a delivery", () => {
  async function requeued(seconds: number | undefined, send: (...list: unknown[]) => Promise<void>) {
    const { services, lines } = servicesWith({ DELIVERIES: { send } });
    const at = new Date(NOW.getTime() + (seconds ?? 0) * 1000);
    await requeue(services, delivery, seconds === undefined ? { state: "settled" } : { state: "again", at });
    return lines;
  }

  it.each([
    ["soon goes through the queue", 30, [[delivery, { delaySeconds: 30 }]]],
    ["that is due is sent at once", -30, [[delivery, { delaySeconds: 0 }]]],
    ["in a day is left to the cron", 86_400, []],
    ["of one that is settled is none", undefined, []],
  ])("%s", async (_, seconds, expected) => {
    const sent: unknown[] = [];
    await requeued(seconds, async (...list) => {
      sent.push(list);
    });
    expect(sent).toEqual(expected);
  });

  it("that cannot be queued is a line in the log: the cron sends what is due", async () => {
    const lines = await requeued(30, () => Promise.reject(new Error("queue is away")));
    expect(lines).toEqual([["delivery.not_queued", "Error: queue is away", { workspace_id: "w", outbox_id: "o" }]]);
  });
});

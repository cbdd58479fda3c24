import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, it } from "vitest";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import { faultyServices } from "../merge/testing/faulty-services.ts";
import { createStore } from "../store/store.ts";
import { documentTask } from "../store/testing/run-tasks.ts";
import { resendDueRuns } from "./run-consumer.ts";

/** Long before anything that other tests write into the same database. */
const then = new Date("1999-02-03T04:05:06.000Z");
const later = (minutes: number) => new Date(then.getTime() + minutes * 60_000);
const store = createStore(env);
let workspaceId: string;

beforeAll(async () => {
  workspaceId = (await store.control.workspaces.create("waiting", then)).id;
});
afterEach(async () => {
  await env.DB.prepare("delete from runs where workspace_id = ?").bind(workspaceId).run();
});

/** Queues that note what they are sent, which is as much at once as the platform takes. */
function queues(takes: () => void = () => {}) {
  const sent: Record<"MERGES" | "TOOLS", string[]> = { MERGES: [], TOOLS: [] };
  const queue = (name: "MERGES" | "TOOLS") =>
    standIn<Queue>({
      sendBatch: async (messages: Iterable<{ body: { runId: string } }>) => {
        takes();
        const ids = [...messages].map(({ body }) => body.runId);
        expect(ids.length).toBeLessThanOrEqual(100);
        sent[name].push(...ids);
      },
    });
  return { sent, bindings: { MERGES: queue("MERGES"), TOOLS: queue("TOOLS") } as Partial<Env> };
}

const newRun = { source: "merge", test: false, data: "{}", requestId: "r", askedBy: undefined } as const;

/** Merges and file tools, accepted then: a tenth of them are tools. */
async function waiting(count: number) {
  const task = { merge: documentTask(), tool: { kind: "tool", tool: "combine" } } as const;
  const merge = (await store.runs.accept(workspaceId, { ...newRun, task: task.merge }, then)).id;
  const tool = (await store.runs.accept(workspaceId, { ...newRun, task: task.tool }, then)).id;
  const { results } = await env.DB.prepare("select name from pragma_table_info('runs')").all<{ name: string }>();
  const columns = results.map(({ name }) => name);
  const values = columns.map((name) => (name === "id" ? "runs.id || '-' || each.value" : name));
  const copies = (id: string, copied: number) =>
    env.DB.prepare(`insert into runs (${columns}) select ${values} from runs, json_each(?) as each where runs.id = ?`)
      .bind(JSON.stringify(Array.from({ length: copied }, (_, index) => index)), id)
      .run();
  const tools = count / 10;
  await copies(tool, tools - 1);
  await copies(merge, count - tools - 1);
  return { merges: count - tools, tools };
}

it("all that waits is sent again at once, each run once, to its queue", async () => {
  const { merges, tools } = await waiting(250);
  const { sent, bindings } = queues();
  const services = { ...faultyServices(bindings), now: () => later(2) };
  expect(await resendDueRuns(services)).toBe(250);
  expect([new Set(sent.MERGES).size, new Set(sent.TOOLS).size]).toEqual([merges, tools]);
  expect([sent.MERGES.length, sent.TOOLS.length]).toEqual([merges, tools]);
  // The next clocks leave them the time that a long queue takes, and one sends those again that nobody has begun.
  expect(await resendDueRuns({ ...services, now: () => later(3.1) })).toBe(0);
  expect(await resendDueRuns({ ...services, now: () => later(8) })).toBe(250);
});

it("no run is sent twice, however slowly the queue takes them", async () => {
  await waiting(300);
  let time = later(2);
  const { sent, bindings } = queues(() => {
    time = new Date(time.getTime() + 4 * 60_000);
  });
  expect(await resendDueRuns({ ...faultyServices(bindings), now: () => time })).toBe(300);
  expect(sent.MERGES.length + sent.TOOLS.length).toBe(300);
});

it("one clock ends, also where more waits than it sends: the next one goes on", async () => {
  await waiting(5_100);
  const { sent, bindings } = queues();
  const services = { ...faultyServices(bindings), now: () => later(2) };
  expect([await resendDueRuns(services), await resendDueRuns(services)]).toEqual([5_000, 100]);
  expect(new Set([...sent.MERGES, ...sent.TOOLS]).size).toBe(5_100);
});

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { RUN_LEASE_MS } from "../store/runs.ts";
import type { MergeServices } from "./context.ts";
import { executeQueued } from "./execute-queued.ts";
import { faultyServices } from "./testing/faulty-services.ts";

/** Runs that take longer than a lease, with a clock of the test's own. */

let client: Awaited<ReturnType<typeof newClient>>;
beforeAll(async () => {
  client = await newClient();
});

const TURNS = 24;
const SLICE_MS = 30_000;

/** A route of 24 documents with a delivery each, and one of its own, accepted. */
async function acceptedRoute(): Promise<string> {
  const { call } = client;
  const delivery = { type: "webhook", settings: { url: "https://example.com/hook" } };
  const html = { name: "Letter", type: "html", output: "html", html: "<p>{$n}</p>" };
  const { body: document } = await call("POST", "/api/documents", html);
  await call("POST", `/api/documents/${document.id}/deliveries`, delivery);
  const rules = [{ document_id: document.id, loop_field: "Items" }];
  const { body: route } = await call("POST", "/api/routes", { name: "Long", rules });
  await call("POST", `/api/routes/${route.id}/deliveries`, delivery);
  const Items = Array.from({ length: TURNS }, (_, n) => ({ n }));
  const { headers } = await call("POST", `/api/routes/${route.id}/merge`, { Items });
  return headers.get("x-run-id") ?? "";
}

/** Services whose every rendering takes half a minute by their clock; what happens before files are put, and once a lease was lengthened. */
function slowServices(
  clock: { time: number },
  { onPut, onRenewed }: { onPut?: () => Promise<void>; onRenewed?: () => Promise<void> } = {},
): MergeServices {
  const files = env.FILES;
  const slow = new Proxy(files, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "put") return member.bind(target);
      return async (...args: unknown[]) => {
        await onPut?.();
        return member.apply(target, args);
      };
    },
  });
  const services = faultyServices({ FILES: slow });
  const { store } = services;
  // each rendering asks where its file may go
  const resultKey: typeof store.blobs.resultKey = (...run) => {
    clock.time += SLICE_MS;
    return store.blobs.resultKey(...run);
  };
  const renew: typeof store.runs.renew = async (...held) => {
    const isHeld = await store.runs.renew(...held);
    await onRenewed?.();
    return isHeld;
  };
  return {
    ...services,
    now: () => new Date(clock.time),
    store: { ...store, blobs: { ...store.blobs, resultKey }, runs: { ...store.runs, renew } },
  };
}

/** How many deliveries the run and its parts have, and how many different ones. */
async function deliveriesOf(runId: string) {
  const { results } = await env.DB.prepare(
    "select outbox.id from outbox join runs on runs.id = outbox.run_id where runs.id = ?1 or runs.parent_id = ?1",
  )
    .bind(runId)
    .all<{ id: string }>();
  return { rows: results.length, ids: new Set(results.map(({ id }) => id)).size };
}

describe("a run of more than ten minutes", () => {
  it("keeps its lease as it goes on: nobody else gets it, and everything is delivered once", async () => {
    const { workspaceId } = client.caller;
    const runId = await acceptedRoute();
    const clock = { time: Date.now() };
    const begun = clock.time;
    const { store } = faultyServices();
    const taken: unknown[] = [];
    const take = async () => void taken.push(await store.runs.start(workspaceId, runId, new Date(clock.time)));
    const services = slowServices(clock, { onPut: take, onRenewed: take });
    expect(await executeQueued(services, workspaceId, runId)).toEqual({ settled: true });
    expect(clock.time - begun).toBeGreaterThan(10 * 60_000);
    // After each turn; the first four begin at the same time.
    expect(taken.length).toBeGreaterThan(TURNS - 4);
    expect(taken.filter((lease) => lease !== undefined)).toEqual([]);
    const run = await store.runs.byId(workspaceId, runId);
    expect(run).toMatchObject({ status: "done", tries: 1 });
    expect(await deliveriesOf(runId)).toEqual({ rows: TURNS + 1, ids: TURNS + 1 });
  });

  it("whose isolate is killed is done by another one, and its late end changes nothing", async () => {
    const { workspaceId } = client.caller;
    const runId = await acceptedRoute();
    const clock = { time: Date.now() };
    const { store } = faultyServices();
    let resume = () => {};
    let isLeased = () => {};
    const leased = new Promise<void>((resolve) => {
      isLeased = resolve;
    });
    const dead = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const onPut = async () => {
      isLeased();
      await dead;
    };
    const killed = slowServices(clock, { onPut });
    const first = executeQueued(killed, workspaceId, runId);
    await leased;
    expect(await store.runs.start(workspaceId, runId, new Date(clock.time))).toBeUndefined();
    clock.time += RUN_LEASE_MS + 1;
    expect(await executeQueued(slowServices(clock), workspaceId, runId)).toEqual({ settled: true });
    expect(await store.runs.byId(workspaceId, runId)).toMatchObject({ status: "done", tries: 2 });
    resume();
    expect(await first).toEqual({ settled: true });
    expect(await store.runs.byId(workspaceId, runId)).toMatchObject({ status: "done", tries: 2 });
    expect(await deliveriesOf(runId)).toEqual({ rows: TURNS + 1, ids: TURNS + 1 });
  });
});

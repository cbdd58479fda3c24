import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { NewOutboxEntry } from "../domain/delivery/outbox.ts";
import { present } from "../domain/present.ts";
import { openOutboxSettings } from "../domain/testing/settings.ts";
import { OUTBOX_LEASE_MS, QUEUE_GRACE_PERIOD_MS } from "./outbox.ts";
import { createStore } from "./store.ts";
import { TARGET_IN_FLIGHT, TARGET_REST } from "./targets.ts";
import { documentTask, NO_RESULT } from "./testing/run-tasks.ts";

const store = createStore(env);
const now = new Date("2026-03-04T05:06:07.000Z");
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

let workspaceId: string;
let other: string;
beforeAll(async () => {
  workspaceId = (await store.control.workspaces.create("outbox", now)).id;
  other = (await store.control.workspaces.create("other", now)).id;
});

/** A finished run with these deliveries; returns their outbox entries. */
async function finishedRun(...statuses: NewOutboxEntry["status"][]) {
  const newRun = { task: documentTask(), source: "merge", test: false, requestId: "r", askedBy: undefined } as const;
  const { run, lease } = await store.runs.acceptAndStart(workspaceId, newRun, now);
  const entries = statuses.map((status, index) => ({
    deliveryId: `d${index}`,
    kind: "webhook" as const,
    name: `n${index}`,
    settings: openOutboxSettings({ url: "https://example.com" }),
    status,
  }));
  await store.runs.finish(workspaceId, run.id, { lease, result: NO_RESULT, deliveries: entries, now });
  return { runId: run.id, entries: await store.outbox.ofRun(workspaceId, run.id) };
}

const attempt = (ok: boolean, at: number) => ({
  ok,
  response: ok ? "200" : "500",
  startedAt: later(at),
  finishedAt: later(at + 9),
});

describe("outbox", () => {
  it("holds what was pending as due at once, and what was held as final", async () => {
    const { entries } = await finishedRun("pending", "held");
    expect(entries).toMatchObject([
      { deliveryId: "d0", status: "pending", dueAt: now, tries: 0, settings: { url: "https://example.com" } },
      { deliveryId: "d1", status: "held", dueAt: undefined, finishedAt: now },
    ]);
    const due = (await store.upkeep.outbox.due(now)).map(({ id }) => id);
    expect(due).toContain(entries[0]?.id);
    expect(due).not.toContain(entries[1]?.id);
  });

  it("is claimed by a single worker", async () => {
    const { entries } = await finishedRun("pending");
    const id = present(entries[0]).id;
    const claims = await Promise.all([1, 2, 3].map(() => store.outbox.claim(workspaceId, id, now)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(claims.find(Boolean)?.entry).toMatchObject({ id, status: "sending", tries: 1 });
  });

  it("records tries until one succeeds, always under the same id", async () => {
    const { runId, entries } = await finishedRun("pending");
    const id = present(entries[0]).id;
    const first = await store.outbox.claim(workspaceId, id, now);
    const retryAt = { status: "pending", dueAt: later(5_000) } as const;
    expect(await store.outbox.settle(workspaceId, id, present(first).lease, attempt(false, 1), retryAt)).toBe(true);
    expect(await store.outbox.claim(workspaceId, id, later(4_999))).toBeUndefined();

    const second = await store.outbox.claim(workspaceId, id, later(5_000));
    expect(
      await store.outbox.settle(workspaceId, id, present(second).lease, attempt(true, 5_000), { status: "done" }),
    ).toBe(true);
    expect(await store.outbox.byId(workspaceId, id)).toMatchObject({ status: "done", tries: 2, dueAt: undefined });
    expect(await store.outbox.attemptsOfRun(workspaceId, runId)).toMatchObject([
      { outboxId: id, number: 1, ok: false, response: "500", startedAt: later(1) },
      { outboxId: id, number: 2, ok: true, response: "200", finishedAt: later(5_009) },
    ]);
  });

  it("is due again when its worker dies, and the dead worker's result no longer counts", async () => {
    const { runId, entries } = await finishedRun("pending");
    const id = present(entries[0]).id;
    const dead = await store.outbox.claim(workspaceId, id, now);
    expect(await store.outbox.claim(workspaceId, id, later(OUTBOX_LEASE_MS - 1))).toBeUndefined();
    const alive = await store.outbox.claim(workspaceId, id, later(OUTBOX_LEASE_MS));

    expect(await store.outbox.settle(workspaceId, id, present(dead).lease, attempt(true, 1), { status: "done" })).toBe(
      false,
    );
    expect(await store.outbox.attemptsOfRun(workspaceId, runId)).toEqual([]);
    expect(
      await store.outbox.settle(workspaceId, id, present(alive).lease, attempt(false, 2), { status: "dead" }),
    ).toBe(true);
    expect(await store.outbox.byId(workspaceId, id)).toMatchObject({ status: "dead" });
  });

  it("gives the cron what no message is under way for, once", async () => {
    const { entries } = await finishedRun("pending");
    const id = present(entries[0]).id;
    const taken = async (at: number) => (await store.upkeep.outbox.takeDue(later(at), 1000)).map((name) => name.id);
    expect(await taken(QUEUE_GRACE_PERIOD_MS - 1)).not.toContain(id);
    const both = await Promise.all([taken(QUEUE_GRACE_PERIOD_MS), taken(QUEUE_GRACE_PERIOD_MS)]);
    expect(both.flat().filter((found) => found === id)).toHaveLength(1);
  });

  it("lets a target that fails rest, one delivery at a time try it, and a success free it", async () => {
    const target = "dead.example.com";
    const due = await Promise.all(
      Array.from({ length: 6 }, async () => present((await finishedRun("pending")).entries[0]).id),
    );
    const settle = async (id: string, lease: string, works: boolean, at: number) =>
      store.outbox.settle(workspaceId, id, lease, attempt(works, at), works ? { status: "done" } : { status: "dead" }, {
        target,
        targetWorks: works,
      });
    for (const id of due.slice(0, TARGET_REST.failures)) {
      const claim = await store.outbox.claim(workspaceId, id, now, target);
      await settle(id, present(claim).lease, false, 0);
    }
    const [probe, other] = due.slice(TARGET_REST.failures);
    expect(await store.outbox.claim(workspaceId, present(probe), later(1_000), target)).toBeUndefined();
    expect(await store.outbox.claim(workspaceId, present(probe), later(1_000), "other.example.com")).toBeDefined();
    const deferred = await store.outbox.defer(workspaceId, present(other), target, 7, later(1_000));
    expect(present(deferred).getTime()).toBe(later(TARGET_REST.firstMs + 9 + 7).getTime());
    expect(await store.outbox.byId(workspaceId, present(other))).toMatchObject({ status: "pending", tries: 0 });

    const after = TARGET_REST.firstMs + 100;
    const second = await store.outbox.claim(workspaceId, present(other), later(after), target);
    expect(second).toBeDefined();
    expect(await store.outbox.claim(workspaceId, present(due[5]), later(after), target)).toBeUndefined();
    await settle(present(other), present(second).lease, true, after);
    expect(await store.outbox.claim(workspaceId, present(due[5]), later(after), target)).toBeDefined();
  });

  it("limits how many deliveries go to one target at once", async () => {
    const ids = await Promise.all(
      Array.from(
        { length: TARGET_IN_FLIGHT.working + 3 },
        async () => present((await finishedRun("pending")).entries[0]).id,
      ),
    );
    const claims = await Promise.all(ids.map((id) => store.outbox.claim(workspaceId, id, now, "busy.example.com")));
    expect(claims.filter(Boolean)).toHaveLength(TARGET_IN_FLIGHT.working);
  });

  it("is retried by a person, but not while it is being sent", async () => {
    const { entries } = await finishedRun("pending");
    const id = present(entries[0]).id;
    const claim = await store.outbox.claim(workspaceId, id, now);
    expect(await store.outbox.retry(workspaceId, id, later(1))).toBe(false);

    await store.outbox.settle(workspaceId, id, present(claim).lease, attempt(false, 1), { status: "dead" });
    expect(await store.outbox.retry(workspaceId, id, later(50))).toBe(true);
    expect(await store.outbox.byId(workspaceId, id)).toMatchObject({ status: "pending", dueAt: later(50) });
  });

  it("keeps a preview", async () => {
    const { entries } = await finishedRun("held");
    await store.outbox.setPreview(workspaceId, present(entries[0]).id, { subject: "Hi" });
    expect(await store.outbox.byId(workspaceId, present(entries[0]).id)).toMatchObject({ preview: { subject: "Hi" } });
  });

  it("shows and gives another workspace nothing", async () => {
    const { runId, entries } = await finishedRun("pending");
    const id = present(entries[0]).id;
    expect(await store.outbox.byId(other, id)).toBeUndefined();
    expect(await store.outbox.ofRun(other, runId)).toEqual([]);
    expect(await store.outbox.claim(other, id, now)).toBeUndefined();
    expect(await store.outbox.retry(other, id, now)).toBe(false);
    await store.outbox.setPreview(other, id, { stolen: true });
    expect(await store.outbox.byId(workspaceId, id)).toMatchObject({ preview: undefined, status: "pending" });
  });
});

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { dueAgainStatements, takeUpStatements } from "../../scripts/serve/take-up.ts";
import { present } from "../../src/domain/present.ts";
import type { BatchTask } from "../../src/domain/run-task.ts";
import { openOutboxSettings } from "../../src/domain/testing/settings.ts";
import { createStore } from "../../src/store/store.ts";
import { documentTask, NO_RESULT } from "../../src/store/testing/run-tasks.ts";

/** Long before anything that other tests write into the same database. */
const before = new Date("2001-02-03T04:05:06.000Z");
const start = new Date(before.getTime() + 1_000);
const store = createStore(env);
let workspaceId: string;

beforeAll(async () => {
  workspaceId = (await store.control.workspaces.create("restarted", before)).id;
});

const all = (statements: readonly string[]) => env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
const takeUp = () => all(takeUpStatements(start.getTime()));
const newRun = { task: documentTask(), source: "merge", test: false, requestId: "r", askedBy: undefined } as const;

/** A batch of one record that is to begin at that time. */
function scheduled(startAt: Date) {
  const task: BatchTask = {
    kind: "batch",
    of: documentTask(),
    output: "none",
    records: 1,
    runAt: startAt.toISOString(),
  };
  return { ...newRun, task, startAt, source: "batch", data: "[{}]" } as const;
}

/** An event that a hook is to be told of. */
async function hookCall(at: Date) {
  const filter = { documentId: undefined, routeId: undefined, test: false };
  const hook = { id: crypto.randomUUID(), event: "run.failed", targetUrl: "https://example.com", filter } as const;
  const { id: hookId } = present(
    await store.hooks.create(workspaceId, { ...hook, sealedSecret: "s", view: undefined, madeBy: "key" }, at),
  );
  const id = crypto.randomUUID();
  await env.DB.prepare(
    `insert into hook_calls (id, workspace_id, hook_id, event, status, tries, due_at, created_at)
     values (?, ?, ?, 'run.failed', 'pending', 0, ?, ?)`,
  )
    .bind(id, workspaceId, hookId, at.getTime(), at.getTime())
    .run();
  return id;
}

/** A run that is done, with a delivery. */
async function delivery(at: Date) {
  const { run, lease } = await store.runs.acceptAndStart(workspaceId, newRun, at);
  const settings = openOutboxSettings({ url: "https://example.com" });
  const entry = { deliveryId: "d", kind: "webhook", name: "", settings, status: "pending" } as const;
  await store.runs.finish(workspaceId, run.id, { lease, result: NO_RESULT, deliveries: [entry], now: at });
  return { runId: run.id, id: present((await store.outbox.ofRun(workspaceId, run.id))[0]).id };
}

describe("what a service that ended has left behind", () => {
  it("is due at once: runs that waited in a queue, and runs that were worked on", async () => {
    const waiting = await store.runs.accept(workspaceId, newRun, before);
    const working = await store.runs.acceptAndStart(workspaceId, newRun, before);
    await takeUp();
    const due = (await store.upkeep.runs.dueForResend(start)).map(({ id }) => id);
    expect(due).toEqual(expect.arrayContaining([waiting.id, working.run.id]));
    // Whoever held it is gone, or too late.
    const late = await store.runs.finish(workspaceId, working.run.id, {
      lease: working.lease,
      result: NO_RESULT,
      now: start,
    });
    expect(late).toBeUndefined();
    expect((await store.runs.start(workspaceId, working.run.id, start))?.run).toMatchObject({ tries: 2 });
  });

  it("is due at once: deliveries under way, and those whose message is lost with its queue", async () => {
    const sending = await delivery(before);
    const queued = await delivery(before);
    const { lease } = present(await store.outbox.claim(workspaceId, sending.id, before));
    await takeUp();
    const due = (await store.upkeep.outbox.due(start)).map(({ id }) => id);
    expect(due).toEqual(expect.arrayContaining([sending.id, queued.id]));
    const attempt = { ok: true, response: "200", startedAt: before, finishedAt: before };
    expect(await store.outbox.settle(workspaceId, sending.id, lease, attempt, { status: "done" })).toBe(false);
  });

  it("is due at once: events under way to hooks, and those whose message is lost with its queue", async () => {
    const [sending, queued] = [await hookCall(before), await hookCall(before)];
    expect(await store.hookCalls.claim(workspaceId, sending, before)).toBeDefined();
    // The cron has sent the other one.
    expect((await store.upkeep.hookCalls.takeDue(before, 10)).map(({ hookCallId }) => hookCallId)).toContain(queued);
    await takeUp();
    const due = (await store.upkeep.hookCalls.takeDue(start, 100)).map(({ hookCallId }) => hookCallId);
    expect(due).toEqual(expect.arrayContaining([sending, queued]));
  });

  it("waits for its time if it is to begin later: paused or not, it is neither due nor begun before", async () => {
    const inAnHour = new Date(start.getTime() + 3_600_000);
    const batch = await store.runs.accept(workspaceId, scheduled(inAnHour), before);
    const paused = await store.runs.accept(workspaceId, scheduled(inAnHour), before);
    await store.runs.setPaused(workspaceId, paused.id, true, before);
    await takeUp();
    await store.runs.setPaused(workspaceId, paused.id, false, start);
    const dueIds = async (at: Date) => (await store.upkeep.runs.dueForResend(at)).map(({ id }) => id);
    for (const { id } of [batch, paused]) {
      expect(await dueIds(new Date(inAnHour.getTime() - 1))).not.toContain(id);
      expect(await store.runs.start(workspaceId, id, new Date(inAnHour.getTime() - 1))).toBeUndefined();
    }
    expect(await dueIds(inAnHour)).toEqual(expect.arrayContaining([batch.id, paused.id]));
    expect(await store.runs.start(workspaceId, batch.id, inAnHour)).toBeDefined();
  });

  it("is due at once if its time came while it waited for its turn", async () => {
    const batch = await store.runs.accept(workspaceId, scheduled(before), before);
    await store.upkeep.runs.dueForResend(before);
    await takeUp();
    expect((await store.upkeep.runs.dueForResend(start)).map(({ id }) => id)).toContain(batch.id);
  });

  it("is left where its workspace moves to another database, and keeps no other from being due", async () => {
    const moving = (await store.control.workspaces.create("moving", before)).id;
    const still = await store.runs.acceptAndStart(moving, newRun, before);
    const other = await store.runs.acceptAndStart(workspaceId, newRun, before);
    const move = env.DB.prepare(
      "insert into moves (workspace_id, token, step, asked_at, jurisdiction) values (?, 't', 'fenced', 0, '')",
    );
    await move.bind(moving).run();
    try {
      await takeUp();
      await all(dueAgainStatements(start.getTime()));
      expect(await store.runs.byId(moving, still.run.id)).toMatchObject({ status: "running" });
      expect(await store.runs.byId(workspaceId, other.run.id)).toMatchObject({ status: "accepted" });
    } finally {
      await env.DB.prepare("delete from moves where workspace_id = ?").bind(moving).run();
    }
  });

  it("is left as it is if it has come to its end, or waits for its next try", async () => {
    const done = await delivery(before);
    const retried = await delivery(before);
    const { lease } = present(await store.outbox.claim(workspaceId, retried.id, before));
    const attempt = { ok: false, response: "500", startedAt: before, finishedAt: before };
    const dueAt = new Date(start.getTime() + 60_000);
    await store.outbox.settle(workspaceId, retried.id, lease, attempt, { status: "pending", dueAt });
    await takeUp();
    expect(await store.runs.byId(workspaceId, done.runId)).toMatchObject({ status: "done" });
    expect(await store.outbox.byId(workspaceId, retried.id)).toMatchObject({ status: "pending", dueAt });
  });
});

it("what the present service has begun is its own", async () => {
  const { run, lease } = await store.runs.acceptAndStart(workspaceId, newRun, start);
  const own = await delivery(start);
  const claimed = present(await store.outbox.claim(workspaceId, own.id, start));
  await takeUp();
  expect(await store.runs.finish(workspaceId, run.id, { lease, result: NO_RESULT, now: start })).toBeDefined();
  const attempt = { ok: true, response: "200", startedAt: start, finishedAt: start };
  expect(await store.outbox.settle(workspaceId, own.id, claimed.lease, attempt, { status: "done" })).toBe(true);
});

describe("what was accepted while the disk was full", () => {
  it("is due once there is room, but for what waits for its time, or is under way", async () => {
    const waiting = await store.runs.accept(workspaceId, newRun, before);
    const later = await store.runs.accept(workspaceId, scheduled(new Date(start.getTime() + 3_600_000)), before);
    const working = await store.runs.acceptAndStart(workspaceId, newRun, before);
    await all(dueAgainStatements(start.getTime()));
    const due = (await store.upkeep.runs.dueForResend(start)).map(({ id }) => id);
    expect(due).toContain(waiting.id);
    expect(due).not.toContain(later.id);
    expect(due).not.toContain(working.run.id);
  });
});

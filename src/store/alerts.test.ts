import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { openOutboxSettings } from "../domain/testing/settings.ts";
import { createStore } from "./store.ts";
import { documentTask, NO_RESULT } from "./testing/run-tasks.ts";

const store = createStore(env);
const now = new Date("2026-03-04T05:06:07.000Z");
const later = (seconds: number) => new Date(now.getTime() + 1_000 * seconds);
const problem = { code: "merge_failed", message: "It does not work.", errors: [] } as const;

let workspaceId: string;
beforeEach(async () => {
  workspaceId = (await store.control.workspaces.create("alerts", now)).id;
  await store.workspaces.update(workspaceId, { alertAddress: "ops@example.com", alertSecret: "0123456789abcdef" });
});

async function startedRun(test = false) {
  const newRun = { task: documentTask(), source: "merge", test, requestId: "r", askedBy: undefined } as const;
  return await store.runs.acceptAndStart(workspaceId, newRun, now);
}

async function failedRun(at: Date, test = false): Promise<string> {
  const { run, lease } = await startedRun(test);
  expect(await store.runs.giveUp(workspaceId, run.id, lease, { ...problem, errors: [] }, at)).toBeDefined();
  return run.id;
}

/** A delivery of a run that is done; it dies with its first try. */
async function deadDelivery(at: Date): Promise<string> {
  const { run, lease } = await startedRun();
  const entry = {
    deliveryId: "d",
    kind: "webhook",
    name: "n",
    settings: openOutboxSettings({}),
    status: "pending",
  } as const;
  await store.runs.finish(workspaceId, run.id, { lease, result: NO_RESULT, deliveries: [entry], now });
  const [{ id } = { id: "" }] = await store.outbox.ofRun(workspaceId, run.id);
  await dies(id, at);
  return id;
}

async function dies(id: string, at: Date): Promise<void> {
  const claim = await store.outbox.claim(workspaceId, id, at);
  const attempt = { ok: false, response: "HTTP 410", startedAt: at, finishedAt: at };
  expect(await store.outbox.settle(workspaceId, id, claim?.lease ?? "", attempt, { status: "dead" })).toBe(true);
}

const alerts = async () =>
  (await store.outbox.list(workspaceId, { kind: "alert" }, { limit: 99 })).map(({ id, dueAt, status, settings }) => ({
    id,
    dueAt,
    status,
    settings,
  }));

const expected = async (alertId: string) => {
  const given = await store.alerts.givenUp(workspaceId, alertId, 50);
  return [...given.runs, ...given.deliveries].map(({ id }) => id).sort();
};

describe("alerts", () => {
  it("report everything that was given up within a minute together, each once", async () => {
    const ids = [await failedRun(now), await deadDelivery(later(1)), await failedRun(later(59))];
    const [alert, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      dueAt: later(60),
      status: "pending",
      settings: { address: "ops@example.com" },
    });
    expect(await expected(alert?.id ?? "")).toEqual(ids.sort());
    expect(await store.alerts.givenUp(workspaceId, alert?.id ?? "", 1)).toMatchObject({
      runs: [{ problem: { message: "It does not work." } }],
      runCount: 2,
      deliveries: [{ kind: "webhook", name: "n", tries: 1, response: "HTTP 410" }],
      deliveryCount: 1,
    });
  });

  it("are closed by their first try, and the next one waits for ten minutes", async () => {
    const first = await failedRun(now);
    const [alert] = await alerts();
    const claim = await store.outbox.claim(workspaceId, alert?.id ?? "", later(61));
    const second = await failedRun(later(62));
    expect(await expected(alert?.id ?? "")).toEqual([first]);

    const attempt = { ok: false, response: "no", startedAt: later(62), finishedAt: later(62) };
    const again = { status: "pending", dueAt: later(90) } as const;
    await store.outbox.settle(workspaceId, alert?.id ?? "", claim?.lease ?? "", attempt, again);
    const third = await failedRun(later(63));
    const [next] = (await alerts()).filter(({ id }) => id !== alert?.id);
    expect(next?.dueAt).toEqual(later(600));
    expect(await expected(next?.id ?? "")).toEqual([second, third].sort());
    expect(await expected(alert?.id ?? "")).toEqual([first]);
  });

  it("are not made for runs that somebody waits for, for tests, or by workers that lost their run", async () => {
    const { run, lease } = await startedRun();
    await store.runs.fail(workspaceId, run.id, lease, { ...problem, errors: [] }, now);
    await failedRun(now, true);
    const lost = await startedRun();
    expect(
      await store.runs.giveUp(workspaceId, lost.run.id, "another", { ...problem, errors: [] }, now),
    ).toBeUndefined();
    expect(await alerts()).toEqual([]);
  });

  it("are not made if nobody wants them", async () => {
    await store.workspaces.update(workspaceId, { alertAddress: null });
    await failedRun(now);
    await deadDelivery(now);
    expect(await alerts()).toEqual([]);
  });

  it("report a delivery once, and never themselves", async () => {
    const id = await deadDelivery(now);
    const [alert] = await alerts();
    await dies(alert?.id ?? "", later(61));
    await store.outbox.retry(workspaceId, id, later(62));
    await dies(id, later(63));
    expect((await alerts()).map((each) => each.status)).toEqual(["dead"]);
  });

  it("outlive the data of the run that began them", async () => {
    const id = await failedRun(now);
    const other = await failedRun(now);
    await store.garbage.purge(workspaceId, { runId: id }, later(1));
    expect(await store.runs.data(workspaceId, id)).toBeUndefined();
    const [alert] = await alerts();
    expect(alert?.status).toBe("pending");
    expect(await expected(alert?.id ?? "")).toEqual([id, other].sort());
  });
});

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { NewOutboxEntry } from "../domain/delivery/outbox.ts";
import { present } from "../domain/present.ts";
import type { NewRun, RunResult } from "../domain/run.ts";
import { openOutboxSettings } from "../domain/testing/settings.ts";
import { derivedId } from "./ids.ts";
import { RUN_LEASE_MS, RUN_RESEND_MS } from "./runs.ts";
import { createStore } from "./store.ts";
import { documentTask, NO_RESULT, routeTask } from "./testing/run-tasks.ts";

const store = createStore(env);
const now = new Date("2026-03-04T05:06:07.000Z");
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const newRun: NewRun = {
  task: documentTask(),
  source: "merge",
  test: false,
  data: '{"Name":"Ada"}',
  requestId: "r1",
  askedBy: undefined,
};
const result = (blobKey: string): RunResult => ({
  files: [
    { name: "a.pdf", mediaType: "application/pdf", sizeBytes: 3, sha256: "ab", blobKey, documentId: 1 },
    { name: "b.pdf", mediaType: "application/pdf", sizeBytes: 4, sha256: "cd", blobKey: `${blobKey}b` },
  ],
  timings: { render: 12, print: 80 },
  fields: { found: ["Name"], missing: ["Total"], unused: [] },
  warnings: ["x/0"],
});
const delivery: NewOutboxEntry = {
  deliveryId: "d1",
  kind: "email",
  name: "",
  settings: openOutboxSettings({ to: "a@example.com", nested: { n: 1 } }),
  status: "pending",
};
const count = async (table: string, runId: string) =>
  (await env.DB.prepare(`select count(*) as n from ${table} where run_id = ?`).bind(runId).first<{ n: number }>())?.n;

let workspaceId: string;
beforeAll(async () => {
  workspaceId = (await store.control.workspaces.create("runs", now)).id;
});

describe("runs", () => {
  it("goes from accepted to done in one batch with its files, deliveries and count", async () => {
    const accepted = await store.runs.accept(workspaceId, newRun, now);
    expect(accepted).toMatchObject({
      status: "accepted",
      task: documentTask(),
      test: false,
      tries: 0,
      acceptedAt: now,
    });
    expect(await store.runs.data(workspaceId, accepted.id)).toBe('{"Name":"Ada"}');

    const leased = await store.runs.start(workspaceId, accepted.id, later(10));
    expect(leased?.run).toMatchObject({ status: "running", tries: 1, startedAt: later(10) });

    const before = (await store.counters.read(workspaceId, now)).total.merges;
    const finish = () =>
      store.runs.finish(workspaceId, accepted.id, {
        lease: present(leased).lease,
        result: result("r/x"),
        deliveries: [delivery],
        now: later(100),
      });
    const ended = { hookCalls: [] };
    expect([await finish(), await finish()]).toEqual([ended, ended]);

    expect(await store.runs.byId(workspaceId, accepted.id)).toMatchObject({
      status: "done",
      finishedAt: later(100),
      timings: { render: 12, print: 80 },
      fields: { found: ["Name"], missing: ["Total"], unused: [] },
      warnings: ["x/0"],
    });
    expect(await store.runs.files(workspaceId, accepted.id)).toEqual(result("r/x").files);
    expect(await count("outbox", accepted.id)).toBe(1);
    expect((await store.counters.read(workspaceId, now)).total.merges).toBe(before + 1);
  });

  it("keeps data while a delivery needs them, and no longer without one", async () => {
    const done = async (deliveries: NewOutboxEntry[]) => {
      const { run, lease } = await store.runs.acceptAndStart(workspaceId, newRun, now);
      await store.runs.finish(workspaceId, run.id, { lease, result: result(`r/${run.id}`), deliveries, now });
      return run.id;
    };
    const [plain, delivered] = [await done([]), await done([delivery])];
    expect(await store.runs.data(workspaceId, plain)).toBeUndefined();

    await store.upkeep.garbage.sweep(later(1));
    expect(await store.runs.data(workspaceId, delivered)).toBe('{"Name":"Ada"}');
    const [entry] = await store.outbox.ofRun(workspaceId, delivered);
    const claim = await store.outbox.claim(workspaceId, present(entry).id, now);
    const attempt = { ok: true, response: "", startedAt: now, finishedAt: now };
    await store.outbox.settle(workspaceId, present(entry).id, present(claim).lease, attempt, { status: "done" });
    await store.upkeep.garbage.sweep(later(2));
    expect(await store.runs.data(workspaceId, delivered)).toBeUndefined();
    expect(await store.runs.files(workspaceId, delivered)).toHaveLength(2);
  });

  it("gives a run to one of two workers", async () => {
    const { id } = await store.runs.accept(workspaceId, newRun, now);
    const started = await Promise.all([store.runs.start(workspaceId, id, now), store.runs.start(workspaceId, id, now)]);
    expect(started.filter(Boolean)).toHaveLength(1);
  });

  it("writes nothing for a worker whose lease was taken over", async () => {
    const slow = await store.runs.acceptAndStart(workspaceId, newRun, now);
    expect(await store.runs.start(workspaceId, slow.run.id, later(RUN_LEASE_MS - 1))).toBeUndefined();
    const quick = await store.runs.start(workspaceId, slow.run.id, later(RUN_LEASE_MS));
    expect(quick?.run.tries).toBe(2);

    expect(
      await store.runs.finish(workspaceId, slow.run.id, {
        lease: slow.lease,
        result: result("r/slow"),
        deliveries: [delivery],
        now,
      }),
    ).toBeUndefined();
    expect(await count("run_files", slow.run.id)).toBe(0);
    expect(await count("outbox", slow.run.id)).toBe(0);
    expect(
      await store.runs.finish(workspaceId, slow.run.id, {
        lease: present(quick).lease,
        result: result("r/q"),
        deliveries: [delivery],
        now,
      }),
    ).toBeDefined();
    expect(await count("run_files", slow.run.id)).toBe(2);
  });

  it("sends again what nobody finished, once per interval", async () => {
    const { id } = await store.runs.accept(workspaceId, newRun, now);
    const dueIds = async (at: Date) => (await store.upkeep.runs.dueForResend(at)).map((run) => run.id);

    expect(await dueIds(later(RUN_RESEND_MS - 1))).not.toContain(id);
    const both = await Promise.all([dueIds(later(RUN_RESEND_MS)), dueIds(later(RUN_RESEND_MS))]);
    expect(both.flat().filter((found) => found === id)).toHaveLength(1);

    const leased = await store.runs.start(workspaceId, id, later(RUN_RESEND_MS));
    await store.runs.fail(
      workspaceId,
      id,
      present(leased).lease,
      { code: "merge_failed", message: "No.", errors: [] },
      later(1),
    );
    expect(await dueIds(later(10 * RUN_RESEND_MS))).not.toContain(id);
    expect(await store.runs.byId(workspaceId, id)).toMatchObject({
      status: "failed",
      problem: { code: "merge_failed" },
    });
  });

  it("begins a batch at its time, whatever asks for it before and however early it became due", async () => {
    const startAt = later(86_400_000);
    const task = {
      kind: "batch",
      of: documentTask(),
      output: "none",
      records: 1,
      runAt: startAt.toISOString(),
    } as const;
    const { id } = await store.runs.accept(workspaceId, { ...newRun, task, startAt, data: "[{}]" }, now);
    await env.DB.prepare("update runs set due_at = 1 where id = ?").bind(id).run();
    const justBefore = new Date(startAt.getTime() - 1);
    expect(await store.runs.start(workspaceId, id, justBefore)).toBeUndefined();
    expect(await store.runs.startAndRead(workspaceId, id, justBefore)).toBeUndefined();
    expect(await store.runs.byId(workspaceId, id)).toMatchObject({ status: "accepted", tries: 0 });
    expect(await store.runs.start(workspaceId, id, startAt)).toBeDefined();
  });

  it("lets a run start again whose worker has died, and takes it from one that has not", async () => {
    const first = await store.runs.acceptAndStart(workspaceId, newRun, now);
    await store.runs.releaseLost(workspaceId, first.run.id, now);
    expect(await store.runs.renew(workspaceId, first.run.id, first.lease, now)).toBe(false);
    const second = present(await store.runs.start(workspaceId, first.run.id, now));
    const end = { lease: second.lease, result: NO_RESULT, now };
    expect(await store.runs.finish(workspaceId, first.run.id, end)).toBeDefined();
    await store.runs.releaseLost(workspaceId, first.run.id, now);
    expect(await store.runs.byId(workspaceId, first.run.id)).toMatchObject({ status: "done" });
  });

  it("lets a released run start again and a renewed lease hold", async () => {
    const first = await store.runs.acceptAndStart(workspaceId, newRun, now);
    expect(await store.runs.renew(workspaceId, first.run.id, first.lease, later(RUN_LEASE_MS))).toBe(true);
    expect(await store.runs.start(workspaceId, first.run.id, later(RUN_LEASE_MS + 1))).toBeUndefined();

    await store.runs.release(workspaceId, first.run.id, first.lease, later(5_000));
    expect(await store.runs.start(workspaceId, first.run.id, later(1))).toBeDefined();
    expect(await store.runs.renew(workspaceId, first.run.id, first.lease, now)).toBe(false);
  });

  it("keeps large merge data in R2 until the run is done", async () => {
    const data = JSON.stringify({ text: "ä".repeat(100_000) });
    const leased = await store.runs.acceptAndStart(workspaceId, { ...newRun, data }, now);
    expect(await store.runs.data(workspaceId, leased.run.id)).toBe(data);
    const blobs = () => env.FILES.list({ prefix: `d/${workspaceId}/${leased.run.id}/` });
    expect((await blobs()).objects).toHaveLength(1);

    await store.runs.finish(workspaceId, leased.run.id, { lease: leased.lease, result: result("r/large"), now });
    expect((await blobs()).objects).toEqual([]);
  });

  it("makes its parts done with it, or not at all", async () => {
    const { run, lease } = await store.runs.acceptAndStart(workspaceId, { ...newRun, task: routeTask() }, now);
    const part = (name: string, data: string, deliveries: NewOutboxEntry[]) => ({
      run: { ...newRun, id: `${run.id}-${name}`, parentId: run.id, source: "route" as const, data },
      result: result(`r/${run.id}/${name}`),
      deliveries,
    });
    const large = JSON.stringify("x".repeat(100_000));
    const parts = [part("1", '{"n":1}', [delivery]), part("2", large, [delivery]), part("3", "{}", [])];
    const before = (await store.counters.read(workspaceId, now)).total.merges;
    const finish = (token: string) =>
      store.runs.finish(workspaceId, run.id, { lease: token, result: result("r/p"), now, parts });
    expect(await finish("another lease")).toBeUndefined();
    expect(await store.runs.byId(workspaceId, `${run.id}-1`)).toBeUndefined();
    const ended = { hookCalls: [] };
    expect([await finish(lease), await finish(lease)]).toEqual([ended, ended]);

    expect(await store.runs.byId(workspaceId, `${run.id}-1`)).toMatchObject({
      status: "done",
      parentId: run.id,
      source: "route",
      task: documentTask(),
      test: false,
      timings: { render: 12, print: 80 },
      fields: { found: ["Name"] },
      warnings: ["x/0"],
      finishedAt: now,
    });
    expect(await store.runs.files(workspaceId, `${run.id}-2`)).toEqual(result(`r/${run.id}/2`).files);
    const data = await Promise.all(["1", "2", "3"].map((name) => store.runs.data(workspaceId, `${run.id}-${name}`)));
    expect(data).toEqual(['{"n":1}', large, undefined]);
    expect(await store.outbox.ofRun(workspaceId, `${run.id}-2`)).toMatchObject([
      { deliveryId: "d1", status: "pending" },
    ]);
    expect(await store.outbox.ofRun(workspaceId, `${run.id}-3`)).toEqual([]);
    expect((await store.counters.read(workspaceId, now)).total.merges).toBe(before + 3);
  });

  it("keeps the data of a finished run if retention says so", async () => {
    const keeping = (await store.control.workspaces.create("keeping", now)).id;
    await store.workspaces.update(keeping, { retentionDays: 1 });
    const leased = await store.runs.acceptAndStart(keeping, newRun, now);
    await store.runs.finish(keeping, leased.run.id, { lease: leased.lease, result: result("r/k"), now });
    expect(await store.runs.data(keeping, leased.run.id)).toBe(newRun.data);
  });

  it("counts test merges apart", async () => {
    const before = await store.counters.read(workspaceId, now);
    const leased = await store.runs.acceptAndStart(workspaceId, { ...newRun, test: true }, now);
    await store.runs.finish(workspaceId, leased.run.id, { lease: leased.lease, result: result("r/t"), now });
    const after = await store.counters.read(workspaceId, now);
    expect(after.total).toEqual({ merges: before.total.merges, testMerges: before.total.testMerges + 1 });
    expect(after.month).toEqual(after.total);
  });

  it("pages through a document's runs in both directions", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.push((await store.runs.accept(workspaceId, { ...newRun, task: documentTask(77) }, now)).id);
    }
    const page = (after: string | undefined, newestFirst: boolean) =>
      store.runs.list(
        workspaceId,
        { documentId: 77 },
        { limit: 2, after: after === undefined ? undefined : { id: after }, descending: newestFirst },
      );

    expect((await page(undefined, false)).map((run) => run.id)).toEqual(ids.slice(0, 2));
    expect((await page(ids[1], false)).map((run) => run.id)).toEqual(ids.slice(2, 4));
    expect((await page(ids[4], true)).map((run) => run.id)).toEqual([ids[3], ids[2]]);
    expect(await store.runs.list(workspaceId, { documentId: 77, status: "done" }, { limit: 9 })).toEqual([]);
  });

  it("lists runs of a time, however many they are, by their ids, and those that have an older id", async () => {
    const MANY = 2_500;
    const HOUR_MS = 60 * 60 * 1000;
    const many = (await store.control.workspaces.create("many", now)).id;
    const idAt = (time: number, index: number) => derivedId(new Date(time), `${many} ${index}`);
    // They are due: other tests would meet them.
    onTestFinished(async () => void (await env.DB.prepare("delete from runs where workspace_id = ?").bind(many).run()));
    const first = now.getTime();
    const { id: model } = await store.runs.accept(many, { ...newRun, id: idAt(first, 0) }, now);
    const { results } = await env.DB.prepare("select name from pragma_table_info('runs')").all<{ name: string }>();
    const columns = results.map(({ name }) => name);
    const values = columns.map((name) => ({ id: "each.value ->> 0", accepted_at: "each.value ->> 1" })[name] ?? name);
    // One second after the other; each tenth has the id of a key that was first used a day before.
    const added = Array.from({ length: MANY }, (_, index) => {
      const time = first + 1_000 * (index + 1);
      return { id: idAt(index % 10 === 0 ? time - 24 * HOUR_MS : time, index + 1), time };
    });
    await env.DB.prepare(
      `insert into runs (${columns}) select ${values} from runs, json_each(?) as each where runs.id = ?`,
    )
      .bind(JSON.stringify(added.map(({ id, time }) => [id, time])), model)
      .run();

    const rows = [{ id: model, time: first }, ...added].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const [since, until] of [
      [first, undefined],
      [first + 200_000, first + 2_400_000],
      [first + 2_400_000, undefined],
      [first - HOUR_MS, first - 1],
    ] as const) {
      const expected = rows.filter(({ time }) => time >= since && (until === undefined || time < until));
      const listed: string[] = [];
      for (let after: string | undefined; ; after = listed.at(-1)) {
        const page = await store.runs.list(
          many,
          { since: new Date(since), until: until === undefined ? undefined : new Date(until) },
          { limit: 1_000, after: after === undefined ? undefined : { id: after } },
        );
        listed.push(...page.map(({ id }) => id));
        if (page.length < 1_000) break;
      }
      expect(listed).toEqual(expected.map(({ id }) => id));
    }
    expect(await store.runs.list(many, { since: now, test: true }, { limit: 9 })).toEqual([]);
  });

  it("shows another workspace nothing", async () => {
    const other = (await store.control.workspaces.create("other", now)).id;
    const leased = await store.runs.acceptAndStart(workspaceId, newRun, now);
    const { id } = leased.run;

    expect(await store.runs.byId(other, id)).toBeUndefined();
    expect(await store.runs.data(other, id)).toBeUndefined();
    expect(await store.runs.files(other, id)).toEqual([]);
    expect(await store.runs.list(other, {}, { limit: 9 })).toEqual([]);
    expect(await store.runs.start(other, id, later(RUN_LEASE_MS))).toBeUndefined();
    expect(
      await store.runs.finish(other, id, { lease: leased.lease, result: result("r/o"), deliveries: [delivery], now }),
    ).toBeUndefined();
    expect(await count("outbox", id)).toBe(0);
  });
});

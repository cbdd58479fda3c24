import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { clientWith } from "../../../test/support/api-client.ts";
import { attemptDelivery } from "../../delivery/attempt.ts";
import { createLog } from "../../domain/log.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import type { Env } from "../../env.ts";
import { takeUpMoves } from "../../jobs/take-up-moves.ts";
import { executeQueued } from "../../merge/execute-queued.ts";
import { faultyServices, MOMENTS } from "../../merge/testing/faulty-services.ts";
import { sha256Hex } from "../sha256.ts";
import { createStore } from "../store.ts";
import { PAGE } from "./copy-rows.ts";
import { moveIn } from "./move-in.ts";
import { type MoveStep, moveSteps } from "./move-steps.ts";
import { MOVE_TRIGGERS } from "./move-triggers.ts";
import { MOVED_TABLES } from "./moved-tables.ts";
import {
  databaseInObject,
  fullWorkspace,
  HTML,
  killAt,
  MOVABLE,
  type MovingWorkspace,
  mergeAt,
  rowsOf,
  service,
  withoutD1,
  workspaceToMove,
} from "./testing/moving-workspace.ts";

const bindings = MOVABLE as Partial<Env>;
/** Deliveries of a run that are not left out. */
const deliveriesOf = async ({ id, store }: MovingWorkspace, runId: string) => await store.outbox.ofRun(id, runId);

/** What the API answers about a workspace. */
async function answersOf({ call }: MovingWorkspace): Promise<Record<string, unknown>> {
  const lists = [
    "account",
    "documents",
    "runs",
    "routes",
    "keys",
    "folders",
    "audit",
    "usage",
    "people",
    "hooks",
    "fonts",
  ];
  const paths = lists.map((name) => `/api/${name}`);
  const answers: Record<string, unknown> = {};
  for (const path of paths) answers[path] = (await call("GET", path)).body;
  // To read it is an entry of its own.
  const log = answers["/api/audit"] as { action: string }[];
  answers["/api/audit"] = log.filter(({ action }) => action !== "audit.read");
  const found = [...((await call("GET", "/api/documents")).body as { id: string }[])];
  for (const { id } of found)
    for (const path of [`/api/documents/${id}`, `/api/documents/${id}/versions`, `/api/documents/${id}/deliveries`])
      answers[path] = (await call("GET", path)).body;
  for (const { id } of (await call("GET", "/api/runs")).body as { id: string }[]) {
    const run = (await call("GET", `/api/runs/${id}`)).body as { files: { url: string }[] };
    answers[`/api/runs/${id}`] = { ...run, files: run.files.map(({ url: _, ...file }) => file) };
    for (const { url } of run.files) answers[`file of ${id}`] = await (await service(new URL(url).pathname)).text();
  }
  return answers;
}

describe("a workspace that moves", () => {
  it("has every row in its object, and none in D1; the API answers what it answered before", async () => {
    const workspace = await fullWorkspace();
    const filled = await rowsOf(env.DB, workspace.id);
    expect(Object.entries(filled).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const answers = await answersOf(workspace);
    const rows = await rowsOf(env.DB, workspace.id);

    await workspace.ask();
    await workspace.move();
    expect(await rowsOf(databaseInObject(workspace.id), workspace.id)).toEqual(rows);
    const left = await rowsOf(env.DB, workspace.id);
    expect(Object.entries(left).filter(([, own]) => own.length > 0)).toEqual([]);
    expect(await answersOf(workspace)).toEqual(answers);

    // Where nothing is known yet: pointers lead to it, and ids.
    const fresh = createStore({ ...env, DB: new Proxy(env.DB, {}), NEW_WORKSPACES: "objects" });
    expect((await fresh.lookUps.keys.findByKeyId(workspace.keyId))?.workspaceId).toBe(workspace.id);
    expect(
      (await mergeAt(workspace.document.url, "?download=1", { "idempotency-key": "once" })).headers.get(
        "idempotency-replayed",
      ),
    ).toBe("true");
    expect((await workspace.call("GET", "/api/audit/verify")).body).toMatchObject({ intact: true, problems: [] });

    // Triggers work there, and ids are given by blocks.
    const other = await workspaceToMove();
    const made = [workspace, other, workspace].map(({ call }) => call("POST", "/api/documents", HTML));
    const ids = (await Promise.all(made)).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(3);
    const [before] = rows.workspaces as { stored_bytes: number }[];
    const [after] = (await rowsOf(databaseInObject(workspace.id), workspace.id)).workspaces as {
      stored_bytes: number;
    }[];
    expect(after?.stored_bytes).toBeGreaterThan(before?.stored_bytes ?? 0);
  });

  it("moves with all tables of the schema but those that are D1's own", async () => {
    const { results } = await env.DB.prepare(
      "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name not glob '_cf_*' and name <> 'd1_migrations'",
    ).all<{ name: string }>();
    const stay = ["sweeps", "sign_in_attempts", "application_records", "placements", "pointers", "id_blocks"];
    const known = [...MOVED_TABLES.map(({ name }) => name), ...stay, "moves", "move_changes"];
    expect(results.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
    for (const [position, { name }] of MOVED_TABLES.entries()) {
      const references = await env.DB.prepare(`select "table" as name from pragma_foreign_key_list('${name}')`).all<{
        name: string;
      }>();
      for (const reference of references.results)
        expect(
          MOVED_TABLES.findIndex((table) => table.name === reference.name),
          name,
        ).toBeLessThan(position);
    }
  });

  it("goes on merging while it is copied: what is accepted then is done once, by whoever takes it up after the switch", async () => {
    const workspace = await fullWorkspace();
    await workspace.ask();
    const merged: string[] = [];
    let begun = 0;
    await runInDurableObject(workspace.object, (instance) => {
      const publish = Reflect.get(instance, "publish") as () => Promise<void>;
      Reflect.set(instance, "publish", async () => {
        // After the rows of a page were read, and before the last ones are.
        if (begun++ === 0) merged.push((await mergeAt(workspace.document.url)).headers.get("x-run-id") ?? "");
        await Reflect.apply(publish, instance, []);
      });
    });
    await workspace.move();
    expect(merged).toEqual([expect.stringMatching(/^\w+$/)]);
    const services = faultyServices(bindings);
    for (const runId of [...merged, ...merged]) await executeQueued(services, workspace.id, runId);
    for (const runId of merged) {
      expect((await workspace.call("GET", `/api/runs/${runId}`)).body).toMatchObject({ status: "done" });
      expect(await deliveriesOf(workspace, runId)).toHaveLength(1);
    }
  });

  it("lets a run end in the object that began in D1", async () => {
    const workspace = await fullWorkspace();
    const runId = (await mergeAt(workspace.document.url)).headers.get("x-run-id") ?? "";
    const services = faultyServices(bindings);
    let isMoved = false;
    const FILES = new Proxy(env.FILES, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...given: unknown[]) => {
          if (name === "put" && !isMoved) {
            isMoved = true;
            await workspace.ask();
            await workspace.move();
          }
          return (await Reflect.apply(member, target, given)) as unknown;
        };
      },
    });
    expect(await executeQueued(faultyServices({ ...bindings, FILES }), workspace.id, runId)).toEqual({ settled: true });
    expect(isMoved).toBe(true);
    const run = (await workspace.call("GET", `/api/runs/${runId}`)).body;
    expect(run).toMatchObject({ status: "done", files: [{ name: "Letter.html" }] });
    expect(await deliveriesOf(workspace, runId)).toHaveLength(1);
    expect(await executeQueued(services, workspace.id, runId)).toEqual({ settled: true });
    expect(await deliveriesOf(workspace, runId)).toHaveLength(1);
  });
});

describe("a delivery that is due while its workspace moves", () => {
  it("is taken up by the object's alarm, once, and by no cron", async () => {
    const workspace = await fullWorkspace();
    const { results } = await env.DB.prepare("select id from outbox where workspace_id = ? and status = 'pending'")
      .bind(workspace.id)
      .all<{ id: string }>();
    const id = results[0]?.id ?? "";
    await env.DB.prepare("update outbox set due_at = 1, queued_until = null where id = ?").bind(id).run();
    await workspace.ask();
    await workspace.move();
    const taken = await workspace.store.upkeep.outbox.takeDue(new Date(), 500);
    expect(taken.map((entry) => entry.id)).not.toContain(id);
    await runDurableObjectAlarm(workspace.object);
    const queued = await databaseInObject(workspace.id)
      .prepare("select queued_until from outbox where id = ?")
      .bind(id)
      .first<number>("queued_until");
    expect(queued).toBeGreaterThan(Date.now());
    const claims = [1, 2].map(() => workspace.store.outbox.claim(workspace.id, id, new Date()));
    expect((await Promise.all(claims)).filter((claim) => claim !== undefined)).toHaveLength(1);
  });

  it("is made once, whenever its workspace moves: its answer is kept in the object", async () => {
    const workspace = await workspaceToMove();
    const { body } = await workspace.call("POST", "/api/documents", HTML);
    const settings = { url: "https://example.com/hook", file_url: 1 };
    await workspace.call("POST", `/api/documents/${body.id}/deliveries`, { type: "webhook", settings });
    const runId = (await mergeAt(body.url)).headers.get("x-run-id") ?? "";
    const services = faultyServices({ ...bindings, PUBLIC_BASE_URL: "https://docs.example" });
    await executeQueued(services, workspace.id, runId);
    const [entry] = await deliveriesOf(workspace, runId);
    const received: string[] = [];
    const sending = {
      ...services,
      outbound: (hosts: readonly string[]) => ({
        ...services.outbound(hosts),
        resolve: async () => [Uint8Array.of(93, 184, 216, 34)],
        transport: async (_: RequestInfo | URL, init?: RequestInit) => {
          received.push(new Headers(init?.headers).get("webhook-id") ?? "");
          await workspace.ask();
          await workspace.move();
          return new Response("taken");
        },
      }),
    };
    const attempt = () => attemptDelivery(sending, workspace.id, entry?.id ?? "");
    expect(await attempt()).toEqual({ state: "settled" });
    expect(await attempt()).toEqual({ state: "settled" });
    expect(received).toEqual([entry?.id]);
    expect(await deliveriesOf(workspace, runId)).toMatchObject([{ status: "done" }]);
  });
});

describe("what was accepted before a move", () => {
  it("an Idempotency-Key has the same answer and the same run after it", async () => {
    const workspace = await fullWorkspace();
    const merged = (key: string) => mergeAt(workspace.document.url, "?download=1", { "idempotency-key": key });
    const before = await merged("twice");
    const text = await before.text();
    await workspace.ask();
    await workspace.move();
    const after = await merged("twice");
    expect([after.status, after.headers.get("idempotency-replayed"), await after.text()]).toEqual([201, "true", text]);
    expect(after.headers.get("x-run-id")).toBe(before.headers.get("x-run-id"));
    expect((await merged("new")).headers.get("x-run-id")).not.toBe(before.headers.get("x-run-id"));
  });

  it("a batch that is due later begins in the object when it is due, once", async () => {
    const workspace = await workspaceToMove();
    const { body } = await workspace.call("POST", "/api/documents", HTML);
    const later = new Date(Date.now() + 3_600_000);
    const path = `/api/documents/${body.id}/batch?run_at=${later.toISOString()}`;
    const accepted = await workspace.call("POST", path, [{ Name: "Ann" }]);
    const runId = accepted.headers.get("x-run-id") ?? "";
    await workspace.ask();
    await workspace.move();
    const run = async () => (await workspace.call("GET", `/api/runs/${runId}`)).body;
    expect(await run()).toMatchObject({ status: "accepted", run_at: later.toISOString() });

    // As the object does when it wakes, and the cron for D1.
    const then = new Date(later.getTime() + 1);
    const inObject = createStore({ DB: databaseInObject(workspace.id), FILES: env.FILES, ownWorkspace: workspace.id });
    expect(await inObject.upkeep.runs.dueForResend(new Date())).toEqual([]);
    const due = [await inObject.upkeep.runs.dueForResend(then), await inObject.upkeep.runs.dueForResend(then)];
    expect(due.map((runs) => runs.map(({ id }) => id))).toEqual([[runId], []]);
    expect((await workspace.store.upkeep.runs.dueForResend(then, 500)).map(({ id }) => id)).not.toContain(runId);
    const services = faultyServices(bindings);
    expect(await executeQueued(services, workspace.id, runId)).toEqual({ settled: true });
    expect(await run()).toMatchObject({ status: "accepted" });
    for (let times = 0; times < 2; times++)
      expect(await executeQueued({ ...services, now: () => then }, workspace.id, runId)).toEqual({ settled: true });
    expect(await run()).toMatchObject({ status: "done" });
    expect((await workspace.call("GET", "/api/runs")).body).toHaveLength(2);
  });
});

/** One of which D1 notes what changes. */
async function copyingWorkspace() {
  const workspace = await workspaceToMove();
  await workspace.ask();
  await workspace.failAfter(4);
  expect(await workspace.step()).toBe("copying");
  return workspace;
}

describe("a move", () => {
  it("goes on from every step at which D1 is away", async () => {
    const workspace = await fullWorkspace();
    const rows = await rowsOf(env.DB, workspace.id);
    await workspace.ask();
    let calls = 0;
    let failsAt = 1;
    const restore = await withoutD1(workspace.object, () => ++calls === failsAt);
    let isOver = false;
    while (!isOver && failsAt < 100) {
      calls = 0;
      isOver = (await workspace.goOn().catch(() => "failed")) === "over" && calls < failsAt;
      failsAt++;
    }
    await restore();
    expect(isOver).toBe(true);
    await workspace.move();
    expect(await rowsOf(databaseInObject(workspace.id), workspace.id)).toEqual(rows);
  });

  it("goes on after its object has left, with the alarm or the cron", async () => {
    const workspace = await fullWorkspace();
    const rows = await rowsOf(env.DB, workspace.id);
    await workspace.ask();
    let calls = 0;
    await withoutD1(workspace.object, () => ++calls > 5);
    await workspace.goOn().catch(() => "failed");
    expect(await workspace.step()).toBe("copying");
    await evictDurableObject(workspace.object);
    expect(await runDurableObjectAlarm(workspace.object)).toBe(true);
    await takeUpMoves(faultyServices(bindings));
    expect(await workspace.step()).toBe("done");
    expect(await rowsOf(databaseInObject(workspace.id), workspace.id)).toEqual(rows);
  });

  it.each(MOMENTS)("goes on after its object has died %s any of its calls to D1", async (moment) => {
    const workspace = await fullWorkspace();
    const rows = await rowsOf(env.DB, workspace.id);
    await workspace.ask();
    const steps = new Set<MoveStep | null>();
    // What is removed at the end is a call for each table: some of them will do.
    const next = (nth: number) => nth + (steps.has("moved") ? 10 : 1);
    for (let nth = 1; !steps.has("done") && nth < 200; nth = next(nth)) {
      await killAt(workspace.id, nth, moment);
      await workspace.goOn().catch(() => "killed");
      steps.add(await workspace.step());
    }
    await workspace.move();
    expect([...steps]).toEqual(expect.arrayContaining(["asked", "copying", "fenced", "moved", "done"]));
    expect(await rowsOf(databaseInObject(workspace.id), workspace.id)).toEqual(rows);
    const left = await rowsOf(env.DB, workspace.id);
    expect(Object.entries(left).filter(([, own]) => own.length > 0)).toEqual([]);
    expect((await workspace.call("GET", "/api/audit/verify")).body).toMatchObject({ intact: true, problems: [] });
  });

  it("is the same if it is begun twice at once", async () => {
    const workspace = await fullWorkspace();
    const rows = await rowsOf(env.DB, workspace.id);
    await workspace.ask();
    await Promise.all([workspace.goOn(), workspace.goOn()]);
    await workspace.move();
    expect(await rowsOf(databaseInObject(workspace.id), workspace.id)).toEqual(rows);
    expect(await workspace.goOn()).toBe("over");
  });

  it("can be given up until it has arrived, and begun again", async () => {
    const workspace = await fullWorkspace();
    await workspace.ask();
    let calls = 0;
    const restore = await withoutD1(workspace.object, () => ++calls > 6);
    await workspace.goOn().catch(() => "failed");
    await restore();
    await env.DB.prepare("delete from moves where workspace_id = ?").bind(workspace.id).run();
    expect(await workspace.goOn()).toBe("none");
    expect((await workspace.call("PUT", "/api/account", { name: "Other" })).status).toBe(200);
    const rows = await rowsOf(env.DB, workspace.id);
    await workspace.ask();
    await workspace.move();
    expect(await rowsOf(databaseInObject(workspace.id), workspace.id)).toEqual(rows);
  });

  it("waits where workspaces may not move, or its object cannot go on, and says why", async () => {
    const workspace = await workspaceToMove();
    await workspace.ask();
    await takeUpMoves(faultyServices({ ...bindings, NEW_WORKSPACES: "database" }));
    const problem = () =>
      env.DB.prepare("select problem from moves where workspace_id = ?").bind(workspace.id).first("problem");
    expect(await problem()).toContain("NEW_WORKSPACES");
    expect(await workspace.step()).toBe("asked");

    const fails = { getByName: () => ({ continueMove: () => Promise.reject(new Error("It takes D1 too long.")) }) };
    await takeUpMoves(faultyServices({ ...bindings, WORKSPACES: standIn<Env["WORKSPACES"]>(fails) }));
    expect(await problem()).toBe("It takes D1 too long.");
    await workspace.move();
    expect(await problem()).toBeNull();
  });

  it("takes its triggers away with it, if no other is under way", async () => {
    const triggers = async () => {
      const { results } = await env.DB.prepare(
        "select name from sqlite_master where name glob 'move_*' and type = 'trigger'",
      ).all();
      return results.length;
    };
    const [first, second] = [await workspaceToMove(), await workspaceToMove()];
    // Of other tests.
    await env.DB.prepare("update moves set step = 'done'").run();
    await first.ask();
    await second.ask();
    await first.move();
    expect(await triggers()).toBe(MOVE_TRIGGERS.length);
    await second.move();
    expect(await triggers()).toBe(0);
  });

  it("begins again if the triggers of D1 are of another version, or were away for a while", async () => {
    const moving = await copyingWorkspace();
    const [{ name } = { name: "" }] = MOVE_TRIGGERS.filter((trigger) => trigger.name === "move_workspaces_update");
    const forget = [`drop trigger ${name}`, `create trigger ${name} after update on workspaces begin select 1; end`];
    await env.DB.batch(forget.map((sql) => env.DB.prepare(sql)));
    const rename = (newName: string) =>
      env.DB.prepare("update workspaces set name = ? where id = ?").bind(newName, moving.id).run();
    await rename("Nobody has noted it");
    await moving.move();
    expect((await moving.call("GET", "/api/account")).body).toMatchObject({ name: "Nobody has noted it" });

    // Another move makes them anew: those that are under way cannot know what they missed.
    const waiting = await copyingWorkspace();
    await env.DB.batch(forget.map((sql) => env.DB.prepare(sql)));
    await env.DB.prepare("update workspaces set name = 'Missed' where id = ?").bind(waiting.id).run();
    const other = await workspaceToMove();
    await other.ask();
    await other.goOn();
    expect(await waiting.step()).toBe("asked");
    await waiting.move();
    expect((await waiting.call("GET", "/api/account")).body).toMatchObject({ name: "Missed" });
  });

  it("copies page after page, in as many turns as it needs, and what changes between them", async () => {
    const workspace = await workspaceToMove();
    const people = PAGE * 2 + 10;
    const numbers = JSON.stringify(Array.from({ length: people }, (_, number) => String(number).padStart(6, "0")));
    const fill = (sql: string) => env.DB.prepare(sql).bind(workspace.id, numbers);
    await env.DB.batch([
      fill(`insert into persons (id, workspace_id, email, name, created_at)
        select ?1 || value, ?1, value || '@example.com', value, 1 from json_each(?2)`),
      fill(`insert into memberships (workspace_id, person_id, role, created_at)
        select ?1, ?1 || value, 'editor', 1 from json_each(?2)`),
    ]);
    await workspace.ask();
    const person = (number: number) => `${workspace.id}${String(number).padStart(6, "0")}`;
    const changes = [
      // One that was copied and one that was not, one that goes with its membership, two that exchange what is unique, a key that changes.
      ["update persons set name = 'New' where id in (?, ?)", person(1), person(people - 1)],
      ["delete from persons where id = ?", person(2)],
      ["update persons set email = 'free' where id = ?", person(3)],
      ["update persons set email = '000003@example.com' where id = ?", person(4)],
      ["update persons set email = '000004@example.com' where id = ?", person(3)],
      ["delete from memberships where person_id = ?", person(5)],
      ["update memberships set person_id = ? where person_id = ?", person(5), person(6)],
    ] as const;
    const turns: string[] = [];
    await runInDurableObject(workspace.object, async (instance, { storage }) => {
      const member = (name: string) => async () =>
        (await Reflect.apply(Reflect.get(instance, name) as () => Promise<undefined>, instance, [])) as undefined;
      // Each look at the clock is later than a turn may take.
      let time = Date.now();
      const now = () => new Date((time += 60_000));
      const place = {
        storage,
        control: env.DB,
        log: createLog(),
        now,
        empty: member("empty"),
        publish: member("publish"),
      };
      const token = await workspace.token();
      for (let turn = 0; turn < 100; turn++) {
        turns.push(await moveIn(place, { workspaceId: workspace.id, token }));
        for (const [sql, ...ids] of changes.slice(turn * 2, turn * 2 + 2))
          await env.DB.prepare(sql)
            .bind(...ids)
            .run();
        if (turns.at(-1) === "here") break;
      }
    });
    expect(turns).toEqual([...turns.slice(1).map(() => "goes on"), "here"]);
    expect(turns.length * 2).toBeGreaterThan(changes.length);
    const copied = await rowsOf(databaseInObject(workspace.id), workspace.id);
    expect(copied).toEqual(await rowsOf(env.DB, workspace.id));
    expect([copied.persons?.length, copied.memberships?.length]).toEqual([people - 1, people - 2]);
    await workspace.move();
    expect((await workspace.call("GET", "/api/people")).status).toBe(200);
  });
});

describe("workspaces that have one mail address", () => {
  it("are found once each, whatever has become of a move", async () => {
    const workspaces = [await workspaceToMove(), await workspaceToMove()] as const;
    const [moving, other] = workspaces;
    const email = `${moving.id}@example.com`;
    for (const { id } of workspaces)
      await env.DB.batch([
        env.DB.prepare(
          "insert into persons (id, workspace_id, email, name, created_at) values (?1, ?1, ?2, 'Ann', 1)",
        ).bind(id, email),
        env.DB.prepare(
          "insert into memberships (workspace_id, person_id, role, created_at) values (?1, ?1, 'editor', 1)",
        ).bind(id),
      ]);
    const found = async () => {
      const entrances = await moving.store.lookUps.entrances.byEmail(email);
      return entrances.map(({ workspaceId }) => workspaceId).toSorted();
    };
    const both = workspaces.map(({ id }) => id).toSorted();
    // As a move makes it before it arrives, and leaves it if it is given up.
    await env.DB.prepare("insert into pointers (kind, value, workspace_id) values ('email', ?, ?)")
      .bind(email, moving.id)
      .run();
    expect(await found()).toEqual(both);
    await moving.ask();
    await moving.move();
    expect(await found()).toEqual(both);
    await env.DB.prepare("insert into pointers (kind, value, workspace_id) values ('email', ?, ?)")
      .bind(email, other.id)
      .run();
    await env.DB.prepare("delete from memberships where workspace_id = ?").bind(other.id).run();
    expect(await found()).toEqual([moving.id]);
  });
});

describe("between the last copied row and the switch", () => {
  /** One whose changes are held, as its object has died. @returns what allows them again */
  async function heldWorkspace() {
    const workspace = await workspaceToMove();
    await workspace.ask();
    const steps = moveSteps(env.DB, workspace.id);
    const move = await steps.read();
    if (!move) throw new Error("It was not asked for");
    const token = crypto.randomUUID();
    // That the key was used is noted now, and not again.
    await workspace.call("GET", "/api/account");
    await steps.begin(move);
    await env.DB.prepare(
      "insert into sign_in_links (token_sha256, workspace_id, created_at, expires_at) values (?, ?, 1, ?)",
    )
      .bind(await sha256Hex(token), workspace.id, Date.now() + 60_000)
      .run();
    expect(await steps.fence(move)).toBe(true);
    return { ...workspace, token, letGo: () => steps.unfence(move, "") };
  }

  const PAUSE_MS = 200;

  it("whoever writes waits; who reads is answered", async () => {
    const workspace = await heldWorkspace();
    expect((await workspace.call("GET", "/api/documents")).status).toBe(200);
    const done: string[] = [];
    const note = async <Result>(what: string, work: Promise<Result>): Promise<Result> => {
      const result = await work;
      done.push(what);
      return result;
    };
    // A link that signs in is used up as it is looked for.
    const using = note("sign-in", workspace.store.lookUps.loginSessions.useLink(workspace.token, new Date()));
    const writing = note("write", workspace.call("PUT", "/api/account", { name: "Later" }));
    await scheduler.wait(PAUSE_MS);
    expect(done).toEqual([]);
    await workspace.letGo();
    expect((await writing).status).toBe(200);
    expect(await using).toBe(workspace.id);
    await workspace.move();
    expect((await workspace.call("GET", "/api/account")).body).toMatchObject({ name: "Later" });
  });

  it("whoever has waited for 15 seconds is told to come again, in the API's form", async () => {
    const workspace = await heldWorkspace();
    const writing = workspace.call("PUT", "/api/account", { name: "Later" });
    await scheduler.wait(PAUSE_MS);
    const realNow = Date.now;
    const clock = vi.spyOn(Date, "now").mockImplementation(() => realNow() + 16_000);
    const { status, headers, body } = await writing.finally(() => clock.mockRestore());
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect(body).toMatchObject({
      ...{ status: 503, code: "work_interrupted", error: "The workspace is just moving: try again in a moment." },
    });
    await workspace.move();
    expect((await workspace.call("PUT", "/api/account", { name: "Later" })).status).toBe(200);
  });

  it("the cron goes on for all others", async () => {
    const [held, other] = [await heldWorkspace(), await workspaceToMove()];
    const due = async ({ id }: { id: string }) => {
      const entry = crypto.randomUUID();
      await env.DB.prepare(
        "insert into outbox (id, workspace_id, delivery_id, kind, settings, status, created_at, due_at) values (?, ?, '', 'alert', '{}', 'pending', 1, 1)",
      )
        .bind(entry, id)
        .run();
      return entry;
    };
    const others = await due(other);
    await held.letGo();
    const own = await due(held);
    await env.DB.prepare("update moves set step = 'fenced' where workspace_id = ?").bind(held.id).run();
    const taken = (await other.store.upkeep.outbox.takeDue(new Date(), 500)).map(({ id }) => id);
    expect([taken.includes(others), taken.includes(own)]).toEqual([true, false]);
    await held.letGo();
    await held.move();
    await env.DB.prepare("delete from outbox where id = ?").bind(others).run();
  });

  it("nothing of what is left in D1 counts: not for strangers, not for the cron, not for the sweep of bytes", async () => {
    const workspace = await fullWorkspace();
    await workspace.ask();
    // Until it has arrived, without the removal.
    let isMoved = false;
    const restore = await withoutD1(workspace.object, () => isMoved);
    expect(await workspace.goOn()).toBe("here");
    isMoved = true;
    const left = await rowsOf(env.DB, workspace.id);
    expect(left.runs).not.toEqual([]);
    const store = createStore({ ...env, DB: new Proxy(env.DB, {}), NEW_WORKSPACES: "objects" });
    await workspace.store.keys.revoke(workspace.id, workspace.keyId, new Date());
    expect((await store.lookUps.keys.findByKeyId(workspace.keyId))?.revokedAt).not.toBeNull();
    expect((await clientWith(workspace.authorization, bindings)("GET", "/api/account")).status).toBe(401);

    await env.DB.prepare("update runs set due_at = 1, expires_at = 1 where workspace_id = ?")
      .bind(workspace.id)
      .run()
      .catch(() => {});
    const later = new Date(Date.now() + 400 * 24 * 60 * 60 * 1000);
    expect(
      (await store.upkeep.runs.dueForResend(later)).filter(({ workspaceId }) => workspaceId === workspace.id),
    ).toEqual([]);
    expect(
      (await store.upkeep.outbox.takeDue(later, 500)).filter(({ workspaceId }) => workspaceId === workspace.id),
    ).toEqual([]);
    const keys = (await env.FILES.list({ prefix: `t/${workspace.id}/` })).objects.map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    await env.DB.prepare("delete from template_versions where workspace_id = ?").bind(workspace.id).run();
    for (let steps = 0; steps < 20; steps++)
      await store.upkeep.garbage.sweep(new Date(Date.now() + 3 * 24 * 60 * 60 * 1000));
    for (const key of keys) expect(await env.FILES.head(key)).not.toBeNull();
    await restore();
  });
});

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import { objectDatabase } from "../store/object/object-database.ts";
import { placedObjects } from "../store/places/testing/placed-objects.ts";
import { createStore } from "../store/store.ts";
import { documentTask } from "../store/testing/run-tasks.ts";
import { jobServices } from "./job-services.ts";
import { keepAlarms } from "./keep-alarms.ts";

const bindings = env as Env;
const MINUTE_MS = 60_000;
const BEGIN = Date.parse("2001-02-03T04:05:06.000Z");

/** A deployment that has nothing yet: an object without a workspace has the tables of an empty D1. */
const newControl = () => objectDatabase(env.WORKSPACES, crypto.randomUUID());

/** Ticks of the clock, each in an isolate that remembers nothing. @returns what was logged */
async function tick(DB: D1Database, at: number, WORKSPACES: Env["WORKSPACES"] = bindings.WORKSPACES) {
  const failures: unknown[] = [];
  const services = jobServices({ ...bindings, DB, WORKSPACES }, createStore({ ...bindings, DB, WORKSPACES }));
  const log = { ...services.log, failure: (event: string, error: unknown) => failures.push(`${event}: ${error}`) };
  await keepAlarms({ ...services, now: () => new Date(at), log });
  return failures;
}

async function place(DB: D1Database, id: string, jurisdiction: string | null = null): Promise<void> {
  await DB.prepare("insert into placements (workspace_id, created_at, jurisdiction) values (?, 1, ?)")
    .bind(id, jurisdiction)
    .run();
}

it("what is due in an object whose alarm was lost is done, though nobody calls it", async () => {
  const DB = newControl();
  const store = createStore({ ...env, DB, NEW_WORKSPACES: "objects" });
  const long = new Date(BEGIN);
  const { id } = await store.control.workspaces.create("Forgotten", long);
  const run = { task: documentTask(), source: "merge", test: false, requestId: "r", askedBy: undefined } as const;
  await store.runs.accept(id, run, long);
  const object = env.WORKSPACES.getByName(id);
  await runInDurableObject(object, (_, { storage }) => storage.deleteAlarm());
  await evictDurableObject(object);

  await tick(DB, BEGIN);
  // Looked at without a call of the object's own, which would make it look.
  const waits = () =>
    runInDurableObject(object, (_, { storage }) =>
      storage.sql.exec("select count(*) as waits from runs where due_at = ?", BEGIN + MINUTE_MS).one(),
    );
  await expect.poll(waits).toEqual({ waits: 0 });
});

it("each object is called once a round, some at a time, and a round begins some minutes after the one before", async () => {
  const DB = newControl();
  const ids = Array.from({ length: 120 }, (_, index) => `w${String(index).padStart(3, "0")}`);
  for (const id of ids) await place(DB, id);
  let called: string[] = [];
  const objects = standIn<Env["WORKSPACES"]>({
    getByName: (name: string) => ({
      async keepAlarm() {
        called.push(name);
        if (name === "w007") throw new Error("It is away");
      },
    }),
  });
  const calledAt = async (minute: number) => {
    called = [];
    const failures = await tick(DB, BEGIN + minute * MINUTE_MS, objects);
    return { called: called.sort(), failures };
  };
  const failures = ["workspace.alarm_not_kept: Error: It is away"];
  expect(await calledAt(0)).toEqual({ called: ids.slice(0, 50), failures });
  expect(await calledAt(1)).toEqual({ called: ids.slice(50, 100), failures: [] });
  expect(await calledAt(2)).toEqual({ called: ids.slice(100), failures: [] });
  for (const minute of [3, 4, 5, 6]) expect((await calledAt(minute)).called, `${minute}`).toEqual([]);
  expect(await calledAt(7)).toEqual({ called: ids.slice(0, 50), failures });
});

it("objects are called in their jurisdictions; where one is unknown, the others are", async () => {
  const DB = newControl();
  const made = `oeu-${"1".repeat(23)}`;
  await place(DB, made);
  await place(DB, "moved", "eu");
  await place(DB, "moved-nowhere", "");
  await place(DB, "moved-to-the-moon", "moon");
  const { objects, placeOf } = placedObjects();
  expect(await tick(DB, BEGIN, objects)).toEqual(["workspace.alarm_not_kept: Error: There is no jurisdiction moon"]);
  expect([made, "moved", "moved-nowhere", "moved-to-the-moon"].map(placeOf)).toEqual(["eu", "eu", "none", undefined]);
});

it("a deployment without objects is not written to", async () => {
  const DB = newControl();
  await tick(DB, BEGIN);
  expect(await DB.prepare("select count(*) as n from sweeps").first("n")).toBe(0);
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { HookCall } from "../domain/hooks/hook.ts";
import { createStore } from "./store.ts";
import { PLAIN_DOCUMENT, PLAIN_TEMPLATE } from "./testing/plain-document.ts";
import { documentTask, NO_RESULT } from "./testing/run-tasks.ts";

/**
 * The queries of the hot paths use an index: each repository call runs for real, its statements are recorded, and D1
 * explains each of them. A scan of a table is a failure.
 */

/** Statements that a call sends to D1. */
async function statementsOf(call: (store: ReturnType<typeof createStore>) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const database = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") {
        return (statement: string) => {
          statements.push(statement);
          return target.prepare(statement);
        };
      }
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  await call(createStore({ ...env, DB: database }));
  return statements;
}

async function planOf(statement: string): Promise<Step[]> {
  const parameters = Array(statement.split("?").length - 1).fill("[]");
  const { results } = await env.DB.prepare(`explain query plan ${statement}`)
    .bind(...parameters)
    .all<Step>();
  return results;
}

async function scansOf(statement: string): Promise<string[]> {
  const steps = await planOf(statement);
  return steps.filter((step, index) => isTableScan(step.detail) || isRepeated(steps, index)).map((step) => step.detail);
}

interface Step {
  parent: number;
  detail: string;
}

/**
 * Data are few, a table's rows may be millions: a list of data that is gone through for each row of a table is joined the wrong way
 * round. One row that is found by its key is none of many, and what a row holds itself (`EXISTS`) is another list each time.
 */
function isRepeated(steps: readonly Step[], index: number): boolean {
  const { parent, detail } = steps[index] ?? { parent: -1, detail: "" };
  const isOfMany = (step: Step) =>
    step.parent === parent &&
    /^S(CAN|EARCH) /.test(step.detail) &&
    !/VIRTUAL TABLE|CONSTANT ROW|sqlite_autoindex|PRIMARY KEY/.test(step.detail);
  return /^SCAN \S+ VIRTUAL TABLE/.test(detail) && steps.slice(0, index).some(isOfMany);
}

/** `SCAN documents` reads a whole table; `SCAN x USING INDEX` walks an index in its order; json_each is data. */
function isTableScan(detail: string): boolean {
  return /^SCAN /.test(detail) && !/USING (COVERING )?INDEX|VIRTUAL TABLE|CONSTANT ROW|\(subquery/.test(detail);
}

const now = new Date();
const run = { task: documentTask(), source: "merge", test: false, requestId: "r", askedBy: undefined } as const;

const part = { run: { ...run, id: "r-1", data: "{}" }, result: NO_RESULT, deliveries: [] };

const problem = { code: "merge_failed" as const, message: "x", errors: [] };
const attempt = { ok: false, response: "x", startedAt: now, finishedAt: now };

const CALL: HookCall = {
  ...{ id: "m", workspaceId: "w", hookId: "h", runId: "r", documentId: undefined, versionId: undefined },
  ...{ outboxId: undefined, answers: undefined, tries: 1, dueAt: now, createdAt: now },
  event: "run.done",
  status: "sending",
};

type Call = (store: ReturnType<typeof createStore>) => Promise<unknown>;

const HOT: [name: string, call: Call][] = [
  ["a key by its id", (store) => store.lookUps.keys.findByKeyId("dk_x")],
  ["a signing identity by its name", (store) => store.identities.named("w", "Sales")],
  ["a document by its merge address", (store) => store.lookUps.documents.byMergeAddress(1, "key")],
  ["the last run of a document", (store) => store.documents.lastRun("w", 1)],
  ["a document by its id", (store) => store.documents.byId("w", 1)],
  ["documents by their ids", (store) => store.documents.list("w", { ids: [1, 2] }, { limit: 10 })],
  ["data routes by their ids", (store) => store.routes.list("w", { ids: [1, 2] }, { limit: 10 })],
  ["documents by page", (store) => store.documents.list("w", {}, { limit: 10, after: { id: "5" } })],
  ["documents of a folder", (store) => store.documents.list("w", { folderIds: ["f"] }, { limit: 10 })],
  ["documents by a term", (store) => store.documents.list("w", { search: "x" }, { limit: 10 })],
  ["the fields of a document", (store) => store.fields.ofDocument("w", 1)],
  ["the versions of a document", (store) => store.versions.ofDocument("w", 1, { limit: 9 })],
  ["a version by its number", (store) => store.versions.byNumber("w", 1, 1)],
  ["the deliveries of a document", (store) => store.deliveries.list("w", { documentId: 1 })],
  ["the deliveries of several documents", (store) => store.deliveries.ofDocuments("w", [1, 2])],
  ["the deliveries of a route", (store) => store.deliveries.list("w", { routeId: 1 })],
  ["a route by its merge address", (store) => store.lookUps.routes.byMergeAddress(1, "key")],
  ["former addresses of a document", (store) => store.formerAddresses.list("w", { documentId: 1 })],
  ["former addresses of a route", (store) => store.formerAddresses.list("w", { routeId: 1 })],
  ["the rules of a route", (store) => store.rules.ofRoute("w", 1)],
  ["the start of a run", (store) => store.runs.start("w", "r", now)],
  ["the end of a run", (store) => store.runs.finish("w", "r", { lease: "l", result: NO_RESULT, now })],
  [
    "the end of a run with parts",
    (store) => store.runs.finish("w", "r", { lease: "l", result: NO_RESULT, now, parts: [part] }),
  ],
  ["a run that is given up", (store) => store.runs.giveUp("w", "r", "l", problem, now)],
  ["a delivery that is given up", (store) => store.outbox.settle("w", "o", "l", attempt, { status: "dead" })],
  ["what an alert tells of", (store) => store.alerts.givenUp("w", "a", 50)],
  ["a run by its id", (store) => store.runs.byId("w", "r")],
  ["the files of a run", (store) => store.runs.files("w", "r")],
  ["runs by page", (store) => store.runs.list("w", {}, { limit: 10, after: { id: "a" } })],
  [
    "the latest runs of a document",
    (store) => store.runs.list("w", { documentId: 1 }, { limit: 10, descending: true }),
  ],
  ["runs since a time", (store) => store.runs.list("w", { since: now, until: now, test: false }, { limit: 10 })],
  ["failed runs", (store) => store.runs.list("w", { status: "failed" }, { limit: 10 })],
  ["runs that are due", (store) => store.upkeep.runs.dueForResend(now)],
  ["deliveries that are due", (store) => store.upkeep.outbox.due(now)],
  ["the claim of a delivery", (store) => store.outbox.claim("w", "o", now)],
  ["deliveries of runs by page", (store) => store.outbox.list("w", {}, { limit: 10, descending: true })],
  ["deliveries of a time", (store) => store.outbox.list("w", { since: now, until: now }, { limit: 10 })],
  ["dead deliveries", (store) => store.outbox.list("w", { status: "dead" }, { limit: 10 })],
  ["tries by page", (store) => store.outbox.attempts("w", {}, { limit: 10, descending: true })],
  ["whole documents by name", (store) => store.documents.listWhole("w", {}, { limit: 10, order: "name" })],
  ["the samples of a document", (store) => store.samples.list("w", 1, { limit: 10 })],
  ["the usage of a month", (store) => store.usage.read("w", { from: now, until: now, by: "document_day" })],
  ["the rename of a folder", (store) => store.folders.move("w", "A", "B", now)],
  ["the deletion of a folder", (store) => store.folders.delete("w", "A", "move", now)],
  ["the copy of a route", (store) => store.routes.copy("w", 1, "a", now)],
  ["a browser's session", (store) => store.lookUps.loginSessions.byToken("t", now)],
  ["the deliveries of a run", (store) => store.outbox.ofRun("w", "r")],
  ["the tries of a run", (store) => store.outbox.attemptsOfRun("w", "r")],
  ["a link by its token", (store) => store.lookUps.links.byToken("t", now)],
  ["a session", (store) => store.dataSessions.posts("w", "document/1", "k", now)],
  [
    "a post of a session",
    async (store) =>
      store.dataSessions.add(
        {
          workspaceId: (await createStore(env).control.workspaces.create("posts", now)).id,
          owner: "document/1",
          key: "k",
        },
        { data: "{}", append: false, bytes: 2 },
        { posts: 1, bytes: 2, ownerBytes: 2 },
        now,
        now,
      ),
  ],
  [
    "an idempotency key",
    (store) =>
      store.idempotency.begin({ workspaceId: "w", scope: "s", key: crypto.randomUUID(), fingerprint: "f" }, now),
  ],
  ["the counters", (store) => store.counters.read("w", now)],
  ["folders by their own name", (store) => store.folders.idsOf("w", "B")],
  ["a folder by its path", (store) => store.folders.idOf("w", "A/B")],
  ["the folders of a workspace", (store) => store.folders.list("w")],
  ["the states of a batch's records", (store) => store.runs.recordStates("w", "r")],
  ["the files of a batch's records", (store) => store.runs.recordFiles("w", "r")],
  ["the purge of a route", (store) => store.garbage.purge("w", { routeId: 1 }, now)],
  ["the purge of a run", (store) => store.garbage.purge("w", { runId: "r" }, now)],
  ["events that hooks are to be told of", (store) => store.upkeep.hookCalls.takeDue(now, 10)],
  ["events of a workspace that nobody has begun", (store) => store.hookCalls.waiting("w")],
  ["an event for a hook", (store) => store.hookCalls.byId("w", "m")],
  ["the claim of an event", (store) => store.hookCalls.claim("w", "m", now)],
  [
    "an event that a hook did not take",
    (store) => store.hookCalls.settle(CALL, "l", { status: "dead", isGone: false }, "x", now),
  ],
  [
    "an event whose receiver is gone",
    (store) => store.hookCalls.settle(CALL, "l", { status: "dead", isGone: true }, "x", now),
  ],
  ["the sweep of events", (store) => store.upkeep.hookCalls.sweep(now)],
  ["hooks", (store) => store.hooks.list("w")],
  ["the sweep", (store) => store.upkeep.garbage.sweep(now)],
  ["runs that go to day files", (store) => store.upkeep.dayFiles.moveOldRuns(now)],
  ["a delivery of a run by its id", (store) => store.outbox.byId("w", "o")],
  [
    "runs of a document, in pages",
    (store) => store.runs.list("w", { documentId: 1 }, { limit: 9, after: { id: "r" } }),
  ],
];

describe("query plans", () => {
  it.each(HOT)("%s is found by an index", async (_, call) => {
    const statements = await statementsOf(call);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(await scansOf(statement), statement).toEqual([]);
  });

  it("would notice a scan", async () => {
    expect(await scansOf("select * from documents where name = ?")).not.toEqual([]);
    expect(await scansOf("select * from runs where request_id = ?")).not.toEqual([]);
  });

  it("goes through many runs of a time in the order in which they are listed, and through no others", async () => {
    const times = { since: now, until: now };
    const [, runsInOrder = ""] = await statementsOf((store) =>
      store.runs.list("w", times, { limit: 10, descending: true }),
    );
    const [entries = ""] = await statementsOf((store) => store.outbox.list("w", times, { limit: 10 }));
    const [attempts = ""] = await statementsOf((store) => store.outbox.attempts("w", times, { limit: 10 }));
    for (const [statement, index] of [
      [runsInOrder, "runs_by_workspace (workspace_id=? AND id>? AND id<?)"],
      [entries, "outbox_by_workspace (workspace_id=? AND id>? AND id<?)"],
      [attempts, "attempts_by_workspace (workspace_id=? AND id>? AND id<?)"],
    ] as const) {
      const details = (await planOf(statement)).map(({ detail }) => detail).join("\n");
      expect(details).toContain(index);
      expect(details).not.toContain("FOR ORDER BY");
    }
  });

  it("accepts a run without reading anything", async () => {
    const { id } = await createStore(env).control.workspaces.create("plans", now);
    const statements = await statementsOf((store) => store.runs.accept(id, run, now));
    expect(statements).toHaveLength(1);
    expect(await scansOf(statements[0]!)).toEqual([]);
  });

  it("stays below D1's 100 bound parameters", async () => {
    const { id } = await createStore(env).control.workspaces.create("parameters", now);
    const statements = await statementsOf(async (store) => {
      const folder = Array.from({ length: 20 }, (_, index) => `level ${index}`).join("/");
      await store.documents.create(id, { ...PLAIN_DOCUMENT, folder }, PLAIN_TEMPLATE, [], now);
    });
    for (const statement of statements) expect(statement.split("?").length - 1).toBeLessThanOrEqual(100);
  });
});

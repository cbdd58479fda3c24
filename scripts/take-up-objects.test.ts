import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it } from "vitest";
import { MOVED_IN } from "../src/store/object/moved-in-tables.ts";
import { readMigrations } from "./migrations.ts";
import { scratchFolder } from "./scratch-folder.ts";
import { takeUpObjects } from "./serve/take-up-objects.ts";

const folder = scratchFolder();
const objects = path.join(folder, "answering/do/docloom-WorkspaceObject");
const START = 1_000_000;

afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

function open<Result>(name: string, use: (database: DatabaseSync) => Result): Result {
  fs.mkdirSync(objects, { recursive: true });
  const database = new DatabaseSync(path.join(objects, `${name}.sqlite`));
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** The database of a workspace, with a run that a service was at work on when it ended; or one that is over. */
function workspace(name: string, { status = "running", dueAt = (START + 60_000) as number | null, more = "" } = {}) {
  open(name, (database) => {
    for (const { statements } of readMigrations()) for (const statement of statements) database.exec(statement);
    database.exec(MOVED_IN);
    database.exec(`INSERT INTO workspaces (id, name, created_at) VALUES ('${name}', 'A', 1)`);
    const run = {
      id: `run-${name}`,
      workspace_id: name,
      status,
      lease: "held",
      due_at: dueAt,
      accepted_at: 1,
      started_at: 2,
    };
    insertRun(database, run);
    database.exec(more);
  });
}

/** Whatever else a run must have is empty. */
function insertRun(database: DatabaseSync, known: Record<string, string | number | null>): void {
  const columns = database
    .prepare("SELECT name, type, \"notnull\" AS needed, dflt_value AS otherwise FROM pragma_table_info('runs')")
    .all();
  const row = new Map(Object.entries(known));
  for (const { name, type, needed, otherwise } of columns)
    if (needed === 1 && otherwise === null && !row.has(String(name)))
      row.set(String(name), type === "text" || type === "TEXT" ? "" : 0);
  database
    .prepare(`INSERT INTO runs (${[...row.keys()].join(", ")}) VALUES (${[...row.keys()].map(() => "?").join(", ")})`)
    .run(...row.values());
}

const runOf = (name: string) =>
  open(name, (database) => ({ ...database.prepare("SELECT status, lease, due_at FROM runs").get() }));

it("makes due at once what a service that ended was at work on in databases of workspaces, and says which", () => {
  workspace("working");
  workspace("over", { status: "done", dueAt: null });
  workspace("moving", { more: "INSERT INTO moved_in (workspace_id, token) VALUES ('moving', 't')" });
  workspace("moved", { more: "INSERT INTO moved_in (workspace_id, token, is_open) VALUES ('moved', 't', 1)" });
  open("unused", (database) => database.exec("CREATE TABLE _cf_METADATA (key INTEGER PRIMARY KEY, value BLOB)"));
  open("metadata", (database) => database.exec("CREATE TABLE _cf_ALARM (actor_id TEXT)"));
  fs.writeFileSync(path.join(objects, "broken.sqlite"), "This is no database. ".repeat(100));

  const problems: string[] = [];
  const waiting = takeUpObjects(folder, START, (problem) => problems.push(problem));
  expect(waiting.sort()).toEqual(["moved", "working"]);
  expect(problems).toEqual([expect.stringMatching(/broken\.sqlite: file is not a database/)]);
  const taken = { status: "accepted", lease: null, due_at: START };
  expect([runOf("working"), runOf("moved")]).toEqual([taken, taken]);
  expect(runOf("moving")).toEqual({ status: "running", lease: "held", due_at: START + 60_000 });
  expect(runOf("over")).toMatchObject({ status: "done", due_at: null });
});

it("opens none that was silent before the service ended: in it nothing waits", () => {
  const silent = path.join(objects, "broken.sqlite");
  fs.utimesSync(silent, new Date(), new Date(Date.now() - 30 * 60_000));
  expect(takeUpObjects(folder, START, expect.fail).sort()).toEqual(["moved", "working"]);
  fs.writeFileSync(`${silent}-wal`, "It has just been at work.");
  const problems: string[] = [];
  takeUpObjects(folder, START, (problem) => problems.push(problem));
  expect(problems).toHaveLength(1);
});

it("has nothing to do where there are no objects", () => {
  expect(takeUpObjects(path.join(folder, "none"), START, expect.fail)).toEqual([]);
});

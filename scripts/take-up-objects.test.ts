import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { scratchFolder } from "./scratch-folder.ts";
import { takeUpObjects } from "./serve/take-up-objects.ts";
import { OBJECTS, objectFile, START, useDatabase, workspaceFile } from "./serve/testing/object-files.ts";

const data = scratchFolder();
const objects = path.join(data, OBJECTS);

afterAll(() => {
  fs.rmSync(data, { recursive: true, force: true });
});

const runOf = (name: string) =>
  useDatabase(data, objectFile(name), (database) => ({
    ...database.prepare("SELECT status, lease, due_at FROM runs").get(),
  }));

it("makes due at once what a service that ended was at work on in databases of workspaces, and says which", () => {
  workspaceFile(data, "working");
  workspaceFile(data, "over", { status: "done", dueAt: null });
  workspaceFile(data, "moving", { more: "INSERT INTO moved_in (workspace_id, token) VALUES ('moving', 't')" });
  workspaceFile(data, "moved", {
    more: "INSERT INTO moved_in (workspace_id, token, is_open) VALUES ('moved', 't', 1)",
  });
  useDatabase(data, objectFile("unused"), (database) =>
    database.exec("CREATE TABLE _cf_METADATA (key INTEGER PRIMARY KEY, value BLOB)"),
  );
  useDatabase(data, objectFile("metadata"), (database) => database.exec("CREATE TABLE _cf_ALARM (actor_id TEXT)"));
  fs.writeFileSync(path.join(objects, "broken.sqlite"), "This is no database. ".repeat(100));

  const problems: string[] = [];
  const waiting = takeUpObjects(data, START, (problem) => problems.push(problem));
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
  expect(takeUpObjects(data, START, expect.fail).sort()).toEqual(["moved", "working"]);
  fs.writeFileSync(`${silent}-wal`, "It has just been at work.");
  const problems: string[] = [];
  takeUpObjects(data, START, (problem) => problems.push(problem));
  expect(problems).toHaveLength(1);
});

it("has nothing to do where there are no objects", () => {
  expect(takeUpObjects(path.join(data, "none"), START, expect.fail)).toEqual([]);
});

import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scratchFolder } from "../scratch-folder.ts";
import { insertRow, makeTables, objectFile, START, useDatabase, workspaceFile } from "./testing/object-files.ts";
import { WaitingWork } from "./waiting-work.ts";

const NONE = { count: 0, firstAt: undefined };

let data: string;
beforeEach(() => {
  data = scratchFolder();
  useDatabase(data, "v3/d1/docloom.sqlite", makeTables);
});
afterEach(() => {
  fs.rmSync(data, { recursive: true, force: true });
});

it("counts what is due in the service's own database and in those of workspaces in objects", () => {
  useDatabase(data, "v3/d1/docloom.sqlite", (database) => {
    insertRow(database, "runs", { id: "late", workspace_id: "a", due_at: START - 2_000 });
    insertRow(database, "runs", { id: "later", workspace_id: "a", due_at: START + 2_000 });
  });
  workspaceFile(data, "b", { dueAt: START - 5_000 });
  useDatabase(data, objectFile("b"), (database) => {
    insertRow(database, "hook_calls", { id: "call", workspace_id: "b", due_at: 1 });
  });
  workspaceFile(data, "still-moving-in", {
    dueAt: 1,
    more: "INSERT INTO moved_in (workspace_id, token) VALUES ('still-moving-in', 't')",
  });
  useDatabase(data, objectFile("unused"), (database) => database.exec("CREATE TABLE a (b)"));

  expect(new WaitingWork(data, expect.fail).at(START)).toEqual([
    { what: "run", count: 2, firstAt: START - 5_000 },
    { what: "delivery", ...NONE },
    { what: "hook", count: 1, firstAt: 1 },
  ]);
});

it("sees what comes due while nobody writes, and what is written", () => {
  workspaceFile(data, "b", { dueAt: START + 1_000 });
  const waiting = new WaitingWork(data, expect.fail);
  const runs = (now: number) => waiting.at(now)[0];
  expect(runs(START)).toMatchObject({ count: 0, firstAt: START + 1_000 });
  expect(runs(START + 1_000)).toMatchObject({ count: 1 });
  useDatabase(data, objectFile("b"), (database) => database.exec("UPDATE runs SET due_at = NULL"));
  expect(runs(START + 1_000)).toMatchObject(NONE);
});

it("opens none in which nothing has changed and nothing has come due", () => {
  workspaceFile(data, "b", { dueAt: START + 1_000 });
  const file = path.join(data, objectFile("b"));
  const written = new Date(START);
  fs.utimesSync(file, written, written);
  const waiting = new WaitingWork(data, expect.fail);
  waiting.at(START);
  fs.writeFileSync(file, "This is no database any more.");
  fs.utimesSync(file, written, written);
  expect(waiting.at(START)[0]).toMatchObject({ count: 0, firstAt: START + 1_000 });
});

it("says once which database cannot be read, and counts in the others", () => {
  workspaceFile(data, "b", { dueAt: START });
  fs.writeFileSync(path.join(data, objectFile("broken")), "This is no database. ".repeat(100));
  const problems: string[] = [];
  const waiting = new WaitingWork(data, (problem) => problems.push(problem));
  for (const _ of "ab") expect(waiting.at(START)[0]).toMatchObject({ count: 1 });
  expect(problems).toEqual([expect.stringMatching(/broken\.sqlite: file is not a database/)]);
});

it("has nothing to tell where no service has worked", () => {
  expect(new WaitingWork(path.join(data, "none"), expect.fail).at(START)).toEqual([]);
});

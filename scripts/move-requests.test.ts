import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, it } from "vitest";
import type { Database, Row } from "./database.ts";
import { readMigrations } from "./migrations.ts";
import { askForMove, describeMove, giveUpMove, moveState } from "./move-requests.ts";

let tables: DatabaseSync;
let database: Database;
beforeEach(() => {
  tables = new DatabaseSync(":memory:");
  for (const { statements } of readMigrations()) tables.exec(statements.join(""));
  tables.exec("insert into workspaces (id, name, created_at) values ('w1', 'Ada''s', 1), ('w2', 'w1', 2)");
  database = async (statements) => statements.map((statement) => tables.prepare(statement).all() as Row[]);
});

const tokens = () => tables.prepare("select workspace_id, token from moves").all();

it("is asked for by the workspace's id before its name, once", async () => {
  expect(await askForMove(database, "w1")).toBe("w1");
  const [first] = tokens();
  expect(await askForMove(database, "w1")).toBe("w1");
  expect(await askForMove(database, "Ada's")).toBe("w1");
  expect(tokens()).toEqual([first]);
  expect(await askForMove(database, "none")).toBeUndefined();
});

it("is asked for into a jurisdiction, and into no other one afterwards", async () => {
  expect(await askForMove(database, "w1", "eu")).toBe("w1");
  expect(tables.prepare("select jurisdiction from moves").get()).toEqual({ jurisdiction: "eu" });
  expect(await askForMove(database, "w1", "eu")).toBe("w1");
  expect(await askForMove(database, "w1")).toBe("w1");
  await expect(askForMove(database, "w1", "fedramp")).rejects.toThrow("into the jurisdiction eu");

  await askForMove(database, "w2");
  expect(tables.prepare("select jurisdiction from moves where workspace_id = 'w2'").get()).toEqual({
    jurisdiction: null,
  });
  await expect(askForMove(database, "w2", "eu")).rejects.toThrow("--undo");
});

it("tells how far it is, in words", async () => {
  expect(await moveState(database, "w1")).toBeUndefined();
  await askForMove(database, "w1");
  tables.exec(`update moves set step = 'copying', problem = 'D1 is away.';
    insert into move_changes (workspace_id, position, key) values ('w1', 0, '["w1"]'), ('w2', 0, '["w2"]')`);
  const state = await moveState(database, "w1");
  expect(state).toEqual({ step: "copying", problem: "D1 is away.", waiting: 1 });
  expect(state && describeMove(state)).toBe("It is copied: 1 rows are left. D1 is away.");
});

it.each(["asked", "copying", "fenced"])("is given up while it is %s, with what was noted", async (step) => {
  await askForMove(database, "w1");
  tables.exec(
    `update moves set step = '${step}'; insert into move_changes (workspace_id, position, key) values ('w1', 0, 'x')`,
  );
  expect(await giveUpMove(database, "w1")).toBe(true);
  expect(tables.prepare("select 1 from move_changes").all()).toEqual([]);
  expect(await giveUpMove(database, "w1")).toBe(false);
});

it.each(["moved", "done"])("is not given up once it is %s: the object has what is new", async (step) => {
  await askForMove(database, "w1");
  tables.exec(`update moves set step = '${step}'`);
  expect(await giveUpMove(database, "w1")).toBe(false);
  expect(await askForMove(database, "w1")).toBe("w1");
  expect((await moveState(database, "w1"))?.step).toBe(step);
});

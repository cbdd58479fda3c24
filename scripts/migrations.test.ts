import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { readMigrations } from "./migrations.ts";

/** A database as it was before a migration; each migration is one transaction, as in D1. */
function databaseBefore(name: string) {
  const database = new DatabaseSync(":memory:");
  const migrations = readMigrations();
  const at = migrations.findIndex((migration) => migration.name.includes(name));
  const apply = (statements: readonly string[]) => {
    database.exec("begin");
    for (const statement of statements) database.exec(statement);
    database.exec("commit");
  };
  for (const { statements } of migrations.slice(0, at)) apply(statements);
  return { database, migrate: () => apply(migrations[at]?.statements ?? []) };
}

/** Inserts a row; what has to be there and is not given is empty. */
function insert(database: DatabaseSync, table: string, values: Record<string, string | number | null>): void {
  const columns = database.prepare(`pragma table_info(${table})`).all();
  const needed = columns.filter(({ notnull, dflt_value }) => notnull === 1 && dflt_value === null);
  const row = {
    ...Object.fromEntries(needed.map(({ name, type }) => [String(name), type === "integer" ? 0 : ""])),
    ...values,
  };
  const names = Object.keys(row);
  database
    .prepare(`insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`)
    .run(...Object.values(row));
}

it("0028 keeps the outbox and its tries, their indexes, trigger and cascade, and takes an alert of no run", () => {
  const { database, migrate } = databaseBefore("alerts_without_run");
  const rowsOf = (table: string) => database.prepare(`select * from ${table} order by id`).all();
  const objects = () =>
    database
      .prepare("select type, name, tbl_name from sqlite_master where tbl_name in ('outbox', 'attempts') order by name")
      .all();
  insert(database, "workspaces", { id: "w" });
  for (const id of ["r1", "r2"]) insert(database, "runs", { id, workspace_id: "w", status: "done" });
  const settings = '{"url":"https://example.com"}';
  for (const [id, run_id] of [
    ["o1", "r1"],
    ["o2", "r2"],
  ] as const) {
    const more = { kind: "webhook", status: "sending", settings, preview: '{"a":1}', due_at: 7, tries: 2, lease: "l" };
    insert(database, "outbox", { id, workspace_id: "w", run_id, delivery_id: `d-${id}`, alert_id: "a", ...more });
    for (const number of [1, 2])
      insert(database, "attempts", {
        id: `${id}-${number}`,
        workspace_id: "w",
        outbox_id: id,
        number,
        response: "HTTP 500",
      });
  }
  const hook = { workspace_id: "w", event: "delivery.failed", state: "on", target_url: "https://example.com" };
  insert(database, "hooks", { id: "h", ...hook, test: 1 });
  const before = { outbox: rowsOf("outbox"), attempts: rowsOf("attempts"), objects: objects() };
  expect([before.outbox.length, before.attempts.length]).toEqual([2, 4]);

  migrate();
  expect({ outbox: rowsOf("outbox"), attempts: rowsOf("attempts"), objects: objects() }).toEqual(before);
  expect(database.prepare("pragma foreign_key_check").all()).toEqual([]);
  expect(database.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });

  const alert = { workspace_id: "w", run_id: null, kind: "alert", status: "pending", settings: "{}" };
  for (const id of ["a1", "a2"]) insert(database, "outbox", { id, delivery_id: id, ...alert });
  database.exec("update outbox set status = 'dead' where id = 'o1'");
  expect(database.prepare("select hook_id, outbox_id from hook_calls").all()).toEqual([
    { hook_id: "h", outbox_id: "o1" },
  ]);
  database.exec("delete from runs where id = 'r1'");
  expect(rowsOf("outbox").map(({ id }) => id)).toEqual(["a1", "a2", "o2"]);
  expect(rowsOf("attempts").map(({ id }) => id)).toEqual(["o2-1", "o2-2"]);
});

it("0033 keeps links and their indexes, lets them outlive the row of their run, and counts the files that stay", () => {
  const { database, migrate } = databaseBefore("kept_files");
  const links = () => database.prepare("select * from links order by token_sha256").all();
  const objects = () =>
    database.prepare("select type, name from sqlite_master where tbl_name = 'links' order by name").all();
  const storedBytes = () => database.prepare("select stored_bytes from workspaces").get()?.stored_bytes;
  insert(database, "workspaces", { id: "w" });
  insert(database, "runs", { id: "r", workspace_id: "w", status: "done" });
  const link = {
    workspace_id: "w",
    run_id: "r",
    password_hash: "h",
    once: 1,
    used_at: 3,
    failures: 2,
    locked_until: 9,
  };
  for (const token_sha256 of ["t1", "t2"]) insert(database, "links", { token_sha256, ...link, expires_at: 7 });
  const file = { run_id: "r", position: 0, size_bytes: 50, blob_key: "r/w/r/f" };
  insert(database, "run_files", file);
  const before = { links: links(), objects: objects() };
  expect([before.links.length, storedBytes()]).toEqual([2, 50]);

  migrate();
  expect({ links: links(), objects: objects() }).toEqual(before);
  expect(database.prepare("pragma foreign_key_check").all()).toEqual([]);
  insert(database, "kept_files", { ...file, workspace_id: "w" });
  database.exec("delete from runs");
  expect([links().length, storedBytes()]).toEqual([2, 50]);
  database.exec("delete from kept_files");
  expect(storedBytes()).toBe(0);
});

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { MigrationFailed, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { objectDatabase } from "./object-database.ts";

const NAME = "tests of the database";
const object = objectDatabase(env.WORKSPACES, NAME);

/** What both say to the same question: a value, or the words in which it is refused. */
async function answersOf(ask: (database: D1Database) => Promise<unknown>) {
  const asked = [env.DB, object].map((database) => ask(database).catch((error: Error) => `refused: ${error.message}`));
  return await Promise.all(asked);
}

const workspace = (database: D1Database, id: string) =>
  database.prepare("insert into workspaces (id, name, created_at) values (?, ?, ?)").bind(id, "Ada", 1);

const meta = ({ results, success, meta: { changes, changed_db, last_row_id, rows_written } }: D1Result) => ({
  ...{ results, success, changes, changed_db, rows_written },
  hasRowId: last_row_id > 0,
});

describe("an object's database answers what D1 answers", () => {
  it.each<[string, (database: D1Database) => Promise<unknown>]>([
    [
      "rows as objects",
      (database) =>
        database
          .prepare("select 1 as a, 'x' as b, null as c, 1.5 as d")
          .all()
          .then(({ results }) => results),
    ],
    ["rows as lists", (database) => database.prepare("select 1 as a, 2 as a, 'x'").raw()],
    ["the first row", (database) => database.prepare("select ? as a, 2 as b").bind("x").first()],
    ["a column of the first row", (database) => database.prepare("select 1 as a, 2 as b").first("b")],
    ["a column that is not there", (database) => database.prepare("select 1 as a").first("b")],
    ["no row", (database) => database.prepare("select 1 as a where false").first()],
    [
      "truth and numbers",
      (database) =>
        database
          .prepare("select ? as a, ? as b, ? as c, typeof(?) as d")
          .bind(true, false, 2 ** 40, 1)
          .first(),
    ],
    ["a value that is none", async (database) => database.prepare("select ?").bind(undefined).first()],
    ["an insert", async (database) => meta(await workspace(database, crypto.randomUUID()).run())],
    [
      "rows of an insert",
      async (database) =>
        meta(
          await database
            .prepare("insert into sweeps values (?, 'c', 1) on conflict do update set cursor = 'd' returning cursor")
            .bind("x")
            .all(),
        ),
    ],
    [
      "an update of nothing",
      async (database) => meta(await database.prepare("update workspaces set name = 'x' where id = 'none'").run()),
    ],
    ["a key that is taken", (database) => database.batch([workspace(database, "twice"), workspace(database, "twice")])],
    ["a value that is missing", (database) => database.prepare("insert into workspaces (id) values ('x')").run()],
    [
      "a reference to nothing",
      (database) => database.prepare("insert into folders values ('f', 'none', 'A', 1)").run(),
    ],
    ["a table that is not there", (database) => database.prepare("select * from none").all()],
    ["what is no SQL", (database) => database.prepare("selec").all()],
    [
      "100 parameters",
      (database) =>
        database
          .prepare(`select ${Array(100).fill("?").join(" + ")} as sum`)
          .bind(...Array(100).fill(1))
          .first(),
    ],
    [
      "101 parameters",
      (database) =>
        database
          .prepare(`select ${Array(101).fill("?").join(" + ")} as sum`)
          .bind(...Array(101).fill(1))
          .first(),
    ],
    ["too few parameters", (database) => database.prepare("select ? + ?").bind(1).first()],
    ["a statement of 99 kB", (database) => database.prepare(`select '${"x".repeat(99_000)}' is null as a`).first()],
    ["a statement of 101 kB", (database) => database.prepare(`select '${"x".repeat(101_000)}' is null as a`).first()],
    ["a text of 1.9 MB", (database) => database.prepare("select length(?) as a").bind("x".repeat(1_900_000)).first()],
    ["a text of 2.1 MB", (database) => database.prepare("select length(?) as a").bind("x".repeat(2_100_000)).first()],
    [
      "the plan of a query",
      (database) =>
        database
          .prepare("explain query plan select * from runs where id = ?")
          .bind("x")
          .all()
          .then(({ results }) => results.length),
    ],
  ])("%s", async (_, ask) => {
    const [inD1, inObject] = await answersOf(ask);
    expect(inObject).toEqual(inD1);
  });

  it("a batch is done as a whole or not at all, and each statement sees what the one before has changed", async () => {
    for (const database of [env.DB, object]) {
      const id = crypto.randomUUID();
      const failing = [workspace(database, id), database.prepare("select * from none")];
      await expect(database.batch(failing)).rejects.toThrow("D1_ERROR: no such table: none");
      expect(await database.prepare("select id from workspaces where id = ?").bind(id).first()).toBeNull();

      const results = await database.batch<{ n: number }>([
        workspace(database, id),
        database.prepare("select changes() as n"),
        database.prepare("select count(*) as n from workspaces where id = ?").bind(id),
      ]);
      expect(results.map(({ results: [row], meta: { changes } }) => [row?.n, changes])).toEqual([
        [undefined, 1],
        [1, 0],
        [1, 0],
      ]);
    }
  });

  it("what was written is there after the object has left or died", async () => {
    await workspace(object, "kept").run();
    const killed = runInDurableObject(env.WORKSPACES.getByName(NAME), (_, state) => state.abort("killed"));
    await expect(killed).rejects.toThrow("killed");
    expect(await object.prepare("select name from workspaces where id = 'kept'").first("name")).toBe("Ada");
    await evictDurableObject(env.WORKSPACES.getByName(NAME));
    expect(await object.prepare("select name from workspaces where id = 'kept'").first("name")).toBe("Ada");
  });
});

describe("migrations of an object", () => {
  it("are those of D1, all of them", () => {
    expect(MIGRATIONS.map(({ name }) => name)).toEqual(env.TEST_MIGRATIONS.map(({ name }) => name));
  });

  it("one that fails changes nothing, stops this object only, and is tried again when it wakes", async () => {
    const stopped = env.WORKSPACES.getByName("stopped");
    const database = objectDatabase(env.WORKSPACES, "stopped");
    const { name: newest, text } = present(MIGRATIONS.at(-1));
    const [, kind = "", made = ""] = present(/CREATE (TABLE|INDEX) `(\w+)`/.exec(text));
    await database.prepare("select 1").first();
    await runInDurableObject(stopped, (_, { storage }) => {
      // As if the newest step had not been made, and something were in its way.
      storage.sql.exec("delete from made_migrations where name = ?", newest);
      const migrations = [{ name: "9999_bad.sql", text: "create table made (a); insert into none values (1);" }];
      expect(() => migrate(storage, migrations, new Date())).toThrow(MigrationFailed);
      expect(storage.sql.exec("select name from sqlite_schema where name = 'made'").toArray()).toEqual([]);
    });
    await evictDurableObject(stopped);
    await expect(database.prepare("select 1").first()).rejects.toMatchObject({
      ...{ code: "work_interrupted", retryAfterSeconds: 60 },
    });
    await expect(database.prepare("select 1").first()).rejects.toThrow(newest);
    expect(await object.prepare("select 1 as a").first()).toEqual({ a: 1 });

    await runInDurableObject(stopped, (_, { storage }) => {
      storage.sql.exec(`drop ${kind} ${made}`);
    });
    await evictDurableObject(stopped);
    expect(await database.prepare("select 1 as a").first()).toEqual({ a: 1 });
  });
});

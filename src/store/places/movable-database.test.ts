import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { movableDatabase } from "./movable-database.ts";

const database = movableDatabase(env.DB, crypto.randomUUID(), () => {
  throw new Error("It has not moved");
});

const THREE = "(select 1 as id, 'x' as n union all select 2, 'y' union all select 3, 'z')";

it.each([
  `select a.id, b.id, a.n, b.n, count(*) over () from ${THREE} as a join ${THREE} as b on b.id = 4 - a.id order by b.n desc`,
  `select a.id, b.id from ${THREE} as a join ${THREE} as b on b.id >= a.id order by b.id desc, a.id limit 3 offset 1`,
  `select distinct b.n, a.n from ${THREE} as a left join ${THREE} as b on b.id = a.id + 1 order by a.id desc`,
  `select id from ${THREE} union all select id + 10 from ${THREE} order by 1 desc`,
  `select * from ${THREE} as a join ${THREE} as b on b.id = a.id order by a.id desc`,
  `select max(id), (select 'it''s, from a' from ${THREE} limit 1), "n" from ${THREE}`,
  "select 1",
  "select name from sqlite_master where type = 'table' and name glob ? order by name desc",
])("answers what D1 answers, each column in its place, in the query's order: %s", async (sql) => {
  const values = sql.includes("?") ? ["a*"] : [];
  const rows = await database
    .prepare(sql)
    .bind(...values)
    .raw();
  expect(rows).toEqual(
    await env.DB.prepare(sql)
      .bind(...values)
      .raw(),
  );
  expect(rows.length).toBeGreaterThan(0);
});

it("refuses a column that a number names, as its place is lost", async () => {
  await expect(database.prepare("select 'a' as n, 1").raw()).rejects.toThrow("The column 1 of a query");
});

import { expect, it } from "vitest";
import { withColumnNames } from "./column-names.ts";

it.each([
  ["select 1", 'select 1 as "column_0"'],
  ['select "a"."id", "b"."id" from "a"', 'select "a"."id" as "column_0", "b"."id" as "column_1" from "a"'],
  ['select distinct "id" from "a"', 'select distinct "id" as "column_0" from "a"'],
  [
    'select max("a", (select 1 from "b")) as "most", x from c',
    'select max("a", (select 1 from "b")) as "most", x as "column_1" from c',
  ],
  ["select ', from x', \"from\" from a", 'select \', from x\' as "column_0", "from" as "column_1" from a'],
  ["select 'it''s, so' from a", "select 'it''s, so' as \"column_0\" from a"],
  ["select * from a", "select * from a"],
  ["update a set b = 1 returning b", "update a set b = 1 returning b"],
])("%s", (sql, named) => {
  expect(withColumnNames(sql)).toBe(named);
});

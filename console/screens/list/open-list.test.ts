import { expect, it } from "vitest";
import type { ReadList } from "./list-calls.ts";
import { correctedList, marksOf, openList, rowsOfRecord, wholeList } from "./open-list.ts";

const read: ReadList = {
  ...{
    sheets: ["A"],
    sheet: "A",
    header_row: 3,
    row_count: 3,
    more: false,
    record_count: 3,
    records: [],
    record_rows: [],
  },
  columns: [
    { heading: "Order", field: "Order", suggested: "" },
    { heading: "qty", field: "qty", suggested: "Items[].Qty" },
  ],
  rows: [
    ["7", 2],
    ["8", ""],
    ["7", 3],
  ],
  row_numbers: [4, 6, 7],
  problems: [{ row: 6, column: 1, kind: "unknown", message: "never calculated" }],
  ...{ problem_count: 1, targets: [], warnings: [] },
};
const list = openList(read, "orders.xlsx", undefined);

it("marks cells where they stand, also below rows that are empty, until they are corrected", () => {
  expect([...marksOf(list, [])]).toEqual([["1 1", "never calculated"]]);
  const corrected = correctedList(list, 1, 1, "5");
  expect([corrected.rows[1], [...marksOf(corrected, [])]]).toEqual([["8", "5"], []]);
  expect([...marksOf(corrected, [{ row: 4, column: 0, kind: "wrong", message: "no" }])]).toEqual([["2 0", "no"]]);
});

it("leaves a number a number, and takes what is none as it was typed", () => {
  expect(correctedList(list, 0, 1, "12.5").rows[0]).toEqual(["7", 12.5]);
  expect(correctedList(list, 0, 1, "12.").rows[0]).toEqual(["7", "12."]);
  expect(correctedList(list, 0, 0, "007").rows[0]).toEqual(["007", 2]);
});

it("knows which rows are one record", () => {
  expect(rowsOfRecord(list, 2, "Order")).toEqual([
    ["7", 2],
    ["7", 3],
  ]);
  expect(rowsOfRecord(list, 2, "")).toEqual([["7", 3]]);
});

it("keeps what was corrected in the first rows while the others were read", () => {
  const first = openList(
    { ...read, rows: read.rows.slice(0, 2), row_numbers: [4, 6], more: true },
    "orders.xlsx",
    undefined,
  );
  const now = correctedList(correctedList(first, 1, 1, "5"), 0, 0, "17");
  const whole = wholeList(first, now, list);
  expect([whole.isWhole, whole.rows, whole.unknown.size]).toEqual([
    true,
    [
      ["17", 2],
      ["8", "5"],
      ["7", 3],
    ],
    0,
  ]);
  expect(wholeList(first, first, list)).toBe(list);
  const elsewhere = { ...list, headings: ["Title", "qty"] };
  expect(wholeList(first, now, elsewhere)).toBe(elsewhere);
});

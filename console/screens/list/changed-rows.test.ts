import { expect, it } from "vitest";
import { type ColumnedList, changedRows, type Found, foundAgain } from "./changed-rows.ts";

const headings = ["Order", "Amount"];
const rows = [
  ["7", "soon"],
  ["8", "12"],
  ["7", "9"],
  ["", ""],
];
const mapping = {};
const found: Found = {
  problems: [
    { row: 2, column: 1, kind: "wrong", message: "no number" },
    { row: 4, column: 1, kind: "wrong", message: "too much" },
  ],
  problem_count: 2,
  record_count: 3,
};
const before = { list: { headings, rows }, mapping, groupBy: "Order", found };
const corrected = (place: number, cells: string[], how: Partial<ColumnedList> = {}): ColumnedList => ({
  ...{ list: { headings, rows: rows.with(place, cells) }, mapping, groupBy: "Order" },
  ...how,
});

it("reads again the record of a row that was corrected, and no other", () => {
  expect(changedRows(before, corrected(2, ["7", "10"]))).toEqual([0, 2]);
  expect(changedRows({ ...before, groupBy: "" }, corrected(2, ["7", "10"], { groupBy: "" }))).toEqual([2]);
});

it("reads everything where records or columns may be others, or where cells were only counted", () => {
  expect(changedRows(before, corrected(2, ["8", "9"]))).toBeUndefined();
  expect(changedRows(before, corrected(3, ["", "1"]))).toBeUndefined();
  expect(changedRows({ ...before, groupBy: "" }, corrected(1, ["", " "], { groupBy: "" }))).toBeUndefined();
  expect(changedRows(before, corrected(2, ["7", "10"], { mapping: { Amount: "Sum" } }))).toBeUndefined();
  expect(changedRows(before, corrected(2, ["7", "10"], { groupBy: "" }))).toBeUndefined();
  expect(changedRows({ ...before, found: { ...found, problem_count: 3 } }, corrected(2, ["7", "10"]))).toBeUndefined();
  const many = Array.from({ length: 30 }, (_, row) => [`${row}`, "1"]);
  const all = { list: { headings, rows: many }, mapping, groupBy: "" };
  const others = { ...all, list: { headings, rows: many.map((cells) => [...cells]) } };
  expect(changedRows({ ...all, found }, others)).toBeUndefined();
});

it("keeps what was found elsewhere, and puts what is found now where it stands", () => {
  const again: Found = {
    problems: [{ row: 3, column: 1, kind: "missing", message: "needed" }],
    problem_count: 1,
    record_count: 1,
  };
  expect(foundAgain(found, [0, 2], again)).toEqual({
    problems: [{ row: 4, column: 1, kind: "missing", message: "needed" }],
    problem_count: 1,
    record_count: 3,
  });
  expect(foundAgain(found, [1], { ...again, problems: [], problem_count: 0 })).toEqual(found);
});

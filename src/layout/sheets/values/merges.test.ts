import { expect, it } from "vitest";
import { Random } from "../../../../test/smarty/random.ts";
import { contains, type GridRange } from "../../../spreadsheet/grid-range.ts";
import { MergedCells } from "./merges.ts";

const range = (top: number, left: number, bottom: number, right: number): GridRange => ({ top, left, bottom, right });

it("finds the range of each cell, and those of each row, whatever their heights", () => {
  const random = new Random(7);
  const columns = Array.from({ length: 50 }, (_, column) => column);
  for (let round = 0; round < 40; round++) {
    const ranges = Array.from({ length: 30 }, () => {
      const [top, left] = [random.below(60), random.below(30)];
      return range(top, left, top + random.below(random.pick([2, 40])), left + random.below(random.pick([2, 20])));
    });
    const merges = new MergedCells(ranges);
    for (let row = 0; row < 100; row++) {
      const crossed = merges.ranges.filter(({ top, bottom }) => top <= row && bottom >= row);
      expect(new Set(merges.inRow(row))).toEqual(new Set(crossed));
      const wrong = columns.filter(
        (column) => merges.at(row, column) !== crossed.find((each) => contains(each, row, column)),
      );
      expect(wrong).toEqual([]);
    }
  }
});

it("leaves out ranges that overlap one that begins further up, and no others", () => {
  const [first, beside, below] = [range(0, 0, 9, 3), range(0, 4, 9, 4), range(10, 0, 10, 4)];
  const merges = new MergedCells([range(5, 3, 12, 5), below, first, beside, range(9, 0, 9, 9), range(0, 0, 9, 3)]);
  expect(merges.ranges).toEqual([below, first, beside]);
  expect([merges.at(9, 3), merges.at(12, 5), merges.covers(10, 4)]).toEqual([first, undefined, true]);
});

it("takes whole columns of the largest sheet, and many of them", () => {
  const columns = Array.from({ length: 16_384 }, (_, column) => range(0, column, 1_048_575, column));
  const merges = new MergedCells(columns);
  expect(merges.at(1_048_575, 16_383)).toBe(columns[16_383]);
  expect(merges.inRow(777)).toHaveLength(16_384);
});

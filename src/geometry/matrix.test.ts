import { expect, it } from "vitest";
import { extentOf } from "./box.ts";
import { apply, invert, matrixOf, multiply, rotation, translation } from "./matrix.ts";

it("applies the first of two matrices first", () => {
  expect(apply(multiply([2, 0, 0, 3, 0, 0], translation(10, 20)), 1, 1)).toEqual([12, 23]);
  expect(apply(multiply(translation(10, 20), [2, 0, 0, 3, 0, 0]), 1, 1)).toEqual([22, 63]);
});

it("leads back by the inverse, which a matrix of no area has not", () => {
  const matrix = [2, 1, -1, 4, 7, -3] as const;
  const there = apply(matrix, 5, 6);
  expect(apply(invert(matrix) ?? matrix, ...there).map((value) => Math.round(value * 1e9) / 1e9)).toEqual([5, 6]);
  expect(invert([1, 2, 2, 4, 0, 0])).toBeUndefined();
});

it("turns from x to y about a point, and mirrors before", () => {
  const rounded = (point: readonly number[]) => point.map((value) => Math.round(value) + 0);
  expect(rounded(apply(rotation(90, 10, 10), 1, 0))).toEqual([10, 11]);
  expect(rounded(apply(rotation(90, 10, 10, -1), 1, 0))).toEqual([10, 9]);
});

it("takes the last six operands, if they are numbers", () => {
  expect(matrixOf(["x", 1, 2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, 6]);
  expect(matrixOf([1, 2, 3, 4, 5, "6"])).toBeUndefined();
});

it("finds how far a turned rectangle reaches", () => {
  const extent = extentOf({ left: 0, bottom: 0, right: 4, top: 2 }, [0, 1, -1, 0, 10, 0]);
  expect(extent).toEqual({ minX: 8, minY: 0, maxX: 10, maxY: 4 });
});

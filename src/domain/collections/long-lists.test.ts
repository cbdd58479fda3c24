import { expect, it } from "vitest";
import { appendAll, largestOf, smallestOf, spliceAll } from "./long-lists.ts";

const MANY = Array.from({ length: 1_000_000 }, (_, index) => index);

it("appends more items than a function takes arguments", () => {
  const list = [-1];
  appendAll(list, MANY);
  expect([list.length, list[0], list.at(-1)]).toEqual([1_000_001, -1, 999_999]);
});

it("puts many items in place of some, in their order", () => {
  const list = [-3, -2, -1, -4];
  spliceAll(list, 1, 2, MANY);
  expect([list.length, list[0], list[1], list.at(-2), list.at(-1)]).toEqual([1_000_002, -3, 0, 999_999, -4]);
  spliceAll(list, 1, 1_000_000, []);
  expect(list).toEqual([-3, -4]);
});

it("finds the largest and the smallest of many values, and of none what is given", () => {
  expect([largestOf(MANY), smallestOf(MANY)]).toEqual([999_999, 0]);
  expect([largestOf(MANY, 2_000_000), smallestOf(MANY, -1)]).toEqual([2_000_000, -1]);
  expect([largestOf([]), smallestOf([]), largestOf([], 3)]).toEqual([
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    3,
  ]);
  expect(largestOf([1, Number.NaN, 2])).toBeNaN();
});

import { expect, test } from "vitest";
import { colorOperands, coordinate, factor } from "./numbers.ts";

test.each([
  [0, "0"],
  [-0, "0"],
  [0.004, "0"],
  [-0.004, "0"],
  [0.01, ".01"],
  [-0.05, "-.05"],
  [0.5, ".5"],
  [1, "1"],
  [1.05, "1.05"],
  [-12.3, "-12.3"],
  [595.276, "595.28"],
  [9.999, "10"],
  [-0.999, "-1"],
  [10_737_418.25, "10737418.25"],
  [123_456_789_012.34, "123456789012.34"],
  [1e16, "0"],
  [Number.NaN, "0"],
  [Number.POSITIVE_INFINITY, "0"],
])("the coordinate %d is written %s", (value, written) => {
  expect(coordinate(value)).toBe(written);
});

test("all hundredths read as what they are, in the fewest characters", () => {
  const all = Array.from({ length: 50_001 }, (_, index) => (index - 25_000) / 100);
  expect(all.map(coordinate)).toEqual(all.map((value) => String(value).replace(/^(-?)0\./, "$1.")));
});

test("factors have five digits", () => {
  expect(factor(0.123456)).toBe(".12346");
});

test.each([
  ["#000000", "0 0 0"],
  ["#ff8000", "1 .502 0"],
  ["#0a0B0c80", ".039 .043 .047"],
  ["red", "0 0 0"],
])("the color %s has the operands %s", (color, operands) => {
  expect(colorOperands(color)).toBe(operands);
});

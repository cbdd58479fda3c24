import { expect, it } from "vitest";
import { movedFormula } from "./move-reference.ts";

it.each([
  ["A1+B$2*$C3", 2, 1, "B3+C$2*$C5"],
  ['SUM(A1:B2)&"A1"', 1, 0, 'SUM(A2:B3)&"A1"'],
  ["'My sheet'!A1", 0, 3, "'My sheet'!D1"],
  ["A:B+1:2", 1, 1, "B:C+2:3"],
  ["A1", -1, -1, "XFD1048576"],
  ["XFD1048576", 1, 1, "A1"],
])("%s copied by %i rows and %i columns is %s", (formula, down, right, copy) => {
  expect(movedFormula(formula, down, right)).toBe(copy);
});

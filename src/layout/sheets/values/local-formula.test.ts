import { describe, expect, it } from "vitest";
import { localFormula } from "./local-formula.ts";

const names = new Map([
  ["total", "'My sheet'!$C$3"],
  ["rate", "0.2"],
  ["far", "Other!$A$1"],
  ["loop", "loop+1"],
]);
const local = (formula: string) => localFormula(formula, "My sheet", names);

describe("formulas of one sheet", () => {
  it.each([
    ["A1>Total*rate", "A1>($C$3)*(0.2)"],
    ["'My sheet'!B2+SUM(A1:A3)", "B2+SUM(A1:A3)"],
    ['"Total"&A1', '"Total"&A1'],
    ["Other!A1", "Other!A1"],
    ["far", "(Other!$A$1)"],
  ])("%s becomes %s", (formula, expected) => {
    expect(local(formula)).toBe(expected);
  });

  it("ends names that name themselves", () => {
    expect(local("loop").length).toBeLessThan(100);
  });
});

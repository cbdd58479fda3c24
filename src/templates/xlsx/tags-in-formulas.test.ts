import { expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook } from "./testing/workbook-builder.ts";
import { xlsxEngine } from "./xlsx-engine.ts";

const withFormula = (formula: string) =>
  buildWorkbook({ sheets: [{ name: "S", cells: { A1: "{$a}", B2: `=${formula}` } }] });
const warningsOf = async (formula: string) => (await xlsxEngine.inspect(withFormula(formula), {})).warnings;

it.each([
  ["SUM({$a},2)", "{$a}"],
  ["A1*{$rate|default:1}", "{$rate|default:1}"],
  ['IF(A1>1,"{$a}",{$b})', "{$b}"],
  ["SUM(A1:A1){/tablerow}", "{/tablerow}"],
])("a tag that is part of a formula is warned of: %s", async (formula, tag) => {
  expect(await warningsOf(formula)).toEqual([
    {
      code: "tag_in_formula",
      part: "S!B2",
      place: "S!B2",
      text: expect.stringContaining(tag),
      message: `\`${tag}\` is a part of a formula and is not merged: Excel cannot read the formula.`,
      remedy: "Put the field into a cell of its own and refer to that cell.",
    },
  ]);
});

it.each(['"Offer {$a}"', 'IF(A1>1,"{$a}","")', "SUM({1,2})", "A1+1", "SUM(A1;2)", 'FOO[#X]&"{$a}"'])(
  "is not where there is none, or it stands in a text: %s",
  async (formula) => expect(await warningsOf(formula)).toEqual([]),
);

it("a value in a text of a formula stays a text", async () => {
  const merged = await mergeWorkbook(withFormula('"Offer "&"{$a}"'), { a: '"&A1&"' });
  expect(merged.formulas("S")).toEqual({ B2: '"Offer "&"""&A1&"""' });
  expect(merged.values("S").B2).toBe('Offer "&A1&"');
});

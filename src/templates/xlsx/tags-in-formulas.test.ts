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

it("texts in the formulas of names are merged, whatever is around them, and formulas see them", async () => {
  const names = [
    '<definedName name="Title">"{$co} report"</definedName>',
    '<definedName name="Greeting">"Hi "&amp;"{$co}"</definedName>',
    '<definedName name="Both">CONCATENATE("{$co}, ",S!$A$1)</definedName>',
  ].join("");
  const template = buildWorkbook({
    sheets: [
      {
        name: "S",
        cells: { A1: "{$x}", A2: "=Title", A3: "=Greeting", A4: "=Both" },
        tail: '<dataValidations count="1"><dataValidation type="list" sqref="B1"><formula1>"{$co},other"</formula1></dataValidation></dataValidations>',
      },
    ],
    names,
  });
  const { fields, warnings } = await xlsxEngine.inspect(template, {});
  expect(fields.map(({ name }) => name).sort()).toEqual(["co", "x"]);
  expect(warnings).toEqual([]);
  const merged = await mergeWorkbook(template, { co: 'A "B" C', x: "one" });
  expect(merged.warnings).toEqual([]);
  expect(merged.values("S")).toMatchObject({ A2: 'A "B" C report', A3: 'Hi A "B" C', A4: 'A "B" C, one' });
  const formulas = Array.from(merged.part("xl/workbook.xml").matchAll(/<definedName [^>]*>([^<]*)/g), ([, text]) =>
    text?.replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  );
  expect(formulas).toEqual(['"A ""B"" C report"', '"Hi "&"A ""B"" C"', 'CONCATENATE("A ""B"" C, ",S!$A$1)']);
  expect(merged.part("xl/worksheets/sheet1.xml").replaceAll("&quot;", '"')).toContain('"A ""B"" C,other"');
});

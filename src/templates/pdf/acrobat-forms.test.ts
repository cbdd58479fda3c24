import { describe, expect, it } from "vitest";
import type { MergeData } from "../../domain/merge-data.ts";
import { openPdf } from "../../pdf/document.ts";
import { shownText } from "../../pdf/extract/shown-text.ts";
import { listFormFields } from "../../pdf/form/list-fields.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { TEST_ENVIRONMENT } from "../testing/render.ts";
import { pdfEngine } from "./pdf-engine.ts";

interface TestField {
  /** Scripts: how it is shown, calculated and checked. */
  F?: string;
  C?: string;
  V?: string;
  entries?: string;
}

const literal = (text: string) => `(${text.replace(/[\\()]/g, "\\$&")})`;

/** A form of one page with a text field for each name. */
function form(fields: Record<string, TestField>, order: readonly string[] = [], catalog = ""): Uint8Array {
  const names = Object.keys(fields);
  const refs = (of: readonly string[]) => of.map((name) => `${50 + names.indexOf(name)} 0 R`).join(" ");
  const actions = ({ F, C, V }: TestField) =>
    Object.entries({ F, C, V })
      .map(([key, script]) => (script === undefined ? "" : `/${key}<</S/JavaScript/JS${literal(script)}>>`))
      .join("");
  return buildPages(1, {
    catalog: `${catalog}/AcroForm<</Fields[${refs(names)}]/CO[${refs(order)}]/DA(/Helv 9 Tf 0 g)/DR<</Font<</Helv 3 0 R>>>>>>`,
    page: () => `/MediaBox[0 0 400 2000]/Annots[${refs(names)}]`,
    objects: Object.fromEntries(
      names.map((name, index) => [
        50 + index,
        `<</Type/Annot/Subtype/Widget/Rect[10 ${1900 - 30 * index} 390 ${1920 - 30 * index}]/T${literal(name)}/FT/Tx${fields[name]?.entries ?? ""}/AA<<${actions(fields[name] ?? {})}>>>>`,
      ]),
    ),
  });
}

async function filled(bytes: Uint8Array, data: MergeData, locale = "en-US") {
  const render = async (flatten: boolean) =>
    pdfEngine.render({ versionKey: "v", bytes: async () => bytes }, data, {
      ...TEST_ENVIRONMENT,
      locale,
      settings: { flatten },
    });
  const [open, flat] = [await render(false), await render(true)];
  const values = listFormFields(openPdf(open.bytes)).map(({ name, value }) => [name, value] as const);
  return {
    values: Object.fromEntries(values),
    // Without what the page itself says, and without blanks: they need no letters.
    shown: shownText(openPdf(flat.bytes))
      .replace(/^Page1/, "")
      .replace(/\ufffc/g, " ")
      .trim(),
    warnings: open.warnings,
  };
}

const one = async (script: string, value: unknown, locale?: string) => {
  const { shown, values, warnings } = await filled(form({ x: { F: script } }), { x: value }, locale);
  return { shown, value: values.x, warnings };
};

describe("formats of Acrobat's own functions", () => {
  it.each([
    ['AFNumber_Format(2, 0, 0, 0, "$", true);', "1234.5", "$1,234.50", "1234.5"],
    ['AFNumber_Format(2, 1, 0, 0, "", false)', "1234567.891", "1234567.89", "1234567.891"],
    ['AFNumber_Format(2, 2, 0, 0, " EUR", false);', 1234.5, "1.234,50 EUR", "1234.5"],
    ["AFNumber_Format(0, 3, 0, 0, '', false);", "1,234.50", "1235", "1234.5"],
    ['AFNumber_Format(1, 4, 0, 0, "CHF ", true)', "1234567", "CHF 1'234'567.0", "1234567"],
    ['AFNumber_Format(2, 0, 0, 0, "$", true)', "-1234.5", "-$1,234.50", "-1234.5"],
    ['AFNumber_Format(2, 0, 1, 0, "$", true)', "-1234.5", "$1,234.50", "-1234.5"],
    ['AFNumber_Format(2, 0, 2, 0, "$", true)', "-1234.5", "($1,234.50)", "-1234.5"],
    ['AFNumber_Format(2, 0, 3, 0, "\\u0024", true)', "-1234.5", "($1,234.50)", "-1234.5"],
    ['/* money */ AFNumber_Format(2, 0, 0, 0, "// ", true);', "1", "// 1.00", "1"],
    ["AFPercent_Format(1, 0);", "0.125", "12.5%", "0.125"],
    ["AFPercent_Format(0, 2);", 12.5, "1.250%", "12.5"],
    ["AFPercent_Format(2, 2);", "12.5%", "12,50%", "0.125"],
    ['AFDate_FormatEx("dd.mm.yyyy");', "2026-12-04", "04.12.2026", "04.12.2026"],
    ['AFDate_FormatEx("dd/mm/yyyy");', "04/12/2026", "04/12/2026", "04/12/2026"],
    ['AFDate_FormatEx("mmmm d, yyyy");', "2026-12-04", "December 4, 2026", "December 4, 2026"],
    ['AFDate_FormatEx("ddd, d mmm yy");', "2026-12-04", "Fri, 4 Dec 26", "Fri, 4 Dec 26"],
    ['AFDate_FormatEx("yyyy-mm-dd HH:MM");', "2026-12-04T09:05:00Z", "2026-12-04 09:05", "2026-12-04 09:05"],
    ["AFDate_Format(2);", "2026-12-04", "12/04/26", "12/04/26"],
    ["AFDate_Format(12);", "2026-12-04 15:30", "12/4/26 3:30 pm", "12/4/26 3:30 pm"],
    ["AFTime_Format(0);", "3:05 PM", "15:05", "15:05"],
    ["AFTime_Format(1);", "15:05", "3:05 pm", "3:05 pm"],
    ['AFTime_FormatEx("HH:MM:ss");', "2026-12-04T09:05:07Z", "09:05:07", "09:05:07"],
    ["AFSpecial_Format(0);", "2134", "2134", "2134"],
    ["AFSpecial_Format(1);", "021341234", "02134-1234", "021341234"],
    ["AFSpecial_Format(2);", "(415) 555 1234", "(415) 555-1234", "(415) 555 1234"],
    ["AFSpecial_Format(2);", "5551234", "555-1234", "5551234"],
    ["AFSpecial_Format(3);", "123456789", "123-45-6789", "123456789"],
  ])("%s shows %j as %s", async (script, value, shown, kept) => {
    const expected = { shown: shown.replaceAll(" ", ""), value: kept, warnings: [] };
    expect(await one(script, value)).toEqual(expected);
  });

  it("names months in the document's language", async () => {
    expect((await one('AFDate_FormatEx("d. mmmm yyyy")', "2026-03-04", "de-AT")).shown).toBe("4.März2026");
  });

  it.each([
    ['AFNumber_Format(2, 0, 0, 0, "$", true)', "many", "a number"],
    ['AFDate_FormatEx("dd.mm.yyyy")', "2026-02-30", "a date (dd.mm.yyyy)"],
    ["AFTime_Format(0)", "later", "a time (HH:MM)"],
    ["AFSpecial_Format(0)", "123456", "a zip code"],
  ])("%s takes no %s: it is told, and shown as it is", async (script, value, taken) => {
    expect(await one(script, value)).toEqual({
      shown: value,
      value,
      warnings: [`The field "x" takes ${taken}, and its value is "${value}": it is shown as it was sent.`],
    });
  });

  it("are those of constants only: a script is told at save and at the merge", async () => {
    const script = 'event.value = util.printf("%.3f", event.value);';
    const bytes = form({ x: { F: script } });
    expect((await pdfEngine.inspect(bytes, {})).warnings).toMatchObject([
      {
        code: "form_script",
        place: "field x",
        message: "The field shows its value by a script, which is not run here",
      },
    ]);
    expect(await one(script, "1")).toEqual({
      shown: "1",
      value: "1",
      warnings: [
        'The field "x" shows its value by a script of the form, which is not run here: it is shown as it was sent.',
      ],
    });
    for (const other of [
      "AFNumber_Format(2, 0, nDec(), 0)",
      "AFNumber_Format(2,",
      "AFDate_FormatEx(mask)",
      "alert(1);AFDate_Format(1)",
    ])
      expect((await pdfEngine.inspect(form({ x: { F: other } }), {})).warnings, other).toHaveLength(1);
  });
});

describe("calculations", () => {
  const money = 'AFNumber_Format(2, 0, 0, 0, "$", true);';

  it.each([
    ['AFSimple_Calculate("SUM", new Array ("a", "b", "c"));', "6.5"],
    ['AFSimple_Calculate("PRD", ["a", "b"])', "7.5"],
    ['AFSimple_Calculate("AVG", "a, b");', "2.75"],
    ['AFSimple_Calculate("MIN", new Array("a","b","c"));', "1"],
    ['AFSimple_Calculate("MAX", new Array("a","b","c"));', "3"],
    ["/** BVCALC a * b + c EVCALC **/ event.value = 0;", "8.5"],
    ["/** BVCALC -(a + b) / 2 * Tax\\ Rate EVCALC **/ var x = 1;", "-0.55"],
    ["/** BVCALC row\\.1 + row.1 - 0.5 EVCALC **/", "7.5"],
    ['event.value = this.getField("a").value * this.getField("b").value;', "7.5"],
    ["var q = Number(getField('a').value); var p = this.getField('b').value;\nevent.value = (q + 1) * p - 0.5", "9.5"],
  ])("%s", async (script, expected) => {
    const fields = { a: {}, b: {}, c: {}, "Tax Rate": {}, "row.1": {}, total: { C: script } };
    const data = { a: "3", b: "2.5", c: 1, "Tax Rate": "0.2", "row.1": "4" };
    const { values, warnings } = await filled(form(fields, ["total"]), data);
    expect([values.total, warnings]).toEqual([expected, []]);
  });

  it("follow the form's order, show their result in its format, and what data give is not calculated", async () => {
    const bytes = form(
      {
        gross: { C: "/** BVCALC net + tax EVCALC **/", F: money },
        tax: { C: "/** BVCALC net * 0.2 EVCALC **/", F: money },
        net: {},
      },
      ["tax", "gross"],
    );
    const calculated = await filled(bytes, { net: "1,000.10" });
    expect(calculated.values).toEqual({ gross: "1200.12", tax: "200.02", net: "1,000.10" });
    expect(calculated.shown).toBe("$1,200.12$200.021,000.10");
    expect((await filled(bytes, { net: "1000", tax: "0", gross: "" })).values).toMatchObject({
      tax: "0",
      gross: "1000",
    });
  });

  it("take a group of fields, blank ones as 0, and choices by their values", async () => {
    const bytes = form({
      "price.a": {},
      "price.b": {},
      "price.c": {},
      total: { C: 'AFSimple_Calculate("SUM", ["price"]);' },
    });
    expect((await filled(bytes, { "price.a": "1.1", "price.b": "2.2" })).values.total).toBe("3.3");
  });

  it("leave a form that is filled by hand alone, and values that nothing has changed", async () => {
    const sum = { C: 'AFSimple_Calculate("SUM", ["a"]);' };
    expect((await filled(form({ a: {}, other: {}, total: sum }), { other: "x" })).values.total).toBeUndefined();
    const kept = form({ a: { entries: "/V(5)" }, other: {}, total: { ...sum, entries: "/V(7)" } });
    expect((await filled(kept, { other: "x" })).values.total).toBe("7");
    expect((await filled(kept, { a: "6" })).values.total).toBe("6");
  });

  it.each([
    'event.value = this.getField("a").value > 3 ? 1 : 0;',
    "calculateTotal();",
    'for (var i = 0; i < 3; i++) event.value += this.getField("a." + i).value;',
    'AFSimple_Calculate("SUM", fields);',
    "/** BVCALC a * (b EVCALC **/",
  ])("that are scripts are told: %s", async (script) => {
    const bytes = form({ a: {}, total: { C: script } }, ["total"]);
    expect((await pdfEngine.inspect(bytes, {})).warnings).toMatchObject([
      { code: "form_script", place: "field total", remedy: "Send its value with the data." },
    ]);
    expect((await filled(bytes, { a: "1" })).warnings).toEqual([
      'The field "total" is calculated by a script of the form, which is not run here: send its value.',
    ]);
    expect((await filled(bytes, { a: "1", total: "9" })).warnings).toEqual([]);
  });

  it("do not divide by zero, and cost no more than they say", async () => {
    const bytes = form({ a: {}, b: {}, total: { C: "/** BVCALC a / b EVCALC **/" } });
    expect((await filled(bytes, { a: "1", b: "0" })).warnings).toEqual([
      'The field "total" cannot be calculated, because its formula divides by zero: it stays empty.',
    ]);
    const doubling = `var v0 = this.getField("a").value;${Array.from({ length: 60 }, (_, n) => `var v${n + 1} = v${n} + v${n};`).join("")}event.value = v60;`;
    expect((await pdfEngine.inspect(form({ a: {}, total: { C: doubling } }), {})).warnings).toHaveLength(1);
  });
});

it("values outside of a field's range are told", async () => {
  const bytes = form({ x: { V: "AFRange_Validate(true, 1, true, 10);" } });
  expect((await filled(bytes, { x: "11" })).warnings).toEqual(['The field "x" takes 10 at most, and its value is 11.']);
  expect((await filled(bytes, { x: "0" })).warnings).toEqual(['The field "x" takes 1 and more, and its value is 0.']);
  expect((await filled(bytes, { x: "10" })).warnings).toEqual([]);
});

it("a dynamic XFA form is named as such", async () => {
  const dynamic = buildPages(1, { catalog: "/NeedsRendering true/AcroForm<</Fields[]/XFA(x)>>" });
  expect((await pdfEngine.inspect(dynamic, {})).warnings).toMatchObject([{ code: "dynamic_xfa" }]);
  expect((await filled(dynamic, { x: "1" })).warnings[0]).toContain("dynamic XFA form");
  const plain = buildPages(1, {});
  expect((await pdfEngine.inspect(plain, {})).warnings).toMatchObject([{ code: "no_fields" }]);
});

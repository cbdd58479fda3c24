import { describe, expect, it } from "vitest";
import { decodeXmlText } from "../../office/xml-text.ts";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook, type TestCell, type TestSheet } from "./testing/workbook-builder.ts";

const HTML = '<p>Hello <b>big</b> &amp; <span style="color:#c00000">red</span></p>';
const BOLD = '<rPr><b/><sz val="11"/></rPr>';
const ITALIC = '<rPr><i/><sz val="11"/></rPr>';
const rich = (xml: string): TestCell => ({ xml: ` t="inlineStr"><is>${xml}</is>` });

/** Runs of a cell: their properties that this test asks for, and their texts. */
async function runs(cell: TestCell, data: Record<string, unknown>, more: Partial<TestSheet> = {}) {
  const template = buildWorkbook({ sheets: [{ name: "Data", cells: { A1: cell, B1: "=A1", C1: "x" }, ...more }] });
  const merged = await mergeWorkbook(template, data);
  const xml = /<c r="A1"[^>]*>([\s\S]*?)<\/c>/.exec(merged.part("xl/worksheets/sheet1.xml"))?.[1] ?? "";
  const read = [...xml.matchAll(/<r>(<rPr>[\s\S]*?<\/rPr>)?<t[^>]*>([^<]*)<\/t><\/r>|<t[^>]*>([^<]*)<\/t>/g)].map(
    ([, properties = "", text, plain]) => {
      const marks = [...properties.matchAll(/<(b|i|u|strike)\/>/g)].map((match) => match[1]).join("");
      const color = /<color rgb="FF(\w+)"\/>/.exec(properties)?.[1] ?? "";
      return `${marks}${color}:${decodeXmlText(text ?? plain ?? "")}`;
    },
  );
  return { runs: read, formula: merged.values("Data").B1, xml: merged.part("xl/worksheets/sheet1.xml") };
}

describe("|html in a cell is rich text", () => {
  it.each([
    ["alone", "{$x|html}", [":Hello ", "b:big", ": & ", "C00000:red"]],
    ["beside other text", "Note: {$x|html} (end)", [":Note: ", ":Hello ", "b:big", ": & ", "C00000:red", ": (end)"]],
    ["in one branch", "{if $x}{$x|html}{else}none{/if}", [":Hello ", "b:big", ": & ", "C00000:red"]],
    ["in a block of html", "A {html}<i>small</i> {$y}{/html}", [":A ", "i:small", ": val"]],
  ])("%s", async (_, text, expected) => {
    const found = await runs(text, { x: HTML, y: "val" });
    expect(found.runs).toEqual(expected);
    expect(found.formula).toBe(expected.map((run) => run.slice(run.indexOf(":") + 1)).join(""));
  });

  it("takes the run that holds its tag, and leaves the others theirs", async () => {
    const cell = rich(`<r>${BOLD}<t xml:space="preserve">Total: </t></r><r>${ITALIC}<t>{$x|html}</t></r>`);
    const found = await runs(cell, { x: "a <b>b</b>" });
    expect(found.runs).toEqual(["b:Total: ", "i:a ", "bi:b"]);
  });

  it("has paragraphs, items and rows as lines", async () => {
    const html =
      "<h2>Head</h2><ul><li>one<ol start='3'><li>two</li></ol></li></ul><table><tr><td>a</td><td>b</td></tr></table><p>x<br>y</p>";
    const found = await runs("{$x|html}", { x: html });
    expect(found.formula).toBe("Head\n• one\n   3. two\na | b\nx\ny");
  });

  it("makes a link of its first address", async () => {
    const found = await runs("See {$x|html}", {
      x: '<a href="https://example.com/a">this</a> or <a href="https://example.com/b">that</a>',
    });
    expect(found.runs).toEqual([":See ", "u0563C1:this", ": or ", "u0563C1:that"]);
    expect(found.xml.match(/<hyperlink /g)).toHaveLength(1);
  });

  it("has the font of its cell in runs with a format of their own", async () => {
    const found = await runs({ value: "{$x|html}", style: 4 }, { x: "a <i>b</i>" });
    expect(found.xml).toContain('<r><rPr><i/><b/><sz val="11"/><rFont val="Calibri"/></rPr>');
  });

  it("is a plain text without formats, and lines of |nl2br are lines", async () => {
    expect((await runs("{$x|html}", { x: "5 &lt; 6" })).runs).toEqual([":5 < 6"]);
    expect((await runs("{$x|nl2br}", { x: "one\ntwo" })).formula).toBe("one\ntwo");
    expect((await runs("Lines: {$x|nl2br}", { x: "one\ntwo" })).formula).toBe("Lines: one\ntwo");
    expect((await runs("{$x} {$x|upper}", { x: "<b>" })).formula).toBe("<b> <B>");
  });
});

describe("runs of a cell stay", () => {
  it.each([
    ["a tag over two runs", `<r>${BOLD}<t>{$y</t></r><r><t>}</t></r>`, ["b:val"]],
    ["a tag and a blank run", `<r>${BOLD}<t>{$y}</t></r><r><t xml:space="preserve"> </t></r>`, ["b:val"]],
    [
      "a tag within a condition",
      `<r>${BOLD}<t>{if $y}</t></r><r>${ITALIC}<t>{$y}</t></r><r><t>{/if}</t></r>`,
      ["i:val"],
    ],
    ["a text and a tag", `<r>${BOLD}<t xml:space="preserve">Total: </t></r><r><t>{$y}</t></r>`, ["b:Total: ", ":val"]],
  ])("%s", async (_, xml, expected) => {
    expect((await runs(rich(xml), { y: "val" })).runs).toEqual(expected);
  });
});

import { expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook } from "./testing/workbook-builder.ts";
import { xlsxEngine } from "./xlsx-engine.ts";

const TABLE = "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml";
const COMMENTS = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml";
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

const template = buildWorkbook({
  sheets: [
    {
      name: "Sales",
      cells: {
        A1: "{$Title}",
        A3: "Name",
        B3: "Qty",
        C3: "Code",
        A4: "{foreach $Items as $i}{$i.name}",
        B4: "{$i.qty}",
        C4: "{qrcode value=$i.name width=40}",
        D4: "{/foreach}",
        B6: "=SUM(Items[Qty])",
        A7: { value: "{$Day}", style: 0 },
        B7: { value: "{$Zip}", style: 3 },
      },
      tail: '<mergeCells count="1"><mergeCell ref="A6:A7"/></mergeCells><conditionalFormatting sqref="B4"><cfRule type="expression" priority="1"><formula>$B4&gt;1</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="whole" sqref="B4" prompt="{$Title}"><formula1>0</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="A4" r:id="rId1"/></hyperlinks><headerFooter><oddHeader>&amp;L{$Title}</oddHeader></headerFooter><tableParts count="1"><tablePart r:id="rId2"/></tableParts>',
      relationships: [
        ["rId1", "hyperlink", "https://example.com/%7B$i.name%7D", true],
        ["rId2", "table", "../tables/table1.xml"],
        ["rId3", "comments", "../comments1.xml"],
      ],
    },
  ],
  parts: {
    "xl/tables/table1.xml": {
      type: TABLE,
      content: `<table ${MAIN} id="1" name="Items" displayName="Items" ref="A3:B4"><autoFilter ref="A3:B4"/><tableColumns count="2"><tableColumn id="1" name="Name"/><tableColumn id="2" name="Qty"/></tableColumns></table>`,
    },
    "xl/comments1.xml": {
      type: COMMENTS,
      content: `<comments ${MAIN}><authors><author>a</author></authors><commentList><comment ref="B4" authorId="0"><text><t>Of {$i.name}</t></text></comment></commentList></comments>`,
    },
  },
});
const DATA = {
  Title: "R&D",
  Day: "2024-03-07",
  Zip: "01234",
  Items: [
    { name: "a b", qty: 1 },
    { name: "<c>", qty: 2 },
    { name: "d", qty: 3 },
  ],
};

it("moves everything around the rows that refers to cells", async () => {
  const merged = await mergeWorkbook(template, DATA);
  const sheet = merged.part("xl/worksheets/sheet1.xml");
  expect(sheet).toContain('<mergeCell ref="A8:A9"/>');
  expect(sheet).toContain('sqref="B4:B6"');
  expect(sheet).toContain("<formula>$B4&gt;1</formula>");
  expect(sheet).toContain('prompt="R&amp;D"');
  expect(sheet).toContain("<oddHeader>&amp;LR&amp;&amp;D</oddHeader>");
  expect(merged.part("xl/worksheets/_rels/sheet1.xml.rels")).toContain("https://example.com/%3Cc%3E");
  expect(merged.part("xl/tables/table1.xml")).toContain('<autoFilter ref="A3:B6"/>');
  expect(merged.part("xl/comments1.xml")).toMatch(/ref="B5"[^>]*><text><r><t xml:space="preserve">Of &lt;c&gt;/);
  expect(merged.part("xl/drawings/merged-drawing1.xml").match(/<xdr:pic>/g)).toHaveLength(3);
  expect(merged.values("Sales")).toMatchObject({ A1: "R&D", B8: 6, A9: 45358, B9: "01234" });
  expect(merged.sheet("Sales").A9?.style).toBe("5");
  expect(
    merged
      .names()
      .map((name) => merged.part(name))
      .join(""),
  ).not.toMatch(/\{[$/f]/);
});

it("keeps the data row that a table needs", async () => {
  const merged = await mergeWorkbook(template, { ...DATA, Items: [] });
  expect(merged.part("xl/tables/table1.xml")).toContain('ref="A3:B4"');
  expect(merged.values("Sales").B6).toBe(0);
});

it("gives the same bytes for the same data", async () => {
  expect((await mergeWorkbook(template, DATA)).bytes).toEqual((await mergeWorkbook(template, DATA)).bytes);
});

it("marks each sheet of a test", async () => {
  const merged = await mergeWorkbook(template, DATA, { test: true });
  expect(merged.part("xl/worksheets/sheet1.xml")).toMatch(/<oddHeader>[^<]*SAMPLE/);
});

it("lists all errors with the cell and the tag, and the fields of correct templates", async () => {
  const wrong = buildWorkbook({
    sheets: [{ name: "S", cells: { A1: "{$a|nope}", B7: "{foreach $x as $y}", C9: "{$b +}" } }],
  });
  const { errors } = await xlsxEngine.inspect(wrong, {});
  expect(errors.map(({ part, tag }) => [part, tag])).toEqual(
    expect.arrayContaining([
      ["S!A1", "{$a|nope}"],
      ["S!B7", "{foreach $x as $y}"],
      ["S!C9", "{$b +}"],
    ]),
  );
  const { fields } = await xlsxEngine.inspect(template, {});
  expect(fields.map(({ name }) => name)).toEqual(["Title", "Items", "Day", "Zip"]);
});

it("drops macros with a warning and refuses DTDs", async () => {
  const content = "<!DOCTYPE x><x/>";
  await expect(
    xlsxEngine.inspect(
      buildWorkbook({ sheets: [{ name: "S", cells: {} }], parts: { "xl/extra.xml": { content } } }),
      {},
    ),
  ).rejects.toThrow("DTD");
  const macros = buildWorkbook({
    sheets: [{ name: "S", cells: { A1: 1 }, relationships: [["rId1", "oleObject", "../embeddings/o.bin"]] }],
    parts: { "xl/embeddings/o.bin": { content: "x" } },
  });
  expect((await xlsxEngine.inspect(macros, {})).warnings.map(({ message }) => message).join()).toContain("left out");
  expect((await mergeWorkbook(macros, {})).names()).not.toContain("xl/embeddings/o.bin");
});

it.each([
  "<headerFooter/>",
  "<headerFooter><oddHeader/><oddFooter>&amp;P</oddFooter></headerFooter>",
  '<headerFooter><oddHeader xml:space="preserve">&amp;Lx</oddHeader></headerFooter>',
  "<headerFooter><oddFooter>&amp;P</oddFooter></headerFooter>",
])("puts the mark of a test into one header: %s", async (tail) => {
  const merged = await mergeWorkbook(
    buildWorkbook({ sheets: [{ name: "S", cells: { A1: 1 }, tail }] }),
    {},
    { test: true },
  );
  expect(merged.part("xl/worksheets/sheet1.xml").match(/<oddHeader>[^<]*SAMPLE[^<]*<\/oddHeader>/g)).toHaveLength(1);
});

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { listTargets } from "./column-fields.ts";
import { failedRows } from "./failed-rows.ts";
import { listRecords } from "./list-records.ts";
import { listTemplate } from "./list-template.ts";
import { readTextTable } from "./read-text-table.ts";
import { readWorkbook } from "./read-workbook.ts";
import { writeWorkbook } from "./write-workbook.ts";

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;

/** A workbook whose sheet has this markup; style 1 is a day, 2 a percent, 3 a post code, 4 a time of a day. */
function workbook(
  rows: string,
  { more = "", parts = {}, prefix = "" }: { more?: string; parts?: Record<string, string>; prefix?: string } = {},
) {
  const own = unzipSync(writeWorkbook("People", [], []));
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const sheet = `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${more}</worksheet>`;
  const named = prefix ? sheet.replace(/<(\/?)(\w)/g, `<$1${prefix}:$2`).replace("xmlns=", `xmlns:${prefix}=`) : sheet;
  const xf = [0, 14, 10, 164, 22].map((id) => `<xf numFmtId="${id}"/>`).join("");
  const styles = `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs>${xf}</cellXfs></styleSheet>`;
  const changed = { "xl/worksheets/sheet1.xml": named, "xl/styles.xml": styles, ...parts };
  return zipSync({
    ...own,
    ...Object.fromEntries(Object.entries(changed).map(([name, part]) => [name, strToU8(part)])),
  });
}

describe("a list in a workbook", () => {
  it("is read below its headings, with values as their formats mean them", async () => {
    const table = await readWorkbook(
      workbook(
        row(text("Customers of 2026")) +
          row(...["Name", "Since", "Rate", "Post code", "Seen", "Sum", "Paid"].map(text)) +
          row(
            text("Ann"),
            '<c s="1"><v>46053</v></c><c s="2"><v>0.19</v></c><c s="3"><v>1067</v></c><c s="4"><v>46053.5</v></c><c><f>1+1</f><v>0.30000000000000004</v></c><c t="b"><v>1</v></c>',
          ) +
          '<row/><row><c s="1"/></row>' +
          row(text("Bob &amp; Co"), "<c/>", "<c/>", "<c/>", "<c/>", "<c><f>A1</f></c>", '<c t="e"><v>#N/A</v></c>'),
      ),
    );
    expect(table).toMatchObject({ sheets: ["People"], sheet: "People", headerRow: 2, warnings: [] });
    expect(table.headings).toEqual(["Name", "Since", "Rate", "Post code", "Seen", "Sum", "Paid"]);
    expect(table.rows).toEqual([
      { row: 3, cells: ["Ann", "2026-01-31", "19%", "01067", "2026-01-31 12:00:00", 0.3, true] },
      { row: 6, cells: ["Bob & Co", "", "", "", "", "", ""] },
    ]);
    expect(table.problems).toMatchObject([
      { row: 6, column: 5, message: expect.stringContaining("no stored result") },
      { row: 6, column: 6, message: "The cell shows the error #N/A." },
    ]);
  });

  it("is read whatever prefix its program gives the names", async () => {
    const table = await readWorkbook(
      workbook(row(text("Name"), text("City")) + row(text("Ann"), text("Ulm")), { prefix: "x" }),
    );
    expect(table.rows).toEqual([{ row: 2, cells: ["Ann", "Ulm"] }]);
  });

  it("ends where a hundred thousand empty rows begin, and says so", async () => {
    const rows = `${row(text("Name"), text("City"))}${row(text("Ann"), text("Ulm"))}${'<row ht="15"><c s="1"/></row>'.repeat(100_000)}${row(text("Late"))}`;
    const table = await readWorkbook(workbook(rows));
    expect(table.rows).toHaveLength(1);
    expect(table.warnings).toEqual([
      expect.stringMatching(/^After row 2 .* has 100,000 empty rows: the list ends there/),
    ]);
  });

  it("is read as far as is asked for, and says that there is more", async () => {
    const bytes = workbook(
      row(text("Title")) + row(text("Name"), text("City")) + row(text("Ann"), text("Ulm")).repeat(20_000),
    );
    const looked = await readWorkbook(bytes, { first: 3 });
    expect([looked.headings, looked.rows.map(({ row: number }) => number), looked.more]).toEqual([
      ["Name", "City"],
      [3, 4, 5],
      true,
    ]);
    const further = await readWorkbook(bytes, { first: 2, headerRow: 700 });
    expect(further.rows.map(({ row: number }) => number)).toEqual([701, 702]);
    const short = await readWorkbook(workbook(row(text("Name")) + row(text("Ann")).repeat(3)), { first: 3 });
    expect([short.rows.length, short.more]).toEqual([3, false]);
    const lines = `Name,City\n\n${"Ann,Ulm\n".repeat(20_000)}`;
    const csv = readTextTable(lines, { first: 3 });
    expect([csv.rows.map(({ row: number }) => number), csv.more]).toEqual([[3, 4, 5], true]);
    expect(readTextTable(lines, { first: 2, headerRow: 9 })).toMatchObject({
      rows: [{ row: 10 }, { row: 11 }],
      more: true,
    });
    expect(readTextTable("Name\nAnn\n", { first: 1 })).toMatchObject({ rows: [{ row: 2 }], more: false });
  });

  it("has the headings below merged ones, and is refused where merged ones are asked for", async () => {
    const bytes = workbook(
      row(text("Who"), text("Address"), "<c/>") +
        row(text("Name"), text("City"), text("Zip")) +
        row(text("Ann"), text("Ulm"), text("89")),
      {
        more: '<mergeCells count="1"><mergeCell ref="B1:C1"/></mergeCells>',
      },
    );
    expect((await readWorkbook(bytes)).headings).toEqual(["Name", "City", "Zip"]);
    await expect(readWorkbook(bytes, { headerRow: 1 })).rejects.toThrow(
      "The headings in row 1 of the sheet “People” have merged cells (B1:C1)",
    );
  });

  it.each([
    ["a text", new TextEncoder().encode("Name,City\n"), "not an Excel workbook"],
    ["macros", workbook(row(text("A")), { parts: { "xl/vbaProject.bin": "x" } }), "holds macros"],
    ["macro sheets", workbook(row(text("A")), { parts: { "xl/macrosheets/sheet1.xml": "x" } }), "holds macros"],
    ["nothing in it", workbook('<row r="1"/>'), "all of its sheets are empty (“People”)"],
    ["a password", encrypted(), "protected by a password"],
    ["too many rows", workbook(row(text("Name")) + row(text("x")).repeat(10_060)), "more than 10,000 rows"],
    ["half of it", workbook(row(text("A"))).slice(0, 900), ""],
  ])("is refused in a sentence for %s", async (_, bytes, message) => {
    await expect(readWorkbook(bytes)).rejects.toThrow(message);
  });

  it("comes back from its template, and from the rows that failed", async () => {
    const targets = listTargets([
      { name: "Name", type: "text", required: true },
      { name: "Born", type: "date" },
      {
        name: "Items",
        type: "list",
        fields: [
          { name: "price", type: "number" },
          { name: "size", type: "choice", options: ["S", "L"] },
        ],
      },
    ]);
    const template = listTemplate("Letter", targets, { Name: "Ann" });
    const table = await readWorkbook(template);
    expect(table.headings).toEqual(["Name", "Born", "Items: price", "Items: size"]);
    expect(strFromU8(unzipSync(template)["xl/worksheets/sheet1.xml"] ?? new Uint8Array())).toContain(
      "<formula1>&quot;S,L&quot;</formula1>".replaceAll("&quot;", '"'),
    );
    const { records, columns } = listRecords(table, {}, targets);
    expect(JSON.parse(JSON.stringify(records[0]?.data))).toEqual({
      Name: "Ann",
      Born: "2026-01-31",
      Items: [{ price: 12.5, size: "S" }],
    });
    const data = {
      Name: "Bob",
      Born: "2001-02-03",
      Items: [
        { price: 1, size: "S" },
        { price: 2, size: "L" },
      ],
    };
    const failed = await readWorkbook(failedRows([{ data, why: "No such address." }], columns));
    expect(failed.headings).toEqual(["Name", "Born", "Items: price", "Items: size", "Why it failed"]);
    expect(failed.rows.map(({ cells }) => cells)).toEqual([
      ["Bob", "2001-02-03", 1, "S", "No such address."],
      ["Bob", "2001-02-03", 2, "L", ""],
    ]);
  });
});

/** What a workbook under a password begins with: a compound file with the streams that say so. */
function encrypted(): Uint8Array {
  const sector = 512;
  const bytes = new Uint8Array(4 * sector);
  const view = new DataView(bytes.buffer);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    view.setUint16(at, value, true);
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, 0xfffffffe],
    [68, 0xfffffffe],
    [76, 0],
  ] as const)
    view.setUint32(at, value, true);
  for (let at = 80; at < 512; at += 4) view.setUint32(at, 0xffffffff, true);
  view.setUint32(512, 0xfffffffd, true);
  view.setUint32(516, 0xfffffffe, true);
  for (let at = 520; at < 1024; at += 4) view.setUint32(at, 0xffffffff, true);
  const entry = (index: number, name: string, type: number, child: number, right: number) => {
    const at = 2 * sector + index * 128;
    for (const [place, letter] of [...name].entries()) view.setUint16(at + place * 2, letter.charCodeAt(0), true);
    view.setUint16(at + 64, name.length * 2 + 2, true);
    bytes[at + 66] = type;
    bytes[at + 67] = 1;
    for (const [offset, value] of [
      [68, 0xffffffff],
      [72, right],
      [76, child],
      [116, 0xfffffffe],
    ] as const)
      view.setUint32(at + offset, value, true);
  };
  entry(0, "Root Entry", 5, 1, 0xffffffff);
  entry(1, "EncryptionInfo", 2, 0xffffffff, 2);
  entry(2, "EncryptedPackage", 2, 0xffffffff, 0xffffffff);
  return bytes;
}

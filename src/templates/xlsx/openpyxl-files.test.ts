import { expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook } from "./testing/workbook-builder.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const COMMENTS = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml";

const shape = (number: number, row: number, column: number) =>
  `<ns1:shape type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" ns0:insetmode="auto" id="_x0000_s${number}"><ns1:fill color2="#ffffe1" /><ns1:textbox><div style="text-align:left" /></ns1:textbox><ns2:ClientData ObjectType="Note"><ns2:MoveWithCells /><ns2:AutoFill>False</ns2:AutoFill><ns2:Row>${row}</ns2:Row><ns2:Column>${column}</ns2:Column></ns2:ClientData></ns1:shape>`;

/** Absolute targets, parts and prefixes of other names, no shared strings: as openpyxl writes workbooks. */
const template = buildWorkbook({
  sheets: [
    {
      name: "Data",
      cells: {
        A1: "Head",
        A2: "{tablerow $items as $i}{$i.n}",
        B2: "x{/tablerow}",
        A4: "After",
        B4: "link",
        C4: "inner",
      },
      tail: '<hyperlinks><hyperlink ref="B2" r:id="rId1" /><hyperlink ref="B4" r:id="rId2" /><hyperlink ref="C4" location="Data!A4" /></hyperlinks><legacyDrawing r:id="anysvml" />',
      relationships: [
        ["rId1", "hyperlink", "https://example.com/{$i.n}", true],
        ["rId2", "hyperlink", "https://example.com/", true],
        ["comments", "comments", "/xl/comments/comment1.xml"],
        ["anysvml", "vmlDrawing", "/xl/drawings/commentsDrawing1.vml"],
      ],
    },
  ],
  parts: {
    "xl/comments/comment1.xml": {
      type: COMMENTS,
      content: `<comments xmlns="${MAIN}"><authors><author>me</author></authors><commentList><comment ref="A2" authorId="0" shapeId="0"><text><t>Row of {$i.n}</t></text></comment><comment ref="A4" authorId="0" shapeId="0"><text><t>static</t></text></comment></commentList></comments>`,
    },
    "xl/drawings/commentsDrawing1.vml": {
      content: `<xml xmlns:ns0="urn:schemas-microsoft-com:office:office" xmlns:ns1="urn:schemas-microsoft-com:vml" xmlns:ns2="urn:schemas-microsoft-com:office:excel"><ns1:shapetype id="_x0000_t202" coordsize="21600,21600" ns0:spt="202"><ns1:stroke joinstyle="miter" /></ns1:shapetype>${shape(1026, 1, 0)}${shape(1027, 3, 0)}</xml>`,
    },
  },
});

it("comments, their boxes and links move with their rows in files of other programs", async () => {
  const merged = await mergeWorkbook(template, { items: [{ n: "a" }, { n: "b" }, { n: "c" }] });
  const all = (part: string, pattern: RegExp) =>
    [...merged.part(part).matchAll(pattern)].map((match) => match.slice(1).join(" "));
  expect(all("xl/comments/comment1.xml", /ref="(\w+)"[\s\S]*?<t(?: [^>]*)?>([^<]*)</g)).toEqual([
    "A2 Row of a",
    "A3 Row of b",
    "A4 Row of c",
    "A6 static",
  ]);
  expect(all("xl/drawings/commentsDrawing1.vml", /<ns2:Row>(\d+)/g)).toEqual(["1", "2", "3", "5"]);
  const ids = all("xl/drawings/commentsDrawing1.vml", / id="([^"]*)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  expect(all("xl/worksheets/sheet1.xml", /<hyperlink ref="(\w+)"/g)).toEqual(["B2", "B3", "B4", "B6", "C6"]);
  expect(merged.part("xl/worksheets/sheet1.xml")).toContain('location="Data!A6"');
  // Addresses that no link has any more are gone.
  expect(all("xl/worksheets/_rels/sheet1.xml.rels", /Target="(https:[^"]*)"/g).sort()).toEqual([
    "https://example.com/",
    "https://example.com/a",
    "https://example.com/b",
    "https://example.com/c",
  ]);
});

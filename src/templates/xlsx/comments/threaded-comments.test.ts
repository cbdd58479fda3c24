import { expect, it } from "vitest";
import { mergeWorkbook } from "../testing/merged-workbook.ts";
import { buildWorkbook, relationships } from "../testing/workbook-builder.ts";
import { xlsxEngine } from "../xlsx-engine.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const THREADS = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments";
const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const [FIRST, ANSWER, LOOSE] = [
  "{0A000000-0000-4000-8000-000000000001}",
  "{0A000000-0000-4000-8000-000000000002}",
  "{0A000000-0000-4000-8000-000000000003}",
];

/** As Excel 365 writes them: a conversation about A2 and one about D9, where no row is, and what old programs show of it. */
const template = buildWorkbook({
  sheets: [
    {
      name: "Orders",
      cells: { A1: "Order", A2: "{tablerow $orders as $o}{$o.id}{/tablerow}", A3: "Sum" },
      tail: '<legacyDrawing r:id="rId1"/>',
      relationships: [
        ["rId1", "vmlDrawing", "../drawings/vmlDrawing1.vml"],
        ["rId2", "comments", "../comments1.xml"],
        [
          "rId3",
          "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment",
          "../threadedComments/threadedComment1.xml",
        ],
      ],
    },
  ],
  parts: {
    "xl/drawings/vmlDrawing1.vml": { content: '<xml xmlns:v="urn:schemas-microsoft-com:vml"/>' },
    "xl/comments1.xml": {
      type: `${SPREADSHEET}.comments+xml`,
      content: `<comments xmlns="${MAIN}"><authors><author>tc=${FIRST}</author><author>tc=${LOOSE}</author></authors><commentList><comment ref="A2" authorId="0" shapeId="0"><text><t>[Threaded comment] {counter}: {$o.note}, answer {$o.answer}</t></text></comment><comment ref="D9" authorId="1" shapeId="0"><text><t>[Threaded comment] {$by}</t></text></comment></commentList></comments>`,
    },
    "xl/threadedComments/threadedComment1.xml": {
      type: "application/vnd.ms-excel.threadedcomments+xml",
      content: `<ThreadedComments xmlns="${THREADS}"><threadedComment ref="A2" dT="2026-01-01T00:00:00.00" personId="{P}" id="${FIRST}"><text>@Ann {counter}: {$o.note}</text><mentions><mention mentionpersonId="{P}" mentionId="{M}" startIndex="0" length="4"/></mentions></threadedComment><threadedComment ref="A2" dT="2026-01-02T00:00:00.00" personId="{P}" id="${ANSWER}" parentId="${FIRST}"><text>{$o.answer}</text></threadedComment><threadedComment ref="D9" personId="{P}" id="${LOOSE}"><text>By {$by} &amp; co</text></threadedComment></ThreadedComments>`,
    },
  },
});

const DATA = {
  by: "A & B",
  orders: [
    { id: 7, note: "late", answer: "soon" },
    { id: 8, note: "<lost>", answer: "no" },
  ],
};

it("conversations of Excel are filled, with their rows, and what old programs show of them agrees", async () => {
  expect((await xlsxEngine.inspect(template, {})).warnings).toEqual([]);
  const merged = await mergeWorkbook(template, DATA);
  expect(merged.warnings).toEqual([]);
  const threads = merged.part("xl/threadedComments/threadedComment1.xml");
  const messages = Array.from(
    threads.matchAll(/<threadedComment ref="(\w+)"[^>]*? id="([^"]*)"(?: parentId="([^"]*)")?><text>([^<]*)/g),
    ([, ref, id, parent, text]) => ({ ref, id, parent, text }),
  );
  expect(messages.map(({ ref, text }) => `${ref} ${text}`)).toEqual([
    "A2 @Ann 1: late",
    "A3 @Ann 2: &lt;lost&gt;",
    "A2 soon",
    "A3 no",
    "D10 By A &amp; B &amp; co",
  ]);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(5);
  expect(messages[0]?.id).toBe(FIRST);
  expect(messages.slice(2, 4).map(({ parent }) => parent)).toEqual(messages.slice(0, 2).map(({ id }) => id));
  expect(threads).not.toContain("mention");

  const comments = merged.part("xl/comments1.xml");
  const authors = Array.from(comments.matchAll(/<author>tc=([^<]*)/g), ([, id]) => id);
  expect(
    Array.from(
      comments.matchAll(/<comment ref="(\w+)" authorId="(\d+)"[\s\S]*?<t[^>]*>([\s\S]*?)<\/text>/g),
      (found) => [found[1], authors[Number(found[2])], found[3]?.replace(/<[^>]*>/g, "")],
    ),
  ).toEqual([
    ["A2", FIRST, "[Threaded comment] 1: late, answer soon"],
    ["A3", messages[1]?.id, "[Threaded comment] 2: &lt;lost&gt;, answer no"],
    ["D10", LOOSE, "[Threaded comment] A &amp; B"],
  ]);
});

it("a comment of several runs keeps the look of each", async () => {
  const bold = '<rPr><b/><sz val="9"/><rFont val="Tahoma"/></rPr>';
  const plain = '<rPr><sz val="9"/><rFont val="Tahoma"/></rPr>';
  const noted = buildWorkbook({
    sheets: [
      {
        name: "S",
        cells: { A1: "x" },
        relationships: [["rId2", "comments", "../comments1.xml"]],
      },
    ],
    parts: {
      "xl/comments1.xml": {
        type: `${SPREADSHEET}.comments+xml`,
        content: `<comments xmlns="${MAIN}"><authors><author>me</author></authors><commentList><comment ref="A1" authorId="0"><text><r>${bold}<t>{$who}:</t></r><r>${plain}<t xml:space="preserve">\n{if $late}late since {$da</t></r><r>${bold}<t>y}{/if}.</t></r></text></comment></commentList></comments>`,
      },
    },
  });
  const run = (properties: string, text: string) => `<r>${properties}<t xml:space="preserve">${text}</t></r>`;
  const textOf = async (data: Record<string, unknown>) =>
    /<text>([\s\S]*?)<\/text>/.exec((await mergeWorkbook(noted, data)).part("xl/comments1.xml"))?.[1];
  expect(await textOf({ who: "Ann", late: 1, day: "May" })).toBe(
    run(bold, "Ann:") + run(plain, "\nlate since May") + run(bold, "."),
  );
  expect(await textOf({ who: "A&B", late: 0 })).toBe(run(bold, "A&amp;B:") + run(plain, "\n") + run(bold, "."));
});

it("a block that a comment opens and does not close is an error of the comment", async () => {
  const broken = buildWorkbook({
    sheets: [{ name: "S", cells: { A1: "{$x}" }, relationships: [["rId2", "comments", "../comments1.xml"]] }],
    parts: {
      "xl/comments1.xml": {
        type: `${SPREADSHEET}.comments+xml`,
        content: `<comments xmlns="${MAIN}"><authors><author>me</author></authors><commentList><comment ref="A1" authorId="0"><text><t>{if $x}open</t></text></comment></commentList></comments>`,
      },
    },
  });
  const { errors } = await xlsxEngine.inspect(broken, {});
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("the comment")]);
});

it("tags where no merge fills them are told when the workbook is saved", async () => {
  const odd = buildWorkbook({
    sheets: [
      {
        name: "S",
        cells: { A1: "{$x}" },
        tail: '<drawing r:id="rId1"/>',
        relationships: [["rId1", "drawing", "../drawings/drawing1.xml"]],
      },
    ],
    parts: {
      "xl/drawings/drawing1.xml": {
        content:
          '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"></xdr:wsDr>',
        type: "application/vnd.openxmlformats-officedocument.drawing+xml",
      },
      "xl/drawings/_rels/drawing1.xml.rels": {
        content: relationships([["rId1", "customType", "../diagrams/data1.xml"]]),
      },
      "xl/diagrams/data1.xml": {
        content: '<dgm:dataModel xmlns:dgm="d"><dgm:pt><dgm:t>{$boss}</dgm:t></dgm:pt></dgm:dataModel>',
        type: "application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml",
      },
    },
  });
  const { warnings } = await xlsxEngine.inspect(odd, {});
  expect(warnings.map(({ code, part, text }) => [code, part, text])).toEqual([
    ["copied_part", "xl/diagrams/data1.xml", "{$boss}"],
  ]);
});

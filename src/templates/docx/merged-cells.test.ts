import { describe, expect, it } from "vitest";
import { docx, paragraph, run, table } from "../testing/docx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const DOCUMENT = "word/document.xml";
const cell = (text: string, merged: "restart" | "continue" | "" = "", span = 1) =>
  `<w:tc><w:tcPr><w:tcW w:w="2400" w:type="dxa"/>${span > 1 ? `<w:gridSpan w:val="${span}"/>` : ""}${merged && `<w:vMerge${merged === "restart" ? ' w:val="restart"' : ""}/>`}</w:tcPr><w:p>${run(text)}</w:p></w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;

/** The cells of each row: `+` begins a group, `|` continues one. */
async function groups(body: string, data: Record<string, unknown>): Promise<string[]> {
  const file = await merge(docxEngine, docx({ body }), data);
  const xml = file.xml(DOCUMENT);
  expect(xml).not.toContain("docloom");
  return xml
    .split("</w:tr>")
    .slice(0, -1)
    .map((each) =>
      each
        .split("</w:tc>")
        .slice(0, -1)
        .map((one) => {
          const [found] = /<w:vMerge[^>]*>/.exec(one) ?? [];
          const text = one.replace(/<[^>]*>|\s/g, "");
          return `${found === undefined ? "" : found.includes("restart") ? "+" : "|"}${text}`;
        })
        .join(" "),
    );
}

describe("vertically merged cells", () => {
  const template = table(
    row(cell("Group A", "restart"), cell("a1")),
    row(cell("", "continue"), cell("a2")),
    row(cell("{if $b}Group B", "restart"), cell("b1{/if}")),
    row(cell("", "continue"), cell("b2")),
    row(cell("", "continue"), cell("b3")),
  );

  it("begin their group where its first row is gone, and join no other", async () => {
    expect(await groups(template, { b: 0 })).toEqual(["+GroupA a1", "| a2", "+ b2", "| b3"]);
    expect(await groups(template, { b: 1 })).toEqual(["+GroupA a1", "| a2", "+GroupB b1", "| b2", "| b3"]);
  });

  it("are told apart by their column, behind wide cells and in loops", async () => {
    const looped = table(
      row(...["p", "q", "r", "s"].map((each) => cell(each))),
      row(cell("{tablerow $l as $x}{if $x.head}wide", "", 2), cell("h", "restart"), cell("x{/if}{/tablerow}")),
      row(cell("one"), cell("two", "restart"), cell("", "continue"), cell("y")),
      row(cell("{tablerow $l as $x}{$x.n}"), cell("", "continue"), cell("", "continue"), cell("z{/tablerow}")),
    );
    expect(
      await groups(looped, {
        l: [
          { head: 0, n: "A" },
          { head: 0, n: "B" },
        ],
      }),
    ).toEqual(["p q r s", "one +two + y", "A | | z", "B | | z"]);
  });
});

describe("tables", () => {
  it("that merging brings together stay apart, by a paragraph that takes no room", async () => {
    const body = `${paragraph("{foreach $l as $x}")}${table(row(cell("{$x}")))}${paragraph("{/foreach}")}${table(row(cell("last")))}${paragraph("end")}`;
    const xml = (await merge(docxEngine, docx({ body }), { l: ["A", "B"] })).xml(DOCUMENT);
    expect(outline(xml)).toBe("A¶|/¶B¶|/¶last¶|/end¶");
    expect(xml.match(/<w:spacing w:before="0" w:after="0" w:line="1" w:lineRule="exact"\/>/g)).toHaveLength(2);
  });

  it("that touch in the template, and rows of one, are left as they are", async () => {
    const body = `${table(row(cell("a")))}${table(row(cell("{foreach $l as $x}{$x}{/foreach}")))}${paragraph("end")}`;
    expect(outline((await merge(docxEngine, docx({ body }), { l: ["A", "B"] })).xml(DOCUMENT))).toBe("a¶|/AB¶|/end¶");
  });
});

import { expect, it } from "vitest";
import { pptx, slideParagraph, textBox } from "../testing/pptx-builder.ts";
import { merge } from "../testing/render.ts";
import { pptxEngine } from "./pptx-engine.ts";
import { withCountedSpans } from "./table-spans.ts";

const cell = (text: string, attributes = "") =>
  `<a:tc${attributes}><a:txBody><a:bodyPr/><a:lstStyle/>${slideParagraph(text)}</a:txBody><a:tcPr/></a:tc>`;
const table = (...rows: string[][]) =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="T"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="1" cy="1"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr/><a:tblGrid><a:gridCol w="1"/><a:gridCol w="1"/></a:tblGrid>${rows.map((cells) => `<a:tr h="1">${cells.join("")}</a:tr>`).join("")}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

/** Each cell as its text, what it covers, and `^` or `<` if it is covered. */
function spans(xml: string): string[] {
  return Array.from(xml.matchAll(/<a:tr [\s\S]*?<\/a:tr>/g), ([row]) =>
    Array.from(row.matchAll(/<a:tc\b([^>]*)>([\s\S]*?)<\/a:tc>/g), ([, open = "", content = ""]) => {
      const read = (name: string) => new RegExp(` ${name}="(\\d+)"`).exec(open)?.[1];
      const text = content.replace(/<[^>]*>/g, "");
      return `${text}${read("rowSpan") ? `:${read("rowSpan")}` : ""}${read("gridSpan") ? `-${read("gridSpan")}` : ""}${read("vMerge") ? "^" : ""}${read("hMerge") ? "<" : ""}`;
    }).join(" | "),
  );
}

const merged = async (data: Record<string, unknown>, ...rows: string[][]) =>
  spans((await merge(pptxEngine, pptx([{ shapes: table(...rows) }]), data)).xml("ppt/slides/slide1.xml"));

it("a merged cell covers the rows that a loop makes", async () => {
  const rows = [
    [cell("{foreach $g as $x}{$x.n}", ' rowSpan="2"'), cell("head")],
    [cell("{foreach $x.i as $i}", ' vMerge="1"'), cell("{$i}{/foreach}{/foreach}")],
  ];
  const data = {
    g: [
      { n: "A", i: [1, 2] },
      { n: "B", i: [] },
      { n: "C", i: [3] },
    ],
  };
  expect(await merged(data, ...rows)).toEqual(["A:3 | head", "^ | 1", "^ | 2", "B | head", "C:2 | head", "^ | 3"]);
});

it("a head that is repeated covers only what comes below its last turn", async () => {
  const rows = [
    [cell("{tablerow $g as $x}{$x}", ' rowSpan="2"'), cell("h{/tablerow}")],
    [cell("", ' vMerge="1"'), cell("t")],
  ];
  expect(await merged({ g: ["A", "B"] }, ...rows)).toEqual(["A | h", "B:2 | h", "^ | t"]);
});

it("cells whose head is hidden stand for themselves", async () => {
  const rows = [
    [cell("{if $no}x", ' rowSpan="3"'), cell("y{/if}")],
    [cell("", ' vMerge="1"'), cell("1")],
    [cell("", ' vMerge="1"'), cell("2")],
    [cell("z"), cell("3")],
  ];
  expect(await merged({}, ...rows)).toEqual([":2 | 1", "^ | 2", "z | 3"]);
});

it("blocks of rows and columns keep both directions", async () => {
  const rows = [
    [cell("A", ' gridSpan="2" rowSpan="2"'), cell("", ' hMerge="1" rowSpan="2"')],
    [cell("", ' gridSpan="2" vMerge="1"'), cell("", ' hMerge="1" vMerge="1"')],
    [cell("{foreach $g as $x}{$x}"), cell("b{/foreach}")],
  ];
  expect(await merged({ g: [1, 2] }, ...rows)).toEqual(["A:2-2 | :2<", "-2^ | ^<", "1 | b", "2 | b"]);
});

it("slides without merged cells are left as they are", () => {
  const slide = `<p:sld>${textBox(2, "x")}${table([cell("a"), cell("b")])}</p:sld>`;
  expect(withCountedSpans(slide)).toBe(slide);
});

import { describe, expect, it } from "vitest";
import type { DrawingNode, ShapeNode } from "../model/shapes.ts";
import { layOut, layoutContext, paragraph, section, textOf, wordDocument } from "../testing/word-document.ts";
import { linesWithin } from "./fragment-notes.ts";
import { layOutShapeText } from "./shape-text.ts";

const EMU = 12_700;

interface Size {
  /** Characters in a line, and lines. */
  across: number;
  down: number;
}

/** A shape of DrawingML, with its `wps:txbx` or `wps:linkedTxbx`, or with neither. */
const shape = ({ across, down }: Size, text: string, more = "") =>
  `<wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${across * 5 * EMU}" cy="${down * 12 * EMU}"/></a:xfrm><a:prstGeom prst="rect"/></wps:spPr>` +
  `${text}<wps:bodyPr lIns="0" tIns="0" rIns="0" bIns="0">${more}</wps:bodyPr></wps:wsp>`;

const head = (id: number | string, blocks: string) =>
  `<wps:txbx id="${id}"><w:txbxContent>${blocks}</w:txbxContent></wps:txbx>`;
const linked = (id: number | string, seq: number) => `<wps:linkedTxbx id="${id}" seq="${seq}"/>`;

const anchored = ({ across, down }: Size, content: string) =>
  '<w:p><w:r><w:drawing><wp:anchor><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>' +
  `<wp:extent cx="${across * 5 * EMU}" cy="${down * 12 * EMU}"/><wp:wrapNone/><wp:docPr id="1" name=""/><a:graphic><a:graphicData uri="">${content}</a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>`;

const box = (size: Size, text: string, more = "") => anchored(size, shape(size, text, more));

/** A text box of VML, with no room around its text. */
const vmlBox = ({ across, down }: Size, id: string, blocks: string, next?: string) =>
  `<w:p><w:r><w:pict><v:shape id="${id}" style="position:absolute;width:${across * 5}pt;height:${down * 12}pt">` +
  `<v:textbox inset="0,0,0,0"${next === undefined ? "" : ` style="mso-next-textbox:#${next}"`}><w:txbxContent>${blocks}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`;

/** The lines of each text box, in the order of the document. */
function boxesOf(body: string, parts: Parameters<typeof wordDocument>[1] = {}): string[][] {
  const document = wordDocument(body + section(60, 60, parts.header ? HEADER : ""), parts);
  const context = layoutContext(document);
  const shapes = (node: DrawingNode): ShapeNode[] =>
    node.kind === "group" ? node.children.flatMap(shapes) : node.kind === "shape" ? [node] : [];
  return layOut(document)
    .flatMap((page) => [...page.header, ...page.body])
    .flatMap((fragment) => (fragment.kind === "anchor" ? shapes(fragment.anchor.drawing) : []))
    .map((node) => (node.text ? linesWithin(layOutShapeText(node, node.text, context).fragments).map(textOf) : []));
}

const HEADER = '<w:headerReference w:type="default" r:id="rId-header"/>';
const words = (...list: string[]) => list.map((word) => paragraph(word)).join("");
const narrow = { across: 6, down: 2 };

describe("text of linked boxes", () => {
  it("goes on in the next box of its chain, wherever that stands", () => {
    const text = head(1, words("one", "two", "three", "four", "five"));
    expect(boxesOf(box(narrow, text) + box(narrow, linked(1, 1)) + box(narrow, linked(1, 2)))).toEqual([
      ["one", "two"],
      ["three", "four"],
      ["five"],
    ]);
    expect(boxesOf(box(narrow, linked(1, 2)) + box(narrow, text) + box(narrow, linked(1, 1)))).toEqual([
      ["five"],
      ["one", "two"],
      ["three", "four"],
    ]);
  });

  it("breaks its lines anew where the next box is wider, within paragraphs, too", () => {
    const text = head(1, paragraph("aaaaa bbbbb ccccc ddddd eeeee", '<w:widowControl w:val="0"/>'));
    expect(boxesOf(box(narrow, text) + box({ across: 30, down: 3 }, linked(1, 1)))).toEqual([
      ["aaaaa ", "bbbbb "],
      ["ccccc ddddd eeeee"],
    ]);
  });

  it("keeps what does not fit into the last box there, and leaves boxes empty that it does not reach", () => {
    const text = head(1, words("one", "two", "three", "four"));
    expect(boxesOf(box({ across: 6, down: 1 }, text) + box({ across: 6, down: 1 }, linked(1, 1)))).toEqual([
      ["one"],
      ["two", "three", "four"],
    ]);
    expect(boxesOf(box({ across: 6, down: 9 }, text) + box(narrow, linked(1, 1)))).toEqual([
      ["one", "two", "three", "four"],
      [],
    ]);
  });

  it("begins at the top of the next box, without the space above it or the indent of a first line", () => {
    const indented = head(
      1,
      words("one") + paragraph("aa bbbbb ccccc", '<w:widowControl w:val="0"/><w:ind w:firstLine="200"/>'),
    );
    expect(boxesOf(box({ across: 6, down: 2 }, indented) + box(narrow, linked(1, 1)))).toEqual([
      ["one", "aa "],
      ["bbbbb ", "ccccc"],
    ]);
    const text = head(1, words("one", "two") + paragraph("three", '<w:spacing w:before="480"/>'));
    const body = box(narrow, text) + box(narrow, linked(1, 1));
    const document = wordDocument(body + section(60, 60));
    const anchors = layOut(document).flatMap((page) => page.body.filter((each) => each.kind === "anchor"));
    const node = anchors[1]?.kind === "anchor" ? anchors[1].anchor.drawing : undefined;
    if (node?.kind !== "shape" || !node.text) throw new Error("no box");
    const [fragment] = layOutShapeText(node, node.text, layoutContext(document)).fragments;
    expect(fragment?.yPt).toBe(0);
  });

  it("goes to the next box where a break of a column asks for it, but not at one of a page", () => {
    const broken = (type: string) =>
      head(1, `<w:p><w:r><w:t>one</w:t><w:br w:type="${type}"/><w:t>two</w:t></w:r></w:p>${paragraph("three")}`);
    const high = { across: 6, down: 9 };
    expect(boxesOf(box(high, broken("column")) + box(high, linked(1, 1)))).toEqual([["one"], ["two", "three"]]);
    expect(boxesOf(box(high, broken("page")) + box(high, linked(1, 1)))[1]).toEqual([]);
    // after the last box there is none to go to
    expect(boxesOf(box(high, broken("column")))).toEqual([["onetwo", "three"]]);
  });

  it("moves on with whole rows of tables, and past boxes that hold nothing of it", () => {
    const row = (text: string) => `<w:tr><w:tc><w:tcPr/>${paragraph(text)}</w:tc></w:tr>`;
    const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="600"/></w:tblGrid>${row("one")}${row("two")}${row("three")}</w:tbl>${paragraph("")}`;
    expect(boxesOf(box(narrow, head(1, table)) + box({ across: 30, down: 3 }, linked(1, 1)))).toEqual([
      ["one", "two"],
      ["three", ""],
    ]);
    const flat = { across: 6, down: 0.5 };
    expect(boxesOf(box(flat, head(1, words("one"))) + box(narrow, linked(1, 1)))).toEqual([[], ["one"]]);
  });

  it("takes as long as there is text, not as there are boxes after it", () => {
    const count = 400;
    const text = head(1, words(...Array.from({ length: 4 * count }, (_, index) => `w${index}`)));
    const boxes = Array.from({ length: count }, (_, index) => box(narrow, index === 0 ? text : linked(1, index)));
    const document = wordDocument(boxes.join("") + section(1000, 60));
    const context = layoutContext(document);
    let blocks = 0;
    const { meter } = context;
    const charge = meter.charge.bind(meter);
    meter.charge = (kind, ...rest) => {
      if (kind === "block") blocks++;
      charge(kind, ...rest);
    };
    const [anchor] = layOut(document).flatMap((page) => page.body.filter((each) => each.kind === "anchor"));
    const node = anchor?.kind === "anchor" ? anchor.anchor.drawing : undefined;
    if (node?.kind !== "shape" || !node.text) throw new Error("no box");
    layOutShapeText(node, node.text, context);
    expect(blocks).toBeGreaterThan(4 * count - 1);
    expect(blocks).toBeLessThan(4 * count + 20 * count);
  });

  it("shows lines that are kept together although no box has room for all of them", () => {
    const kept = paragraph("aaaaa bbbbb ccccc ddddd", "<w:keepLines/>");
    expect(boxesOf(box(narrow, head(1, kept)) + box(narrow, linked(1, 1)))).toEqual([
      ["aaaaa ", "bbbbb "],
      ["ccccc ", "ddddd"],
    ]);
  });

  it("counts the room of boxes in a group as they are drawn", () => {
    const group = (content: string) =>
      `<wpg:wgp><wpg:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${60 * 5 * EMU}" cy="${2 * 12 * EMU}"/><a:chOff x="0" y="0"/><a:chExt cx="${30 * 5 * EMU}" cy="${12 * EMU}"/></a:xfrm></wpg:grpSpPr>${content}</wpg:wgp>`;
    const half = { across: 6, down: 1 };
    const text = head(1, words("one", "two", "three"));
    const body = anchored({ across: 60, down: 2 }, group(shape(half, text) + shape(half, linked(1, 1))));
    expect(boxesOf(body)).toEqual([["one", "two"], ["three"]]);
  });

  it("keeps chains apart that have one number: those of copies, and those of other parts", () => {
    const chain = (...list: string[]) => box(narrow, head(1, words(...list))) + box(narrow, linked(1, 1));
    expect(boxesOf(chain("one", "two", "three") + chain("uno", "due", "tre"))).toEqual([
      ["one", "two"],
      ["three"],
      ["uno", "due"],
      ["tre"],
    ]);
    const header = box(narrow, head(1, words("top", "second", "third"))) + box(narrow, linked(1, 1));
    expect(boxesOf(chain("one", "two", "three"), { header })).toEqual([
      ["top", "second"],
      ["third"],
      ["one", "two"],
      ["three"],
    ]);
  });

  it("is nothing where the first box is missing, and all in one box where no other is linked", () => {
    expect(boxesOf(box(narrow, linked(7, 1)))).toEqual([[]]);
    expect(boxesOf(box(narrow, head(1, words("one", "two", "three"))))).toEqual([["one", "two", "three"]]);
    expect(boxesOf(box(narrow, head(1, words("one", "two", "three"))) + box(narrow, linked(2, 1)))).toEqual([
      ["one", "two", "three"],
      [],
    ]);
  });

  it("does not make a box grow that another one follows", () => {
    const grows = "<a:spAutoFit/>";
    const text = head(1, words("one", "two", "three"));
    expect(boxesOf(box(narrow, text, grows) + box(narrow, linked(1, 1), grows))).toEqual([["one", "two"], ["three"]]);
  });
});

describe("text of linked boxes of VML", () => {
  const three = words("one", "two", "three", "four", "five");

  it("goes on in the box that is named as the next one", () => {
    const body = vmlBox(narrow, "a", three, "b") + vmlBox(narrow, "b", "<w:p/>", "c") + vmlBox(narrow, "c", "");
    expect(boxesOf(body)).toEqual([["one", "two"], ["three", "four"], ["five"]]);
    const before = vmlBox(narrow, "b", "") + vmlBox(narrow, "a", three, "b");
    expect(boxesOf(before)).toEqual([
      ["three", "four", "five"],
      ["one", "two"],
    ]);
  });

  it("stays in a box that names itself, one that is not there, or one that has text of its own", () => {
    const all = ["one", "two", "three", "four", "five"];
    expect(boxesOf(vmlBox(narrow, "a", three, "a"))).toEqual([all]);
    expect(boxesOf(vmlBox(narrow, "a", three, "b"))).toEqual([all]);
    expect(boxesOf(vmlBox(narrow, "a", three, "b") + vmlBox(narrow, "b", words("own")))).toEqual([all, ["own"]]);
  });

  it("ends where boxes name each other in a circle, and follows the first that names a box", () => {
    const circle = vmlBox(narrow, "a", three, "b") + vmlBox(narrow, "b", "", "a");
    expect(boxesOf(circle)).toEqual([
      ["one", "two"],
      ["three", "four", "five"],
    ]);
    const both = vmlBox(narrow, "a", three, "c") + vmlBox(narrow, "b", words("x", "y", "z"), "c");
    expect(boxesOf(both + vmlBox(narrow, "c", ""))).toEqual([
      ["one", "two"],
      ["x", "y", "z"],
      ["three", "four", "five"],
    ]);
  });

  it("keeps copies apart whose boxes have the same names", () => {
    const chain = (...list: string[]) => vmlBox(narrow, "a", words(...list), "b") + vmlBox(narrow, "b", "");
    expect(boxesOf(chain("one", "two", "three") + chain("uno", "due", "tre"))).toEqual([
      ["one", "two"],
      ["three"],
      ["uno", "due"],
      ["tre"],
    ]);
  });
});

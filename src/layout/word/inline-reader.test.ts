import { describe, expect, it } from "vitest";
import type { Inline } from "../model/blocks.ts";
import { wordDocument } from "../testing/word-document.ts";

const run = (content: string) => `<w:r>${content}</w:r>`;
const text = (content: string) => run(`<w:t>${content}</w:t>`);

function inlines(content: string, addresses: Readonly<Record<string, string>> = {}): readonly Inline[] {
  const [section] = wordDocument(`<w:p>${content}</w:p>`, {}, {}, addresses).sections;
  const [block] = section?.blocks ?? [];
  return block?.kind === "paragraph" ? block.inlines : [];
}

const textOf = (content: string) =>
  inlines(content).map((inline) => (inline.kind === "text" ? inline.text : inline.kind));

describe("a link", () => {
  it.each([
    ["an address", 'r:id="web"', "https://example.com/"],
    ["a place at an address", 'r:id="web" w:anchor="part"', "https://example.com/#part"],
    ["the place that its address has", 'r:id="place" w:anchor="part"', "https://example.com/#top"],
    ["a place in the document", 'w:anchor="Top"', "#Top"],
    ["nowhere, if its relationship is missing", 'r:id="gone"', undefined],
  ])("leads to %s", (_, attributes, link) => {
    const addresses = { web: "https://example.com/", place: "https://example.com/#top" };
    expect(inlines(`<w:hyperlink ${attributes}>${text("x")}</w:hyperlink>`, addresses)).toMatchObject([
      { kind: "text", text: "x", link },
    ]);
  });
});

describe("what is around runs", () => {
  it("is passed through, but for what was deleted or moved away", () => {
    const shown = ["ins", "moveTo", "smartTag", "customXml", "dir", "bdo"];
    expect(textOf(shown.map((name) => `<w:${name}>${text(name)}</w:${name}>`).join(""))).toEqual(shown);
    const gone = `<w:del>${run("<w:delText>x</w:delText>")}</w:del><w:moveFrom>${text("x")}</w:moveFrom>`;
    expect(textOf(gone)).toEqual([]);
  });

  it("is an alternative that is known, or what stands for it", () => {
    const alternatives = (requires: string, known: string, other: string) =>
      `<mc:AlternateContent><mc:Choice Requires="${requires}">${known}</mc:Choice><mc:Fallback>${other}</mc:Fallback></mc:AlternateContent>`;
    expect(textOf(alternatives("wps", text("new"), text("old")))).toEqual(["new"]);
    expect(textOf(alternatives("zz", text("new"), text("old")))).toEqual(["old"]);
    expect(textOf(run(alternatives("zz", "<w:t>new</w:t>", "<w:t>old</w:t><w:tab/>")))).toEqual(["old", "tab"]);
  });

  it("is an equation, unless it belongs to what a field says", () => {
    const equation = "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>";
    expect(textOf(text("a") + equation)).toEqual(["a", "math"]);
    const mark = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`);
    expect(textOf(mark("begin") + equation + mark("end"))).toEqual([]);
  });

  it("is a content control, whose box is drawn if it shows nothing", () => {
    const control = (content: string, checked = "") =>
      `<w:sdt><w:sdtPr>${checked && `<w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox>`}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    expect(textOf(control(text("inside")))).toEqual(["inside"]);
    expect(textOf(control("", "1") + control("", "0"))).toEqual(["☒", "☐"]);
    expect(textOf(control(text("✓"), "1"))).toEqual(["✓"]);
    expect(textOf(control(""))).toEqual([]);
  });
});

describe("a run", () => {
  it("has hyphens that do not break, or that show only where they do", () => {
    expect(textOf(run("<w:noBreakHyphen/><w:softHyphen/>"))).toEqual(["\u2011", "\u00ad"]);
  });

  it("has signs in their font, or as characters that look like them", () => {
    expect(
      inlines(run('<w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Georgia" w:char="0041"/>')),
    ).toMatchObject([
      { text: "✓", format: { symbolFont: "Wingdings", fonts: { ascii: "Arial" } } },
      { text: "A", format: { fonts: { ascii: "Georgia", complex: "Georgia" } } },
    ]);
  });

  it("has the page's number", () => {
    expect(inlines(run("<w:pgNum/>"))).toMatchObject([{ kind: "pageField", field: { name: "PAGE" } }]);
  });

  it("has tabs that lead to the middle or the right, of the margins or the indents", () => {
    const tabs =
      '<w:ptab w:alignment="center" w:relativeTo="indent" w:leader="dot"/><w:ptab w:alignment="right"/><w:ptab/>';
    expect(inlines(run(tabs))).toMatchObject([
      { kind: "positionedTab", alignment: "center", leader: "dot", toMargin: false },
      { kind: "positionedTab", alignment: "right", leader: "none", toMargin: true },
      { kind: "positionedTab", alignment: "left" },
    ]);
  });

  it("has small characters above others, as large and as high as it says", () => {
    const ruby = (properties: string) =>
      run(`<w:ruby>${properties}<w:rt>${text("kan")}</w:rt><w:rubyBase>${text("漢")}</w:rubyBase></w:ruby>`);
    expect(inlines(ruby('<w:rubyPr><w:hps w:val="12"/><w:hpsRaise w:val="20"/></w:rubyPr>'))).toMatchObject([
      {
        kind: "ruby",
        base: [{ text: "漢", format: { sizePt: 10, positionPt: 0 } }],
        annotation: [{ text: "kan", format: { sizePt: 6, positionPt: 10 } }],
      },
    ]);
    expect(inlines(ruby(""))).toMatchObject([{ annotation: [{ format: { sizePt: 10, positionPt: 0 } }] }]);
  });
});

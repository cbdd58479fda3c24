import { describe, expect, it } from "vitest";
import { type CharacterFormat, DEFAULT_CHARACTER_FORMAT } from "../../layout/model/formatting.ts";
import type { Line, LinePart } from "../../layout/text/line.ts";
import { TextStyles } from "../../layout/text/text-style.ts";
import { placeText, withPageDocument } from "../testing/page-document.ts";
import { element } from "./elements.ts";
import { paintLine, type TextPaintContext } from "./text-painter.ts";

withPageDocument();

const styles = new TextStyles(() => ({ ascent: 0.9, descent: 0.3 }));
const styleOf = (format: Partial<CharacterFormat> = {}) =>
  styles.style({ ...DEFAULT_CHARACTER_FORMAT, sizePt: 10, fonts: { ascii: "Arial" }, ...format }, "ascii");
type TextPart = Extract<LinePart, { kind: "text" }>;
const text = (value: string, format: Partial<CharacterFormat> = {}, more: Partial<TextPart> = {}): TextPart => ({
  kind: "text",
  text: value,
  style: styleOf(format),
  widthPt: 50,
  ...more,
});
const gap = (widthPt: number, leader = "none", format: Partial<CharacterFormat> = {}): LinePart => ({
  kind: "gap",
  widthPt,
  leader,
  style: styleOf(format),
});

const context: TextPaintContext = {
  field: (_, fallback) => `page ${fallback}`,
  drawing: () => element("i", ""),
  rightToLeft: false,
  backdrop: undefined,
};

function paint(parts: LinePart[], change: Partial<TextPaintContext> = {}, line: Partial<Line> = {}): HTMLElement {
  const whole: Line = {
    xPt: 5,
    widthPt: 100,
    yPt: 0,
    heightPt: 12,
    baselinePt: 9,
    leadingPt: 0,
    parts,
    wordSpacingPt: 0,
    notes: [],
    anchors: [],
    bookmarks: [],
    endsWith: "paragraph",
    clears: false,
    startItem: 0,
    endItem: 0,
    sharesRow: false,
    ...line,
  };
  return paintLine(whole, 20, { ...context, ...change });
}
const first = (parts: LinePart[], change: Partial<TextPaintContext> = {}) =>
  paint(parts, change).firstElementChild as HTMLElement;

describe("lines", () => {
  it("have their baseline in the middle of a box that is high enough for all", () => {
    expect(placeText(paint([text("a")]))).toBe("5 9 -x40");
    expect(placeText(paint([text("a", { sizePt: 50 })]))).toBe("5 -71 -x200");
  });

  it("are counted from the right in text from right to left", () => {
    const { style } = paint([text("a")], { rightToLeft: true });
    expect([style.right, style.left, style.direction]).toEqual(["40pt", "", "rtl"]);
  });

  it("spread only the spaces after the last tab", () => {
    const line = paint([text("a b"), gap(10), text("c d")], {}, { wordSpacingPt: 2 });
    expect(line.style.wordSpacing).toBe("16pt");
    const isEven = [...line.children].map((child) => /word-spacing:\s*0/.test(child.getAttribute("style") ?? ""));
    expect(isEven).toEqual([true, false, false]);
  });
});

describe("text", () => {
  it.each<[string, Partial<CharacterFormat>, (style: CSSStyleDeclaration) => unknown, unknown]>([
    ["bold", { bold: true }, (style) => style.fontWeight, "700"],
    ["italic", { italic: true }, (style) => style.fontStyle, "italic"],
    [
      "underlined",
      { underline: "wave" },
      (style) => style.textDecoration.split(" ").slice(0, 2),
      ["underline", "wavy"],
    ],
    ["struck twice", { doubleStrike: true }, (style) => style.textDecoration, "line-through double"],
    ["on its highlight", { highlight: "#ffff00" }, (style) => style.background, "#ffff00"],
    ["in its colour", { color: "#00ff00" }, (style) => style.color, "#00ff00"],
  ])("is %s", (_, format, read, expected) => {
    expect(read(first([text("a", format)]).style)).toEqual(expected);
  });

  it.each([
    [undefined, "#000000"],
    ["#ffffff", "#000000"],
    ["#000080", "#ffffff"],
  ])("has an automatic colour that is visible on %s", (backdrop, expected) => {
    expect(first([text("a", { color: "auto" })], { backdrop }).style.color).toBe(expected);
  });

  it("asks for the text of a field", () => {
    const field = text("7", {}, { field: { kind: "page" } as never });
    expect(first([field]).textContent).toBe("page 7");
  });

  it("links where a browser may follow, and nowhere else", () => {
    const [good, bad] = paint([
      text("a", {}, { link: "https://a.example/" }),
      text("b", {}, { link: "javascript:alert(1)" }),
    ]).children;
    expect([good?.tagName, good?.getAttribute("href")]).toEqual(["A", "https://a.example/"]);
    expect([bad?.tagName, bad?.getAttribute("href")]).toEqual(["SPAN", null]);
  });

  it("is never taken for markup", () => {
    expect(first([text("<b>&")]).innerHTML).toBe("&lt;b&gt;&amp;");
  });

  it("says its own direction where the paragraph has another", () => {
    expect(first([text("שלום", { rightToLeft: true })]).dir).toBe("rtl");
    expect(first([text("שלום", { rightToLeft: true })], { rightToLeft: true }).dir).toBe("");
  });
});

describe("gaps", () => {
  it("are filled with their leader, within bounds", () => {
    expect(first([gap(40, "dot")]).textContent).toMatch(/^\.{20}$/);
    expect(first([gap(9_000, "middleDot")]).textContent).toHaveLength(600);
    expect(first([gap(4, "dot")]).textContent).toBe("");
  });

  it("step back if they are negative", () => {
    expect(first([gap(-3)]).style.marginLeft).toBe("-24pt");
  });

  it("carry the line and the ground of their text", () => {
    const painted = first([gap(40, "none", { underline: "single", highlight: "#ffff00", color: "#ff0000" })]);
    const [ground, line] = [...painted.children].map((child) => (child as HTMLElement).style);
    expect(ground?.background).toBe("#ffff00");
    expect(line?.borderTop).toContain("#ff0000");
  });
});

describe("objects", () => {
  const object = (link?: string): LinePart => ({
    kind: "object",
    drawing: {} as never,
    widthPt: 30,
    heightPt: 20,
    style: styleOf(),
    ...(link ? { link } : {}),
  });

  it("are on the baseline and take their width", () => {
    const holder = first([object()]);
    expect([placeText(holder), placeText(holder.children[0] as Element)]).toEqual(["- - 30x0", "0 - 30x20"]);
  });

  it("are links over their whole box", () => {
    const anchor = first([object("https://a.example/")]).querySelector("a");
    expect(anchor?.getAttribute("href")).toBe("https://a.example/");
    expect(anchor?.querySelector("i")).not.toBeNull();
    expect(anchor?.style.height).toBe("100%");
  });
});

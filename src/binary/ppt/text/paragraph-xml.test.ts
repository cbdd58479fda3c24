import { describe, expect, it } from "vitest";
import { paragraphXml, type TextContext } from "./paragraph-xml.ts";
import type { StyledParagraph, StyledRun } from "./styled-paragraphs.ts";
import type { ParagraphFormat } from "./text-format.ts";

const context: TextContext = {
  scheme: ["FFFFFF", "000000", "808080", "000000", "BBE0E3", "333399", "009999", "99CC00"],
  fontName: (index) => ["Arial", "Wing & dings"][index],
  pictureBullet: (index) => (index === 1 ? "rId7" : undefined),
  hyperlink: (id) => (id === 4 ? "rId4" : undefined),
  markText: ({ kind }) => (kind === "slideNumber" ? { text: "3", field: "slidenum" } : { text: "" }),
};
const run = (text: string, more: Partial<StyledRun> = {}): StyledRun => ({
  text,
  format: {},
  link: undefined,
  mark: undefined,
  ...more,
});
const xml = (format: ParagraphFormat, runs: StyledRun[] = [run("x")], more: Partial<StyledParagraph> = {}) =>
  paragraphXml({ level: 0, format, endFormat: {}, runs, ...more }, context);
const between = (text: string, from: string, to: string) => text.split(from)[1]?.split(to)[0];

describe("properties of paragraphs", () => {
  it("count the first line from the margin, in EMU, and never leave the box", () => {
    expect(xml({ leftMargin: 576, indent: 0 })).toContain('marL="914400" indent="-914400"');
    expect(xml({ leftMargin: -5 })).toContain('marL="0" indent="0"');
  });

  it.each([
    [120, '<a:spcPct val="120000"/>'],
    [0, '<a:spcPct val="0"/>'],
    [-80, '<a:spcPts val="1000"/>'],
  ])("space lines by %d: shares from zero on, lengths below", (lineSpacing, expected) => {
    expect(between(xml({ lineSpacing }), "<a:lnSpc>", "</a:lnSpc>")).toBe(expected);
  });

  it("have tabs of the four kinds", () => {
    const tabs = [0, 1, 2, 3, 9].map((kind) => ({ position: 8, kind }));
    expect([...xml({ tabs }).matchAll(/pos="12700" algn="(\w+)"/g)].map(([, kind]) => kind)).toEqual([
      "l",
      "ctr",
      "r",
      "dec",
      "l",
    ]);
  });
});

describe("bullets", () => {
  it.each<[string, ParagraphFormat, string]>([
    ["none where none is said", {}, "<a:buNone/>"],
    ["a character in the text's look", { hasBullet: true, bulletChar: 0x2013 }, '<a:buChar char="–"/>'],
    ["a font of its own", { hasBullet: true, bulletHasFont: true, bulletFont: 1 }, 'typeface="Wing &amp; dings"'],
    ["no font that is only stored", { hasBullet: true, bulletFont: 1 }, "<a:buFontTx/>"],
    ["a colour of the scheme", { hasBullet: true, bulletHasColor: true, bulletColor: 0x0500_0000 }, "accent2"],
    ["a share of the text, within bounds", { hasBullet: true, bulletHasSize: true, bulletSize: 999 }, 'val="400000"'],
    ["a size in points", { hasBullet: true, bulletHasSize: true, bulletSize: -12 }, '<a:buSzPts val="1200"/>'],
    ["a picture", { hasBullet: true, bulletPicture: 1, isNumbered: true }, '<a:blip r:embed="rId7"/>'],
    ["a number for a picture that is missing", { hasBullet: true, bulletPicture: 5, isNumbered: true }, "arabicPeriod"],
    [
      "a number that begins later",
      { hasBullet: true, isNumbered: true, autoNumber: { scheme: 6, start: 4 } },
      '<a:buAutoNum type="romanLcPeriod" startAt="4"/>',
    ],
  ])("have %s", (_, format, expected) => {
    expect(xml(format)).toContain(expected);
  });

  it("do not precede empty paragraphs", () => {
    expect(xml({ hasBullet: true }, [])).toContain("<a:buNone/>");
  });
});

describe("runs", () => {
  it("break lines at vertical tabs", () => {
    const made = xml({}, [run("a\u000bb")]);
    expect(made.match(/<a:br>|<a:t>.<\/a:t>/g)).toEqual(["<a:t>a</a:t>", "<a:br>", "<a:t>b</a:t>"]);
  });

  it("show fields, and leave out marks that stand for nothing", () => {
    const mark = (kind: "slideNumber" | "footer") => run("*", { mark: { position: 0, kind, format: 0 } });
    const made = xml({}, [mark("slideNumber"), mark("footer")]);
    expect(made).toContain('type="slidenum"');
    expect(made.match(/<a:t>/g)).toHaveLength(1);
  });

  it("link where the link has a place to lead to", () => {
    const made = xml({}, [run("a", { link: 4 }), run("b", { link: 5 })]);
    expect(made.match(/<a:hlinkClick [^>]+>/g)).toEqual(['<a:hlinkClick r:id="rId4"/>']);
  });

  it("keep their size within what DrawingML allows", () => {
    const made = xml({}, [run("a", { format: { sizePoints: 60_000 } }), run("b", { format: { sizePoints: 0 } })]);
    expect([...made.matchAll(/<a:rPr sz="(\d+)"/g)].map(([, size]) => size)).toEqual(["400000", "100"]);
  });
});

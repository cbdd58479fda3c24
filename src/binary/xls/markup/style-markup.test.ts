import { describe, expect, it } from "vitest";
import type { BiffFont } from "../workbook/fonts-and-formats.ts";
import type { FullColor } from "../workbook/format-extensions.ts";
import { colorMarkup, edgeMarkup, fontContent, fullColorMarkup, patternMarkup } from "./style-markup.ts";
import { richTextMarkup } from "./text-markup.ts";
import { relationshipsPart, tag } from "./xml.ts";

const AUTOMATIC = 0x7fff;
const arial: BiffFont = {
  heightTwips: 210,
  weight: 400,
  italic: false,
  strike: false,
  colorIndex: AUTOMATIC,
  script: 0,
  underline: 0,
  family: 2,
  name: "Arial",
};

describe("tag", () => {
  it("leaves out what is undefined, writes flags as digits and escapes text", () => {
    expect(tag("a", { b: undefined, c: true, d: false, e: 1.5, f: '<"&' })).toBe(
      '<a c="1" d="0" e="1.5" f="&lt;&quot;&amp;"/>',
    );
  });

  it("writes relationships that lead out of the package as such", () => {
    const links = relationshipsPart([
      { id: "r1", type: "hyperlink", target: "https://a.example/?b&c", external: true },
      { id: "r2", type: "drawing", target: "../d.xml" },
    ]);
    const xml = new TextDecoder().decode(links);
    expect(xml).toContain('Target="https://a.example/?b&amp;c" TargetMode="External"/>');
    expect(xml).toContain('Target="../d.xml"/>');
  });
});

describe("fonts", () => {
  it.each<[string, Partial<BiffFont>, string]>([
    ["in half points", {}, '<sz val="10.5"/><name val="Arial"/><family val="2"/>'],
    ["bold from semibold on", { weight: 600 }, "<b/><sz"],
    ["not bold below", { weight: 599, italic: true }, "<i/><sz"],
    ["underlined for accounting", { underline: 0x22 }, '<u val="doubleAccounting"/>'],
    ["with scripts and lines through", { strike: true, script: 2 }, '<strike/><vertAlign val="subscript"/>'],
    ["with a colour of the palette", { colorIndex: 12 }, '<color indexed="12"/>'],
    ["without a name that is empty", { name: "" }, '<sz val="10.5"/><family val="2"/>'],
  ])("are written %s", (_, font, expected) => {
    expect(fontContent({ ...arial, ...font }, "name")).toContain(expected);
  });

  it("have the extension's colour instead of the palette's", () => {
    const color: FullColor = { kind: "rgb", hex: "0a0b0c", tint: 0 };
    expect(fontContent({ ...arial, colorIndex: 12 }, "rFont", color)).toBe(
      '<sz val="10.5"/><color rgb="FF0a0b0c"/><rFont val="Arial"/><family val="2"/>',
    );
  });
});

describe("colours, patterns and edges", () => {
  it.each<[FullColor, string]>([
    [{ kind: "automatic" }, ""],
    [{ kind: "indexed", index: AUTOMATIC }, ""],
    [{ kind: "indexed", index: 64 }, '<c indexed="64"/>'],
    [{ kind: "rgb", hex: "ff0000", tint: 0 }, '<c rgb="FFff0000"/>'],
    [{ kind: "theme", slot: 4, tint: -0.5 }, '<c theme="4" tint="-0.5"/>'],
  ])("writes the colour %j", (color, expected) => {
    expect(fullColorMarkup("c", color)).toBe(expected);
  });

  it("takes the palette's colour where the extension says automatic", () => {
    expect(colorMarkup("c", 9, { kind: "automatic" })).toBe('<c indexed="9"/>');
  });

  it("gives no colours to a fill without a pattern, and no pattern to a number that is unknown", () => {
    expect(patternMarkup(0, "<fgColor/>", "<bgColor/>")).toBe('<fill><patternFill patternType="none"/></fill>');
    expect(patternMarkup(18, "<fgColor/>", "")).toContain('patternType="gray0625"><fgColor/>');
    expect(patternMarkup(60, "", "")).toContain('patternType="none"');
  });

  it("writes the edges that there are", () => {
    expect(edgeMarkup("left", { style: 0, colorIndex: 8 })).toBe("");
    expect(edgeMarkup("left", { style: 99, colorIndex: 8 })).toBe("");
    expect(edgeMarkup("left", { style: 13, colorIndex: 8 })).toBe(
      '<left style="slantDashDot"><color indexed="8"/></left>',
    );
  });
});

describe("texts", () => {
  const fonts = ["A", "B", "C", "D", "E"].map((name) => ({ ...arial, name }));
  const pieces = (text: string, runs: { start: number; fontIndex: number }[]) =>
    [...richTextMarkup({ text, runs }, fonts).matchAll(/(?:rFont val="(\w)".*?)?<t[^>]*>([^<]*)</g)].map(
      ([, font = "-", shown]) => `${font}:${shown}`,
    );

  it("are in the cell's font up to the first run", () => {
    expect(
      pieces("abcd", [
        { start: 1, fontIndex: 0 },
        { start: 3, fontIndex: 1 },
      ]),
    ).toEqual(["-:a", "A:bc", "B:d"]);
  });

  it("number fonts as if there were a fifth one", () => {
    expect(
      pieces("ab", [
        { start: 0, fontIndex: 3 },
        { start: 1, fontIndex: 5 },
      ]),
    ).toEqual(["D:a", "E:b"]);
  });

  it("leave out runs that go back or begin after the end", () => {
    const runs = [2, 1, 2, 9].map((start) => ({ start, fontIndex: 0 }));
    expect(pieces("abcd", runs).join("").replace(/.:/g, "")).toBe("abcd");
    expect(pieces("ab", [{ start: 2, fontIndex: 0 }])).toEqual(["-:ab"]);
  });

  it("keep what looks like the escape of a character", () => {
    expect(pieces("_x0041_ _y", [])).toEqual(["-:_x005F_x0041_ _y"]);
  });
});

import { describe, expect, it } from "vitest";
import { codePointsBeyondLatin } from "./document-code-points.ts";
import { customFontsIn, DocumentFonts, type FontIndex } from "./document-fonts.ts";

const face = (file: string, range: string, weight = "400", style = "normal") => ({ file, range, weight, style });
const index: FontIndex = {
  families: [
    { names: ["Tinos", "Times New Roman"], faces: [face("tinos-latin", "U+20-7e")] },
    {
      names: ["Carlito", "Calibri"],
      faces: [face("carlito-latin", "U+20-7e,U+a0-ff"), face("carlito-greek", "U+370-3ff")],
    },
  ],
  fallbacks: [
    { name: "Symbols", script: "other", faces: [face("symbols", "U+2700-27bf")] },
    { name: "JP", script: "japanese", faces: [face("jp", "U+3040-30ff,U+4e00-9fff", "100 900")] },
    { name: "KR", script: "korean", faces: [face("kr", "U+4e00-9fff,U+ac00-d7a3", "100 900")] },
    { name: "SC", script: "chinese-simplified", faces: [face("sc", "U+4e00-9fff", "100 900")] },
    { name: "TC", script: "chinese-traditional", faces: [face("tc", "U+4e00-9fff", "100 900")] },
  ],
};
const fonts = new DocumentFonts(index, "https://fonts.example/");

/** family/file pairs of the rules, in order. */
function facesOf(html: string): string[] {
  return [
    ...fonts.styleRules(html).matchAll(/font-family:"([^"]+)";[^}]*?url\(https:\/\/fonts\.example\/([^)]+)\)/g),
  ].map(([, family, file]) => `${family}/${file}`);
}

describe("the faces of a document", () => {
  it("are those of the default family when it names none", () => {
    expect(facesOf("<p>plain</p>")).toEqual(["Times New Roman/tinos-latin"]);
    expect(fonts.styleRules("<p>plain</p>")).toContain(':where(html){font-family:"Times New Roman"}');
  });

  it("are put under the name that the document uses, in any case", () => {
    expect(facesOf("<p style='font-family:CALIBRI'>x")).toContain("Calibri/carlito-latin");
    expect(facesOf("<p style='font-family:CALIBRI'>x")).not.toContain("Carlito/carlito-latin");
  });

  it("are written into the rules of a family that is named, once their bytes are known", () => {
    const inlining = new DocumentFonts(index, "https://fonts.example/");
    expect(inlining.commonFiles()).toEqual(["tinos-latin", "carlito-latin"]);
    for (const file of inlining.commonFiles()) inlining.inline(file, Uint8Array.of(1, 2, 3));
    const rules = inlining.styleRules("<p style='font-family:Calibri'>x");
    expect(rules).toContain("src:url(data:font/woff2;base64,AQID)");
    expect(rules).toContain("src:url(https://fonts.example/tinos-latin)");
  });

  it("hold only the scripts that occur", () => {
    expect(facesOf("<p style='font-family:Calibri'>x")).not.toContain("Calibri/carlito-greek");
    expect(facesOf("<p style='font-family:Calibri'>Ω")).toContain("Calibri/carlito-greek");
  });

  it("are filled in from the fallback fonts, before the family's own", () => {
    const faces = facesOf("<p style='font-family:Calibri'>✓");
    expect(faces.indexOf("Calibri/symbols")).toBeGreaterThanOrEqual(0);
    expect(faces.indexOf("Calibri/symbols")).toBeLessThan(faces.indexOf("Calibri/carlito-latin"));
  });

  it("come in every weight and style, so that bold italic text finds its fallback", () => {
    const rules = fonts.styleRules("<b><i>中</i></b>");
    for (const style of ["normal", "italic"]) {
      for (const weight of ["400", "700"]) expect(rules).toContain(`font-style:${style};font-weight:${weight}`);
    }
  });

  it.each([
    ["<p>中", "sc"],
    ["<p lang=ja>中", "jp"],
    ['<html lang="zh-TW"><p>中', "tc"],
    ["<html lang='ko'><p>中", "kr"],
    ["<p>中の", "jp"],
    ["<p>中한", "kr"],
  ])("draw Han characters as the language of %s does: %s", (html, expected) => {
    const han = facesOf(html).filter((name) => /\/(jp|kr|sc|tc)$/.test(name));
    expect(new Set(han)).toEqual(new Set([`Times New Roman/${expected}`]));
  });
});

describe("code points", () => {
  it.each([
    ["Ω", 0x3a9],
    ["&#937;", 0x3a9],
    ["&#x3a9;", 0x3a9],
    ["&omega;", 0x3b1],
    ["a::before{content:'\\2713'}", 0x2713],
    ["'\\u4e2d'", 0x4e2d],
    ["'\\u{1f600}'", 0x1f600],
    ["😀", 0x1f600],
  ])("are found in %s", (html, point) => {
    expect(codePointsBeyondLatin(html)).toContain(point);
  });

  it("are none in plain ASCII", () => {
    expect(codePointsBeyondLatin("<p class='a'>R&D &amp; more &#65;</p>").size).toBe(0);
  });
});

describe("fonts of the workspace", () => {
  const brand = {
    ...{ key: "f/w/1", family: "Brand", styleFamily: "Brand Light", postScriptName: "Brand-Light", weight: 300 },
    ...{ isBold: false, isItalic: true },
  };
  const rule = (family: string, weight: number) =>
    `@font-face{font-family:"${family}";font-style:italic;font-weight:${weight};font-display:block;src:url(https://render.invalid/own-fonts/f/w/1)}`;

  it("come after the fallbacks under each name that the document uses", () => {
    const rules = fonts.styleRules("<p style='font-family:brand light'>✓", [brand]);
    expect(rules).toContain(rule("Brand", 300));
    expect(rules).toContain(rule("Brand Light", 400));
    // No face of another weight or style, which would be chosen before it.
    const filling = /"Brand";font-style:italic;font-weight:300;font-display:block;src:url\(https:\/\/fonts/;
    expect(rules.search(filling)).toBeLessThan(rules.indexOf(rule("Brand", 300)));
    expect(rules.match(/"Brand";[^}]*/g)?.every((face) => face.includes("italic;font-weight:300"))).toBe(true);
    expect(fonts.styleRules("<p>none</p>", [brand])).not.toContain("Brand");
  });

  it("take precedence over what the service has under the same name", () => {
    const own = { ...brand, family: "Calibri", styleFamily: undefined };
    const rules = fonts.styleRules("<p style='font-family:Calibri'>x", [own]);
    expect(rules).toContain(rule("Calibri", 300));
    expect(rules).not.toContain("carlito-latin");
    expect(customFontsIn("<p style='font-family:Calibri'>x", [own, brand])).toEqual([own]);
  });
});

import { describe, expect, it } from "vitest";
import { readCff } from "../../font/cff/cff-font.ts";
import { Face } from "../../font/face.ts";
import { BLUE_EVERYWHERE, colorFont, compositeFont, movedFont } from "../../font/testing/color-font.ts";
import { arimo } from "../../font/testing/fonts.ts";
import { postScriptFont } from "../../font/testing/postscript-font.ts";
import { png } from "../../image/testing/image-files.ts";
import { openPdf, type PdfDocument } from "../../pdf/document.ts";
import { decodeStream } from "../../pdf/filters/decode-stream.ts";
import { latin1 } from "../../pdf/lexer.ts";
import { PdfDict, PdfName, type PdfObject, PdfStream } from "../../pdf/objects.ts";
import { pageContent } from "../../pdf/testing/read-pages.ts";
import type { DisplayItem, StructureElement, TextItem } from "../display-list/display-item.ts";
import { rectangle } from "../display-list/outline.ts";
import { PdfBackend } from "./pdf-backend.ts";

function opened(): Face {
  const face = Face.open(arimo);
  if (!face) throw new Error("Arimo cannot be read");
  return face;
}
const face = opened();

function text(characters: string, xPt: number, more: Partial<TextItem> = {}): TextItem {
  const glyphs = Array.from(characters, (character) => face.glyph(character.codePointAt(0) ?? 0));
  return {
    ...{ kind: "text", face, sizePt: 10, xPt, yPt: 50, scale: 1, color: "#000000", opacity: 1, glyphs },
    look: { slanted: false, thickened: false, outlined: false },
    advancesPt: glyphs.map((glyph) => face.advance(glyph) * 10),
    characters: Array.from(characters),
    ...more,
  };
}

const DESCRIPTION = { title: "Test", language: "en", outline: [] };

function written(...pages: DisplayItem[][]): PdfDocument {
  const backend = new PdfBackend();
  for (const items of pages) backend.addPage({ widthPt: 200, heightPt: 100, items });
  return openPdf(backend.finish(DESCRIPTION));
}

const content = (...items: DisplayItem[]) => pageContent(written(items), 0);
const square = rectangle(10, 20, 30, 40);
const widthOf = (characters: string) => text(characters, 0).advancesPt.reduce((sum, advance) => sum + advance, 0);

/** Structure as nested lists of roles; content as its number, annotations as `link`. */
function structure(document: PdfDocument): unknown {
  const root = document.dict(document.catalog.get("StructTreeRoot"));
  const shown = (object: PdfObject | undefined): unknown => {
    const resolved = document.resolve(object);
    if (Array.isArray(resolved)) return resolved.map(shown);
    if (!(resolved instanceof PdfDict)) return resolved;
    const role = resolved.get("S");
    if (!(role instanceof PdfName)) return resolved.has("Obj") ? "link" : resolved.get("MCID");
    const kids = resolved.get("K");
    return [role.value, ...(Array.isArray(kids) ? kids.map(shown) : kids === undefined ? [] : [shown(kids)])];
  };
  return shown(root?.get("K"));
}

describe("text", () => {
  it("of glyphs in colours is drawn by forms, once for all places, and can be searched", () => {
    const colors = Face.open(colorFont());
    if (!colors) throw new Error("the font cannot be read");
    const element: StructureElement = { role: "P" };
    const item = { ...text("AAC", 10), face: colors, glyphs: [1, 1, 3], advancesPt: [6, 6, 8] };
    const document = written([{ kind: "mark", element, items: [item] }]);
    const operators = pageContent(document, 0);
    expect(operators.match(/\/E0 Do/g)).toHaveLength(2);
    expect(operators).toContain("q .01 0 0 -.01 10 50 cm /E0 Do Q");
    expect(operators).toContain("q .01 0 0 -.01 16 50 cm /E0 Do Q");
    // Unseen glyphs for the two in colors, a seen one for the other.
    expect(operators.match(/<0001> Tj/g)).toHaveLength(2);
    expect(operators).toMatch(/0 Tr\nBT .* <0003> Tj/);
    const form = document.stream(
      document.dict(document.dict(document.pages[0]?.dict.get("Resources"))?.get("XObject"))?.get("E0"),
    );
    if (!form) throw new Error("the form is missing");
    const drawn = latin1(decodeStream(form, (object) => document.resolve(object)).bytes);
    expect(drawn.split("\n")).toEqual([
      "q 1 0 0 rg 0 0 m 700 0 l 700 700 l 0 700 l h f Q",
      "q 0 0 m 800 0 l 800 800 l 0 800 l h W n",
      "q /E0 gs /S0 sh Q",
      "Q",
      "0 0 m 600 0 l 600 600 l 0 600 l h f",
    ]);
  });

  /** How a glyph in colors is drawn, and the soft masks by which its parts are cut. */
  function drawnGlyph(font: Uint8Array) {
    const colors = Face.open(font);
    if (!colors) throw new Error("the font cannot be read");
    const document = written([{ ...text("A", 10), face: colors, glyphs: [1], advancesPt: [6] }]);
    const shown = (form: PdfStream | undefined): string[] => {
      if (!form) throw new Error("the form is missing");
      const resources = document.dict(form.dict.get("Resources"));
      const named = (kind: string, key: string) => document.resolve(document.dict(resources?.get(kind))?.get(key));
      const lines = latin1(decodeStream(form, (object) => document.resolve(object)).bytes).split("\n");
      return lines.flatMap((line) => {
        const [, state = ""] = /\/(E\d) gs/.exec(line) ?? [];
        const [, inner = ""] = /\/(X\d) Do/.exec(line) ?? [];
        const applied = named("ExtGState", state);
        const mask = applied instanceof PdfDict ? document.dict(applied.get("SMask")) : undefined;
        const blend = applied instanceof PdfDict ? applied.get("BM") : undefined;
        const within = document.stream(named("XObject", inner));
        const by = mask ? [`${mask.has("TR") ? "outside" : "inside"}: ${shown(document.stream(mask.get("G")))}`] : [];
        const color = /1 0 0 rg/.test(line) ? "red" : /0 0 1 rg/.test(line) ? "blue" : "";
        const share =
          applied instanceof PdfDict && applied.has("ca") ? ` at ${document.number(applied.get("ca"))}` : "";
        if (!within) return color === "" ? [line] : [`${color}${share}`];
        const how = blend instanceof PdfName ? `${blend.value} ` : "";
        return [...by, `${how}(${shown(within)})${share}`];
      });
    };
    const page = document.dict(document.pages[0]?.dict.get("Resources"));
    return shown(document.stream(document.dict(page?.get("XObject"))?.get("E0")));
  }

  const BLUE = "blue at 0.502";
  it.each([
    ["clear", 0, [""]],
    ["source", 1, ["red"]],
    ["destination", 2, [BLUE]],
    ["source over destination", 3, [BLUE, "red"]],
    ["destination over source", 4, ["red", BLUE]],
    ["source in destination", 5, [`inside: ${BLUE}`, "(red)"]],
    ["destination in source", 6, ["inside: red", `(${BLUE})`]],
    ["source out of destination", 7, [`outside: ${BLUE}`, "(red)"]],
    ["destination out of source", 8, ["outside: red", `(${BLUE})`]],
    ["source atop destination", 9, [BLUE, `inside: ${BLUE}`, "(red)"]],
    ["destination atop source", 10, ["red", "inside: red", `(${BLUE})`]],
    ["exclusive or", 11, [`outside: ${BLUE}`, "(red)", "outside: red", `(${BLUE})`]],
    ["multiply", 23, [`(${BLUE},Multiply (red))`]],
  ])("of glyphs in colours composes them as the font says: %s", (_, mode, expected) => {
    expect(drawnGlyph(compositeFont(mode))).toEqual(expected);
  });

  it("of glyphs in colours is cut by the opacity of what is everywhere, and moved as the font says", () => {
    expect(drawnGlyph(compositeFont(5, BLUE_EVERYWHERE))).toEqual(["(red) at 0.502"]);
    expect(drawnGlyph(compositeFont(7, BLUE_EVERYWHERE))).toEqual(["(red) at 0.498"]);
    // A quarter of an em beyond the font's box on all sides.
    expect(drawnGlyph(compositeFont(2, BLUE_EVERYWHERE))).toEqual([BLUE]);
    expect(drawnGlyph(movedFont())).toEqual(["q 1 0 0 1 10 20 cm", "red", "Q"]);
  });

  it("carries the glyphs of fonts with outlines of PostScript, by codes of their own", () => {
    const postScript = Face.open(postScriptFont());
    if (!postScript) throw new Error("the font cannot be read");
    const item = { ...text("AC", 10), face: postScript, glyphs: [1, 3], advancesPt: [6, 8] };
    const document = written([item]);
    const fonts = document.dict(document.dict(document.pages[0]?.dict.get("Resources"))?.get("Font"));
    const descendants = document.dict([...(fonts?.values() ?? [])][0])?.get("DescendantFonts");
    const descendant = document.dict(Array.isArray(descendants) ? descendants[0] : undefined);
    const program = document.stream(document.dict(descendant?.get("FontDescriptor"))?.get("FontFile3"));
    if (!program) throw new Error("there is no font");
    const cff = readCff(decodeStream(program, (object) => document.resolve(object)).bytes);
    expect([...(cff?.charset ?? [])]).toEqual([0, 1, 3]);
  });

  it("is above or beside its place, and is read as it says", () => {
    const offsetsPt = [
      [0, 0],
      [-2, -3],
    ] as const;
    const operators = content(text("ab", 20, { offsetsPt, reading: "ba" }));
    expect(operators).toContain("/Span <</ActualText <feff00620061>>> BDC");
    expect(operators).toContain("20 50 Tm");
    expect(operators).toMatch(/23\.56 47 Tm/);
    expect(operators.match(/EMC/g)).toHaveLength(2);
  });

  it("has codes of its own for a glyph that stands for several texts", () => {
    const document = written([text("aa", 20, { characters: ["a", "b"] })]);
    expect(pageContent(document, 0)).toMatch(/<(\w{4})(?!\1)\w{4}> Tj/);
    const fonts = document.dict(document.dict(document.pages[0]?.dict.get("Resources"))?.get("Font"));
    const font = document.dict([...(fonts?.values() ?? [])][0]);
    const descendants = document.resolve(font?.get("DescendantFonts"));
    const descendant = document.dict(Array.isArray(descendants) ? descendants[0] : undefined);
    const map = document.stream(descendant?.get("CIDToGIDMap"));
    if (!map) throw new Error("no map of glyphs");
    const { bytes } = decodeStream(map, (object) => document.resolve(object));
    expect([...bytes.subarray(-2)]).toEqual([face.glyph(0x61) >> 8, face.glyph(0x61) & 0xff]);
    expect(bytes.length).toBe(2 * (face.glyphCount + 1));
  });

  it("continues in one string, word after word", () => {
    const operators = content(text("ab", 20), text(" c", 20 + widthOf("ab")));
    expect(operators.match(/BT/g)).toHaveLength(1);
    expect(operators).toMatch(/BT 1 0 0 -1 20 50 Tm <[0-9a-f]{16}> Tj ET/);
  });

  it("moves by thousandths where a gap lies between words, and starts a new one on another line", () => {
    const moved = content(text("a", 20), text("b", 21 + widthOf("a")));
    expect(moved).toMatch(/\[<[0-9a-f]{4}>-100<[0-9a-f]{4}>\] TJ/);
    expect(content(text("a", 20), text("b", 30, { yPt: 62 })).match(/BT/g)).toHaveLength(2);
  });

  it("spaces letters as a whole", () => {
    const advancesPt = text("abc", 0).advancesPt.map((advance) => advance + 2);
    expect(content(text("abc", 20, { advancesPt }))).toMatch(/2 Tc[\s\S]*<[0-9a-f]{12}> Tj/);
  });

  it("slants, thickens and outlines", () => {
    const look = { slanted: true, thickened: true, outlined: false };
    expect(content(text("a", 20, { look }))).toMatch(/2 Tr[\s\S]*1 0 0\.25 -1 20 50 Tm/);
    expect(content(text("a", 20, { look: { slanted: false, thickened: false, outlined: true } }))).toContain("1 Tr");
  });

  it("embeds the glyphs that are shown, with their characters", () => {
    const document = written([text("fi", 20)]);
    const fonts = document.dict(document.dict(document.pages[0]?.dict.get("Resources"))?.get("Font"));
    const font = document.dict([...(fonts?.values() ?? [])][0]);
    const map = document.stream(font?.get("ToUnicode"));
    if (!map) throw new Error("no ToUnicode");
    const rows = Buffer.from(decodeStream(map, (object) => document.resolve(object)).bytes).toString("latin1");
    expect(rows).toContain("<0066>");
    expect(rows).toContain("<0069>");
    expect(rows).toContain("2 beginbfchar");
  });
});

describe("drawing", () => {
  it("fills and strokes", () => {
    const pen = { color: "#ff0000", opacity: 0.5, widthPt: 2, cap: "round", join: "miter", dashesPt: [4, 2] } as const;
    const operators = content({ kind: "path", outline: square, fill: { color: "#0000ff", opacity: 1 }, stroke: pen });
    expect(operators).toContain("0 0 1 rg");
    expect(operators).toContain("1 0 0 RG");
    expect(operators).toContain("2 w 1 J 0 j [4 2] 0 d");
    expect(operators).toMatch(/\/G\d gs\n10 20 m 40 20 l 40 60 l 10 60 l h B\*/);
  });

  it("keeps groups apart, and states with them", () => {
    const path: DisplayItem = {
      kind: "path",
      outline: square,
      fill: { color: "#00ff00", opacity: 1 },
      stroke: undefined,
    };
    const operators = content({ kind: "group", matrix: [1, 0, 0, 1, 5, 6], clip: square, items: [path] }, path);
    expect(operators).toMatch(/q\n1 0 0 1 5 6 cm\n10 20 m .* h W\* n/);
    expect(operators.match(/0 1 0 rg/g)).toHaveLength(2);
  });

  it("shows a picture once for all its places, upright", () => {
    const source = { format: "png", bytes: png({ width: 2, height: 1, rows: new Uint8Array(7) }) } as const;
    const box = { xPt: 10, yPt: 20, widthPt: 30, heightPt: 40 };
    const image: DisplayItem = { kind: "picture", source, box, opacity: 1 };
    const document = written([image, image], [image]);
    expect(pageContent(document, 0).match(/q 30 0 0 -40 10 60 cm \/I0 Do Q/g)).toHaveLength(2);
    const refs = document.pages.map(({ dict }) => document.dict(document.dict(dict.get("Resources"))?.get("XObject")));
    expect(document.resolve(refs[0]?.get("I0"))).toBe(document.resolve(refs[1]?.get("I0")));
  });

  it("names its language by a tag, if the file has a locale", () => {
    const backend = new PdfBackend();
    backend.addPage({ widthPt: 9, heightPt: 9, items: [] });
    const { catalog } = openPdf(backend.finish({ title: "", language: "en_GB", outline: [] }));
    expect(catalog.get("Lang")).toMatchObject({ bytes: new TextEncoder().encode("en-GB") });
  });

  it("recolours a picture beside the same one as it is", () => {
    const source = { format: "png", bytes: png({ width: 3, height: 4, rows: new Uint8Array(4 * 10) }) } as const;
    const image = { kind: "picture", source, box: { xPt: 0, yPt: 0, widthPt: 3, heightPt: 4 }, opacity: 1 } as const;
    const duotone = { kind: "duotone", dark: [0, 0, 0.5], light: [1, 1, 1] } as const;
    const document = written([image, { ...image, colors: [duotone] }]);
    const images = document.dict(document.dict(document.pages[0]?.dict.get("Resources"))?.get("XObject"));
    const spaces = ["I0", "I1"].map((key) => document.stream(images?.get(key))?.dict.get("ColorSpace"));
    const [, recoloured] = spaces;
    expect([spaces[0], document.array(recoloured)?.slice(0, 3)]).toMatchObject([
      { value: "DeviceRGB" },
      [{ value: "DeviceN" }, expect.anything(), { value: "DeviceRGB" }],
    ]);
  });

  it("lets shadings through by a mask where their colours are", () => {
    const stops = [
      { offset: 0, color: "#ff0000", opacity: 1 },
      { offset: 1, color: "#0000ff", opacity: 0 },
    ];
    const geometry = { kind: "linear", x1Pt: 10, y1Pt: 0, x2Pt: 40, y2Pt: 0 } as const;
    expect(content({ kind: "shading", outline: square, geometry, stops })).toMatch(/\/M0 gs .*W\* n \/S0 sh/);
    const solid = stops.map((stop) => ({ ...stop, opacity: 1 }));
    expect(content({ kind: "shading", outline: square, geometry, stops: solid })).not.toContain("gs");
    // The mask is set in the space of the shading: nothing moves it again.
    const shading: DisplayItem = { kind: "shading", outline: square, geometry, stops };
    const document = written([{ kind: "group", matrix: [1, 0, 0, 1, 50, 50], clip: undefined, items: [shading] }]);
    const states = document.dict(document.dict(document.pages[0]?.dict.get("Resources"))?.get("ExtGState"));
    const mask = document.dict(document.dict(states?.get("M0"))?.get("SMask"));
    const form = document.resolve(mask?.get("G"));
    if (!(form instanceof PdfStream)) throw new Error("the mask has no form");
    expect(latin1(decodeStream(form, (object) => document.resolve(object)).bytes)).toBe("/S sh");
  });
});

describe("structure", () => {
  const paragraph: StructureElement = { role: "P" };

  it("nests as marks do, and continues where an element does", () => {
    const link: DisplayItem = {
      kind: "link",
      target: "https://e.test/",
      box: { xPt: 0, yPt: 0, widthPt: 9, heightPt: 9 },
    };
    const linked: DisplayItem = { kind: "mark", element: { role: "Link" }, items: [text("b", 30), link] };
    const first: DisplayItem = { kind: "mark", element: paragraph, items: [text("a", 20), linked] };
    const second: DisplayItem = { kind: "mark", element: paragraph, items: [text("c", 20)] };
    const document = written([first], [second]);
    expect(structure(document)).toEqual(["Document", ["P", 0, ["Link", 1, "link"], 0]]);
    expect(pageContent(document, 0)).toContain("/P <</MCID 0>> BDC");
  });

  it("has no artifacts and no elements without content, but empty cells", () => {
    const artifact: DisplayItem = { kind: "mark", element: "artifact", items: [text("a", 20)] };
    const empty: DisplayItem = { kind: "mark", element: { role: "P" }, items: [] };
    const cell = (items: DisplayItem[]): DisplayItem => ({ kind: "mark", element: { role: "TD" }, items });
    const row: DisplayItem = { kind: "mark", element: { role: "TR" }, items: [cell([text("x", 20)]), cell([])] };
    const table: DisplayItem = { kind: "mark", element: { role: "Table" }, items: [row] };
    const document = written([artifact, empty, table]);
    expect(structure(document)).toEqual(["Document", ["Table", ["TR", ["TD", 0], ["TD"]]]]);
    expect(pageContent(document, 0)).toContain("/Artifact BMC");
  });
});

describe("a document", () => {
  it("is the same for the same pages", () => {
    const made = () => {
      const backend = new PdfBackend();
      backend.addPage({ widthPt: 200, heightPt: 100, items: [text("same", 20)] });
      return backend.finish(DESCRIPTION);
    };
    expect(Buffer.from(made()).equals(Buffer.from(made()))).toBe(true);
  });

  it("leads links and headings to their destinations, on later pages too", () => {
    const backend = new PdfBackend();
    const link: DisplayItem = { kind: "link", target: "#end", box: { xPt: 5, yPt: 10, widthPt: 20, heightPt: 10 } };
    backend.addPage({ widthPt: 200, heightPt: 100, items: [link] });
    backend.addPage({ widthPt: 200, heightPt: 100, items: [{ kind: "destination", name: "end", xPt: 0, yPt: 30 }] });
    const outline = [1, 3, 2].map((level) => ({ level, title: `Level ${level}`, destination: "end" }));
    const document = openPdf(backend.finish({ ...DESCRIPTION, outline }));
    const annotation = document.dict(document.array(document.pages[0]?.dict.get("Annots"))?.[0]);
    expect(document.array(annotation?.get("Rect"))).toEqual([5, 80, 25, 90]);
    const place = document.array(annotation?.get("Dest"));
    expect(document.dict(place?.[0])).toBe(document.pages[1]?.dict);
    expect(place?.[3]).toBe(70);
    const top = document.dict(document.dict(document.catalog.get("Outlines"))?.get("First"));
    expect(top?.get("Count")).toBe(-2);
    expect(top?.has("Next")).toBe(false);
  });
});

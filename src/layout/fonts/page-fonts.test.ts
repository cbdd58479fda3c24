import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { knownMetrics } from "../../fonts/families.ts";
import { OpcPackage } from "../../office/package.ts";
import { canvasWidths, loadEmbeddedFonts, loadFonts, pageMetrics, presentFamilies } from "./page-fonts.ts";

/** What the page does by itself, as far as fonts ask for it; each letter is half as wide as its font is large. */
const asked: string[] = [];
const faces: { family: string }[] = [];
const context = {
  ...{ font: "", fontKerning: "", letterSpacing: "", textRendering: "" },
  measureText: (text: string) => {
    asked.push(`${context.font} ${context.fontKerning} ${context.letterSpacing}`);
    const spacing = Number.parseFloat(context.letterSpacing);
    return {
      width: [...text].length * (Number.parseFloat(context.font.split("px")[0]?.split(" ").at(-1) ?? "") / 2 + spacing),
    };
  },
};
const placed = { top: 100, height: 230, bottom: 290 };
const element = () => ({ style: {}, append: () => {}, remove: () => {}, getBoundingClientRect: () => placed });
const fonts = {
  load: async (font: string, text: string) => {
    asked.push(`${font}: ${text}`);
    if (font.includes("Broken")) throw new Error("no such file");
  },
  add: (face: { family: string }) => faces.push(face),
  [Symbol.iterator]: () => faces.values(),
};

beforeEach(() => {
  asked.length = 0;
  faces.length = 0;
  const createElement = (name: string) => (name === "canvas" ? { getContext: () => context } : element());
  vi.stubGlobal("document", { fonts, createElement, body: { append: () => {} } });
});
afterEach(() => void vi.unstubAllGlobals());

describe("fonts of the page", () => {
  it("are loaded for the text that is set in them; what cannot be loaded holds nothing up", async () => {
    await loadFonts(
      new Map([
        ["700 |Carlito, sans-serif", "ab"],
        ["400 |Broken", ""],
      ]),
    );
    expect(asked).toEqual(expect.arrayContaining(["700 16px Carlito, sans-serif: ab", "400 16px Broken: a"]));
  });

  it("are loaded upright, too, as metrics are measured in that face", async () => {
    await loadFonts(new Map([["italic 700 |Carlito, sans-serif", "ж"]]));
    expect(asked).toEqual(["italic 700 16px Carlito, sans-serif: ж", "400 16px Carlito, sans-serif: Hg"]);
  });

  it("are not waited for without end", async () => {
    vi.useFakeTimers();
    vi.spyOn(fonts, "load").mockImplementation(() => new Promise(() => {}));
    const loaded = loadFonts(new Map([["400 |Carlito", "a"]]));
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(loaded).resolves.toBeUndefined();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("count as present by their names, except for those that others stand in for", () => {
    faces.push({ family: '"Carlito"' }, { family: "Cambria" });
    const isPresent = presentFamilies();
    expect(["carlito", "Cambria", "Arimo"].map(isPresent)).toEqual([true, false, false]);
  });

  it("of a document are added, and left out when they are broken", async () => {
    class FakeFace {
      readonly family: string;
      readonly #bytes: ArrayBuffer;
      constructor(family: string, bytes: ArrayBuffer) {
        this.family = family;
        this.#bytes = bytes;
      }
      async load(): Promise<FakeFace> {
        if (new Uint8Array(this.#bytes)[0] !== 0) throw new Error("not a font");
        return this;
      }
    }
    vi.stubGlobal("FontFace", FakeFace);
    await loadEmbeddedFonts(packageWithFonts({ Good: 0, Bad: 1 }));
    expect(faces.map(({ family }) => family)).toEqual(["Good"]);
  });
});

describe("widths", () => {
  it("are those of one em, with kerning only where it is asked for", () => {
    const width = canvasWidths();
    expect(width("abcd", "italic 400 |Carlito", false)).toBeCloseTo(2, 5);
    expect(width("abcd", "italic 400 |Carlito", true)).toBeCloseTo(2, 5);
    expect(asked).toEqual(["italic 400 200px Carlito none 0.001px", "italic 400 200px Carlito normal 0.001px"]);
  });

  it("of letters that join have no spacing, which would separate them", () => {
    const width = canvasWidths();
    expect(width("\u0633\u0644", "400 |Carlito", false)).toBeCloseTo(1, 5);
    expect(width("ab", "400 |Carlito", false)).toBeCloseTo(1, 5);
    expect(asked.map((each) => each.split(" ").at(-1))).toEqual(["0px", "0.001px"]);
  });
});

describe("metrics", () => {
  it("are known of Word's own fonts, and measured once of others", () => {
    const created = vi.spyOn(document, "createElement");
    const metrics = pageMetrics();
    expect(metrics("Arial", "Arimo")).toBe(knownMetrics("Arial"));
    expect(created).not.toHaveBeenCalled();
    const measured = { ascent: 0.95, descent: expect.closeTo(0.2, 5) };
    expect(metrics("Unheard Of", "Unheard")).toEqual(measured);
    expect(metrics("Unheard Of", "Unheard")).toEqual(measured);
    expect(created).toHaveBeenCalledTimes(2);
  });
});

/** A Word package whose font table holds these faces; the first byte distinguishes good from bad. */
function packageWithFonts(families: Readonly<Record<string, number>>): OpcPackage {
  const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const names = Object.keys(families);
  const relationships = (entries: readonly string[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join("")}</Relationships>`;
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`;
  const table = names.map((name) => `<w:font w:name="${name}"><w:embedRegular r:id="${name}"/></w:font>`).join("");
  const parts: Record<string, string | Uint8Array> = {
    "_rels/.rels": relationships([relationship("d", "officeDocument", "word/document.xml")]),
    "word/document.xml": `<w:document xmlns:w="${W}"/>`,
    "word/_rels/document.xml.rels": relationships([relationship("t", "fontTable", "fontTable.xml")]),
    "word/fontTable.xml": `<w:fonts xmlns:w="${W}" xmlns:r="${R}">${table}</w:fonts>`,
    "word/_rels/fontTable.xml.rels": relationships(
      names.map((name) => relationship(name, "font", `fonts/${name}.ttf`)),
    ),
  };
  for (const [name, first] of Object.entries(families)) {
    parts[`word/fonts/${name}.ttf`] = Uint8Array.from({ length: 64 }, (_, at) => (at === 0 ? first : 0));
  }
  const encoder = new TextEncoder();
  return OpcPackage.ofParts(
    Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? encoder.encode(part) : part]),
  );
}

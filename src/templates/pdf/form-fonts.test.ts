import fs from "node:fs";
import path from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { TEST_ENVIRONMENT } from "../testing/render.ts";
import { pdfEngine } from "./pdf-engine.ts";

const PUBLIC = path.resolve(import.meta.dirname, "../../../public");

/** Fills the fields of a one-page form, flattens it, and says what was asked for and what the page shows. */
async function filled(data: Record<string, string>, { catalog = "", entries = "", locale = "en-US" } = {}) {
  const names = Object.keys(data);
  const refs = names.map((_, index) => `${50 + index} 0 R`).join(" ");
  const widget = (index: number) =>
    `/Type/Annot/Subtype/Widget/Rect[10 ${700 - 80 * index} 210 ${770 - 80 * index}]/T(${names[index]})/FT/Tx${entries}`;
  const form = buildPages(1, {
    catalog: `${catalog}/AcroForm<</Fields[${refs}]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 3 0 R>>>>>>`,
    page: () => `/MediaBox[0 0 300 800]/Annots[${refs}]`,
    objects: Object.fromEntries(names.map((_, index) => [50 + index, `<<${widget(index)}>>`])),
  });
  const asked: string[] = [];
  const rendered = await pdfEngine.render({ versionKey: "v", bytes: async () => form }, data, {
    ...TEST_ENVIRONMENT,
    locale,
    fonts: { fonts: [], read: async () => undefined },
    asset: async (asset) => {
      asked.push(asset);
      return new Uint8Array(fs.readFileSync(path.join(PUBLIC, asset)));
    },
  });
  const families = new Set(asked.map((asset) => /noto-sans-\w+|arimo/.exec(asset)?.[0]));
  return { ...rendered, asked, families: [...families], lines: await linesOf(rendered.bytes) };
}

/** The page's text as readers find it, one string for each line, without the page's own. */
async function linesOf(bytes: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: bytes.slice(), verbosity: 0 });
  const document = await loading.promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  await loading.destroy();
  const lines = new Map<number, string>();
  for (const item of items)
    if ("str" in item && item.str !== "") {
      const baseline = Math.round(item.transform[5]);
      lines.set(baseline, (lines.get(baseline) ?? "") + item.str);
    }
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, text]) => text)
    .filter((text) => !text.startsWith("Page "));
}

describe("Chinese, Japanese and Korean", () => {
  it("are drawn in fonts of their languages, as text that can be copied", async () => {
    const data = { ja: "東京タワー 𠮷野家", ko: "서울 大韓民國", mixed: "Tokyo – こんにちは, Привет" };
    const { lines, warnings, families, bytes } = await filled(data);
    expect(warnings).toEqual([]);
    expect(lines).toEqual(Object.values(data));
    expect(families).toEqual(["arimo", "noto-sans-jp", "noto-sans-kr"]);
    expect(bytes.length).toBeLessThan(40_000);
    expect((await filled(data)).bytes).toEqual(bytes);
  });

  it("reads only the files that hold a character, and none for Latin text", async () => {
    expect((await filled({ a: "Grüße" })).asked).toEqual([]);
    const { asked } = await filled({ a: "你好" });
    expect(asked[0]).toBe("/form-fonts/noto-sans-sc/index.json");
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it.each([
    ["nothing: Simplified Chinese", {}, "noto-sans-sc"],
    ["the document", { catalog: "/Lang(zh-TW)" }, "noto-sans-tc"],
    ["the document before the settings", { catalog: "/Lang(ja)", locale: "ko-KR" }, "noto-sans-jp"],
    ["the settings", { catalog: "/Lang(en)", locale: "ko-KR" }, "noto-sans-kr"],
  ])("bare Han characters take the language of %s", async (_, options, family) => {
    expect((await filled({ a: "直角" }, options)).families).toEqual([family]);
  });

  it("bare Han characters take the language of other fields", async () => {
    expect((await filled({ name: "東京", reading: "トウキョウ" })).families).toEqual(["noto-sans-jp"]);
  });

  it("helps out with the font of another language", async () => {
    const { lines, warnings, families } = await filled({ a: "你们好" }, { locale: "ja-JP" });
    expect({ lines, warnings }).toEqual({ lines: ["你们好"], warnings: [] });
    expect(families).toEqual(["noto-sans-jp", "noto-sans-sc"]);
  });

  it("break between characters in fields of several lines", async () => {
    const text = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。";
    const { lines } = await filled({ a: text }, { entries: "/Ff 4096" });
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.join("")).toBe(text);
    for (const line of lines) expect(line).not.toMatch(/^[。、]/);
  });

  it("says which characters it cannot draw", async () => {
    const { warnings, lines } = await filled({ a: "हि 東" });
    expect(warnings).toEqual(["No font has these characters: ह ि"]);
    expect(lines).toEqual(["?? 東"]);
  });
});

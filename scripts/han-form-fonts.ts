import crypto from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { present } from "../src/domain/present.ts";
import { rangesOf } from "../src/font/code-point-ranges.ts";
import { readTrueType, viewOf, writeTrueType } from "../src/font/opentype/sfnt.ts";
import { mergeTrueType } from "../src/font/subset/truetype-merge.ts";
import { woff2Coverage } from "./woff2-coverage.ts";

type SubsetFont = (
  font: Buffer,
  text: undefined,
  options: {
    keepAllGlyphs: true;
    targetFormat: "truetype";
    variationAxes: { wght: number };
    keepFeatures: string[];
    noHinting: true;
    dropTables: string[];
  },
) => Promise<Buffer>;

/** Chinese, Japanese and Korean: one font for each way of drawing Han characters. */
const FAMILIES = ["noto-sans-jp", "noto-sans-kr", "noto-sans-sc", "noto-sans-tc"] as const;

/** The package's slices go from rare characters to frequent ones; this many neighbors make a file of 100 to 300 KB. */
const SLICES_PER_FILE = 4;

/** Tables that layout engines read and PDF readers do not. */
const DROPPED_TABLES = ["GSUB", "GPOS", "GDEF", "BASE", "vhea", "vmtx", "VORG", "name", "OS/2", "post", "STAT"];

/** The code that makes the files, below src/font. */
const FONT_CODE = [
  "code-point-ranges.ts",
  "opentype/cmap-table.ts",
  "opentype/sfnt.ts",
  "opentype/glyph-data.ts",
  "subset/truetype-merge.ts",
];

/** Ascent and descent of the box that an ideograph fills; the font's own leave room for stacked marks of all scripts. */
const IDEOGRAPHIC_BOX = { ascent: 0.88, descent: -0.12 };

/**
 * Writes each family as static TrueType files `<family>/<number>.ttf` of weight 400, with its license, and
 * `<family>/index.json`: `{ source, files }`, for each file the first and last code points of its ranges, in turn. Does
 * nothing for a family whose package and makers are unchanged.
 */
export async function writeHanFonts(target: string, folderOf: (packageName: string) => string): Promise<void> {
  for (const family of FAMILIES) {
    const source = folderOf(`@fontsource-variable/${family}`);
    const folder = path.join(target, family);
    const index = path.join(folder, "index.json");
    const made = fingerprint([source, folderOf("subset-font")]);
    if (sourceOf(index) === made) continue;
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    fs.copyFileSync(path.join(source, "LICENSE"), path.join(folder, "LICENSE"));
    const files = await writeFamily(path.join(source, "files"), folder);
    fs.writeFileSync(`${index}.new`, JSON.stringify({ source: made, files }));
    fs.renameSync(`${index}.new`, index);
  }
}

async function writeFamily(source: string, folder: string): Promise<number[][]> {
  const slices = fs
    .readdirSync(source)
    .map((name) => ({ name, number: Number(/-(\d+)-wght-normal\.woff2$/.exec(name)?.[1] ?? Number.NaN) }))
    .filter(({ number }) => !Number.isNaN(number))
    .sort((a, b) => a.number - b.number);
  const files: number[][] = [];
  const taken = new Set<number>();
  for (let start = 0; start < slices.length; start += SLICES_PER_FILE) {
    const packed = slices
      .slice(start, start + SLICES_PER_FILE)
      .map(({ name }) => fs.readFileSync(path.join(source, name)));
    const codes = packed.flatMap(codesOf).filter((code) => !taken.has(code));
    for (const code of codes) taken.add(code);
    const fonts = [];
    for (const slice of packed) fonts.push(await regular(slice));
    const merged = mergeTrueType(fonts, codes);
    if (!merged) throw new Error(`the slices of ${source} cannot be joined`);
    fs.writeFileSync(path.join(folder, `${files.length}.ttf`), withIdeographicBox(merged));
    files.push(rangesOf([...new Set(codes)].sort((a, b) => a - b)));
  }
  return files;
}

/** The variable font at weight 400, unpacked, with only its glyphs. */
function regular(slice: Buffer): Promise<Buffer> {
  const subsetFont: SubsetFont = createRequire(import.meta.url)("subset-font");
  return subsetFont(slice, undefined, {
    keepAllGlyphs: true,
    targetFormat: "truetype",
    variationAxes: { wght: 400 },
    keepFeatures: [],
    noHinting: true,
    dropTables: DROPPED_TABLES,
  });
}

function withIdeographicBox(font: Uint8Array): Uint8Array {
  const tables = present(readTrueType(font));
  const unitsPerEm = viewOf(present(tables.get("head"))).getUint16(18);
  const hhea = present(tables.get("hhea")).slice();
  viewOf(hhea).setInt16(4, IDEOGRAPHIC_BOX.ascent * unitsPerEm);
  viewOf(hhea).setInt16(6, IDEOGRAPHIC_BOX.descent * unitsPerEm);
  return writeTrueType(new Map([...tables, ["hhea", hhea]]));
}

function codesOf(slice: Buffer): number[] {
  return woff2Coverage(slice).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}

/** Changes when a package or the code that makes the files does. */
function fingerprint(packageFolders: readonly string[]): string {
  const hash = crypto.createHash("sha256");
  const makers = ["han-form-fonts.ts", "woff2-coverage.ts", ...FONT_CODE.map((name) => `../src/font/${name}`)];
  for (const file of [
    ...packageFolders.map((folder) => path.join(folder, "package.json")),
    ...makers.map((file) => path.join(import.meta.dirname, file)),
  ])
    hash.update(fs.readFileSync(file));
  return hash.digest("hex");
}

function sourceOf(index: string): string | undefined {
  try {
    return JSON.parse(fs.readFileSync(index, "utf8")).source;
  } catch {
    return undefined;
  }
}

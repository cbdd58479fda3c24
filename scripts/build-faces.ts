/**
 * Writes the fonts of Office documents as sfnt files to public/faces: the web fonts of public/fonts, unpacked, and
 * `index.json`, which says what each is used for (src/font/library/face-store.ts). Han characters come from the fonts of
 * PDF forms, which already exist. Does nothing if the fonts are unchanged.
 */

import crypto from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as z from "zod";
import { present } from "../src/domain/present.ts";
import { writeRanges } from "../src/font/code-point-ranges.ts";
import { woff2ToSfnt } from "../src/font/container/woff2.ts";
import type { FaceIndex } from "../src/font/library/face-store.ts";
import { readTrueType, writeTrueType } from "../src/font/opentype/sfnt.ts";
import { commonSymbols } from "./common-symbols.ts";
import { wholeArimoVersion, writeRemainingArimo } from "./whole-arimo.ts";
import { woffToSfnt } from "./woff-to-sfnt.ts";

const root = path.resolve(import.meta.dirname, "..");
const webFonts = path.join(root, "public", "fonts");
const formFonts = path.join(root, "public", "form-fonts");
const target = path.join(root, "public", "faces");
const require = createRequire(path.join(root, "package.json"));

const webFacesSchema = z.object({
  source: z.string(),
  families: z.array(z.object({ names: z.array(z.string()), faces: z.array(faceSchema()) })),
  fallbacks: z.array(z.object({ name: z.string(), faces: z.array(faceSchema()) })),
  emojiOfPages: z.object({ name: z.string(), faces: z.array(faceSchema()) }),
});
const slicesSchema = z.object({ source: z.string(), files: z.array(z.array(z.number())) });

type WebFace = z.infer<ReturnType<typeof faceSchema>>;
type IndexedFace = Omit<FaceIndex["families"][number]["faces"][number], "ranges"> & { ranges: number[] };

interface IndexedFamily {
  names: string[];
  faces: IndexedFace[];
}

function faceSchema() {
  return z.object({ file: z.string(), weight: z.string(), style: z.string(), range: z.string() });
}

/**
 * Tables that no one reads: how the weights of a variable font differ, emoji a second time, how letters are set in
 * columns.
 */
const LEFT_OUT = ["HVAR", "MVAR", "STAT", "SVG ", "VVAR", "avar", "cvar", "fvar", "gvar", "vhea", "vmtx"];
const EMOJI_OF_BROWSERS = "Noto Emoji";
/** Sets equations: it has the table that says how formulas are built. Browsers do not need it. */
const MATHEMATICS = { name: "STIX Two Math", file: "stix-two-math/stix-two-math-latin-400-normal.woff2" };
const MAX_BYTES = 16 * 1024 * 1024;

const source = fs.readFileSync(path.join(webFonts, "faces.json"), "utf8");
const fingerprint = fingerprintOf(source);
if (readFingerprint() !== fingerprint) await build(webFacesSchema.parse(JSON.parse(source)));

async function build({ families, fallbacks, emojiOfPages }: z.infer<typeof webFacesSchema>): Promise<void> {
  fs.rmSync(target, { recursive: true, force: true });
  fs.mkdirSync(target, { recursive: true });
  const others = [...fallbacks.filter(({ name }) => name !== EMOJI_OF_BROWSERS), emojiOfPages];
  const named = [...families, ...others.map(({ name, faces }) => ({ names: [name], faces }))];
  const common = commonSymbols(families.map(({ faces }) => faces.flatMap(({ range }) => pairsOf(range))));
  const all = named.map(
    ({ names, faces }): IndexedFamily => ({ names, faces: slicesOf(faces, common) ?? faces.flatMap(unpacked) }),
  );
  await addRemaining(all.slice(0, families.length));
  const mathematics = unpacked({ file: MATHEMATICS.file, weight: "400", style: "normal", range: "U+20-10ffff" });
  all.push({ names: [MATHEMATICS.name], faces: mathematics });
  const index: FaceIndex = {
    families: all.map(({ names, faces }) => ({
      names,
      faces: faces.map((face) => ({ ...face, ranges: writeRanges(face.ranges) })),
    })),
  };
  const file = path.join(target, "index.json");
  fs.writeFileSync(`${file}.new`, JSON.stringify({ fingerprint, ...index }));
  fs.renameSync(`${file}.new`, file);
  console.log(`docloom: the faces are in ${path.relative(root, target)}`);
}

/** The face as sfnt. For variable fonts it is the regular weight: they are thickened where text is bold. */
function unpacked({ file, weight, style, range }: WebFace): IndexedFace[] {
  const [packageName = "", name = ""] = file.split("/");
  const woff2 = path.join(packageFolder(packageName), "files", name);
  const woff = woff2.replace(/\.woff2$/, ".woff");
  const made = path.join(packageName, name.replace(/\.woff2$/, ".ttf"));
  const isVariable = weight.includes(" ");
  if (!fs.existsSync(path.join(target, made))) {
    fs.mkdirSync(path.join(target, packageName), { recursive: true });
    const sfnt = fs.existsSync(woff)
      ? woffToSfnt(fs.readFileSync(woff))
      : woff2ToSfnt(fs.readFileSync(woff2), MAX_BYTES);
    fs.writeFileSync(path.join(target, made), reduced(sfnt));
    fs.copyFileSync(path.join(packageFolder(packageName), "LICENSE"), path.join(target, packageName, "LICENSE"));
  }
  return [
    {
      file: `/faces/${made}`,
      weight: isVariable ? 400 : Number(weight),
      italic: style === "italic",
      ranges: rangesOf(range),
    },
  ];
}

function reduced(sfnt: Uint8Array): Uint8Array {
  const tables = readTrueType(sfnt);
  if (!tables) throw new Error("a font has no TrueType outlines");
  for (const tag of LEFT_OUT) tables.delete(tag);
  return writeTrueType(tables);
}

/**
 * What the slices of Arimo lack, for all text families that also lack it; monospaced ones have characters of their own.
 */
async function addRemaining(families: readonly IndexedFamily[]): Promise<void> {
  const arimo = present(families.find(({ names }) => names.includes("Arimo")));
  const inSlices = coverageOf(arimo.faces);
  const remaining = await writeRemainingArimo(path.join(target, "arimo"), (code) => inSlices.has(code));
  for (const { names, faces } of families) {
    if (names.includes("Cousine")) continue;
    const own = coverageOf(faces);
    // After the existing ones: if ranges overlap, the later one would win.
    for (const { name, weight, italic, codePoints } of remaining) {
      const ranges = codePoints.filter((code) => !own.has(code)).flatMap((code) => [code, code]);
      faces.push({ file: `/faces/arimo/${name}`, weight, italic, ranges: joined(ranges) });
    }
  }
}

function coverageOf(faces: readonly IndexedFace[]): Set<number> {
  const codes = new Set<number>();
  for (const { ranges } of faces) {
    for (let index = 0; index < ranges.length; index += 2) {
      for (let code = ranges[index] ?? 0; code <= (ranges[index + 1] ?? 0); code++) codes.add(code);
    }
  }
  return codes;
}

/** Joins adjacent ranges. */
function joined(ranges: readonly number[]): number[] {
  const out: number[] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    if (out.at(-1) === (ranges[index] ?? 0) - 1) out.pop();
    else out.push(ranges[index] ?? 0);
    out.push(ranges[index + 1] ?? 0);
  }
  return out;
}

/** The slices of a Han font, which has one weight: it is thickened where text is bold. */
function slicesOf(faces: readonly WebFace[], common: readonly [number, number][]): IndexedFace[] | undefined {
  const family = faces[0]?.file.split("/")[0] ?? "";
  const index = path.join(formFonts, family, "index.json");
  if (!fs.existsSync(index)) return undefined;
  const { files } = slicesSchema.parse(JSON.parse(fs.readFileSync(index, "utf8")));
  return files.map((ranges, number) => ({
    file: `/form-fonts/${family}/${number}.ttf`,
    weight: 400,
    italic: false,
    ranges: without(ranges, common),
  }));
}

/** Ranges as first and last code points in turn. */
function rangesOf(range: string): number[] {
  return pairsOf(range).flat();
}

function pairsOf(range: string): [first: number, last: number][] {
  const pairs = range.split(",").map((part): [number, number] => {
    const [first = "", last = first] = part.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
  return pairs.sort(([first], [second]) => first - second);
}

function without(ranges: readonly number[], taken: readonly [number, number][]): number[] {
  let pairs = Array.from({ length: ranges.length / 2 }, (_, index) => [
    ranges[2 * index] ?? 0,
    ranges[2 * index + 1] ?? 0,
  ]);
  for (const [from, to] of taken) {
    pairs = pairs.flatMap(([first = 0, last = 0]) => {
      if (to < first || from > last) return [[first, last]];
      return [...(first < from ? [[first, from - 1]] : []), ...(last > to ? [[to + 1, last]] : [])];
    });
  }
  return pairs.flat();
}

function packageFolder(name: string): string {
  try {
    return path.dirname(require.resolve(`@fontsource/${name}/package.json`));
  } catch {
    return path.dirname(require.resolve(`@fontsource-variable/${name}/package.json`));
  }
}

/** Changes when the web fonts, the slices or one of the scripts that write the folder does. */
function fingerprintOf(webFaces: string): string {
  const hash = crypto.createHash("sha256").update(webFaces).update(wholeArimoVersion());
  const [mathematics = ""] = MATHEMATICS.file.split("/");
  hash.update(fs.readFileSync(path.join(packageFolder(mathematics), "package.json")));
  for (const script of [
    "build-faces.ts",
    "common-symbols.ts",
    "whole-arimo.ts",
    "../src/font/code-point-ranges.ts",
    "../src/font/library/face-store.ts",
    "woff-to-sfnt.ts",
    "../src/font/container/woff2.ts",
  ])
    hash.update(fs.readFileSync(path.join(import.meta.dirname, script)));
  for (const family of fs.readdirSync(formFonts).sort()) {
    const index = path.join(formFonts, family, "index.json");
    if (fs.existsSync(index)) hash.update(fs.readFileSync(index));
  }
  return hash.digest("hex");
}

function readFingerprint(): string | undefined {
  try {
    return z
      .object({ fingerprint: z.string() })
      .parse(JSON.parse(fs.readFileSync(path.join(target, "index.json"), "utf8"))).fingerprint;
  } catch {
    return undefined;
  }
}

/**
 * Writes the fonts that documents use from the @fontsource packages to public/fonts, as static assets: WOFF2 files,
 * `faces.json` (what src/browser picks the faces of a document from).
 * The folder is not under version control: set-up and deploy run this, which does nothing if the packages are
 * unchanged.
 */

import crypto from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { present } from "../src/domain/present.ts";
import { commonSymbols, PUNCTUATION } from "./common-symbols.ts";
import {
  EMOJI_OF_PAGES,
  FALLBACK_FAMILIES,
  type FallbackFamily,
  NAMED_FAMILIES,
  type NamedFamily,
} from "./font-families.ts";
import { type CodePointRange, woff2Coverage } from "./woff2-coverage.ts";

/** One @font-face: a file below public/fonts, the weights and the style it serves, the code points it is used for. */
interface Face {
  file: string;
  weight: string;
  style: string;
  range: string;
}

const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "public", "fonts");
const require = createRequire(path.join(root, "package.json"));

/** Characters that are shown in colors by default: other symbol fonts are never used for them. */
const EMOJI: CodePointRange[] = Array.from({ length: 0x1ffff - 0x2000 }, (_, index) => 0x2000 + index)
  .filter((code) => /^\p{Emoji_Presentation}$/u.test(String.fromCodePoint(code)))
  .map((code) => [code, code]);

const source = fingerprint();
if (readSource() !== source) build();

function build(): void {
  fs.rmSync(target, { recursive: true, force: true });
  fs.mkdirSync(target, { recursive: true });
  const families = NAMED_FAMILIES.map((family) => ({ names: family.names, faces: namedFaces(family) }));
  const common = commonSymbols(families.map(({ faces }) => faces.flatMap(({ range }) => parsedRange(range))));
  const fallbacks = FALLBACK_FAMILIES.map((family) => ({
    name: family.name,
    script: family.script,
    faces: fallbackFaces(family, common),
  }));
  const emojiOfPages = { name: EMOJI_OF_PAGES.name, faces: fallbackFaces(EMOJI_OF_PAGES, common, false) };
  for (const { name } of packagesUsed()) copyLicense(name);
  const faces = path.join(target, "faces.json");
  fs.writeFileSync(`${faces}.new`, JSON.stringify({ source, families, fallbacks, emojiOfPages }));
  fs.renameSync(`${faces}.new`, faces);
  console.log(`docloom: the fonts are in ${path.relative(root, target)}`);
}

/** A family's own faces, preceded by those of its companion for the code points it lacks itself. */
function namedFaces(family: NamedFamily): Face[] {
  const own = ["400.css", "400-italic.css", "700.css", "700-italic.css"].flatMap((sheet) =>
    facesOf(`@fontsource/${family.package}`, sheet),
  );
  const covered = own.flatMap((face) => parsedRange(face.range));
  const companion = family.companion
    ? namedFaces(present(NAMED_FAMILIES.find((other) => other.package === family.companion)))
    : [];
  return [...companion.flatMap((face) => without(face, covered)), ...own];
}

function fallbackFaces(family: FallbackFamily, common: CodePointRange[], isServed = true): Face[] {
  return family.sheets
    .flatMap((sheet) => facesOf(family.package, sheet, isServed))
    .filter((face) => family.skip === undefined || !family.skip.test(face.file))
    .flatMap((face) => without(face, family.hasEmoji ? [...common, ...PUNCTUATION] : [...common, ...EMOJI]));
}

/**
 * Reads the faces of one style sheet, copies their files to where browsers request them and narrows their ranges to
 * what the files hold.
 */
function facesOf(packageName: string, sheet: string, isServed = true): Face[] {
  const folder = packageFolder(packageName);
  const css = fs.readFileSync(path.join(folder, sheet), "utf8");
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, body = ""]) => {
    const file = /url\(\.\/(files\/[^)]+\.woff2)\)/.exec(body)?.[1];
    if (!file) throw new Error(`${packageName}/${sheet} has a face without a WOFF2 file`);
    const bytes = fs.readFileSync(path.join(folder, file));
    const held = woff2Coverage(bytes);
    const claimed = parsedRange(descriptor(body, "unicode-range") ?? "U+0-10FFFF");
    // Google's cut of Noto Sans Math calls the whole font "latin": so the file itself is asked what it holds.
    const range = packageName.endsWith("noto-sans-math") ? held : intersection(claimed, held);
    if (range.length === 0) return [];
    const name = path.join(path.basename(packageName), path.basename(file));
    if (isServed) {
      fs.mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
      fs.writeFileSync(path.join(target, name), bytes);
    }
    return {
      file: name,
      weight: descriptor(body, "font-weight") ?? "400",
      style: descriptor(body, "font-style") ?? "normal",
      range: printedRange(range),
    };
  });
}

function descriptor(body: string, name: string): string | undefined {
  return new RegExp(`${name}:\\s*([^;]+);`).exec(body)?.[1]?.trim();
}

function without(face: Face, covered: CodePointRange[]): Face[] {
  const range = subtraction(parsedRange(face.range), covered);
  return range.length === 0 ? [] : [{ ...face, range: printedRange(range) }];
}

function parsedRange(text: string): CodePointRange[] {
  return text.split(",").map((part) => {
    const [first = "", last = first] = part.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function printedRange(ranges: CodePointRange[]): string {
  return ranges
    .map(([first, last]) => `U+${first.toString(16)}${first === last ? "" : `-${last.toString(16)}`}`)
    .join(",");
}

function intersection(left: CodePointRange[], right: CodePointRange[]): CodePointRange[] {
  const common = left.flatMap(([first, last]) =>
    right
      .map(([from, to]): CodePointRange => [Math.max(first, from), Math.min(last, to)])
      .filter(([from, to]) => from <= to),
  );
  return common.sort((a, b) => a[0] - b[0]);
}

function subtraction(ranges: CodePointRange[], taken: CodePointRange[]): CodePointRange[] {
  return taken.reduce<CodePointRange[]>(
    (rest, [from, to]) =>
      rest.flatMap(([first, last]): CodePointRange[] =>
        to < first || from > last
          ? [[first, last]]
          : [
              ...(first < from ? [[first, from - 1] satisfies CodePointRange] : []),
              ...(last > to ? [[to + 1, last] satisfies CodePointRange] : []),
            ],
      ),
    ranges,
  );
}

function packagesUsed(): { name: string }[] {
  return [
    ...NAMED_FAMILIES.map((family) => ({ name: `@fontsource/${family.package}` })),
    ...FALLBACK_FAMILIES.map((family) => ({ name: family.package })),
  ];
}

function copyLicense(packageName: string): void {
  fs.copyFileSync(
    path.join(packageFolder(packageName), "LICENSE"),
    path.join(target, path.basename(packageName), "LICENSE"),
  );
}

function packageFolder(packageName: string): string {
  return path.dirname(require.resolve(`${packageName}/package.json`));
}

/** Changes when a package or one of the scripts that write the folder does. */
function fingerprint(): string {
  const hash = crypto.createHash("sha256");
  for (const { name } of [...packagesUsed(), { name: EMOJI_OF_PAGES.package }]) {
    hash.update(
      `${name}@${JSON.parse(fs.readFileSync(path.join(packageFolder(name), "package.json"), "utf8")).version}`,
    );
  }
  for (const script of ["build-fonts.ts", "common-symbols.ts", "font-families.ts", "woff2-coverage.ts"]) {
    hash.update(fs.readFileSync(path.join(import.meta.dirname, script)));
  }
  return hash.digest("hex");
}

function readSource(): string | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(target, "faces.json"), "utf8")).source;
  } catch {
    return undefined;
  }
}

/**
 * Puts PDFs through compress, flatten, convert_to_pdfa, rotate and stamp, and has poppler and MuPDF say whether each page
 * shows the same text and the same picture as before; where the two disagree, Ghostscript decides.
 *
 *   npm run tools -- pdf [--corpus DIR ...] [--only TEXT] [--tools compress,flatten] [--keep DIR]
 *
 * Those of test/fixtures are always among them. Pictures are compared at 50 dpi in gray: no page may differ by more than
 * 3 of 255 in the mean, or in more than 15 of 1000 pixels by more than 64; one that does is drawn again at 150 dpi and
 * averaged. Texts are compared by their letters, without blanks and hyphens, in any order. What is refused with a code is
 * counted, not wrong. Exits with 1 if a page differs.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../src/domain/failure.ts";
import { allAtOnce } from "../src/domain/steps.ts";
import { compressPdf } from "../src/pdf/compress/compress-pdf.ts";
import { flattenSteps } from "../src/pdf/operations/flatten.ts";
import { openForChange } from "../src/pdf/operations/open-for-change.ts";
import { rotatePdf } from "../src/pdf/operations/rotate.ts";
import { stampPdf } from "../src/pdf/operations/stamp.ts";
import { pdfaSteps } from "../src/pdf/pdfa/convert-to-pdfa.ts";
import { drawFields } from "../src/pdf/pdfa/fields.ts";
import { writePdf } from "../src/pdf/writer.ts";
import { drawingFonts } from "../src/templates/pdf/form-fonts.ts";
import { substituteFiles } from "./faces.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", multiple: true, default: [] },
    only: { type: "string", default: "" },
    tools: { type: "string" },
    keep: { type: "string" },
  },
});

const DPI = 50;
/** How much finer a page that differs is drawn again. */
const FINER = 3;
const MAX_MEAN_DIFFERENCE = 3;
const MAX_DIFFERENT_SHARE = 0.015;
const DIFFERENT_FROM = 64;
/** Seconds that a reader may take. */
const GRACE_PERIOD = 600;
const STAMP = "Qzx";
const GHOSTSCRIPT = ["gs", "-q", "-dNOPAUSE", "-dBATCH"];
const root = path.resolve(import.meta.dirname, "..");
const scratch = options.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), "check-pdf-"));
fs.mkdirSync(scratch, { recursive: true });

const readAsset = async (address: string) => {
  const file = path.join(root, "public", address);
  return fs.existsSync(file) ? new Uint8Array(fs.readFileSync(file)) : undefined;
};

const TOOLS: Readonly<Record<string, (bytes: Uint8Array) => Promise<Uint8Array> | Uint8Array>> = {
  compress: (bytes) => compressPdf(bytes),
  async flatten(bytes) {
    const document = openForChange(bytes, {});
    allAtOnce(flattenSteps(document, await drawingFonts(document, readAsset)));
    return writePdf(document);
  },
  async archive(bytes) {
    const document = openForChange(bytes, {});
    drawFields(document, await drawingFonts(document, readAsset));
    const profile = { pdfA: "2b", pdfUa: false } as const;
    const archiving = {
      profile,
      now: new Date("2026-01-01"),
      title: "Check",
      isChange: true,
      substitutes: substituteFiles,
    };
    return allAtOnce(pdfaSteps(document, archiving)).bytes;
  },
  // there and back: the pages are as they were
  rotate: (bytes) => rotatePdf(rotatePdf(bytes, { degrees: 90 }), { degrees: 270 }),
  stamp: (bytes) => stampPdf(bytes, { text: STAMP, opacity: 0 }),
};

/** What a reader makes of each page. */
interface Seen {
  file: string;
  texts: string[];
  pictures: Picture[];
  /** The reader found the file damaged. */
  isDamaged: boolean;
}

interface Picture {
  width: number;
  height: number;
  samples: Uint8Array;
}

interface Reader {
  name: string;
  /** Writes text into files that begin with `prefix`: one for a page, or one with form feeds between pages. */
  text: (file: string, prefix: string) => string[];
  /** @param page draws only this one, from 1 on */
  draw: (file: string, prefix: string, dpi: number, page?: number) => string[];
  damage: RegExp;
}

const READERS: readonly Reader[] = [
  {
    name: "poppler",
    text: (file, prefix) => ["pdftotext", "-enc", "UTF-8", file, `${prefix}.txt`],
    draw: (file, prefix, dpi, page) => [
      ...["pdftoppm", "-r", `${dpi}`, "-gray", ...(page ? ["-f", `${page}`, "-l", `${page}`] : []), file, prefix],
    ],
    damage: /Error/,
  },
  {
    name: "MuPDF",
    text: (file, prefix) => ["mutool", "draw", "-i", "-q", "-F", "txt", "-o", `${prefix}.txt`, file],
    draw: (file, prefix, dpi, page) => [
      ...["mutool", "draw", "-i", "-q", "-r", `${dpi}`, "-c", "gray", "-o", `${prefix}-%06d.pgm`, file],
      ...(page ? [`${page}`] : []),
    ],
    damage: /error|repair/,
  },
  {
    name: "Ghostscript",
    text: (file, prefix) => [...GHOSTSCRIPT, "-sDEVICE=txtwrite", `-sOutputFile=${prefix}-%06d.txt`, file],
    draw: (file, prefix, dpi, page) => [
      ...[...GHOSTSCRIPT, "-sDEVICE=pgmraw", `-r${dpi}`, "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"],
      ...(page ? [`-dFirstPage=${page}`, `-dLastPage=${page}`] : []),
      ...[`-sOutputFile=${prefix}-%06d.pgm`, file],
    ],
    damage: /Error/,
  },
];

function see(reader: Reader, file: string): Seen | undefined {
  return inFolder((folder) => {
    const prefix = path.join(folder, "p");
    const said = [reader.text(file, prefix), reader.draw(file, prefix, DPI)].map(run);
    if (said.some((each) => each === undefined)) return undefined;
    const texts = written(folder, ".txt").flatMap((text) => text.toString("utf8").replace(/\f$/, "").split("\f"));
    const pictures = written(folder, ".pgm").map(readPicture);
    if (pictures.length === 0) return undefined;
    return { file, texts: texts.map(letters), pictures, isDamaged: reader.damage.test(said.join()) };
  });
}

/** A page as it is seen from further away: drawn finer, and averaged. */
function seeFiner(reader: Reader, file: string, page: number): Picture | undefined {
  return inFolder((folder) => {
    run(reader.draw(file, path.join(folder, "p"), FINER * DPI, page + 1));
    const [picture] = written(folder, ".pgm").map(readPicture);
    return picture && averaged(picture);
  });
}

function averaged(fine: Picture): Picture {
  const [width, height] = [Math.floor(fine.width / FINER), Math.floor(fine.height / FINER)];
  const sums = new Float64Array(width * height);
  for (let y = 0; y < height * FINER; y++) {
    for (let x = 0; x < width * FINER; x++) {
      const at = Math.floor(y / FINER) * width + Math.floor(x / FINER);
      sums[at] = (sums[at] ?? 0) + (fine.samples[y * fine.width + x] ?? 0);
    }
  }
  return { width, height, samples: Uint8Array.from(sums, (sum) => Math.round(sum / FINER ** 2)) };
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = fs.mkdtempSync(path.join(scratch, "pages-"));
  try {
    return work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** What a program says, if it ends: some end with an error for a page that they drew all the same. */
function run([command = "", ...args]: readonly string[]): string | undefined {
  const said = spawnSync(command, args, { timeout: 1000 * GRACE_PERIOD, maxBuffer: 1 << 28, encoding: "latin1" });
  return said.status === null ? undefined : said.stdout + said.stderr;
}

function written(folder: string, extension: string): Buffer[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(extension));
  return names.sort().map((name) => fs.readFileSync(path.join(folder, name)));
}

/**
 * The letters of a page, in any order: fields are read after the page where they were part of it, or before. Hyphens
 * are left out: poppler leaves out those that it takes for a break of a word, by what else is on the line.
 */
function letters(text: string): string {
  return [...text.normalize("NFKC").replace(/[\s\p{Cc}\p{Cf}\p{Co}-]+/gu, "")].sort().join("");
}

function readPicture(file: Buffer): Picture {
  const header = /^P5\s+(?:#.*\n)?(\d+)\s+(\d+)\s+\d+\s/.exec(file.subarray(0, 200).toString("latin1"));
  if (!header) throw new Error("A reader drew something other than a gray picture.");
  return { width: Number(header[1]), height: Number(header[2]), samples: file.subarray(header[0].length) };
}

/** What differs, in words; undefined if nothing does. */
function difference(reader: Reader, before: Seen, after: Seen, tool: string): string | undefined {
  const [count, now] = [before.pictures.length, after.pictures.length];
  if (count !== now) {
    const isKept = before.isDamaged && hasAllThatShow(reader, before, after, tool);
    return isKept ? undefined : `${now} pages for ${count}`;
  }
  for (const index of before.pictures.keys()) {
    const said = pageDifference(reader, [before, index], [after, index], tool);
    if (said) return `page ${index + 1}: ${said}`;
  }
  return undefined;
}

type SeenPage = readonly [seen: Seen, page: number];

function pageDifference(reader: Reader, [before, page]: SeenPage, [after, now]: SeenPage, tool: string) {
  const [text = "", textNow = ""] = [before.texts[page], after.texts[now]];
  const expected = tool === "stamp" ? [...text, ...STAMP].sort().join("") : text;
  if (textNow !== expected && textNow !== text)
    return `text "${lacking(expected, textNow)}" for "${lacking(textNow, expected)}"`;
  if (!pictureDifference(before.pictures[page], after.pictures[now])) return undefined;
  // readers fit letters without instructions, and pictures of other resolutions, to a coarse grid in other ways
  return pictureDifference(seeFiner(reader, before.file, page), seeFiner(reader, after.file, now));
}

/**
 * Whether the pages of a damaged file on which something is seen are there, in their order. Readers draw an empty page for
 * one that is counted and missing, and find more in a file that was mended.
 */
function hasAllThatShow(reader: Reader, before: Seen, after: Seen, tool: string): boolean {
  let next = 0;
  for (const [page, { samples }] of before.pictures.entries()) {
    if (samples.every((sample) => sample === 255)) continue;
    while (next < after.pictures.length && pageDifference(reader, [before, page], [after, next], tool)) next++;
    if (next++ >= after.pictures.length) return false;
  }
  return true;
}

/** Letters of the first that the second lacks. */
function lacking(now: string, before: string): string {
  const counts = new Map<string, number>();
  for (const letter of before) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let lost = "";
  for (const letter of now) {
    const left = counts.get(letter) ?? 0;
    if (left === 0) lost += letter;
    counts.set(letter, left - 1);
  }
  return lost.slice(0, 60);
}

function pictureDifference(before: Picture | undefined, after: Picture | undefined) {
  if (!before || !after || Math.abs(before.width - after.width) > 1 || Math.abs(before.height - after.height) > 1)
    return "another size";
  let sum = 0;
  let different = 0;
  const [width, height] = [Math.min(before.width, after.width), Math.min(before.height, after.height)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const off = Math.abs((before.samples[y * before.width + x] ?? 0) - (after.samples[y * after.width + x] ?? 0));
      sum += off;
      if (off > DIFFERENT_FROM) different++;
    }
  }
  const mean = sum / (width * height);
  const share = different / (width * height);
  if (mean <= MAX_MEAN_DIFFERENCE && share <= MAX_DIFFERENT_SHARE) return undefined;
  return `differs by ${mean.toFixed(1)} in the mean, and ${(100 * share).toFixed(1)} % of its pixels by much`;
}

const counts = { same: 0, refused: 0, wrong: 0 };

async function check(file: string): Promise<void> {
  const bytes = new Uint8Array(fs.readFileSync(file));
  const before = new Map<Reader, Seen | undefined>();
  const seenBefore = (reader: Reader) => {
    if (!before.has(reader)) before.set(reader, see(reader, file));
    return before.get(reader);
  };
  for (const [tool, change] of Object.entries(TOOLS)) {
    if (options.tools && !options.tools.split(",").includes(tool)) continue;
    const name = `${tool} ${path.basename(file)}`;
    let changed: Uint8Array;
    try {
      changed = await change(bytes);
    } catch (error) {
      if (!(error instanceof Failure)) {
        console.log(`WRONG  ${name}: ${String(error)}`);
        counts.wrong++;
        continue;
      }
      console.log(`refused ${name}: ${error.code}`);
      counts.refused++;
      continue;
    }
    const output = path.join(scratch, `${tool}-${path.basename(file)}`);
    fs.writeFileSync(output, changed);
    const votes: string[] = [];
    let asked = 0;
    for (const reader of READERS) {
      // the third one is asked only if the first two are not of one mind
      if (asked === 2 && votes.length !== 1) break;
      const seen = seenBefore(reader);
      if (!seen) continue;
      asked++;
      const now = see(reader, output);
      const said = now ? difference(reader, seen, now, tool) : "cannot be read";
      if (said) votes.push(`${reader.name}: ${said}`);
    }
    const isWrong = votes.length >= 2 || (votes.length === 1 && asked < 3);
    counts[isWrong ? "wrong" : "same"]++;
    if (asked === 0) console.log(`unread ${name}`);
    if (votes.length > 0) console.log(`${isWrong ? "WRONG " : "doubt "} ${name}: ${votes.join("; ")}`);
    if (!options.keep && !isWrong) fs.rmSync(output);
  }
}

const folders = [path.join(root, "test/fixtures"), ...options.corpus];
const files = folders.flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.toLowerCase().endsWith(".pdf") && name.includes(options.only))
    .map((name) => path.join(folder, name)),
);
for (const file of files.sort()) await check(file);
console.log(
  `${files.length} files: ${counts.same} results show the same, ${counts.refused} were refused, ${counts.wrong} are wrong` +
    (counts.wrong > 0 ? `; they are in ${scratch}` : ""),
);
if (!options.keep && counts.wrong === 0) fs.rmSync(scratch, { recursive: true });
process.exitCode = counts.wrong > 0 ? 1 : 0;

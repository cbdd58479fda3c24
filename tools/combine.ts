/**
 * Combines Word files and looks at the result with LibreOffice.
 *
 *   npm run tools -- combine --corpus DIR [--sets 10] [--seed 1] [--size 5] [--only a.docx,b.docx] [--keep DIR]
 *
 * For each set of files, drawn at random by the seed: every file and the combined document are converted by `soffice`.
 * The combined one must have the pages of its parts within one of the sum, all their words (except page numbers), each
 * part's headers and footers on its own pages, and a sound package. Words must be in order; up to one in a hundred may
 * have moved, because floating objects and endnotes, which LibreOffice puts at the very end, are printed elsewhere.
 */

import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { present } from "../src/domain/present.ts";
import { mergeWordFiles } from "../src/word/merge-word-files.ts";
import { faultsOf } from "../src/word/testing/package-faults.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "." },
    sets: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    size: { type: "string", default: "5" },
    only: { type: "string" },
    keep: { type: "string" },
  },
});

const MAX_MOVED_SHARE = 0.01;

interface Printed {
  pages: string[][];
}

const scratch = options.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), "check-combine-"));
fs.mkdirSync(scratch, { recursive: true });
const printed = new Map<string, Printed>();
const names = fs
  .readdirSync(options.corpus)
  .filter((name) => name.endsWith(".docx"))
  .sort();

let failures = 0;
try {
  for (const [index, set] of chosenSets().entries()) failures += checkSet(index, set);
} finally {
  if (!options.keep) fs.rmSync(scratch, { recursive: true });
}
console.log(failures === 0 ? "all sets pass" : `${failures} sets fail`);
process.exit(failures === 0 ? 0 : 1);

function chosenSets(): string[][] {
  if (options.only) return [options.only.split(",")];
  const next = generator(Number(options.seed));
  return Array.from({ length: Number(options.sets) }, () => {
    const left = [...names];
    return Array.from({ length: Number(options.size) }, () =>
      present(left.splice(Math.floor(next() * left.length), 1)[0]),
    );
  });
}

function checkSet(index: number, set: readonly string[]): number {
  const files = set.map((name) => ({ name, bytes: new Uint8Array(fs.readFileSync(path.join(options.corpus, name))) }));
  const combined = path.join(scratch, `combined-${index}.docx`);
  const bytes = mergeWordFiles(files);
  fs.writeFileSync(combined, bytes);
  const known = new Set(files.flatMap((file) => faultsOf(file.bytes)).map(withoutNumbers));
  const faults = faultsOf(bytes).filter((fault) => !known.has(withoutNumbers(fault)));
  const whole = print(combined);
  const parts = set.map((name) => print(path.join(options.corpus, name)));
  const expectedPages = parts.reduce((sum, { pages }) => sum + pages.length, 0);
  const words = difference(
    parts.flatMap(({ pages }) => pages.flat()),
    whole.pages.flat(),
  );
  const stories = storiesMissing(set, parts, whole);
  const lost = withoutOnce(words.missing, words.added);
  const moved = words.missing.length - lost.length;
  const hasWords = lost.length === 0 && moved <= words.total * MAX_MOVED_SHARE;
  const hasPages = Math.abs(whole.pages.length - expectedPages) <= 1;
  const passes = hasPages && hasWords && stories.length === 0;
  const verdict = passes && faults.length === 0 ? "ok  " : "FAIL";
  console.log(
    `${verdict} ${set.join(" ")}: pages ${whole.pages.length} of ${expectedPages}, words lost ${lost.length}, moved ${moved} of ${words.total}`,
  );
  for (const fault of faults.slice(0, 10)) console.log(`     package: ${fault}`);
  for (const story of stories) console.log(`     ${story}`);
  if (lost.length > 0) console.log(`     lost: ${lost.slice(0, 30).join(" ")}`);
  return verdict === "ok  " ? 0 : 1;
}

/** The words without those of the others, each taken once. */
function withoutOnce(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, "");
}

/**
 * Words of a part's headers and footers that are on none of its pages in the combined document, though on those of its
 * own.
 */
function storiesMissing(set: readonly string[], parts: readonly Printed[], whole: Printed): string[] {
  const missing: string[] = [];
  let start = 0;
  for (const [index, { pages }] of parts.entries()) {
    const own = new Set(pages.flat());
    const there = new Set(whole.pages.slice(Math.max(0, start - 1), start + pages.length + 1).flat());
    start += pages.length;
    const lost = storyWords(path.join(options.corpus, present(set[index]))).filter(
      (word) => own.has(word) && !there.has(word),
    );
    if (lost.length > 0) missing.push(`headers of ${set[index]}: ${lost.slice(0, 10).join(" ")}`);
  }
  return missing;
}

function storyWords(file: string): string[] {
  const { stdout } = spawnSync("unzip", ["-p", file, "word/header*.xml", "word/footer*.xml"], { maxBuffer: 1e8 });
  const texts = [...stdout.toString().matchAll(/<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => present(text));
  return texts.flatMap(wordsOf);
}

/** Pages of a file as LibreOffice prints them, as words. */
function print(file: string): Printed {
  const known = printed.get(file);
  if (known) return known;
  const profile = `-env:UserInstallation=file://${scratch}/profile`;
  const pdf = path.join(scratch, `${path.basename(file, ".docx")}.pdf`);
  // Kept parts of an earlier run need not be printed again.
  if (path.dirname(file) === scratch || !fs.existsSync(pdf))
    execFileSync("soffice", [profile, "--headless", "--convert-to", "pdf", "--outdir", scratch, file], {
      stdio: "ignore",
      timeout: 300_000,
    });
  const text = execFileSync("pdftotext", ["-layout", pdf, "-"], { maxBuffer: 1e9 }).toString();
  const pages = text.split("\f").slice(0, -1).map(wordsOf);
  const result = { pages };
  printed.set(file, result);
  return result;
}

/** Words without those that are numbers: pages and notes count anew. */
function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}/u.test(word) && word.length > 1)
    .map((word) => word.toLowerCase());
}

function difference(expected: readonly string[], found: readonly string[]) {
  const files = [expected, found].map((words, index) => {
    const file = path.join(scratch, `words-${index}`);
    fs.writeFileSync(file, `${words.join("\n")}\n`);
    return file;
  });
  const lines = spawnSync("diff", ["-d", ...files], { maxBuffer: 1e9 })
    .stdout.toString()
    .split("\n");
  const of = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
  return { missing: of("< "), added: of("> "), total: expected.length };
}

/** Mulberry32: the same sets for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Converts a folder of Office files through the service and judges the PDFs against references, so that every change of
 * the layout is measured.
 *
 *   npm run tools -- fidelity --corpus DIR --reference DIR [--scorer FILE] [--output DIR] [--only TEXT]
 *                       [--base-url URL --key KEY --secret SECRET]
 *   npm run tools -- fidelity --truth ROOT --scorer FILE [--seed TEXT]
 *                       all judges: ROOT/truth and ROOT/truth2 (office against pdf), with LibreOffice's own score beside
 *                       ours and the first line that differs, then ROOT/office against ROOT/office-reference; at last, for
 *                       each type, the means of two halves (by the house of a file and the seed) and the points still lost
 *
 * `DIR` holds one folder for each type (docx/, pptx/, ...) or the files themselves; the references have the same layout
 * and end in .pdf. A scorer is a module that exports `score(candidate, reference) -> {total, ...}` from 0 to 100.
 * Without one, pages are counted and compared. Exits with 1 if a file fails. `--truth` needs `soffice` and `pdftotext`
 * (Debian: libreoffice, poppler-utils).
 */

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { openPdf } from "../src/pdf/document.ts";
import { type ConvertingService, convertingService } from "../test/support/servers/converting-service.ts";
import { halvesReport, housesOf, type JudgedFile } from "./fidelity-halves.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string" },
    reference: { type: "string" },
    truth: { type: "string" },
    seed: { type: "string", default: "1" },
    scorer: { type: "string" },
    output: { type: "string" },
    only: { type: "string", default: "" },
    "base-url": { type: "string" },
    key: { type: "string", default: "" },
    secret: { type: "string", default: "" },
  },
});
/** Files, what they are compared with, and whether a peer also makes PDFs from them. */
interface Judge {
  corpus: string;
  reference: string;
  /** Also the first line that differs, and LibreOffice's score. */
  thorough: boolean;
  /** Name of a file without its extension -> whose it is. */
  houses: ReadonlyMap<string, string>;
}

const judges = judgesOf(options);

/** The length of a line that is shown. */
const MAX_SHOWN_CHARACTERS = 70;

type Scorer = (candidate: string, reference: string) => Record<string, number>;

interface Row {
  milliseconds: number;
  /** Undefined without a scorer. */
  score: number | undefined;
  exactPages: boolean;
  failed: boolean;
  /** LibreOffice's score; undefined if it was not requested. */
  peer: number | undefined;
}

const outputFolder = options.output ?? fs.mkdtempSync(path.join(os.tmpdir(), "fidelity-"));
const scorer = options.scorer ? await loadScorer(options.scorer) : undefined;
const baseUrl = options["base-url"];
const service = await convertingService(baseUrl ? { baseUrl, key: options.key, secret: options.secret } : undefined);
const judged: JudgedFile[] = [];
let failures = 0;
try {
  for (const judge of judges) {
    if (judges.length > 1) console.log(`${judge.corpus} against ${judge.reference}\n`);
    for (const folder of typeFolders(judge.corpus)) failures += await judgeFolder(service, judge, folder);
  }
} finally {
  await service.close();
}
if (judged.length > 0) console.log(halvesReport(judged, options.seed));
console.log(`The PDFs are in ${outputFolder}`);
process.exit(failures > 0 ? 1 : 0);

function judgesOf({ corpus, reference, truth }: typeof options): Judge[] {
  if (truth) {
    const at = (...names: string[]) => path.join(truth, ...names);
    const pairs = ["truth", "truth2"].filter((name) => fs.existsSync(at(name, "office")));
    return [
      ...pairs.map((name) => ({
        corpus: at(name, "office"),
        reference: at(name, "pdf"),
        thorough: true,
        houses: housesOf(at(name)),
      })),
      { corpus: at("office"), reference: at("office-reference"), thorough: false, houses: new Map<string, string>() },
    ];
  }
  if (corpus && reference) return [{ corpus, reference, thorough: false, houses: new Map() }];
  console.error("Name the folders: npm run tools -- fidelity --corpus DIR --reference DIR, or --truth ROOT");
  process.exit(2);
}

/** Folders with files to convert, relative to the corpus: one for each type, or the corpus itself. */
function typeFolders(corpus: string): string[] {
  const folders = fs.readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.length > 0 ? folders.map(({ name }) => name).sort() : ["."];
}

async function judgeFolder(converting: ConvertingService, held: Judge, folder: string): Promise<number> {
  const files = fs
    .readdirSync(path.join(held.corpus, folder))
    .filter((name) => name.includes(options.only) && fs.existsSync(referenceOf(held, folder, name)))
    .sort();
  if (files.length === 0) return 0;
  const rows: Row[] = [];
  fs.mkdirSync(path.join(outputFolder, folder), { recursive: true });
  for (const name of files) {
    const row = await judge(converting, held, folder, name);
    rows.push(row);
    // without a list each file is a house
    const house = held.houses.get(stem(name)) ?? stem(name);
    if (held.thorough && row.score !== undefined) judged.push({ kind: folder, name, house, score: row.score });
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  const times = rows.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
  const failed = rows.filter((row) => row.failed).length;
  const score = scorer ? `mean score ${mean(rows.map((row) => row.score ?? 0)).toFixed(1)}, ` : "";
  const peers = rows.flatMap(({ peer }) => peer ?? []);
  const beside = peers.length > 0 ? `LibreOffice ${mean(peers).toFixed(1)}, ` : "";
  console.log(
    `${folder}: ${score}${beside}exact page count ${rows.filter((row) => row.exactPages).length} of ${rows.length}, ` +
      `failed ${failed}, median ${times[times.length >> 1]?.toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms\n`,
  );
  return failed;
}

async function judge(converting: ConvertingService, held: Judge, folder: string, name: string): Promise<Row> {
  const file = path.join(held.corpus, folder, name);
  const reference = referenceOf(held, folder, name);
  const { milliseconds, pdf, failure, warnings } = await converting.convert(file);
  const label = `${name.slice(0, 48).padEnd(48)} ${milliseconds.toFixed(0).padStart(6)} ms`;
  if (!pdf) {
    console.log(`${label}  FAILED ${failure}`);
    return { milliseconds, score: 0, exactPages: false, failed: true, peer: undefined };
  }
  const candidate = path.join(outputFolder, folder, `${stem(name)}.pdf`);
  fs.writeFileSync(candidate, pdf);
  const pages = openPdf(pdf).pages.length;
  const expected = openPdf(new Uint8Array(fs.readFileSync(reference))).pages.length;
  const scores = scorer?.(candidate, reference);
  const shown = scores ? `  ${scores.total?.toFixed(1).padStart(5)}` : "";
  const peer = held.thorough && scorer ? peerScore(scorer, file, reference) : undefined;
  const beside = peer === undefined ? "" : `  LibreOffice ${peer.toFixed(1).padStart(5)}`;
  console.log(`${label}${shown}${beside}  pages ${pages}/${expected}${warnings ? `  ${warnings.slice(0, 120)}` : ""}`);
  if (held.thorough) console.log(`    ${firstDifference(candidate, reference)}`);

  return { milliseconds, score: scores?.total, exactPages: pages === expected, failed: false, peer };
}

/** What LibreOffice makes of the same file, by the same judge; 0 if it makes nothing. */
function peerScore(score: Scorer, file: string, reference: string): number {
  const folder = path.join(outputFolder, "libreoffice");
  try {
    execFileSync("soffice", ["--headless", "--convert-to", "pdf", "--outdir", folder, file], { stdio: "ignore" });
    return score(path.join(folder, `${stem(path.basename(file))}.pdf`), reference).total ?? 0;
  } catch {
    return 0;
  }
}

/** The first page and line whose words differ from the reference's. */
function firstDifference(candidate: string, reference: string): string {
  const [own, theirs] = [pageLines(candidate), pageLines(reference)];
  for (const [index, lines] of theirs.entries()) {
    const found = own[index] ?? [];
    const line = lines.findIndex((text, at) => text !== found[at]);
    if (line >= 0) return `page ${index + 1}, line ${line + 1}: "${lines[line]}", ours "${found[line] ?? ""}"`;
    const more = found[lines.length];
    if (more !== undefined) return `page ${index + 1}, line ${lines.length + 1}: nothing, ours "${more}"`;
  }
  return own.length > theirs.length ? `page ${theirs.length + 1}: ours alone` : "every line the same";
}

/** The lines of each page from top to bottom, blanks apart. */
function pageLines(file: string): string[][] {
  const text = execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  const pages = text.split("\f").slice(0, -1);
  return pages.map((page) =>
    page.split("\n").flatMap((line) => {
      const words = line.trim().replace(/\s+/g, " ");
      return words === "" ? [] : [words.slice(0, MAX_SHOWN_CHARACTERS)];
    }),
  );
}

function referenceOf({ reference }: Judge, folder: string, name: string): string {
  return path.join(reference, folder, `${stem(name)}.pdf`);
}

function stem(name: string): string {
  return name.replace(/\.[^.]+$/, "");
}

async function loadScorer(file: string): Promise<Scorer> {
  const { score } = await import(pathToFileURL(path.resolve(file)).href);
  if (typeof score !== "function") throw new Error(`${file} does not export score(candidate, reference).`);
  return score;
}

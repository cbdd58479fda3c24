/**
 * Converts a folder of Office files through the service and judges the PDFs against references, so that every change of
 * the layout is measured.
 *
 *   npm run fidelity -- --corpus DIR --reference DIR [--scorer FILE] [--output DIR] [--only TEXT]
 *                       [--base-url URL --key KEY --secret SECRET]
 *
 * `DIR` holds one folder for each type (docx/, pptx/, ...) or the files themselves; the references have the same layout
 * and end in .pdf. A scorer is a module that exports `score(candidate, reference) -> {total, ...}` from 0 to 100. Without
 * one, pages are counted and compared. Exits with 1 when a file fails.
 */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type ConvertingService, convertingService } from "../bench/converting-service.ts";
import { present } from "../src/domain/present.ts";
import { openPdf } from "../src/pdf/document.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string" },
    reference: { type: "string" },
    scorer: { type: "string" },
    output: { type: "string" },
    only: { type: "string", default: "" },
    "base-url": { type: "string" },
    key: { type: "string", default: "" },
    secret: { type: "string", default: "" },
  },
});
if (!options.corpus || !options.reference) {
  console.error("Name the folders: npm run fidelity -- --corpus DIR --reference DIR");
  process.exit(2);
}

type Scorer = (candidate: string, reference: string) => Record<string, number>;

interface Row {
  milliseconds: number;
  /** Undefined without a scorer. */
  score: number | undefined;
  exactPages: boolean;
  failed: boolean;
}

const outputFolder = options.output ?? fs.mkdtempSync(path.join(os.tmpdir(), "fidelity-"));
const scorer = options.scorer ? await loadScorer(options.scorer) : undefined;
const baseUrl = options["base-url"];
const service = await convertingService(baseUrl ? { baseUrl, key: options.key, secret: options.secret } : undefined);
let failures = 0;
try {
  for (const folder of typeFolders(options.corpus)) failures += await judgeFolder(service, folder);
} finally {
  await service.close();
}
console.log(`The PDFs are in ${outputFolder}`);
process.exit(failures > 0 ? 1 : 0);

/** Folders with files to convert, relative to the corpus: one for each type, or the corpus itself. */
function typeFolders(corpus: string): string[] {
  const folders = fs.readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.length > 0 ? folders.map(({ name }) => name).sort() : ["."];
}

async function judgeFolder(converting: ConvertingService, folder: string): Promise<number> {
  const files = fs
    .readdirSync(path.join(present(options.corpus), folder))
    .filter((name) => name.includes(options.only) && fs.existsSync(referenceOf(folder, name)))
    .sort();
  if (files.length === 0) return 0;
  const rows: Row[] = [];
  fs.mkdirSync(path.join(outputFolder, folder), { recursive: true });
  for (const name of files) rows.push(await judge(converting, folder, name));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  const times = rows.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
  const failed = rows.filter((row) => row.failed).length;
  const score = scorer ? `mean score ${mean(rows.map((row) => row.score ?? 0)).toFixed(1)}, ` : "";
  console.log(
    `${folder}: ${score}exact page count ${rows.filter((row) => row.exactPages).length} of ${rows.length}, ` +
      `failed ${failed}, median ${times[times.length >> 1]?.toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms\n`,
  );
  return failed;
}

async function judge(converting: ConvertingService, folder: string, name: string): Promise<Row> {
  const { milliseconds, pdf, failure, warnings } = await converting.convert(
    path.join(present(options.corpus), folder, name),
  );
  const label = `${name.slice(0, 48).padEnd(48)} ${milliseconds.toFixed(0).padStart(6)} ms`;
  if (!pdf) {
    console.log(`${label}  FAILED ${failure}`);
    return { milliseconds, score: 0, exactPages: false, failed: true };
  }
  const candidate = path.join(outputFolder, folder, `${stem(name)}.pdf`);
  fs.writeFileSync(candidate, pdf);
  const pages = openPdf(pdf).pages.length;
  const expected = openPdf(new Uint8Array(fs.readFileSync(referenceOf(folder, name)))).pages.length;
  const scores = scorer?.(candidate, referenceOf(folder, name));
  const shown = scores ? `  ${scores.total?.toFixed(1).padStart(5)}` : "";
  console.log(`${label}${shown}  pages ${pages}/${expected}${warnings ? `  ${warnings.slice(0, 120)}` : ""}`);

  return { milliseconds, score: scores?.total, exactPages: pages === expected, failed: false };
}

function referenceOf(folder: string, name: string): string {
  return path.join(present(options.reference), folder, `${stem(name)}.pdf`);
}

function stem(name: string): string {
  return name.replace(/\.[^.]+$/, "");
}

async function loadScorer(file: string): Promise<Scorer> {
  const { score } = await import(pathToFileURL(path.resolve(file)).href);
  if (typeof score !== "function") throw new Error(`${file} does not export score(candidate, reference).`);
  return score;
}

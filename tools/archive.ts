/**
 * Makes PDF/A and PDF/UA from a folder of files and counts how many conform, how many are refused and by which clauses,
 * and whether their pages look as they did before.
 *
 *   npm run tools -- archive FOLDER [--profile 3a] [--ua] [--only TEXT] [--output DIR] [--pictures]
 *
 * PDFs are repaired as they are; other files are converted first by a service that is started for this. `--pictures`
 * compares the pages at 40 dpi (needs pdftoppm). Exits with 1 if a file fails for reasons other than clauses, if a
 * result is not valid, or if a picture differs.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { PDF_A_LEVELS } from "../src/domain/document.ts";
import { Failure } from "../src/domain/failure.ts";
import { allAtOnce } from "../src/domain/steps.ts";
import { bareName } from "../src/domain/text/bare-name.ts";
import { openForChange } from "../src/pdf/operations/open-for-change.ts";
import { pdfaSteps } from "../src/pdf/pdfa/convert-to-pdfa.ts";
import { type ConvertingService, convertingService } from "../test/support/servers/converting-service.ts";
import { substituteFiles } from "./faces.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profile: { type: "string", default: "3a" },
    ua: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    output: { type: "string" },
    pictures: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
const pdfA = PDF_A_LEVELS.find((level) => level === options.profile);
if (folder === undefined || pdfA === undefined) {
  console.error("npm run tools -- archive FOLDER [--profile 2b|2u|2a|3b|3u|3a] [--ua]");
  process.exit(2);
}

/** Share of the pictures' bytes: smoothing may round a few edges differently. */
const MAX_DIFFERENT_SHARE = 0.001;
const scratch = options.output ?? fs.mkdtempSync(path.join(os.tmpdir(), "archive-"));
const counts = { valid: 0, refused: 0, failed: 0, different: 0 };
const clauses = new Map<string, number>();
/** Files and those of them that conform, by type. */
const kinds = new Map<string, { files: number; valid: number }>();
let slowest = { name: "", milliseconds: 0 };
let service: ConvertingService | undefined;
try {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  for (const name of names) {
    const file = path.join(folder, name);
    if (name.includes(options.only) && fs.statSync(file).isFile() && !name.endsWith(".tsv")) await check(name, file);
  }
} finally {
  await service?.close();
}
for (const [clause, files] of [...clauses].sort(([, left], [, right]) => right - left)) {
  console.log(`  ${clause}: ${files} ${files === 1 ? "file" : "files"}`);
}
for (const [kind, { files, valid }] of [...kinds].sort()) {
  console.log(`  ${kind}: ${valid} of ${files} conform (${((100 * valid) / files).toFixed(1)} %)`);
}
const all = counts.valid + counts.refused + counts.failed;
const share = ((100 * counts.valid) / (all || 1)).toFixed(1);
console.log(
  `PDF/A-${pdfA}${options.ua ? " and PDF/UA-1" : ""}: ${counts.valid} of ${all} files conform (${share} %), ` +
    `${counts.refused} refused, ${counts.failed} failed, ${counts.different} look different`,
);
console.log(`Slowest: ${slowest.name}, ${Math.round(slowest.milliseconds)} ms. The files are in ${scratch}`);
process.exit(counts.failed + counts.different > 0 ? 1 : 0);

async function check(name: string, file: string): Promise<void> {
  const extension = path.extname(name).toLowerCase();
  const kind = kinds.get(extension) ?? { files: 0, valid: 0 };
  kinds.set(extension, kind);
  kind.files++;
  const before = await pdfOf(name, file);
  if (!before) return;
  const started = performance.now();
  const made = archive(name, before);
  const milliseconds = performance.now() - started;
  if (milliseconds > slowest.milliseconds) slowest = { name, milliseconds };
  if (!made) return;
  counts.valid++;
  kind.valid++;
  const target = path.join(scratch, `${name}.pdf`);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, made);
  if (options.pictures && !looksEqual(before, made)) {
    counts.different++;
    console.log(`${name}: looks different`);
  }
}

/** The file as PDF; undefined, and counted, if it cannot be converted. */
async function pdfOf(name: string, file: string): Promise<Uint8Array | undefined> {
  const bytes = fs.readFileSync(file);
  if (bytes.subarray(0, 1024).includes("%PDF-")) return new Uint8Array(bytes);
  service ??= await convertingService(undefined);
  const { pdf, failure } = await service.convert(file);
  if (pdf) return pdf;
  counts.failed++;
  console.log(`${name}: ${failure}`);
  return undefined;
}

/** The result is checked by {@link pdfaSteps} itself. */
function archive(name: string, bytes: Uint8Array): Uint8Array | undefined {
  const terms = { now: new Date(0), title: bareName(path.basename(name)), language: "en" };
  try {
    const document = openForChange(bytes, {});
    const profile = { pdfA, pdfUa: options.ua };
    return allAtOnce(pdfaSteps(document, { ...terms, profile, substitutes: substituteFiles })).bytes;
  } catch (error) {
    if (!(error instanceof Failure)) {
      counts.failed++;
      console.log(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
      return undefined;
    }
    counts.refused++;
    console.log(`${name}: ${error.message}`);
    const broken = error.errors.map(({ message }) => message.split(":")[0] ?? "");
    for (const clause of new Set(broken.length > 0 ? broken : [error.code])) {
      clauses.set(clause, (clauses.get(clause) ?? 0) + 1);
    }
    return undefined;
  }
}

function looksEqual(before: Uint8Array, after: Uint8Array): boolean {
  const [left, right] = [picturesOf(before), picturesOf(after)];
  if (left.length !== right.length) return false;
  let different = 0;
  for (let at = 0; at < left.length; at++) if (Math.abs((left[at] ?? 0) - (right[at] ?? 0)) > 24) different++;
  return different <= left.length * MAX_DIFFERENT_SHARE;
}

function picturesOf(pdf: Uint8Array): Buffer {
  return execFileSync("pdftoppm", ["-r", "40", "-"], {
    input: pdf,
    maxBuffer: 2 ** 30,
    stdio: ["pipe", "pipe", "ignore"],
  });
}

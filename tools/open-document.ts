/**
 * OpenDocument, rtf, txt and csv files beside LibreOffice: which words and how many pages both have.
 *
 *   npm run tools -- open-document --corpus DIR [--as rtf] [--only TEXT] [--keep DIR]
 *
 * `DIR` holds such files (odt, ott, ods, ots, odp, otp, rtf, txt, csv), or files of Office, which `soffice` saves as OpenDocument
 * first, or with `--as` those of Word as rtf or txt, those of Excel as csv. Each is converted by both, here by a service of its own,
 * with the same fonts. Words are counted, whatever their order; signs before paragraphs do not count, since fonts have them under
 * numbers of their own. For each type the means are printed. Exits with 1 if a file fails. With `--keep` files and PDFs are kept, and
 * LibreOffice's are not made anew.
 */

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { convertingService } from "../test/support/servers/converting-service.ts";
import { sofficeFonts } from "../test/support/soffice-fonts.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string" },
    as: { type: "string" },
    only: { type: "string", default: "" },
    keep: { type: "string" },
  },
});
/** What is judged as it is, by the end of its name. */
const READ: Readonly<Record<string, string>> = {
  ...{ odt: "odt", ott: "odt", ods: "ods", ots: "ods", odp: "odp", otp: "odp", rtf: "rtf", txt: "txt", csv: "csv" },
};
const [AS_WORD, AS_SHEETS, AS_SLIDES] = [["odt", "rtf", "txt"], ["ods", "csv"], ["odp"]];
/** What files of Office may be saved as; without `--as` it is the first. */
const SAVED: Readonly<Record<string, readonly string[]>> = {
  ...{ docx: AS_WORD, doc: AS_WORD, xlsx: AS_SHEETS, xls: AS_SHEETS, pptx: AS_SLIDES, ppt: AS_SLIDES },
};
const MOST_MILLISECONDS = 180_000;
const ENOUGH = 0.98;
/** Bullets and the like, those of symbol fonts among them. */
const SIGNS = /[\u2022\u25a0-\u25ff\u2600-\u27bf\u27a2\ue000-\uf8ff]/g;

if (!options.corpus) {
  console.error("Name the folder: npm run tools -- open-document --corpus DIR");
  process.exit(2);
}
const corpus = options.corpus;
const scratch = options.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), "open-document-"));
const [files, theirs, ours] = ["files", "libreoffice", "ours"].map((name) => {
  const folder = path.join(scratch, name);
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}) as [string, string, string];

const sofficeEnvironment = { ...process.env, ...sofficeFonts(path.join(scratch, "fonts")) };

interface Row {
  common: number;
  hasAllPages: boolean;
}
const rows = new Map<string, Row[]>();
let failures = 0;
const service = await convertingService(undefined);
try {
  for (const name of fs.readdirSync(corpus).sort()) {
    const kind = kindOf(path.extname(name).slice(1).toLowerCase());
    if (kind && name.includes(options.only)) await judge(name, kind);
  }
} finally {
  await service.close();
  if (!options.keep) fs.rmSync(scratch, { recursive: true });
}
for (const [kind, judged] of rows) {
  const mean = judged.reduce((sum, { common }) => sum + common, 0) / judged.length;
  const alike = judged.filter(({ common }) => common >= ENOUGH).length;
  const pages = judged.filter(({ hasAllPages }) => hasAllPages).length;
  console.log(
    `${kind}: ${(mean * 100).toFixed(1)} % of words in common, ${alike} of ${judged.length} files with ${ENOUGH * 100} % or more; pages equal in ${pages}`,
  );
}
process.exit(failures > 0 ? 1 : 0);

/** @returns undefined for what is not judged */
function kindOf(extension: string): string | undefined {
  const known = READ[extension];
  if (known) return options.as === undefined || options.as === known ? known : undefined;
  const types = SAVED[extension];
  return options.as === undefined ? types?.[0] : types?.find((type) => type === options.as);
}

async function judge(name: string, kind: string): Promise<void> {
  const stem = path.parse(name).name;
  const source = path.join(corpus, name);
  const isRead = READ[path.extname(name).slice(1).toLowerCase()] !== undefined;
  const file = isRead ? source : saved(source, kind, path.join(files, `${stem}.${kind}`));
  const reference = file && saved(file, "pdf", path.join(theirs, `${path.parse(file).name}.pdf`));
  if (!file || !reference) {
    console.log(`${name}: LibreOffice does not convert it`);
    return;
  }
  try {
    const { pdf, failure, warnings } = await service.convert(file);
    if (!pdf) throw new Error(failure);
    const own = path.join(ours, `${stem}.pdf`);
    fs.writeFileSync(own, pdf);
    const [read, expected] = [readPdf(own), readPdf(reference)];
    const common = shareInCommon(read.words, expected.words);
    rows.set(kind, [...(rows.get(kind) ?? []), { common, hasAllPages: read.pages === expected.pages }]);
    const said = warnings === "" ? "" : ` | ${warnings}`;
    console.log(`${name}: ${(common * 100).toFixed(1)} %, pages ${read.pages} of ${expected.pages}${said}`);
  } catch (error) {
    failures++;
    console.log(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Saves a file as another type. @returns where it is; undefined if the program does not do it */
function saved(source: string, type: string, target: string): string | undefined {
  if (fs.existsSync(target)) return target;
  const profile = `-env:UserInstallation=file://${path.join(scratch, "profile")}`;
  const command = [profile, "--headless", "--convert-to", type, "--outdir", path.dirname(target), source];
  try {
    execFileSync("soffice", command, { stdio: "ignore", timeout: MOST_MILLISECONDS, env: sofficeEnvironment });
  } catch (error) {
    console.error(`${path.basename(source)}: ${error instanceof Error ? error.message : error}`);
  }
  return fs.existsSync(target) ? target : undefined;
}

function readPdf(file: string): { pages: number; words: string[] } {
  const text = execFileSync("pdftotext", [file, "-"], { encoding: "utf8", maxBuffer: 1 << 28 });
  const pages = text.split("\f").length - 1;
  return { pages, words: text.replace(SIGNS, " ").split(/\s+/).filter(Boolean) };
}

/** Of all words of both, how many both have. */
function shareInCommon(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count > 0) common++;
    counts.set(word, count - 1);
  }
  const all = left.length + right.length - common;
  return all === 0 ? 1 : common / all;
}

/**
 * Scores the PDF validator on a collection of files of known conformance: one folder for each profile, files named
 * `<clause>-tNN-pass-x.pdf` or `<clause>-tNN-fail-x.pdf`. Prints what was misjudged, the score by clause, and the
 * slowest file.
 *
 *   npm run tools -- validator <folder> [part of a file's name]
 */
import fs from "node:fs";
import path from "node:path";
import { Failure } from "../src/domain/failure.ts";
import type { ValidationProfile } from "../src/pdf/validate/profiles.ts";
import { validatePdf } from "../src/pdf/validate/validate-pdf.ts";

const PROFILES: Readonly<Record<string, ValidationProfile>> = {
  "PDF_A-2a": "2a",
  "PDF_A-2b": "2b",
  "PDF_A-2u": "2u",
  "PDF_A-3a": "3a",
  "PDF_A-3b": "3b",
  "PDF_A-3u": "3u",
  "PDF_UA-1": "ua1",
};

const [folder, part = ""] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder of the collection.");

let slowest = { file: "", milliseconds: 0 };
for (const [name, profile] of Object.entries(PROFILES)) {
  const files = fs.existsSync(path.join(folder, name)) ? fs.readdirSync(path.join(folder, name)).sort() : [];
  const clauses = new Map<string, { right: number; all: number }>();
  for (const file of files.filter((candidate) => candidate.endsWith(".pdf") && candidate.includes(part))) {
    const clause = file.replace(/-(?:pass|fail)-.*$/, "");
    const score = clauses.get(clause) ?? { right: 0, all: 0 };
    clauses.set(clause, score);
    score.all++;
    const started = performance.now();
    const judged = judge(fs.readFileSync(path.join(folder, name, file)), profile);
    const milliseconds = performance.now() - started;
    if (milliseconds > slowest.milliseconds) slowest = { file, milliseconds };
    if (judged.valid === file.includes("-pass-")) score.right++;
    else console.log(`${name}/${file}: ${judged.problems.slice(0, 3).join(" | ") || "nothing found"}`);
    if (part !== "" && judged.valid === file.includes("-pass-"))
      console.log(`  ${file}: ${judged.problems.join(" | ")}`);
  }
  const sum = (key: "right" | "all") => [...clauses.values()].reduce((total, score) => total + score[key], 0);
  if (sum("all") === 0) continue;
  const missed = [...clauses].filter(([, { right, all }]) => right < all);
  console.log(`\n${name}: ${sum("right")} of ${sum("all")} (${((100 * sum("right")) / sum("all")).toFixed(1)} %)`);
  console.log(missed.map(([clause, { right, all }]) => `  ${clause} ${right}/${all}`).join("\n"), "\n");
}
console.log(`Slowest: ${slowest.file}, ${Math.round(slowest.milliseconds)} ms`);

function judge(file: Uint8Array, profile: ValidationProfile): { valid: boolean; problems: string[] } {
  try {
    const { valid, problems } = validatePdf(file, profile);
    return { valid, problems: problems.map(({ clause, message }) => `${clause} ${message}`) };
  } catch (error) {
    if (error instanceof Failure) return { valid: false, problems: [`${error.code} ${error.message}`] };
    return { valid: !path.basename("").length, problems: [`FAILED: ${String((error as Error).stack).slice(0, 600)}`] };
  }
}

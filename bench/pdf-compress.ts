/**
 * Compressing a folder of PDFs: this service against Ghostscript's /ebook settings in the same run. Prints bytes and
 * seconds of each file, and ratios of the totals. Files that are refused (passwords, damage) are left out of the
 * totals. Run: npm run bench -- pdf-compress --corpus FOLDER
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../src/domain/failure.ts";
import { compressPdf } from "../src/pdf/compress/compress-pdf.ts";

interface Run {
  readonly bytes: number;
  readonly seconds: number;
}

const { corpus } = parseArgs({ options: { corpus: { type: "string" } } }).values;
if (!corpus) throw new Error("Name the folder of PDFs: --corpus FOLDER");

const scratch = mkdtempSync(path.join(tmpdir(), "pdf-compress-"));
const sums = { input: 0, own: { bytes: 0, seconds: 0 }, ghostscript: { bytes: 0, seconds: 0 } };
let logarithms = 0;
let files = 0;

console.log(`${"file".padEnd(28)} ${"bytes".padStart(9)}  own ratio  gs ratio   own s    gs s`);
for (const name of readdirSync(corpus).filter((entry) => entry.endsWith(".pdf"))) {
  const file = path.join(corpus, name);
  const own = compress(file);
  const ghostscript = own && runGhostscript(file);
  if (!own || !ghostscript) {
    console.log(`${name.padEnd(28)} left out`);
    continue;
  }
  const input = statSync(file).size;
  sums.input += input;
  for (const [sum, run] of [[sums.own, own] as const, [sums.ghostscript, ghostscript] as const]) {
    sum.bytes += run.bytes;
    sum.seconds += run.seconds;
  }
  logarithms += Math.log(own.bytes / input);
  files++;
  const ratios = [own, ghostscript].map((run) => (run.bytes / input).toFixed(3).padStart(9));
  const seconds = [own, ghostscript].map((run) => run.seconds.toFixed(2).padStart(7));
  console.log(`${name.padEnd(28)} ${String(input).padStart(9)}  ${ratios.join(" ")} ${seconds.join(" ")}`);
}
rmSync(scratch, { recursive: true });

console.log(`\n${files} files; geometric mean of own ratios ${Math.exp(logarithms / files).toFixed(3)}`);
console.log(
  `bytes of the sum: own ${share(sums.own.bytes)}, Ghostscript ${share(sums.ghostscript.bytes)} of the input`,
);
console.log(`time of the sum: own takes ${(sums.own.seconds / sums.ghostscript.seconds).toFixed(2)} of Ghostscript's`);

function share(bytes: number): string {
  return (bytes / sums.input).toFixed(3);
}

function compress(file: string): Run | undefined {
  const input = new Uint8Array(readFileSync(file));
  const start = performance.now();
  try {
    const result = compressPdf(input);
    return { bytes: result.length, seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function runGhostscript(file: string): Run | undefined {
  const output = path.join(scratch, "out.pdf");
  const settings = ["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/ebook"];
  const start = performance.now();
  try {
    execFileSync("gs", [...settings, `-sOutputFile=${output}`, file], { stdio: "ignore", timeout: 120_000 });
  } catch {
    return undefined;
  }
  return { bytes: statSync(output).size, seconds: (performance.now() - start) / 1000 };
}

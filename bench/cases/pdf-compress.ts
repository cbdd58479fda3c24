/**
 * `--corpus FOLDER` of PDFs, beside Ghostscript's /ebook settings. Files that are refused (passwords, damage) are left out of
 * the totals.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Failure } from "../../src/domain/failure.ts";
import { compressPdf } from "../../src/pdf/compress/compress-pdf.ts";
import { filesOf, line, readOptions, sum, withScratch } from "../harness.ts";

const SETTINGS = ["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/ebook"];

interface Compressed {
  bytes: number;
  seconds: number;
}

/** Undefined if it is refused. */
function measure(compress: () => number): Compressed | undefined {
  const start = performance.now();
  try {
    const bytes = compress();
    return { bytes, seconds: (performance.now() - start) / 1_000 };
  } catch (error) {
    if (error instanceof Failure || (error as { status?: unknown }).status !== undefined) return undefined;
    throw error;
  }
}

export const run = (args: readonly string[]): Promise<void> =>
  withScratch((scratch) => {
    const { corpus } = readOptions(args, "corpus").values;
    if (!corpus) throw new Error("Name the folder of PDFs: --corpus FOLDER");

    const output = path.join(scratch, "out.pdf");
    const rows: { input: number; own: Compressed; ghostscript: Compressed }[] = [];
    line(["file", 28], ["bytes", 9], [" own ratio", 9], [" gs ratio", 9], ["  own s", 7], ["   gs s", 7]);
    for (const file of filesOf(corpus, /\.pdf$/)) {
      const input = statSync(file).size;
      const own = measure(() => compressPdf(new Uint8Array(readFileSync(file))).length);
      const ghostscript =
        own &&
        measure(() => {
          execFileSync("gs", [...SETTINGS, `-sOutputFile=${output}`, file], { stdio: "ignore", timeout: 120_000 });
          return statSync(output).size;
        });
      const name = path.basename(file).slice(0, 28);
      if (!own || !ghostscript) {
        console.log(`${name.padEnd(28)} left out`);
        continue;
      }
      rows.push({ input, own, ghostscript });
      const ratios = [own, ghostscript].map(({ bytes }) => [bytes / input, 9, 3] as const);
      line([name, 28], [input, 9], ...ratios, [own.seconds, 7, 2], [ghostscript.seconds, 7, 2]);
    }
    const all = (member: (row: (typeof rows)[number]) => number) => sum(rows.map(member));
    const input = all((row) => row.input);
    const mean = Math.exp(all(({ own, input }) => Math.log(own.bytes / input)) / rows.length);
    console.log(`\n${rows.length} files; geometric mean of own ratios ${mean.toFixed(3)}`);
    const shares = [all(({ own }) => own.bytes), all(({ ghostscript }) => ghostscript.bytes)].map((bytes) =>
      (bytes / input).toFixed(3),
    );
    console.log(`bytes of the sum: own ${shares[0]}, Ghostscript ${shares[1]} of the input`);
    const share = all(({ own }) => own.seconds) / all(({ ghostscript }) => ghostscript.seconds);
    console.log(`time of the sum: own takes ${share.toFixed(2)} of Ghostscript's`);
  });

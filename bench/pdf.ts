/**
 * Extracting 10 of 1,600 pages and combining 20 files: this core, pdf-lib's maintained fork, and qpdf where it is
 * installed (its process start included). Prints medians and ratios. Run: npm run bench -- pdf
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { present } from "../src/domain/present.ts";
import { openPdf } from "../src/pdf/document.ts";
import { combinePdfs } from "../src/pdf/operations/combine.ts";
import { splitPdf } from "../src/pdf/operations/split.ts";
import { report } from "./pdf-files.ts";

const ROUNDS = 7;
const RANGE = "101, 301, 501, 701, 901, 1101, 1201, 1301, 1401, 1501";

async function median(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return present(times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]);
}

function print(title: string, results: Record<string, number | undefined>): void {
  console.log(title);
  const own = present(results["this core"]);
  for (const [who, milliseconds] of Object.entries(results)) {
    if (milliseconds === undefined) console.log(`  ${who.padEnd(10)} not installed`);
    else
      console.log(
        `  ${who.padEnd(10)} ${milliseconds.toFixed(1).padStart(8)} ms   ${(milliseconds / own).toFixed(2)} x`,
      );
  }
}

const folder = mkdtempSync(path.join(tmpdir(), "bench-pdf-"));
const file = (fileName: string) => path.join(folder, fileName);
let hasQpdf = true;
try {
  execFileSync("qpdf", ["--version"], { stdio: "ignore" });
} catch {
  hasQpdf = false;
}
const qpdf = async (...parameters: string[]) =>
  hasQpdf ? median(() => execFileSync("qpdf", parameters, { stdio: "ignore" })) : undefined;

try {
  const big = report(1600, 1);
  writeFileSync(file("big.pdf"), big);
  const indices = RANGE.split(",").map((page) => Number(page) - 1);
  print(`Extract 10 of 1,600 pages (${(big.length / 1e6).toFixed(1)} MB), file to file`, {
    "this core": await median(() => {
      for (const part of splitPdf(readFileSync(file("big.pdf")), { name: "big.pdf", extract: RANGE }).files) {
        writeFileSync(file("own.pdf"), part.bytes);
      }
    }),
    "pdf-lib": await median(async () => {
      const source = await PDFDocument.load(readFileSync(file("big.pdf")));
      const target = await PDFDocument.create();
      for (const page of await target.copyPages(source, indices)) target.addPage(page);
      writeFileSync(file("lib.pdf"), await target.save());
    }),
    qpdf: await qpdf(file("big.pdf"), "--pages", ".", RANGE.replaceAll(" ", ""), "--", file("qpdf.pdf")),
  });
  if (openPdf(readFileSync(file("own.pdf"))).pages.length !== indices.length) throw new Error("pages are missing");

  const names = Array.from({ length: 20 }, (_, index) => `part-${index}.pdf`);
  for (const [index, partName] of names.entries()) writeFileSync(file(partName), report(40, index + 2));
  print("Combine 20 files of 40 pages, file to file", {
    "this core": await median(() => {
      const inputs = names.map((partName) => ({ name: partName, bytes: readFileSync(file(partName)) }));
      writeFileSync(file("own.pdf"), combinePdfs(inputs));
    }),
    "pdf-lib": await median(async () => {
      const target = await PDFDocument.create();
      for (const partName of names) {
        const source = await PDFDocument.load(readFileSync(file(partName)));
        for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
      }
      writeFileSync(file("lib.pdf"), await target.save());
    }),
    qpdf: await qpdf("--empty", "--pages", ...names.map(file), "--", file("qpdf.pdf")),
  });
} finally {
  rmSync(folder, { recursive: true });
}

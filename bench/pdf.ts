/**
 * Extracting 10 of 1,600 pages and combining 20 files: this core, pdf-lib's maintained fork, and qpdf where it is
 * installed (its process start included). Prints medians and ratios. Run: npm run bench:pdf
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { writeOutline } from "../src/pdf/assembly/outline.ts";
import { emptyDocument, openPdf } from "../src/pdf/document.ts";
import { deflate } from "../src/pdf/filters/flate.ts";
import { dict, name, PdfDict, PdfStream } from "../src/pdf/objects.ts";
import { combinePdfs } from "../src/pdf/operations/combine.ts";
import { splitPdf } from "../src/pdf/operations/split.ts";
import { writePages } from "../src/pdf/page-tree.ts";
import { standardFont } from "../src/pdf/text/standard-font.ts";
import { encodeText } from "../src/pdf/text-strings.ts";
import { writePdf } from "../src/pdf/writer.ts";

const ROUNDS = 7;
const RANGE = "101, 301, 501, 701, 901, 1101, 1201, 1301, 1401, 1501";

/** A report with text, an outline and a link on every page. */
function report(pageCount: number, seed: number): Uint8Array {
  const document = emptyDocument();
  const font = document.add(standardFont("Helvetica").dict);
  const resources = document.add(dict({ Font: new PdfDict([["F", font]]) }));
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pages = Array.from({ length: pageCount }, () => {
    let content = "BT /F 9 Tf 11 TL 50 780 Td\n";
    for (let line = 0; line < 60; line++) {
      const words = Array.from({ length: 12 }, () => random(1e6).toString(36));
      content += `(${words.join(" ")}) Tj T*\n`;
    }
    const stream = new PdfStream(dict({ Filter: name("FlateDecode") }), deflate(Buffer.from(`${content}ET`)));
    const entries = dict({ MediaBox: [0, 0, 595, 842], Resources: resources, Contents: document.add(stream) });
    return { ref: document.add(entries), dict: entries, inherited: new PdfDict() };
  });
  for (const page of pages) {
    const target = pages[random(pageCount)]!.ref;
    const link = dict({
      Type: name("Annot"),
      Subtype: name("Link"),
      Rect: [50, 50, 100, 70],
      Dest: [target, name("Fit")],
    });
    page.dict.set("Annots", [document.add(link)]);
  }
  writePages(document, pages);
  const items = pages
    .filter((_, index) => index % 8 === 0)
    .map((page, index) => ({
      entries: dict({ Title: encodeText(`Chapter ${index + 1}`), Dest: [page.ref, name("Fit")] }),
      isOpen: false,
      target: undefined,
      children: [],
    }));
  document.catalog.set("Outlines", writeOutline(document, items)!);
  return writePdf(document);
}

async function median(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
}

function print(title: string, results: Record<string, number | undefined>): void {
  console.log(title);
  const own = results["this core"]!;
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

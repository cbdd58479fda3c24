// Runs a benchmark by its name: `npm run bench -- pdf`, and the rest goes to it. Without a name: the list.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** Name of the file in this folder, and what it measures. */
const BENCHMARKS: Readonly<Record<string, string>> = {
  console: "the console's first load, and the editor from a key to the fresh PDF",
  deliveries: "how dead receivers slow the healthy ones down",
  html: "html documents to PDF, against puppeteer itself",
  lists: "how fast lists of many documents and runs answer",
  "long-life": "memory, files and latencies of eight merges a second, for an hour",
  load: "10 to 100 merges a second, and 2,000 queued ones",
  language: "the merge language, against liquidjs",
  office: "Office files to PDF, against LibreOffice (needs soffice)",
  "office-corpus": "each file of a corpus twice: the same bytes, what drew them, valid for qpdf (needs qpdf)",
  "office-memory": "heap of conversions of large Office files in workerd",
  pdf: "combine, split and encrypt, against pdf-lib and qpdf (needs qpdf)",
  "pdf-compress": "compression, against Ghostscript and qpdf (needs both)",
  "pdf-memory": "heap of the PDF tools in workerd",
  "pdf-sizes": "how large the PDFs of Office files are, and what object streams save (needs qpdf)",
  signed: "one merge to PDF/A-3a with e-invoice and signature",
  templates: "Word templates, against docxtemplater and easy-template-x",
  "templates-hostile": "how fast hostile templates are refused",
  "templates-limits": "the largest templates that an isolate holds",
  "templates-memory": "heap of merges in workerd",
  "templates-xlsx": "Excel templates, against xlsx-template",
};

const [name = "", ...rest] = process.argv.slice(2);
if (Object.hasOwn(BENCHMARKS, name)) {
  const file = path.join(import.meta.dirname, `${name}.ts`);
  spawn(process.execPath, [file, ...rest], { stdio: "inherit" }).once("close", (code) => process.exit(code ?? 1));
} else {
  if (name !== "") console.error(`There is no benchmark "${name}".`);
  console.log("npm run bench -- NAME\n");
  for (const [each, what] of Object.entries(BENCHMARKS)) console.log(`  ${each.padEnd(20)}${what}`);
  const unlisted = Object.keys(BENCHMARKS).filter(
    (each) => !fs.existsSync(path.join(import.meta.dirname, `${each}.ts`)),
  );
  if (unlisted.length > 0) console.error(`Not in bench/: ${unlisted.join(", ")}`);
  process.exit(name === "" ? 0 : 1);
}

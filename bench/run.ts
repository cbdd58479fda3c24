// Runs a benchmark by its name: `npm run bench -- pdf`, and the rest goes to it. Without a name: the list.
import { spawnSync } from "node:child_process";
import path from "node:path";

interface Bench {
  /** What is measured. */
  what: string;
  /** What it is measured against, in the same run. */
  against?: string;
  /** Programs without which it makes no sense. */
  needs?: readonly string[];
  /** The file in `cases`, if several are in one. */
  file?: string;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  console: { what: "the console's first load, and the editor from a key to the fresh PDF" },
  deliveries: { what: "how long healthy receivers wait beside dead ones", against: "the same without dead ones" },
  distance: { what: "merges of a Worker that is far from its database: calls and milliseconds" },
  fairness: { what: "merges of one workspace beside another that offers half of the capacity, and twice of it" },
  html: { what: "html documents to PDF, one by one and eight at once", against: "puppeteer itself" },
  language: { what: "the merge language, with and without parsing", against: "liquidjs" },
  lists: { what: "how fast lists of many documents and runs answer" },
  load: { what: "10 to 100 merges a second, and 2,000 queued ones" },
  "long-life": { what: "memory, files and latencies of eight merges a second, for an hour" },
  "many-runs": {
    what: "lists, merges and the alarm of a workspace with as many runs as are asked for",
    against: "one with 5,000",
  },
  office: { what: "files to PDF", against: "LibreOffice in three ways", needs: ["soffice"] },
  "office-corpus": { what: "each file of a corpus twice: the same bytes, valid for qpdf", needs: ["qpdf"] },
  "office-memory": { what: "memory of conversions of large Office files", file: "memory" },
  pdf: { what: "combine and split", against: "pdf-lib and qpdf" },
  "pdf-compress": { what: "compression of a folder", against: "Ghostscript", needs: ["gs"] },
  "pdf-memory": { what: "memory and processor time of the PDF tools", file: "memory" },
  "pdf-sizes": {
    what: "how large the PDFs of a corpus are",
    against: "the same without object streams, and references",
    needs: ["qpdf"],
    file: "office-corpus",
  },
  serve: {
    what: "memory and failures of ten merges a second under `npm run serve`, its end and start, and a restored copy",
  },
  signed: { what: "one merge to PDF/A-3a with e-invoice and signature" },
  templates: { what: "Word templates", against: "docxtemplater and easy-template-x" },
  "templates-hostile": { what: "how fast hostile templates are refused" },
  "templates-limits": { what: "memory of the largest merges where they hold most" },
  "templates-memory": { what: "memory of merges of 10,000 rows", file: "memory" },
  "templates-xlsx": { what: "Excel templates", against: "xlsx-template", file: "templates" },
  worker: { what: "the Worker's size and how long it takes to start" },
};

const [name = "", ...args] = process.argv.slice(2);
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (bench) {
  const absent = bench.needs?.filter((program) => spawnSync("which", [program], { stdio: "ignore" }).status !== 0);
  if (absent?.length) {
    console.error(`${name} needs ${absent.join(", ")}.`);
    process.exit(2);
  }
  console.log(bench.against ? `${name}: ${bench.what}, against ${bench.against}` : `${name}: ${bench.what}`);
  const { run } = await import(path.join(import.meta.dirname, "cases", `${bench.file ?? name}.ts`));
  // A goal that was missed is false.
  process.exit((await run(args, name)) === false ? 1 : 0);
}
if (name !== "") console.error(`There is no benchmark "${name}".`);
console.log("npm run bench -- NAME\n");
for (const [each, { what, against }] of Object.entries(BENCHES))
  console.log(`  ${each.padEnd(20)}${what}${against ? `, against ${against}` : ""}`);
process.exitCode = name === "" ? 0 : 1;

/**
 * Memory of conversions in workerd: a Word document of 400 pages of tables, one of a table of 340 pages, and a
 * presentation of 300 slides. Starts a service of its own with empty state, and keeps asking the isolate's inspector
 * for the JavaScript heap and the bytes of ArrayBuffers while the file is converted: the isolate answers every few
 * pages. "in use" is what is left after collecting garbage; "with garbage" is the most that was seen at all. What a
 * step makes and drops within itself shows in the growth of the process's peak memory, native memory and machine code
 * included. The goal is less than 96 MB in use above idle. Run: npm run bench -- office-memory [--only TEXT]
 */

import { parseArgs } from "node:util";
import { openPdf } from "../src/pdf/document.ts";
import { paragraph, presentation, wordDocument } from "../test/support/office-files.ts";
import {
  authorization,
  busiest,
  Inspector,
  startService,
  workerMeters,
} from "../test/support/servers/measured-service.ts";

const MB = 1024 * 1024;
const GOAL_BYTES = 96 * MB;
const ROWS_OF_A_PAGE = 54;
/** A little less than a page each: 400 pages. */
const TABLES = 430;
/** The longest that a table is read. */
const ROWS_OF_A_TABLE = 20_000;
const SLIDES = 300;

const cell = (text: string) =>
  `<w:tc><w:tcPr><w:tcW w:w="1872" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:spacing w:after="0"/></w:pPr><w:r><w:rPr><w:sz w:val="18"/></w:rPr><w:t>${text}</w:t></w:r></w:p></w:tc>`;
const row = (index: number) =>
  `<w:tr>${[`Item ${index}`, `SKU-${index * 7}`, `${(index * 37) % 1_000} pieces`, `${((index * 13) % 997) / 10}`, "in stock, ready"].map(cell).join("")}</w:tr>`;
const BORDERS = ["top", "left", "bottom", "right", "insideH", "insideV"]
  .map((edge) => `<w:${edge} w:val="single" w:sz="4" w:color="auto"/>`)
  .join("");
const table = (from: number, rows: number) =>
  `<w:tbl><w:tblPr><w:tblW w:w="9360" w:type="dxa"/><w:tblBorders>${BORDERS}</w:tblBorders></w:tblPr><w:tblGrid>${'<w:gridCol w:w="1872"/>'.repeat(5)}</w:tblGrid>${Array.from({ length: rows }, (_, index) => row(from + index)).join("")}</w:tbl>`;
const tables = (pages: number) =>
  Array.from(
    { length: pages },
    (_, page) => paragraph(`Table ${page}`) + table(page * ROWS_OF_A_PAGE, ROWS_OF_A_PAGE),
  ).join("");
const slide = (index: number) => ({
  text: Array.from({ length: 24 }, (_, line) => `Slide ${index}, line ${line}: what has to be said of it`).join("\n"),
});

const FILES: readonly { name: string; make: () => Uint8Array }[] = [
  { name: "tables.docx", make: () => wordDocument(tables(TABLES)) },
  { name: "one-table.docx", make: () => wordDocument(table(0, ROWS_OF_A_TABLE)) },
  { name: "slides.pptx", make: () => presentation(Array.from({ length: SLIDES }, (_, index) => slide(index))) },
];

async function convert(base: string, name: string, file: Uint8Array) {
  const started = performance.now();
  const response = await fetch(`${base}/api/tools/convert_to_pdf`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ file: { name, contents: Buffer.from(file).toString("base64") } }),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  const pdf = new Uint8Array(await response.arrayBuffer());
  return { pdf, milliseconds: performance.now() - started };
}

const { only = "" } = parseArgs({ options: { only: { type: "string" } } }).values;
const { base, service, inspectorPort, stop } = await startService();
try {
  const inspector = await Inspector.connect(inspectorPort);
  const meters = workerMeters(service);
  let isMet = true;
  console.log("file             pages  answer MB   seconds   in use MB   with garbage MB   process +MB");
  for (const { name, make } of FILES) {
    if (!name.includes(only)) continue;
    const file = make();
    const small = name.endsWith("pptx") ? presentation([slide(0)]) : wordDocument(tables(1));
    for (let count = 0; count < 4; count++) await convert(base, name, small);
    const meter = busiest(meters);
    // An idle isolate collects only with its next request.
    const collected = inspector.collectGarbage();
    await convert(base, name, small);
    await collected;
    const idle = await inspector.heapBytes();
    meter.resetPeak();
    const processBefore = meter.bytes("VmRSS");
    let answer = await convert(base, name, small);
    const withGarbage = await inspector.peakWithGarbage(async () => {
      answer = await convert(base, name, file);
    });
    const processBytes = meter.bytes("VmHWM") - processBefore;
    const inUse = await inspector.peakHeapBytes(async () => await convert(base, name, file));
    if (inUse - idle > GOAL_BYTES) isMet = false;
    const numbers = [
      String(openPdf(answer.pdf).pages.length).padStart(5),
      (answer.pdf.length / MB).toFixed(1).padStart(10),
      (answer.milliseconds / 1000).toFixed(1).padStart(9),
      ((inUse - idle) / MB).toFixed(0).padStart(11),
      ((withGarbage - idle) / MB).toFixed(0).padStart(17),
      (processBytes / MB).toFixed(0).padStart(13),
    ];
    console.log(`${name.padEnd(16)} ${numbers.join(" ")}   idle ${(idle / MB).toFixed(0)} MB`);
  }
  console.log(isMet ? "\nAll stay below 96 MB above idle." : "\nNot all stay below 96 MB above idle.");
  process.exitCode = isMet ? 0 : 1;
  inspector.close();
} finally {
  await stop();
}

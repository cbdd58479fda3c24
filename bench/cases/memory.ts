/**
 * Memory of one request after the other in workerd, which does not enforce its limit itself: `--only TEXT` takes those whose
 * name has it. The isolate's inspector is asked all the time for the JavaScript heap and the bytes of ArrayBuffers. "In use"
 * is what is left after collecting garbage, above the idle service; "with garbage" the most that was seen at all. An isolate
 * answers only between two steps of a request: what a step makes and drops within itself shows in the growth of the process's
 * peak memory, native memory and machine code included.
 */

import { docx, paragraph as line1, row, table } from "../../src/templates/testing/docx-builder.ts";
import { buildWorkbook } from "../../src/templates/xlsx/testing/workbook-builder.ts";
import { paragraph, presentation, wordDocument } from "../../test/support/office-files.ts";
import { AUTHORIZATION } from "../../test/support/servers/first-credentials.ts";
import { Inspector } from "../../test/support/servers/isolate-inspector.ts";
import { mergeAddress, postJson, startService } from "../../test/support/servers/measured-service.ts";
import { busiest, workerMeters } from "../../test/support/servers/process-meter.ts";
import { line, MB, pause, readOptions } from "../harness.ts";
import { report, scan } from "../pdf-files.ts";

type Send = () => Promise<Response>;

interface Measured {
  name: string;
  send: Send;
  /** A small request of the same kind. */
  small: Send;
  /** How often it is sent each time; default once. */
  rounds?: number;
}

interface Suite {
  /** What stays below so many bytes: in use, or with garbage, above the idle service or with it. */
  goal: { bytes: number; of: "inUse" | "withGarbage"; withIdle?: boolean };
  requests(base: string): AsyncIterable<Measured>;
}

const SUITES: Readonly<Record<string, Suite>> = {
  "office-memory": { goal: { bytes: 96 * MB, of: "inUse" }, requests: conversions },
  "templates-memory": { goal: { bytes: 64 * MB, of: "withGarbage" }, requests: merges },
  "pdf-memory": { goal: { bytes: 100e6, of: "inUse", withIdle: true }, requests: pdfTools },
};

export async function run(args: readonly string[], suite: keyof typeof SUITES): Promise<boolean> {
  const { goal, requests } = SUITES[suite] as Suite;
  const { only = "" } = readOptions(args, "only").values;
  const { base, pid, inspectorPort, stop } = await startService();
  let missed = 0;
  try {
    const inspector = await Inspector.connect(inspectorPort);
    const meters = workerMeters(pid);
    const heads = ["answer MB", "wall s", "CPU s", "in use MB", "with garbage MB", "process +MB", "idle MB"];
    line(["", 48], ...heads.map((head) => [head.padStart(15), 15] as const));
    for await (const { name, send, small, rounds = 1 } of requests(base)) {
      if (!name.includes(only)) continue;
      // Connections that ended while files were made are seen to be so.
      await pause(100);
      for (let count = 0; count < 4; count++) await read(small);
      const meter = busiest(meters);
      // An idle isolate collects only with its next request.
      const collected = inspector.collectGarbage();
      await read(small);
      await collected;
      const idle = await inspector.heapBytes();
      meter.resetPeak();
      const before = { bytes: meter.bytes("VmRSS"), cpuSeconds: meter.cpuSeconds() };
      const start = performance.now();
      let answer = { status: 0, bytes: 0 };
      const all = async () => {
        for (let round = 0; round < rounds; round++) answer = await read(send);
      };
      const withGarbage = (await inspector.peakWithGarbage(all)) - idle;
      const seconds = (performance.now() - start) / 1_000 / rounds;
      const cpuSeconds = (meter.cpuSeconds() - before.cpuSeconds) / rounds;
      const grown = meter.bytes("VmHWM") - before.bytes;
      const inUse = (await inspector.peakHeapBytes(all)) - idle;
      const judged = { inUse, withGarbage }[goal.of] + (goal.withIdle ? idle : 0);
      if (judged > goal.bytes) missed++;
      const numbers = [
        [answer.bytes / MB, 15, 1],
        [seconds, 15, 2],
        [cpuSeconds, 15, 2],
      ] as const;
      const memory = [inUse, withGarbage, grown, idle].map((bytes) => [bytes / MB, 15] as const);
      line([`${answer.status} ${name}`, 48], ...numbers, ...memory);
    }
    inspector.close();
  } finally {
    await stop();
  }
  const what = `${goal.of === "inUse" ? "in use" : "with garbage"}${goal.withIdle ? "" : " above the idle service"}`;
  console.log(`\n${missed} above the goal of ${(goal.bytes / MB).toFixed(0)} MB ${what}`);
  return missed === 0;
}

/** Its status, and the bytes of the answer, which nobody holds. */
async function read(send: Send): Promise<{ status: number; bytes: number }> {
  const response = await send();
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).byteLength;
  return { status: response.status, bytes };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** A Word document of some 400 pages of tables, one of a table as long as one is read, and a presentation. */
async function* conversions(base: string): AsyncGenerator<Measured> {
  const rowsOfPage = 54;
  const cell = (text: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="1872" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:spacing w:after="0"/></w:pPr><w:r><w:rPr><w:sz w:val="18"/></w:rPr><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const row = (index: number) =>
    `<w:tr>${[`Item ${index}`, `SKU-${index * 7}`, `${(index * 37) % 1_000} pieces`, `${((index * 13) % 997) / 10}`, "in stock, ready"].map(cell).join("")}</w:tr>`;
  const borders = ["top", "left", "bottom", "right", "insideH", "insideV"]
    .map((edge) => `<w:${edge} w:val="single" w:sz="4" w:color="auto"/>`)
    .join("");
  const tableOf = (from: number, rows: number) =>
    `<w:tbl><w:tblPr><w:tblW w:w="9360" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${'<w:gridCol w:w="1872"/>'.repeat(5)}</w:tblGrid>${Array.from({ length: rows }, (_, index) => row(from + index)).join("")}</w:tbl>`;
  const pages = (count: number) =>
    Array.from({ length: count }, (_, page) => paragraph(`Table ${page}`) + tableOf(page * rowsOfPage, rowsOfPage));
  const slides = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      text: Array.from({ length: 24 }, (_, at) => `Slide ${index}, line ${at}: what has to be said of it`).join("\n"),
    }));
  const convert = (name: string, file: Uint8Array) => {
    const body = { file: { name, contents: base64(file) } };
    return () => postJson(base, "/api/tools/convert_to_pdf", body);
  };
  const smallWord = convert("small.docx", wordDocument(pages(1).join("")));
  const smallSlides = convert("small.pptx", presentation(slides(1)));
  const [tables, long, talk] = ["tables.docx", "one-table.docx", "slides.pptx"] as const;
  yield { name: tables, send: convert(tables, wordDocument(pages(430).join(""))), small: smallWord };
  yield { name: long, send: convert(long, wordDocument(tableOf(0, 20_000))), small: smallWord };
  yield { name: talk, send: convert(talk, presentation(slides(300))), small: smallSlides };
}

/** Word and Excel templates (with formulas) of 5 columns, filled with 10,000 rows. */
async function* merges(base: string): AsyncGenerator<Measured> {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    name: `Product ${index}`,
    sku: `SKU-${index * 7}`,
    qty: (index % 9) + 1,
    price: ((index * 37) % 1_000) / 10,
  }));
  const heads = ["Name", "SKU", "Qty", "Price", "Amount"];
  const [A1, B1, C1, D1, E1] = heads as [string, string, string, string, string];
  const [A2, B2, C2, D2, F2] = ["{foreach $rows as $r}{$r.name}", "{$r.sku}", "{$r.qty}", "{$r.price}", "{/foreach}"];
  const cells = { A1, B1, C1, D1, E1, A2, B2, C2, D2, E2: "=C2*D2", F2, A3: "Total", E3: "=SUM(E2:E2)" };
  const templates = {
    docx: docx({
      body: table(row(...heads), row(A2, B2, C2, D2, "{$r.qty*$r.price}{/foreach}")) + line1("{$rows|count} rows"),
    }),
    xlsx: buildWorkbook({ sharesStrings: true, sheets: [{ name: "Report", cells }] }),
  };
  for (const [type, file] of Object.entries(templates)) {
    const address = await mergeAddress(base, { name: type, type, output: type, file_contents: base64(file) });
    const merge = (count: number) => () => postJson(base, address, { rows: rows.slice(0, count) });
    yield { name: `${type} of ${rows.length} rows`, send: merge(rows.length), small: merge(20), rounds: 8 };
  }
}

const PDF_TOOLS: readonly (readonly [name: string, tool: string, fields: Readonly<Record<string, string>>])[] = [
  ["pdf_info", "pdf_info", {}],
  ["split, extract 3", "split_pdf", { extract: "1, 3, 5" }],
  ["split, single pages", "split_pdf", {}],
  ["combine", "combine", { output: "pdf" }],
  ["encrypt_pdf", "encrypt_pdf", { password: "owner", user_password: "user" }],
  ["rotate_pdf", "rotate_pdf", { degrees: "90" }],
  ["stamp_pdf", "stamp_pdf", { text: "DRAFT" }],
  ["flatten_pdf", "flatten_pdf", {}],
  ["compress_pdf", "compress_pdf", {}],
];
/** Bytes that a JSON body may have as base64. */
const MAX_JSON_FILE = 29e6;

/** Each PDF tool on a scan of 20 MB, a report of 1,600 pages and a scan above the limits of what is held as a whole. */
async function* pdfTools(base: string): AsyncGenerator<Measured> {
  const files = { "scan 20 MB": scan(20e6), "report 1,600 pages": report(1600, 1), "scan 95 MB": scan(94e6) };
  const post = (tool: string, headers: Record<string, string>, body: string | FormData) =>
    fetch(`${base}/api/tools/${tool}`, { method: "POST", headers: { authorization: AUTHORIZATION, ...headers }, body });
  const asJson = (tool: string, fields: object, file: Uint8Array): Send => {
    const info = { name: "input.pdf", contents: base64(file) };
    const body = JSON.stringify({ ...fields, ...(tool === "combine" ? { files: [info] } : { file: info }) });
    return () => post(tool, { "content-type": "application/json" }, body);
  };
  // As people with large files do.
  const asMultipart = (tool: string, fields: Readonly<Record<string, string>>, file: Uint8Array): Send => {
    return () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const part = new File([file as Uint8Array<ArrayBuffer>], "input.pdf", { type: "application/pdf" });
      form.append(tool === "combine" ? "files[0]" : "file", part);
      return post(tool, {}, form);
    };
  };
  const small = asJson("compress_pdf", {}, report(20, 2));
  for (const [what, file] of Object.entries(files)) {
    for (const [name, tool, fields] of PDF_TOOLS) {
      yield { name: `${what}, multipart, ${name}`, send: asMultipart(tool, fields, file), small };
      if (file.length <= MAX_JSON_FILE)
        yield { name: `${what}, JSON, ${name}`, send: asJson(tool, fields, file), small };
    }
  }
}

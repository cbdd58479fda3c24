/**
 * Office files to PDF: the service against LibreOffice on the same machine, in the same run.
 *
 *   npm run bench:office -- [--corpus DIR] [--files 9] [--base-url URL --key KEY --secret SECRET]
 *
 * Without a corpus the files are made here; from one (`DIR/docx`, `DIR/pptx`, ... or files) every n-th is taken. Prints
 * for each file the best of three conversions by the service, `soffice --headless --convert-to pdf` started for it, and
 * a listener that is running already: the same call finds it and hands its files over, once with the file and once with
 * five copies of it, because the first file that a listener gets makes it load its filters. Then the medians with their ratios, and a docx of 100 pages.
 * Goals: 5x faster than soffice started per file, faster than one that is kept, 100 pages in under 5 s.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openPdf } from "../src/pdf/document.ts";
import { paragraph, presentation, wordDocument } from "../test/support/office-files.ts";
import { type ConvertingService, convertingService } from "./converting-service.ts";

const ATTEMPTS = 3;
const COPIES = 5;
const WARM_UPS = 2;
const LISTENER_PORT = 2_102;
const LISTENER_START_MS = 30_000;

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string" },
    files: { type: "string", default: "9" },
    "base-url": { type: "string" },
    key: { type: "string", default: "" },
    secret: { type: "string", default: "" },
  },
});

interface Measured {
  ours: number;
  started: number;
  /** One call that a listener serves. */
  kept: number;
  /** A fifth of a call with five copies: without the loading of libraries and the start of a client. */
  batch: number;
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "bench-office-"));
const baseUrl = options["base-url"];
const service = await convertingService(baseUrl ? { baseUrl, key: options.key, secret: options.secret } : undefined);
try {
  const files = options.corpus ? sampleOf(options.corpus, Number(options.files)) : ownFiles();
  for (let count = 0; count < WARM_UPS; count++) await service.convert(files[0]!);
  const rows: Measured[] = [];
  for (const file of files) {
    const row = await measure(service, file);
    if (row) rows.push(row);
  }
  report(rows);
  await measureLongDocument(service);
} finally {
  await service.close();
  fs.rmSync(scratch, { recursive: true });
}

async function measure(converting: ConvertingService, file: string): Promise<Measured | undefined> {
  const name = path.basename(file).slice(0, 40).padEnd(40);
  const ours = await bestConversion(converting, file);
  if (ours === undefined) {
    console.log(`${name} not converted by the service`);
    return undefined;
  }
  const started = soffice([file]);
  const copies = Array.from({ length: COPIES }, (_, index) => {
    const copy = path.join(scratch, `${index}${path.extname(file)}`);
    fs.copyFileSync(file, copy);
    return copy;
  });
  const kept = await withListener(() => soffice([file]));
  const batch = await withListener(() => soffice(copies) / COPIES);
  console.log(
    `${name} docloom ${ms(ours)}  soffice started ${ms(started)}  kept ${ms(kept)}  kept, of five ${ms(batch)}`,
  );

  return { ours, started, kept, batch };
}

async function bestConversion(converting: ConvertingService, file: string): Promise<number | undefined> {
  let best: number | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { pdf, milliseconds } = await converting.convert(file);
    if (!pdf) return undefined;
    best = Math.min(best ?? milliseconds, milliseconds);
  }
  return best;
}

/** Milliseconds of one call that converts the files. */
function soffice(files: readonly string[]): number {
  const profile = `-env:UserInstallation=file://${scratch}/profile`;
  const output = path.join(scratch, "out");
  fs.rmSync(output, { recursive: true, force: true });
  const start = performance.now();
  const { status } = spawnSync(
    "soffice",
    [profile, "--headless", "--convert-to", "pdf", "--outdir", output, ...files],
    { stdio: "ignore", timeout: 120_000 },
  );
  const milliseconds = performance.now() - start;
  if (status !== 0 || fs.readdirSync(output).length !== files.length)
    throw new Error("soffice is missing or did not convert; it is what the service is compared with.");
  return milliseconds;
}

async function withListener(measured: () => number): Promise<number> {
  const listener = await startListener();
  try {
    return measured();
  } finally {
    listener.kill();
    while (await isListening(LISTENER_PORT)) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Starts soffice with an open port and waits until it listens; it quits when the call it served is done. */
async function startListener(): Promise<ChildProcess> {
  const profile = `-env:UserInstallation=file://${scratch}/profile`;
  const accept = `--accept=socket,host=127.0.0.1,port=${LISTENER_PORT};urp;`;
  const listener = spawn("soffice", [profile, "--headless", "--norestore", accept], { stdio: "ignore" });
  const deadline = Date.now() + LISTENER_START_MS;
  while (!(await isListening(LISTENER_PORT))) {
    if (Date.now() > deadline) throw new Error("soffice does not listen.");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return listener;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

function report(rows: readonly Measured[]): void {
  const median = (select: (row: Measured) => number) =>
    rows.map(select).toSorted((left, right) => left - right)[rows.length >> 1] ?? Number.NaN;
  const ours = median((row) => row.ours);
  const compare = (what: string, theirs: number, goal: string) =>
    console.log(
      `${what.padEnd(34)} ${ms(theirs).padStart(8)}  docloom is ${(theirs / ours).toFixed(1)}x as fast${goal}`,
    );
  console.log(`\nmedian of ${rows.length} files: docloom ${ms(ours)}`);
  compare(
    "soffice started for each file",
    median((row) => row.started),
    " (goal 5x)",
  );
  compare(
    "soffice kept, a call for each file",
    median((row) => row.kept),
    " (goal above 1x)",
  );
  compare(
    "soffice kept, five files in a call",
    median((row) => row.batch),
    "",
  );
}

async function measureLongDocument(converting: ConvertingService): Promise<void> {
  const file = path.join(scratch, "100-pages.docx");
  fs.writeFileSync(file, longDocument(100));
  const { pdf, milliseconds, failure } = await converting.convert(file);
  const pages = pdf ? `${openPdf(pdf).pages.length} pages` : failure;
  console.log(`100-page docx: ${ms(milliseconds)} (${pages}; goal under 5,000 ms)`);
}

function ownFiles(): string[] {
  const files: Record<string, Uint8Array> = {
    "letter.docx": wordDocument(Array.from({ length: 12 }, (_, index) => paragraph(sentence(index))).join("")),
    "report.docx": longDocument(10),
    "talk.pptx": presentation(Array.from({ length: 10 }, (_, index) => ({ text: sentence(index).slice(0, 60) }))),
  };
  return Object.entries(files).map(([name, bytes]) => {
    const file = path.join(scratch, name);
    fs.writeFileSync(file, bytes);
    return file;
  });
}

function longDocument(pages: number): Uint8Array {
  const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const row = (index: number) => `<w:tr>${cell(`Item ${index}`)}${cell(`${index * 3}`)}${cell("open")}</w:tr>`;
  const table = `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>${[1, 2, 3, 4].map(row).join("")}</w:tbl>`;
  const body = Array.from({ length: pages }, (_, page) => {
    const opening = `<w:p><w:pPr>${page > 0 ? "<w:pageBreakBefore/>" : ""}</w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>Chapter ${page + 1}</w:t></w:r></w:p>`;
    const text = Array.from({ length: 10 }, (_, index) => paragraph(sentence(page * 10 + index)));
    return opening + text.join("") + table;
  });
  return wordDocument(body.join(""));
}

function sentence(index: number): string {
  const words = ["paper", "river", "market", "winter", "letter", "garden", "signal", "harbor", "window", "copper"];
  return Array.from({ length: 32 }, (_, place) => words[(index * 7 + place * 3) % words.length]).join(" ");
}

/** Every n-th file of a corpus, by size, so that small and large ones are there. */
function sampleOf(corpus: string, count: number): string[] {
  const entries = fs.readdirSync(corpus, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(docx?|pptx?|xlsx?)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort((left, right) => fs.statSync(left).size - fs.statSync(right).size);
  const step = Math.max(1, files.length / count);
  return Array.from({ length: Math.min(count, files.length) }, (_, index) => files[Math.floor(index * step)]!);
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

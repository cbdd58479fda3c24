/**
 * Files to PDF: the service against LibreOffice on the same machine, in the same run.
 *
 *   npm run bench -- office [--corpus DIR] [--files 3] [--base-url URL --key KEY --secret SECRET]
 *
 * Files of each kind (docx, doc, xlsx, xls, pptx, ppt, jpeg, png, gif): made here, and from a corpus, when one is given
 * (`DIR/docx`, `DIR/pptx`, ... or files), so many of each kind, small and large ones. For each file the best of two
 * conversions, always: by the service over HTTP, by `soffice --headless --convert-to pdf` started for it, by a listening
 * soffice that unoconv asks (left out when unoconv is not installed), and inside one soffice that is kept and warm, without
 * socket and client (see warm-soffice.ts). Then the medians and their ratios, of all files and of each kind, and a docx of
 * 100 pages. Between the service's conversions there is a pause. Goals: 5x faster than soffice started per file, faster
 * than a listener, 100 pages in under 5 s.
 */

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { present } from "../src/domain/present.ts";
import { openPdf } from "../src/pdf/document.ts";
import { fileOfEachKind } from "../test/support/file-kinds.ts";
import { paragraph, presentation, wordDocument } from "../test/support/office-files.ts";
import { type ConvertingService, convertingService } from "../test/support/servers/converting-service.ts";
import { jpegPicture, pngPicture } from "./pictures.ts";
import { UnoconvListener } from "./unoconv-listener.ts";
import { warmConversions } from "./warm-soffice.ts";

/** Before and after the others. */
const ATTEMPTS = 1;
/** Files come one by one, as from people, not as fast as possible: the service opens its next tab between them. */
const PAUSE_MS = 400;
const STARTS = 2;
const WARM_UPS = 2;
const KINDS = /\.(?:docx?|xlsx?|pptx?|jpe?g|png|gif)$/;

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string" },
    files: { type: "string", default: "3" },
    "base-url": { type: "string" },
    key: { type: "string", default: "" },
    secret: { type: "string", default: "" },
  },
});

interface Measured {
  kind: string;
  ours: number;
  started: number;
  /** Undefined without unoconv. */
  listener: number | undefined;
  kept: number;
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "bench-office-"));
const baseUrl = options["base-url"];
const service = await convertingService(baseUrl ? { baseUrl, key: options.key, secret: options.secret } : undefined);
try {
  const files = [...ownFiles(), ...(options.corpus ? sampleOf(options.corpus, Number(options.files)) : [])];
  for (let count = 0; count < WARM_UPS; count++) await service.convert(present(files[0]));
  // Before and after the others, and the better one counts: a machine is rarely quiet for minutes.
  const before = await conversions(files);
  const kept = warmConversions(files, scratch);
  const listener = await listenerConversions(files);
  const after = await conversions(files);
  const ours = before.map((one, index) => one && Math.min(one, after[index] ?? one));
  const rows = files.flatMap((file, index) => measured(file, ours[index], kept[index], listener[index]) ?? []);
  console.log(`\nload of the machine in the last minutes: ${os.loadavg().map((load) => load.toFixed(1))}`);
  report(rows);
  await measureLongDocument(service);
} finally {
  await service.close();
  fs.rmSync(scratch, { recursive: true });
}

async function listenerConversions(files: readonly string[]): Promise<(number | undefined)[]> {
  const listener = await UnoconvListener.start(scratch);
  if (!listener) console.log("unoconv is not installed: no comparison with a listener");
  try {
    return files.map((file) => listener?.conversion(file));
  } finally {
    listener?.close();
  }
}

function measured(
  file: string,
  ours: number | undefined,
  kept: number | undefined,
  listener: number | undefined,
): Measured | undefined {
  const name = path.basename(file).slice(0, 40).padEnd(40);
  const kind = path.extname(file).slice(1);
  if (ours === undefined || kept === undefined) {
    console.log(`${name} not converted by ${ours === undefined ? "the service" : "soffice"}`);
    return undefined;
  }
  const started = Math.min(...Array.from({ length: STARTS }, () => soffice(file)));
  console.log(
    `${name} docloom ${ms(ours)}  soffice started ${ms(started)}  listener ${ms(listener)}  kept ${ms(kept)}`,
  );

  return { kind, ours, started, listener, kept };
}

async function conversions(files: readonly string[]): Promise<(number | undefined)[]> {
  const times: (number | undefined)[] = [];
  for (const file of files) times.push(await bestConversion(service, file));
  return times;
}

async function bestConversion(converting: ConvertingService, file: string): Promise<number | undefined> {
  let best: number | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await wait(PAUSE_MS);
    const { pdf, milliseconds } = await converting.convert(file);
    if (!pdf) return undefined;
    best = Math.min(best ?? milliseconds, milliseconds);
  }
  return best;
}

/** Milliseconds of a soffice that is started for the file. */
function soffice(file: string): number {
  const profile = `-env:UserInstallation=file://${scratch}/profile`;
  const output = path.join(scratch, "out");
  fs.rmSync(output, { recursive: true, force: true });
  const start = performance.now();
  const { status } = spawnSync("soffice", [profile, "--headless", "--convert-to", "pdf", "--outdir", output, file], {
    stdio: "ignore",
    timeout: 120_000,
  });
  const milliseconds = performance.now() - start;
  if (status !== 0 || fs.readdirSync(output).length !== 1)
    throw new Error("soffice is missing or did not convert; it is what the service is compared with.");
  return milliseconds;
}

function report(rows: readonly Measured[]): void {
  console.log("\nmedians                docloom   soffice started      listener, unoconv    inside a warm soffice");
  const groups = Map.groupBy(rows, ({ kind }) => kind);
  for (const [kind, group] of [...groups, ["all", rows] as const]) {
    const ours = median(group.map((row) => row.ours));
    const against = (theirs: number) => `${ms(theirs).padStart(9)} (${(theirs / ours).toFixed(1)}x)`.padEnd(20);
    const started = against(median(group.map((row) => row.started)));
    const listened = group.flatMap((row) => row.listener ?? []);
    const listener = listened.length > 0 ? against(median(listened)) : "-".padEnd(20);
    const kept = against(median(group.map((row) => row.kept)));
    console.log(
      `${kind.padEnd(6)} ${String(group.length).padStart(3)} files ${ms(ours).padStart(11)} ${started} ${listener} ${kept}`,
    );
  }
  console.log("goals: 5x against soffice started for each file, above 1x against a listener");
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

async function measureLongDocument(converting: ConvertingService): Promise<void> {
  const file = path.join(scratch, "100-pages.docx");
  fs.writeFileSync(file, longDocument(100));
  const { pdf, milliseconds, failure } = await converting.convert(file);
  const pages = pdf ? `${openPdf(pdf).pages.length} pages` : failure;
  console.log(`100-page docx: ${ms(milliseconds)} (${pages}; goal under 5,000 ms)`);
}

function ownFiles(): string[] {
  const kinds = Object.entries(fileOfEachKind()).filter(([name]) => KINDS.test(name));
  const files: Record<string, Uint8Array> = {
    "letter.docx": wordDocument(Array.from({ length: 12 }, (_, index) => paragraph(sentence(index))).join("")),
    "report.docx": longDocument(10),
    "slides.pptx": presentation(Array.from({ length: 10 }, (_, index) => ({ text: sentence(index).slice(0, 60) }))),
    ...Object.fromEntries(kinds.filter(([name]) => !/\.(?:docx|jpe?g|png)$/.test(name))),
    "photo.jpeg": jpegPicture(1_600, 1_200),
    "photo.jpg": jpegPicture(800, 600),
    "logo.png": pngPicture(800, 600),
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

/** This many files of each kind from a corpus, small and large ones. */
function sampleOf(corpus: string, count: number): string[] {
  const entries = fs.readdirSync(corpus, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && KINDS.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort((left, right) => fs.statSync(left).size - fs.statSync(right).size);
  return [...Map.groupBy(files, (file) => path.extname(file)).values()].flatMap((group) => {
    const step = group.length / Math.min(count, group.length);
    return Array.from({ length: Math.min(count, group.length) }, (_, index) =>
      present(group[Math.floor((index + 0.5) * step)]),
    );
  });
}

function ms(value: number | undefined): string {
  return value === undefined ? "-" : `${value.toFixed(0)} ms`;
}

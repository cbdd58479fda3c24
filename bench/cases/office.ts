/**
 * Files to PDF: `[--corpus DIR] [--files 3] [--base-url URL --key KEY --secret SECRET]`. Files of each kind are made here,
 * and from a corpus so many of each, small and large ones. The service converts them before and after the others, with a
 * pause between files as from people, and the better time counts. A call has its own cost (sockets, processes, credentials), which a
 * program that is asked inside its own process has not: it is measured with the smallest picture, and the ratio of all files is
 * printed without it, too. Goals: 5x faster than soffice started per file, faster than a listener, 100 pages in under 5 s.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { present } from "../../src/domain/present.ts";
import { JpegEncoder } from "../../src/image/jpeg/jpeg-encode.ts";
import { writePng } from "../../src/image/png/write-png.ts";
import { gif } from "../../src/image/testing/image-files.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { fileOfEachKind } from "../../test/support/file-kinds.ts";
import { paragraph, presentation, wordDocument } from "../../test/support/office-files.ts";
import type { ConvertingService } from "../../test/support/servers/converting-service.ts";
import { filesOf, line, median, pause, readOptions, withConversions, withScratch } from "../harness.ts";
import { UnoconvListener } from "../soffice/unoconv-listener.ts";
import { startedConversion, warmConversions } from "../soffice/warm-soffice.ts";

const PAUSE_MS = 400;
const WARM_UPS = 2;
const CALLS = 15;
const KINDS = /\.(?:docx?|xlsx?|pptx?|jpe?g|png|gif)$/;
const PEERS = ["soffice started", "listener, unoconv", "inside a warm soffice"] as const;

interface Row {
  kind: string;
  ours: number;
  /** By PEERS; undefined without unoconv. */
  theirs: (number | undefined)[];
}

const ms = (value: number | undefined): string => (value === undefined ? "-" : `${value.toFixed(0)} ms`);

export const run = (args: readonly string[]): Promise<void> =>
  withScratch((scratch) => {
    const { values } = readOptions(args, "corpus", "files");
    return withConversions(values, async (service) => {
      const corpus = values.corpus ? sampleOf(values.corpus, Number(values.files ?? 3)) : [];
      const files = [...ownFiles(scratch), ...corpus];
      for (let count = 0; count < WARM_UPS; count++) await service.convert(present(files[0]));
      const smallest = path.join(scratch, "smallest", "dot.gif");
      fs.mkdirSync(path.dirname(smallest));
      fs.writeFileSync(smallest, gif);
      const calls = await conversions(service, Array<string>(CALLS).fill(smallest));
      const callMs = median(calls.filter((call) => call !== undefined));
      const before = await conversions(service, files);
      const warm = warmConversions(files, scratch);
      const listener = await UnoconvListener.start(scratch);
      if (!listener) console.log("unoconv is not installed: no comparison with a listener");
      const listened = files.map((file) => listener?.conversion(file));
      listener?.close();
      const after = await conversions(service, files);
      const rows = files.flatMap((file, index): Row[] => {
        const ours = before[index] && Math.min(before[index], after[index] ?? Number.POSITIVE_INFINITY);
        const name = path.basename(file).slice(0, 40).padEnd(40);
        if (ours === undefined || warm[index] === undefined) {
          console.log(`${name} not converted by ${ours === undefined ? "the service" : "soffice"}`);
          return [];
        }
        const theirs = [startedConversion(file, scratch), listened[index], warm[index]];
        console.log(`${name} docloom ${ms(ours)}  ${PEERS.map((peer, at) => `${peer} ${ms(theirs[at])}`).join("  ")}`);
        return [{ kind: path.extname(file).slice(1), ours, theirs }];
      });
      console.log(`\nload of the machine in the last minutes: ${os.loadavg().map((load) => load.toFixed(1))}`);
      report(rows, callMs);
      const long = path.join(scratch, "100-pages.docx");
      fs.writeFileSync(long, longDocument(100));
      const { pdf, milliseconds, failure } = await service.convert(long);
      const pages = pdf ? `${openPdf(pdf).pages.length} pages` : failure;
      console.log(`100-page docx: ${ms(milliseconds)} (${pages}; goal under 5,000 ms)`);
    });
  });

/** Undefined for files that are refused. */
async function conversions(service: ConvertingService, files: readonly string[]): Promise<(number | undefined)[]> {
  const times: (number | undefined)[] = [];
  for (const file of files) {
    await pause(PAUSE_MS);
    const { pdf, milliseconds } = await service.convert(file);
    times.push(pdf ? milliseconds : undefined);
  }
  return times;
}

function report(rows: readonly Row[], callMs: number): void {
  line(["\nmedians", 18], ["docloom", 12], ...PEERS.map((peer) => [peer, 24] as const));
  for (const [kind, group] of [...Map.groupBy(rows, (row) => row.kind), ["all", rows] as const]) {
    const ours = median(group.map((row) => row.ours));
    const against = PEERS.map((_, at) => {
      const theirs = median(group.flatMap((row) => row.theirs[at] ?? []));
      return [Number.isNaN(theirs) ? "-" : `${ms(theirs)} (${(theirs / ours).toFixed(1)}x)`, 24] as const;
    });
    line([`${kind.padEnd(6)} ${group.length} files`, 17], [ms(ours), 12], ...against);
  }
  const [all, warm] = [median(rows.map((row) => row.ours)), median(rows.flatMap((row) => row.theirs[2] ?? []))];
  const without = (warm / (all - callMs)).toFixed(1);
  console.log(
    `a call by itself (the smallest picture): ${ms(callMs)}; without it all files are ${without}x the warm soffice`,
  );
  console.log("goals: 5x against soffice started for each file, above 1x against a listener");
}

/** A photograph's shade at a point: smooth, with some grain. */
const shade = (x: number, y: number) =>
  (128 + 60 * Math.sin(x / 90) + 50 * Math.cos(y / 70) + ((x * 31 + y * 17) % 11)) & 255;

function jpeg(width: number, height: number): Uint8Array {
  const samples = Uint8ClampedArray.from({ length: width * height }, (_, at) =>
    shade(at % width, Math.floor(at / width)),
  );
  return new JpegEncoder([{ width, height, stride: width, samples }], false).encode(85, undefined);
}

function png(widthPixels: number, heightPixels: number): Uint8Array {
  const samples = Uint8Array.from({ length: 3 * widthPixels * heightPixels }, (_, at) =>
    shade(Math.floor(at / 3) % widthPixels, Math.floor(at / 3 / widthPixels) * (1 + (at % 3))),
  );
  return writePng({ widthPixels, heightPixels, kind: "rgb", samples });
}

function ownFiles(scratch: string): string[] {
  const kinds = Object.entries(fileOfEachKind()).filter(([name]) => KINDS.test(name));
  const files: Record<string, Uint8Array> = {
    "letter.docx": wordDocument(Array.from({ length: 12 }, (_, index) => paragraph(sentence(index))).join("")),
    "report.docx": longDocument(10),
    "slides.pptx": presentation(Array.from({ length: 10 }, (_, index) => ({ text: sentence(index).slice(0, 60) }))),
    ...Object.fromEntries(kinds.filter(([name]) => !/\.(?:docx|jpe?g|png)$/.test(name))),
    "photo.jpeg": jpeg(1_600, 1_200),
    "photo.jpg": jpeg(800, 600),
    "logo.png": png(800, 600),
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
  const table = `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid>${'<w:gridCol w:w="3000"/>'.repeat(3)}</w:tblGrid>${[1, 2, 3, 4].map(row).join("")}</w:tbl>`;
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
  const files = filesOf(corpus, KINDS).sort((left, right) => fs.statSync(left).size - fs.statSync(right).size);
  return [...Map.groupBy(files, (file) => path.extname(file)).values()].flatMap((group) => {
    const step = group.length / Math.min(count, group.length);
    return Array.from({ length: Math.min(count, group.length) }, (_, index) =>
      present(group[Math.floor((index + 0.5) * step)]),
    );
  });
}

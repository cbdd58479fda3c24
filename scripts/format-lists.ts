/**
 * Lists which records of the old formats are read (docs/formats/*.md), drawn from the tables of names and from the code that uses them,
 * what files may hold and cost (docs/limits.md), and what merges need and cost (docs/scale-model.md). Fails if a page is not what the code does.
 *
 *   npm run formats              checks
 *   npm run formats -- --write   writes the pages
 */
import fs from "node:fs";
import path from "node:path";
import { FIB_TABLES } from "../src/binary/doc/fib-tables.ts";
import { SPRM } from "../src/binary/doc/properties/sprm-codes.ts";
import { LIMITS } from "../src/domain/limits.ts";
import { BUDGET_S, MOST_QUEUED_S, MOST_S, OUTPUT_OF_A_SECOND, WORK_UNITS } from "../src/domain/work-meter.ts";
import { EMF_HANDLERS } from "../src/metafile/emf-handlers.ts";
import { EMF_RECORDS } from "../src/metafile/emf-records.ts";
import { PICT_HANDLERS } from "../src/metafile/pict-handlers.ts";
import { PICT } from "../src/metafile/pict-operations.ts";
import { WMF_WINDOW_RECORDS } from "../src/metafile/wmf.ts";
import { WMF_HANDLERS } from "../src/metafile/wmf-handlers.ts";
import { WMF_RECORDS } from "../src/metafile/wmf-records.ts";
import { readScalePage, scaleModel } from "./scale-model.ts";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, "docs");

type Names = Readonly<Record<string, number>>;

const code = (value: number, digits: number): string => `0x${value.toString(16).padStart(digits, "0").toUpperCase()}`;

/** Two lists of one table: the names that are read, and the others. */
function lists(names: Names, isRead: (name: string) => boolean, digits: number): string {
  const entries = Object.entries(names);
  const list = (wanted: boolean) =>
    entries
      .filter(([name]) => isRead(name) === wanted)
      .map(([name, value]) => `\`${name}\` (${code(value, digits)})`)
      .join(", ");
  const read = entries.filter(([name]) => isRead(name)).length;
  return `Read, ${read} of ${entries.length}: ${list(true) || "none"}.\n\nPassed over: ${list(false) || "none"}.`;
}

/** The files that only say where modifiers begin and end. */
const MECHANICS: ReadonlySet<string> = new Set(["sprm.ts", "sprm-codes.ts", "piece-modifier.ts"]);

/** The names that the source files of a folder use, except tests: the first group of `use`. */
function usesIn(source: string, use: RegExp): ReadonlySet<string> {
  const files = fs
    .readdirSync(path.join(root, source), { recursive: true, encoding: "utf8" })
    .filter(
      (name) => name.endsWith(".ts") && !/\.test\.ts$|\btesting\b/.test(name) && !MECHANICS.has(path.basename(name)),
    );
  const text = files.map((name) => fs.readFileSync(path.join(root, source, name), "utf8")).join("\n");
  return new Set([...text.matchAll(use)].map(([, name = ""]) => name));
}

function withPrefix(names: Names, prefix: string): Names {
  return Object.fromEntries(Object.entries(names).filter(([name]) => name.startsWith(prefix)));
}

function metafiles(): string {
  const window: ReadonlySet<string> = new Set(WMF_WINDOW_RECORDS);
  return `# Metafiles

\`src/metafile\` draws these records; the others are passed over by their length.

## EMF (MS-EMF 2.1.1)

${lists(EMF_RECORDS, (name) => name in EMF_HANDLERS || name === "EMR_HEADER" || name === "EMR_EOF", 2)}

## WMF (MS-WMF 2.1.1.1)

${lists(WMF_RECORDS, (name) => name in WMF_HANDLERS || window.has(name) || name === "META_EOF", 4)}

## PICT (Inside Macintosh: Imaging With QuickDraw, table A-2)

${lists(PICT, (name) => name in PICT_HANDLERS || name === "OpEndPic", 2)}
`;
}

function wordBinary(): string {
  const uses = usesIn("src/binary/doc", /\b(sprm[A-Z]\w*)(?=[:,;\])]| [=)])/g);
  const tables = usesIn("src/binary/doc", /"(\w+)"/g);
  const section = (title: string, names: Names) => `## ${title}\n\n${lists(names, (name) => uses.has(name), 4)}`;
  return `# Word 97-2003

\`src/binary/doc\` turns the property modifiers of MS-DOC 2.6 into WordprocessingML; those that are passed over do not
change what is laid out here, or cannot be said in it.

${[
  section("Characters (2.6.1)", withPrefix(SPRM, "sprmC")),
  section("Paragraphs (2.6.2)", withPrefix(withoutPrefix(SPRM, "sprmPic"), "sprmP")),
  section("Tables (2.6.3)", withPrefix(SPRM, "sprmT")),
  section("Sections (2.6.4)", withPrefix(SPRM, "sprmS")),
  section("Pictures (2.6.5)", withPrefix(SPRM, "sprmPic")),
].join("\n\n")}

## Tables of the file (2.5.6, by their order)

${lists(FIB_TABLES, (name) => tables.has(name), 2)}
`;
}

function withoutPrefix(names: Names, prefix: string): Names {
  return Object.fromEntries(Object.entries(names).filter(([name]) => !name.startsWith(prefix)));
}

const number = (value: number): string => value.toLocaleString("en-US");

/** What a page says of outputs that let a call cost more. */
const OUTPUTS: Readonly<Record<keyof typeof OUTPUT_OF_A_SECOND, string>> = {
  page: "pages drawn or written",
  cell: "cells drawn",
  fileByte: "bytes of a PDF that is read",
  scanPixel: "pixels of scans compressed",
};

/** Bounds from this on are listed. */
const LISTED_FROM = 1_000_000;
/** A bound beside its use, with the comment before it: a number, or a product of some. */
const BOUND = /(?:\/\*\* ([^\n]*) \*\/\n)?^(?:export )?const (MAX_(?!\w*_MS\b)\w+) = ([\d_]+(?: \* [\d_]+)*);/gm;

/** The large bounds of the code that are not in the table of limits: value, name and file. */
function boundsInCode(): string {
  const files = fs
    .readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|\btesting\b/.test(name))
    .sort();
  const rows = files.flatMap((file) => {
    const text = fs.readFileSync(path.join(root, "src", file), "utf8");
    return [...text.matchAll(BOUND)].flatMap(([, why = "", name = "", product = ""]) => {
      const value = product.split(" * ").reduce((result, factor) => result * Number(factor.replaceAll("_", "")), 1);
      return value < LISTED_FROM ? [] : [`| ${number(value)} | \`${name}\`, \`${file}\` | ${why} |`];
    });
  });
  return rows.join("\n");
}

function limits(): string {
  const held = Object.values(LIMITS).map(({ most, of, why }) => `| ${number(most)} | ${of} | ${why} |`);
  const units = Object.values(WORK_UNITS).map(
    ([nanoseconds, many]) => `| ${many.replace(/,$/, "")} | ${number(nanoseconds)} |`,
  );
  const outputs = Object.entries(OUTPUT_OF_A_SECOND).map(
    ([output, count]) => `| ${OUTPUTS[output as keyof typeof OUTPUT_OF_A_SECOND]} | ${number(count)} |`,
  );
  return `# Limits of files

What a file may hold and what a call may cost. Drawn from \`src/domain/limits.ts\` and \`src/domain/work-meter.ts\`; sizes of requests are in the
README. Past a limit the answer is 422, [too_complex](errors/too_complex.md) or [pdf_too_complex](errors/pdf_too_complex.md), and its message
says what there is too much of, and where; pictures that are too large are refused with [file_too_large](errors/file_too_large.md), left out with
a warning, or left as they are where they were to be made smaller.

## Processor time

A call has ${BUDGET_S} seconds of a core of 2026. It grows with what comes out, up to ${MOST_S} seconds, and up to ${MOST_QUEUED_S} where nobody waits for the answer
(\`Prefer: respond-async\`). A second more for each:

| | |
|---|---|
${outputs.join("\n")}

Time cannot be looked at while an isolate computes, so work is counted in units. \`npm run tools -- calibrate\` measures what one costs, in nanoseconds:

| | |
|---|---|
${units.join("\n")}

What compressing does to a picture or a stream, and the check of a certificate, can be left out: past its part of the budget the picture stays as it
is, and the certificate is one of which the answer says that it was not checked.

## What is held in memory, and what others have to draw

| | of | why |
|---|---|---|
${held.join("\n")}

## Bounds in the code

Bounds of a million and more that are beside their use (paths are below \`src\`): results are cut off there, work ends, or something is left out.

| | | |
|---|---|---|
${boundsInCode()}
`;
}

const pages: Readonly<Record<string, string>> = {
  "formats/metafiles.md": metafiles(),
  "formats/word-binary.md": wordBinary(),
  "limits.md": limits(),
  "scale-model.md": scaleModel(readScalePage(root)),
};
const isWriting = process.argv.includes("--write");
let stale = 0;
for (const [name, text] of Object.entries(pages)) {
  const file = path.join(folder, name);
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === text) continue;
  if (isWriting) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  } else {
    console.error(`docs/${name} is stale: npm run formats -- --write`);
    stale++;
  }
}
console.log(`${Object.keys(pages).length} drawn pages, ${stale} stale`);
process.exit(stale > 0 ? 1 : 0);

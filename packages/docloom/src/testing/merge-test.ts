import fs from "node:fs";
import path from "node:path";
import { PNG } from "pngjs";
import * as z from "zod";
import type { Docloom, MergeData } from "../client/docloom.ts";
import { DocloomError } from "../client/errors.ts";
import {
  DOCUMENT_FILE,
  type DocumentFolder,
  documentOfTemplate,
  readDocumentFolder,
} from "../project/document-folder.ts";
import { readJson } from "../project/json-file.ts";
import { ScratchDocument } from "../project/scratch-document.ts";
import { UsageError } from "../project/usage-error.ts";
import { comparePictures } from "./compare-pictures.ts";
import { openPdf, type PdfFile, PICTURE_DPI } from "./pdf-file.ts";

const TEST_SUFFIX = ".merge.json";

const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

/** `*.merge.json` beside a template: what a merge of it has to produce. */
const testSchema = z.strictObject({
  $schema: z.string().optional(),
  /** For people; the file's name if absent. */
  name: z.string().optional(),
  /** The template, if the folder has no `document.json`. */
  template: z.string().optional(),
  /** The merge data, or the file that holds it. */
  data: z.union([z.string(), z.record(z.string(), z.unknown())]).default({}),
  expect: z.strictObject({
    /** Texts that are in the PDF; blanks and line breaks are equivalent. */
    text: texts.optional(),
    /** Texts that are not. */
    no_text: texts.optional(),
    pages: z.int().optional(),
    /** Values of the PDF's form fields. */
    fields: z.record(z.string(), z.string()).optional(),
    /** Page number -> picture, beside the test. */
    pictures: z.record(z.string().regex(/^[1-9]\d*$/), z.string()).optional(),
    /** Share of pixels of a page that may differ; 0.001 if absent. */
    tolerance: z.number().min(0).max(1).optional(),
    /** The code with which the merge is refused, for templates and data that must be rejected. */
    error: z.string().optional(),
  }),
});

type Expectations = z.output<typeof testSchema>["expect"];

const DEFAULT_TOLERANCE = 0.001;

/** One test of one template. */
export interface MergeTest {
  name: string;
  file: string;
}

export interface MergeTestResult {
  name: string;
  file: string;
  passed: boolean;
  durationMs: number;
  /** Sentences that say what is not as expected. */
  problems: string[];
  /** Pictures that were written, for people to look at. */
  written: string[];
}

export interface MergeTestOptions {
  /** Writes the expected pictures anew instead of comparing. */
  update?: boolean;
}

/** The tests in a file or below a folder, in order of their paths. */
export function findMergeTests(place: string): MergeTest[] {
  if (!fs.existsSync(place)) throw new UsageError(`There is no ${place}.`);
  const files = fs.statSync(place).isDirectory()
    ? fs
        .readdirSync(place, { recursive: true, withFileTypes: true })
        .filter(({ name, parentPath }) => name.endsWith(TEST_SUFFIX) && !parentPath.includes("node_modules"))
        .map(({ name, parentPath }) => path.join(parentPath, name))
    : [place];

  return files.toSorted().map((file) => ({
    file,
    name:
      readJson(file, testSchema).name ??
      path.join(path.basename(path.dirname(path.resolve(file))), path.basename(file, TEST_SUFFIX)),
  }));
}

/**
 * Merges the template as it is on disk and compares the PDF with what the test expects. Leaves nothing on the service.
 * @example
 * for (const one of findMergeTests("documents"))
 *   test(one.name, async () => expect((await runMergeTest(docloom, one)).problems).toEqual([]));
 */
export async function runMergeTest(
  docloom: Docloom,
  { file, name }: MergeTest,
  options: MergeTestOptions = {},
): Promise<MergeTestResult> {
  const started = performance.now();
  const folder = path.dirname(path.resolve(file));
  const test = readJson(file, testSchema);
  const document = test.template ? documentOfTemplate(path.resolve(folder, test.template)) : documentIn(folder, file);
  const data =
    typeof test.data === "string"
      ? readJson(path.resolve(folder, test.data), z.record(z.string(), z.unknown()))
      : test.data;
  const outcome = await outcomeOf(docloom, document, data, test.expect, {
    folder,
    file,
    update: options.update === true,
  });

  return { name, file, passed: outcome.problems.length === 0, durationMs: performance.now() - started, ...outcome };
}

function documentIn(folder: string, file: string): DocumentFolder {
  if (fs.existsSync(path.join(folder, DOCUMENT_FILE))) return readDocumentFolder(folder);
  throw new UsageError(`${file}: there is no ${DOCUMENT_FILE} beside it; name the file with "template".`);
}

interface Place {
  folder: string;
  file: string;
  update: boolean;
}

async function outcomeOf(
  docloom: Docloom,
  document: DocumentFolder,
  data: MergeData,
  expected: Expectations,
  place: Place,
): Promise<{ problems: string[]; written: string[] }> {
  const scratch = new ScratchDocument(docloom);
  try {
    const merged = await scratch.merge(document, data);
    if (expected.error !== undefined)
      return { problems: [`the merge went through, but should have been refused with ${expected.error}`], written: [] };
    const pdf = await openPdf(merged.bytes);
    try {
      return await compare(pdf, expected, place);
    } finally {
      await pdf.close();
    }
  } catch (error) {
    if (!(error instanceof DocloomError) || error.status >= 500 || error.status === 401) throw error;
    if (error.code === expected.error) return { problems: [], written: [] };
    const items = error.errors.map(({ message, line, tag }) =>
      [line && `line ${line}`, tag, message].filter(Boolean).join(": "),
    );
    return {
      problems: [`the merge was refused (${error.code}): ${[error.message, ...items].join("; ")}`],
      written: [],
    };
  } finally {
    await scratch.remove();
  }
}

async function compare(pdf: PdfFile, expected: Expectations, place: Place) {
  const problems: string[] = [];
  const written: string[] = [];
  if (expected.pages !== undefined && pdf.pageCount !== expected.pages)
    problems.push(`the PDF has ${pdf.pageCount} pages, expected ${expected.pages}`);

  const text = expected.text || expected.no_text ? inOneLine(await pdf.text()) : "";
  for (const wanted of expected.text ?? [])
    if (!text.includes(inOneLine(wanted))) problems.push(`there is no text "${wanted}"`);
  for (const unwanted of expected.no_text ?? [])
    if (text.includes(inOneLine(unwanted))) problems.push(`there is the text "${unwanted}"`);

  const form = expected.fields ? await pdf.form() : {};
  for (const [name, value] of Object.entries(expected.fields ?? {}))
    if (form[name] === undefined) problems.push(`the PDF has no form field ${name}`);
    else if (form[name] !== value) problems.push(`the form field ${name} is "${form[name]}", expected "${value}"`);

  for (const [page, picture] of Object.entries(expected.pictures ?? {})) {
    if (Number(page) > pdf.pageCount) {
      problems.push(`there is no page ${page} to compare with ${picture}`);
      continue;
    }
    const outcome = await comparePage(pdf, Number(page), path.resolve(place.folder, picture), expected, place.update);
    if (outcome.problem) problems.push(outcome.problem);
    written.push(...outcome.written);
  }
  return { problems, written };
}

async function comparePage(pdf: PdfFile, page: number, file: string, expected: Expectations, update: boolean) {
  const actual = await pdf.picture(page, PICTURE_DPI);
  const name = path.basename(file);
  const write = (target: string, picture: PNG) => {
    fs.writeFileSync(target, PNG.sync.write(picture));
    return target;
  };
  if (update) return { written: [write(file, actual)] };
  if (!fs.existsSync(file))
    return {
      problem: `there is no picture ${name} to compare page ${page} with: docloom test --update makes it`,
      written: [],
    };

  const { difference, picture } = comparePictures(PNG.sync.read(fs.readFileSync(file)), actual);
  const tolerance = expected.tolerance ?? DEFAULT_TOLERANCE;
  if (difference <= tolerance) return { written: [] };

  const stem = file.replace(/\.png$/i, "");
  return {
    problem: `page ${page} differs from ${name} in ${(difference * 100).toFixed(2)} % of its pixels, more than the ${tolerance * 100} % allowed: see ${path.basename(stem)}.actual.png and ${path.basename(stem)}.difference.png`,
    written: [write(`${stem}.actual.png`, actual), write(`${stem}.difference.png`, picture)],
  };
}

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

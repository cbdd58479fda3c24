import { Failure } from "../../domain/failure.ts";
import { allAtOnce, type Steps } from "../../domain/steps.ts";
import { AssemblySource, assemble } from "../assembly/assemble.ts";
import { type OpenOptions, openPdf, type PdfDocument } from "../document.ts";
import { writePdf } from "../writer.ts";
import { sizeToWrite } from "../written-size.ts";
import { parsePageRanges } from "./page-ranges.ts";

/** Work on a page, as bytes of {@link Steps}: for what is counted, and for what is not. */
const BYTES_OF_A_SECOND = 25_000_000;
const LEAST_BYTES = 2_048;

/** A file that an operation makes. */
export interface PdfFile {
  name: string;
  bytes: Uint8Array;
}

/** How to split. Without `extract` and `remove` every page becomes a file. */
export interface SplitOptions {
  /** Name of the input; the results are named after it. */
  name: string;
  /** Pages to keep, e.g. `1-3, 5`; their order and repetition count. */
  extract?: string;
  /** Pages to leave out: of those kept by `extract`, or of all. */
  remove?: string;
}

/** The results of a split. Each is made when it is asked for, so that they need not all be in memory. */
export interface SplitResult<Item> {
  count: number;
  files: Iterable<Item>;
}

/**
 * Splits a PDF. Every mistake of a caller is found before the first file is made.
 * @throws Failure `pdf_range_invalid`, `pdf_page_out_of_range`, `pdf_remove_all`, `pdf_too_complex` for more files than
 * the input can mean, and those of {@link openPdf}
 */
export function splitPdf(bytes: Uint8Array, options: SplitOptions & OpenOptions): SplitResult<PdfFile> {
  const { count, files } = allAtOnce(splitSteps(openPdf(bytes, options), options));
  const written = function* (): Generator<PdfFile> {
    for (const { name, document } of files) yield { name, bytes: writePdf(document) };
  };
  return { count, files: { [Symbol.iterator]: written } };
}

/** {@link splitPdf} for an open document; `writePdfChunks` writes the results of big ones. */
export function* splitSteps(
  document: PdfDocument,
  options: SplitOptions,
): Steps<SplitResult<{ name: string; document: PdfDocument }>> {
  const stem = options.name.replace(/\.pdf$/i, "") || "document";
  const pageCount = document.pages.length;
  const isGiven = (ranges: string | undefined): ranges is string => ranges !== undefined && ranges.trim() !== "";
  const isSingles = !isGiven(options.extract) && !isGiven(options.remove);
  const pages = selectPages(pageCount, options, isGiven);
  const source = new AssemblySource(document);
  if (isSingles) yield* chargeFiles(source, pages);
  const digits = Math.max(2, String(pageCount).length);
  const files = function* () {
    if (!isSingles) yield { name: `${stem}.pdf`, document: assemble([{ source, pages }]) };
    else {
      for (const page of pages) {
        const name = `${stem}-${String(page + 1).padStart(digits, "0")}.pdf`;
        yield { name, document: assemble([{ source, pages: [page] }]) };
      }
    }
  };
  return { count: isSingles ? pageCount : 1, files: { [Symbol.iterator]: files } };
}

/**
 * Few bytes can ask for any number of files, each with all that the pages have in common: they are counted before the first one is made,
 * because an answer that has begun can only break off.
 */
function* chargeFiles(source: AssemblySource, pages: readonly number[]): Steps<void> {
  const { work } = source.document;
  work.charge("file", pages.length);
  let reading = 0;
  for (const page of pages) {
    const before = work.seconds;
    const bytes = sizeToWrite(assemble([{ source, pages: [page] }]));
    const read = work.seconds - before;
    reading += read;
    work.charge("writtenByte", bytes);
    yield Math.max(LEAST_BYTES, read * BYTES_OF_A_SECOND);
  }
  work.requireLeft(reading);
}

function selectPages(
  pageCount: number,
  { extract, remove }: SplitOptions,
  isGiven: (ranges: string | undefined) => ranges is string,
): number[] {
  let pages = Array.from({ length: pageCount }, (_, index) => index);
  if (isGiven(extract)) pages = parsePageRanges(extract, pageCount, "extract");
  if (isGiven(remove)) {
    const removed = new Set(parsePageRanges(remove, pageCount, "remove"));
    pages = pages.filter((page) => !removed.has(page));
  }
  if (pages.length > 0) return pages;
  const message = `"remove" leaves no page: of ${pageCount === 1 ? "1 page" : `${pageCount} pages`} at least one has to stay.`;
  throw new Failure("pdf_remove_all", message, { errors: [{ pointer: "/remove", message }] });
}

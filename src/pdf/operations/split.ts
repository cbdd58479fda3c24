import { Failure } from "../../domain/failure.ts";
import { AssemblySource, assemble } from "../assembly/assemble.ts";
import { openPdf } from "../document.ts";
import { writePdf } from "../writer.ts";
import { parsePageRanges } from "./page-ranges.ts";

/** A file that an operation makes. */
export interface PdfFile {
  name: string;
  bytes: Uint8Array;
}

/** What to split, and how. Without `extract` and `remove` every page becomes a file. */
export interface SplitOptions {
  /** Name of the input; the results are named after it. */
  name: string;
  password?: string | undefined;
  /** Pages to keep, e.g. `1-3, 5`; their order and repetition count. */
  extract?: string | undefined;
  /** Pages to leave out; applied to the pages of the document when there is no `extract`, else to those kept. */
  remove?: string | undefined;
}

/** The files of a split. Each is made when it is asked for, so that they need not all be in memory. */
export interface SplitResult {
  count: number;
  files: Iterable<PdfFile>;
}

/**
 * Splits a PDF. Everything a caller can do wrong is found before the first file is made.
 * @throws Failure `pdf_range_invalid`, `pdf_page_out_of_range`, `pdf_remove_all`, and those of {@link openPdf}
 */
export function splitPdf(bytes: Uint8Array, options: SplitOptions): SplitResult {
  const document = openPdf(bytes, options);
  const stem = options.name.replace(/\.pdf$/i, "") || "document";
  const pageCount = document.pages.length;
  const all = Array.from({ length: pageCount }, (_, index) => index);
  const isGiven = (ranges: string | undefined) => ranges !== undefined && ranges.trim() !== "";
  if (!isGiven(options.extract) && !isGiven(options.remove)) {
    const digits = Math.max(2, String(pageCount).length);
    const singles = function* (): Generator<PdfFile> {
      const source = new AssemblySource(document);
      for (const page of all) {
        const pdf = writePdf(assemble([{ source, pages: [page] }]));
        yield { name: `${stem}-${String(page + 1).padStart(digits, "0")}.pdf`, bytes: pdf };
      }
    };
    return { count: pageCount, files: { [Symbol.iterator]: singles } };
  }
  let pages = isGiven(options.extract) ? parsePageRanges(options.extract!, pageCount, "extract") : all;
  if (isGiven(options.remove)) {
    const removed = new Set(parsePageRanges(options.remove!, pageCount, "remove"));
    pages = pages.filter((page) => !removed.has(page));
  }
  if (pages.length === 0) {
    throw new Failure(
      "pdf_remove_all",
      `"remove" names every page: the document has ${pageCount} and one has to be left.`,
    );
  }
  const rest = function* (): Generator<PdfFile> {
    const pdf = writePdf(assemble([{ source: new AssemblySource(document), pages }]));
    yield { name: `${stem}.pdf`, bytes: pdf };
  };
  return { count: 1, files: { [Symbol.iterator]: rest } };
}

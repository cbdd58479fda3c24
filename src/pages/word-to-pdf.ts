/** A Word document -> a PDF, without a browser. */
import { bareName } from "../domain/bare-name.ts";
import { LayoutContext } from "../layout/flow/layout-context.ts";
import { type Pagination, paginate } from "../layout/flow/paginate.ts";
import { FontUsage } from "../layout/fonts/font-usage.ts";
import type { WordDocument } from "../layout/model/blocks.ts";
import { wordMetrics } from "../layout/text/east-asian-lines.ts";
import type { WordParts } from "../layout/text/hyphenation.ts";
import { languagesOf } from "../layout/text/languages.ts";
import { TextMeasurer } from "../layout/text/measure.ts";
import { TextStyles } from "../layout/text/text-style.ts";
import type { ReadAsset } from "../typefaces/face-store.ts";
import type { FontLibrary } from "../typefaces/font-library.ts";
import type { PictureLookup } from "./drawing/vector-drawer.ts";
import { missingCharacters } from "./missing-characters.ts";
import { PagesPdf } from "./pdf/pages-pdf.ts";
import { WordPageDrawer } from "./word/page-drawer.ts";
import { wordParts } from "./word/word-parts.ts";

export interface WordToPdfOptions {
  fonts: FontLibrary;
  pictures: PictureLookup;
  /** The title of a document that has none. */
  fileName: string;
  maxPages: number;
  /** Milliseconds for the layout. */
  budgetMs: number;
  clock: () => number;
  /** Where patterns of hyphenation are; without them words stay whole. */
  readAsset?: ReadAsset;
}

export interface WordPdf {
  bytes: Uint8Array;
  pageCount: number;
  warnings: string[];
}

/** Files of fonts that are fetched one after the other because each lacked something. */
const MAX_LAYOUTS = 4;

/** @throws LayoutTimeout when the layout takes longer than its budget */
export async function wordToPdf(document: WordDocument, options: WordToPdfOptions): Promise<WordPdf> {
  const { fonts } = options;
  await fonts.prepare(new FontUsage(new TextStyles()).ofDocument(document));
  const { readAsset } = options;
  const parts =
    readAsset && document.settings.autoHyphenation ? await wordParts(languagesOf(document), readAsset) : undefined;
  let { context, pagination } = layOut(document, options, parts);
  let pdf = paint(context, pagination, options);
  // Layout sets characters that no one saw before: numbers of pages and lists, leaders, labels of charts.
  for (let round = 1; round < MAX_LAYOUTS && (await fonts.fetchWanted()); round++) {
    ({ context, pagination } = layOut(document, options, parts));
    pdf = paint(context, pagination, options);
  }
  const { title, language } = document;
  const bytes = pdf.painter.finish({
    title: title || bareName(options.fileName),
    language,
    outline: pdf.drawer.outline,
  });
  const warnings = [...document.warnings, ...context.warnings];
  if (pagination.truncated) warnings.push(`the document was cut after ${options.maxPages} pages`);
  if (fonts.missing.size > 0) warnings.push(missingCharacters(fonts.missing));
  return { bytes, pageCount: pdf.painter.pageCount, warnings };
}

function layOut(
  document: WordDocument,
  { fonts, maxPages, budgetMs, clock }: WordToPdfOptions,
  parts: WordParts | undefined,
) {
  const styles = new TextStyles(wordMetrics(fonts.metrics), (family) => fonts.has(family));
  const context = new LayoutContext(document, styles, new TextMeasurer(fonts.width), {
    ...{ budgetMs, clock },
    ...(parts ? { wordParts: parts } : {}),
  });
  return { context, pagination: paginate(context, maxPages) };
}

function paint(context: LayoutContext, pagination: Pagination, { fonts, pictures }: WordToPdfOptions) {
  const drawer = new WordPageDrawer(context, pagination, fonts, pictures);
  const painter = new PagesPdf();
  for (const page of drawer.pages()) painter.addPage(page);
  return { drawer, painter };
}

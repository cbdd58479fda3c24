/** A Word document -> a PDF, without a browser. */
import { appendAll } from "../domain/collections/long-lists.ts";
import { bareName } from "../domain/text/bare-name.ts";
import { tooManyPages } from "../domain/too-many-pages.ts";
import type { WorkMeter } from "../domain/work-meter.ts";
import type { ReadAsset } from "../font/library/face-store.ts";
import type { FontLibrary } from "../font/library/font-library.ts";
import { LayoutContext } from "../layout/flow/layout-context.ts";
import { streamPages } from "../layout/flow/paginate.ts";
import type { WordDocument } from "../layout/model/blocks.ts";
import { wordMetrics } from "../layout/text/east-asian-lines.ts";
import { FontUsage } from "../layout/text/font-usage.ts";
import type { WordParts } from "../layout/text/hyphenation.ts";
import { languagesOf } from "../layout/text/languages.ts";
import { TextMeasurer } from "../layout/text/measure.ts";
import { TextStyles } from "../layout/text/text-style.ts";
import { wordParts } from "../layout/text/word-parts.ts";
import { equationSource } from "./drawing/equation-source.ts";
import type { ImageLookup } from "./drawing/vector-renderer.ts";
import { fontWarnings } from "./font-warnings.ts";
import { chargePage, meteredWidths } from "./metered-text.ts";
import { PdfBackend } from "./pdf/pdf-backend.ts";
import { WordPageRenderer } from "./word/page-renderer.ts";

export interface WordToPdfOptions {
  fonts: FontLibrary;
  images: ImageLookup;
  /** The title of a document that has none. */
  fileName: string;
  maxPages: number;
  meter: WorkMeter;
  /** Where patterns of hyphenation are; without them words stay whole. */
  readAsset?: ReadAsset;
  /** Lets others work in between. */
  pause?: () => Promise<void>;
}

export interface WordPdf {
  bytes: Uint8Array;
  pageCount: number;
  warnings: string[];
}

/** Files of fonts that are fetched one after the other because each one lacked something. */
const MAX_LAYOUTS = 4;
const FIRST_PAGES = 3;

/** @throws Failure `too_many_pages`, `too_complex` */
export async function wordToPdf(document: WordDocument, options: WordToPdfOptions): Promise<WordPdf> {
  const { fonts } = options;
  await fonts.prepare(new FontUsage(new TextStyles()).ofDocument(document));
  const { readAsset } = options;
  const parts =
    readAsset && document.settings.autoHyphenation ? await wordParts(languagesOf(document), readAsset) : undefined;
  // Layout adds characters that nothing had seen before: numbers of pages and lists, leaders, labels of charts.
  let pdf: PaintedDocument | undefined;
  for (let round = MAX_LAYOUTS - 1; !pdf; round--) pdf = await paint(document, options, parts, round > 0);
  const { context, renderer, backend } = pdf;
  const { title, language } = document;
  const bytes = backend.finish({ title: title || bareName(options.fileName), language, outline: renderer.outline });
  const warnings = [...document.warnings, ...context.warnings];
  appendAll(warnings, fontWarnings(fonts, fonts.missing));
  return { bytes, pageCount: backend.pageCount, warnings };
}

interface PaintedDocument {
  context: LayoutContext;
  renderer: WordPageRenderer;
  backend: PdfBackend;
}

/** Undefined if a font was missing that is there now: everything may be elsewhere with it. */
async function paint(
  document: WordDocument,
  options: WordToPdfOptions,
  parts: WordParts | undefined,
  mayRepeat: boolean,
): Promise<PaintedDocument | undefined> {
  const { fonts, images, maxPages, meter, pause } = options;
  const context = layoutContext(document, options, parts);
  const renderer = new WordPageRenderer(context, fonts, images);
  const backend = new PdfBackend();
  const steps = streamPages(context, maxPages + 1);
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    if (step.value) {
      if (backend.pageCount === maxPages) throw tooManyPages(maxPages);
      meter.at(`page ${backend.pageCount + 1}`);
      const page = renderer.draw(step.value.page, step.value.fields);
      chargePage(page.items, meter);
      backend.addPage(page);
      meter.produce("page");
      backend.close(renderer.nextPage());
      // Fonts that are missing are often missing on the first pages.
      if (mayRepeat && backend.pageCount <= FIRST_PAGES && (await fonts.fetchWanted())) return undefined;
    }
    await pause?.();
  }
  if (mayRepeat && (await fonts.fetchWanted())) return undefined;
  return { context, renderer, backend };
}

function layoutContext(
  document: WordDocument,
  { fonts, meter }: WordToPdfOptions,
  parts: WordParts | undefined,
): LayoutContext {
  const styles = new TextStyles(wordMetrics(fonts.metrics), (family) => fonts.has(family));
  return new LayoutContext(
    document,
    styles,
    new TextMeasurer(meteredWidths(fonts.width, meter), equationSource(fonts, styles)),
    {
      meter,
      ...(parts ? { wordParts: parts } : {}),
    },
  );
}

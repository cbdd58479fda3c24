/** A WordprocessingML package -> pages in the document. */

import { bareName } from "../domain/bare-name.ts";
import { LayoutContext } from "../layout/flow/layout-context.ts";
import { paginate } from "../layout/flow/paginate.ts";
import { FontUsage } from "../layout/fonts/font-usage.ts";
import {
  canvasWidths,
  loadEmbeddedFonts,
  loadFonts,
  pageMetrics,
  presentFamilies,
} from "../layout/fonts/page-fonts.ts";
import { wordMetrics } from "../layout/text/east-asian-lines.ts";
import { languagesOf } from "../layout/text/languages.ts";
import { loadHyphenation } from "../layout/text/load-hyphenation.ts";
import { TextMeasurer } from "../layout/text/measure.ts";
import { TextStyles } from "../layout/text/text-style.ts";
import { readDocument } from "../layout/word/document-reader.ts";
import type { OpcPackage } from "../office/package.ts";
import { measureEquations } from "../paint/elements/measure-equations.ts";
import { MediaUrls } from "../paint/media/page-media.ts";
import { PagePainter } from "../paint/pages/page-painter.ts";
import { decodePictures } from "./decode-pictures.ts";

export interface RenderOptions {
  maxPages: number;
  /** Milliseconds for reading and layout together. */
  budgetMs: number;
  now: Date;
  fileName: string;
}

export async function renderDocx(
  pack: OpcPackage,
  root: HTMLElement,
  options: RenderOptions,
): Promise<{ warnings: string[]; pages: number }> {
  const warnings = new Set<string>();
  const media = new MediaUrls(warnings);
  const document = readDocument(pack, {
    now: options.now,
    fileName: options.fileName,
    imageUrl: (pack, part) => media.url(pack, part),
  });
  for (const warning of document.warnings) warnings.add(warning);
  await loadEmbeddedFonts(document.pack);
  const styles = new TextStyles(wordMetrics(pageMetrics()), presentFamilies());
  await loadFonts(new FontUsage(new TextStyles()).ofDocument(document));
  measureEquations(document);
  const wordParts = document.settings.autoHyphenation ? await loadHyphenation(languagesOf(document)) : undefined;
  const context = new LayoutContext(document, styles, new TextMeasurer(canvasWidths()), {
    budgetMs: options.budgetMs,
    clock: () => performance.now(),
    ...(wordParts ? { wordParts } : {}),
  });
  const pagination = paginate(context, options.maxPages);
  if (pagination.truncated) warnings.add(`the document was cut after ${options.maxPages} pages`);
  const css = new PagePainter(context, pagination).paint(root);
  const sheet = globalThis.document.createElement("style");
  sheet.textContent = css;
  globalThis.document.head.append(sheet);
  globalThis.document.title = document.title || bareName(options.fileName);
  globalThis.document.documentElement.lang = document.language;
  await decodePictures(root);
  return { warnings: [...warnings], pages: pagination.pages.length };
}

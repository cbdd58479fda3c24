/** A presentation -> a PDF, without a browser: slide by slide. */
import { bareName } from "../domain/text/bare-name.ts";
import { tooManyPages } from "../domain/too-many-pages.ts";
import type { WorkMeter } from "../domain/work-meter.ts";
import type { FontLibrary } from "../font/library/font-library.ts";
import { slideFonts } from "../layout/slides/font-usage.ts";
import { EVEN_LINE, slideMetrics } from "../layout/slides/text/line-metrics.ts";
import { TextMeasurer } from "../layout/text/measure.ts";
import { TextStyles } from "../layout/text/text-style.ts";
import type { DocumentDescription, Page, StructureElement } from "./display-list/display-item.ts";
import { equationSource } from "./drawing/equation-source.ts";
import type { ImageLookup } from "./drawing/vector-renderer.ts";
import { fontWarnings } from "./font-warnings.ts";
import { chargePage, meteredWidths } from "./metered-text.ts";
import type { SlideDeck } from "./open-slides-file.ts";
import { PdfBackend } from "./pdf/pdf-backend.ts";
import { SlideRenderer, slideHeading } from "./slides/slide-renderer.ts";

export interface SlidesToPdfOptions {
  fonts: FontLibrary;
  images: ImageLookup;
  /** The title of a presentation that has none. */
  fileName: string;
  maxPages: number;
  meter: WorkMeter;
  /** Lets others work in between. */
  pause?: () => Promise<void>;
}

export interface SlidesPdf {
  bytes: Uint8Array;
  pageCount: number;
  warnings: string[];
}

/** Files of fonts that are fetched one after the other because each one lacked something. */
const MAX_ROUNDS = 4;
const MAX_WARNINGS = 20;
const SLIDES_OF_A_RENDERER = 20;
const DEFAULT_LANGUAGE = "en-US";

/** Takes the slides out of the deck, one by one. @throws Failure `too_many_pages`, `too_complex` */
export async function slidesToPdf(deck: SlideDeck, options: SlidesToPdfOptions): Promise<SlidesPdf> {
  const { fonts, fileName, maxPages, meter } = options;
  const { slides } = deck;
  const warnings = new Set(deck.warnings);
  if (slides.length > maxPages) throw tooManyPages(maxPages);
  const language = slides.find((slide) => slide.language)?.language ?? DEFAULT_LANGUAGE;
  const outline: DocumentDescription["outline"][number][] = [];
  const missing = new Set<number>();
  await fonts.prepare(slideFonts(slides, new TextStyles()));
  const backend = new PdfBackend();
  let renderer = newRenderer(deck, options, warnings);
  for (let slide = slides.shift(); slide; slide = slides.shift()) {
    // The widths and styles that it keeps grow with each slide.
    if (backend.pageCount % SLIDES_OF_A_RENDERER === 0) renderer = newRenderer(deck, options, warnings);
    meter.at(`slide ${backend.pageCount + 1}`);
    let page = renderer.draw(slide);
    // Layout adds characters that nothing had seen before, such as numbers along the axes of charts.
    for (let round = 1; round < MAX_ROUNDS && (await fonts.fetchWanted()); round++) {
      renderer = newRenderer(deck, options, warnings);
      page = renderer.draw(slide);
    }
    chargePage(page.items, meter);
    backend.addPage(page);
    meter.produce("page");
    backend.close(elementsOf(page));
    await options.pause?.();
    const heading = slideHeading(slide);
    if (heading) outline.push(heading);
    for (const code of fonts.missing) missing.add(code);
  }
  const bytes = backend.finish({ title: deck.title || bareName(fileName), language, outline });
  const allWarnings = [...[...warnings].slice(0, MAX_WARNINGS), ...fontWarnings(fonts, missing)];
  return { bytes, pageCount: backend.pageCount, warnings: allWarnings };
}

/** A slide's structure is complete when the slide is. */
function elementsOf({ items }: Page): StructureElement[] {
  return items.flatMap((item) => (item.kind === "mark" && item.element !== "artifact" ? [item.element] : []));
}

/** One that measures with the fonts that are there now. */
function newRenderer(
  { widthPt, heightPt }: SlideDeck,
  { fonts, images, meter }: SlidesToPdfOptions,
  warnings: Set<string>,
): SlideRenderer {
  const isPresent = (family: string) => fonts.has(family);
  const styles = new TextStyles(slideMetrics(fonts.metrics), isPresent);
  const tools = {
    styles,
    evenStyles: new TextStyles(() => EVEN_LINE, isPresent),
    measurer: new TextMeasurer(meteredWidths(fonts.width, meter), equationSource(fonts, styles)),
    meter,
  };
  const report = (problem: string) => warnings.add(problem);
  return new SlideRenderer({ size: { widthPt, heightPt }, tools, fonts, images, report });
}

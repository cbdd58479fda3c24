/** A PresentationML package -> one page of its size for each slide that is shown. */

import { bareName } from "../domain/bare-name.ts";
import { canvasWidths, loadFonts, pageMetrics, presentFamilies } from "../layout/fonts/page-fonts.ts";
import { equationsOf, slideFonts } from "../layout/slides/font-usage.ts";
import { readPresentation } from "../layout/slides/presentation-reader.ts";
import { SlideReader } from "../layout/slides/slide-reader.ts";
import { EVEN_LINE, slideMetrics } from "../layout/slides/text/line-metrics.ts";
import { TextMeasurer } from "../layout/text/measure.ts";
import { TextStyles } from "../layout/text/text-style.ts";
import type { OpcPackage } from "../office/package.ts";
import { measureMath } from "../paint/elements/measure-equations.ts";
import { MediaUrls } from "../paint/media/page-media.ts";
import { preparePictures } from "../paint/slides/prepare-pictures.ts";
import { SlidePainter } from "../paint/slides/slide-painter.ts";
import { decodePictures } from "./decode-pictures.ts";

export interface PptxOptions {
  maxPages: number;
  /** Milliseconds for reading and drawing all slides. */
  budgetMs: number;
  /** The wall clock is in the UTC parts. */
  now: Date;
  fileName: string;
}

const MAX_WARNINGS = 20;

/** Throws if no slide is shown, or when time runs out. */
export async function renderPptx(
  pack: OpcPackage,
  root: HTMLElement,
  options: PptxOptions,
): Promise<{ warnings: string[]; pages: number }> {
  const deadline = performance.now() + options.budgetMs;
  const checkTime = () => {
    if (performance.now() > deadline) throw new Error("the slides take too long to draw");
  };
  const warnings = new Set<string>();
  const media = new MediaUrls(warnings);
  const presentation = readPresentation(pack);
  if (presentation.slides.length === 0) throw new Error("the presentation has no slide that is shown");
  const sources = presentation.slides.slice(0, options.maxPages);
  if (sources.length < presentation.slides.length) {
    warnings.add(`the presentation was cut after ${options.maxPages} slides`);
  }
  const anchors = new Map(sources.map((source, index) => [source.part, `#slide${index + 1}`]));
  const reader = new SlideReader(
    presentation,
    { pack, warnings, imageUrl: (part) => media.url(pack, part), checkTime, now: options.now },
    { linkOf: (part) => anchors.get(part) },
  );
  const slides = sources.map((source) => reader.read(source));
  await Promise.all([
    loadFonts(slideFonts(slides, new TextStyles())),
    preparePictures(slides, (url) => media.resolution(url), checkTime),
  ]);
  measureMath(equationsOf(slides));
  const tools = {
    styles: new TextStyles(slideMetrics(pageMetrics()), presentFamilies()),
    evenStyles: new TextStyles(() => EVEN_LINE, presentFamilies()),
    measurer: new TextMeasurer(canvasWidths()),
    checkTime,
  };
  const painter = new SlidePainter(presentation, tools, (problem) => warnings.add(problem));
  const pages = document.createDocumentFragment();
  for (const slide of slides) pages.append(painter.paint(slide));
  root.append(pages);
  addPageStyles(presentation);
  document.title = presentation.title || bareName(options.fileName);
  document.documentElement.lang = slides.find((slide) => slide.language)?.language ?? "en-US";
  await decodePictures(root);
  return { warnings: [...warnings].slice(0, MAX_WARNINGS), pages: slides.length };
}

function addPageStyles({ widthPt, heightPt }: { widthPt: number; heightPt: number }): void {
  const sheet = document.createElement("style");
  const round = (value: number) => Math.round(value * 100) / 100;
  sheet.textContent =
    `@page{size:${round(widthPt)}pt ${round(heightPt)}pt;margin:0}html,body{margin:0;padding:0;background:none}` +
    "*{box-sizing:content-box}" +
    ".slide{position:relative;overflow:clip;contain:strict;break-after:page;text-rendering:geometricPrecision;" +
    "font-kerning:none;font-variant-ligatures:none;-webkit-print-color-adjust:exact;print-color-adjust:exact}" +
    ".slide:last-child{break-after:auto}h1,p{margin:0;font-weight:inherit;font-size:inherit}";
  document.head.append(sheet);
}

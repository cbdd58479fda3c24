import type { Presentation, PresentationRenderer } from "./presentation-renderer.ts";

export interface PptxOptions {
  maxPages: number;
  /** Milliseconds for drawing all slides. */
  budgetMs: number;
}

const PICTURES_TIMEOUT_MS = 5_000;
const FONTS_TIMEOUT_MS = 8_000;
const MOST_PROBLEMS = 20;

/** A presentation -> one page of its size for each slide that is shown. */
export async function renderPptx(
  renderer: PresentationRenderer,
  bytes: ArrayBuffer,
  root: HTMLElement,
  { maxPages, budgetMs }: PptxOptions,
): Promise<{ warnings: string[]; pages: number }> {
  const deadline = performance.now() + budgetMs;
  const presentation = await renderer.open(bytes);
  if (presentation.slideCount === 0) throw new Error("the presentation has no slide that is shown");
  const warnings = new Set<string>();
  const pages = Math.min(presentation.slideCount, maxPages);
  if (pages < presentation.slideCount) warnings.add(`the presentation was cut after ${maxPages} slides`);
  addPageStyles(presentation);
  const drawing: Promise<void>[] = [];
  for (let index = 0; index < pages; index++) {
    if (performance.now() > deadline) throw new Error("the slides take too long to draw");
    const page = root.appendChild(document.createElement("section"));
    page.className = "slide";
    const report = (problem: string) => {
      if (warnings.size < MOST_PROBLEMS) warnings.add(`slide ${index + 1}: ${problem}`);
    };
    drawing.push(presentation.draw(index, page, report));
  }
  await within(Promise.all(drawing), Math.max(1_000, deadline - performance.now()));
  await settle(root);

  return { warnings: [...warnings], pages };
}

function addPageStyles({ widthPx, heightPx }: Presentation): void {
  const sheet = document.createElement("style");
  const size = `${widthPx}px ${heightPx}px`;
  sheet.textContent =
    `@page{size:${size};margin:0}html,body{margin:0}` +
    `.slide{position:relative;overflow:hidden;width:${widthPx}px;height:${heightPx}px;break-after:page}` +
    `.slide:last-child{break-after:auto}`;
  document.head.append(sheet);
}

/** Waits for what the browser does on its own: fonts, then the fitting of text that follows them, then pictures. */
async function settle(root: HTMLElement): Promise<void> {
  // Reading a size makes the browser lay out, and with that ask for the fonts of the text.
  root.getBoundingClientRect();
  await within(document.fonts.ready, FONTS_TIMEOUT_MS);
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  const pictures = [...root.querySelectorAll("img")].map((image) => image.decode().catch(() => undefined));
  await within(Promise.all(pictures), PICTURES_TIMEOUT_MS);
}

async function within(pending: Promise<unknown>, milliseconds: number): Promise<void> {
  await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

import { appendAll, largestOf } from "../domain/collections/long-lists.ts";
import { LIMITS } from "../domain/limits.ts";
import {
  breakLinesWiderThan,
  CONTENT_SIZE,
  type ContentSize,
  type PageRules,
  REMOVE_PAGE_SIZES,
  WIDEST_ELEMENT,
  WRAP_CONTENT,
} from "./page-measures.ts";
import { cssInches, cssPageSize, inWords, isSamePaper, type PaperSize } from "./page-size.ts";
import { type FittedPage, PIXELS_PER_INCH } from "./print-options.ts";
import type { PageSetup } from "./print-protocol.ts";
import type { SandboxedTab } from "./sandboxed-tab.ts";
import type { FilledPage } from "./template-tab.ts";

/** Content is wider than its paper from here on; less is rounding. */
const TOLERANCE_PIXELS = 1.5;
/** Chromium makes a page's content smaller by itself when it is too wide, down to two thirds. */
const CHROMIUM_SHRINKS_TO = 2 / 3;
/** Printing takes no smaller scale. */
const MIN_SCALE = 0.1;
/** ISO 32000-1, annex C.2: no side of a page is longer. */
const MAX_INCHES = 200;
/** A page that is as high as its content: what is rounded away on the way to paper. */
const SPARE_PIXELS = 1;

const OTHER_FIT = "`settings[fit]` = `shrink` makes all of it smaller, `wrap` lets it break.";

/**
 * Finds the paper of a document that is in place, and makes its content fit: by the sizes and margins of page rules, the
 * height of the content, the width of what is in it.
 *
 * @param filled its page rules, and the width of its content for paper of {@link printedWidth}
 * @returns how it is printed, and warnings of sizes that differ and of what is wider than the paper
 */
export async function fitPage(
  tab: SandboxedTab,
  page: PageSetup,
  { rules, width: measured }: Pick<FilledPage, "rules" | "width">,
): Promise<{ page: FittedPage; warnings: string[] }> {
  const warnings: string[] = [];
  const given = { widthInches: page.widthInches, heightInches: page.heightInches };
  const written = rules.all.size === undefined ? undefined : cssPageSize(rules.all.size, given);
  const hasSizes = rules.all.size !== undefined || rules.others.length > 0;
  const isByRules = page.sizeIsDefault && !page.heightIsAuto && hasSizes;
  const paper = (page.sizeIsDefault ? written : undefined) ?? given;
  if (!isByRules && hasSizes) {
    if (!page.sizeIsDefault) appendAll(warnings, differentSizes(rules, given));
    await tab.evaluate(REMOVE_PAGE_SIZES);
  }
  const isTurned = page.landscape && paper.heightInches > paper.widthInches;
  if (isTurned && isByRules)
    warnings.push(`settings[landscape] turns nothing: the style sheet says \`size: ${rules.all.size ?? ""}\`.`);
  const turned = isTurned && !isByRules ? { widthInches: paper.heightInches, heightInches: paper.widthInches } : paper;

  const margins = {
    top: inchesOf(rules.all.top, turned.heightInches) ?? page.marginsInches.top,
    right: inchesOf(rules.all.right, turned.widthInches) ?? page.marginsInches.right,
    bottom: inchesOf(rules.all.bottom, turned.heightInches) ?? page.marginsInches.bottom,
    left: inchesOf(rules.all.left, turned.widthInches) ?? page.marginsInches.left,
  };
  const widest = largestOf(
    rules.others.map((size) => cssPageSize(size, given)?.widthInches ?? 0),
    turned.widthInches,
  );
  const width = pixels(widest - margins.left - margins.right);
  const content = width === printedWidth(page) ? measured : undefined;
  const scale = width > 0 ? await fitWidth(tab, page, width, content, warnings) : 1;
  const fitted: FittedPage = { ...page, ...turned, marginsInches: page.marginsInches, scale, preferCss: isByRules };
  if (page.heightIsAuto) fitted.heightInches = (await contentHeight(tab, width, scale)) + margins.top + margins.bottom;
  if (page.heightIsAuto && fitted.heightInches > MAX_INCHES) fitted.heightInches = MAX_INCHES;

  return { page: fitted, warnings };
}

const pixels = (inches: number): number => Math.floor(inches * PIXELS_PER_INCH + 0.01);

/** What is printed of a line of the paper, in CSS pixels, before any page rule is known. */
export function printedWidth({ widthInches, heightInches, landscape, marginsInches }: PageSetup): number {
  const paper = landscape ? Math.max(widthInches, heightInches) : widthInches;
  return Math.max(1, pixels(paper - marginsInches.left - marginsInches.right));
}

/** @returns the scale of the print */
async function fitWidth(
  tab: SandboxedTab,
  page: PageSetup,
  width: number,
  measured: number | undefined,
  warnings: string[],
): Promise<number> {
  if (measured !== undefined && measured <= width + TOLERANCE_PIXELS) return 1;
  // The browser carries them out in this order.
  const [, size] = await Promise.all([tab.setWidth(width), tab.evaluate(CONTENT_SIZE)]);
  let content = contentSizeOf(size);
  if (content.width <= width + TOLERANCE_PIXELS) return 1;
  const longest = LIMITS.linePixels.most;
  if (content.width > longest && (await tab.evaluate(breakLinesWiderThan(longest))) === true) {
    warnings.push(`Text that does not break makes the page ${content.width} pixels wide: it is broken into lines.`);
    content = contentSizeOf(await tab.evaluate(CONTENT_SIZE));
    if (content.width <= width + TOLERANCE_PIXELS) return 1;
  }
  if (page.fit === "wrap") {
    await tab.evaluate(WRAP_CONTENT);
    content = contentSizeOf(await tab.evaluate(CONTENT_SIZE));
    if (content.width <= width + TOLERANCE_PIXELS) return 1;
  }
  const scale = width / content.width;
  if (page.fit === "shrink" && scale >= MIN_SCALE) return scale;
  const element = String(await tab.evaluate(WIDEST_ELEMENT).catch(() => ""));
  const what = element === "" ? "The page" : `\`${element}\``;
  const said = `${what} is wider than the paper: the page takes ${content.width} pixels where ${width} fit`;
  const shown = page.fit === "wrap" ? "Nothing in it can break." : OTHER_FIT;
  warnings.push(
    scale >= CHROMIUM_SHRINKS_TO
      ? `${said}. All of it is printed at ${Math.round(scale * 100)} % of its size. ${shown}`
      : `${said}. It is printed at ${Math.round(CHROMIUM_SHRINKS_TO * 100)} % of its size, and what does not fit even so is cut off. ${shown}`,
  );
  return 1;
}

/** In inches on paper. */
async function contentHeight(tab: SandboxedTab, width: number, scale: number): Promise<number> {
  // A window without height: what fills it would be as high as it otherwise.
  await tab.setWidth(Math.round(width / scale), 1);
  const { height } = contentSizeOf(await tab.evaluate(CONTENT_SIZE));
  return ((height + SPARE_PIXELS) * scale) / PIXELS_PER_INCH;
}

function differentSizes({ all, others }: PageRules, own: PaperSize): string[] {
  const sizes = [...(all.size === undefined ? [] : [all.size]), ...others];
  const different = sizes.find((size) => {
    const paper = cssPageSize(size, own);
    return !paper || !isSamePaper(paper, own);
  });
  if (different === undefined) return [];
  return [
    `The style sheet asks for pages of ${different}, and the document's own size, ${inWords(own)}, is taken. ` +
      "Without size_width and size_height the style sheet decides.",
  ];
}

function inchesOf(length: string | undefined, wholeInches: number): number | undefined {
  if (length === undefined) return undefined;
  const percent = /^([\d.]+)%$/.exec(length)?.[1];
  return percent === undefined ? cssInches(length) : (Number(percent) / 100) * wholeInches;
}

/** The page is a stranger: what it answers is looked at. */
function contentSizeOf(value: unknown): ContentSize {
  const { width, height } = (value ?? {}) as Partial<Record<keyof ContentSize, unknown>>;
  return { width: Number(width) || 0, height: Number(height) || 0 };
}

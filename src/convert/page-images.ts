import type { DrawnPages } from "../browser/page-images-protocol.ts";
import { drawPageImages, type PrintEnv } from "../browser/print.ts";
import { Failure } from "../domain/failure.ts";
import { openPdf } from "../pdf/document.ts";
import { checkDrawable } from "../pdf/extract/drawing-cost.ts";

/** A page as a picture. */
export interface PageImage {
  mediaType: "image/png" | "image/jpeg";
  bytes: Uint8Array;
}

const TIMEOUT_MS = 27_000;
/** Drawing stops after this much; a page of text on a screen is about 70 KB. */
const BUDGET = { budgetMs: 12_000, budgetBytes: 2 * 1024 * 1024 };

/**
 * The first pages of a PDF as they look on a screen.
 * @param maxPages fewer come if they are large
 * @param resolution dots per inch
 * @throws Failure `file_not_readable`, `file_too_large`, `pdf_too_complex`, `render_timeout`, `browser_unavailable`
 */
export async function drawPages(
  env: PrintEnv,
  pdf: Uint8Array,
  { maxPages, resolution }: { maxPages: number; resolution: number },
): Promise<{ total: number; images: PageImage[] }> {
  checkPages(pdf, 1, maxPages);
  const call = { pdf, options: { from: 1, resolution, ...BUDGET }, timeoutMs: TIMEOUT_MS };
  const { total, pages } = await drawPageImages(env, call);
  if (pages.length === 0) throw new Failure("file_not_readable", "The pages of the PDF cannot be drawn.");

  return { total, images: pages.slice(0, maxPages).map(asImage) };
}

/**
 * One page of a PDF as it looks on a screen; undefined when there is no such page.
 * @param page counted from 1
 * @param resolution dots per inch
 * @throws Failure as `drawPages`
 */
export async function drawPage(
  env: PrintEnv,
  pdf: Uint8Array,
  { page, resolution }: { page: number; resolution: number },
): Promise<PageImage | undefined> {
  checkPages(pdf, page, 1);
  // One page is always drawn, and no other is begun.
  const options = { from: page, resolution, budgetMs: BUDGET.budgetMs, budgetBytes: 0 };
  const { pages } = await drawPageImages(env, { pdf, options, timeoutMs: TIMEOUT_MS });

  return pages[0] && asImage(pages[0]);
}

/**
 * Refuses pages that would take all of the browser's time or memory.
 * @param from counted from 1
 * @throws Failure `pdf_too_complex`, and those of `openPdf`
 */
export function checkPages(pdf: Uint8Array, from: number, count: number): void {
  const document = openPdf(pdf);
  for (const page of document.pages.slice(from - 1, from - 1 + count)) checkDrawable(document, page);
}

function asImage({ bytes, kind }: DrawnPages["pages"][number]): PageImage {
  return { bytes, mediaType: kind === "jpeg" ? "image/jpeg" : "image/png" };
}

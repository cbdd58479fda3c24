/** Pages of a PDF as pictures: a sealed tab with pdf.js in it, which draws them on a canvas. */
import { Buffer } from "node:buffer";
import { Failure } from "../domain/failure.ts";
import { createScriptNonce } from "../domain/script-nonce.ts";
import { pageImagesPolicy } from "./content-security-policy.ts";
import type { HeadlessBrowser } from "./headless-browser.ts";
import type { DrawnPages, DrawPagesOptions } from "./page-images-protocol.ts";
import { SandboxedTab } from "./sandboxed-tab.ts";
import { INPUT_SCRIPT, type InputPage, type ServedInput, serveInput } from "./serve-input.ts";
import type { StaticAssets } from "./static-assets.ts";
import type { Disposable } from "./tab-pool.ts";

const SCRIPT_PATH = "/layout/pdf.js";
/** One message from the browser holds 32 MiB, and base64 adds a third. */
const OUTPUT_PIECE_BYTES = 8 * 1024 * 1024;
/** RPC carries 32 MiB. */
const MAX_OUTPUT_BYTES = 28 * 1024 * 1024;

/** For one PDF. */
export interface PageImagesTab extends Disposable {
  /** @throws Failure `file_not_readable`, `file_too_large` */
  draw(pdf: Uint8Array, options: DrawPagesOptions): Promise<DrawnPages>;
}

/** Opens a sealed tab and loads the script that draws in it. */
export async function openPageImagesTab(browser: HeadlessBrowser, assets: StaticAssets): Promise<PageImagesTab> {
  const nonce = createScriptNonce();
  const tab = await SandboxedTab.open(browser, assets, documentOf(nonce), pageImagesPolicy(nonce), "shown");

  return { draw: (pdf, options) => draw(tab, pdf, options), dispose: () => tab.dispose() };
}

function documentOf(nonce: string): string {
  return (
    `<!doctype html><html><head><meta charset="utf-8"><script nonce="${nonce}">${INPUT_SCRIPT}</script>` +
    `<script nonce="${nonce}" src="${SCRIPT_PATH}"></script></head><body></body></html>`
  );
}

async function draw(tab: SandboxedTab, pdf: Uint8Array, options: DrawPagesOptions): Promise<DrawnPages> {
  const outcome = await tab.run(drawInPage, serveInput(tab, pdf), options);
  if (outcome.error !== undefined) throw new Failure("file_not_readable", `The file cannot be read: ${outcome.error}`);
  const size = outcome.pages.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (size > MAX_OUTPUT_BYTES) {
    throw new Failure("file_too_large", "The file holds too much to be brought into another one.");
  }
  const pages: DrawnPages["pages"] = [];
  for (const [index, { byteLength, ...page }] of outcome.pages.entries()) {
    pages.push({ ...page, bytes: await readImage(tab, index, byteLength) });
  }
  return { total: outcome.total, pages };
}

async function readImage(tab: SandboxedTab, index: number, byteLength: number): Promise<Uint8Array> {
  const image = new Uint8Array(byteLength);
  for (let at = 0; at < byteLength; at += OUTPUT_PIECE_BYTES)
    image.set(Buffer.from(await tab.run(readInPage, index, at, at + OUTPUT_PIECE_BYTES), "base64"), at);
  return image;
}

interface Outcome {
  total: number;
  pages: { widthPoints: number; heightPoints: number; kind: "png" | "jpeg"; byteLength: number }[];
  error?: string;
}

/** What the page keeps until it is read. */
interface DrawingPage extends InputPage {
  docloomPdf?: (bytes: Uint8Array, options: DrawPagesOptions) => Promise<DrawnPages>;
  docloomPictures?: Uint8Array[];
}

/** Runs in the page: draws pages and keeps their pictures. */
/* istanbul ignore next -- @preserve */
async function drawInPage(input: ServedInput, options: DrawPagesOptions): Promise<Outcome> {
  const page = globalThis as DrawingPage;
  // No function has a name here: bundlers wrap those in a helper that the page does not have.
  if (!page.docloomPdf || !page.gatherInput) return { total: 0, pages: [], error: "the script for PDFs is missing." };
  try {
    const { total, pages } = await page.docloomPdf(await page.gatherInput(input), options);
    page.docloomPictures = pages.map(({ bytes }) => bytes);
    return { total, pages: pages.map(({ bytes, ...rest }) => ({ ...rest, byteLength: bytes.byteLength })) };
  } catch (error) {
    return { total: 0, pages: [], error: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs in the page: a piece of a picture as base64. */
/* istanbul ignore next -- @preserve */
async function readInPage(index: number, start: number, end: number): Promise<string> {
  const { docloomPictures } = globalThis as DrawingPage;
  const piece = docloomPictures?.[index]?.subarray(start, end) ?? new Uint8Array();
  let text = "";
  for (let at = 0; at < piece.length; at += 0x8000) text += String.fromCharCode(...piece.subarray(at, at + 0x8000));
  return btoa(text);
}

import { Buffer } from "node:buffer";
import type { Extract, ExtractRequest } from "../domain/extracted-content.ts";
import { Failure } from "../domain/failure.ts";
import type { LayoutPage } from "./layout-protocol.ts";
import type { SealedTab } from "./sealed-tab.ts";
import { type InputPage, type ServedInput, serveInput } from "./serve-input.ts";

/** One message from the browser holds 32 MiB, and base64 adds a third. */
const OUTPUT_PIECE_BYTES = 8 * 1024 * 1024;
/** RPC carries 32 MiB. */
const MAX_OUTPUT_BYTES = 28 * 1024 * 1024;
/** Facts travel as one text. */
const MAX_FACT_CHARACTERS = 16 * 1024 * 1024;

/** Gets content out of a file in the page. @throws Failure `file_not_readable`, `file_too_large` */
export async function extractContent(
  tab: SealedTab,
  bytes: Uint8Array,
  request: ExtractRequest,
): Promise<Extract<unknown>> {
  const outcome = await tab.run(extractInPage, serveInput(tab, bytes), request);
  if (outcome.error !== undefined) throw new Failure("file_not_readable", `The file cannot be read: ${outcome.error}`);
  const total = outcome.sizes.reduce((sum, size) => sum + size, 0);
  if (total > MAX_OUTPUT_BYTES || outcome.facts.length > MAX_FACT_CHARACTERS)
    throw new Failure("file_too_large", "The file holds too much to be brought into another one.");
  const files: Uint8Array[] = [];
  for (const [index, size] of outcome.sizes.entries()) files.push(await readFile(tab, index, size));

  return { facts: JSON.parse(outcome.facts), files, warnings: outcome.warnings };
}

async function readFile(tab: SealedTab, index: number, size: number): Promise<Uint8Array> {
  const file = new Uint8Array(size);
  for (let at = 0; at < size; at += OUTPUT_PIECE_BYTES)
    file.set(Buffer.from(await tab.run(readInPage, index, at, at + OUTPUT_PIECE_BYTES), "base64"), at);
  return file;
}

interface Outcome {
  /** JSON. */
  facts: string;
  sizes: number[];
  warnings: string[];
  error?: string;
}

/** Runs in the page: has the layout bundle read the file and keeps the resulting files. */
/* istanbul ignore next -- @preserve */
async function extractInPage(input: ServedInput, request: ExtractRequest): Promise<Outcome> {
  const page = globalThis as InputPage & { docloom?: LayoutPage; docloomFiles?: Uint8Array[] };
  // No function has a name here: bundlers wrap those in a helper that the page does not have.
  const nothing = { facts: "", sizes: [], warnings: [] };
  if (!page.docloom || !page.gatherInput) return { ...nothing, error: "the layout bundle is missing." };
  try {
    const bytes = await page.gatherInput(input);
    const { facts, files, warnings } = await page.docloom.extract(bytes, request);
    page.docloomFiles = files;
    const sizes = files.map((file) => file.byteLength);
    return { facts: JSON.stringify(facts), sizes, warnings: warnings.slice(0, 100).map(String) };
  } catch (error) {
    return { ...nothing, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs in the page: a piece of a file as base64. */
/* istanbul ignore next -- @preserve */
async function readInPage(index: number, start: number, end: number): Promise<string> {
  const { docloomFiles } = globalThis as { docloomFiles?: Uint8Array[] };
  const piece = docloomFiles?.[index]?.subarray(start, end) ?? new Uint8Array();
  let text = "";
  for (let at = 0; at < piece.length; at += 0x8000) text += String.fromCharCode(...piece.subarray(at, at + 0x8000));
  return btoa(text);
}

import { combineToWord } from "../../convert/word/combine-to-word.ts";
import { appendAll } from "../../domain/collections/long-lists.ts";
import { mapConcurrent } from "../../domain/map-concurrent.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import { jointRenderer } from "../../domain/renderer.ts";
import type { RouteSnapshot } from "../../domain/run-task.ts";
import { bareName } from "../../domain/text/bare-name.ts";
import { mergeText } from "../../language/merge-text.ts";
import { withSettings } from "../context.ts";
import { combinedPdf, plainContent, sharedIdentifications } from "../pdf/combined-pdf.ts";
import { checkInvoiceLevel } from "../pdf/merged-invoice.ts";
import { outputPdf } from "../pdf/output-pdf.ts";
import { numberedNames, outputFileName } from "../run/file-names.ts";
import {
  type MergedContent,
  type MergedFile,
  mediaTypeOf,
  nameBeside,
  type StoredBytes,
  storeAll,
  storeMergedFile,
} from "../run/merged-file.ts";
import type { MadeRuleResult, RouteScope, RuleResult } from "./produce-rule-result.ts";

/** Combined files that are made at once. */
const COMBINED_AT_ONCE = 2;

/** What a route has made, and of what. */
interface RouteFiles {
  snapshot: RouteSnapshot;
  data: MergeData;
  results: readonly RuleResult[];
  stored: StoredResults;
}

/** Where the files of turns are: the run of a document and that of its route name the same bytes. */
export type StoredResults = ReadonlyMap<RuleResult, { own?: StoredBytes; beside?: StoredBytes }>;

/** Stores the files of all turns together, each once; what only goes into a combined file is none. */
export async function storeResults(
  { context, run }: RouteScope,
  results: readonly MadeRuleResult[],
): Promise<StoredResults> {
  const contents = results.flatMap(({ rule, snapshot, bytes, beside }, index) => [
    ...(snapshot || !(rule.combine || rule.combineDocx) ? [{ index, of: "own" as const, bytes }] : []),
    ...(beside ? [{ index, of: "beside" as const, bytes: beside.bytes }] : []),
  ]);
  const { blobs } = context.services.store;
  const all = await storeAll(
    blobs,
    run,
    contents.map(({ bytes }) => bytes),
  );
  const byResult = results.map((): { own?: StoredBytes; beside?: StoredBytes } => ({}));
  for (const [place, { index, of }] of contents.entries()) {
    const places = byResult[index];
    if (places) places[of] = all[place];
  }
  return new Map(results.map((result, index) => [result, byResult[index] ?? {}]));
}

/** The file of a turn, as the run of its document or of its route has it. */
export function resultFile(stored: StoredResults, result: RuleResult, name = result.name): MergedFile {
  const { rule, snapshot, mediaType, bytes, renderer } = result;
  const own = stored.get(result)?.own;
  if (!own) throw new Error("A file of a route that was not stored");
  return { name, mediaType, documentId: snapshot?.documentId, ruleId: rule.id, bytes, ...own, renderer };
}

type Beside = NonNullable<RuleResult["beside"]>;

/** The e-invoice that goes with it, under a name like that of the file. */
export function invoiceFile(stored: StoredResults, result: RuleResult, beside: Beside, name: string): MergedFile {
  const { rule, snapshot } = result;
  const own = stored.get(result)?.beside;
  if (!own) throw new Error("An e-invoice of a route that was not stored");
  const details = { mediaType: mediaTypeOf(beside.extension), documentId: snapshot?.documentId, ruleId: rule.id };
  return { name: nameBeside(name, beside), ...details, bytes: beside.bytes, ...own };
}

/** The files in rule order; a combined one is where its first part would be. */
export async function storeFiles(
  scope: RouteScope,
  route: RouteFiles,
): Promise<{ files: MergedFile[]; warnings: string[] }> {
  const { results, stored } = route;
  const warnings: string[] = [];
  const pdfParts = results.filter(({ rule }) => rule.combine);
  const wordParts = results.filter(({ rule }) => !rule.combine && rule.combineDocx);
  const isShown = (result: RuleResult) =>
    (!pdfParts.includes(result) || result === pdfParts[0]) && (!wordParts.includes(result) || result === wordParts[0]);
  const shown = results.filter(isShown);
  const names = numberedNames(
    shown.map((result) => {
      if (result === pdfParts[0]) return combinedName(scope, route, "pdf");
      return result === wordParts[0] ? combinedName(scope, route, "docx") : result.name;
    }),
  );
  const files = await mapConcurrent([...shown.entries()], COMBINED_AT_ONCE, async ([index, result]) => {
    const name = names[index] ?? result.name;
    if (result === pdfParts[0]) {
      const { content, warnings: pdfWarnings } = await routePdf(scope, route, pdfParts, bareName(name));
      appendAll(warnings, pdfWarnings);
      const combined = await storeCombined(scope, content, { name, extension: "pdf" });
      return { ...combined, renderer: jointRenderer(pdfParts.map((part) => part.renderer)) };
    }
    if (result !== wordParts[0]) return resultFile(stored, result, name);
    const combined = await combineResultsToWord(scope, wordParts);
    appendAll(warnings, combined.warnings);
    return await storeCombined(scope, { bytes: combined.bytes }, { name, extension: "docx" });
  });
  const ownNames = new Map(shown.map((result, index) => [result, names[index] ?? result.name]));
  const isCombined = (result: RuleResult) => pdfParts.includes(result) || wordParts.includes(result);
  const invoices = results.flatMap((result) => {
    const { beside, name } = result;
    return beside ? [{ result, beside, name: (isCombined(result) ? undefined : ownNames.get(result)) ?? name }] : [];
  });
  const taken = files.map(({ name }) => name);
  return { files: [...files, ...invoiceFiles(stored, invoices, taken)], warnings };
}

/** An e-invoice that is a file of its own, and what the file is called that it belongs to. */
interface OwnInvoice {
  result: RuleResult;
  beside: Beside;
  name: string;
}

/** E-invoices under the names of their documents' files, unless another file has that name. */
function invoiceFiles(stored: StoredResults, invoices: readonly OwnInvoice[], taken: readonly string[]): MergedFile[] {
  const names = numberedNames([...taken, ...invoices.map(({ name, beside }) => nameBeside(name, beside))]);
  return invoices.map(({ result, beside, name }, index) =>
    invoiceFile(stored, result, beside, names[taken.length + index] ?? name),
  );
}

/** The name that the route gives its combined file. */
function combinedName({ context }: RouteScope, { snapshot, data }: RouteFiles, extension: "pdf" | "docx"): string {
  return outputFileName(mergeText(snapshot.outputName, data, context.environment), snapshot.name, extension);
}

function bytesOf({ name, bytes }: RuleResult): Uint8Array {
  if (!bytes) throw new Error(`What goes into a combined file was not read: ${name}`);
  return bytes;
}

async function storeCombined(
  { context, run }: RouteScope,
  content: MergedContent,
  { name, extension }: { name: string; extension: "pdf" | "docx" },
): Promise<MergedFile> {
  return await storeMergedFile(context.services.store.blobs, run, content, { name, mediaType: mediaTypeOf(extension) });
}

async function combineResultsToWord(
  { context }: RouteScope,
  results: readonly RuleResult[],
): Promise<{ bytes: Uint8Array; warnings: string[] }> {
  const files = results.map((result, index) => {
    const { name } = result;
    return { name, index, read: async () => ({ name, bytes: bytesOf(result) }) };
  });
  return await combineToWord(files, context.conversion);
}

/**
 * The one PDF of the turns that are combined. Signatures of the parts do not survive that, so it is made of the parts
 * as they were before, and signed itself.
 * @throws Failure those of combinedPdf and outputPdf; `e_invoice_invalid`
 */
async function routePdf(
  { context: ofRoute, run }: RouteScope,
  { snapshot: { settings: own = {} }, data }: RouteFiles,
  parts: readonly RuleResult[],
  title: string,
): Promise<{ content: MergedContent; warnings: string[] }> {
  // the pages of a sample are marked already: with the mark it is not a file to archive, and does not claim to be one
  const test = parts.some((part) => part.test);
  // the route's own setting, else what all of its documents agree on
  for (const { snapshot } of test ? [] : parts)
    if (snapshot) checkInvoiceLevel({ ...snapshot.settings, pdf_a: own.pdf_a });
  const settings = test
    ? {}
    : { ...sharedIdentifications(parts.map(({ snapshot }) => snapshot?.settings ?? {})), ...own };
  const context = withSettings(ofRoute, settings, false);
  const { now, locale } = context.environment;
  const inputs = parts.map((part) => ({ name: part.name, bytes: part.unsigned ?? bytesOf(part) }));
  const { blobs } = context.services.store;
  const combined = await combinedPdf(blobs, run, inputs, { now, title, language: locale });
  const { warnings } = combined;
  if (Object.keys(settings).length === 0) return { content: await plainContent(combined), warnings };
  const output = await outputPdf({ context, snapshot: { name: title }, data }, combined.made);
  const { content } = await output.write([]);
  return { content, warnings: [...warnings, ...output.warnings] };
}

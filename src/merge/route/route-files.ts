import { combineToWord } from "../../convert/word/combine-to-word.ts";
import { mapConcurrent } from "../../domain/map-concurrent.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import { jointRenderer } from "../../domain/renderer.ts";
import type { Run } from "../../domain/run.ts";
import type { RouteSnapshot } from "../../domain/run-task.ts";
import { bareName } from "../../domain/text/bare-name.ts";
import { mergeText } from "../../language/merge-text.ts";
import type { Blobs } from "../../store/blobs.ts";
import { withSettings } from "../context.ts";
import { combinedPdf, plainContent, sharedIdentifications } from "../pdf/combined-pdf.ts";
import { checkInvoiceLevel } from "../pdf/merged-invoice.ts";
import { outputPdf } from "../pdf/output-pdf.ts";
import { numberedNames, outputFileName } from "../run/file-names.ts";
import {
  type FileBeside,
  type MergedContent,
  type MergedFile,
  mediaTypeOf,
  nameBeside,
  storeBeside,
  storeMergedFile,
} from "../run/merged-file.ts";
import type { RouteScope, RuleResult } from "./produce-rule-result.ts";

/** Files that are stored at once. */
export const PUTS_AT_ONCE = 4;

/** What a route has made, and of what. */
interface RouteFiles {
  snapshot: RouteSnapshot;
  data: MergeData;
  results: readonly RuleResult[];
}

/** The files in rule order; a combined one is where its first part would be. */
export async function storeFiles(
  scope: RouteScope,
  route: RouteFiles,
): Promise<{ files: MergedFile[]; warnings: string[] }> {
  const { results } = route;
  const { context, run } = scope;
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
  const files = await mapConcurrent([...shown.entries()], PUTS_AT_ONCE, async ([index, result]) => {
    const name = names[index] ?? result.name;
    if (result === pdfParts[0]) {
      const { content, warnings: pdfWarnings } = await routePdf(scope, route, pdfParts, bareName(name));
      warnings.push(...pdfWarnings);
      const combined = await storeCombined(scope, content, { name, extension: "pdf" });
      return { ...combined, renderer: jointRenderer(pdfParts.map((part) => part.renderer)) };
    }
    if (result !== wordParts[0]) return await storeRuleResult(context.services.store.blobs, run, { ...result, name });
    const combined = await combineResultsToWord(scope, wordParts);
    warnings.push(...combined.warnings);
    return await storeCombined(scope, { bytes: combined.bytes }, { name, extension: "docx" });
  });
  const ownNames = new Map(shown.map((result, index) => [result, names[index] ?? result.name]));
  const isCombined = (result: RuleResult) => pdfParts.includes(result) || wordParts.includes(result);
  const invoices = results.flatMap((result) => {
    const { beside, name } = result;
    return beside ? [{ result, beside, name: (isCombined(result) ? undefined : ownNames.get(result)) ?? name }] : [];
  });
  const taken = files.map(({ name }) => name);
  return { files: [...files, ...(await storeInvoices(scope, invoices, taken))], warnings };
}

/** An e-invoice that is a file of its own, and what the file is called that it belongs to. */
interface OwnInvoice {
  result: RuleResult;
  beside: FileBeside;
  name: string;
}

/** E-invoices under the names of their documents' files, unless another file has that name. */
async function storeInvoices(
  { context, run }: RouteScope,
  invoices: readonly OwnInvoice[],
  taken: readonly string[],
): Promise<MergedFile[]> {
  const names = numberedNames([...taken, ...invoices.map(({ name, beside }) => nameBeside(name, beside))]);
  return await mapConcurrent([...invoices.entries()], PUTS_AT_ONCE, async ([index, { result, beside, name }]) => {
    const { rule, snapshot } = result;
    const details = { name: names[taken.length + index] ?? name, documentId: snapshot?.documentId, ruleId: rule.id };
    return await storeBeside(context.services.store.blobs, run, beside, details);
  });
}

/** The name that the route gives its combined file. */
function combinedName({ context }: RouteScope, { snapshot, data }: RouteFiles, extension: "pdf" | "docx"): string {
  return outputFileName(mergeText(snapshot.outputName, data, context.environment), snapshot.name, extension);
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
  const files = results.map(({ name, bytes }, index) => ({ name, index, read: async () => ({ name, bytes }) }));
  return await combineToWord(files, context.conversion);
}

export async function storeRuleResult(
  blobs: Blobs,
  run: Pick<Run, "id" | "workspaceId">,
  { rule, snapshot, name, mediaType, bytes, renderer }: RuleResult,
): Promise<MergedFile> {
  const details = { name, mediaType, documentId: snapshot?.documentId, ruleId: rule.id };
  return { ...(await storeMergedFile(blobs, run, { bytes }, details)), renderer };
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
  const inputs = parts.map(({ name, bytes, unsigned }) => ({ name, bytes: unsigned ?? bytes }));
  const { blobs } = context.services.store;
  const combined = await combinedPdf(blobs, run, inputs, { now, title, language: locale });
  const { warnings } = combined;
  if (Object.keys(settings).length === 0) return { content: await plainContent(combined), warnings };
  const output = await outputPdf({ context, snapshot: { name: title }, data }, combined.made);
  const { content } = await output.write([]);
  return { content, warnings: [...warnings, ...output.warnings] };
}

import { toPdfa } from "../../convert/to-pdfa.ts";
import { appendAll } from "../../domain/collections/long-lists.ts";
import { Failure } from "../../domain/failure.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { runYielding } from "../../domain/steps.ts";
import { mergeText } from "../../language/merge-text.ts";
import { blockCache } from "../../pdf/byte-source.ts";
import { reduceImages } from "../../pdf/compress/reduce-images.ts";
import { dropUsageRights } from "../../pdf/compress/usage-rights.ts";
import { openPdf, openPdfSource, PdfDocument } from "../../pdf/document.ts";
import { loadMetadata } from "../../pdf/finalize/declared-metadata.ts";
import { type FinalizeOptions, finalizeDocument } from "../../pdf/finalize/finalize-pdf.ts";
import { stampSteps } from "../../pdf/operations/stamp.ts";
import type { AttachedInvoice } from "../../pdf/pdfa/attach-invoice.ts";
import type { PdfaProfile } from "../../pdf/pdfa/pdfa-profile.ts";
import { type WrittenPdf, writeOpenSteps, writePdfChunks, writeSteps } from "../../pdf/writer.ts";
import type { MergeContext } from "../context.ts";
import type { FileBeside, MergedContent } from "../run/merged-file.ts";
import { type MergedInvoice, mergedInvoice } from "./merged-invoice.ts";
import { signedPdf, storedIdentity } from "./signed-pdf.ts";
import { warningSteps } from "./warning-lines.ts";

/** The word that marks test merges (wire "Test mode"). */
export const SAMPLE = "SAMPLE";

/**
 * Up to this size a file and its result are in memory together: conforming looks into every stream, and checks the
 * result.
 */
const MAX_WHOLE_BYTES = 24 * 1024 * 1024;

const KEPT_PIXELS = "the PDF is too large for its pictures to be reduced";

/** What was merged, and what the last steps depend on. */
export interface PdfRequest {
  context: MergeContext;
  /** The document, or the combined file of a route: its name is the title of last resort. */
  snapshot: Pick<DocumentSnapshot, "name">;
  data: MergeData;
}

/** A file as it is stored. */
interface WrittenOutput {
  content: MergedContent;
  /** The same before it was signed, if it is: a signature does not survive being combined. */
  unsigned?: Uint8Array;
}

/** A PDF that is still open: what is left is to write and sign it. */
export interface OutputPdf {
  /** The e-invoice, where it is a file of its own. */
  beside?: FileBeside;
  warnings: string[];
  /** @param shown warnings that go to the foot of each page */
  write(shown: readonly string[]): Promise<WrittenOutput>;
}

/**
 * The last steps of every PDF that a merge makes, on one open document: smaller pictures, the mark of test merges, its
 * title and author, what its document's settings want it to conform to, warnings, its signature. One that was put away
 * for its size is read and written again in pieces.
 * @throws Failure `pdf_not_conforming`, `e_invoice_invalid`, `file_too_large`, those of openPdf and signedPdf
 */
export async function outputPdf(request: PdfRequest, made: MergedContent | PdfDocument): Promise<OutputPdf> {
  const { snapshot, data, context } = request;
  const { settings } = context.environment;
  const isInside = settings.e_invoice_syntax === "ubl" && settings.e_invoice_pdf === true;
  // one that the PDF does not go into is made first: a merge that has to be refused draws nothing
  const merged = isInside ? undefined : mergedInvoice(data, context.environment);
  const output = await outputPages(request, made, merged?.attached);
  if (!isInside) return withInvoice(output, merged);
  const { content } = await output.write([]);
  const bytes = "bytes" in content ? content.bytes : await wholeBlob(context, content.blobKey);
  return withInvoice(output, mergedInvoice(data, context.environment, { name: snapshot.name, bytes }));
}

function withInvoice(output: OutputPdf, merged: MergedInvoice | undefined): OutputPdf {
  if (!merged) return output;
  const { invoice } = merged;
  const warnings = [...output.warnings, ...invoice.warnings];
  if (invoice.syntax === "cii") return { ...output, warnings };
  return { ...output, warnings, beside: { extension: "xml", bytes: invoice.xml } };
}

async function outputPages(
  { context, snapshot, data }: PdfRequest,
  made: MergedContent | PdfDocument,
  invoice: AttachedInvoice | undefined,
): Promise<OutputPdf> {
  const { environment } = context;
  const { now, locale, test, settings } = environment;
  const text = (template: string | undefined) => (template ? mergeText(template, data, environment).trim() : "");
  const options: FinalizeOptions = {
    now,
    language: locale,
    title: snapshot.name,
    stated: { title: text(settings.title), author: text(settings.author) },
  };
  const pdfA = settings.pdf_a ?? (invoice ? "3b" : undefined);
  const profile: PdfaProfile = { pdfA, pdfUa: settings.pdf_ua === true };
  const isPdfa = profile.pdfA !== undefined || profile.pdfUa;
  const { signature, picture_dpi: dpi } = settings;
  if ("blobKey" in made && !isPdfa && !test && !signature) {
    const content = await finalizedInPieces(context, made.blobKey, options);
    return { warnings: dpi === undefined ? [] : [KEPT_PIXELS], write: async () => ({ content }) };
  }
  let document = await reducedDocument(context, made, { dpi, isLimited: isPdfa || signature !== undefined });
  if (isPdfa || test) dropUsageRights(document);
  const warnings: string[] = [];
  let file: WrittenPdf | undefined;
  if (isPdfa) {
    const conformed = await toPdfa(context.services.env.ASSETS, document, { ...options, profile, invoice });
    appendAll(warnings, conformed.warnings);
    file = conformed;
    document = conformed.document;
  }
  if (test) {
    await runYielding(stampSteps(document, { text: SAMPLE }));
    // with the mark across its pages it is not a file to archive, and does not claim to be one
    file = undefined;
    // a sample is not signed, but still says if the merge could not be
    if (signature) await storedIdentity(context.services, context.workspaceId, signature.identity);
  }
  if (!file) finalizeDocument(document, options);
  return {
    warnings,
    async write(shown) {
      if (shown.length > 0) await runYielding(warningSteps(document, shown));
      if (!signature || test) return { content: { bytes: file?.bytes ?? (await runYielding(writeSteps(document))) } };
      file ??= await runYielding(writeOpenSteps(document));
      const unsigned = file.bytes;
      return { content: { bytes: await signedPdf({ context, text }, file, signature) }, unsigned };
    },
  };
}

/** The PDF, open, with pictures of the resolution that its document asks for. @throws Failure `file_too_large` */
async function reducedDocument(
  context: MergeContext,
  made: MergedContent | PdfDocument,
  { dpi, isLimited }: { dpi: number | undefined; isLimited: boolean },
): Promise<PdfDocument> {
  if (made instanceof PdfDocument) {
    if (dpi !== undefined) await runYielding(reduceImages(made, dpi));
    return made;
  }
  const bytes = "bytes" in made ? made.bytes : await wholeBlob(context, made.blobKey);
  const document = openPdf(bytes);
  const isReduced = dpi !== undefined && (await runYielding(reduceImages(document, dpi)));
  if (!isLimited || bytes.length <= MAX_WHOLE_BYTES) return document;
  const file = isReduced ? await runYielding(writeOpenSteps(document)) : undefined;
  if (!file || file.bytes.length > MAX_WHOLE_BYTES) throw tooLarge();
  return file.document;
}

async function wholeBlob({ services, workspaceId }: MergeContext, key: string): Promise<Uint8Array> {
  const blob = await services.store.blobs.getStream(workspaceId, key);
  if (!blob) throw new Error(`The blob ${key} is gone`);
  if (blob.sizeBytes > MAX_WHOLE_BYTES) throw tooLarge();
  return new Uint8Array(await new Response(blob.body).arrayBuffer());
}

const tooLarge = (): Failure =>
  new Failure("file_too_large", "A PDF of more than 24 MiB cannot be signed, or made to conform to PDF/A or PDF/UA.");

async function finalizedInPieces(
  { services, workspaceId }: MergeContext,
  key: string,
  options: FinalizeOptions,
): Promise<MergedContent> {
  const { blobs } = services.store;
  const ranges = await blobs.ranges(workspaceId, key);
  if (!ranges) throw new Error(`The blob ${key} is gone`);
  const document = await openPdfSource(blockCache(ranges), { wholeFileBytes: MAX_WHOLE_BYTES });
  await loadMetadata(document);
  finalizeDocument(document, options);
  return { blobKey: await blobs.putInPlaceOf(key, writePdfChunks(document)) };
}

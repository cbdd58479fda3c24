import { toArchive } from "../../convert/to-archive.ts";
import { Failure } from "../../domain/failure.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { inTurns } from "../../domain/steps.ts";
import type { ArchiveOptions } from "../../pdf/archive/archive-pdf.ts";
import type { ArchiveProfile } from "../../pdf/archive/archive-profile.ts";
import type { AttachedInvoice } from "../../pdf/archive/attach-invoice.ts";
import { blockCache } from "../../pdf/byte-source.ts";
import { reducePictures } from "../../pdf/compress/reduce-pictures.ts";
import { openPdfSource } from "../../pdf/document.ts";
import { type FinishOptions, finishDocument, finishSteps } from "../../pdf/finish/finish-pdf.ts";
import { loadMetadata } from "../../pdf/finish/stated-metadata.ts";
import { stampPdf } from "../../pdf/operations/stamp.ts";
import { writePdfChunks } from "../../pdf/writer.ts";
import type { MergeData, RenderEnvironment } from "../../templates/template-engine.ts";
import type { MergeServices } from "../context.ts";
import { mergeText } from "../merge-text.ts";
import type { FileBeside, MergedContent } from "../run/merged-file.ts";
import { type MergedInvoice, mergedInvoice } from "./merged-invoice.ts";
import { signedPdf } from "./signed-pdf.ts";
import { keptIdentity } from "./signing-identity.ts";

/** The word that marks test merges (wire "Test mode"). */
export const SAMPLE = "SAMPLE";

/**
 * Up to this size a file and its result are in memory together: conforming looks into every stream, and checks the
 * result.
 */
const MAX_WHOLE_BYTES = 24 * 1024 * 1024;

const KEPT_PIXELS = "the PDF is too large for its pictures to be reduced";

/** What was merged, and what the last steps depend on. */
export interface FinishTerms {
  services: MergeServices;
  workspaceId: string;
  /** The document, or the combined file of a route: its name is the title of last resort. */
  snapshot: Pick<DocumentSnapshot, "name">;
  data: MergeData;
  environment: RenderEnvironment;
}

/** A PDF after its last steps, and their warnings. */
export interface FinishedPdf {
  content: MergedContent;
  /** The same before it was signed, if it is: a signature does not survive being combined. */
  unsigned?: Uint8Array | undefined;
  /** The e-invoice, where it is a file of its own. */
  beside?: FileBeside | undefined;
  warnings: string[];
}

/**
 * The last steps of every PDF that a merge makes: the mark of test merges, its title and author, what its document's
 * settings want it to conform to, its signature. One that was put away for its size is read and written again in pieces.
 * @throws Failure `pdf_not_conforming`, `e_invoice_invalid`, `file_too_large`, those of signedPdf
 */
export async function finishedPdf(terms: FinishTerms, content: MergedContent): Promise<FinishedPdf> {
  const { snapshot, data, environment } = terms;
  const { settings } = environment;
  const isInside = settings.e_invoice_syntax === "ubl" && settings.e_invoice_pdf === true;
  // one that the PDF does not go into is made first: a merge that has to be refused draws nothing
  const merged = isInside ? undefined : mergedInvoice(data, environment);
  const finished = await finishedPages(terms, content, merged?.attached);
  if (!isInside) return withInvoice(finished, merged);
  const bytes = "bytes" in finished.content ? finished.content.bytes : await wholeBlob(terms, finished.content.blobKey);
  return withInvoice(finished, mergedInvoice(data, environment, { name: snapshot.name, bytes }));
}

function withInvoice(finished: FinishedPdf, merged: MergedInvoice | undefined): FinishedPdf {
  if (!merged) return finished;
  const { invoice } = merged;
  const warnings = [...finished.warnings, ...invoice.warnings];
  if (invoice.syntax === "cii") return { ...finished, warnings };
  return { ...finished, warnings, beside: { extension: "xml", bytes: invoice.xml } };
}

async function finishedPages(
  terms: FinishTerms,
  content: MergedContent,
  invoice: AttachedInvoice | undefined,
): Promise<FinishedPdf> {
  const { services, snapshot, data, environment } = terms;
  const { now, locale, test, settings } = environment;
  const text = (template: string | undefined) => (template ? mergeText(template, data, environment).trim() : "");
  const options: FinishOptions = {
    now,
    language: locale,
    title: snapshot.name,
    stated: { title: text(settings.title), author: text(settings.author) },
  };
  const pdfA = settings.pdf_a ?? (invoice ? "3b" : undefined);
  const profile: ArchiveProfile = { pdfA, pdfUa: settings.pdf_ua === true };
  const isArchived = profile.pdfA !== undefined || profile.pdfUa;
  const { signature } = settings;
  const dpi = settings.picture_dpi;
  if ("blobKey" in content && !isArchived && !test && !signature) {
    const finished = await finishedInPieces(terms, content.blobKey, options);
    return dpi === undefined ? finished : { ...finished, warnings: [...finished.warnings, KEPT_PIXELS] };
  }
  const given = "bytes" in content ? content.bytes : await wholeBlob(terms, content.blobKey);
  const bytes = dpi === undefined ? given : await inTurns(reducePictures(given, dpi));
  if (bytes.length > MAX_WHOLE_BYTES && (isArchived || signature)) throw tooLarge();
  const whole = isArchived
    ? await conforming(terms, bytes, { ...options, profile, invoice })
    : { bytes: await inTurns(finishSteps(test ? stampPdf(bytes, { text: SAMPLE }) : bytes, options)), warnings: [] };
  const { warnings } = whole;
  if (!signature) return { content: { bytes: whole.bytes }, warnings };
  if (test) {
    // a sample is not signed, but still says if the merge could not be
    await keptIdentity(services, terms.workspaceId, signature.identity);
    return { content: { bytes: whole.bytes }, warnings };
  }
  const signed = await signedPdf({ services, workspaceId: terms.workspaceId, now, text }, whole.bytes, signature);
  return { content: { bytes: signed }, unsigned: whole.bytes, warnings };
}

async function conforming(
  { services, environment: { test } }: FinishTerms,
  bytes: Uint8Array,
  options: Omit<ArchiveOptions, "twins">,
): Promise<{ bytes: Uint8Array; warnings: string[] }> {
  const archived = await toArchive(services.env.ASSETS, bytes, options);
  // with the mark across its pages it is not a file to archive, and does not claim to be one
  if (!test) return archived;
  const marked = stampPdf(archived.bytes, { text: SAMPLE });
  return { bytes: await inTurns(finishSteps(marked, options)), warnings: archived.warnings };
}

async function wholeBlob({ services, workspaceId }: FinishTerms, key: string): Promise<Uint8Array> {
  const blob = await services.store.blobs.getStream(workspaceId, key);
  if (!blob) throw new Error(`The blob ${key} is gone`);
  if (blob.sizeBytes > MAX_WHOLE_BYTES) throw tooLarge();
  return new Uint8Array(await new Response(blob.body).arrayBuffer());
}

const tooLarge = (): Failure =>
  new Failure("file_too_large", "A PDF of more than 24 MiB cannot be signed, or made to conform to PDF/A or PDF/UA.");

async function finishedInPieces(
  { services, workspaceId }: FinishTerms,
  key: string,
  options: FinishOptions,
): Promise<FinishedPdf> {
  const { blobs } = services.store;
  const ranges = await blobs.ranges(workspaceId, key);
  if (!ranges) throw new Error(`The blob ${key} is gone`);
  const document = await openPdfSource(blockCache(ranges), { wholeFileBytes: MAX_WHOLE_BYTES });
  await loadMetadata(document);
  finishDocument(document, options);
  const blobKey = await blobs.putInPlaceOf(key, writePdfChunks(document));
  return { content: { blobKey }, warnings: [] };
}

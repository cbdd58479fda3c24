import type { DocumentSettings } from "../../domain/document.ts";
import type { RouteSettings } from "../../domain/route.ts";
import type { Run } from "../../domain/run.ts";
import { runYielding } from "../../domain/steps.ts";
import { PdfDocument } from "../../pdf/document.ts";
import { type FinalizeOptions, finalizeDocument } from "../../pdf/finalize/finalize-pdf.ts";
import { type CombineInput, combineDocuments, openToCombine } from "../../pdf/operations/combine.ts";
import { brokenSignatures } from "../../pdf/signature/signed-document.ts";
import { writePdfChunks, writeSteps } from "../../pdf/writer.ts";
import type { Blobs } from "../../store/blobs.ts";
import type { MergedContent } from "../run/merged-file.ts";

/** Up to this size the combined file is in memory beside its parts; larger ones are written piece by piece. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024;

/** The PDFs of several merges as one: open, or stored if it is large. */
export interface CombinedPdf {
  made: PdfDocument | MergedContent;
  warnings: string[];
}

/**
 * The PDFs of several merges as one, with its document properties.
 * @throws Failure those of openPdf, with the file's name in front
 */
export async function combinedPdf(
  blobs: Blobs,
  run: Pick<Run, "id" | "workspaceId">,
  parts: readonly CombineInput[],
  options: FinalizeOptions,
): Promise<CombinedPdf> {
  const opened = openToCombine(parts);
  const warnings = brokenSignatures(opened);
  const combined = combineDocuments(opened);
  finalizeDocument(combined, options);
  const totalBytes = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (totalBytes <= MAX_WHOLE_BYTES) return { made: combined, warnings };
  const blobKey = await blobs.putResultPieces(run.workspaceId, run.id, writePdfChunks(combined));
  return { made: { blobKey }, warnings };
}

/** A combined PDF that claims nothing and is not signed, as it is. */
export async function plainContent({ made }: CombinedPdf): Promise<MergedContent> {
  return made instanceof PdfDocument ? { bytes: await runYielding(writeSteps(made)) } : made;
}

/** What a combined PDF claims and is signed by: what all of its documents agree on. */
export function sharedIdentifications(documents: readonly DocumentSettings[]): RouteSettings {
  const claims = documents.map(({ pdf_a, pdf_ua, signature, e_invoice, e_invoice_syntax }) => ({
    // an e-invoice alone makes its PDF an archive
    pdf_a: pdf_a ?? (e_invoice && e_invoice_syntax !== "ubl" ? ("3b" as const) : undefined),
    pdf_ua,
    signature,
  }));
  const [first] = claims;
  const agree = (name: "pdf_a" | "pdf_ua" | "signature") =>
    claims.every((claim) => JSON.stringify(claim[name]) === JSON.stringify(first?.[name]));
  return {
    ...(agree("pdf_a") && first?.pdf_a ? { pdf_a: first.pdf_a } : {}),
    ...(agree("pdf_ua") && first?.pdf_ua ? { pdf_ua: true } : {}),
    ...(agree("signature") && first?.signature ? { signature: first.signature } : {}),
  };
}

import type { Run } from "../../domain/run.ts";
import { inTurns } from "../../domain/steps.ts";
import { type FinishOptions, finishDocument } from "../../pdf/finish/finish-pdf.ts";
import { type CombineInput, combineDocuments, openToCombine } from "../../pdf/operations/combine.ts";
import { brokenSignatures } from "../../pdf/signature/signed-document.ts";
import { writePdfChunks, writeSteps } from "../../pdf/writer.ts";
import type { Blobs } from "../../store/blobs.ts";
import type { MergedContent } from "../run/merged-file.ts";

/** Up to this size the combined file is in memory beside its parts; larger ones are written piece by piece. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024;

/**
 * The PDFs of several merges as one, finished.
 * @throws Failure those of openPdf, with the file's name in front
 */
export async function combinedPdf(
  blobs: Blobs,
  run: Pick<Run, "id" | "workspaceId">,
  parts: readonly CombineInput[],
  options: FinishOptions,
): Promise<{ content: MergedContent; warnings: string[] }> {
  const opened = openToCombine(parts);
  const warnings = brokenSignatures(opened);
  const combined = combineDocuments(opened);
  finishDocument(combined, options);
  const totalBytes = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (totalBytes <= MAX_WHOLE_BYTES) return { content: { bytes: await inTurns(writeSteps(combined)) }, warnings };
  const blobKey = await blobs.putResultPieces(run.workspaceId, run.id, writePdfChunks(combined));
  return { content: { blobKey }, warnings };
}

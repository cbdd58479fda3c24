import { MEDIA_TYPES } from "../../domain/media-type.ts";
import { runYielding } from "../../domain/steps.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { loadMetadata } from "../../pdf/finalize/declared-metadata.ts";
import { finalizeDocument } from "../../pdf/finalize/finalize-pdf.ts";
import { jointIdentifications, keepOutputIntent } from "../../pdf/pdfa/combined-identification.ts";
import {
  finalizeIdentifications,
  identificationsOf,
  lostIdentifications,
  lostJointIdentifications,
  writeChangedSteps,
} from "../../pdf/pdfa/preserved-identification.ts";
import { type WriteOptions, writePdfChunks, writeSteps } from "../../pdf/writer.ts";
import { byteStream } from "./byte-stream.ts";
import type { ToolAnswer, ToolScope } from "./file-tool.ts";

export const PDF_ANSWER = { description: "The PDF.", mediaType: MEDIA_TYPES.pdf };

/** Answers up to about this size are made as a whole: they carry their length and fail before they begin. */
const WHOLE_ANSWER_BYTES = 4 * 1024 * 1024;

/** The bytes of a PDF as a tool's answer. */
export function pdfAnswer(content: ToolAnswer["content"], name: string, warnings: readonly string[] = []): ToolAnswer {
  return { kind: "file", name, mediaType: MEDIA_TYPES.pdf, content, warnings };
}

/** A document as a tool's answer, written while it is sent if its inputs are large. @param inputBytes of all of them */
async function documentAnswer(document: PdfDocument, name: string, inputBytes: number): Promise<ToolAnswer> {
  if (inputBytes <= WHOLE_ANSWER_BYTES) return pdfAnswer(await runYielding(writeSteps(document)), name);
  return pdfAnswer(await byteStream(writePdfChunks(document)), name);
}

/**
 * {@link documentAnswer} for one that was combined from others: it claims what each of them does, if it holds.
 * @param parts those that it was combined from
 */
export async function combinedAnswer(
  document: PdfDocument,
  parts: readonly PdfDocument[],
  name: string,
  inputBytes: number,
  now: Date,
): Promise<ToolAnswer> {
  await loadMetadata(document);
  for (const part of parts) await loadMetadata(part);
  const joint = jointIdentifications(parts);
  if (!joint || inputBytes > WHOLE_ANSWER_BYTES) {
    finalizeDocument(document, { now });
    return {
      ...(await documentAnswer(document, name, inputBytes)),
      warnings: joint ? lostJointIdentifications(joint) : [],
    };
  }
  keepOutputIntent(document, parts);
  finalizeDocument(document, { now, conformance: joint });
  const written = await runYielding(writeSteps(document));
  const { bytes, warnings } = await runYielding(
    finalizeIdentifications(written, { former: [], kept: joint, meter: document.work }, now),
  );
  return pdfAnswer(bytes, name, bytes === written ? warnings : lostJointIdentifications(joint));
}

/** {@link documentAnswer} for a PDF that was changed: it is finished first. */
export async function changedAnswer(
  document: PdfDocument,
  name: string,
  inputBytes: number,
  { services }: Pick<ToolScope, "services">,
  options: WriteOptions = {},
): Promise<ToolAnswer> {
  const now = services.now();
  await loadMetadata(document);
  if (inputBytes <= WHOLE_ANSWER_BYTES) {
    const { bytes, warnings } = await runYielding(writeChangedSteps(document, now, options));
    return pdfAnswer(bytes, name, warnings);
  }
  const warnings = lostIdentifications(identificationsOf(document));
  finalizeDocument(document, { now, isChange: true });
  return pdfAnswer(await byteStream(writePdfChunks(document, options)), name, warnings);
}

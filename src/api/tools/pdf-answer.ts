import { MEDIA_TYPES } from "../../domain/media-type.ts";
import { inTurns } from "../../domain/steps.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { type WriteOptions, writePdfChunks, writeSteps } from "../../pdf/writer.ts";
import { byteStream } from "./byte-stream.ts";
import type { ToolAnswer } from "./file-tool.ts";

export const PDF_ANSWER = { description: "The PDF.", mediaType: MEDIA_TYPES.pdf };

/** Answers up to about this size are made as a whole: they carry their length and fail before they begin. */
const WHOLE_ANSWER_BYTES = 4 * 1024 * 1024;

/** The bytes of a PDF as a tool's answer. */
export function pdfAnswer(content: ToolAnswer["content"], name: string, warnings: readonly string[] = []): ToolAnswer {
  return { kind: "file", name, mediaType: MEDIA_TYPES.pdf, content, warnings };
}

/** A document as a tool's answer, written while it is sent if its inputs are large. @param inputBytes of all of them */
export async function documentAnswer(
  document: PdfDocument,
  name: string,
  inputBytes: number,
  options: WriteOptions = {},
): Promise<ToolAnswer> {
  if (inputBytes <= WHOLE_ANSWER_BYTES) return pdfAnswer(await inTurns(writeSteps(document, options)), name);
  return pdfAnswer(await byteStream(writePdfChunks(document, options)), name);
}

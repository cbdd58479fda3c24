import type { z } from "zod";
import { MEDIA_TYPES } from "../../domain/media-type.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { file } from "../../http/responses.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { type WriteOptions, writePdf, writePdfChunks } from "../../pdf/writer.ts";
import { byteStream } from "./byte-stream.ts";

interface ToolDefinition<Body extends z.ZodType> {
  /** Last segment of the path, e.g. `split_pdf`. */
  name: string;
  summary: string;
  description?: string;
  body: Body;
  answers: { description: string; mediaType: string };
  run(input: { body: z.output<Body>; caller: Caller; context: RequestContext }): Promise<Response>;
}

/** A file tool (interface 4.1): POST with credentials, file bytes as the answer. */
export function toolEndpoint<Body extends z.ZodType>(tool: ToolDefinition<Body>): Endpoint {
  return endpoint({
    method: "post",
    path: `/api/tools/${tool.name}`,
    summary: tool.summary,
    description: tool.description,
    tag: "File tools",
    auth: "key",
    body: tool.body,
    takesLargeFiles: true,
    responses: { 200: tool.answers },
    handle: (input) => tool.run(input),
  });
}

export const PDF_ANSWER = { description: "The PDF.", mediaType: MEDIA_TYPES.pdf };

/** Answers up to about this size are made as a whole: they carry their length and fail before they begin. */
const WHOLE_ANSWER_BYTES = 4 * 1024 * 1024;

/** The bytes of a PDF as a tool's answer. */
export function pdfAnswer(bytes: Uint8Array | ReadableStream<Uint8Array>, name: string): Response {
  return file(bytes, { name, mediaType: MEDIA_TYPES.pdf });
}

/** A document as a tool's answer, written while it is sent if its inputs are large. @param inputBytes of all of them */
export async function documentAnswer(
  document: PdfDocument,
  name: string,
  inputBytes: number,
  options: WriteOptions = {},
): Promise<Response> {
  if (inputBytes <= WHOLE_ANSWER_BYTES) return pdfAnswer(writePdf(document, options), name);
  return pdfAnswer(await byteStream(writePdfChunks(document, options)), name);
}

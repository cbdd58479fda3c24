import type { z } from "zod";
import { MEDIA_TYPES } from "../../domain/media-type.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { file } from "../../http/responses.ts";

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
    responses: { 200: tool.answers },
    handle: (input) => tool.run(input),
  });
}

export const PDF_ANSWER = { description: "The PDF.", mediaType: MEDIA_TYPES.pdf };

/** A PDF as a tool's answer. */
export function pdfAnswer(bytes: Uint8Array, name: string): Response {
  return file(bytes, { name, mediaType: MEDIA_TYPES.pdf });
}

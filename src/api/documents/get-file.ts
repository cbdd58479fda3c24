import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { encodeBase64Stream } from "./base64-stream.ts";
import { documentParams } from "./document-schemas.ts";
import { findDocument } from "./find-document.ts";
import { timestamp } from "./timestamp.ts";

/** A template as answers show it (interface 2.4). */
export const fileSchema = z
  .object({
    type: z.string().meta({ description: "Type of the document." }),
    last_update: z
      .string()
      .meta({ description: "When the template was saved (UTC).", examples: ["2026-11-22 09:30:00"] }),
    contents: z.string().meta({ description: "The template as base64.", examples: ["PGgxPkhlbGxvPC9oMT4="] }),
  })
  .meta({ id: "DocumentFile" });

/**
 * GET /api/documents/:id/file (interface 2.4 and 4.2). The base64 text is made while the file is read, so that a large
 * file is never in memory as a whole.
 */
export const getFile = endpoint({
  method: "get",
  path: "/api/documents/:id/file",
  summary: "Get the file of a document",
  description: "The template as it was sent. Documents of type html have it in `html` of the document, too.",
  tag: "Documents",
  auth: "key",
  needs: "document:read",
  params: documentParams,
  responses: { 200: { description: "The template as base64", schema: fileSchema } },

  async handle({ params, caller, context }) {
    const { type, version } = await findDocument(context, caller, params.id);
    const blob = await context.store.blobs.getStream(caller.workspaceId, version.blobKey);
    if (!blob) throw new Failure("internal_error", "The file of the document is missing.");

    const head = JSON.stringify({ type, last_update: timestamp(version.createdAt) }).slice(0, -1);
    const body = blob.body.pipeThrough(encodeBase64Stream(`${head},"contents":"`, '"}'));
    return new Response(body, { headers: { "content-type": "application/json" } });
  },
});

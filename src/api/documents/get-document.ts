import { decodeText } from "../../convert/identify.ts";
import { endpoint } from "../../http/endpoint.ts";
import { isUnchanged } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import { text } from "../../http/wire-values.ts";
import { documentJson, documentTag } from "./document-json.ts";
import { documentParams, documentSchema } from "./document-schemas.ts";
import { findDocument } from "./find-document.ts";

/** GET /api/documents/:id (interface 4.2): with `html` for html documents, never with `fields`. */
export const getDocument = endpoint({
  method: "get",
  path: "/api/documents/:id",
  summary: "Get a document",
  tag: "Documents",
  auth: "key",
  params: documentParams,
  responses: { 200: { description: "The document", schema: documentSchema.extend({ html: text().optional() }) } },

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const headers = { etag: documentTag(document) };
    if (isUnchanged(context.request, headers.etag)) return new Response(null, { status: 304, headers });

    const body = documentJson(document, context.settings.publicBaseUrl);
    if (document.type !== "html") return json(body, 200, headers);

    const bytes = await context.store.blobs.get(caller.workspaceId, document.version.blobKey);
    return json({ ...body, html: bytes ? decodeText(bytes) : "" }, 200, headers);
  },
});

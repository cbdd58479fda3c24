import * as z from "zod";
import { decodeText } from "../../convert/identify.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { isUnchanged } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import { flag, optional } from "../../http/wire-values.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { documentJson, documentTag, fieldJson, wholeDocumentJson } from "./document-json.ts";
import { documentParams, fieldSchema, shownDocumentSchema } from "./document-schemas.ts";
import { findDocument } from "./find-document.ts";

const html = { html: z.string().optional().meta({ description: "The template, when the type is html." }) };

/** Old clients break on either shape, so neither is there unless it is asked for. */
const fieldsSchema = z
  .union([z.array(fieldSchema), z.record(z.string(), z.string())])
  .optional()
  .meta({ description: "The merge fields, in the shape that was asked for." });

/** GET /api/documents/:id (interface 4.2): with `html` for html documents, with `fields` where they are asked for. */
export const getDocument = endpoint({
  method: "get",
  path: "/api/documents/:id",
  summary: "Get a document",
  description:
    "The document with its settings; for html documents with the template, too. With `If-None-Match` only if it has changed.",
  tag: "Documents",
  auth: "key",
  needs: "document:read",
  params: documentParams,
  revised: true,
  query: z.object({
    details: flag().meta({ description: "1: with version, times and the last run, too." }),
    fields: optional(z.enum(["map", "list"])).meta({
      description: "Adds the merge fields: `list` as `[{key, name}]`, `map` as `{key: name}`.",
    }),
  }),
  responses: {
    200: {
      description: "The document",
      schema: shownDocumentSchema.extend({ ...html, fields: fieldsSchema }).meta({ id: "ShownDocument" }),
    },
    304: { description: "The document has not changed since the `If-None-Match`." },
  },

  async handle({ params, query, caller, context }) {
    const { store, settings } = context;
    const document = await findDocument(context, caller, params.id);
    const headers = { etag: documentTag(document) };
    if (!query.details && isUnchanged(context.request, headers.etag)) {
      return new Response(null, { status: 304, headers });
    }

    const shown = query.details
      ? wholeDocumentJson(
          { ...document, lastRun: await store.documents.lastRun(caller.workspaceId, document.id) },
          settings.publicBaseUrl,
        )
      : documentJson(document, settings.publicBaseUrl);
    const body = query.fields ? { ...shown, fields: await shownFields(context, document, query.fields) } : shown;
    if (document.type !== "html") return json(body, 200, headers);

    const bytes = await store.blobs.get(caller.workspaceId, document.version.blobKey);
    return json({ ...body, html: bytes ? decodeText(bytes) : "" }, 200, headers);
  },
});

async function shownFields({ store }: RequestContext, { workspaceId, id }: StoredDocument, shape: "map" | "list") {
  const fields = await store.fields.ofDocument(workspaceId, id);
  return shape === "list" ? fields.map(fieldJson) : Object.fromEntries(fields.map(({ key, name }) => [key, name]));
}

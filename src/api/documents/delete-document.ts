import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { requireMatch } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { flag } from "../../http/wire-values.ts";
import { documentTag } from "./document-json.ts";
import { documentParams } from "./document-schemas.ts";
import { documentNotFound, findDocument } from "./find-document.ts";

/** DELETE /api/documents/:id (interface 4.2). Merges that were accepted before still finish. */
export const deleteDocument = endpoint({
  method: "delete",
  path: "/api/documents/:id",
  summary: "Delete a document",
  description:
    "Merges that were accepted before still finish. Rules of data routes that name the document are skipped from now on, and " +
    "say so. With `If-Match` only if it has not changed.",
  tag: "Documents",
  auth: "key",
  needs: "document:write",
  params: documentParams,
  query: z.object({ force: flag().meta({ description: "Taken from older clients; not needed." }) }),
  revised: true,
  problems: ["precondition_failed"],
  responses: DONE,

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    requireMatch(context.request, documentTag(document));

    const revision = context.request.headers.has("if-match") ? document.revision : undefined;
    const deleted = await context.store.documents.delete(caller.workspaceId, params.id, revision, context.now());
    if (!deleted) {
      const current = await findDocument(context, caller, params.id);
      requireMatch(context.request, documentTag(current));
      throw documentNotFound();
    }

    return json({ success: "1" });
  },
});

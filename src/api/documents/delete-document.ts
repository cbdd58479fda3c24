import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { requireMatch } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { flag } from "../../http/wire-values.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { documentTag } from "./document-json.ts";
import { documentParams } from "./document-schemas.ts";
import { documentNotFound, findDocument } from "./find-document.ts";

/** DELETE /api/documents/:id (interface 4.2). Merges that were accepted before still finish. */
export const deleteDocument = endpoint({
  method: "delete",
  path: "/api/documents/:id",
  summary: "Delete a document",
  description:
    "Merges that were accepted before still finish. Refused while data routes use the document, unless `force=1`; with `If-Match` only if it has not changed.",
  tag: "Documents",
  auth: "key",
  params: documentParams,
  query: z.object({ force: flag().meta({ description: "1: even when data routes use the document." }) }),
  revised: true,
  problems: ["precondition_failed", "document_in_use"],
  responses: DONE,

  async handle({ params, query, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    requireMatch(context.request, documentTag(document));
    if (!query.force) await refuseUsed(context, document);

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

/** @throws Failure `document_in_use`, naming the data routes that would lose a rule's document */
async function refuseUsed({ store }: RequestContext, { workspaceId, id }: StoredDocument): Promise<void> {
  const routes = await store.routes.using(workspaceId, id);
  if (routes.length === 0) return;
  const names = routes.map((route) => `"${route.name}" (${route.id})`).join(", ");
  throw new Failure(
    "document_in_use",
    `The document is used by the data ${routes.length === 1 ? "route" : "routes"} ${names}: ` +
      "take it out of the rules there, or send force=1.",
  );
}

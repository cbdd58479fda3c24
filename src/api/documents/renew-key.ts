import { documentResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { endpoint } from "../../http/endpoint.ts";
import { documentAnswer } from "./document-json.ts";
import { documentParams, documentWithFieldsSchema } from "./document-schemas.ts";
import { documentNotFound, findDocument } from "./find-document.ts";

/** POST /api/documents/:id/key: another merge address; the old one leads nowhere at once. */
export const renewDocumentKey = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/documents/:id/key",
  summary: "Give a document another key",
  description: "The merge address changes with the key; anyone who posts to the old one gets 404 from then on.",
  tag: "Documents",
  auth: "key",
  needs: "document:write",
  params: documentParams,
  responses: { 200: { description: "The document with its new address", schema: documentWithFieldsSchema } },

  async handle({ params, caller, context }) {
    const { store } = recorded(context, caller, {
      action: "document.address_renewed",
      resource: documentResource(await findDocument(context, caller, params.id)),
    });
    const document = await store.documents.renewKey(caller.workspaceId, params.id, context.now());
    if (!document) throw documentNotFound();

    return documentAnswer(document, context);
  },
});

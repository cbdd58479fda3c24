import * as z from "zod";
import { recorded } from "../../audit/recorded.ts";
import { notifyHooks } from "../../delivery/hooks/notify-hooks.ts";
import { endpoint } from "../../http/endpoint.ts";
import { documentAnswer } from "./document-json.ts";
import { documentParams, documentWithFieldsSchema, nameSchema } from "./document-schemas.ts";
import { documentNotFound } from "./find-document.ts";

/** POST /api/documents/:id/copy (interface 4.2): template, settings and deliveries under a new id and key. */
export const copyDocument = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/documents/:id/copy",
  summary: "Copy a document",
  description: "The copy has the template, settings and deliveries of the document, and a merge address of its own.",
  tag: "Documents",
  auth: "key",
  needs: "document:write",
  params: documentParams,
  body: z.object({ name: nameSchema }),
  responses: { 200: { description: "The new document with its fields", schema: documentWithFieldsSchema } },

  keepsFor: ({ caller }) => caller,
  async handle({ params, body, caller, context }) {
    const { store } = recorded(context, caller, {
      action: "document.copied",
      resource: { type: "document", id: "", name: body.name },
      after: { name: body.name, copy_of: String(params.id) },
      creates: "documents",
    });
    const copy = await store.documents.copy(caller.workspaceId, params.id, body.name, context.now());
    if (!copy) throw documentNotFound();
    notifyHooks(context, caller.workspaceId);

    return documentAnswer(copy, context);
  },
});

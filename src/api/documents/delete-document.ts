import * as z from "zod";
import { documentResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { requireCurrent } from "../../audit/require-current.ts";
import { DELETED, deleted, quoted } from "../../http/deleted.ts";
import { endpoint } from "../../http/endpoint.ts";
import { wantedRevision } from "../../http/entity-tag.ts";
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
    "say so, and mails that attach it fail; the answer names those routes and deliveries. The document lies in the bin for 30 " +
    "days. With `If-Match` only if it has not changed.",
  tag: "Documents",
  auth: "key",
  needs: "document:write",
  params: documentParams,
  query: z.object({ force: flag().meta({ description: "Taken from older clients; not needed." }) }),
  revised: true,
  problems: ["precondition_failed"],
  responses: DELETED,

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    await requireCurrent(context, caller, documentResource(document), documentTag(document));

    const revision = wantedRevision(context.request, document);
    const { store } = recorded(context, caller, {
      action: "document.deleted",
      resource: documentResource(document),
    });
    const isDeleted = await store.documents.delete(caller.workspaceId, params.id, revision, context.now());
    if (!isDeleted) {
      const current = await findDocument(context, caller, params.id);
      await requireCurrent(context, caller, documentResource(current), documentTag(current));
      throw documentNotFound();
    }

    const [routes, mails] = await Promise.all([
      context.store.uses.ofDocument(caller.workspaceId, params.id),
      context.store.uses.ofAttachedDocument(caller.workspaceId, params.id),
    ]);
    return deleted(
      {
        users: routes.map(quoted),
        code: "document_in_use",
        one: "data route skips its rules from now on",
        many: "data routes skip its rules from now on",
        remedy: "Bring it back from the bin within 30 days, or name another document in their rules.",
      },
      {
        users: mails.map(({ delivery, owner }) =>
          delivery ? `${quoted(delivery)} of ${quoted(owner)}` : quoted(owner),
        ),
        code: "document_attached",
        one: "e-mail delivery attaches it and sends nothing from now on",
        many: "e-mail deliveries attach it and send nothing from now on",
        remedy:
          "Bring it back from the bin within 30 days, or take it out of what they attach, then send their mails again.",
      },
    );
  },
});

import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { changeDocument } from "../documents/change-document.ts";
import { documentAnswer } from "../documents/document-json.ts";
import { authorOf, checkTemplate } from "../documents/template-upload.ts";
import { guardVersion, PUBLICATION } from "./publication.ts";

/** POST /api/documents/:id/versions/:version/restore: an old template becomes the newest version. */
export const restoreVersion = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/documents/:id/versions/:version/restore",
  summary: "Restore a template version",
  description:
    "An old template becomes the newest version. Held to the document's tests and to the fields that the last runs used, as a draft " +
    "that is published; `force=1` restores all the same.",
  ...PUBLICATION,

  keepsFor: ({ caller }) => caller,
  async handle({ params, body, caller, context }) {
    const document = await changeDocument(context, caller, params.id, "document.restored", async (current) => {
      const version = await context.store.versions.byNumber(caller.workspaceId, params.id, params.version);
      const bytes = version && (await context.store.blobs.get(caller.workspaceId, version.blobKey));
      if (!version || !bytes) throw new Failure("version_not_found", "The document does not have this version.");

      const { type, settings, output } = current;
      const { fields, warnings } = await checkTemplate(context, caller, { bytes, type, settings, output });
      if (!body.force) await guardVersion(context, caller, { ...current, version }, fields);
      return { changes: {}, template: { restore: version.number, fields, warnings, author: authorOf(caller) } };
    });

    return documentAnswer(document, context);
  },
});

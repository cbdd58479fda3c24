import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { numericId } from "../../http/wire-values.ts";
import { changeDocument } from "./change-document.ts";
import { documentAnswer } from "./document-json.ts";
import { documentParams, documentWithFieldsSchema } from "./document-schemas.ts";
import { inspectTemplate } from "./template-upload.ts";

/** POST /api/documents/:id/versions/:version/restore: an old template becomes the newest version. */
export const restoreVersion = endpoint({
  method: "post",
  path: "/api/documents/:id/versions/:version/restore",
  summary: "Restore a template version",
  tag: "Documents",
  auth: "key",
  params: documentParams.extend({ version: numericId() }),
  responses: { 200: { description: "The document with its fields", schema: documentWithFieldsSchema } },

  async handle({ params, caller, context }) {
    const document = await changeDocument(context, caller, params.id, async (current) => {
      const version = await context.store.versions.byNumber(caller.workspaceId, params.id, params.version);
      const bytes = version && (await context.store.blobs.get(caller.workspaceId, version.blobKey));
      if (!version || !bytes) throw new Failure("version_not_found", "The document does not have this version.");

      const { fields } = await inspectTemplate(bytes, current.type, current.settings);
      return { changes: {}, template: { restore: version.number, fields } };
    });

    return documentAnswer(document, context);
  },
});

import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { MERGE_PROBLEMS } from "../../http/openapi-problems.ts";
import { snapshotOf } from "../../merge/mergeable.ts";
import { guardPublication } from "../../merge/publication-guard.ts";
import { templateSource } from "../../merge/template-source.ts";
import { changeDocument } from "../documents/change-document.ts";
import { documentAnswer } from "../documents/document-json.ts";
import { documentWithFieldsSchema } from "../documents/document-schemas.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { authorOf, inspectTemplate, TEMPLATE_PROBLEMS } from "../documents/template-upload.ts";
import { versionParams } from "./find-version.ts";
import { forceMember } from "./publish-version.ts";

/** POST /api/documents/:id/versions/:version/restore: an old template becomes the newest version. */
export const restoreVersion = endpoint({
  method: "post",
  path: "/api/documents/:id/versions/:version/restore",
  summary: "Restore a template version",
  description:
    "An old template becomes the newest version. Held to the document's tests and to the fields that the last runs used, as a draft " +
    "that is published; `force=1` restores all the same.",
  tag: "Versions",
  auth: "key",
  params: versionParams,
  body: z.object({ force: forceMember }),
  problems: [...TEMPLATE_PROBLEMS, ...MERGE_PROBLEMS, "tests_failed", "fields_dropped"],
  responses: { 200: { description: "The document with its fields", schema: documentWithFieldsSchema } },

  async handle({ params, body, caller, context }) {
    const document = await changeDocument(context, caller, params.id, async (current) => {
      const version = await context.store.versions.byNumber(caller.workspaceId, params.id, params.version);
      const bytes = version && (await context.store.blobs.get(caller.workspaceId, version.blobKey));
      if (!version || !bytes) throw new Failure("version_not_found", "The document does not have this version.");

      const { fields, warnings } = await inspectTemplate(bytes, current.type, current.settings);
      if (!body.force) {
        const target = { ...current, version };
        const source = templateSource(mergeServicesOf(context), caller.workspaceId, snapshotOf(target));
        await guardPublication(mergeServicesOf(context), target, source, fields);
      }
      return { changes: {}, template: { restore: version.number, fields, warnings, author: authorOf(caller) } };
    });

    return documentAnswer(document, context);
  },
});

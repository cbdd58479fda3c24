import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import type { TemplateVersion } from "../../store/versions.ts";
import { documentParams } from "./document-schemas.ts";
import { findDocument } from "./find-document.ts";
import { timestamp } from "./timestamp.ts";

const versionSchema = z.object({
  version: z.number(),
  current: z.literal([0, 1]),
  size: z.number(),
  sha256: z.string(),
  date: z.string(),
  restored_from: z.number().optional(),
});

/** GET /api/documents/:id/versions: every template that the document has had, oldest first. */
export const listVersions = endpoint({
  method: "get",
  path: "/api/documents/:id/versions",
  summary: "List the template versions of a document",
  tag: "Documents",
  auth: "key",
  params: documentParams,
  responses: { 200: { description: "Versions", schema: z.array(versionSchema) } },

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const versions = await context.store.versions.ofDocument(caller.workspaceId, document.id);

    return json(versions.map((version) => versionJson(version, document.version.id)));
  },
});

function versionJson(version: TemplateVersion, currentId: string): z.output<typeof versionSchema> {
  return {
    version: version.number,
    current: version.id === currentId ? 1 : 0,
    size: version.sizeBytes,
    sha256: version.sha256,
    date: timestamp(version.createdAt),
    ...(version.restoredFrom === undefined ? {} : { restored_from: version.restoredFrom }),
  };
}

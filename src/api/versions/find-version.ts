import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { numericId } from "../../http/wire-values.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { TemplateVersion } from "../../store/versions.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";

export const versionParams = documentParams.extend({
  version: numericId().meta({ description: "Number of the version: 1, 2, 3, ..." }),
});

/**
 * A version of the caller's document.
 * @throws Failure `document_not_found`, `version_not_found`
 */
export async function findVersion(
  context: RequestContext,
  caller: Caller,
  params: { id: number; version: number },
): Promise<{ document: StoredDocument; version: TemplateVersion }> {
  const document = await findDocument(context, caller, params.id);
  const version = await context.store.versions.byNumber(caller.workspaceId, document.id, params.version);
  if (!version) throw versionNotFound();

  return { document, version };
}

/** The version's template. @throws Failure `internal_error` */
export async function templateOf({ store }: RequestContext, { workspaceId }: Caller, version: TemplateVersion) {
  const bytes = await store.blobs.get(workspaceId, version.blobKey);
  if (!bytes) throw new Failure("internal_error", "The file of the version is missing.");

  return bytes;
}

const versionNotFound = (): Failure => new Failure("version_not_found", "The document does not have this version.");

import { approvalValues, documentResource, targetValues } from "../../audit/audit-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import { requireCurrent } from "../../audit/require-current.ts";
import { notifyHooks } from "../../delivery/hooks/notify-hooks.ts";
import type { AskedChange } from "../../domain/approval/approval.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { DocumentChanges, TemplateChange } from "../../store/documents.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { requireApproval } from "./approved-state.ts";
import { documentTag } from "./document-json.ts";
import { findDocument } from "./find-document.ts";
import { withoutNulls } from "./settings-schema.ts";

/** What a request makes of the document as it is now. */
export type Change = (
  document: StoredDocument,
) => Promise<{ changes: DocumentChanges; template: TemplateChange | undefined }>;

const MAX_TRIES = 5;

/**
 * Changes a document as it is at the moment of writing: if somebody else was quicker, the change is made again on the
 * newer one, unless the client named a revision with `If-Match`.
 * @throws Failure `document_not_found`, `precondition_failed`
 */
export async function changeDocument(
  context: RequestContext,
  caller: Caller,
  id: number,
  action: "document.updated" | "document.published" | "document.restored",
  change: Change,
): Promise<StoredDocument> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const document = await findDocument(context, caller, id);
    await requireCurrent(context, caller, documentResource(document), documentTag(document));

    const { changes, template } = await change(document);
    const { workspaceId } = caller;
    const { revision } = document;
    const now = context.now();
    const approval = await requireApproval(context, document, await askedChange(context, document, changes, template));
    const { before, after } = await changeValues(document, changes, template);
    const { store } = recorded(context, caller, {
      action,
      resource: documentResource(document),
      before,
      after: { ...after, ...(approval ? approvalValues(approval) : {}) },
    });
    const changed = await store.documents.update(workspaceId, id, revision, changes, template, now, approval);
    if (!changed) continue;
    if (changed.version.id !== document.version.id) notifyHooks(context, workspaceId);
    return changed;
  }

  throw new Failure("precondition_failed", "The document keeps being changed by others; try again.");
}

/** What a change alters of what merges use. */
async function askedChange(
  { store }: RequestContext,
  { workspaceId, id }: StoredDocument,
  { settings, output, sizeWidth, sizeHeight }: DocumentChanges,
  template: TemplateChange | undefined,
): Promise<AskedChange> {
  const number =
    template && "publish" in template ? template.publish : template && "restore" in template ? template.restore : 0;
  const version = number > 0 ? await store.versions.byNumber(workspaceId, id, number) : undefined;
  const written =
    template && "bytes" in template && !template.draft ? await sha256Hex(template.bytes) : version?.sha256;
  return {
    ...(written === undefined ? {} : { template: written }),
    ...(settings ? { settings } : {}),
    ...(output === undefined ? {} : { output }),
    ...(sizeWidth === undefined ? {} : { sizeWidth }),
    ...(sizeHeight === undefined ? {} : { sizeHeight }),
  };
}

/** What a change makes of the document's properties and template, for the log. */
async function changeValues(
  document: StoredDocument,
  { settings, ...changes }: DocumentChanges,
  template: TemplateChange | undefined,
) {
  const changed = { ...document, ...changes, settings: withoutNulls({ ...document.settings, ...settings }) };
  const { before, after } = differences(targetValues(document), targetValues(changed));
  const { number, sha256 } = document.version;
  if (template && "bytes" in template) {
    const written = await sha256Hex(template.bytes);
    return {
      before: { ...before, version: number, template_sha256: sha256 },
      after: { ...after, template_sha256: written, draft: template.draft === true },
    };
  }
  if (template && "publish" in template)
    return { before: { ...before, version: number }, after: { ...after, version: template.publish } };
  if (template && "restore" in template)
    return { before: { ...before, version: number }, after: { ...after, restored_version: template.restore } };
  return { before, after };
}

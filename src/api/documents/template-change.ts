import type { DocumentSettings } from "../../domain/document.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { guardPublication } from "../../merge/document/document-tests.ts";
import { checkInvoiceSettings } from "../../merge/pdf/merged-invoice.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { TemplateChange } from "../../store/documents.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { withoutUndefined } from "./document-schemas.ts";
import { mergeServicesOf } from "./merge-services-of.ts";
import { withoutNulls } from "./settings-schema.ts";
import { authorOf, checkOutput, checkTemplate } from "./template-upload.ts";

/** What a request says about a template besides its bytes. */
interface SentChange {
  settings?: { readonly [Name in keyof DocumentSettings]?: DocumentSettings[Name] | null };
  output?: string;
  /** The version waits until it is published. */
  draft: boolean;
  /** Even if the document's tests fail. */
  force: boolean;
}

/**
 * What becomes of the template: new bytes are a new version; the same bytes, or only other settings, are just looked at
 * again, because the settings say how a template is read.
 */
export async function templateChange(
  context: RequestContext,
  caller: Caller,
  document: StoredDocument,
  bytes: Uint8Array | undefined,
  { settings: settingsChanges, draft, force, output: given }: SentChange,
): Promise<TemplateChange | undefined> {
  const output = given ? checkOutput(given, document.type) : document.output;
  if (!bytes && !settingsChanges && output === document.output) return undefined;

  const settings: DocumentSettings = withoutNulls({ ...document.settings, ...withoutUndefined(settingsChanges ?? {}) });
  if (settingsChanges) checkInvoiceSettings(settings);
  if (bytes) {
    const inspected = await checkTemplate(context, caller, { bytes, type: document.type, settings, output });
    const isNew = (await sha256Hex(bytes)) !== document.version.sha256;
    if (!isNew) return { fields: inspected.fields, warnings: inspected.warnings };
    if (settings.tests?.length && !draft && !force) {
      const source = { versionKey: `preview/${await sha256Hex(bytes)}`, bytes: async () => bytes };
      await guardPublication(mergeServicesOf(context), { ...document, settings }, source, inspected.fields);
    }
    return { ...inspected, author: authorOf(caller), draft };
  }

  const stored = await context.store.blobs.get(document.workspaceId, document.version.blobKey);
  if (!stored) throw new Error(`The template ${document.version.blobKey} is gone`);

  const { fields, warnings } = await checkTemplate(context, caller, {
    bytes: stored,
    type: document.type,
    settings,
    output,
  });
  return { fields, warnings };
}

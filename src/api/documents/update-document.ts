import * as z from "zod";
import type { DocumentSettings } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { MERGE_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { requireRoom } from "../../http/storage-room.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import { guardPublication } from "../../merge/document/document-tests.ts";
import { checkInvoiceSettings } from "../../merge/pdf/merged-invoice.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { TemplateChange } from "../../store/documents.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { changeDocument } from "./change-document.ts";
import { documentAnswer, isShownSize } from "./document-json.ts";
import {
  documentMembers,
  documentParams,
  documentWithFieldsSchema,
  nameSchema,
  targetChanges,
  withoutUndefined,
} from "./document-schemas.ts";
import { findDocument } from "./find-document.ts";
import { mergeServicesOf } from "./merge-services-of.ts";
import { requestWarnings } from "./request-warnings.ts";
import { withoutNulls } from "./settings-schema.ts";
import { authorOf, checkOutput, checkTemplate, readTemplate, TEMPLATE_PROBLEMS } from "./template-upload.ts";

const bodySchema = z.object({
  ...documentMembers,
  name: optional(nameSchema),
  type: optional(text()).meta({ description: "May be sent, but cannot change." }),
  draft: flag().meta({
    description: "1: the template is saved as a draft; merges go on with the version that they have.",
  }),
  force: flag().meta({ description: "1: even if the document's own tests fail, or fields that were used are gone." }),
});

/** PUT /api/documents/:id (interface 4.2): only members that are sent change. */
export const updateDocument = endpoint({
  method: "put",
  path: "/api/documents/:id",
  summary: "Update a document",
  description:
    "Only the members you send are changed. With `If-Match` only if the document still has this ETag. A new template of a document with " +
    "tests (`settings[tests]`) has to pass them, and to have the fields that the last runs used, unless it is a draft or forced.",
  tag: "Documents",
  auth: "key",
  needs: "document:write",
  params: documentParams,
  revised: true,
  body: bodySchema,
  problems: [
    ...TEMPLATE_PROBLEMS,
    ...MERGE_PROBLEMS,
    "tests_failed",
    "fields_dropped",
    "approval_required",
    "storage_full",
  ],
  responses: { 200: { description: "The document with its fields", schema: documentWithFieldsSchema } },

  async handle({ params, body, caller, context, ignored }) {
    const { type } = await findDocument(context, caller, params.id);
    checkSameType(body.type, type);
    const output = body.output ? checkOutput(body.output, type) : undefined;
    const bytes = await readTemplate(body, type, context, caller);
    if (bytes) requireRoom(context, caller);

    const document = await changeDocument(context, caller, params.id, "document.updated", async (current) => ({
      changes: {
        ...targetChanges(body),
        ...withoutUndefined({
          output,
          ...(isShownSize(current, body.size_width, body.size_height)
            ? {}
            : { sizeWidth: body.size_width, sizeHeight: body.size_height }),
          settings: body.settings,
        }),
      },
      template: await templateChange(context, caller, current, bytes, body),
    }));

    if (body.settings?.fill_in?.on)
      await context.store.fillInPages.ensure(caller.workspaceId, { documentId: document.id }, context.now());

    return documentAnswer(document, context, requestWarnings(ignored, bodySchema, body, type));
  },
});

/**
 * What becomes of the template: new bytes are a new version; the same bytes, or only other settings, are just looked at
 * again, because the settings say how a template is read.
 */
async function templateChange(
  context: RequestContext,
  caller: Caller,
  document: StoredDocument,
  bytes: Uint8Array | undefined,
  { settings: settingsChanges, draft, force, output: given }: z.output<typeof bodySchema>,
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

function checkSameType(sent: string | undefined, type: string): void {
  if (!sent || sent === type) return;

  throw new Failure("type_cannot_change", `The document is of type ${type}, which cannot be changed to "${sent}".`, {
    errors: [{ pointer: "/type", message: "Leave the type out, or create another document." }],
  });
}

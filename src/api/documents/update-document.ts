import { z } from "zod";
import type { DocumentSettings } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { TemplateChange } from "../../store/documents.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { changeDocument } from "./change-document.ts";
import { documentAnswer } from "./document-json.ts";
import {
  documentMembers,
  documentParams,
  documentWithFieldsSchema,
  nameSchema,
  targetChanges,
  withoutUndefined,
} from "./document-schemas.ts";
import { findDocument } from "./find-document.ts";
import { type settingsSchema, withoutNulls } from "./settings-schema.ts";
import { checkOutput, inspectTemplate, readTemplate } from "./template-upload.ts";

const bodySchema = z.object({ ...documentMembers, name: optional(nameSchema), type: optional(text()) });

/** PUT /api/documents/:id (interface 4.2): only members that are sent change. */
export const updateDocument = endpoint({
  method: "put",
  path: "/api/documents/:id",
  summary: "Update a document",
  description: "Only members that are sent change. With `If-Match` only if the document still has this ETag.",
  tag: "Documents",
  auth: "key",
  params: documentParams,
  body: bodySchema,
  responses: { 200: { description: "The document with its fields", schema: documentWithFieldsSchema } },

  async handle({ params, body, caller, context }) {
    const { type } = await findDocument(context, caller, params.id);
    checkSameType(body.type, type);
    const output = body.output ? checkOutput(body.output, type) : undefined;
    const bytes = await readTemplate(body, type, context, caller);

    const document = await changeDocument(context, caller, params.id, async (current) => ({
      changes: {
        ...targetChanges(body),
        ...withoutUndefined({
          output,
          sizeWidth: body.size_width,
          sizeHeight: body.size_height,
          settings: body.settings,
        }),
      },
      template: await templateChange(context, current, bytes, body.settings),
    }));

    return documentAnswer(document, context);
  },
});

/**
 * What becomes of the template: new bytes are a new version; the same bytes, or other settings alone, are only looked at
 * again, for the settings say how a template is read.
 */
async function templateChange(
  context: RequestContext,
  document: StoredDocument,
  bytes: Uint8Array | undefined,
  settingsChanges: z.output<typeof settingsSchema> | undefined,
): Promise<TemplateChange | undefined> {
  if (!bytes && !settingsChanges) return undefined;

  const settings: DocumentSettings = withoutNulls({ ...document.settings, ...withoutUndefined(settingsChanges ?? {}) });
  if (bytes) {
    const inspected = await inspectTemplate(bytes, document.type, settings);
    const isNew = (await sha256Hex(bytes)) !== document.version.sha256;
    return isNew ? inspected : { fields: inspected.fields };
  }

  const stored = await context.store.blobs.get(document.workspaceId, document.version.blobKey);
  if (!stored) throw new Error(`The template ${document.version.blobKey} is gone`);

  const { fields } = await inspectTemplate(stored, document.type, settings);
  return { fields };
}

function checkSameType(sent: string | undefined, type: string): void {
  if (!sent || sent === type) return;

  throw new Failure("type_cannot_change", `The document is of type ${type}, which cannot be changed to "${sent}".`, {
    errors: [{ pointer: "/type", message: "Leave the type out, or create another document." }],
  });
}

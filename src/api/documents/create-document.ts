import { z } from "zod";
import { DOCUMENT_TYPES, OUTPUTS_BY_TYPE } from "../../domain/document.ts";
import { endpoint } from "../../http/endpoint.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import { notificationDelivery, notificationSchema } from "./delivery-settings.ts";
import { documentAnswer } from "./document-json.ts";
import {
  documentWithFieldsSchema,
  folderSchema,
  nameSchema,
  outputNameSchema,
  retentionSchema,
  sizeSchema,
  templateMembers,
} from "./document-schemas.ts";
import { settingsSchema, withoutNulls } from "./settings-schema.ts";
import { checkOutput, inspectTemplate, readTemplate, templateMissing } from "./template-upload.ts";

const bodySchema = z.object({
  name: nameSchema,
  type: z.enum(DOCUMENT_TYPES),
  output: optional(text()),
  output_name: optional(outputNameSchema),
  folder: optional(folderSchema),
  ...templateMembers,
  size_width: optional(sizeSchema),
  size_height: optional(sizeSchema),
  active: z.union([z.null(), flag()]).optional(),
  settings: optional(settingsSchema),
  retention_days: retentionSchema.optional(),
  notification: optional(notificationSchema),
});

/** POST /api/documents (interface 4.2). */
export const createDocument = endpoint({
  method: "post",
  path: "/api/documents",
  summary: "Create a document",
  tag: "Documents",
  auth: "key",
  body: bodySchema,
  responses: { 200: { description: "The new document with its fields", schema: documentWithFieldsSchema } },

  async handle({ body, caller, context }) {
    const output = checkOutput(body.output || OUTPUTS_BY_TYPE[body.type][0]!, body.type);
    const settings = withoutNulls(body.settings ?? {});
    const bytes = await readTemplate(body, body.type, context, caller);
    if (!bytes) throw templateMissing(body.type);

    const template = await inspectTemplate(bytes, body.type, settings);
    const document = await context.store.documents.create(
      caller.workspaceId,
      {
        name: body.name,
        type: body.type,
        output,
        outputName: body.output_name ?? "",
        folder: body.folder ?? "",
        sizeWidth: body.size_width ?? "",
        sizeHeight: body.size_height ?? "",
        active: body.active ?? true,
        settings,
        retentionDays: body.retention_days,
      },
      template,
      body.notification ? [notificationDelivery(body.notification)] : [],
      context.now(),
    );

    return documentAnswer(document, context);
  },
});

import * as z from "zod";
import { targetValues } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { notifyHooks } from "../../delivery/hooks/notify-hooks.ts";
import { DOCUMENT_TYPES, defaultOutput } from "../../domain/document.ts";
import { endpoint } from "../../http/endpoint.ts";
import { optional } from "../../http/wire-values.ts";
import { checkInvoiceSettings } from "../../merge/pdf/merged-invoice.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { notificationDelivery, notificationSchema } from "./delivery-settings.ts";
import { documentAnswer } from "./document-json.ts";
import {
  documentMembers,
  documentWithFieldsSchema,
  nameSchema,
  TARGET_DEFAULTS,
  targetChanges,
} from "./document-schemas.ts";
import { requestWarnings } from "./request-warnings.ts";
import { withoutNulls } from "./settings-schema.ts";
import {
  authorOf,
  checkOutput,
  checkTemplate,
  readTemplate,
  TEMPLATE_PROBLEMS,
  templateMissing,
} from "./template-upload.ts";

const bodySchema = z.object({
  ...documentMembers,
  name: nameSchema,
  type: z.enum(DOCUMENT_TYPES).meta({ description: "Type of the template." }),
  notification: optional(notificationSchema).meta({
    description: "An e-mail for each merge: the document gets a delivery of this kind.",
  }),
});

/** POST /api/documents (interface 4.2). */
export const createDocument = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/documents",
  summary: "Create a document",
  description:
    "The template comes in one of `html`, `file_contents`, `file` and `file_url`. `warnings` in the answer say what is most likely unintended.",
  tag: "Documents",
  auth: "key",
  needs: "document:write",
  body: bodySchema,
  problems: [...TEMPLATE_PROBLEMS, "e_invoice_invalid"],
  responses: { 200: { description: "The new document with its fields", schema: documentWithFieldsSchema } },

  keepsFor: ({ caller }) => caller,
  async handle({ body, caller, context, ignored }) {
    const output = checkOutput(body.output || defaultOutput(body.type), body.type);
    const settings = withoutNulls(body.settings ?? {});
    checkInvoiceSettings(settings, output);
    const bytes = await readTemplate(body, body.type, context, caller);
    if (!bytes) throw templateMissing(body.type);

    const template = await checkTemplate(context, caller, { bytes, type: body.type, settings, output });
    const made = {
      ...TARGET_DEFAULTS,
      ...targetChanges(body),
      name: body.name,
      type: body.type,
      output,
      sizeWidth: body.size_width ?? "",
      sizeHeight: body.size_height ?? "",
      settings,
    };
    const { store } = recorded(context, caller, {
      action: "document.created",
      resource: { type: "document", id: "", name: body.name },
      after: { ...targetValues(made), template_sha256: await sha256Hex(bytes) },
      creates: "documents",
    });
    const document = await store.documents.create(
      caller.workspaceId,
      made,
      { ...template, author: authorOf(caller) },
      body.notification ? [await notificationDelivery(context, caller, body.notification)] : [],
      context.now(),
    );

    if (settings.fill_in?.on)
      await context.store.fillInPages.ensure(caller.workspaceId, { documentId: document.id }, context.now());

    notifyHooks(context, caller.workspaceId);
    return documentAnswer(document, context, requestWarnings(ignored, bodySchema, body, body.type));
  },
});

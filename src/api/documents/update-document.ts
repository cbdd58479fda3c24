import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { MERGE_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { requireRoom } from "../../http/storage-room.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
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
import { requestWarnings } from "./request-warnings.ts";
import { templateChange } from "./template-change.ts";
import { checkOutput, readTemplate, TEMPLATE_PROBLEMS } from "./template-upload.ts";

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

function checkSameType(sent: string | undefined, type: string): void {
  if (!sent || sent === type) return;

  throw new Failure("type_cannot_change", `The document is of type ${type}, which cannot be changed to "${sent}".`, {
    errors: [{ pointer: "/type", message: "Leave the type out, or create another document." }],
  });
}

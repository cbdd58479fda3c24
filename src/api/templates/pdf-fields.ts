import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { isUnchanged } from "../../http/entity-tag.ts";
import { ELSEWHERE_PROBLEMS, MERGE_PROBLEMS, PDF_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { templateWarningSchema } from "../../http/openapi/template-warning-schema.ts";
import { json } from "../../http/responses.ts";
import { requireRoom } from "../../http/storage-room.ts";
import { flag } from "../../http/wire-values.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { changeDocument } from "../documents/change-document.ts";
import { documentJson, documentTag } from "../documents/document-json.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import { templateChange } from "../documents/template-change.ts";
import { TEMPLATE_PROBLEMS } from "../documents/template-upload.ts";
import { pdfFieldSchema, pdfFieldsOf, requirePdf, sentPdfFields, withPdfFields } from "./sent-pdf-fields.ts";
import { templateBytes } from "./template-bytes.ts";

const answerSchema = z.object({
  version: z.int().meta({ description: "The version of the template that has these fields." }),
  fields: z.array(pdfFieldSchema).meta({ description: "Page by page, in the order of the tab key." }),
  warnings: z.array(templateWarningSchema).meta({ description: "What is most likely not meant so." }),
});

const answerOf = (bytes: Uint8Array, document: StoredDocument, publicBaseUrl: string) =>
  json(
    {
      version: document.version.number,
      fields: pdfFieldsOf(bytes, document.version.number),
      warnings: documentJson(document, publicBaseUrl).warnings,
    } satisfies z.output<typeof answerSchema>,
    200,
    { etag: documentTag(document) },
  );

/** GET /api/documents/:id/pdf_fields: the fields of a PDF template, and where they are. */
export const listPdfFields = endpoint({
  method: "get",
  path: "/api/documents/:id/pdf_fields",
  summary: "List the form fields of a PDF document",
  description:
    "Each place of a field, with page, box, kind, name, text, condition and look, as `PUT` takes them. Hidden fields are left out.",
  tag: "Documents",
  auth: "key",
  needs: "document:read",
  elsewhere: true,
  params: documentParams,
  revised: true,
  problems: [...PDF_PROBLEMS, ...ELSEWHERE_PROBLEMS],
  responses: {
    200: { description: "The fields", schema: answerSchema },
    304: { description: "The document has not changed since the `If-None-Match`." },
  },

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    requirePdf(document);
    const etag = documentTag(document);
    if (isUnchanged(context.request, etag)) return new Response(null, { status: 304, headers: { etag } });

    return answerOf(await templateBytes(context, document), document, context.settings.publicBaseUrl);
  },
});

/** PUT /api/documents/:id/pdf_fields: the form has the fields that are listed, as a new version. */
export const replacePdfFields = endpoint({
  method: "put",
  path: "/api/documents/:id/pdf_fields",
  summary: "Set the form fields of a PDF document",
  description:
    "The template gets the fields that are listed and no others, as a new version: those with an `id` are changed, others added, and what " +
    "is not listed is removed. Members that are left out have their defaults; scripts, borders, fonts and hidden fields stay. Members " +
    "that fields of one name share are those of the first.",
  tag: "Documents",
  auth: "key",
  needs: "document:write",
  elsewhere: true,
  params: documentParams,
  revised: true,
  body: z.object({
    fields: sentPdfFields().meta({ description: "All fields of the form, in the order of the tab key." }),
    draft: flag().meta({ description: "1: a draft; merges go on with the version that they have." }),
    force: flag().meta({ description: "1: even if the document's own tests fail, or fields that were used are gone." }),
  }),
  problems: [
    ...TEMPLATE_PROBLEMS,
    ...MERGE_PROBLEMS,
    "pdf_page_out_of_range",
    "tests_failed",
    "fields_dropped",
    "storage_full",
  ],
  responses: { 200: { description: "The fields as they are now", schema: answerSchema } },

  async handle({ params, body, caller, context }) {
    requireRoom(context, caller);
    let bytes: Uint8Array = new Uint8Array(0);
    const { fields, draft, force } = body;
    const changed = await changeDocument(context, caller, params.id, "document.updated", async (current) => {
      requirePdf(current);
      bytes = await withPdfFields(context, await templateBytes(context, current), current.version.number, fields);
      return { changes: {}, template: await templateChange(context, caller, current, bytes, { draft, force }) };
    });
    // a draft is not the version that the document has
    return answerOf(draft ? await templateBytes(context, changed) : bytes, changed, context.settings.publicBaseUrl);
  },
});

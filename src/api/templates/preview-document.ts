import { Buffer } from "node:buffer";
import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { MEDIA_TYPES } from "../../domain/media-type.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { MERGE_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { file, json } from "../../http/responses.ts";
import { base64, bodyTree, flag, integer, optional, text } from "../../http/wire-values.ts";
import { type MergePreview, previewMerge } from "../../merge/document/preview-merge.ts";
import { templateSource } from "../../merge/document/production.ts";
import { snapshotOf } from "../../merge/merge-target.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { TemplateSource } from "../../templates/template-engine.ts";
import { documentParams, outputNameSchema, pageHeightSchema, sizeSchema } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { settingsSchema, withoutNulls } from "../documents/settings-schema.ts";
import { checkTemplate, readTemplate } from "../documents/template-upload.ts";
import { previewData } from "./preview-data.ts";
import { requirePdf, sentPdfFields, withPdfFields } from "./sent-pdf-fields.ts";
import { templateBytes } from "./template-bytes.ts";

const bodySchema = z.object({
  html: optional(text()).meta({ description: "The template as it is being written, for html documents." }),
  file_contents: optional(base64()).meta({ description: "The template as a file, for documents of other types." }),
  pdf_fields: optional(sentPdfFields()).meta({
    description:
      "Form fields in place of those that a PDF document has, as `PUT /api/documents/{id}/pdf_fields` takes them.",
  }),
  settings: optional(settingsSchema).meta({
    description: "Settings that differ from the document's.",
    examples: [{ landscape: 1 }],
  }),
  output_name: optional(outputNameSchema).meta({ description: "A file name that differs from the document's." }),
  size_width: optional(sizeSchema).meta({ description: "Width of the page in inches." }),
  size_height: optional(pageHeightSchema).meta({ description: "Height of the page in inches." }),
  version: optional(integer()).meta({ description: "A version of the document, in place of the one that merges use." }),
  data: optional(bodyTree()).meta({ description: "Merge data.", examples: [{ Name: "Ada Lovelace" }] }),
  sample: optional(text()).meta({ description: "Id of a sample whose data are merged, in place of `data`." }),
});

type Body = z.output<typeof bodySchema>;

const previewSchema = z
  .object({
    name: z.string().meta({ description: "The name that the file would have.", examples: ["Invoice 42.pdf"] }),
    media_type: z.string().meta({ description: "Media type of the file.", examples: ["application/pdf"] }),
    file_contents: z.string().meta({ description: "The file as base64." }),
    fields: z
      .object({
        found: z.array(z.string()).meta({ description: "Fields that had data." }),
        missing: z.array(z.string()).meta({ description: "Fields without data." }),
        unused: z.array(z.string()).meta({ description: "Data that no field used." }),
      })
      .meta({ description: "Fields and data, by name." }),
    branches: z.array(z.unknown()).meta({ description: "Conditions of the template, and which branch was taken." }),
    warnings: z.array(z.string()).meta({ description: "What could not be done as asked." }),
    timings: z
      .record(z.string(), z.number())
      .meta({ description: "Milliseconds by stage.", examples: [{ merge: 12, render: 84 }] }),
  })
  .meta({ id: "MergePreview" });

/** POST /api/documents/:id/preview: a test merge of what somebody is working on; nothing is saved. */
export const previewDocument = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/documents/:id/preview",
  summary: "See what a merge would make",
  description:
    "A test merge as PDF that leaves nothing behind: no run, no file, no delivery. Whatever is sent takes the place of what the " +
    "document has, so that a template can be seen while it is written. `explain=1` returns the file with what was found and missing.",
  tag: "Merge",
  auth: "key",
  needs: "run:data",
  params: documentParams,
  query: z.object({ explain: flag().meta({ description: "1: the answer is JSON with the file in it." }) }),
  body: bodySchema,
  problems: [...MERGE_PROBLEMS, "pdf_page_out_of_range", "sample_not_found", "version_not_found"],
  responses: {
    200: { description: "The PDF, or with `explain=1` JSON", schema: previewSchema, mediaType: MEDIA_TYPES.pdf },
  },

  async handle({ params, query, body, caller, context }) {
    const document = changed(await findDocument(context, caller, params.id), body);
    const [source, data] = await Promise.all([
      sourceOf(context, caller, document, body),
      previewData(context, caller, document, body),
    ]);
    const services = mergeServicesOf(context);
    const preview = await previewMerge(services, caller.workspaceId, snapshotOf(document), source, data);

    return query.explain ? json(previewJson(preview)) : file(preview.bytes, preview);
  },
});

/** The document with the members that were sent. */
function changed(document: StoredDocument, body: Body): StoredDocument {
  return {
    ...document,
    outputName: body.output_name ?? document.outputName,
    sizeWidth: body.size_width ?? document.sizeWidth,
    sizeHeight: body.size_height ?? document.sizeHeight,
    settings: withoutNulls({ ...document.settings, ...withoutUndefined(body.settings ?? {}) }),
  };
}

const withoutUndefined = <Members extends object>(members: Members): Partial<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Members>;

/** The template that was sent, with all its errors if it has any; else the stored one. */
async function sourceOf(
  context: RequestContext,
  caller: Caller,
  document: StoredDocument,
  body: Body,
): Promise<TemplateSource> {
  const bytes = await readTemplate(
    { html: body.html, file_contents: body.file_contents },
    document.type,
    context,
    caller,
  );
  if (body.pdf_fields) {
    requirePdf(document);
    const drawn = bytes ?? (await templateBytes(context, document));
    return draftSource(
      context,
      caller,
      document,
      await withPdfFields(context, drawn, document.version.number, body.pdf_fields),
    );
  }
  if (bytes) return draftSource(context, caller, document, bytes);

  const services = mergeServicesOf(context);
  if (body.version === undefined) return templateSource(services, caller.workspaceId, snapshotOf(document));
  const version = await context.store.versions.byNumber(caller.workspaceId, document.id, body.version);
  if (!version) throw new Failure("version_not_found", "The document does not have this version.");
  return templateSource(services, caller.workspaceId, snapshotOf({ ...document, version }));
}

async function draftSource(
  context: RequestContext,
  caller: Caller,
  document: StoredDocument,
  bytes: Uint8Array,
): Promise<TemplateSource> {
  await checkTemplate(context, caller, { bytes, type: document.type, settings: document.settings });
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return { versionKey: `preview/${digest.toString("hex")}`, bytes: async () => bytes };
}

function previewJson({
  name,
  mediaType,
  bytes,
  trace,
  warnings,
  timings,
}: MergePreview): z.output<typeof previewSchema> {
  return {
    name,
    media_type: mediaType,
    file_contents: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
    fields: { found: trace?.found ?? [], missing: trace?.missing ?? [], unused: trace?.unused ?? [] },
    branches: trace?.branches ?? [],
    warnings,
    timings,
  };
}

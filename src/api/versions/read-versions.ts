import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pagedList } from "../../http/paging.ts";
import { json } from "../../http/responses.ts";
import { encodeBase64Stream } from "../documents/base64-stream.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { fieldsAnswer, fieldsQuery, fieldsResponses } from "../documents/fields-answer.ts";
import { findDocument } from "../documents/find-document.ts";
import { fileSchema } from "../documents/get-file.ts";
import { checkTemplate, TEMPLATE_PROBLEMS } from "../documents/template-upload.ts";
import { timestamp } from "../documents/timestamp.ts";
import { findVersion, templateOf, versionParams } from "./find-version.ts";
import { authorNames, versionJson, versionSchema } from "./version-json.ts";

const page = pagedList(["version"], "version", { usual: 1_000, largest: 1_000 });

/** GET /api/documents/:id/versions: every template that the document has or had, oldest first. */
export const listVersions = endpoint({
  method: "get",
  path: "/api/documents/:id/versions",
  summary: "List the template versions of a document",
  description: "Every template that the document has or had, with who saved it and when; drafts among them.",
  tag: "Versions",
  auth: "key",
  needs: "document:read",
  params: documentParams,
  query: z.object(page.members),
  responses: {
    200: { description: "Versions; a Link header leads to the next page.", schema: z.array(versionSchema) },
  },

  async handle({ params, query, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const names = await authorNames(context, caller.workspaceId);

    return page.answer(context, query, {
      find: (asked) => context.store.versions.ofDocument(caller.workspaceId, document.id, asked),
      startAfter: ({ number }) => ({ value: number, id: String(number) }),
      show: (versions) => versions.map((version) => versionJson(version, document, names)),
    });
  },
});

/** GET /api/documents/:id/versions/:version */
export const getVersion = endpoint({
  method: "get",
  path: "/api/documents/:id/versions/:version",
  summary: "Get a template version",
  description: "One version: when it was saved, by whom, and whether merges use it.",
  tag: "Versions",
  auth: "key",
  needs: "document:read",
  params: versionParams,
  responses: { 200: { description: "The version", schema: versionSchema } },

  async handle({ params, caller, context }) {
    const { document, version } = await findVersion(context, caller, params);
    return json(versionJson(version, document, await authorNames(context, caller.workspaceId)));
  },
});

/** GET /api/documents/:id/versions/:version/file: like the document's file. */
export const getVersionFile = endpoint({
  method: "get",
  path: "/api/documents/:id/versions/:version/file",
  summary: "Get the file of a template version",
  description: "The template as base64, as the document's own `file` shows it; for html documents, too.",
  tag: "Versions",
  auth: "key",
  needs: "document:read",
  params: versionParams,
  responses: { 200: { description: "The template as base64", schema: fileSchema } },

  async handle({ params, caller, context }) {
    const { document, version } = await findVersion(context, caller, params);
    const blob = await context.store.blobs.getStream(caller.workspaceId, version.blobKey);
    if (!blob) throw new Failure("internal_error", "The file of the version is missing.");

    const head = JSON.stringify({ type: document.type, last_update: timestamp(version.createdAt) }).slice(0, -1);
    const body = blob.body.pipeThrough(encodeBase64Stream(`${head},"contents":"`, '"}'));
    return new Response(body, { headers: { "content-type": "application/json" } });
  },
});

/** GET /api/documents/:id/versions/:version/fields: like the document's fields. */
export const listVersionFields = endpoint({
  method: "get",
  path: "/api/documents/:id/versions/:version/fields",
  summary: "List the merge fields of a template version",
  description: "The fields that the version's template has, under the settings that the document has today.",
  tag: "Versions",
  auth: "key",
  needs: "document:read",
  params: versionParams,
  query: fieldsQuery,
  problems: TEMPLATE_PROBLEMS,
  responses: fieldsResponses,

  async handle({ params, query, caller, context }) {
    const { document, version } = await findVersion(context, caller, params);
    const bytes = await templateOf(context, caller, version);
    const { type, settings } = document;
    const { fields } = await checkTemplate(context, caller, { bytes, type, settings });

    return fieldsAnswer(await context.store.fields.withKeys(fields), query);
  },
});

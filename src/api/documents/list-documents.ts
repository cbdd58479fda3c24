import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { integer, optional, text } from "../../http/wire-values.ts";
import { listedDocumentJson } from "./document-json.ts";
import { folderSchema, listedDocumentSchema } from "./document-schemas.ts";

/** Page size of a request that names none, and the largest one. */
const MAX_LIMIT = 10_000;

const querySchema = z.object({
  search: optional(text()),
  folder: optional(folderSchema),
  limit: optional(integer().pipe(z.number().min(1).max(MAX_LIMIT))),
  cursor: optional(text().pipe(z.string().regex(/^\d{0,10}$/, { error: "is not one that this service gave" }))),
});

/** GET /api/documents (interface 4.2): ascending ids, without fields; `limit` and `cursor` page by a Link header. */
export const listDocuments = endpoint({
  method: "get",
  path: "/api/documents",
  summary: "List documents",
  tag: "Documents",
  auth: "key",
  query: querySchema,
  responses: { 200: { description: "Documents without their fields", schema: z.array(listedDocumentSchema) } },

  async handle({ query, caller, context }) {
    const folderId = query.folder ? await context.store.folders.idOf(caller.workspaceId, query.folder) : undefined;
    if (query.folder && folderId === undefined) {
      throw new Failure("folder_not_found", `There is no folder "${query.folder}".`);
    }

    const limit = query.limit ?? MAX_LIMIT;
    const found = await context.store.documents.list(
      caller.workspaceId,
      { search: query.search, folderId },
      { limit: limit + 1, after: query.cursor ? Number(query.cursor) : undefined },
    );
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const headers = found.length > limit && last ? { link: nextPage(context.request.url, limit, last.id) } : undefined;

    return json(
      page.map((document) => listedDocumentJson(document, context.settings.publicBaseUrl)),
      200,
      headers,
    );
  },
});

/** RFC 8288: the same request, from after the last document on. */
function nextPage(url: string, limit: number, lastId: number): string {
  const next = new URL(url);
  next.searchParams.set("limit", String(limit));
  next.searchParams.set("cursor", String(lastId));

  return `<${next.pathname}${next.search}>; rel="next"`;
}

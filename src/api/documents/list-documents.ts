import * as z from "zod";
import { DOCUMENT_OUTPUTS, DOCUMENT_TYPES } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pagedList, WHOLE_LIST } from "../../http/paging.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import { DOCUMENT_ORDERS, type DocumentOrder, type WholeDocument } from "../../store/document-lists.ts";
import { type ListedDocument, toSearchText } from "../../store/document-rows.ts";
import { listedDocumentJson, wholeDocumentJson } from "./document-json.ts";
import { documentOfListSchema, folderSchema, idsSchema } from "./document-schemas.ts";

const page = pagedList(DOCUMENT_ORDERS, "id", WHOLE_LIST);

/** GET /api/documents (interface 4.2): ascending ids, without fields; `limit` and `cursor` page by a Link header. */
export const listDocuments = endpoint({
  method: "get",
  path: "/api/documents",
  summary: "List documents",
  description: "Documents without their fields; with `details=1` everything else that is known about them.",
  tag: "Documents",
  auth: "key",
  needs: "document:read",
  query: z.object({
    ids: optional(idsSchema).meta({ description: "Only these documents: up to 1,000 ids, separated by commas." }),
    search: optional(text()).meta({ description: "Part of the name; case does not matter." }),
    folder: optional(folderSchema).meta({
      description: "Only documents directly in this folder, named by its full path or by its own name.",
    }),
    type: optional(z.enum(DOCUMENT_TYPES)).meta({ description: "Only documents of this type." }),
    output: optional(z.enum(DOCUMENT_OUTPUTS)).meta({ description: "Only documents with this output." }),
    active: optional(flag()).meta({ description: "1: only active documents, 0: only those in test mode." }),
    details: flag().meta({ description: "1: with settings, version, times and the last run." }),
    ...page.members,
  }),
  problems: ["folder_not_found"],
  responses: {
    200: {
      description: "Documents without their fields",
      schema: z.array(documentOfListSchema),
    },
  },

  async handle({ query, caller, context }) {
    const { folders, documents } = context.store;
    const folderIds = query.folder ? await folders.idsOf(caller.workspaceId, query.folder) : undefined;
    if (folderIds?.length === 0) {
      throw new Failure("folder_not_found", `There is no folder "${query.folder}".`);
    }

    const { ids, search, type, output, active } = query;
    const filter = { ids, search, folderIds, type, output, active };
    const { publicBaseUrl } = context.settings;
    if (query.details) {
      return page.answer<WholeDocument>(context, query, {
        find: (asked) => documents.listWhole(caller.workspaceId, filter, asked),
        startAfter,
        show: (found) => found.map((document) => wholeDocumentJson(document, publicBaseUrl)),
      });
    }
    return page.answer(context, query, {
      find: (asked) => documents.list(caller.workspaceId, filter, asked),
      startAfter,
      show: (found) => found.map((document) => listedDocumentJson(document, publicBaseUrl)),
    });
  },
});

function startAfter(document: ListedDocument, order: DocumentOrder) {
  const values = { id: document.id, name: toSearchText(document.name), updated_at: document.updatedAt.getTime() };
  return { value: values[order], id: String(document.id) };
}

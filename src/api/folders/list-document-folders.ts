import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { folderJson, folderSchema } from "./folder-json.ts";

/** GET /api/folders/documents: the folders that hold documents, directly or in a folder below. */
export const listDocumentFolders = endpoint({
  method: "get",
  path: "/api/folders/documents",
  summary: "List the folders of documents",
  description: "Folders that hold documents, directly or in a folder below.",
  tag: "Folders",
  auth: "key",
  needs: "document:read",
  responses: { 200: { description: "Folders", schema: z.array(folderSchema) } },

  async handle({ caller, context }) {
    const folders = await context.store.folders.list(caller.workspaceId);
    const occupied = folders.filter(({ hasDocuments }) => hasDocuments).map(({ path }) => `${path}/`);
    const listed = folders.filter(({ path }) => occupied.some((inner) => inner.startsWith(`${path}/`)));

    return json(listed.map((folder) => folderJson({ ...folder, hasDocuments: true })));
  },
});

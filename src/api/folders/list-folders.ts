import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { folderJson, folderSchema } from "./folder-json.ts";

/** GET /api/folders: every folder by its whole path, in the order of the paths. */
export const listFolders = endpoint({
  method: "get",
  path: "/api/folders",
  summary: "List folders",
  description: "Every folder by its whole path, in the order of the paths.",
  tag: "Folders",
  auth: "key",
  needs: "document:read",
  responses: { 200: { description: "Folders", schema: z.array(folderSchema) } },

  async handle({ caller, context }) {
    return json((await context.store.folders.list(caller.workspaceId)).map(folderJson));
  },
});

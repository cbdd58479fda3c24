import * as z from "zod";
import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { optional, text } from "../../http/wire-values.ts";
import { folderSchema as pathSchema } from "../documents/document-schemas.ts";
import { folderJson, folderSchema } from "./folder-json.ts";

const params = z.object({ folder: text().meta({ description: "Id of the folder." }) });

const wholePath = pathSchema
  .refine((path) => path !== "", { error: "must not be empty" })
  .meta({ description: "The folder's whole path.", examples: ["Sales/Invoices"] });

/** POST /api/folders: an empty folder, and those above it. */
export const createFolder = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/folders",
  summary: "Make a folder",
  description: "Missing folders above it are made. Saving a document into a folder makes it, too.",
  tag: "Folders",
  auth: "key",
  needs: "document:write",
  body: z.object({ name: wholePath }),
  problems: ["folder_exists"],
  responses: { 200: { description: "The folder", schema: folderSchema } },

  async handle({ body, caller, context }) {
    const { folders } = context.store;
    if (await folders.idOf(caller.workspaceId, body.name)) throw folderExists(body.name);

    const { store } = recorded(context, caller, {
      action: "folder.created",
      resource: { type: "folder", id: "", name: body.name },
    });
    await store.folders.create(caller.workspaceId, body.name, context.now());
    return folderAnswer(context, caller, body.name);
  },
});

/** PUT /api/folders/:folder: another path; everything in it and below moves with it. */
export const renameFolder = endpoint({
  method: "put",
  path: "/api/folders/:folder",
  summary: "Rename or move a folder",
  description: "`name` is the whole new path. Everything in the folder and in those below moves with it.",
  tag: "Folders",
  auth: "key",
  needs: "document:write",
  params,
  body: z.object({ name: wholePath }),
  problems: ["folder_exists"],
  responses: { 200: { description: "The folder", schema: folderSchema } },

  async handle({ params: { folder }, body, caller, context }) {
    const { path } = await findFolder(context, caller, folder);
    if (body.name.startsWith(`${path}/`)) {
      throw new Failure("invalid_request", "A folder cannot be moved into itself.", {
        errors: [{ pointer: "/name", message: `Choose a path that does not begin with ${path}/.` }],
      });
    }
    if (body.name !== path) {
      const { store } = recorded(context, caller, {
        action: "folder.moved",
        resource: { type: "folder", id: folder, name: path },
        before: { name: path },
        after: { name: body.name },
      });
      const isMoved = await store.folders.move(caller.workspaceId, path, body.name, context.now());
      if (!isMoved) throw folderExists(body.name);
    }

    return folderAnswer(context, caller, body.name);
  },
});

/** DELETE /api/folders/:folder: what is in it is moved up or deleted, as the request says. */
export const deleteFolder = endpoint({
  method: "delete",
  path: "/api/folders/:folder",
  summary: "Delete a folder",
  description:
    "An empty folder is deleted at once. When something is in it or below, `contents` says what becomes of it: `move` puts " +
    "documents and data routes into the folder above, `delete` deletes them. Folders below are deleted in any case.",
  tag: "Folders",
  auth: "key",
  needs: "document:write",
  params,
  query: z.object({
    contents: optional(z.enum(["move", "delete"])).meta({
      description: "What becomes of documents and data routes in the folder.",
    }),
  }),
  problems: ["folder_not_empty"],
  responses: DONE,

  async handle({ params: { folder }, query, caller, context }) {
    const { folders } = context.store;
    const { path } = await findFolder(context, caller, folder);
    if (query.contents === undefined) {
      const { documents, routes, folders: below } = await folders.contents(caller.workspaceId, path);
      if (documents + routes + below > 0) {
        throw new Failure(
          "folder_not_empty",
          `The folder holds ${count(documents, "document")}, ${count(routes, "data route")} and ${count(below, "folder")}: say with contents what becomes of them.`,
        );
      }
    }
    const { store } = recorded(context, caller, {
      action: "folder.deleted",
      resource: { type: "folder", id: folder, name: path },
      after: { contents: query.contents ?? "move" },
    });
    await store.folders.delete(caller.workspaceId, path, query.contents ?? "move", context.now());

    return json({ success: "1" });
  },
});

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

async function findFolder({ store }: RequestContext, { workspaceId }: Caller, id: string) {
  const folder = await store.folders.byId(workspaceId, id);
  if (!folder) throw new Failure("folder_not_found", "There is no such folder in your workspace.");

  return folder;
}

const folderExists = (path: string): Failure =>
  new Failure("folder_exists", `There is already a folder "${path}": choose another name.`, {
    errors: [{ pointer: "/name", message: "Choose another name." }],
  });

async function folderAnswer({ store }: RequestContext, { workspaceId }: Caller, path: string): Promise<Response> {
  const folder = (await store.folders.list(workspaceId)).find((each) => each.path === path);
  if (!folder) throw new Failure("folder_not_found", "The folder has just been deleted.");

  return json(folderJson(folder));
}

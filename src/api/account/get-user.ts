import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";

const userSchema = z.object({
  id: z.string().meta({ description: "The API key." }),
  name: z.string().meta({ description: "Its name, or the workspace's." }),
  account_id: z.string().meta({ description: "The workspace." }),
  account: z.string().meta({ description: "Its name." }),
  person_id: z.string().meta({ description: "Who has signed in; empty for an API key." }),
  email: z.string().meta({ description: "Their address." }),
  rights: z
    .array(z.string())
    .meta({ description: "What the credentials may do in the workspace.", examples: [["document:read", "merge"]] }),
  folders: z
    .array(
      z.object({
        path: z.string().meta({ description: "Path of the folder." }),
        rights: z.array(z.string()).meta({ description: "What the credentials may do in it." }),
      }),
    )
    .meta({ description: "Folders, with those below them, in which the credentials have other rights." }),
});

/** GET /api/user: who the credentials are, for clients that check them with it. */
export const getUser = endpoint({
  method: "get",
  path: "/api/user",
  summary: "Get the user of the credentials",
  description: "Who the credentials are; clients ask this to check them.",
  tag: "Account",
  auth: "key",
  needs: "signed_in",
  responses: { 200: { description: "The API key and its workspace", schema: userSchema } },

  async handle({ caller, context }) {
    const workspace = await context.store.workspaces.byId(caller.workspaceId);
    const keys = await context.store.keys.list(caller.workspaceId);
    const key = keys.find(({ keyId }) => keyId === caller.keyId);
    const account = workspace?.name ?? "";
    const { person, rights } = caller;

    return json({
      id: caller.keyId,
      name: person?.name || key?.name || account,
      account_id: caller.workspaceId,
      account,
      person_id: person?.id ?? "",
      email: person?.email ?? "",
      rights: [...rights.base],
      folders: rights.folders.map((folder) => ({ path: folder.path, rights: [...folder.rights] })),
    });
  },
});

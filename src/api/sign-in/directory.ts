import * as z from "zod";
import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import type { Directory } from "../../store/ways-in/directories.ts";

const ROLES = ["editor", "operator", "viewer", "auditor"] as const;

/** In the log: a workspace has one. */
const DIRECTORY = { type: "directory", id: "", name: "" };

const directorySchema = z
  .object({
    connected: z.literal([0, 1]).meta({ description: "1 if a directory may say who is in the workspace." }),
    address: z.string().meta({ description: "What the directory calls the tenant URL, or the base URL." }),
    role: z.string().meta({ description: "What its people become; empty if there is none." }),
    created_at: z.string().meta({ description: "When its token was made; empty if there is none." }),
    last_used_at: z.string().meta({ description: "When it was last here; empty for never." }),
  })
  .meta({ id: "Directory" });

const directoryJson = ({ settings }: RequestContext, directory: Directory | undefined) => ({
  connected: directory ? 1 : 0,
  address: `${settings.publicBaseUrl}/scim/v2`,
  role: directory?.role ?? "",
  created_at: directory?.createdAt.toISOString() ?? "",
  last_used_at: directory?.lastUsedAt?.toISOString() ?? "",
});

/** GET /api/directory: the connection with the company's directory. */
export const getDirectory = endpoint({
  method: "get",
  path: "/api/directory",
  summary: "Get the connection with a directory",
  description: "A company's directory (Entra, Okta and others) that says by SCIM 2.0 who is in the workspace.",
  tag: "People",
  auth: "key",
  needs: "people:read",
  responses: { 200: { description: "The connection", schema: directorySchema } },

  async handle({ caller, context }) {
    return json(directoryJson(context, await context.store.directories.of(caller.workspaceId)));
  },
});

/** POST /api/directory: a token for the directory; one before stops working. */
export const connectDirectory = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/directory",
  summary: "Connect a directory",
  description:
    "The answer shows the token, which is kept as a digest only. Asked for again, the token before stops working.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  fresh: true,
  body: z.object({ role: z.enum(ROLES).meta({ description: "What the directory's people become." }) }),
  responses: {
    200: {
      description: "The connection and its token",
      schema: directorySchema
        .extend({ token: z.string().meta({ description: "The bearer token that the directory has to send." }) })
        .meta({ id: "NewDirectory" }),
    },
  },

  async handle({ body, caller, context }) {
    const { store } = recorded(context, caller, {
      action: "directory.connected",
      resource: DIRECTORY,
      after: { role: body.role },
    });
    const { directories } = store;
    const token = await directories.connect(caller.workspaceId, body.role, context.now());
    return json({ ...directoryJson(context, await directories.of(caller.workspaceId)), token });
  },
});

/** DELETE /api/directory: the directory says nothing any more; people stay. */
export const disconnectDirectory = endpoint({
  method: "delete",
  path: "/api/directory",
  summary: "Disconnect the directory",
  description: "Its token stops working. Its people stay members.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  fresh: true,
  problems: ["not_found"],
  responses: DONE,

  async handle({ caller, context }) {
    const { store } = recorded(context, caller, { action: "directory.disconnected", resource: DIRECTORY });
    if (!(await store.directories.disconnect(caller.workspaceId)))
      throw new Failure("not_found", "No directory is connected with your workspace.");
    return json({ success: "1" });
  },
});

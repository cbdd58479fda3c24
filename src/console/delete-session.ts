import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { json } from "../http/responses.ts";
import { endedSessionCookie } from "../http/session-cookie.ts";
import { text } from "../http/wire-values.ts";
import { sessionNotFound } from "./session-json.ts";

/** DELETE /api/sessions/:session: signs this browser (`current`), or another one of the workspace, out. */
export const deleteSession = endpoint({
  method: "delete",
  path: "/api/sessions/:session",
  summary: "Sign a browser out",
  description: "`current` stands for the session of the request itself, whose cookie is taken back as well.",
  tag: "Sessions",
  auth: "key",
  params: z.object({ session: text() }),
  responses: { 200: { description: "Done", schema: z.object({ success: z.literal("1") }) } },

  async handle({ params, caller, context }) {
    const own = caller.session?.id;
    const id = params.session === "current" ? own : params.session;
    const isRevoked = id !== undefined && (await context.store.browserSessions.revoke(caller.workspaceId, id));
    if (!isRevoked) throw sessionNotFound();

    return json({ success: "1" }, 200, id === own ? { "set-cookie": endedSessionCookie(context.request.url) } : {});
  },
});

import { recorded } from "../audit/recorded.ts";
import { may } from "../domain/access/rights.ts";
import type { Caller, RequestContext } from "../http/context.ts";
import { endpoint } from "../http/endpoint.ts";
import { json } from "../http/responses.ts";
import { endedSessionCookie } from "../http/session-cookie.ts";
import { DONE } from "../http/success.ts";
import { sessionNotFound, sessionParams } from "./session-json.ts";

/** DELETE /api/sessions/:session: signs out this browser (`current`) or another one of the workspace. */
export const deleteSession = endpoint({
  method: "delete",
  path: "/api/sessions/:session",
  summary: "Sign a browser out",
  description: "`current` stands for the session of the request itself, whose cookie is taken back as well.",
  tag: "Sessions",
  auth: "key",
  needs: "signed_in",
  params: sessionParams,
  responses: DONE,

  async handle({ params, caller, context }) {
    const own = caller.session?.id;
    const id = params.session === "current" ? own : params.session;
    if (id !== undefined && id !== own) await requireOwn(context, caller, id);
    const { store } = recorded(context, caller, {
      action: "session.ended",
      resource: { type: "session", id: id ?? "", name: "" },
    });
    const isRevoked = id !== undefined && (await store.loginSessions.revoke(caller.workspaceId, id));
    if (!isRevoked) throw sessionNotFound();

    return json({ success: "1" }, 200, id === own ? { "set-cookie": endedSessionCookie(context.request.url) } : {});
  },
});

/** A person ends their own sessions, and with `people:manage` everybody's. */
async function requireOwn(context: RequestContext, caller: Caller, id: string): Promise<void> {
  if (may(caller, "people:manage")) return;
  const session = await context.store.loginSessions.byId(caller.workspaceId, id, context.now());
  if (!session || caller.person === undefined || session.person?.id !== caller.person.id) throw sessionNotFound();
}

import * as z from "zod";
import { Failure } from "../domain/failure.ts";
import type { RequestContext } from "../http/context.ts";
import { text } from "../http/wire-values.ts";
import type { LoginSession } from "../store/login-sessions.ts";

/** Path of one session. */
export const sessionParams = z.object({
  session: text().meta({ description: "Id of the session, or `current`." }),
});

/** A session as answers show it; never its token. */
export const sessionSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the session." }),
    key_id: z.string().meta({ description: "The API key that signed in; empty for a sign-in link." }),
    key_name: z.string().meta({ description: "The name of that key." }),
    workspace_id: z.string().meta({ description: "The workspace." }),
    workspace: z.string().meta({ description: "The workspace's name." }),
    person_id: z.string().meta({ description: "Who has signed in; empty for a key, and for a sign-in link." }),
    person: z.string().meta({ description: "Their name." }),
    way: z
      .string()
      .meta({ description: "How it was opened: `key`, `link`, `mail`, `passkey`, `oidc` ...", examples: ["passkey"] }),
    user_agent: z.string().meta({ description: "What the browser calls itself." }),
    created_at: z.iso.datetime().meta({ description: "When it signed in." }),
    last_used_at: z.iso.datetime().meta({ description: "To within five minutes." }),
    expires_at: z.iso.datetime().meta({ description: "When the session ends by itself." }),
    current: z.literal([0, 1]).meta({ description: "1 for the session of the request itself." }),
  })
  .meta({ id: "Session" });

export const sessionNotFound = (): Failure => new Failure("not_found", "There is no such session in your workspace.");

/** Shows sessions of one workspace. @param currentId the session of the request, if it has one */
export async function sessionsJson(
  { store }: RequestContext,
  workspaceId: string,
  sessions: readonly LoginSession[],
  currentId: string | undefined,
): Promise<z.output<typeof sessionSchema>[]> {
  const workspace = await store.workspaces.byId(workspaceId);

  return sessions.map((session) => ({
    id: session.id,
    key_id: session.keyId,
    key_name: session.keyName ?? "",
    workspace_id: workspaceId,
    workspace: workspace?.name ?? "",
    person_id: session.person?.id ?? "",
    person: session.person?.name ?? "",
    way: session.way,
    user_agent: session.userAgent,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    current: session.id === currentId ? 1 : 0,
  }));
}

import { recorded } from "../audit/recorded.ts";
import type { RequestContext } from "../http/context.ts";
import { sessionCookie, sessionToken } from "../http/session-cookie.ts";
import { LOGIN_SESSION_LIFETIME_MS, type LoginSession } from "../store/login-sessions.ts";

/** Who signs in, into which workspace, and how: `key`, `link`, `mail`, `passkey`, `oidc` ... */
export interface Opening {
  workspaceId: string;
  way: string;
  /** The person; absent for a key, and for a sign-in link. */
  personId?: string;
  /** The key. */
  keyId?: string;
  /** When the person has proved to be there; now, unless it is said. */
  freshAt?: Date;
}

/**
 * Signs the request's browser in: a session of its own with a new token, whatever the browser sent; an earlier session of
 * the same browser ends. Who calls this has proved who signs in.
 * @returns the session, and the value of `Set-Cookie`
 */
export async function openSession(
  context: RequestContext,
  opening: Opening,
): Promise<{ session: LoginSession; cookie: string }> {
  const { request } = context;
  await endFormerSession(context);
  const { workspaceId, personId, keyId = "", way } = opening;
  const doer = { workspaceId, keyId, ...(personId ? { person: { id: personId } } : {}) };
  const { store } = recorded(context, doer, {
    action: "session.opened",
    resource: { type: "session", id: "", name: "" },
    after: { way },
  });
  const userAgent = request.headers.get("user-agent") ?? "";
  const { session, token } = await store.loginSessions.create({ ...opening, userAgent }, context.now());

  return { session, cookie: sessionCookie(request.url, token, LOGIN_SESSION_LIFETIME_MS / 1000) };
}

/** A browser has one session: signing in again leaves no earlier one behind. */
async function endFormerSession({ request, store, now }: RequestContext): Promise<void> {
  const token = sessionToken(request);
  const former = token === undefined ? undefined : await store.lookUps.loginSessions.byToken(token, now());
  if (former) await store.loginSessions.revoke(former.workspaceId, former.id);
}

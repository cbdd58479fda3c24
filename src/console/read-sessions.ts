import * as z from "zod";
import { may } from "../domain/access/rights.ts";
import type { Caller } from "../http/context.ts";
import { endpoint } from "../http/endpoint.ts";
import { pagedList } from "../http/paging.ts";
import { json } from "../http/responses.ts";
import type { LoginSession } from "../store/login-sessions.ts";
import { sessionNotFound, sessionParams, sessionSchema, sessionsJson } from "./session-json.ts";

const page = pagedList(["created_at"], "created_at");

/** GET /api/sessions: the browsers that are signed in to the workspace. */
export const listSessions = endpoint({
  method: "get",
  path: "/api/sessions",
  summary: "List the browsers that are signed in",
  description:
    "Sessions of the workspace that have not ended, with the browser that each belongs to: your own, or with the right " +
    "`people:read` everybody's.",
  tag: "Sessions",
  auth: "key",
  needs: "signed_in",
  query: z.object(page.members),
  responses: { 200: { description: "Sessions that are alive, oldest first.", schema: z.array(sessionSchema) } },

  async handle({ query, caller, context }) {
    const { loginSessions } = context.store;

    return page.answer(context, query, {
      find: (asked) => loginSessions.list(caller.workspaceId, context.now(), { ...asked, ...shownTo(caller) }),
      startAfter: ({ id, createdAt }) => ({ value: createdAt.getTime(), id }),
      show: (sessions) => sessionsJson(context, caller.workspaceId, sessions, caller.session?.id),
    });
  },
});

/** A person sees their own sessions, and everybody's with `people:read`; a key without that right sees none. */
const shownTo = (caller: Caller) => (may(caller, "people:read") ? {} : { personId: caller.person?.id ?? NOBODY });

const NOBODY = "-";

/** Whether a session is the caller's own, or the caller may see everybody's. */
const isShown = (session: LoginSession, caller: Caller): boolean =>
  session.id === caller.session?.id ||
  may(caller, "people:read") ||
  (caller.person !== undefined && session.person?.id === caller.person.id);

/** GET /api/sessions/:session: who is signed in. */
export const getSession = endpoint({
  method: "get",
  path: "/api/sessions/:session",
  summary: "Get a session",
  description: "`current` stands for the session of the request itself.",
  tag: "Sessions",
  auth: "key",
  needs: "signed_in",
  params: sessionParams,
  responses: { 200: { description: "The session", schema: sessionSchema } },

  async handle({ params, caller, context }) {
    const own = caller.session?.id;
    const id = params.session === "current" ? own : params.session;
    const session =
      id === undefined ? undefined : await context.store.loginSessions.byId(caller.workspaceId, id, context.now());
    if (!session || !isShown(session, caller)) throw sessionNotFound();
    const [answer] = await sessionsJson(context, caller.workspaceId, [session], own);

    return json(answer);
  },
});

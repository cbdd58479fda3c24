import * as z from "zod";
import { invitationResource, memberValues } from "../../audit/people-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import { limitLogins } from "../../http/authenticate.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { sessionToken } from "../../http/session-cookie.ts";
import { text } from "../../http/wire-values.ts";
import { openSession } from "../../people/open-session.ts";
import type { Invitation } from "../../store/invitations.ts";
import { nameSchema } from "./person-json.ts";

const tokenSchema = text().meta({
  description: "What follows # in the invitation's link.",
  examples: ["4xT0fYb8Zc1uQm7sK2vLpR9nWd3hJg6e"],
});

const offerSchema = z
  .object({
    workspace: z.string().meta({ description: "Name of the workspace." }),
    email: z.string().meta({ description: "Who is invited." }),
    role: z.string().meta({ description: "What they become." }),
    expires_at: z.iso.datetime().meta({ description: "Until when it can be accepted." }),
  })
  .meta({ id: "InvitationOffer" });

/** POST /api/invitation: what an invitation offers, for the page that its link opens. */
export const readInvitation = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/invitation",
  summary: "Read an invitation",
  description: "For the page that the link opens. Nothing is accepted yet.",
  tag: "People",
  auth: "none",
  body: z.object({ token: tokenSchema }),
  problems: ["invitation_invalid", "invitation_for_another", "cross_site_request", "rate_limited"],
  responses: { 200: { description: "What it offers", schema: offerSchema } },

  async handle({ body, context }) {
    const invitation = await openInvitation(context, body.token);
    const workspace = await context.store.workspaces.byId(invitation.workspaceId);
    return json({
      workspace: workspace?.name ?? "",
      email: invitation.email,
      role: invitation.role,
      expires_at: invitation.expiresAt.toISOString(),
    });
  },
});

/** POST /api/invitation/accept: whoever has the link, which only the invited address got, becomes a member and is signed in. */
export const acceptInvitation = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/invitation/accept",
  summary: "Accept an invitation",
  description:
    "The invited person is a member from now on, and the browser is signed in; the session's cookie is in Set-Cookie. A browser " +
    "where somebody else is signed in accepts nothing.",
  tag: "People",
  auth: "none",
  body: z.object({ token: tokenSchema, name: nameSchema }),
  problems: ["invitation_invalid", "invitation_for_another", "cross_site_request", "rate_limited"],
  responses: { 200: { description: "What was accepted", schema: offerSchema } },

  async handle({ body, context }) {
    const { store, now } = context;
    const invitation = await openInvitation(context, body.token);
    const { workspaceId, email, role, folders } = invitation;
    const person = await store.persons.findOrCreate(workspaceId, email, body.name || email, now());
    // The session first, which lets nobody in who is no member: were it to fail after the link was used up, a member could be left without a way in.
    const { session, cookie } = await openSession(context, { workspaceId, personId: person.id, way: "invitation" });
    const doer = { workspaceId, keyId: "", person };
    const change = recorded(context, doer, {
      action: "invitation.accepted",
      resource: invitationResource(invitation),
      after: memberValues({ role, folders }),
    });
    if (!(await change.store.memberships.accept(invitation, { id: person.id, name: body.name }, now()))) {
      await store.loginSessions.revoke(workspaceId, session.id);
      throw await noLonger(context);
    }
    const workspace = await store.workspaces.byId(workspaceId);
    return json(
      { workspace: workspace?.name ?? "", email, role, expires_at: invitation.expiresAt.toISOString() },
      200,
      { "set-cookie": cookie },
    );
  },
});

/** @throws Failure `invitation_invalid`, `invitation_for_another`, `cross_site_request`, `rate_limited` */
async function openInvitation(context: RequestContext, token: string): Promise<Invitation> {
  requireSameOrigin(context.request, context.settings.publicBaseUrl);
  const invitation = await context.store.lookUps.invitations.byToken(token, context.now());
  if (!invitation) throw await noLonger(context);
  const own = sessionToken(context.request);
  const session = own === undefined ? undefined : await context.store.lookUps.loginSessions.byToken(own, context.now());
  if (session?.person && session.person.email !== invitation.email)
    throw new Failure(
      "invitation_for_another",
      `The invitation is for ${invitation.email}, and you are signed in as ${session.person.email}. Sign out first. The invitation stays unused.`,
    );
  return invitation;
}

async function noLonger(context: RequestContext): Promise<Failure> {
  await limitLogins(context);
  return new Failure(
    "invitation_invalid",
    "The invitation was accepted, withdrawn or replaced by a newer one, or is older than seven days: ask for another one.",
  );
}

import * as z from "zod";
import { invitationResource, memberValues } from "../../audit/people-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import {
  invitationJson,
  invitationNotFound,
  invitationParams,
  invitationSchema,
  sendInvitation,
  sentInvitationSchema,
} from "./invitation-json.ts";
import { emailSchema, foldersSchema, requireGrantable, roleSchema } from "./person-json.ts";

/** Invitations that may wait in a workspace: mails to strangers are bounded. */
const MOST_WAITING = 200;
/** Between two mails to one address. */
const PAUSE_MS = 60_000;

/** GET /api/invitations */
export const listInvitations = endpoint({
  method: "get",
  path: "/api/invitations",
  summary: "List invitations",
  description: "Those that nobody has accepted yet, and those that have expired, newest first.",
  tag: "People",
  auth: "key",
  needs: "people:read",
  responses: { 200: { description: "Invitations", schema: z.array(invitationSchema) } },

  async handle({ caller, context }) {
    return json((await context.store.invitations.list(caller.workspaceId)).map(invitationJson));
  },
});

/** POST /api/invitations: by mail, or as a link to hand over where no mail leaves. */
export const createInvitation = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/invitations",
  summary: "Invite a person",
  description:
    "The invitation waits for seven days; another one for the same address takes its place. Where mail leaves it is mailed, and " +
    "only the mail has the link. Where none leaves, the answer has it once.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  fresh: true,
  body: z.object({ email: emailSchema, role: roleSchema, folders: foldersSchema.optional() }),
  problems: ["already_member", "folder_not_found", "rate_limited"],
  responses: { 200: { description: "The invitation", schema: sentInvitationSchema } },

  async handle({ body, caller, context }) {
    const { store, now } = context;
    const { workspaceId } = caller;
    const { email, role } = body;
    const folders = await requireGrantable(context, caller, role, body.folders ?? []);
    const known = await store.persons.byEmail(workspaceId, email);
    if (known && (await store.memberships.byPerson(workspaceId, known.id)))
      throw new Failure("already_member", `${email} is a member of the workspace already: change the role there.`);
    const waiting = await store.invitations.list(workspaceId);
    if (waiting.length >= MOST_WAITING && waiting.every((each) => each.email !== email))
      throw tooMany(`${MOST_WAITING} invitations are waiting: withdraw some first.`);
    const invitedBy = caller.person?.id ?? "";
    const change = recorded(context, caller, {
      action: "invitation.sent",
      resource: invitationResource({ id: "" }),
      after: memberValues({ role, folders }),
    });
    const { invitation, token } = await change.store.invitations.create(
      workspaceId,
      { email, role, folders, invitedBy },
      now(),
    );
    return json(await sendInvitation(context, invitation, token, caller.person?.name ?? ""));
  },
});

const tooMany = (message: string): Failure =>
  new Failure("rate_limited", message, { headers: { "retry-after": String(PAUSE_MS / 1000) } });

/** POST /api/invitations/:invitation/again */
export const repeatInvitation = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/invitations/:invitation/again",
  summary: "Send an invitation again",
  description: "With another link, for seven days from now; the one before stops working.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  fresh: true,
  params: invitationParams,
  problems: ["rate_limited"],
  responses: { 200: { description: "The invitation", schema: sentInvitationSchema } },

  async handle({ params, caller, context }) {
    const { store, now } = context;
    const { workspaceId } = caller;
    const before = await store.invitations.byId(workspaceId, params.invitation);
    if (!before) throw invitationNotFound();
    await requireGrantable(
      context,
      caller,
      before.role,
      invitationJson(before).folders.map(({ id, role }) => ({ id, role: role as "none" })),
    );
    if (now().getTime() - before.createdAt.getTime() < PAUSE_MS)
      throw tooMany("The invitation was sent less than a minute ago.");
    const change = recorded(context, caller, { action: "invitation.sent_again", resource: invitationResource(before) });
    const again = await change.store.invitations.again(workspaceId, params.invitation, now());
    if (!again) throw invitationNotFound();
    return json(await sendInvitation(context, again.invitation, again.token, caller.person?.name ?? ""));
  },
});

/** DELETE /api/invitations/:invitation */
export const withdrawInvitation = endpoint({
  method: "delete",
  path: "/api/invitations/:invitation",
  summary: "Withdraw an invitation",
  description: "Its link stops working at once.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  params: invitationParams,
  responses: DONE,

  async handle({ params, caller, context }) {
    const resource = invitationResource({ id: params.invitation });
    const { store } = recorded(context, caller, { action: "invitation.withdrawn", resource });
    if (!(await store.invitations.withdraw(caller.workspaceId, params.invitation))) throw invitationNotFound();
    return json({ success: "1" });
  },
});

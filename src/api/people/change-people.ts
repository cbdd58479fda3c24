import * as z from "zod";
import { memberValues, personResource } from "../../audit/people-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import { rightsOfRole, viewFor } from "../../domain/access/rights.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import type { Leaving, Membership } from "../../store/memberships.ts";
import {
  emailSchema,
  findPerson,
  foldersSchema,
  lastOwner,
  nameSchema,
  personJson,
  personNotFound,
  personParams,
  personSchema,
  requireGrantable,
  requireNoWiderMember,
  roleSchema,
} from "./person-json.ts";

/** PUT /api/people/:person: another role, other folders, another name. */
export const updatePerson = endpoint({
  method: "put",
  path: "/api/people/:person",
  summary: "Change a person's role",
  description:
    "The role holds from the person's next request on. Nobody gives more than they have, and a workspace keeps an owner. " +
    "Keys that the person made keep their rights.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  fresh: true,
  params: personParams,
  body: z.object({
    name: nameSchema.optional(),
    role: roleSchema.optional(),
    folders: foldersSchema.optional(),
  }),
  problems: ["last_owner", "folder_not_found"],
  responses: { 200: { description: "The member", schema: personSchema } },

  async handle({ params, body, caller, context }) {
    const person = await findPerson(context, caller, params.person);
    requireNoWiderMember(person, caller);
    const role = body.role ?? person.role;
    const folders = body.folders ?? person.folders.map(({ folderId, role: here }) => ({ id: folderId, role: here }));
    const isMoved = body.role !== undefined || body.folders !== undefined;
    const places = isMoved
      ? await requireGrantable(
          context,
          caller,
          role,
          folders.map(({ id, role: here }) => ({ id, role: here === undefined ? "none" : folderRole(here) })),
        )
      : [];
    // Before the role: whoever gives up their own may change nothing afterwards.
    if (body.name) {
      const change = recorded(context, caller, { action: "person.renamed", resource: personResource(person) });
      await change.store.persons.rename(caller.workspaceId, person.id, body.name);
    }
    if (isMoved) {
      const change = recorded(context, caller, {
        action: "person.role_changed",
        resource: personResource(person),
        ...differences(memberValues(person), memberValues({ role, folders: places })),
      });
      const changed = await change.store.memberships.change(caller.workspaceId, person.id, role, places);
      if (changed === "last_owner") throw lastOwner();
      if (changed === "missing") throw personNotFound();
    }
    return json(personJson(await findPerson(context, caller, person.id), caller));
  },
});

const folderRole = (role: string): "editor" | "operator" | "viewer" | "none" =>
  role === "editor" || role === "operator" || role === "viewer" ? role : "none";

/** DELETE /api/people/:person: lets somebody go in one step. */
export const removePerson = endpoint({
  method: "delete",
  path: "/api/people/:person",
  summary: "Let a person go",
  description:
    "In one step the person is no member any more, their sessions end, invitations they sent are withdrawn, and their keys are " +
    "revoked, or belong to somebody else with `keys_to`. With `renew=1` the merge addresses that the person could see are " +
    "renewed: programs that use them need the new ones.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  fresh: true,
  params: personParams,
  query: z.object({
    keys_to: optional(text()).meta({ description: "Id of the person whom the keys belong to; revoked when absent." }),
    renew: optional(flag()).meta({ description: "1 renews the merge addresses that the person could see." }),
  }),
  problems: ["last_owner"],
  responses: DONE,

  async handle({ params, query, caller, context }) {
    const person = await findPerson(context, caller, params.person);
    requireNoWiderMember(person, caller);
    if (query.keys_to !== undefined) await requireHeir(context, caller, person, query.keys_to);
    await leave(context, caller, person, { keysTo: query.keys_to, renew: query.renew === true });
    return json({ success: "1" });
  },
});

async function requireHeir(context: RequestContext, caller: Caller, person: Membership, id: string): Promise<void> {
  const heir = await context.store.memberships.byPerson(caller.workspaceId, id);
  if (heir && heir.id !== person.id) return;
  throw new Failure("invalid_request", "keys_to must be another person of your workspace.", {
    errors: [{ pointer: "/keys_to", message: "must be another person of your workspace" }],
  });
}

/** @throws Failure `last_owner`, `not_found` */
async function leave(
  context: RequestContext,
  caller: Caller,
  person: Membership,
  { keysTo, renew }: { keysTo: string | undefined; renew: boolean },
): Promise<void> {
  const { workspaceId, person: by } = caller;
  const { store, now } = recorded(context, caller, {
    action: by?.id === person.id ? "person.left" : "person.let_go",
    resource: personResource(person),
    before: memberValues(person),
    after: { keys: keysTo === undefined ? "revoked" : `to ${keysTo}`, addresses_renewed: renew },
  });
  const view = viewFor({ rights: rightsOfRole(person.role, person.folders) }, "document:read");
  const renewed: Leaving["renewed"] = renew
    ? await store.memberships.targetsIn(workspaceId, view)
    : { documents: [], routes: [] };
  const left = await store.memberships.remove(workspaceId, person.id, { keysTo, by: by?.id ?? "", renewed }, now());
  if (left === "last_owner") throw lastOwner();
  if (left === "missing") throw personNotFound();
}

/** POST /api/people/leave: somebody leaves by themselves. */
export const leaveWorkspace = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/people/leave",
  summary: "Leave the workspace",
  description: "Whoever is signed in is no member any more: their sessions end, and the keys they made are revoked.",
  tag: "People",
  auth: "key",
  needs: "signed_in",
  problems: ["last_owner", "not_found"],
  responses: DONE,

  async handle({ caller, context }) {
    const person = await findPerson(context, caller, caller.person?.id ?? "");
    await leave(context, caller, person, { keysTo: undefined, renew: false });
    return json({ success: "1" });
  },
});

/** POST /api/people/first_owner: who comes with a key, or a link, of all rights becomes a person. */
export const makeFirstOwner = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/people/first_owner",
  summary: "Name the first owner",
  description:
    "In a workspace without owners, whoever has all rights names a person once, who becomes its first owner. A browser that asks " +
    "is that person from then on. API keys stay as they are.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  body: z.object({ email: emailSchema, name: nameSchema.optional() }),
  problems: ["has_owner"],
  responses: { 200: { description: "The owner", schema: personSchema } },

  async handle({ body, caller, context }) {
    const { store, now } = context;
    const { workspaceId, session } = caller;
    if (!isNoWiderThanOwner(caller))
      throw new Failure("not_allowed", "Only who has all rights in the workspace names its first owner.");
    const person = await store.persons.findOrCreate(workspaceId, body.email, body.name || body.email, now());
    const change = recorded(context, caller, { action: "person.first_owner_named", resource: personResource(person) });
    if (!(await change.store.memberships.addFirstOwner(workspaceId, person.id, now())))
      throw new Failure("has_owner", "The workspace has an owner already, who can invite you.");
    if (body.name) await store.persons.rename(workspaceId, person.id, body.name);
    const isTaken = session !== undefined && session.person === undefined;
    if (isTaken) await store.loginSessions.assign(workspaceId, session.id, person.id, now());
    const owner = await findPerson(context, caller, person.id);
    return json(personJson(owner, isTaken ? { ...caller, person } : caller));
  },
});

const isNoWiderThanOwner = ({ rights }: Caller): boolean =>
  rights.folders.length === 0 && rightsOfRole("owner", []).base.every((right) => rights.base.includes(right));

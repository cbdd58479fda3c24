import * as z from "zod";
import { rightsOfRole, viewFor } from "../../domain/access/rights.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { keyJson, keySchema } from "../keys/key-json.ts";
import { findPerson, personJson, personParams, personSchema } from "./person-json.ts";

/** GET /api/people: the members of the workspace. */
export const listPeople = endpoint({
  method: "get",
  path: "/api/people",
  summary: "List people",
  description: "The members of the workspace with their roles, by name.",
  tag: "People",
  auth: "key",
  needs: "people:read",
  responses: { 200: { description: "Members", schema: z.array(personSchema) } },

  async handle({ caller, context }) {
    const people = await context.store.memberships.list(caller.workspaceId);
    return json(people.map((person) => personJson(person, caller)));
  },
});

/** GET /api/people/:person */
export const getPerson = endpoint({
  method: "get",
  path: "/api/people/:person",
  summary: "Get a person",
  description: "A member of the workspace.",
  tag: "People",
  auth: "key",
  needs: "people:read",
  params: personParams,
  responses: { 200: { description: "The member", schema: personSchema } },

  async handle({ params, caller, context }) {
    return json(personJson(await findPerson(context, caller, params.person), caller));
  },
});

const SESSIONS = { limit: 100, after: undefined, descending: true } as const;

/** GET /api/people/:person/access: what ends, or goes on, when somebody leaves. */
export const getPersonAccess = endpoint({
  method: "get",
  path: "/api/people/:person/access",
  summary: "Show the keys and sessions of a person",
  description:
    "What to decide about before a person is let go: the API keys they made and that work, how many browsers are signed in, and " +
    "how many documents and data routes there are whose merge addresses they could see.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  params: personParams,
  responses: {
    200: {
      description: "Keys, sessions and addresses",
      schema: z
        .object({
          keys: z.array(keySchema).meta({ description: "Keys they made and that work." }),
          sessions: z.number().meta({ description: "Browsers that are signed in." }),
          documents: z.number().meta({ description: "Documents whose merge addresses they could see." }),
          routes: z.number().meta({ description: "Data routes whose merge addresses they could see." }),
        })
        .meta({ id: "PersonAccess" }),
    },
  },

  async handle({ params, caller, context }) {
    const { store } = context;
    const { workspaceId } = caller;
    const person = await findPerson(context, caller, params.person);
    const view = viewFor({ rights: rightsOfRole(person.role, person.folders) }, "document:read");
    const [keys, sessions, targets] = await Promise.all([
      store.keys.madeBy(workspaceId, person.id),
      store.loginSessions.list(workspaceId, context.now(), { ...SESSIONS, personId: person.id }),
      store.memberships.targetsIn(workspaceId, view),
    ]);
    return json({
      keys: keys.map((key) => keyJson(key, caller.keyId)),
      sessions: sessions.length,
      documents: targets.documents.length,
      routes: targets.routes.length,
    });
  },
});

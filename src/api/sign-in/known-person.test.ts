import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { newMember } from "../../../test/support/members-of.ts";
import type { RequestContext } from "../../http/context.ts";
import type { OpenIdIdentity } from "../../sign-in/openid/identity.ts";
import { SignInError } from "../../sign-in/sign-in-error.ts";
import { createStore } from "../../store/store.ts";
import type { KnownIssuer } from "./known-issuers.ts";
import { entrancesOf } from "./known-person.ts";

const store = createStore(env);
const context = { store, now: () => new Date() } as unknown as RequestContext;

const identityOf = (subject: string, email: string): OpenIdIdentity => ({
  ...{ issuer: "https://id.example.com", subject, email, isEmailVerified: true, name: "Ada" },
  ...{ authenticatedAt: undefined, hostedDomain: undefined },
});

async function issuerOf(workspaceId: string): Promise<KnownIssuer> {
  const stored = await store.issuers.create(
    workspaceId,
    {
      ...{
        name: "Company",
        issuer: "https://id.example.com",
        clientId: `client-${workspaceId}`,
        sealedSecret: undefined,
      },
      ...{ domain: "example.com", newcomerRole: "viewer", isOnlyWay: false },
    },
    new Date(),
  );
  const { id, name, issuer, clientId } = stored;
  return { of: "workspace", issuer: { id, name, issuer, clientId, workspaceId }, domain: "example.com", stored };
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof SignInError ? error.problem : String(error)),
  );

it("an issuer of a workspace signs in as nobody of another, whatever address it says", async () => {
  const victim = await newMember("owner", "victim");
  const attacker = await newMember("owner", "attacker");
  const entrances = await entrancesOf(
    context,
    await issuerOf(attacker.workspaceId),
    identityOf("s1", victim.person.email),
  );
  expect(entrances.map(({ workspaceId }) => workspaceId)).toEqual([attacker.workspaceId]);
  expect(entrances[0]?.personId).not.toBe(victim.person.id);
  expect(await store.memberships.byPerson(attacker.workspaceId, entrances[0]?.personId ?? "")).toMatchObject({
    role: "viewer",
  });
  expect(await store.persons.byId(victim.workspaceId, victim.person.id)).toEqual(victim.person);
});

it("an address that an issuer gives to another account opens nothing of whoever had it, unless they were let go", async () => {
  const { workspaceId, person } = await newMember("editor");
  const issuer = await issuerOf(workspaceId);
  const [first] = await entrancesOf(context, issuer, identityOf("first", person.email));
  expect(first?.personId).toBe(person.id);
  expect(await problemOf(entrancesOf(context, issuer, identityOf("second", person.email)))).toBe("other_account");

  const leaving = { keysTo: undefined, by: "", renewed: { documents: [], routes: [] } };
  await store.memberships.remove(workspaceId, person.id, leaving, new Date());
  await store.memberships.add(workspaceId, person.id, "viewer", [], new Date());
  // The address was invited again: whoever had it before is out.
  const [second] = await entrancesOf(context, issuer, identityOf("second", person.email));
  expect(second?.personId).toBe(person.id);
  expect(await problemOf(entrancesOf(context, issuer, identityOf("first", person.email)))).toBe("other_account");
});

it("two sign-ins of a newcomer at once make one person", async () => {
  const { workspaceId } = await newMember("owner");
  const issuer = await issuerOf(workspaceId);
  const identity = identityOf("twice", `new-${crypto.randomUUID().slice(0, 8)}@example.com`);
  const both = await Promise.all([entrancesOf(context, issuer, identity), entrancesOf(context, issuer, identity)]);
  expect(new Set(both.flat().map(({ personId }) => personId)).size).toBe(1);
});

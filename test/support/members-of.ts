import { env } from "cloudflare:workers";
import type { Role } from "../../src/domain/access/rights.ts";
import type { Env } from "../../src/env.ts";
import { createStore } from "../../src/store/store.ts";
import { newBrowser } from "./browser.ts";
import { testCaller } from "./test-service.ts";

const store = createStore(env);

/** Somebody who is a member of a new workspace. */
export async function newMember(role: Role, name = "ada") {
  const caller = await testCaller();
  const email = `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const person = await store.persons.findOrCreate(caller.workspaceId, email, name, new Date());
  await store.memberships.add(caller.workspaceId, person.id, role, [], new Date());
  return { ...caller, person };
}

/** Such a person with a browser that is signed in. @param freshAt when they have proved to be there */
export async function newSignedIn(
  role: Role,
  { freshAt = new Date(), ...overrides }: Partial<Env> & { freshAt?: Date } = {},
) {
  const member = await newMember(role);
  const browser = newBrowser(overrides);
  const opening = {
    workspaceId: member.workspaceId,
    personId: member.person.id,
    way: "passkey",
    freshAt,
    userAgent: "",
  };
  const { token } = await store.loginSessions.create(opening, new Date());
  browser.cookies.set("docloom_session", token);
  return { ...member, browser };
}

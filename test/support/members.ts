import { env } from "cloudflare:workers";
import { comparableEmail } from "../../src/domain/access/person.ts";
import type { Role } from "../../src/domain/access/rights.ts";
import { createStore } from "../../src/store/store.ts";
import { type ApiClient, clientWith } from "./api-client.ts";
import { basic, TEST_ORIGIN } from "./test-service.ts";

/** A member of a workspace, signed in. */
export interface Member {
  personId: string;
  sessionId: string;
  call: ApiClient;
}

/** @param folders path of a folder that is there -> role in it; null for none */
export async function newMember(
  workspaceId: string,
  role: Role,
  folders: Readonly<Record<string, Role | null>> = {},
): Promise<Member> {
  const store = createStore(env);
  const now = new Date();
  const email = comparableEmail(`${crypto.randomUUID()}@example.com`) ?? "";
  const person = await store.persons.findOrCreate(workspaceId, email, `A ${role}`, now);
  const places = [];
  for (const [path, here] of Object.entries(folders))
    places.push({ folderId: (await store.folders.idOf(workspaceId, path)) ?? "", role: here ?? undefined });
  await store.memberships.add(workspaceId, person.id, role, places, now);
  const { session, token } = await store.loginSessions.create(
    { workspaceId, personId: person.id, way: "mail", userAgent: "" },
    now,
  );

  return { personId: person.id, sessionId: session.id, call: clientOfSession(token) };
}

/** A client that has the cookie of a session, as a page of the service itself. */
function clientOfSession(token: string): ApiClient {
  const call = clientWith(undefined);
  const own = { cookie: `docloom_session=${token}`, origin: TEST_ORIGIN, "sec-fetch-site": "same-origin" };

  return (method, path, body, options = {}) =>
    call(method, path, body, { ...options, headers: { ...own, ...options.headers } });
}

/** A client of a key with these terms. */
export async function clientOfKey(
  workspaceId: string,
  terms: Parameters<ReturnType<typeof createStore>["keys"]["create"]>[3],
): Promise<ApiClient> {
  const { keyId, secret } = await createStore(env).keys.create(workspaceId, "limited", new Date(), terms);

  return clientWith(basic(keyId, secret));
}

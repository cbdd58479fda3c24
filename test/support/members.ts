import { env } from "cloudflare:workers";
import { comparableEmail } from "../../src/domain/access/person.ts";
import type { Role } from "../../src/domain/access/rights.ts";
import { createStore } from "../../src/store/store.ts";
import { type ApiClient, clientWith } from "./api-client.ts";
import { basic, TEST_ORIGIN } from "./test-service.ts";

/** A member of a workspace, signed in. */
export interface Member {
  personId: string;
  email: string;
  sessionId: string;
  /** Headers of a page of the service itself. */
  headers: Record<string, string>;
  call: ApiClient;
}

/** Headers with the session of a new member. */
export const cookieOfMember = async (...member: Parameters<typeof newMember>): Promise<Record<string, string>> =>
  (await newMember(...member)).headers;

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

  const headers = { cookie: `docloom_session=${token}`, ...OWN_PAGE };
  return { personId: person.id, email, sessionId: session.id, headers, call: clientWithHeaders(headers) };
}

/** What a browser says of a page of the service itself. */
export const OWN_PAGE = { origin: TEST_ORIGIN, "sec-fetch-site": "same-origin" };

/** A client that sends these headers with each request. */
export function clientWithHeaders(own: Record<string, string>): ApiClient {
  const call = clientWith(undefined);

  return (method, path, body, options = {}) =>
    call(method, path, body, { ...options, headers: { ...own, ...options.headers } });
}

type KeyTerms = Parameters<ReturnType<typeof createStore>["keys"]["create"]>[3];

/** A client of a key with these terms. */
export const clientOfKey = async (workspaceId: string, terms: KeyTerms): Promise<ApiClient> =>
  clientWith(await authorizationOfKey(workspaceId, terms));

/** What a new key with these terms is sent as. */
export async function authorizationOfKey(workspaceId: string, terms: KeyTerms): Promise<string> {
  const { keyId, secret } = await createStore(env).keys.create(workspaceId, "limited", new Date(), terms);

  return basic(keyId, secret);
}

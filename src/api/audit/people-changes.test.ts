import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newBrowser } from "../../../test/support/browser.ts";
import { newSignedIn } from "../../../test/support/members-of.ts";
import { testService } from "../../../test/support/test-service.ts";
import type { AuditEntry } from "../../domain/audit/entry.ts";
import { SoftwareAuthenticator } from "../../sign-in/testing/software-authenticator.ts";
import { createStore } from "../../store/store.ts";
import { CHANGES_OF_PEOPLE } from "./testing/changes-elsewhere.ts";

const ROOT = "https://docs.example.com";
const OVERRIDES = { PUBLIC_BASE_URL: ROOT };
const PARTY = { rpId: "docs.example.com", origin: ROOT };
const ISSUER = "https://id.example.net";
const REDIRECT = "http://127.0.0.1:7777/callback";

const store = createStore(env);
type Person = Awaited<ReturnType<typeof colleagueOf>>;
type Answer = Promise<{ status: number; body: unknown }>;

let ada: Awaited<ReturnType<typeof newSignedIn>>;
let bea: Person;
let documentId: string;

async function colleagueOf(workspaceId: string) {
  const person = await store.persons.findOrCreate(workspaceId, `${crypto.randomUUID()}@example.com`, "bea", new Date());
  await store.memberships.add(workspaceId, person.id, "owner", [], new Date());
  const opening = { workspaceId, personId: person.id, way: "passkey", freshAt: new Date(), userAgent: "" };
  const { session, token } = await store.loginSessions.create(opening, new Date());
  const browser = newBrowser(OVERRIDES);
  browser.cookies.set("docloom_session", token);
  return { person, browser, sessionId: session.id };
}

beforeEach(async () => {
  ada = await newSignedIn("owner", OVERRIDES);
  bea = await colleagueOf(ada.workspaceId);
  const settings = { approval: 1 };
  const { body } = await ada.browser.post("/api/documents", { name: "D", type: "html", html: "first", settings });
  documentId = String(body.id);
  await ada.browser.put(`/api/documents/${documentId}`, { html: "second", draft: 1 });
});
afterEach(() => vi.restoreAllMocks());

/** What the issuer and the resolver answer. */
let record = "";
function answerIssuer(): void {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    if (url.searchParams.get("type") === "TXT")
      return Response.json({ Status: 0, Answer: [{ type: 16, data: JSON.stringify(record) }] });
    if (url.pathname.includes("dns-query"))
      return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
    return Response.json({
      issuer: ISSUER,
      ...{
        authorization_endpoint: `${ISSUER}/authorize`,
        token_endpoint: `${ISSUER}/token`,
        jwks_uri: `${ISSUER}/jwks`,
      },
      ...{ response_types_supported: ["code"], subject_types_supported: ["public"] },
      id_token_signing_alg_values_supported: ["RS256"],
    });
  });
}

const issuerOf = (name: string) => ({ name, issuer: ISSUER, client_id: "docloom", domain: "example.org" });
async function newIssuer(): Promise<{ id: string; record_value: string }> {
  answerIssuer();
  const { status, body } = await ada.browser.post("/api/issuers", issuerOf("Company"));
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)]);
  return body;
}

let passkeyId = "";
async function newPasskey(): Promise<Awaited<ReturnType<typeof ada.browser.post>>> {
  const { body } = await ada.browser.post("/api/passkeys/options");
  const response = new SoftwareAuthenticator().register({ ...PARTY, challenge: body.challenge });
  const made = await ada.browser.post("/api/passkeys", { name: "Phone", challenge: body.challenge, response });
  passkeyId = String(made.body.id);
  return made;
}

const approvals = () => `/api/documents/${documentId}/approvals`;
const asked = async () => (await ada.browser.post(approvals(), { version: 2 })).body.id as string;

/** A person lets an application in. */
async function letIn(): Promise<Awaited<ReturnType<typeof ada.browser.post>>> {
  const registered = await testService(undefined, OVERRIDES)("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...{ client_name: "Agent", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
      grant_types: ["authorization_code", "refresh_token"],
    }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("a".repeat(50)));
  const query = new URLSearchParams({
    ...{ response_type: "code", client_id, redirect_uri: REDIRECT, state: "s", scope: "merge" },
    ...{ code_challenge: Buffer.from(digest).toString("base64url"), code_challenge_method: "S256" },
  });
  return ada.browser.post("/api/applications", { query: query.toString(), allow: 1, rights: ["merge"] });
}

/** For each change: the entry that it leaves, what the entry is about, and who makes it. */
const CHANGES: Record<
  (typeof CHANGES_OF_PEOPLE)[number],
  { action: string; about: () => string; by?: () => string; change: () => Answer }
> = {
  "DELETE /api/sessions/:session": {
    action: "session.ended",
    about: () => bea.sessionId,
    change: () => ada.browser.delete(`/api/sessions/${bea.sessionId}`),
  },
  "POST /api/issuers": {
    action: "issuer.created",
    about: () => "Company",
    change: async () => {
      answerIssuer();
      return ada.browser.post("/api/issuers", issuerOf("Company"));
    },
  },
  "PUT /api/issuers/:issuer": {
    action: "issuer.updated",
    about: () => "Company",
    change: async () => ada.browser.put(`/api/issuers/${(await newIssuer()).id}`, issuerOf("The company")),
  },
  "POST /api/issuers/:issuer/proof": {
    action: "issuer.domain_looked_up",
    about: () => "Company",
    change: async () => {
      const { id, record_value } = await newIssuer();
      record = record_value;
      return ada.browser.post(`/api/issuers/${id}/proof`);
    },
  },
  "DELETE /api/issuers/:issuer": {
    action: "issuer.removed",
    about: () => "Company",
    change: async () => ada.browser.delete(`/api/issuers/${(await newIssuer()).id}`),
  },
  "POST /api/passkeys": { action: "passkey.added", about: () => passkeyId, change: newPasskey },
  "PUT /api/passkeys/:passkey": {
    action: "passkey.renamed",
    about: () => passkeyId,
    change: async () => ada.browser.put(`/api/passkeys/${(await newPasskey()).body.id}`, { name: "Old phone" }),
  },
  "DELETE /api/passkeys/:passkey": {
    action: "passkey.removed",
    about: () => passkeyId,
    change: async () => ada.browser.delete(`/api/passkeys/${(await newPasskey()).body.id}`),
  },
  "POST /api/documents/:id/approvals": {
    action: "approval.asked",
    about: () => documentId,
    change: () => ada.browser.post(approvals(), { version: 2 }),
  },
  "DELETE /api/documents/:id/approvals/:approval": {
    action: "approval.withdrawn",
    about: () => documentId,
    change: async () => ada.browser.delete(`${approvals()}/${await asked()}`),
  },
  "POST /api/documents/:id/approvals/:approval/approve": {
    action: "approval.given",
    about: () => documentId,
    by: () => bea.person.id,
    change: async () => bea.browser.post(`${approvals()}/${await asked()}/approve`),
  },
  "POST /api/documents/:id/approvals/:approval/give_back": {
    action: "approval.given_back",
    about: () => documentId,
    by: () => bea.person.id,
    change: async () => bea.browser.post(`${approvals()}/${await asked()}/give_back`, { comment: "no" }),
  },
  "POST /api/applications": { action: "application.let_in", about: () => "Agent", change: letIn },
  "DELETE /api/applications/:application": {
    action: "application.turned_out",
    about: () => "Agent",
    change: async () => {
      expect((await letIn()).status).toBe(200);
      const [application] = (await ada.browser.get("/api/applications")).body as { id: string }[];
      return ada.browser.delete(`/api/applications/${application?.id}`);
    },
  },
  "POST /api/people/leave": {
    action: "person.left",
    about: () => ada.person.id,
    change: () => ada.browser.post("/api/people/leave"),
  },
};

async function entries(): Promise<AuditEntry[]> {
  const { results } = await env.DB.prepare("select entry from audit_log where workspace_id = ? order by seq")
    .bind(ada.workspaceId)
    .all<{ entry: string }>();
  return results.map(({ entry }) => JSON.parse(entry) as AuditEntry);
}

it.each(CHANGES_OF_PEOPLE)("%s leaves one entry, with who did it and what to", async (endpoint) => {
  const { action, about, by = () => ada.person.id, change } = CHANGES[endpoint];
  const { status, body } = await change();
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)]);
  const found = (await entries()).filter((entry) => entry.action === action);
  expect(found).toMatchObject([{ actor: { type: "person", id: by(), via: "console" } }]);
  expect([found[0]?.resource.id, found[0]?.resource.name]).toContain(about());
});

it.each([
  ["another workspace's session", () => ada.browser.delete("/api/sessions/none"), "session.ended"],
  ["a passkey that is not there", () => ada.browser.delete("/api/passkeys/none"), "passkey.removed"],
  ["an issuer that is not there", () => ada.browser.delete("/api/issuers/none"), "issuer.removed"],
  ["an own approval", async () => ada.browser.post(`${approvals()}/${await asked()}/approve`), "approval.given"],
] as const)("what was refused leaves none: %s", async (_, change, action) => {
  expect((await change()).status).toBeGreaterThanOrEqual(400);
  expect((await entries()).filter((entry) => entry.action === action)).toEqual([]);
});

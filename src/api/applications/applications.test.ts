import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { clientWith } from "../../../test/support/api-client.ts";
import { newSignedIn } from "../../../test/support/members-of.ts";
import { testService } from "../../../test/support/test-service.ts";
import { createStore } from "../../store/store.ts";

/** OAuth 2.1 as an MCP client goes through it: metadata, registration, consent, code with PKCE, tokens, refresh, revocation. */

/** Applications are let in over https only. */
const ROOT = "https://docs.example.com";
const OVERRIDES = { PUBLIC_BASE_URL: ROOT };
const send = testService(undefined, OVERRIDES);
const REDIRECT = "http://127.0.0.1:7777/callback";
const VERIFIER = "a".repeat(50);
let challenge: string;
beforeAll(async () => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(VERIFIER));
  challenge = Buffer.from(digest).toString("base64url");
});

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

async function register(authentication = "none"): Promise<string> {
  const response = await send("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Agent",
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: authentication,
      grant_types: ["authorization_code", "refresh_token"],
    }),
  });
  expect(response.status).toBe(201);
  return String((await json(response)).client_id);
}

const queryOf = (clientId: string, members: Record<string, string> = {}): string =>
  new URLSearchParams({
    ...{ response_type: "code", client_id: clientId, redirect_uri: REDIRECT, state: "s1" },
    ...{ code_challenge: challenge, code_challenge_method: "S256", scope: "document:read merge", ...members },
  }).toString();

const token = async (members: Record<string, string>) => {
  const response = await send("/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(members).toString(),
  });
  return { status: response.status, body: await json(response) };
};

/** Everything up to the first tokens. */
async function letIn(role: "owner" | "editor" | "viewer" = "editor", rights = ["document:read", "merge"]) {
  const member = await newSignedIn(role, OVERRIDES);
  const clientId = await register();
  const decided = await member.browser.post("/api/applications", { query: queryOf(clientId), allow: 1, rights });
  expect(decided.body).toEqual({ url: expect.stringContaining(REDIRECT) });
  const back = new URL(decided.body.url);
  expect(back.searchParams.get("state")).toBe("s1");
  expect(back.searchParams.get("iss")).toBe(ROOT);
  const code = back.searchParams.get("code") ?? "";
  const asked = { client_id: clientId, redirect_uri: REDIRECT, code_verifier: VERIFIER, code };
  const { status, body } = await token({ ...asked, grant_type: "authorization_code" });
  expect([status, body.token_type]).toEqual([200, "bearer"]);
  const call = clientWith(`Bearer ${String(body.access_token)}`, OVERRIDES);
  return {
    ...member,
    clientId,
    asked,
    call,
    access: String(body.access_token),
    refresh: String(body.refresh_token),
    body,
  };
}

describe("applications", () => {
  it("find out at the MCP address where a person lets them in", async () => {
    const refused = await send("/mcp", { method: "POST", body: "{}" });
    expect(refused.status).toBe(401);
    const metadataAt = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "")?.[1] ?? "";
    const resource = await json(await send(new URL(metadataAt).pathname));
    expect(resource).toMatchObject({ resource: `${ROOT}/mcp`, authorization_servers: [ROOT] });
    const server = await json(await send("/.well-known/oauth-authorization-server"));
    expect(server).toMatchObject({
      issuer: ROOT,
      authorization_endpoint: `${ROOT}/console/authorize`,
      token_endpoint: `${ROOT}/oauth/token`,
      registration_endpoint: `${ROOT}/oauth/register`,
      code_challenge_methods_supported: ["S256"],
    });
    expect(server.grant_types_supported).toEqual(["authorization_code", "refresh_token"]);
    expect(server.scopes_supported).toContain("merge");
    for (const never of ["key:manage", "people:manage", "identity:manage"])
      expect(server.scopes_supported).not.toContain(never);
  });

  it("act for a person with the rights that were chosen, and those that the person has", async () => {
    const { call, person, workspaceId } = await letIn("editor", ["document:read", "merge"]);
    expect((await call("GET", "/api/documents")).status).toBe(200);
    expect((await call("POST", "/api/documents", { name: "a", type: "html", html: "a" })).body.code).toBe(
      "not_allowed",
    );
    await createStore(env).memberships.change(workspaceId, person.id, "auditor", []);
    expect((await call("GET", "/api/documents")).body.code).toBe("not_allowed");
    const leaving = { keysTo: undefined, by: "", renewed: { documents: [], routes: [] } };
    await createStore(env).memberships.remove(workspaceId, person.id, leaving, new Date());
    expect((await call("GET", "/api/documents")).body.code).toBe("invalid_credentials");
  });

  it("never make keys or let people in, whoever lends to them", async () => {
    const { browser } = await newSignedIn("owner", OVERRIDES);
    const query = queryOf(await register(), { scope: "key:manage" });
    const { body } = await browser.post("/api/applications/request", { query });
    expect(JSON.stringify(body.rights ?? "")).not.toContain("key:manage");
    const { status } = await browser.post("/api/applications", { query, allow: 1, rights: ["key:manage"] });
    expect(status).toBe(422);
  });

  it("get tokens for a code once, with its verifier, at its redirect address", async () => {
    const { asked, access } = await letIn();
    const again = { ...asked, grant_type: "authorization_code" };
    expect((await token(again)).status).toBe(400);
    // A code that is used twice was stolen: what it gave is taken back.
    expect((await send("/api/documents", { headers: { authorization: `Bearer ${access}` } })).status).toBe(401);

    for (const wrong of [{ code_verifier: "b".repeat(50) }, { redirect_uri: "http://127.0.0.1:7777/other" }]) {
      const { browser } = await newSignedIn("editor", OVERRIDES);
      const clientId = await register();
      const { body } = await browser.post("/api/applications", {
        query: queryOf(clientId),
        allow: 1,
        rights: ["merge"],
      });
      const code = new URL(body.url).searchParams.get("code") ?? "";
      const { status } = await token({ ...again, client_id: clientId, code, ...wrong });
      expect(status).toBe(400);
    }
  });

  it("renew their tokens, and can give them back", async () => {
    const { clientId, refresh } = await letIn();
    const renewed = await token({ grant_type: "refresh_token", client_id: clientId, refresh_token: refresh });
    expect(renewed.status).toBe(200);
    expect(renewed.body.refresh_token).not.toBe(refresh);
    const authorization = `Bearer ${String(renewed.body.access_token)}`;
    expect((await send("/api/documents", { headers: { authorization } })).status).toBe(200);
    const revoked = await send("/oauth/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: clientId, token: String(renewed.body.refresh_token) }).toString(),
    });
    expect(revoked.status).toBe(200);
    expect((await send("/api/documents", { headers: { authorization } })).status).toBe(401);
  });

  it("are out when a token that renews is used twice: one of the two has stolen it", async () => {
    const { clientId, refresh, browser } = await letIn("owner");
    const renew = (refresh_token: string) => token({ grant_type: "refresh_token", client_id: clientId, refresh_token });
    const second = await renew(refresh);
    const third = await renew(String(second.body.refresh_token));
    const authorization = `Bearer ${String(third.body.access_token)}`;
    expect((await send("/api/documents", { headers: { authorization } })).status).toBe(200);
    // One that was never given takes nothing back, whoever knows the names of the grant.
    expect((await renew(refresh.replace(/:[^:]+$/, ":made-up"))).body.error).toBe("invalid_grant");
    expect((await send("/api/documents", { headers: { authorization } })).status).toBe(200);

    const stolen = await renew(refresh);
    expect([stolen.status, stolen.body.error]).toEqual([400, "invalid_grant"]);
    expect((await send("/api/documents", { headers: { authorization } })).status).toBe(401);
    expect((await renew(String(third.body.refresh_token))).body.error).toBe("invalid_grant");
    expect((await browser.get("/api/applications")).body).toEqual([]);
    const { body: entries } = await browser.get("/api/audit?action=application.token_used_twice");
    expect(entries).toMatchObject([{ action: "application.token_used_twice", resource: { name: "Agent" } }]);
  });

  it("are out when the former of two tokens comes again, as after an answer that was lost", async () => {
    const { clientId, refresh, browser } = await letIn();
    const renew = { grant_type: "refresh_token", client_id: clientId, refresh_token: refresh };
    expect((await token(renew)).status).toBe(200);
    expect((await token(renew)).status).toBe(400);
    expect((await browser.get("/api/applications")).body).toEqual([]);
  });

  it("send little to the address of tokens", async () => {
    const { status, body } = await token({ grant_type: "refresh_token", refresh_token: "a".repeat(70_000) });
    expect([status, body.code]).toEqual([413, "body_too_large"]);
  });

  it("are listed for their person, who turns them out", async () => {
    const { browser, call, workspaceId } = await letIn();
    const { body } = await browser.get("/api/applications");
    expect(body).toEqual([expect.objectContaining({ name: "Agent", rights: ["document:read", "merge"] })]);
    const outsider = await newSignedIn("owner", OVERRIDES);
    expect((await outsider.browser.get("/api/applications")).body).toEqual([]);
    expect((await outsider.browser.delete(`/api/applications/${body[0].id}`)).status).toBe(404);
    expect((await browser.delete(`/api/applications/${body[0].id}`)).status).toBe(200);
    expect((await call("GET", "/api/documents")).status).toBe(401);
    expect(workspaceId).not.toBe(outsider.workspaceId);
  });

  it("are turned away by a person, and refused without PKCE, or with another redirect address", async () => {
    const { browser } = await newSignedIn("editor", OVERRIDES);
    const clientId = await register();
    const { body } = await browser.post("/api/applications", { query: queryOf(clientId), allow: 0 });
    expect(new URL(body.url).searchParams.get("error")).toBe("access_denied");
    for (const query of [
      queryOf(clientId, { code_challenge: "", code_challenge_method: "" }),
      queryOf(clientId, { code_challenge: VERIFIER, code_challenge_method: "plain" }),
      queryOf(clientId, { redirect_uri: "https://evil.test/callback" }),
      queryOf("unknown"),
    ])
      expect((await browser.post("/api/applications/request", { query })).body.code).toBe("application_refused");
  });

  it("are refused without PKCE, too, where they have a secret", async () => {
    const { browser } = await newSignedIn("editor", OVERRIDES);
    const clientId = await register("client_secret_basic");
    const query = queryOf(clientId, { code_challenge: "", code_challenge_method: "" });
    const { status, body } = await browser.post("/api/applications", { query, allow: 1, rights: ["merge"] });
    expect([status, body.code]).toEqual([422, "application_refused"]);
    expect(body.error).toContain("does not prove that the answer is its own");
    const asked = { query: queryOf(clientId), allow: 1, rights: ["merge"] };
    expect((await browser.post("/api/applications", asked)).status).toBe(200);
  });

  it("are let in for something only, of what the person has", async () => {
    const { browser } = await newSignedIn("viewer", OVERRIDES);
    const query = queryOf(await register());
    for (const rights of [[], ["document:write"]]) {
      const { status, body } = await browser.post("/api/applications", { query, allow: 1, rights });
      expect([status, body.error]).toEqual([422, "Choose what the application may do: none of it was chosen."]);
    }
    expect((await browser.get("/api/applications")).body).toEqual([]);
  });

  it("are let in by people alone, and by no key of theirs", async () => {
    const { authorization } = await newSignedIn("owner", OVERRIDES);
    const call = clientWith(authorization, OVERRIDES);
    const query = queryOf(await register());
    for (const answer of [
      await call("POST", "/api/applications/request", { query }),
      await call("POST", "/api/applications", { query, allow: 1, rights: ["merge"] }),
    ])
      expect([answer.status, answer.body.error]).toEqual([403, "Applications act for people: sign in as a person."]);
  });

  it("keep no token as it is", async () => {
    const { access, refresh } = await letIn();
    const { results } = await env.DB.prepare("select key, value from application_records").all();
    const kept = JSON.stringify(results);
    for (const secret of [access, refresh]) expect(kept).not.toContain(secret.split(":").at(-1));
  });
});

it("are nothing to a service without https, which says so", async () => {
  const plain = testService();
  const metadata = await plain("/.well-known/oauth-authorization-server");
  expect([metadata.status, (await json(metadata)).error]).toEqual([404, expect.stringContaining("https")]);
  expect((await plain("/api/documents", { headers: { authorization: "Bearer a:b:c" } })).status).toBe(401);
});

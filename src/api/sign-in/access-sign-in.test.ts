import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newBrowser } from "../../../test/support/browser.ts";
import { newMember } from "../../../test/support/members-of.ts";

const TOKEN_HEADER = "cf-access-jwt-assertion";
/** Keys of a team are kept for an hour: this one is of this file alone. */
const TEAM = `team-${crypto.randomUUID()}`;
const AUDIENCE = "0123456789abcdef".repeat(4);
const OVERRIDES = { ACCESS_TEAM: TEAM, ACCESS_AUDIENCE: AUDIENCE };
const NOW = Math.floor(Date.now() / 1000);

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  keys = await generateKeyPair("RS256");
});

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    if (url.pathname.includes("dns-query"))
      return Response.json({ Status: 0, Answer: [{ type: 1, data: "104.16.0.1" }] });
    if (url.href !== `https://${TEAM}.cloudflareaccess.com/cdn-cgi/access/certs`)
      return new Response("Not found", { status: 404 });
    return Response.json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "1", alg: "RS256" }] });
  });
});
afterEach(() => vi.restoreAllMocks());

/** The header that Access adds for somebody. */
async function letThrough(email: string, change: Record<string, unknown> = {}) {
  const claims = { iss: `https://${TEAM}.cloudflareaccess.com`, aud: [AUDIENCE], type: "app", sub: email, email };
  const token = new SignJWT({ ...claims, iat: NOW, exp: NOW + 24 * 3_600, ...change });
  return { [TOKEN_HEADER]: await token.setProtectedHeader({ alg: "RS256", kid: "1" }).sign(keys.privateKey) };
}

describe("who comes through Cloudflare Access", () => {
  it("is signed in by their address, and by their subject from then on", async () => {
    const { person } = await newMember("editor");
    const own = newBrowser(OVERRIDES);
    const first = await letThrough(person.email.toUpperCase(), { sub: person.id });
    expect((await own.get("/api/sign-in", first)).body.access).toBe(1);
    expect((await own.get("/api/sign-in")).body.access).toBe(0);
    expect(await own.post("/api/sign-in/access", { to: "/console/documents" }, first)).toMatchObject({
      status: 200,
      body: { to: "/console/documents" },
    });
    expect((await own.get("/api/sessions/current")).body).toMatchObject({ person_id: person.id, way: "access" });

    const later = newBrowser(OVERRIDES);
    const married = await letThrough("married@elsewhere.example", { sub: person.id });
    expect((await later.post("/api/sign-in/access", {}, married)).status).toBe(200);
    expect((await later.get("/api/sessions/current")).body).toMatchObject({ person_id: person.id });
  });

  it("is not taken for whoever had the address before", async () => {
    const { person } = await newMember("editor");
    const own = newBrowser(OVERRIDES);
    const first = await letThrough(person.email, { sub: crypto.randomUUID() });
    expect((await own.post("/api/sign-in/access", {}, first)).status).toBe(200);
    const thief = newBrowser(OVERRIDES);
    const second = await letThrough(person.email, { sub: crypto.randomUUID() });
    const { status, body } = await thief.post("/api/sign-in/access", {}, second);
    expect([status, body.code]).toEqual([403, "sign_in_failed"]);
    expect(body.error).toContain("belongs to another account");
    expect((await thief.get("/api/sessions/current")).status).toBe(401);
  });

  it("is as fresh as their sign-in at Access", async () => {
    const { person } = await newMember("owner");
    const own = newBrowser(OVERRIDES);
    const anHourAgo = await letThrough(person.email, { iat: NOW - 3_600 });
    expect((await own.post("/api/sign-in/access", {}, anHourAgo)).status).toBe(200);
    expect((await own.post("/api/keys", { name: "k" })).body.code).toBe("fresh_sign_in_required");
    expect((await own.post("/api/sign-in/access", {}, await letThrough(person.email))).status).toBe(200);
    expect((await own.post("/api/keys", { name: "k" })).status).toBe(200);
  });

  it.each([
    ["nobody has invited", {}, "There is no account here for you."],
    ["has a token of another application", { aud: ["f".repeat(64)] }, "could not be accepted"],
    ["has a token that is over", { exp: NOW - 3_600 }, "could not be accepted"],
  ])("and %s is not let in", async (_, change, sentence) => {
    const own = newBrowser(OVERRIDES);
    const header = await letThrough("nobody-at-all@example.com", change);
    const { status, body } = await own.post("/api/sign-in/access", {}, header);
    expect([status, body.code, body.error]).toEqual([403, "sign_in_failed", expect.stringContaining(sentence)]);
    expect((await own.get("/api/sessions/current")).status).toBe(401);
  });

  it("is not let in where the team's keys cannot be read", async () => {
    const own = newBrowser({ ...OVERRIDES, ACCESS_TEAM: `team-${crypto.randomUUID()}` });
    const { body } = await own.post("/api/sign-in/access", {}, await letThrough("ada@example.com"));
    expect([body.code, body.error]).toEqual(["sign_in_failed", expect.stringContaining("did not answer as it should")]);
  });

  it("signs in by pages of the service only, and where a token came along to a service that has a team", async () => {
    const { person } = await newMember("editor");
    const header = await letThrough(person.email);
    const own = newBrowser(OVERRIDES);
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await own.post("/api/sign-in/access", {}, { ...header, ...foreign })).body.code).toBe("cross_site_request");
    expect(await own.post("/api/sign-in/access")).toMatchObject({
      status: 404,
      body: { error: "Cloudflare Access has let nobody through to this address." },
    });
    expect((await newBrowser().post("/api/sign-in/access", {}, header)).status).toBe(404);
  });
});

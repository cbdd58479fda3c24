import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newBrowser } from "../../../test/support/browser.ts";
import { newMember } from "../../../test/support/members-of.ts";
import type { Env } from "../../env.ts";
import { type IssuerAnswers, issuerAnswers } from "../../sign-in/testing/issuer-answers.ts";

type Browser = ReturnType<typeof newBrowser>;

let company: IssuerAnswers;
let overrides: Partial<Env>;

beforeEach(async () => {
  company = await issuerAnswers();
  const client = { issuer: company.issuer, client_id: "docloom", client_secret: "secret1" };
  const issuers = [
    { id: "company", name: "Company", ...client },
    { id: "branch", name: "Branch", ...client },
  ];
  overrides = { SIGN_IN_ISSUERS: JSON.stringify(issuers) };
  vi.spyOn(globalThis, "fetch").mockImplementation(company.fetch);
});
afterEach(() => vi.restoreAllMocks());

/** Begins in a browser; gives the address of the issuer. */
async function begin(browser: Browser, body: object = {}): Promise<string> {
  const begun = await browser.post("/api/sign-in/openid/company", body);
  expect([begun.status, begun.body]).toEqual([200, { url: expect.stringContaining(`${company.issuer}/authorize?`) }]);
  return begun.body.url;
}

/** Where the browser is led that the issuer has sent back. */
async function arrivalOf(browser: Browser, back: string): Promise<string | null> {
  const { status, headers } = await browser.get(back);
  expect(status).toBe(303);
  return headers.get("location");
}

const signIn = async (browser: Browser, body: object = {}) =>
  arrivalOf(browser, company.visit(await begin(browser, body)));

const sessionOf = async (browser: Browser) => (await browser.get("/api/sessions/current")).body;

describe("a sign-in by an issuer of the deployment", () => {
  it("is offered to everybody by the issuer's name, without what the service proves itself by", async () => {
    const { body } = await newBrowser(overrides).get("/api/sign-in");
    expect(body.issuers).toEqual([
      { id: "company", name: "Company" },
      { id: "branch", name: "Branch" },
    ]);
    expect(JSON.stringify(body)).not.toContain("secret1");
  });

  it("is known by the address that the issuer has proved, and by issuer and subject from then on", async () => {
    const { person } = await newMember("editor");
    const other = await newMember("owner");
    company.account = { subject: "s1", claims: { email: person.email.toUpperCase(), email_verified: true } };
    const own = newBrowser(overrides);
    const address = new URL(await begin(own, { to: "/console/documents", email: person.email }));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...{ response_type: "code", client_id: "docloom", login_hint: person.email, code_challenge_method: "S256" },
      redirect_uri: "http://docloom.test/api/sign-in/openid/company/callback",
    });
    expect(await arrivalOf(own, company.visit(address.href))).toBe("/console/documents");
    expect(await sessionOf(own)).toMatchObject({ person_id: person.id, way: "oidc" });
    expect(company.secrets).toEqual(["secret1"]);

    company.account.claims = { email: other.person.email, email_verified: true };
    const later = newBrowser(overrides);
    expect(await signIn(later)).toBe("/console/");
    expect(await sessionOf(later)).toMatchObject({ person_id: person.id });
  });

  it("is as fresh as what the person proved to the issuer, who is asked to have it proved anew", async () => {
    const { person } = await newMember("owner");
    const proved = { email: person.email, email_verified: true };
    const seconds = (ago: number) => Math.floor(Date.now() / 1000) - ago;
    company.account = { subject: "s1", claims: { ...proved, auth_time: seconds(3_600) } };
    const own = newBrowser(overrides);
    expect(await signIn(own)).toBe("/console/");
    expect((await own.post("/api/keys", { name: "k" })).body.code).toBe("fresh_sign_in_required");

    const asked = new URL(await begin(own, { fresh: 1 })).searchParams;
    expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "60"]);
    // An issuer that did not ask is not believed.
    expect(await signIn(own, { fresh: 1 })).toBe("/console/sign-in?failed=token_refused");
    company.account.claims = { ...proved, auth_time: seconds(0) };
    expect(await signIn(own, { fresh: 1 })).toBe("/console/");
    expect((await own.post("/api/keys", { name: "k" })).status).toBe(200);
  });

  it.each([
    ["email_not_verified", { email: "eve@example.com", email_verified: false }],
    ["email_not_verified", {}],
    ["not_invited", { email: "nobody-at-all@example.com", email_verified: true }],
    ["token_refused", { email: "eve@example.com", email_verified: true, nonce: "another" }],
  ])("comes to nothing, and says %s, of whom the issuer says %j", async (problem, claims) => {
    company.account = { subject: "eve", claims };
    const own = newBrowser(overrides);
    expect(await signIn(own)).toBe(`/console/sign-in?failed=${problem}`);
    expect((await own.get("/api/sessions/current")).status).toBe(401);
  });

  it("is finished by the browser that began, at the address of the issuer, once", async () => {
    const { person } = await newMember("editor");
    company.account = { subject: "s1", claims: { email: person.email, email_verified: true } };
    const failed = "/console/sign-in?failed=attempt_unknown";
    const own = newBrowser(overrides);
    const back = company.visit(await begin(own));
    const outsider = newBrowser(overrides);
    expect(await arrivalOf(outsider, back)).toBe(failed);
    await begin(outsider);
    expect(await arrivalOf(outsider, back)).toBe(failed);
    expect(await arrivalOf(own, "/api/sign-in/openid/company/callback")).toBe(failed);

    expect(await arrivalOf(own, back)).toBe("/console/");
    expect(await arrivalOf(own, back)).toBe(failed);
    const another = company.visit(await begin(own));
    expect(await arrivalOf(own, another.replace("/company/", "/branch/"))).toBe(failed);
  });

  it("says so where the issuer declines", async () => {
    const own = newBrowser(overrides);
    const state = new URL(await begin(own)).searchParams.get("state") ?? "";
    const declined = new URLSearchParams({ error: "access_denied", state, iss: company.issuer });
    expect(await arrivalOf(own, `/api/sign-in/openid/company/callback?${declined}`)).toBe(
      "/console/sign-in?failed=issuer_declined",
    );
  });

  it("does not begin at an issuer that is down, which is told without a word of what is behind it", async () => {
    company.isUp = false;
    const { status, body } = await newBrowser(overrides).post("/api/sign-in/openid/company");
    expect([status, body.code]).toEqual([403, "sign_in_failed"]);
    expect(body.error).toContain("The sign-in service did not answer as it should.");
    expect(JSON.stringify(body)).not.toContain(new URL(company.issuer).host);
  });

  it("does not begin by another site's page, nor at an issuer that is none", async () => {
    const own = newBrowser(overrides);
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await own.post("/api/sign-in/openid/company", {}, foreign)).body.code).toBe("cross_site_request");
    const { status, body } = await own.post("/api/sign-in/openid/elsewhere");
    expect([status, body.error]).toEqual([404, "There is no such way to sign in."]);
    expect(own.cookies.size).toBe(0);
  });
});

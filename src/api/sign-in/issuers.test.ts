import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiClient, clientWith } from "../../../test/support/api-client.ts";
import { newBrowser } from "../../../test/support/browser.ts";
import { newSignedIn } from "../../../test/support/members-of.ts";
import { type IssuerAnswers, issuerAnswers } from "../../sign-in/testing/issuer-answers.ts";
import { createStore } from "../../store/store.ts";

/** OpenID Connect issuers that a workspace sets for the people of its domain. */

const store = createStore(env);
const DAY_MS = 24 * 60 * 60 * 1000;

let company: IssuerAnswers;
let owner: Awaited<ReturnType<typeof newSignedIn>>;
let call: ApiClient;
let domain: string;

beforeEach(async () => {
  company = await issuerAnswers();
  owner = await newSignedIn("owner");
  call = clientWith(owner.authorization);
  domain = `${crypto.randomUUID()}.example`;
  vi.spyOn(globalThis, "fetch").mockImplementation(company.fetch);
});
afterEach(() => vi.restoreAllMocks());

/** What the workspace sets. */
const members = (change: object = {}) => ({
  ...{ name: "Company account", issuer: company.issuer, client_id: "docloom", client_secret: "secret1", domain },
  ...{ newcomer_role: "viewer", ...change },
});

async function newIssuer(change: object = {}) {
  const { status, body } = await call("POST", "/api/issuers", members(change));
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)]);
  return body;
}

/** An issuer whose domain has its record. */
async function newProvedIssuer(change: object = {}) {
  const made = await newIssuer(change);
  company.records = { [made.record_name]: made.record_value };
  const { body } = await call("POST", `/api/issuers/${made.id}/proof`);
  expect(body).toEqual({ ...made, proved: 1 });
  return body;
}

const save = (id: string, change: object = {}) => call("PUT", `/api/issuers/${id}`, members(change));
const begin = (browser: ReturnType<typeof newBrowser>, id: string) => browser.post(`/api/sign-in/openid/${id}`);

/** Signs whoever is at the issuer in; where that leads. */
async function signIn(browser: ReturnType<typeof newBrowser>, id: string): Promise<string | null> {
  const { headers } = await browser.get(company.visit((await begin(browser, id)).body.url));
  return headers.get("location");
}

describe("an issuer of a workspace", () => {
  it("lets the people of its domain in once the domain's record is there, with the newcomers' role", async () => {
    const made = await newIssuer();
    expect(made).toMatchObject({
      ...{ name: "Company account", client_id: "docloom", has_secret: 1, domain, proved: 0, only_way: 0 },
      ...{ newcomer_role: "viewer", record_name: `_docloom.${domain}` },
      redirect_uri: `http://docloom.test/api/sign-in/openid/${made.id}/callback`,
      record_value: expect.stringMatching(/^docloom-domain=\S+$/),
    });
    expect((await call("GET", "/api/issuers")).body).toEqual([made]);
    const ada = { email: `Ada@${domain.toUpperCase()}` };
    const own = newBrowser();
    const found = async (asked: object) => (await own.post("/api/sign-in/issuers", asked)).body;
    expect(await found(ada)).toEqual([]);
    expect((await begin(own, made.id)).status).toBe(404);
    expect((await call("POST", `/api/issuers/${made.id}/proof`)).body).toEqual(made);

    company.records = { [made.record_name]: made.record_value };
    expect((await call("POST", `/api/issuers/${made.id}/proof`)).body).toEqual({ ...made, proved: 1 });
    expect(await found(ada)).toEqual([{ id: made.id, name: "Company account" }]);
    expect(await found({ email: "no address" })).toEqual([]);
    company.account = { subject: "s1", claims: { ...ada, name: "Ada" } };
    expect(await signIn(own, made.id)).toBe("/console/");
    expect((await own.get("/api/sessions/current")).body).toMatchObject({
      person: "Ada",
      workspace_id: owner.workspaceId,
    });
    expect(company.secrets).toEqual(["secret1"]);
    const people = await store.memberships.list(owner.workspaceId);
    expect(people.find(({ email }) => email === ada.email.toLowerCase())?.role).toBe("viewer");

    company.account = { subject: "s2", claims: { email: "eve@elsewhere.example" } };
    expect(await signIn(newBrowser(), made.id)).toBe("/console/sign-in?failed=email_not_verified");
  });

  it("is asked for by pages of the service only", async () => {
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const { body } = await newBrowser().post("/api/sign-in/issuers", { email: `ada@${domain}` }, foreign);
    expect(body.code).toBe("cross_site_request");
  });

  it("is nothing once the record is gone for a day; where DNS does not answer, what was known goes on", async () => {
    const { id } = await newProvedIssuer();
    const status = async () => (await begin(newBrowser(), id)).status;
    company.records = {};
    expect(await status()).toBe(200);
    const yesterday = Date.now() - DAY_MS;
    await env.DB.prepare("update issuers set checked_at = ? where id = ?").bind(yesterday, id).run();
    company.records = undefined;
    expect(await status()).toBe(200);
    company.records = {};
    expect(await status()).toBe(404);
    expect((await call("GET", "/api/issuers")).body).toMatchObject([{ id, proved: 0 }]);
  });

  it("says that the records cannot be looked up, and keeps what is known", async () => {
    const { id } = await newProvedIssuer();
    company.records = undefined;
    const { status, body } = await call("POST", `/api/issuers/${id}/proof`);
    expect([status, body.code]).toEqual([422, "url_unreachable"]);
    expect(body.error).toBe(`The records of ${domain} cannot be looked up now: try again in a minute.`);
    expect((await call("GET", "/api/issuers")).body).toMatchObject([{ id, proved: 1 }]);
  });

  it("is proved anew for another domain, with another record", async () => {
    const made = await newProvedIssuer();
    const other = `${crypto.randomUUID()}.example`;
    const { body } = await save(made.id, { domain: other });
    expect(body).toMatchObject({ id: made.id, domain: other, proved: 0, record_name: `_docloom.${other}` });
    expect(body.record_value).not.toBe(made.record_value);
    expect((await begin(newBrowser(), made.id)).status).toBe(404);
  });

  it("is the only way once its domain is proved, and sessions of other ways end then", async () => {
    const tooEarly = { code: "invalid_request", errors: [expect.objectContaining({ pointer: "/only_way" })] };
    expect((await call("POST", "/api/issuers", members({ only_way: 1 }))).body).toMatchObject(tooEarly);
    const { id } = await newIssuer();
    expect((await save(id, { only_way: 1 })).body).toMatchObject(tooEarly);
    expect((await call("GET", "/api/issuers")).body).toHaveLength(1);
    expect((await owner.browser.get("/api/user")).status).toBe(200);

    const proved = await newProvedIssuer({ name: "The only one" });
    expect((await save(proved.id, { only_way: 1, domain: "another.example" })).body).toMatchObject(tooEarly);
    expect((await save(proved.id, { only_way: 1 })).body).toMatchObject({ only_way: 1, proved: 1 });
    expect((await owner.browser.get("/api/user")).status).toBe(401);
    // Keys go on, and it stays the only way where nothing is said of that.
    expect((await save(proved.id)).body).toMatchObject({ only_way: 1 });
    company.account = { subject: "s1", claims: { email: `ada@${domain}` } };
    const ada = newBrowser();
    expect(await signIn(ada, proved.id)).toBe("/console/");
    expect((await ada.get("/api/user")).status).toBe(200);
  });

  it("keeps its secret where none is sent, shows it nowhere, and gives it to no other issuer or client", async () => {
    const { id } = await newIssuer();
    const { client_secret: _, ...without } = members();
    const sent = async (body: object) => (await call("PUT", `/api/issuers/${id}`, body)).body.has_secret;
    expect(await sent(without)).toBe(1);
    expect(await sent({ ...without, client_id: "another" })).toBe(0);
    expect(await sent(members())).toBe(1);
    expect(await sent({ ...without, client_secret: "" })).toBe(0);
    expect(JSON.stringify((await call("GET", "/api/issuers")).body)).not.toContain("secret1");
    const log = (await call("GET", "/api/audit?action=issuer.updated")).body;
    expect(log[0]).toMatchObject({ before: { has_secret: true }, after: { has_secret: false } });
    expect(JSON.stringify(log)).not.toContain("secret1");
  });

  it("keeps the newcomers' role where none is sent, and turns newcomers away where it is none", async () => {
    const { id } = await newProvedIssuer();
    const { newcomer_role: _, ...without } = members({ name: "Renamed" });
    expect((await call("PUT", `/api/issuers/${id}`, without)).body).toMatchObject({
      name: "Renamed",
      newcomer_role: "viewer",
    });
    expect((await save(id, { newcomer_role: "none" })).body.newcomer_role).toBe("none");
    company.account = { subject: "s1", claims: { email: `ada@${domain}` } };
    expect(await signIn(newBrowser(), id)).toBe("/console/sign-in?failed=not_invited");
  });

  it("is not saved if it does not answer as one, and says why", async () => {
    company.isUp = false;
    const { status, body } = await call("POST", "/api/issuers", members());
    expect([status, body.code]).toEqual([422, "invalid_request"]);
    expect(body.error).toContain(`The issuer at ${company.issuer} cannot be used: `);
    expect(body.errors).toEqual([{ pointer: "/issuer", message: "must answer as an OpenID Connect issuer" }]);
    expect((await call("GET", "/api/issuers")).body).toEqual([]);
  });

  it.each([
    [{ issuer: "http://login.example.com" }, "issuer must be an https address."],
    [{ domain: "gmail.com" }, "not one at which anybody gets an address"],
    [{ domain: "localhost" }, "domain must be a domain of your own"],
    [{ newcomer_role: "owner" }, "newcomer_role must be one of none, editor, operator, viewer, auditor"],
    [{ client_id: " " }, "client_id must not be empty."],
  ])("is refused with %j", async (change, sentence) => {
    const { status, body } = await call("POST", "/api/issuers", members(change));
    expect([status, body.error]).toEqual([422, expect.stringContaining(sentence)]);
  });

  it("is removed by its workspace, and nobody signs in by it any more", async () => {
    const { id } = await newProvedIssuer();
    const outsider = clientWith((await newSignedIn("owner")).authorization);
    for (const [method, path] of [
      ["PUT", ""],
      ["POST", "/proof"],
      ["DELETE", ""],
    ] as const)
      expect(
        (await outsider(method, `/api/issuers/${id}${path}`, method === "PUT" ? members() : undefined)).status,
      ).toBe(404);
    expect((await call("DELETE", `/api/issuers/${id}`)).body).toEqual({ success: "1" });
    expect((await call("DELETE", `/api/issuers/${id}`)).status).toBe(404);
    expect((await begin(newBrowser(), id)).status).toBe(404);
  });
});

import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localBrowser } from "../support/local-browser.ts";
import { AUTHORIZATION, FIRST_CREDENTIALS } from "../support/servers/first-credentials.ts";
import { startHttpServer, type TestHttpServer } from "../support/servers/http.ts";
import { type OpenIdProvider, openIdProvider } from "../support/servers/openid-provider.ts";
import { TestBrowser } from "../support/servers/test-browser.ts";
import { type WholeService, wholeService } from "../support/servers/whole-service.ts";
import { waitForShown } from "../support/shown-text.ts";

/** OpenID Connect against a whole provider: what people do, and what others would have them do. */

const PUBLIC = "http://docs.company.test";
const POLLING = { timeoutMs: 30_000, intervalMs: 50 };
const callbackOf = (id: string) => `${PUBLIC}/api/sign-in/openid/${id}/callback`;

let company: OpenIdProvider;
let other: OpenIdProvider;
let dns: TestHttpServer;
let server: WholeService;
let url: URL;

beforeAll(async () => {
  [company, other, dns] = await Promise.all([
    openIdProvider([callbackOf("company")]),
    openIdProvider([callbackOf("other")]),
    startHttpServer(),
  ]);
  const client = { client_id: "docloom", client_secret: "client-secret" };
  server = wholeService({
    ...FIRST_CREDENTIALS,
    PUBLIC_BASE_URL: PUBLIC,
    OUTBOUND_RESOLVER_URL: `http://127.0.0.1:${dns.port}/dns-query`,
    SIGN_IN_ISSUERS: JSON.stringify([
      { id: "company", name: "Company", issuer: company.issuer, ...client, newcomer_role: "editor" },
      { id: "other", name: "Other", issuer: other.issuer, ...client },
      // Nothing ever listens at the port for discarding.
      { id: "down", name: "Outage", issuer: "http://127.0.0.1:9", ...client },
    ]),
  });
  url = await server.listen();
});
afterAll(async () => {
  await server?.close();
  await dns?.close();
  await company?.[Symbol.asyncDispose]();
  await other?.[Symbol.asyncDispose]();
});

const browser = () => new TestBrowser(url);

/** Begins in a browser, goes to the provider, and gives the address that the provider sends it back to. */
async function backFrom(from: TestBrowser, provider: OpenIdProvider, id: string, body: object = {}): Promise<string> {
  const begun = await from.post(`/api/sign-in/openid/${id}`, body);
  expect(begun.status).toBe(200);
  const back = await provider.visit(((await begun.json()) as { url: string }).url);
  return `${back.pathname}${back.search}`;
}

const arrivalOf = async (from: TestBrowser, path: string): Promise<string> =>
  (await from.get(path)).headers.get("location") ?? "";

const personOf = async (from: TestBrowser) => {
  const session = await from.get("/api/sessions/current");
  return session.status === 200
    ? ((await session.json()) as { person: string; person_id: string; way: string })
    : undefined;
};

const ada = { subject: "ada-1", claims: { email: "Ada@Company.test", email_verified: true, name: "Ada" } };

describe("with an issuer of the deployment", () => {
  it("shows the ways there are to anybody", async () => {
    const ways = await (await browser().get("/api/sign-in")).json();
    expect(ways).toMatchObject({
      issuers: [
        { id: "company", name: "Company" },
        { id: "other", name: "Other" },
        { id: "down", name: "Outage" },
      ],
    });
    expect(JSON.stringify(ways)).not.toContain("client-secret");
  });

  it("lets a newcomer in with the newcomers' role, and knows them by issuer and subject from then on", async () => {
    company.account = ada;
    const own = browser();
    expect(await arrivalOf(own, await backFrom(own, company, "company", { to: "/console/documents?search=a" }))).toBe(
      "/console/documents?search=a",
    );
    const first = await personOf(own);
    expect(first).toMatchObject({ person: "Ada", way: "oidc" });
    expect((await own.post("/api/folders", { name: `F${Date.now()}` })).status).toBe(200);
    expect((await own.post("/api/keys", { name: "k" })).status).toBe(403);

    company.account = { subject: "ada-1", claims: { email: "married@elsewhere.test", name: "Ada" } };
    const later = browser();
    await arrivalOf(later, await backFrom(later, company, "company"));
    expect((await personOf(later))?.person_id).toBe(first?.person_id);
  });

  it("never takes another subject for whoever had the address, nor a person of another issuer who says so", async () => {
    company.account = { ...ada, subject: "somebody-else" };
    const thief = browser();
    expect(await arrivalOf(thief, await backFrom(thief, company, "company"))).toBe(
      "/console/sign-in?failed=other_account",
    );
    expect(await personOf(thief)).toBeUndefined();
    other.account = { subject: "eve", claims: { email: "ada@company.test", name: "Ada" } };
    expect(await arrivalOf(thief, await backFrom(thief, other, "other"))).toBe(
      "/console/sign-in?failed=email_not_verified",
    );
    other.account = { subject: "eve", claims: { email: "eve@company.test", email_verified: true } };
    expect(await arrivalOf(thief, await backFrom(thief, other, "other"))).toBe("/console/sign-in?failed=not_invited");
  });

  it("finishes only in the browser that began, once", async () => {
    company.account = ada;
    const victim = browser();
    const attacker = browser();
    const back = await backFrom(attacker, company, "company");
    const failed = "/console/sign-in?failed=attempt_unknown";
    // Login CSRF: the attacker's answer in the victim's browser, which has begun nothing, or something else.
    expect(await arrivalOf(victim, back)).toBe(failed);
    await backFrom(victim, company, "company");
    expect(await arrivalOf(victim, back)).toBe(failed);
    expect(await personOf(victim)).toBeUndefined();
    // It was used up by none of this, and is by its use.
    expect(await arrivalOf(attacker, back)).toBe("/console/");
    expect(await arrivalOf(attacker, back)).toBe(failed);
  });

  it("takes no answer of one issuer at the address of another", async () => {
    company.account = ada;
    other.account = ada;
    const own = browser();
    const back = await backFrom(own, company, "company");
    expect(await arrivalOf(own, back.replace("/company/", "/other/"))).toBe("/console/sign-in?failed=attempt_unknown");
    const again = new URL(await backFrom(own, company, "company"), PUBLIC);
    again.searchParams.set("iss", other.issuer);
    expect(await arrivalOf(own, `${again.pathname}${again.search}`)).toBe("/console/sign-in?failed=token_refused");
    expect(await personOf(own)).toBeUndefined();
  });

  it("gives a session that nobody knew before, and ends the one that was there", async () => {
    company.account = ada;
    const own = browser();
    const name = `docloom_session_${url.port}`;
    own.cookies.set(name, "a-token-that-somebody-has-planted");
    await arrivalOf(own, await backFrom(own, company, "company"));
    const first = own.cookies.get(name);
    expect(first).toBeDefined();
    expect(first).not.toBe("a-token-that-somebody-has-planted");
    await arrivalOf(own, await backFrom(own, company, "company"));
    const second = own.cookies.get(name);
    expect(second).not.toBe(first);
    const before = browser();
    before.cookies.set(name, first ?? "");
    expect((await before.get("/api/sessions/current")).status).toBe(401);
  });

  it("leads nowhere but into the console", async () => {
    company.account = ada;
    for (const to of [
      "//evil.test/",
      "https://evil.test/console/",
      "/\\evil.test",
      "/console/../api/keys",
      "/consoles",
      "javascript:alert(1)",
      "/console/\t/evil",
    ]) {
      const own = browser();
      expect([to, await arrivalOf(own, await backFrom(own, company, "company", { to }))]).toEqual([to, "/console/"]);
    }
  });

  it("begins for pages of the service only", async () => {
    const own = browser();
    const answer = await own.post(
      "/api/sign-in/openid/company",
      {},
      { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
    );
    expect(answer.status).toBe(403);
    expect(own.cookies.size).toBe(0);
  });

  it("says so when the issuer declines", async () => {
    const own = browser();
    const begun = await own.post("/api/sign-in/openid/company", {});
    const state = new URL(((await begun.json()) as { url: string }).url).searchParams.get("state") ?? "";
    const query = new URLSearchParams({ error: "access_denied", state, iss: company.issuer });
    expect(await arrivalOf(own, `/api/sign-in/openid/company/callback?${query}`)).toBe(
      "/console/sign-in?failed=issuer_declined",
    );
  });
});

describe("in a real browser, which has the cookies' own rules", () => {
  let chromium: Browser;
  let page: Page;

  beforeAll(async () => {
    // The service's public name leads to where it listens, as it does behind a proxy.
    const names = `--host-resolver-rules=MAP ${new URL(PUBLIC).hostname} ${url.host}`;
    const args = ["--no-sandbox", "--disable-features=HttpsUpgrades", names];
    chromium = await puppeteer.launch({ executablePath: localBrowser(), headless: true, args });
    page = await chromium.newPage();
  });
  afterAll(() => chromium?.close());

  const press = (name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  const see = async (text: string) =>
    expect(await waitForShown(page, (shown) => shown.includes(text), POLLING), `"${text}" can be seen`).toBeNull();

  it("a person reads that the issuer is down, in words without what only its operators understand, and gets in by another", async () => {
    company.account = ada;
    await page.goto(`${PUBLIC}/console/documents?search=nothing-at-all`);
    await press("Continue with Outage");
    await see("The sign-in service did not answer as it should. Try again in a few minutes, or sign in another way.");
    expect(await page.$eval("[role=alert]", (alert) => alert.textContent)).toMatch(/another way\.$/);

    await press("Continue with Company");
    await see("No matches");
    expect(page.url()).toBe(`${PUBLIC}/console/documents?search=nothing-at-all`);
    await press("Sign out");
    await see("Continue with Company");
  });

  it("a person whom nobody invited reads what to do", async () => {
    other.account = { subject: "eve", claims: { email: "eve@company.test", email_verified: true } };
    await page.goto(`${PUBLIC}/console/sign-in`);
    await press("Continue with Other");
    await see("You are not a member of a workspace here. Ask one of its owners to invite you");
  });
});

describe("with an issuer of a workspace", () => {
  it("reaches into no inner network", async () => {
    const answer = await fetch(new URL("/api/issuers", url), {
      method: "POST",
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      body: JSON.stringify({
        name: "Inner",
        issuer: company.issuer.replace("http:", "https:"),
        client_id: "a",
        domain: "company.test",
      }),
    });
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as { error: string }).error).toMatch(/cannot be used/);
  });
});

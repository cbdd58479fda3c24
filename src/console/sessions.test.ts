import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { clientWith, newClient } from "../../test/support/api-client.ts";
import { TEST_ORIGIN, testCaller, testService } from "../../test/support/test-service.ts";
import { LOGIN_SESSION_LIFETIME_MS } from "../store/login-sessions.ts";
import { sha256Hex } from "../store/sha256.ts";
import { createStore } from "../store/store.ts";

const send = testService();
const store = createStore(env);

/** What a browser adds to a request of one of the service's own pages. */
const OWN_PAGE = { origin: TEST_ORIGIN, "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" };

const signIn = (body: object, headers: Record<string, string> = OWN_PAGE, base = "") =>
  send(`${base}/api/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** The cookie of a `Set-Cookie` header, as a browser sends it back. */
const cookieOf = (response: Response): string => response.headers.get("set-cookie")?.split(";")[0] ?? "";

/** A workspace whose owner is signed in, and how its browser calls. */
async function newBrowser() {
  const owner = await testCaller();
  const answer = await signIn({ key: owner.keyId, secret: owner.secret });
  const cookie = cookieOf(answer);
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = OWN_PAGE) =>
    send(path, {
      method,
      headers: { cookie, ...headers, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  const session: any = await answer.json();
  return { owner, cookie, session, call };
}

const linkTo = async (workspaceId: string, lifetimeMs = 60_000) => {
  const token = crypto.randomUUID();
  await env.DB.prepare("insert into sign_in_links values (?, ?, ?, ?)")
    .bind(await sha256Hex(token), workspaceId, Date.now(), Date.now() + lifetimeMs)
    .run();
  return token;
};

describe("signing in", () => {
  it("exchanges a key and its secret for a cookie that scripts cannot read", async () => {
    const { keyId, secret, workspaceId } = await testCaller();
    const answer = await signIn({ key: keyId, secret }, { ...OWN_PAGE, "user-agent": "Browser 1" });

    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toMatch(
      /^docloom_session=[\w-]{32}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const body = await answer.json();
    expect(body).toEqual({
      id: expect.any(String),
      key_id: keyId,
      key_name: "test",
      workspace_id: workspaceId,
      workspace: "Test",
      person_id: "",
      person: "",
      way: "key",
      user_agent: "Browser 1",
      created_at: expect.stringMatching(/Z$/),
      last_used_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      current: 1,
    });
    const token = cookieOf(answer).split("=")[1] ?? "";
    expect(JSON.stringify(body)).not.toContain(token);
    const { results } = await env.DB.prepare("select * from browser_sessions").all();
    expect(JSON.stringify(results)).not.toContain(token);
  });

  it("is for https alone where the service has it", async () => {
    const { keyId, secret } = await testCaller();
    const https = TEST_ORIGIN.replace("http:", "https:");
    const answer = await signIn({ key: keyId, secret }, { ...OWN_PAGE, origin: https }, https);

    expect(answer.headers.get("set-cookie")).toMatch(
      /^__Host-docloom_session=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const plainName = cookieOf(answer).replace("__Host-", "");
    const planted = await send(`${https}/api/user`, { headers: { ...OWN_PAGE, cookie: plainName } });
    expect(planted.status).toBe(401);
  });

  it("takes a form, too", async () => {
    const { keyId, secret } = await testCaller();
    const body = new URLSearchParams({ key: keyId, secret });
    expect((await send("/api/sessions", { method: "POST", headers: OWN_PAGE, body })).status).toBe(200);
  });

  it("takes a sign-in link once", async () => {
    const { workspaceId } = await testCaller();
    const token = await linkTo(workspaceId);
    const first = await signIn({ token });
    expect(first.status).toBe(200);
    expect(await first.json()).toMatchObject({ workspace_id: workspaceId, key_id: "", current: 1 });

    const second = await signIn({ token });
    expect(second.status).toBe(401);
    expect(await second.json()).toMatchObject({ code: "sign_in_link_invalid" });
    expect((await signIn({ token: await linkTo(workspaceId, -1) })).status).toBe(401);
  });

  it("gives a link that two browsers open at once to one of them", async () => {
    const token = await linkTo((await testCaller()).workspaceId);
    const answers = await Promise.all([signIn({ token }), signIn({ token }), signIn({ token })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it("refuses wrong and missing credentials without a challenge", async () => {
    const { keyId, secret } = await testCaller();
    for (const body of [
      { key: keyId, secret: "wrong" },
      { key: "dk_unknown", secret },
    ]) {
      const answer = await signIn(body);
      expect(answer.status).toBe(401);
      expect(answer.headers.has("set-cookie")).toBe(false);
      expect(answer.headers.has("www-authenticate")).toBe(false);
      expect(await answer.json()).toMatchObject({ code: "invalid_credentials" });
    }
    for (const body of [{}, { key: keyId }, { key: keyId, secret, token: "t" }, { key: { a: 1 }, secret }])
      expect((await signIn(body)).status).toBe(422);
  });

  it("is refused to other sites: nobody is signed in to a stranger's workspace", async () => {
    const { keyId, secret } = await testCaller();
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: TEST_ORIGIN },
      { "sec-fetch-site": "none" },
      {},
    ]) {
      const answer = await signIn({ key: keyId, secret }, headers as Record<string, string>);
      expect(answer.status, JSON.stringify(headers)).toBe(403);
      expect(answer.headers.has("set-cookie")).toBe(false);
    }
  });
});

describe("a session", () => {
  it("opens the management endpoints, with writes of the service's own pages", async () => {
    const { call, owner } = await newBrowser();
    expect(await (await call("GET", "/api/user")).json()).toMatchObject({ account_id: owner.workspaceId });

    const made = await call("POST", "/api/documents", { name: "a", type: "html", html: "{$a}" });
    expect(made.status).toBe(200);
    expect((await call("GET", "/api/documents", undefined, {})).status).toBe(200);
  });

  it("does not write for other sites (CSRF)", async () => {
    const { call, owner } = await newBrowser();
    for (const headers of [
      {},
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "http://docloom.test:81", "sec-fetch-site": "same-site" },
      { origin: "http://docloom.test.evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "none" },
    ]) {
      const answer = await call("POST", "/api/documents", { name: "a", type: "html", html: "" }, headers as never);
      expect(answer.status, JSON.stringify(headers)).toBe(403);
      expect(await answer.json()).toMatchObject({ code: "cross_site_request" });
    }
    for (const site of ["cross-site", "same-site"])
      expect((await call("GET", "/api/documents", undefined, { "sec-fetch-site": site })).status).toBe(403);
    expect(await store.documents.list(owner.workspaceId, {}, { limit: 1 })).toEqual([]);
  });

  it("is never one that the browser brought along (fixation)", async () => {
    const { keyId, secret } = await testCaller();
    const planted = "docloom_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const answer = await signIn({ key: keyId, secret }, { ...OWN_PAGE, cookie: planted });
    expect(cookieOf(answer)).not.toBe(planted);
    expect((await send("/api/user", { headers: { ...OWN_PAGE, cookie: planted } })).status).toBe(401);
  });

  it("ends when its browser signs in again", async () => {
    const { cookie, call, owner } = await newBrowser();
    const again = await signIn({ key: owner.keyId, secret: owner.secret }, { ...OWN_PAGE, cookie });
    expect(again.status).toBe(200);
    expect((await call("GET", "/api/user")).status).toBe(401);
  });

  it("ends with a sign-out, whose cookie is taken back", async () => {
    const { call } = await newBrowser();
    const out = await call("DELETE", "/api/sessions/current");
    expect(await out.json()).toEqual({ success: "1" });
    expect(out.headers.get("set-cookie")).toMatch(/^docloom_session=; Max-Age=0;/);

    const after = await call("GET", "/api/user");
    expect(after.status).toBe(401);
    expect(after.headers.has("www-authenticate")).toBe(false);
    expect(await after.json()).toMatchObject({ code: "session_expired" });
  });

  it("ends after twelve hours and with its key", async () => {
    const { cookie, owner, call } = await newBrowser();
    const token = cookie.split("=")[1] ?? "";
    expect(
      await store.lookUps.loginSessions.byToken(token, new Date(Date.now() + LOGIN_SESSION_LIFETIME_MS - 60_000)),
    ).toBeDefined();
    expect(
      await store.lookUps.loginSessions.byToken(token, new Date(Date.now() + LOGIN_SESSION_LIFETIME_MS)),
    ).toBeUndefined();

    await store.keys.revoke(owner.workspaceId, owner.keyId, new Date());
    expect((await call("GET", "/api/user")).status).toBe(401);
    await store.upkeep.loginSessions.sweep(new Date(Date.now() + LOGIN_SESSION_LIFETIME_MS + 1));
    expect(
      (await env.DB.prepare("select 1 from browser_sessions where workspace_id = ?").bind(owner.workspaceId).all())
        .results,
    ).toEqual([]);
  });

  it("gives way to credentials that are sent with it", async () => {
    const { call } = await newBrowser();
    const other = await testCaller();
    const answer = await call("GET", "/api/user", undefined, { authorization: other.authorization });
    expect(await answer.json()).toMatchObject({ account_id: other.workspaceId });
  });
});

describe("the list of sessions", () => {
  it("shows the workspace's browsers, in pages", async () => {
    const { owner, session, call } = await newBrowser();
    await signIn({ key: owner.keyId, secret: owner.secret }, { ...OWN_PAGE, "user-agent": "Another" });

    const all = await (await call("GET", "/api/sessions")).json<
      { id: string; current: number; user_agent: string }[]
    >();
    expect(all.map(({ current }) => current)).toEqual([1, 0]);
    expect(all[1]?.user_agent).toBe("Another");

    const first = await call("GET", "/api/sessions?limit=1&order=-created_at");
    expect(await first.json()).toEqual([all[1]]);
    const next = /<(.*)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await call("GET", next);
    expect(await second.json()).toEqual([all[0]]);
    expect(second.headers.has("link")).toBe(false);
    expect(await (await call("GET", "/api/sessions/current")).json()).toMatchObject({ id: session.id });
  });

  it("refuses what is not a cursor, an order or a limit of it", async () => {
    const { call } = await newClient();
    for (const query of ["cursor=x", "cursor=WzFd", "order=user_agent", "limit=0", "limit=5000"])
      expect((await call("GET", `/api/sessions?${query}`)).status, query).toBe(422);
  });

  it("ends another browser's session, but not another workspace's", async () => {
    const { owner, session, call } = await newBrowser();
    const outsider = await newBrowser();
    expect((await outsider.call("GET", `/api/sessions/${session.id}`)).status).toBe(404);
    expect((await outsider.call("DELETE", `/api/sessions/${session.id}`)).status).toBe(404);
    expect((await call("GET", "/api/user")).status).toBe(200);

    const client = clientWith(owner.authorization);
    expect((await client("DELETE", `/api/sessions/${session.id}`)).status).toBe(200);
    expect((await call("GET", "/api/user")).status).toBe(401);
    for (const method of ["GET", "DELETE"])
      for (const id of [session.id, "current"]) expect((await client(method, `/api/sessions/${id}`)).status).toBe(404);
  });
});

describe("a page that asks without a session", () => {
  it("is not answered with the browser's password window", async () => {
    const answer = await send("/api/documents", { headers: OWN_PAGE });
    expect(answer.status).toBe(401);
    expect(answer.headers.has("www-authenticate")).toBe(false);
    expect((await send("/api/documents")).headers.has("www-authenticate")).toBe(true);
  });
});

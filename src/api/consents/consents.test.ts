import { Buffer } from "node:buffer";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiClient, clientWith, newClient } from "../../../test/support/api-client.ts";
import { testBox, testService } from "../../../test/support/test-service.ts";
import { sealConsent } from "../../delivery/consent/given-consent.ts";

const OWN = { dropbox: { client_id: "deployment-key", client_secret: "deployment-secret" } };
const BINDINGS = { CONSENT_CLIENTS: JSON.stringify(OWN) };
const MINE = { client_id: "my-key", client_secret: "my-secret" };
const DRIVE_SCOPE = "https://www.googleapis.com/auth/drive";
const GRANTED = { access_token: "access-1", token_type: "Bearer", expires_in: 3_600, refresh_token: "refresh-1" };

const send = testService(undefined, BINDINGS);

let call: ApiClient;
let authorization: string;
let workspaceId: string;
let path: string;
/** What the token endpoints were asked: the form, and where. */
let asked: { url: string; form: Record<string, string> }[];
/** What they answer. */
let answer: () => Response;

const platform: typeof fetch = async (input, init) => {
  const url = new URL(String(input instanceof Request ? input.url : input));
  if (url.pathname.includes("dns-query"))
    return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
  if (/\/oauth2\/token$|oauth2\.googleapis\.com\/token$/.test(url.href)) {
    asked.push({ url: url.href, form: Object.fromEntries(new URLSearchParams(String(init?.body))) });
    return answer();
  }
  // What is there when a delivery is tried out before it is saved.
  if (url.pathname === "/2/files/get_metadata")
    return Response.json({ error_summary: "path/not_found/.." }, { status: 409 });
  throw new Error(`${url.href} is not to be asked.`);
};

beforeEach(async () => {
  const { caller } = await newClient();
  ({ authorization, workspaceId } = caller);
  call = clientWith(authorization, BINDINGS);
  const document = { name: "D", type: "html", output: "html", html: "{$Name}" };
  path = `/api/documents/${(await call("POST", "/api/documents", document)).body.id}/deliveries`;
  asked = [];
  answer = () => Response.json(GRANTED);
  vi.spyOn(globalThis, "fetch").mockImplementation(platform);
});
afterEach(() => vi.restoreAllMocks());

async function begin(body: object) {
  const { status, body: begun, headers } = await call("POST", "/api/consents", body);
  expect(status, JSON.stringify(begun)).toBe(200);
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  return { url: new URL(begun.url), state: begun.state as string, cookie };
}

/** The browser comes back: what the console is told. */
async function comeBack(query: Record<string, string>, cookie: string) {
  const callback = `/api/consents/callback?${new URLSearchParams(query)}`;
  const response = await send(callback, { headers: { cookie }, redirect: "manual" });
  expect(response.status).toBe(303);
  const location = new URL(response.headers.get("location") ?? "", "http://docloom.test");
  expect(location.pathname + location.search).toBe("/console/consent");
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

describe("accounts that can be connected", () => {
  it("are listed with the address that applications are registered with", async () => {
    const { body } = await call("GET", "/api/consents");
    expect(body).toEqual({
      redirect_uri: "http://docloom.test/api/consents/callback",
      platforms: [
        { type: "google_drive", name: "Google", application: 0 },
        { type: "dropbox", name: "Dropbox", application: 1 },
      ],
    });
  });

  it.each([
    [{ type: "google_drive" }, "/client_id", "this service has no application of its own at Google"],
    [{ type: "google_drive", client_id: "a" }, "/client_secret", "must be given with client_id"],
    [{ type: "sharepoint" }, "/type", "type must be one of"],
  ])("%j is refused", async (body, pointer, message) => {
    const { status, body: problem } = await call("POST", "/api/consents", body);
    expect([status, problem.errors[0].pointer]).toEqual([422, pointer]);
    expect(problem.error).toContain(message);
  });
});

describe("a person's consent", () => {
  it("is asked for at Google's page, and becomes a delivery's refresh token, which no answer shows", async () => {
    const { url, state, cookie } = await begin({ type: "google_drive", ...MINE });
    expect(url.origin + url.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "my-key",
      redirect_uri: "http://docloom.test/api/consents/callback",
      state,
      code_challenge_method: "S256",
      scope: DRIVE_SCOPE,
      access_type: "offline",
      prompt: "consent",
    });
    expect(url.href).not.toContain("my-secret");

    answer = () => Response.json({ ...GRANTED, scope: DRIVE_SCOPE });
    const back = await comeBack({ code: "code-1", state, iss: "https://accounts.google.com" }, cookie);
    expect(back).toEqual({ state, given: expect.stringMatching(/^consent:/) });
    expect(back.given).not.toContain("refresh-1");
    expect(asked).toEqual([
      {
        url: "https://oauth2.googleapis.com/token",
        form: {
          grant_type: "authorization_code",
          code: "code-1",
          redirect_uri: "http://docloom.test/api/consents/callback",
          code_verifier: expect.any(String),
          ...MINE,
        },
      },
    ]);

    // One that is off is not tried out.
    const settings = { ...MINE, refresh_token: back.given, folder_id: "folder" };
    const saved = await call("POST", path, { type: "google_drive", active: 0, settings });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.settings.refresh_token).toBe("********");
  });

  it("is given to the service's own application where the delivery names none, which renews by it", async () => {
    const { url, state, cookie } = await begin({ type: "dropbox" });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "deployment-key",
      token_access_type: "offline",
    });
    const { given } = await comeBack({ code: "code-1", state }, cookie);
    const saved = await call("POST", path, { type: "dropbox", settings: { refresh_token: given } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(asked.at(-1)?.form).toEqual({ grant_type: "refresh_token", refresh_token: "refresh-1", ...OWN.dropbox });
  });

  it("is asked for again with the secret that the delivery has, for its own application only", async () => {
    const settings = { app_key: "my-key", app_secret: "my-secret", refresh_token: "old" };
    const { body: delivery } = await call("POST", path, { type: "dropbox", settings });
    const named = { type: "dropbox", document_id: path.split("/")[3], delivery_id: delivery.id };
    const { state, cookie } = await begin({ ...named, client_id: "my-key", client_secret: "********" });
    const { given } = await comeBack({ code: "code-2", state }, cookie);
    expect(asked.at(-1)?.form.client_secret).toBe("my-secret");
    expect((await call("PUT", `${path}/${delivery.id}`, { settings: { refresh_token: given } })).status).toBe(200);
    expect(asked.at(-1)?.form.refresh_token).toBe("refresh-1");

    expect((await call("POST", "/api/consents", { ...named, client_id: "other" })).status).toBe(422);
    expect((await call("POST", "/api/consents", { ...named, client_id: "my-key", delivery_id: "x" })).status).toBe(404);
    const elsewhere = { ...named, type: "google_drive", client_id: "my-key", client_secret: "********" };
    // Nor is it there once the deployment has another key.
    const rekeyed = clientWith(authorization, { ...BINDINGS, SECRETS_KEY: Buffer.alloc(32, 9).toString("base64") });
    for (const answered of [
      await call("POST", "/api/consents", elsewhere),
      await rekeyed("POST", "/api/consents", { ...named, client_id: "my-key" }),
    ])
      expect([answered.status, answered.body.errors[0].pointer]).toEqual([422, "/client_secret"]);
  });
});

describe("nobody is let in, and the console is told why,", () => {
  const google = { type: "google_drive", ...MINE };

  it.each<[string, Record<string, string>, () => Response, Record<string, string>]>([
    [
      "when the person says no",
      { error: "access_denied" },
      () => Response.json({}),
      { failed: "declined", reason: "access_denied" },
    ],
    ["whatever a stranger writes as reason", { error: "<b>Call 555" }, () => Response.json({}), { failed: "declined" }],
    [
      "when the code has expired",
      { code: "old" },
      () => Response.json({ error: "invalid_grant", error_description: "Code expired" }, { status: 400 }),
      { failed: "refused", reason: "invalid_grant" },
    ],
    [
      "when the application's secret is wrong",
      { code: "c" },
      () => Response.json({ error: "invalid_client" }, { status: 401 }),
      { failed: "refused", reason: "invalid_client" },
    ],
    [
      "when it is wrong, with a challenge",
      { code: "c" },
      () =>
        Response.json(
          { error: "invalid_client" },
          { status: 401, headers: { "www-authenticate": 'Basic realm="oauth"' } },
        ),
      { failed: "refused", reason: "invalid_client" },
    ],
    [
      "when it is let in for the moment only",
      { code: "c" },
      () => Response.json({ ...GRANTED, refresh_token: undefined }),
      { failed: "no_refresh_token" },
    ],
    [
      "when the tick for the files was taken away",
      { code: "c" },
      () => Response.json({ ...GRANTED, scope: "openid email" }),
      { failed: "narrowed" },
    ],
    [
      "when another server answers",
      { code: "c", iss: "https://evil.example" },
      () => Response.json(GRANTED),
      { failed: "unknown" },
    ],
    ["when there is no code", {}, () => Response.json(GRANTED), { failed: "unavailable" }],
    ["when the platform is broken", { code: "c" }, () => new Response("", { status: 503 }), { failed: "unavailable" }],
    ["when a page in between answers", { code: "c" }, () => new Response("<html>"), { failed: "unavailable" }],
    [
      "when the answer is cut",
      { code: "c" },
      () => new Response('{"access_to', { headers: { "content-type": "application/json" } }),
      { failed: "unavailable" },
    ],
    [
      "when there is no answer",
      { code: "c" },
      () => {
        throw new TypeError("connection reset");
      },
      { failed: "unavailable" },
    ],
  ])("%s", async (_, query, answered, received) => {
    answer = answered;
    const { state, cookie } = await begin(google);
    expect(await comeBack({ ...query, state }, cookie)).toEqual({ state, ...received });
    // What has failed once is over.
    answer = () => Response.json(GRANTED);
    expect(await comeBack({ code: "c", state }, cookie)).toEqual({ state, failed: "unknown" });
  });

  it("when the state is nobody's, another browser's, or none at all", async () => {
    const { state, cookie } = await begin(google);
    const other = await begin(google);
    expect(await comeBack({ code: "c", state: "made-up" }, cookie)).toEqual({ state: "made-up", failed: "unknown" });
    expect(await comeBack({ code: "c", state }, other.cookie)).toEqual({ state, failed: "unknown" });
    expect(await comeBack({ code: "c" }, cookie)).toEqual({ state: "", failed: "unknown" });
    expect(asked).toEqual([]);
    // None of that has used it up.
    expect(await comeBack({ code: "c", state }, cookie)).toHaveProperty("given");
  });
});

describe("what was given is refused", () => {
  const refusal = async (refresh_token: string, app_key?: string) => {
    const own = app_key === undefined ? {} : { app_key, app_secret: "s" };
    const { status, body } = await call("POST", path, { type: "dropbox", settings: { ...own, refresh_token } });
    return [status, body.errors?.[0]];
  };
  const sealed = (given: object, box = testBox(workspaceId), now = new Date()) =>
    sealConsent(box, { kind: "dropbox", clientId: "deployment-key", refreshToken: "r", ...given }, now);
  const elsewhere = {
    pointer: "/settings/refresh_token",
    message: "settings[refresh_token] was given for something else, or too long ago: connect the account again.",
  };

  it("in another workspace, for another kind, after an hour, and when it was changed", async () => {
    expect((await refusal(await sealed({})))[0]).toBe(200);
    expect(await refusal(await sealed({}, testBox("another")))).toEqual([422, elsewhere]);
    expect(await refusal(await sealed({ kind: "google_drive" }))).toEqual([422, elsewhere]);
    const before = new Date(Date.now() - 61 * 60 * 1000);
    expect(await refusal(await sealed({}, testBox(workspaceId), before))).toEqual([422, elsewhere]);
    expect(await refusal((await sealed({})).slice(0, -8))).toEqual([422, elsewhere]);
    expect(await refusal("consent:")).toEqual([422, elsewhere]);
    expect(await refusal(`consent:${await testBox(workspaceId).seal("another secret")}`)).toEqual([422, elsewhere]);
  });

  it("with another application than it was given to", async () => {
    const { message, ...at } = elsewhere;
    const answered = await refusal(await sealed({}), "my-key");
    expect(answered).toEqual([422, { ...at, message: expect.stringContaining("another application") }]);
    expect(message).not.toContain("another application");
  });
});

it("deliveries without an application fail with a sentence where the service has none", async () => {
  const none = clientWith((await newClient()).caller.authorization, {});
  const { body: document } = await none("POST", "/api/documents", { name: "D", type: "html", html: "a" });
  const { status, body } = await none("POST", `/api/documents/${document.id}/deliveries`, {
    type: "dropbox",
    settings: { refresh_token: "r" },
  });
  expect([status, body.code]).toEqual([422, "delivery_target_refused"]);
  expect(body.error).toContain("This service has no application of its own at Dropbox: enter one of yours.");
});

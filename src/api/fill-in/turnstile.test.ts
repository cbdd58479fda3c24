import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { type AskedTurnstile, TURNSTILE_KEYS, turnstileAnswers } from "./testing/turnstile-answers.ts";

const PEOPLE = { accept: "text/html" };
const TOKEN = "0.token-of-a-person";
const send = testService();

let call: ApiClient;
let workspaceId: string;
let authorization: string;
let asked: AskedTurnstile[];
/** Whether it answers at all. */
let isUp: boolean;

/** Turnstile as it is: a token is good once, unless it is asked about again under the same key. */
function answer(question: AskedTurnstile): string[] | undefined {
  if (!isUp) return undefined;
  asked.push(question);
  const { secret, response, idempotency_key } = question;
  if (secret !== TURNSTILE_KEYS.secret) return ["invalid-input-secret"];
  if (!response.startsWith(TOKEN)) return ["invalid-input-response"];
  const [first] = asked.filter((one) => one.response === response);
  const isUsed = first !== question && (idempotency_key === undefined || first?.idempotency_key !== idempotency_key);
  return isUsed ? ["timeout-or-duplicate"] : [];
}

beforeEach(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ workspaceId, authorization } = client.caller);
  asked = [];
  isUp = true;
  vi.spyOn(globalThis, "fetch").mockImplementation(turnstileAnswers(answer));
});
afterEach(() => vi.restoreAllMocks());

const FIELDS = [{ name: "Name", required: 1 }];

async function newPage(settings: object = {}) {
  const fill_in = { on: 1, title: "Order", fields: FIELDS, ...settings };
  const { body } = await call("POST", "/api/documents", {
    name: "d",
    type: "html",
    html: "{$Name}",
    settings: { fill_in },
  });
  const { url } = (await call("GET", `/api/documents/${body.id}/fill_in`)).body;
  return { id: body.id as string, page: new URL(url).pathname };
}

async function guardedPage(settings: object = {}) {
  expect((await call("PUT", "/api/turnstile", TURNSTILE_KEYS)).status).toBe(200);
  asked = [];
  return await newPage(settings);
}

async function open(page: string) {
  const response = await send(page, { headers: PEOPLE });
  return { policy: response.headers.get("content-security-policy") ?? "", text: await response.text() };
}

async function post(page: string, pairs: Record<string, string>, headers: Record<string, string> = PEOPLE) {
  const response = await send(page, { method: "POST", headers, body: new URLSearchParams(pairs) });
  return { status: response.status, text: await response.text() };
}

const sentWith = (token: string, others: Record<string, string> = {}) => ({
  Name: "Ada <b>",
  "cf-turnstile-response": token,
  ...others,
});
const onceOf = (text: string): string => /name="_once" value="([^"]+)"/.exec(text)?.[1] ?? "";
const runsOf = async (id: string) => (await call("GET", `/api/runs?document_id=${id}`)).body as unknown[];

describe("the Turnstile keys of a workspace", () => {
  it("are none at first, and pages have nothing from elsewhere", async () => {
    expect((await call("GET", "/api/turnstile")).body).toEqual({ site_key: "", secret: "" });
    const { page } = await newPage();
    const { policy, text } = await open(page);
    expect(text).not.toMatch(/<script|noscript|turnstile/);
    expect(policy).not.toMatch(/https:|script-src|frame-src/);
    expect((await post(page, { Name: "Ada" })).status).toBe(200);
    expect(asked).toEqual([]);
  });

  it("are saved only if Turnstile knows the secret, which is never shown", async () => {
    const wrong = await call("PUT", "/api/turnstile", { ...TURNSTILE_KEYS, secret: "0x4AAAAAAAother" });
    expect([wrong.status, wrong.body]).toMatchObject([
      422,
      { code: "invalid_request", errors: [{ pointer: "/secret" }] },
    ]);
    isUp = false;
    expect((await call("PUT", "/api/turnstile", TURNSTILE_KEYS)).body.code).toBe("url_unreachable");
    isUp = true;
    const none = await call("PUT", "/api/turnstile", { site_key: TURNSTILE_KEYS.site_key });
    expect(none.body).toMatchObject({ errors: [{ pointer: "/secret" }] });
    expect((await call("GET", "/api/turnstile")).body).toEqual({ site_key: "", secret: "" });

    const shown = { site_key: TURNSTILE_KEYS.site_key, secret: "********" };
    expect((await call("PUT", "/api/turnstile", TURNSTILE_KEYS)).body).toEqual(shown);
    // sent back as it was shown, or left out, the secret stays
    for (const secret of ["********", undefined])
      expect((await call("PUT", "/api/turnstile", { site_key: "0x4AAAAAAAnext", secret })).status).toBe(200);
    expect(asked.at(-1)?.secret).toBe(TURNSTILE_KEYS.secret);
    expect((await call("GET", "/api/turnstile")).body).toEqual({ ...shown, site_key: "0x4AAAAAAAnext" });

    const rows = await env.DB.prepare("select * from turnstile_keys").all();
    const { body: log } = await call("GET", "/api/audit?action=turnstile.set");
    expect(log).toHaveLength(3);
    expect(JSON.stringify([rows, log])).not.toContain(TURNSTILE_KEYS.secret);
  });

  it("are not saved where Turnstile cannot say whether it knows the secret", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(turnstileAnswers(() => ["internal-error"]));
    const { status, body } = await call("PUT", "/api/turnstile", TURNSTILE_KEYS);
    expect([status, body.code, body.error]).toEqual([
      422,
      "url_unreachable",
      "Turnstile could not say whether it knows this secret key. Nothing was saved.",
    ]);
    expect((await call("GET", "/api/turnstile")).body).toEqual({ site_key: "", secret: "" });
  });

  it("may be those that Turnstile has for tests, with which it takes every token", async () => {
    const resolving = turnstileAnswers(answer);
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
      init?.method === "POST" ? Response.json({ success: true }) : resolving(input, init),
    );
    const { page } = await guardedPage();
    expect((await post(page, sentWith("any token"))).status).toBe(200);
  });

  it.each(["", "short", '0x4AAAAAAA"><script>'])("refuse the site key %j", async (site_key) => {
    const { status, body } = await call("PUT", "/api/turnstile", { ...TURNSTILE_KEYS, site_key });
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, "/site_key"]);
    expect(asked).toEqual([]);
  });

  it("are taken away again", async () => {
    const { page } = await guardedPage();
    expect((await call("DELETE", "/api/turnstile")).body).toEqual({ site_key: "", secret: "" });
    expect((await open(page)).text).not.toContain("turnstile");
    expect((await post(page, { Name: "Ada" })).status).toBe(200);
  });

  it("are another workspace's in none", async () => {
    await guardedPage();
    call = (await newClient()).call;
    expect((await open((await newPage()).page)).text).not.toContain("turnstile");
  });
});

describe("a fill-in page of a workspace with Turnstile keys", () => {
  it("shows the widget, and has from elsewhere nothing but that", async () => {
    const { id, page } = await guardedPage();
    const { policy, text } = await open(page);
    expect(text).toContain(`data-sitekey="${TURNSTILE_KEYS.site_key}"`);
    expect(text).toContain('<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>');
    expect(text).toMatch(/<noscript><p class="problem">This page checks that a person sends it/);
    expect(policy.split("; ").filter((part) => part.includes("https:"))).toEqual([
      "script-src https://challenges.cloudflare.com",
      "frame-src https://challenges.cloudflare.com",
    ]);
    const signed = await guardedPage({ fields: [{ name: "Sign", kind: "signature" }] });
    expect((await open(signed.page)).policy).toMatch(
      /script-src 'sha256-[^ ]+' https:\/\/challenges\.cloudflare\.com;/,
    );

    const preview = await send(`/api/documents/${id}/fill_in/preview`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ fill_in: { on: 1, fields: FIELDS } }),
    });
    expect(preview.status).toBe(200);
    expect(await preview.text()).not.toContain("turnstile");
  });

  it("takes what a person sends, and tells Turnstile nothing of them", async () => {
    const { id, page } = await guardedPage();
    expect((await post(page, sentWith(TOKEN))).status).toBe(200);
    expect(await runsOf(id)).toHaveLength(1);
    expect(asked).toEqual([{ secret: TURNSTILE_KEYS.secret, response: TOKEN }]);
  });

  it("shows again what was typed if the token is missing, wrong, old or used up", async () => {
    const { id, page } = await guardedPage();
    await post(page, sentWith(TOKEN));
    for (const token of ["", "made up", TOKEN, TOKEN.padEnd(2_049, "x")]) {
      const { status, text } = await post(page, sentWith(token));
      expect(status).toBe(422);
      expect(text).toContain('role="alert"');
      expect(text).toContain("Wait for the check above the button");
      expect(text).toContain('value="Ada &lt;b&gt;"');
      expect(text).toContain("data-sitekey");
    }
    // what is missing or too long is not asked about
    expect(asked).toHaveLength(3);
    expect(await runsOf(id)).toHaveLength(1);
    const program = await post(page, { Name: "Ada" }, {});
    expect(program.status).toBe(422);
  });

  it("says it in the page's languages", async () => {
    const { page } = await guardedPage();
    const said = await Promise.all(
      ["en", "de", "fr", "es", "it", "nl"].map(async (lang) => {
        const { text } = await post(`${page}?lang=${lang}`, { Name: "Ada" });
        return /role="alert"><h2>[^<]*<\/h2>\s*<p>([^<]+)<\/p>/.exec(text)?.[1];
      }),
    );
    expect(said.every((sentence) => sentence !== undefined && sentence.length > 40)).toBe(true);
    expect(new Set(said).size).toBe(6);
  });

  it("does not use a token up for answers that are not complete, or another row", async () => {
    const { page } = await guardedPage();
    expect((await post(page, sentWith(TOKEN, { Name: "" }))).status).toBe(422);
    expect((await post(page, sentWith(TOKEN, { _website: "https://spam.example" }))).status).toBe(200);
    expect(asked).toEqual([]);
    expect((await post(page, sentWith(TOKEN))).status).toBe(200);
  });

  it("counts what is sent twice once, though its token is used up", async () => {
    const { id, page } = await guardedPage();
    const _once = onceOf((await open(page)).text);
    const both = await Promise.all([1, 2].map(() => post(page, sentWith(TOKEN, { _once }))));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await post(page, sentWith(TOKEN, { _once }))).status).toBe(200);
    expect(await runsOf(id)).toHaveLength(1);
    // other answers are others, whatever they say of themselves
    expect((await post(page, sentWith(TOKEN, { _once, Name: "Grace" }))).status).toBe(422);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it("lets nothing through while Turnstile cannot be asked, or not with the workspace's secret", async () => {
    const { id, page } = await guardedPage();
    isUp = false;
    const down = await post(page, sentWith(TOKEN));
    expect([down.status, down.text]).toEqual([503, expect.stringContaining("nothing was sent. Try again")]);
    expect(down.text).toContain('value="Ada &lt;b&gt;"');

    isUp = true;
    vi.spyOn(globalThis, "fetch").mockImplementation(turnstileAnswers(() => ["invalid-input-secret"]));
    expect((await post(page, sentWith(TOKEN))).status).toBe(503);
    vi.spyOn(globalThis, "fetch").mockImplementation(turnstileAnswers(answer));
    await env.DB.prepare("update turnstile_keys set sealed_secret = 'damaged' where workspace_id = ?")
      .bind(workspaceId)
      .run();
    expect((await post(page, sentWith(TOKEN))).status).toBe(503);
    expect(await runsOf(id)).toEqual([]);
  });
});

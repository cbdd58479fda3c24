import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { newSignedIn } from "../../../test/support/members-of.ts";
import { testService } from "../../../test/support/test-service.ts";

/** The add-in for Office signs in as a client that the service knows without a registration. */

const ROOT = "https://docs.example.com";
const OVERRIDES = { PUBLIC_BASE_URL: ROOT };
const send = testService(undefined, OVERRIDES);
const REDIRECT = `${ROOT}/addin/sign-in`;
const VERIFIER = "v".repeat(50);
const CLIENT = { client_id: "office-add-in" };

async function query(members: Record<string, string> = {}): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(VERIFIER));
  return new URLSearchParams({
    ...{ ...CLIENT, response_type: "code", redirect_uri: REDIRECT, state: "s", scope: "document:read" },
    ...{ code_challenge: Buffer.from(digest).toString("base64url"), code_challenge_method: "S256", ...members },
  }).toString();
}

const ask = (members: Record<string, string>) =>
  send("/oauth/token", { method: "POST", body: new URLSearchParams({ ...CLIENT, ...members }) });

async function token(members: Record<string, string>) {
  const response = await ask(members);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const documents = async ({ body }: { body: Record<string, string> }) =>
  (await send("/api/documents", { headers: { authorization: `Bearer ${body.access_token}` } })).status;

it("lets a person in on several machines, each until it is given back", async () => {
  const { browser } = await newSignedIn("editor", OVERRIDES);
  const asked = await browser.post("/api/applications/request", { query: await query() });
  expect(asked.body).toMatchObject({ client_name: "Docloom in Word, Excel and PowerPoint" });

  async function letIn() {
    const decided = await browser.post("/api/applications", {
      query: await query(),
      allow: 1,
      rights: ["document:read"],
    });
    const back = new URL(decided.body.url);
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
    const code = back.searchParams.get("code") ?? "";
    return await token({ grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: VERIFIER });
  }
  const first = await letIn();
  const second = await letIn();
  expect([first.status, second.status]).toEqual([200, 200]);
  expect([await documents(first), await documents(second)]).toEqual([200, 200]);
  expect((await browser.get("/api/applications")).body).toHaveLength(2);

  const renewed = await token({ grant_type: "refresh_token", refresh_token: String(second.body.refresh_token) });
  expect(await documents(renewed)).toBe(200);
  expect((await ask({ token: String(renewed.body.refresh_token) })).status).toBe(200);
  expect([await documents(first), await documents(renewed)]).toEqual([200, 401]);
});

it("comes back to the service's own page, with a proof, and to no other", async () => {
  const { browser } = await newSignedIn("editor", OVERRIDES);
  const refused: Record<string, string>[] = [
    { redirect_uri: "https://evil.test/addin/sign-in" },
    { redirect_uri: `${ROOT}/addin/sign-in/more` },
    { code_challenge: "", code_challenge_method: "" },
  ];
  for (const members of refused) {
    const { body } = await browser.post("/api/applications/request", { query: await query(members) });
    expect(body.code).toBe("application_refused");
  }
});

import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { newBrowser } from "../../../test/support/browser.ts";
import { newSignedIn } from "../../../test/support/members-of.ts";
import { SoftwareAuthenticator } from "../../sign-in/testing/software-authenticator.ts";
import { createStore } from "../../store/store.ts";

const OVERRIDES = { PUBLIC_BASE_URL: "https://docs.example.com" };
const PARTY = { rpId: "docs.example.com", origin: "https://docs.example.com" };

async function newPasskey(name = "Phone") {
  const member = await newSignedIn("editor", OVERRIDES);
  const device = new SoftwareAuthenticator();
  const { body: options } = await member.browser.post("/api/passkeys/options");
  const made = {
    name,
    challenge: options.challenge,
    response: device.register({ ...PARTY, challenge: options.challenge }),
  };
  const { status, body } = await member.browser.post("/api/passkeys", made);
  expect([status, body.name]).toEqual([200, name]);
  return { ...member, device, made, id: String(body.id) };
}

async function signIn(device: SoftwareAuthenticator, party = PARTY) {
  const browser = newBrowser(OVERRIDES);
  const { body } = await browser.post("/api/sign-in/passkey/options");
  const sent = { challenge: body.challenge, response: device.use({ ...party, challenge: body.challenge }) };
  return { browser, sent, answer: await browser.post("/api/sign-in/passkey", sent) };
}

it("a passkey signs its person in, named, until it is removed", async () => {
  const { browser, device, id, person } = await newPasskey();
  const { browser: later, answer } = await signIn(device);
  expect(answer).toMatchObject({ status: 200, body: { to: "/console/" } });
  expect((await later.get("/api/sessions/current")).body).toMatchObject({ person_id: person.id, way: "passkey" });
  await browser.put(`/api/passkeys/${id}`, { name: "Old phone" });
  expect((await browser.get("/api/passkeys")).body).toEqual([
    expect.objectContaining({ name: "Old phone", last_used_at: expect.stringMatching(/Z$/) }),
  ]);
  expect((await browser.delete(`/api/passkeys/${id}`)).status).toBe(200);
  const gone = await signIn(device);
  expect(gone.answer.body).toMatchObject({ code: "passkey_refused", error: expect.stringContaining("not known here") });
});

it("answers of other pages, other browsers, or used before are refused", async () => {
  const { device, made } = await newPasskey();
  const elsewhere = await signIn(device, { rpId: "docs.example.com", origin: "https://evil.example.com" });
  expect(elsewhere.answer.body.code).toBe("passkey_refused");
  const good = await signIn(device);
  expect((await good.browser.post("/api/sign-in/passkey", good.sent)).body.code).toBe("passkey_refused");
  const other = newBrowser(OVERRIDES);
  await other.post("/api/sign-in/passkey/options");
  expect((await other.post("/api/sign-in/passkey", good.sent)).body.code).toBe("passkey_refused");
  const second = await newSignedIn("editor", OVERRIDES);
  expect((await second.browser.post("/api/passkeys", made)).body.code).toBe("passkey_refused");
});

it("are nobody's after their person was let go, whoever is invited by the address", async () => {
  const store = createStore(env);
  const { device, workspaceId, person } = await newPasskey();
  const leaving = { keysTo: undefined, by: "", renewed: { documents: [], routes: [] } };
  await store.memberships.remove(workspaceId, person.id, leaving, new Date());
  await store.memberships.add(workspaceId, person.id, "owner", [], new Date());
  expect((await signIn(device)).answer.body.code).toBe("passkey_refused");
});

it("opens no workspace whose people sign in another way only", async () => {
  const { device, workspaceId } = await newPasskey();
  const issuer = { name: "Company", issuer: "https://id.example.com", clientId: "a", sealedSecret: undefined };
  const members = { ...issuer, domain: "example.com", newcomerRole: undefined, isOnlyWay: true };
  await createStore(env).issuers.create(workspaceId, members, new Date());
  const { answer, browser } = await signIn(device);
  expect([answer.status, answer.body.code]).toEqual([403, "sign_in_failed"]);
  expect(answer.body.error).toBe("The workspace asks its people to sign in another way.");
  expect((await browser.get("/api/sessions/current")).status).toBe(401);
});

it("are of nobody else, and none of a key", async () => {
  const { id, authorization } = await newPasskey();
  const other = await newSignedIn("owner", OVERRIDES);
  expect((await other.browser.delete(`/api/passkeys/${id}`)).status).toBe(404);
  expect((await other.browser.get("/api/passkeys")).body).toEqual([]);
  const byKey = newBrowser(OVERRIDES);
  expect((await byKey.post("/api/passkeys/options", {}, { authorization })).body.code).toBe("forbidden");
});

it("are not offered at a bare address, which says why", async () => {
  const browser = newBrowser({ PUBLIC_BASE_URL: "http://192.168.1.7:8600" });
  expect((await browser.get("/api/sign-in")).body).toMatchObject({
    passkey: 0,
    passkey_reason: expect.stringContaining("192.168.1.7"),
  });
  expect((await browser.post("/api/sign-in/passkey/options")).status).toBe(404);
});

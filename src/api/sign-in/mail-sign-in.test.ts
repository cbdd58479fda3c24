import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { newBrowser } from "../../../test/support/browser.ts";
import { newMember } from "../../../test/support/members-of.ts";
import { countingLimit, testCaller } from "../../../test/support/test-service.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import type { Env } from "../../env.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { createStore } from "../../store/store.ts";

const store = createStore(env);

/** A service whose mails leave, and what they said. */
function mailing() {
  const mails: { to: string; token: string }[] = [];
  const send = async ({ to, text }: { to: string[]; text: string }) => {
    for (const each of to) mails.push({ to: each, token: /sign-in\?way=mail#([\w-]+)/.exec(text)?.[1] ?? "" });
    return { messageId: "1" };
  };
  return { mails, overrides: { EMAIL: { send }, LOGIN_LIMIT: countingLimit(100) } as unknown as Partial<Env> };
}

const ask = (from: ReturnType<typeof newBrowser>, email: string, to?: string) =>
  from.post("/api/sign-in/mail", { email, ...(to ? { to } : {}) });

it("signs in once, in the browser that asked", async () => {
  const { mails, overrides } = mailing();
  const { person } = await newMember("viewer");
  const own = newBrowser(overrides);
  expect((await ask(own, person.email.toUpperCase(), "/console/documents")).status).toBe(202);
  expect(mails).toEqual([{ to: person.email, token: expect.stringMatching(/^[\w-]{32}$/) }]);
  const token = mails[0]?.token ?? "";

  const elsewhere = newBrowser(overrides);
  expect((await elsewhere.post("/api/sign-in/mail/use", { token })).body).toMatchObject({
    code: "sign_in_link_invalid",
    error: expect.stringContaining("in another browser"),
  });
  await ask(elsewhere, "nobody@example.com");
  expect((await elsewhere.post("/api/sign-in/mail/use", { token })).body.code).toBe("sign_in_link_invalid");

  expect(await own.post("/api/sign-in/mail/use", { token })).toMatchObject({
    status: 200,
    body: { to: "/console/documents" },
  });
  expect((await own.get("/api/sessions/current")).body).toMatchObject({ person_id: person.id, way: "mail" });
  expect((await own.post("/api/sign-in/mail/use", { token })).body).toMatchObject({
    code: "sign_in_link_invalid",
    error: expect.stringContaining("used before"),
  });
  expect((await own.post("/api/sign-in/mail/use", { token: `${token}a` })).body.error).toContain("no such link");
});

it("signs nobody in by a GET, as mail scanners send it, and uses nothing up", async () => {
  const { mails, overrides } = mailing();
  const { person } = await newMember("viewer");
  const own = newBrowser(overrides);
  await ask(own, person.email);
  const token = mails[0]?.token ?? "";
  for (const path of [`/console/sign-in?way=mail`, `/api/sign-in/mail/use?token=${token}`]) await own.get(path);
  expect((await own.get("/api/sessions/current")).status).toBe(401);
  expect((await own.post("/api/sign-in/mail/use", { token })).status).toBe(200);
});

it("is signed in by no other site's page (login CSRF), and gives a session that nobody knew before (fixation)", async () => {
  const { mails, overrides } = mailing();
  const { person } = await newMember("viewer");
  const own = newBrowser(overrides);
  await ask(own, person.email);
  const token = mails[0]?.token ?? "";
  const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
  expect((await own.post("/api/sign-in/mail/use", { token }, foreign)).body.code).toBe("cross_site_request");
  expect((await own.post("/api/sign-in/mail", { email: person.email }, foreign)).body.code).toBe("cross_site_request");
  own.cookies.set("docloom_session", "a-token-that-somebody-has-planted");
  expect((await own.post("/api/sign-in/mail/use", { token })).status).toBe(200);
  expect(own.cookies.get("docloom_session")).toMatch(/^(?!a-token)[\w-]{20,}/);
});

it("leads nowhere but into the console", async () => {
  const { mails, overrides } = mailing();
  const { person } = await newMember("viewer");
  for (const to of ["//evil.test/", "https://evil.test/console/", "/\\evil.test", "/api/keys"]) {
    const own = newBrowser(overrides);
    await ask(own, person.email, to);
    const used = await own.post("/api/sign-in/mail/use", { token: mails.at(-1)?.token ?? "" });
    expect([to, used.body.to]).toEqual([to, "/console/"]);
  }
});

it("works for fifteen minutes", async () => {
  const { mails, overrides } = mailing();
  const { person } = await newMember("viewer");
  const own = newBrowser(overrides);
  await ask(own, person.email);
  await env.DB.prepare("update sign_in_attempts set expires_at = ? where recipient_sha256 = ?")
    .bind(Date.now() - 1, await sha256Hex(person.email))
    .run();
  const { status, body } = await own.post("/api/sign-in/mail/use", { token: mails[0]?.token ?? "" });
  expect([status, body.code]).toEqual([401, "sign_in_link_invalid"]);
  expect(body.error).toContain("fifteen minutes");
});

it("answers the same whoever exists, and mails look-alikes nothing", async () => {
  const { mails, overrides } = mailing();
  const { person } = await newMember("viewer", "paypal");
  const [, domain = ""] = person.email.split("@");
  const known = await ask(newBrowser(overrides), person.email);
  const unknown = await ask(newBrowser(overrides), "nobody-at-all@example.com");
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  expect(mails.length).toBe(1);
  for (const [lookAlike, status] of [
    [person.email.replace("paypal", "pаypal"), 422],
    [person.email.replace("paypal", "ｐaypal"), 422],
    [`${person.email.split("@")[0]}@${domain.replace("a", "а")}`, 202],
    [`${person.email}\r\nBcc: eve@example.com`, 422],
  ] as const)
    expect([lookAlike, (await ask(newBrowser(overrides), lookAlike)).status]).toEqual([lookAlike, status]);
  expect(mails.length).toBe(1);
});

it("answers the same where the mail does not leave, and says nothing of whose it is", async () => {
  const { overrides } = mailing();
  const { person } = await newMember("viewer");
  const fails = () => Promise.reject(new Error("E_INTERNAL: no"));
  const broken = { ...overrides, EMAIL: standIn<SendEmail>({ send: fails }) };
  const known = await ask(newBrowser(broken), person.email);
  const unknown = await ask(newBrowser(broken), "nobody-at-all@example.com");
  expect([known.status, known.body]).toEqual([202, { success: "1" }]);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
});

it("is nothing to somebody who has left, and no mail fills a mailbox", async () => {
  const { mails, overrides } = mailing();
  const { person, workspaceId } = await newMember("viewer");
  const own = newBrowser(overrides);
  for (let index = 0; index < 7; index++) await ask(own, person.email);
  expect(mails.length).toBe(5);
  const leaving = { keysTo: undefined, by: "", renewed: { documents: [], routes: [] } };
  await store.memberships.remove(workspaceId, person.id, leaving, new Date());
  const { status, body } = await own.post("/api/sign-in/mail/use", { token: mails[0]?.token ?? "" });
  expect([status, body.code]).toEqual([403, "sign_in_failed"]);
});

it("opens no workspace whose people sign in another way only", async () => {
  const { mails, overrides } = mailing();
  const { person, workspaceId } = await newMember("viewer");
  await newOnlyIssuer(workspaceId);
  const own = newBrowser(overrides);
  await ask(own, person.email);
  const { body } = await own.post("/api/sign-in/mail/use", { token: mails[0]?.token ?? "" });
  expect([body.code, body.error]).toEqual(["sign_in_failed", expect.stringContaining("another way")]);

  // Of somebody in two workspaces the other one is open.
  const second = await testCaller();
  const there = await store.persons.findOrCreate(second.workspaceId, person.email, "Ada", new Date());
  await store.memberships.add(second.workspaceId, there.id, "editor", [], new Date());
  await ask(own, person.email);
  expect((await own.post("/api/sign-in/mail/use", { token: mails[1]?.token ?? "" })).status).toBe(200);
  expect((await own.get("/api/sessions/current")).body).toMatchObject({
    person_id: there.id,
    workspace_id: second.workspaceId,
  });
});

async function newOnlyIssuer(workspaceId: string): Promise<void> {
  const now = new Date();
  const members = {
    ...{ name: "Company", issuer: "https://id.example.com", clientId: "a", sealedSecret: undefined },
    ...{ domain: "example.com", newcomerRole: undefined, isOnlyWay: true },
  };
  await store.issuers.create(workspaceId, members, now);
}

it("is not offered where no mail leaves", async () => {
  const own = newBrowser({ LOCAL_MAILBOX: "1" });
  expect((await own.get("/api/sign-in")).body.mail).toBe(0);
  expect((await ask(own, "ada@example.com")).status).toBe(404);
});

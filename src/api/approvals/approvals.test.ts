import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWith } from "../../../test/support/api-client.ts";
import { newBrowser } from "../../../test/support/browser.ts";
import { newSignedIn } from "../../../test/support/members-of.ts";
import { TEST_ORIGIN } from "../../../test/support/test-service.ts";
import type { Role } from "../../domain/access/rights.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import { smallFont } from "../../font/testing/small-font.ts";
import { happeningAt } from "../../merge/testing/faulty-services.ts";
import { identityPem, makeCertificate, makeIdentity } from "../../signing/testing/make-identity.ts";
import { createStore } from "../../store/store.ts";

const store = createStore(env);

type Browser = ReturnType<typeof newBrowser>;

let ada: Awaited<ReturnType<typeof newSignedIn>>;
let bea: Awaited<ReturnType<typeof colleague>>;
let id: string;
let path: string;

/** Another member of Ada's workspace, signed in. */
async function colleague(role: Role, name: string) {
  const { workspaceId } = ada;
  const email = `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const person = await store.persons.findOrCreate(workspaceId, email, name, new Date());
  await store.memberships.add(workspaceId, person.id, role, [], new Date());
  const browser = newBrowser();
  const opening = { workspaceId, personId: person.id, way: "passkey", freshAt: new Date(), userAgent: "" };
  const { token } = await store.loginSessions.create(opening, new Date());
  browser.cookies.set("docloom_session", token);
  return { person, browser };
}

/** A key that somebody makes, with all that an editor may. */
async function keyOf(browser: Browser): Promise<ApiClient> {
  const rights = ["document:read", "document:write", "document:publish", "delivery:write"];
  const { status, body } = await browser.post("/api/keys", { name: "k", rights });
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)]);
  return clientWith(`Basic ${btoa(`${body.id}:${body.secret}`)}`);
}

const draft = async (by: Browser = ada.browser, html = "second"): Promise<number> => {
  expect((await by.put(path, { html, draft: 1 })).status).toBe(200);
  const versions = (await by.get(`${path}/versions`)).body as { version: number }[];
  return versions.at(-1)?.version ?? 0;
};

const ask = async (body: object, by: Browser = ada.browser) => {
  const answer = await by.post(`${path}/approvals`, body);
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([200, expect.any(String)]);
  return answer.body as { id: string; status: string };
};

const decide = (by: Browser, approval: string, decision: "approve" | "give_back" = "approve", comment = "fine") =>
  by.post(`${path}/approvals/${approval}/${decision}`, { comment });

const publish = (version: number, body: object = {}) => ada.browser.post(`${path}/versions/${version}/publish`, body);

const inUse = async () => {
  const versions = (await ada.browser.get(`${path}/versions`)).body as { version: number; current: number }[];
  return versions.find(({ current }) => current === 1)?.version;
};

beforeEach(async () => {
  ada = await newSignedIn("owner");
  bea = await colleague("owner", "bea");
  const settings = { approval: 1 };
  const { body } = await ada.browser.post("/api/documents", { name: "Letter", type: "html", html: "first", settings });
  id = String(body.id);
  path = `/api/documents/${id}`;
});

describe("a change of a document that needs approval", () => {
  it("is sent, looked at, approved by somebody else and made, once; the log has both", async () => {
    const version = await draft();
    expect((await publish(version)).body.code).toBe("approval_required");
    const asked = await ask({ version, to: bea.person.id, comment: "New wording" });
    expect(asked).toMatchObject({ status: "asked", version, comment: "New wording", decidable: 0, outdated: 0 });
    const [seen] = (await bea.browser.get(`${path}/approvals`)).body;
    expect(seen).toMatchObject({ id: asked.id, decidable: 1, asked_by: { name: "ada" }, asked_of: { name: "bea" } });
    expect((await publish(version)).body.code).toBe("approval_required");

    expect((await decide(bea.browser, asked.id)).body).toMatchObject({
      status: "approved",
      decided_by: { name: "bea" },
    });
    expect((await publish(version)).status).toBe(200);
    expect(await inUse()).toBe(version);
    expect((await ada.browser.get(`${path}/approvals`)).body).toMatchObject([{ status: "used" }]);
    const entries = (await ada.browser.get(`/api/audit?limit=10`)).body as { action: string }[];
    const entry = (action: string) => entries.find((each) => each.action === action);
    expect(entry("document.published")).toMatchObject({
      actor: { name: "ada" },
      after: { asked_by: ada.person.id, approved_by: bea.person.id },
    });
    expect(entry("approval.given")).toMatchObject({ actor: { name: "bea" }, after: { asked_by: ada.person.id } });
  });

  it("is given back with a comment, and can be asked for again", async () => {
    const version = await draft();
    const { id: first } = await ask({ version });
    expect((await decide(bea.browser, first, "give_back", "")).status).toBe(422);
    expect((await decide(bea.browser, first, "give_back", "Wrong address")).body).toMatchObject({
      status: "given_back",
      reply: "Wrong address",
    });
    expect((await publish(version)).body.code).toBe("approval_required");
    const { id: second } = await ask({ version });
    expect((await decide(bea.browser, second)).status).toBe(200);
    expect((await publish(version)).status).toBe(200);
  });

  it("is of settings, too, and of switching the rule off", async () => {
    for (const settings of [{ header: "<p>Other</p>" }, { approval: 0 }, { approval: "" }])
      expect((await ada.browser.put(path, { settings })).body.code).toBe("approval_required");
    expect((await ada.browser.put(path, { output: "html" })).body.code).toBe("approval_required");
    expect((await ada.browser.put(path, { size_width: "4" })).body.code).toBe("approval_required");
    const { id: asked } = await ask({ settings: { approval: 0 } });
    await decide(bea.browser, asked);
    expect((await ada.browser.put(path, { settings: { approval: 0, header: "x" } })).body.code).toBe(
      "approval_required",
    );
    expect((await ada.browser.put(path, { settings: { approval: 0 } })).status).toBe(200);
    expect((await ada.browser.put(path, { settings: { header: "x" } })).status).toBe(200);
  });

  it("leaves names, and what changes nothing, free", async () => {
    expect((await ada.browser.put(path, { name: "Other", settings: { approval: 1 } })).status).toBe(200);
    expect((await ada.browser.put(path, { html: "first" })).status).toBe(200);
    expect((await ada.browser.post(`${path}/approvals`, { settings: { approval: 1 } })).status).toBe(422);
  });
});

describe("an approval", () => {
  it("is not given by the author: not as the one who asks, and not by a key of theirs", async () => {
    const version = await draft();
    const { id: asked } = await ask({ version });
    expect((await decide(ada.browser, asked)).body).toMatchObject({ code: "not_the_approver", status: 403 });
    const byKey = await keyOf(ada.browser);
    expect((await byKey("POST", `${path}/approvals/${asked}/approve`, {})).body.code).toBe("not_the_approver");
    // Not by another's key either: a key has no eyes.
    const beasKey = await keyOf(bea.browser);
    expect((await beasKey("POST", `${path}/approvals/${asked}/approve`, {})).body.code).toBe("not_the_approver");
  });

  it("is not given by whoever wrote the version, if another asks for it, by a key or in the console", async () => {
    const byKey = await keyOf(ada.browser);
    expect((await byKey("PUT", path, { html: "by key", draft: 1 })).status).toBe(200);
    const { id: first } = await ask({ version: 2 }, bea.browser);
    expect((await decide(ada.browser, first)).body.code).toBe("not_the_approver");
    await draft(ada.browser, "in the console");
    const { id: second } = await ask({ version: 3 }, bea.browser);
    expect((await decide(ada.browser, second)).body.code).toBe("not_the_approver");
    const carl = await colleague("editor", "carl");
    expect((await decide(carl.browser, second)).status).toBe(200);
  });

  it("is given by who was asked, who may publish, and who is of the workspace", async () => {
    const version = await draft();
    const viewer = await colleague("viewer", "carl");
    const editor = await colleague("editor", "dora");
    const to = (person: string) => ada.browser.post(`${path}/approvals`, { version, to: person });
    for (const person of [viewer.person.id, ada.person.id, "nobody"]) expect((await to(person)).status).toBe(422);
    const { body: approvers } = await ada.browser.get(`${path}/approvers`);
    expect(approvers.map(({ id: person }: { id: string }) => person).sort()).toEqual(
      [bea.person.id, editor.person.id].sort(),
    );
    const { id: asked } = await ask({ version, to: bea.person.id });
    expect((await decide(editor.browser, asked)).body.code).toBe("not_the_approver");
    expect((await decide(viewer.browser, asked)).body.code).toBe("not_allowed");
    const outsider = await newSignedIn("owner");
    expect((await decide(outsider.browser, asked)).body.code).toBe("document_not_found");
  });

  it("is asked for by somebody who is known", async () => {
    const version = await draft();
    const machine = clientWith(ada.authorization);
    expect((await machine("POST", `${path}/approvals`, { version })).body.code).toBe("forbidden");
    const byKey = await keyOf(ada.browser);
    expect((await byKey("POST", `${path}/approvals`, { version })).body).toMatchObject({ asked_by: { name: "ada" } });
  });

  it("is of one thing, and decided by somebody who may", async () => {
    const version = await draft();
    const settings = { header: "x" };
    for (const body of [{}, { comment: "What?" }, { version, settings }, { version, delivery: "d" }]) {
      const { status, body: problem } = await ada.browser.post(`${path}/approvals`, body);
      expect([status, problem.error]).toEqual([422, expect.stringContaining("Name one thing: a version, settings")]);
    }
    const viewer = await colleague("viewer", "vic");
    for (const to of [viewer.person.id, ada.person.id, "nobody"])
      expect((await ada.browser.post(`${path}/approvals`, { version, to })).body).toMatchObject({
        status: 422,
        errors: [{ pointer: "/to" }],
      });
    expect((await ada.browser.get(`${path}/approvals`)).body).toEqual([]);
  });

  it("is mailed to whom it is asked of, and its decision to who asked; a mail that does not leave changes nothing", async () => {
    const mails: { to: string[]; subject: string; text: string }[] = [];
    const sending = (browser: Browser, send: (mail: (typeof mails)[0]) => Promise<{ messageId: string }>) => {
      const own = newBrowser({ EMAIL: standIn<SendEmail>({ send }) });
      for (const [name, value] of browser.cookies) own.cookies.set(name, value);
      return own;
    };
    const sends = async (mail: (typeof mails)[0]) => {
      mails.push(mail);
      return { messageId: "1" };
    };
    const version = await draft();
    const asking = { version, to: bea.person.id, comment: "New wording" };
    const asked = await ask(asking, sending(ada.browser, sends));
    expect((await decide(sending(bea.browser, sends), asked.id, "give_back", "A word is missing")).status).toBe(200);
    const place = `${TEST_ORIGIN}/console/documents/${id}/versions`;
    expect(mails).toMatchObject([
      {
        to: [bea.person.email],
        subject: "Please look at a change of Letter",
        text: `Letter: version ${version}\n\nNew wording\n\n${place}`,
      },
      {
        to: [ada.person.email],
        subject: "Given back: a change of Letter",
        text: `Letter: version ${version}\n\nA word is missing\n\n${place}`,
      },
    ]);

    const fails = () => Promise.reject(new Error("E_INTERNAL: no"));
    const again = await ask(asking, sending(ada.browser, fails));
    expect((await decide(bea.browser, again.id)).status).toBe(200);
  });

  it("waits with fifty others of its document at most", async () => {
    const version = await draft();
    const asked = { documentId: Number(id), change: { version }, stateSha256: "", askedBy: ada.person.id };
    const waiting = { ...asked, author: "", askedOf: "", comment: "" };
    for (let count = 0; count < 49; count++) await store.approvals.create(ada.workspaceId, waiting, new Date());
    await ask({ version });
    const { status, body } = await ada.browser.post(`${path}/approvals`, { version });
    expect([status, body.error]).toEqual([422, "50 approvals of this document wait: withdraw some first."]);
  });

  it("holds for a document with several deliveries", async () => {
    const { body: other } = await ada.browser.post("/api/documents", { name: "b", type: "html", html: "b" });
    const own = `/api/documents/${other.id}`;
    for (const name of ["Shop", "Archive", "Office"])
      await ada.browser.post(`${own}/deliveries`, { type: "webhook", name, settings: { url: "https://example.com/" } });
    await ada.browser.put(own, { settings: { approval: 1 } });
    await ada.browser.put(own, { html: "c", draft: 1 });
    expect((await ada.browser.post(`${own}/versions/2/publish`)).body.code).toBe("approval_required");
    const { body: asked } = await ada.browser.post(`${own}/approvals`, { version: 2 });
    expect((await bea.browser.post(`${own}/approvals/${asked.id}/approve`)).status).toBe(200);
    expect((await ada.browser.post(`${own}/versions/2/publish`)).status).toBe(200);
  });

  it("is decided once, of two at the same time", async () => {
    const version = await draft();
    const carl = await colleague("editor", "carl");
    const { id: asked } = await ask({ version });
    const both = await Promise.all([decide(bea.browser, asked), decide(carl.browser, asked, "give_back")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await decide(bea.browser, asked)).body.code).toBe("approval_outdated");
  });
});

describe("no way leads around it", () => {
  it("force, restore, a direct write, its placeholders, and a draft that is written again", async () => {
    const version = await draft();
    expect((await publish(version, { force: 1 })).body.code).toBe("approval_required");
    for (const body of [{}, { force: 1 }])
      expect((await ada.browser.post(`${path}/versions/${version}/restore`, body)).body.code).toBe("approval_required");
    for (const body of [{ html: "direct" }, { html: "direct", force: 1 }, { html: "direct", draft: 0 }])
      expect((await ada.browser.put(path, body)).body.code).toBe("approval_required");
    const machine = clientWith(ada.authorization);
    expect((await machine("PUT", path, { html: "direct", force: 1 })).body.code).toBe("approval_required");
    expect((await machine("POST", `${path}/versions/${version}/publish`, { force: 1 })).body.code).toBe(
      "approval_required",
    );
    expect(await inUse()).toBe(1);
  });

  it("an approval of one version is none of another, and none of the same with other settings or deliveries", async () => {
    const version = await draft();
    const { id: asked } = await ask({ version });
    await decide(bea.browser, asked);
    const other = await draft(ada.browser, "third");
    expect((await publish(other)).body.code).toBe("approval_required");

    const header = await ask({ settings: { header: "<p>Head</p>" } });
    await decide(bea.browser, header.id);
    expect((await ada.browser.put(path, { settings: { header: "<p>Head</p>" } })).status).toBe(200);
    const list = (await ada.browser.get(`${path}/approvals`)).body as { id: string; outdated: number }[];
    expect(list.find((each) => each.id === asked)?.outdated).toBe(1);
    expect((await publish(version)).body.code).toBe("approval_required");
  });

  it("what changed while it waited is not approved", async () => {
    const version = await draft();
    const { id: asked } = await ask({ version });
    const { id: header } = await ask({ settings: { header: "<p>Head</p>" } });
    await decide(bea.browser, header);
    await ada.browser.put(path, { settings: { header: "<p>Head</p>" } });
    expect((await decide(bea.browser, asked)).body.code).toBe("approval_outdated");
  });

  it("an approval that was used, or withdrawn, is good for nothing more", async () => {
    const version = await draft();
    const { id: asked } = await ask({ version });
    await decide(bea.browser, asked);
    expect((await publish(version)).status).toBe(200);
    // Back to the first needs one, and so does coming again to what was approved once.
    expect((await ada.browser.post(`${path}/versions/1/restore`)).body.code).toBe("approval_required");
    const { id: back } = await ask({ version: 1 });
    await decide(bea.browser, back);
    expect((await ada.browser.post(`${path}/versions/1/restore`)).status).toBe(200);
    expect((await ada.browser.post(`${path}/versions/${version}/restore`)).body.code).toBe("approval_required");

    const { id: third } = await ask({ version });
    await decide(bea.browser, third);
    expect((await ada.browser.delete(`${path}/approvals/${third}`)).status).toBe(200);
    expect((await ada.browser.post(`${path}/versions/${version}/restore`)).body.code).toBe("approval_required");
    expect((await ada.browser.delete(`${path}/approvals/${third}`)).status).toBe(404);
  });

  it("two publications at once make one state, with one approval", async () => {
    const version = await draft();
    const { id: asked } = await ask({ version });
    await decide(bea.browser, asked);
    await Promise.all([publish(version), publish(version), ada.browser.post(`${path}/versions/1/restore`)]);
    expect(await inUse()).toBe(version);
    expect((await ada.browser.get(`${path}/approvals`)).body).toMatchObject([{ status: "used" }]);
  });

  it("deliveries are written while they are off, and switched on with approval only", async () => {
    const settings = { url: "https://example.com/hook" };
    const hook = { type: "webhook", name: "Shop", settings };
    const deliveries = `${path}/deliveries`;
    expect((await ada.browser.post(deliveries, hook)).body.code).toBe("approval_required");
    const { body: made } = await ada.browser.post(deliveries, { ...hook, active: 0 });
    const one = `${deliveries}/${made.id}`;
    expect((await ada.browser.put(one, { settings: { url: "https://example.com/other" } })).status).toBe(200);
    expect((await ada.browser.put(one, { active: 1 })).body.code).toBe("approval_required");
    const { id: asked } = await ask({ delivery: made.id, active: 1 });
    await decide(bea.browser, asked);
    // Written once more after the approval, it is another delivery.
    const sly = { active: 1, settings: { url: "https://evil.example.com/" } };
    expect((await ada.browser.put(one, sly)).body.code).toBe("approval_required");
    await ada.browser.put(one, { settings: { url: "https://evil.example.com/" } });
    expect((await ada.browser.put(one, { active: 1 })).body.code).toBe("approval_required");

    const { id: again } = await ask({ delivery: made.id, active: 1 });
    await decide(bea.browser, again);
    expect((await ada.browser.put(one, { active: 1 })).status).toBe(200);
    for (const body of [{ settings: { url: "https://evil.example.com/2" } }, { active: 0 }])
      expect((await ada.browser.put(one, body)).body.code).toBe("approval_required");
    expect((await ada.browser.delete(one)).body.code).toBe("approval_required");
    expect((await ada.browser.put(one, { name: "Renamed" })).status).toBe(200);
  });

  it("an approval for a delivery is used up with the change that it was given for, once", async () => {
    const deliveries = `${path}/deliveries`;
    const hook = { type: "webhook", name: "Shop", settings: { url: "https://example.com/hook" }, active: 0 };
    const { body: made } = await ada.browser.post(deliveries, hook);
    const one = `${deliveries}/${made.id}`;
    await decide(bea.browser, (await ask({ delivery: made.id, active: 1 })).id);
    const dies = async () => {
      throw new Error("The database is gone");
    };
    const failing = newBrowser({ DB: happeningAt(env.DB, "batch", "before", dies) });
    for (const [name, value] of ada.browser.cookies) failing.cookies.set(name, value);
    expect((await failing.put(one, { active: 1 })).status).toBe(500);

    const answers = await Promise.all([0, 1].map(() => ada.browser.put(one, { active: 1, name: "Renamed" })));
    expect(answers.filter(({ status }) => status === 200)).not.toEqual([]);
    expect((await ada.browser.get(deliveries)).body).toMatchObject([{ active: "1", name: "Renamed" }]);
    expect((await ada.browser.get(`${path}/approvals`)).body).toMatchObject([{ status: "used" }]);
    expect((await ada.browser.put(one, { active: 0 })).body.code).toBe("approval_required");
  });

  it("a delivery that lay in the bin does not come back", async () => {
    const { body: other } = await ada.browser.post("/api/documents", { name: "b", type: "html", html: "b" });
    const deliveries = `/api/documents/${other.id}/deliveries`;
    const hook = { type: "webhook", name: "Shop", settings: { url: "https://example.com/hook" } };
    const { body: made } = await ada.browser.post(deliveries, hook);
    expect((await ada.browser.delete(`${deliveries}/${made.id}`)).status).toBe(200);
    await ada.browser.put(`/api/documents/${other.id}`, { settings: { approval: 1 } });
    const item = `/api/bin/delivery/${made.id}/restore`;
    expect((await ada.browser.post(item)).body.code).toBe("approval_required");
  });

  it("a document that asks for none is as before, and has nothing to ask for", async () => {
    const { body: other } = await ada.browser.post("/api/documents", { name: "b", type: "html", html: "b" });
    const free = `/api/documents/${other.id}`;
    expect((await ada.browser.put(free, { html: "c", settings: { header: "x" } })).status).toBe(200);
    expect((await ada.browser.post(`${free}/approvals`, { version: 1 })).status).toBe(422);
  });
});

describe("what lies around a document", () => {
  const font = () => ({ file: Buffer.from(smallFont()).toString("base64"), family: "Brand" });
  const outdated = async (asked: string) =>
    ((await ada.browser.get(`${path}/approvals`)).body as { id: string; outdated: number }[]).find(
      (each) => each.id === asked,
    )?.outdated;

  it("fonts, and rules and deliveries of routes that merge it, make approvals void that wait", async () => {
    const version = await draft();
    const { body: route } = await ada.browser.post("/api/routes", { name: "R" });
    const hook = { type: "webhook", name: "Shop", settings: { url: "https://example.com/hook" } };
    const changes = [
      () => ada.browser.post("/api/fonts", font()),
      () => ada.browser.post("/api/fonts", font()),
      () => ada.browser.put(`/api/routes/${route.id}/rules`, { rules: [{ document_id: id }] }),
      () => ada.browser.put(`/api/routes/${route.id}/rules`, { rules: [{ document_id: id, combine: 1 }] }),
      () => ada.browser.post(`/api/routes/${route.id}/deliveries`, hook),
    ];
    for (const change of changes) {
      const { id: asked } = await ask({ version });
      await decide(bea.browser, asked);
      expect(await outdated(asked)).toBe(0);
      expect((await change()).status).toBe(200);
      expect(await outdated(asked)).toBe(1);
      expect((await publish(version)).body.code).toBe("approval_required");
    }
  });

  it("the certificate that it is signed with makes them void; another identity's does not", async () => {
    const pem = async () =>
      Buffer.from(identityPem(await makeIdentity(await makeCertificate({ name: "Ada" })))).toString("base64");
    const made = async (name: string) => {
      const { status, body } = await ada.browser.post("/api/identities", { name, file: await pem() });
      expect([status, body.code]).toEqual([200, undefined]);
      return String(body.id);
    };
    const [used, other] = [await made("Sales"), await made("Other")];
    const { id: signing } = await ask({ settings: { signature: { identity: "Sales" } } });
    await decide(bea.browser, signing);
    await ada.browser.put(`/api/identities/${other}`, { file: await pem() });
    expect(await outdated(signing)).toBe(0);
    await ada.browser.put(`/api/identities/${used}`, { file: await pem() });
    expect(await outdated(signing)).toBe(1);
    const sign = { settings: { signature: { identity: "Sales" } } };
    expect((await ada.browser.put(path, sign)).body.code).toBe("approval_required");
  });

  it("is changed by owners only, as long as a document asks for approval", async () => {
    const { body: route } = await ada.browser.post("/api/routes", { name: "R", rules: [{ document_id: id }] });
    const { body: free } = await ada.browser.post("/api/routes", { name: "Free" });
    const hook = { type: "webhook", name: "Shop", settings: { url: "https://example.com/hook" } };
    const { body: added } = await ada.browser.post(`/api/routes/${route.id}/deliveries`, hook);
    const delivery = `/api/routes/${route.id}/deliveries/${added[0].id}`;
    const { body: kept } = await ada.browser.post("/api/fonts", font());
    const { browser: editor } = await colleague("editor", "ed");
    const rules = [{ document_id: id }];
    const refused = [
      () => editor.post("/api/fonts", font()),
      () => editor.delete(`/api/fonts/${kept.id}`),
      () => editor.put(`/api/routes/${route.id}/rules`, { rules: [] }),
      () => editor.put(`/api/routes/${free.id}/rules`, { rules }),
      () => editor.put(`/api/routes/${free.id}`, { rules }),
      () => editor.put(`/api/routes/${route.id}`, { output_name: "x" }),
      () => editor.delete(`/api/routes/${route.id}/rules/${route.rules[0].id}`),
      () => editor.post("/api/routes", { name: "New", rules }),
      () => editor.post(`/api/routes/${route.id}/copy`, { name: "Copy" }),
      () => editor.post(`/api/routes/${route.id}/deliveries`, hook),
      () => editor.put(delivery, { settings: { url: "https://evil.example.com/" } }),
      () => editor.put(delivery, { active: 0 }),
      () => editor.delete(delivery),
    ];
    for (const [place, change] of refused.entries())
      expect([place, (await change()).body.code]).toEqual([place, "approval_required"]);
    expect((await editor.put(`/api/routes/${free.id}`, { name: "Free still" })).status).toBe(200);

    // From the bin nothing comes back past it, either.
    expect((await ada.browser.delete(`/api/fonts/${kept.id}`)).status).toBe(200);
    expect((await editor.post(`/api/bin/font/${kept.id}/restore`)).body.code).toBe("approval_required");
    expect((await ada.browser.delete(delivery)).status).toBe(200);
    const binned = `/api/bin/delivery/${added[0].id}/restore`;
    expect((await editor.post(binned)).body.code).toBe("approval_required");
    expect((await ada.browser.post(binned)).status).toBe(200);
    expect((await ada.browser.delete(`/api/routes/${route.id}`)).status).toBe(200);
    expect((await editor.post(`/api/bin/route/${route.id}/restore`)).body.code).toBe("approval_required");
    expect((await ada.browser.post(`/api/bin/route/${route.id}/restore`)).status).toBe(200);

    const { id: asked } = await ask({ settings: { approval: 0 } });
    await decide(bea.browser, asked);
    expect((await ada.browser.put(path, { settings: { approval: 0 } })).status).toBe(200);
    for (const change of refused.slice(0, 3)) expect((await change()).body.code).not.toBe("approval_required");
  });

  it("samples and names change nothing of an approval", async () => {
    const version = await draft();
    const { id: asked } = await ask({ version });
    const sample = { name: "s", data: { Name: "Ada" } };
    expect((await ada.browser.post(`${path}/samples`, sample)).status).toBe(200);
    expect((await ada.browser.put(path, { name: "Renamed" })).status).toBe(200);
    expect(await outdated(asked)).toBe(0);
  });
});

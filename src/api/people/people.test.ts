import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWith, newClient } from "../../../test/support/api-client.ts";
import { clientOfKey, clientWithHeaders, newMember, OWN_PAGE } from "../../../test/support/members.ts";
import { testService } from "../../../test/support/test-service.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import { happeningAt } from "../../merge/testing/faulty-services.ts";
import { createStore } from "../../store/store.ts";

let call: ApiClient;
let workspaceId: string;
beforeEach(async () => {
  const client = await newClient();
  // Where no mail leaves, links are handed over.
  call = clientWith(client.caller.authorization, { LOCAL_MAILBOX: "1" });
  workspaceId = client.caller.workspaceId;
});

const page = clientWithHeaders(OWN_PAGE);
/** What the EMAIL binding is given. */
interface SentMail {
  to: string[];
  subject: string;
  text: string;
}
const tokenOf = (link: string) => link.slice(link.indexOf("#") + 1);

async function invite(members: object = {}, by: ApiClient = call) {
  const { status, body } = await by("POST", "/api/invitations", {
    email: "Ada@Example.com",
    role: "editor",
    ...members,
  });
  return { status, body, token: tokenOf(body.link ?? "") };
}

describe("the first owner", () => {
  it("is named once, by who has all rights", async () => {
    const named = await call("POST", "/api/people/first_owner", { email: "Ada@example.com", name: "Ada" });
    expect(named.body).toMatchObject({ email: "ada@example.com", name: "Ada", role: "owner" });
    expect((await call("POST", "/api/people/first_owner", { email: "bob@example.com" })).body.code).toBe("has_owner");
    expect((await call("GET", "/api/people")).body).toHaveLength(1);
  });

  it("is one of two who are named at once", async () => {
    const answers = await Promise.all(
      ["a", "b"].map((name) => call("POST", "/api/people/first_owner", { email: `${name}@example.com` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("is named by no key of fewer rights", async () => {
    const own = await clientOfKey(workspaceId, { rights: ["people:manage", "people:read"] });
    expect((await own("POST", "/api/people/first_owner", { email: "a@example.com" })).status).toBe(403);
  });
});

describe("an invitation", () => {
  it("makes a member who is signed in, once", async () => {
    const { token, body } = await invite();
    expect(body).toMatchObject({ email: "ada@example.com", role: "editor", mailed: 0 });
    expect((await page("POST", "/api/invitation", { token })).body).toMatchObject({
      workspace: "Test",
      role: "editor",
    });

    const accepted = await page("POST", "/api/invitation/accept", { token, name: "Ada" });
    expect(accepted.status).toBe(200);
    const cookie = accepted.headers.get("set-cookie")?.split(";")[0] ?? "";
    const own = clientWithHeaders({ ...OWN_PAGE, cookie });
    expect((await own("GET", "/api/user")).body).toMatchObject({ name: "Ada", email: "ada@example.com" });
    expect((await page("POST", "/api/invitation/accept", { token, name: "Eve" })).body.code).toBe("invitation_invalid");
    expect((await invite()).body.code).toBe("already_member");
  });

  it("is accepted by one of two at once", async () => {
    const { token } = await invite();
    const answers = await Promise.all([0, 1].map(() => page("POST", "/api/invitation/accept", { token, name: "Ada" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it.each([1, 2])("works again where write %i of its acceptance fails", async (nth) => {
    const { token } = await invite();
    const dies = async () => {
      throw new Error("The database is gone");
    };
    const failing = clientWith(undefined, { DB: happeningAt(env.DB, "batch", "before", dies, nth) });
    const body = { token, name: "Ada" };
    expect((await failing("POST", "/api/invitation/accept", body, { headers: OWN_PAGE })).status).toBe(500);
    expect((await call("GET", "/api/people")).body).toEqual([]);

    expect((await page("POST", "/api/invitation/accept", body)).status).toBe(200);
    expect((await call("GET", "/api/people")).body).toMatchObject([{ name: "Ada", role: "editor" }]);
  });

  it("is accepted as it is at that moment, with its folders", async () => {
    const store = createStore(env);
    await call("POST", "/api/folders", { name: "Sales" });
    const folderId = (await store.folders.idOf(workspaceId, "Sales")) ?? "";
    const { body } = await invite({ role: "viewer", folders: [{ id: folderId, role: "editor" }] });
    const ofYesterday = await store.invitations.byId(workspaceId, body.id);
    if (!ofYesterday) throw new Error("The invitation is not there");
    const later = new Date(Date.now() + 1_000);
    const again = await store.invitations.again(workspaceId, body.id, later);
    const person = await store.persons.findOrCreate(workspaceId, "ada@example.com", "Ada", later);
    expect(await store.memberships.accept(ofYesterday, person, later)).toBe(false);
    expect(await store.memberships.list(workspaceId)).toEqual([]);

    expect(await store.memberships.accept(again?.invitation ?? ofYesterday, person, later)).toBe(true);
    expect(await store.memberships.list(workspaceId)).toMatchObject([
      { id: person.id, role: "viewer", folders: [{ path: "Sales", role: "editor" }] },
    ]);
  });

  it("gives a member the role that it names, but takes no last owner's", async () => {
    const store = createStore(env);
    const email = "ada@example.com";
    const { body } = await invite({ role: "viewer" });
    const person = await store.persons.findOrCreate(workspaceId, email, "Ada", new Date());
    await store.memberships.add(workspaceId, person.id, "owner", [], new Date());
    const waiting = await store.invitations.byId(workspaceId, body.id);
    if (!waiting) throw new Error("The invitation is not there");
    expect(await store.memberships.accept(waiting, person, new Date())).toBe(true);
    expect((await call("GET", "/api/people")).body).toMatchObject([{ role: "owner" }]);

    await newMember(workspaceId, "owner");
    const invited = { email, role: "viewer", invitedBy: "" } as const;
    const { invitation } = await store.invitations.create(workspaceId, { ...invited, folders: [] }, new Date());
    expect(await store.memberships.accept(invitation, person, new Date())).toBe(true);
    expect(await store.memberships.byPerson(workspaceId, person.id)).toMatchObject({ role: "viewer" });
  });

  it("stays unused where somebody else is signed in", async () => {
    const { token } = await invite();
    const other = await newMember(workspaceId, "viewer");
    for (const path of ["/api/invitation", "/api/invitation/accept"]) {
      const { body } = await other.call("POST", path, { token, name: "Eve" });
      expect(body.code).toBe("invitation_for_another");
    }
    expect((await page("POST", "/api/invitation", { token })).status).toBe(200);
  });

  it("is accepted by no other site's page", async () => {
    const { token } = await invite();
    const outsider = clientWithHeaders({ origin: "https://evil.example", "sec-fetch-site": "cross-site" });
    expect((await outsider("POST", "/api/invitation/accept", { token, name: "" })).status).toBe(403);
  });

  it("can be sent again, with another link, and withdrawn", async () => {
    const { token, body } = await invite();
    expect((await call("POST", `/api/invitations/${body.id}/again`, {})).status).toBe(429);
    const second = await invite({ role: "viewer" });
    expect((await page("POST", "/api/invitation", { token })).status).toBe(401);
    expect((await call("GET", "/api/invitations")).body).toMatchObject([{ role: "viewer" }]);
    expect((await call("DELETE", `/api/invitations/${second.body.id}`)).status).toBe(200);
    expect((await page("POST", "/api/invitation", { token: second.token })).status).toBe(401);
  });

  it("is sent again after a minute at the earliest, to the same folders", async () => {
    await call("POST", "/api/folders", { name: "Sales" });
    const [{ id: folder }] = (await call("GET", "/api/folders")).body;
    const folders = [{ id: folder, role: "editor" }];
    const { token, body } = await invite({ role: "viewer", folders });
    await env.DB.prepare("update invitations set created_at = 0 where id = ?").bind(body.id).run();
    const again = await call("POST", `/api/invitations/${body.id}/again`, {});
    expect(again.body).toMatchObject({ id: body.id, role: "viewer", folders, mailed: 0, mail_problem: "" });
    expect((await page("POST", "/api/invitation", { token })).status).toBe(401);
    expect((await page("POST", "/api/invitation", { token: tokenOf(again.body.link) })).status).toBe(200);
    const { call: outsider } = await newClient();
    for (const [method, path] of [
      ["POST", `/api/invitations/${body.id}/again`],
      ["DELETE", `/api/invitations/${body.id}`],
    ] as const) {
      const { status, body: problem } = await outsider(method, path, method === "POST" ? {} : undefined);
      expect([status, problem.error]).toEqual([404, "There is no such invitation in your workspace."]);
    }
  });

  /** A client whose mails leave like this, for somebody who is signed in. */
  const mailing = (send: (mail: SentMail) => Promise<object>, { headers }: { headers: Record<string, string> }) => {
    const own = clientWith(undefined, { EMAIL: standIn<SendEmail>({ send }) });
    return (body: object) => own("POST", "/api/invitations", body, { headers });
  };

  it("is mailed where mail leaves: only the mail has the link, and names in it advertise nothing", async () => {
    const inviter = await newMember(workspaceId, "owner");
    await call("PUT", `/api/people/${inviter.personId}`, { name: "Bea, buy at https://evil.example" });
    const mails: SentMail[] = [];
    const sending = mailing(async (mail) => ({ messageId: String(mails.push(mail)) }), inviter);
    const { body } = await sending({ email: "ada@example.com", role: "viewer" });
    expect(body).toMatchObject({ mailed: 1, link: "", mail_problem: "", invited_by: inviter.personId });
    expect(mails).toMatchObject([{ to: ["ada@example.com"], subject: "Invitation to Test on Docloom" }]);
    const text = mails[0]?.text ?? "";
    expect(text).toMatch(/^Bea, buy at +evil\.example invites you to the workspace "Test"/);
    const [, token = ""] = /\/console\/invitation#(\S+)/.exec(text) ?? [];
    expect((await page("POST", "/api/invitation", { token })).body).toMatchObject({ role: "viewer" });
  });

  it("waits although its mail did not leave, and the answer says why", async () => {
    const inviter = await newMember(workspaceId, "owner");
    const failing = mailing(() => Promise.reject(new Error("no such domain")), inviter);
    const { status, body } = await failing({ email: "ada@example.com", role: "viewer" });
    expect([status, body.mailed, body.link]).toEqual([200, 0, ""]);
    expect(body.mail_problem).toBe("The e-mail service: no such domain");
    expect((await call("GET", "/api/invitations")).body).toMatchObject([{ email: "ada@example.com" }]);
  });

  it("is one of two hundred that wait at most; another one to the same address takes its place", async () => {
    const { invitations } = createStore(env);
    const others = { role: "viewer" as const, folders: [], invitedBy: "" };
    for (let count = 0; count < 199; count++)
      await invitations.create(workspaceId, { ...others, email: `${count}@example.com` }, new Date());
    expect((await invite()).status).toBe(200);
    const refused = await invite({ email: "one-more@example.com" });
    expect([refused.status, refused.body.error]).toEqual([429, "200 invitations are waiting: withdraw some first."]);
    expect((await invite({ role: "viewer" })).status).toBe(200);
  });

  it("gives nobody more than who invites has", async () => {
    const own = await clientOfKey(workspaceId, {
      rights: ["people:manage", "document:read", "run:read", "account:read"],
    });
    expect((await invite({ role: "viewer" }, own)).status).toBe(200);
    for (const role of ["operator", "editor", "owner", "auditor"])
      expect((await invite({ role }, own)).status).toBe(403);
  });

  it("takes addresses that can be told from others only", async () => {
    for (const email of ["аda@example.com", "ada", "ada@localhost", "a@b@example.com", "ada@example.com\nBcc: x@y.zz"])
      expect((await invite({ email })).status, email).toBe(422);
  });
});

describe("a workspace's last owner", () => {
  it("neither leaves nor gets another role", async () => {
    const { call: own, personId } = await newMember(workspaceId, "owner");
    for (const answer of [
      await own("POST", "/api/people/leave", {}),
      await call("PUT", `/api/people/${personId}`, { role: "editor" }),
      await call("DELETE", `/api/people/${personId}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, "last_owner"]);
    expect((await own("GET", "/api/user")).status).toBe(200);
  });

  it("stays when two leave at once", async () => {
    const owners = [await newMember(workspaceId, "owner"), await newMember(workspaceId, "owner")];
    const answers = await Promise.all(owners.map(({ call: own }) => own("POST", "/api/people/leave", {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await call("GET", "/api/people")).body).toMatchObject([{ role: "owner" }]);
  });
});

describe("letting go", () => {
  const keyOf = async (own: ApiClient, terms: object = {}) =>
    (await own("POST", "/api/keys", { name: "theirs", ...terms })).body.id as string;
  const keys = async () => (await call("GET", "/api/keys?status=active")).body as { id: string; made_by: string }[];

  it("ends membership, sessions, keys and invitations in one step", async () => {
    await newMember(workspaceId, "owner");
    const leaver = await newMember(workspaceId, "owner");
    const key = await keyOf(leaver.call);
    await invite({}, leaver.call);
    const { body } = await call("GET", `/api/people/${leaver.personId}/access`);
    expect(body).toMatchObject({ keys: [{ id: key }], sessions: 1 });

    expect((await call("DELETE", `/api/people/${leaver.personId}`)).status).toBe(200);
    expect((await leaver.call("GET", "/api/user")).status).toBe(401);
    expect((await keys()).map(({ id }) => id)).not.toContain(key);
    expect((await call("GET", "/api/invitations")).body).toEqual([]);
    expect((await call("GET", "/api/people")).body).toHaveLength(1);
  });

  it("leaves no key that is made at that moment", async () => {
    await newMember(workspaceId, "owner");
    const leaver = await newMember(workspaceId, "owner");
    await Promise.all([
      ...[1, 2, 3, 4].map(() => leaver.call("POST", "/api/keys", { name: "late" })),
      call("DELETE", `/api/people/${leaver.personId}`),
    ]);
    expect((await keys()).filter(({ made_by }) => made_by === leaver.personId)).toEqual([]);
  });

  it("hands keys over, and renews the addresses that were seen", async () => {
    const heir = await newMember(workspaceId, "owner");
    const made = async (folder: string) =>
      (await call("POST", "/api/documents", { name: folder, type: "html", html: "a", folder })).body;
    const [seen, unseen] = [await made("Sales"), await made("HR")];
    const leaver = await newMember(workspaceId, "owner", { HR: null });
    const key = await keyOf(leaver.call, { rights: ["account:read"] });

    const { status } = await call("DELETE", `/api/people/${leaver.personId}?keys_to=${heir.personId}&renew=1`);
    expect(status).toBe(200);
    expect((await keys()).find(({ id }) => id === key)).toMatchObject({ made_by: heir.personId });
    const send = testService();
    expect((await send(`/merge/${seen.id}/${seen.key}`, { method: "POST" })).status).toBe(404);
    expect((await send(`/merge/${unseen.id}/${unseen.key}`, { method: "POST" })).status).not.toBe(404);
  });

  it("hands keys over to another member only", async () => {
    await newMember(workspaceId, "owner");
    const leaver = await newMember(workspaceId, "owner");
    const { personId: foreign } = await newMember((await newClient()).caller.workspaceId, "owner");
    for (const heir of [leaver.personId, foreign, "nobody"]) {
      const { status, body } = await call("DELETE", `/api/people/${leaver.personId}?keys_to=${heir}`);
      expect([status, body.errors]).toEqual([
        422,
        [{ pointer: "/keys_to", message: "must be another person of your workspace" }],
      ]);
    }
    expect((await leaver.call("GET", "/api/user")).status).toBe(200);
  });

  it("is for who may at least as much", async () => {
    const own = await clientOfKey(workspaceId, { rights: ["people:manage", "people:read"] });
    const { personId } = await newMember(workspaceId, "viewer");
    for (const [method, body] of [
      ["DELETE", undefined],
      ["PUT", { role: "auditor" }],
    ] as const)
      expect((await own(method, `/api/people/${personId}`, body)).status).toBe(403);
  });
});

it("what people save has their names, and what keys save the key's", async () => {
  const { call: own } = await newMember(workspaceId, "editor");
  const { id } = (await own("POST", "/api/documents", { name: "a", type: "html", html: "a" })).body;
  await call("PUT", `/api/documents/${id}`, { html: "b" });
  expect((await call("GET", `/api/documents/${id}/versions`)).body).toMatchObject([
    { created_by: "console", created_by_name: "A editor" },
    { created_by_name: "test" },
  ]);
});

it("a person gets another name without another role, and is shown to the workspace alone", async () => {
  const { personId, email } = await newMember(workspaceId, "viewer");
  const path = `/api/people/${personId}`;
  const renamed = await call("PUT", path, { name: "Ada Lovelace" });
  expect(renamed.body).toMatchObject({ id: personId, name: "Ada Lovelace", email, role: "viewer", folders: [] });
  expect(await call("GET", path)).toMatchObject({ status: 200, body: renamed.body });
  expect((await call("GET", "/api/audit?action=person.renamed")).body).toMatchObject([{ resource: { id: personId } }]);
  const { call: outsider } = await newClient();
  expect((await outsider("GET", path)).body).toMatchObject({
    status: 404,
    error: expect.stringContaining("no such person"),
  });
});

describe("another role", () => {
  it("withdraws invitations that could no longer be sent", async () => {
    await newMember(workspaceId, "owner");
    const inviter = await newMember(workspaceId, "owner");
    const { token } = await invite({ role: "owner" }, inviter.call);
    expect((await call("PUT", `/api/people/${inviter.personId}`, { role: "editor" })).status).toBe(200);
    expect((await page("POST", "/api/invitation", { token })).status).toBe(401);
  });

  it("holds from the next request on", async () => {
    const { call: own, personId } = await newMember(workspaceId, "editor");
    expect((await own("POST", "/api/folders", { name: "A" })).status).toBe(200);
    const folder = (await call("GET", "/api/folders")).body[0].id;
    const changed = await call("PUT", `/api/people/${personId}`, {
      role: "viewer",
      folders: [{ id: folder, role: "none" }],
    });
    expect(changed.body).toMatchObject({ role: "viewer", folders: [{ id: folder, path: "A", role: "none" }] });
    expect((await own("POST", "/api/folders", { name: "B" })).status).toBe(403);
    expect((await own("GET", "/api/folders")).body).toEqual([]);
  });
});

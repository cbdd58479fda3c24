import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { clientWith } from "../../../test/support/api-client.ts";
import { mistyped } from "../../../test/support/mistyped.ts";
import { basic, testService } from "../../../test/support/test-service.ts";
import { isInObject } from "../../domain/access/workspace-place.ts";
import { type OperatorCall, operatorToken } from "../../domain/operator-calls.ts";
import type { Env } from "../../env.ts";
import { objectDatabase } from "../../store/object/object-database.ts";
import { createStore } from "../../store/store.ts";

const IN_OBJECTS = { NEW_WORKSPACES: "objects" } as Partial<Env>;
const TOKEN = operatorToken((env as Env).SECRETS_KEY ?? "");
const now = new Date();

async function post(body: string, token: string | undefined, bindings = IN_OBJECTS) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await testService(undefined, bindings)("/api/operator", { method: "POST", headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

const ask = async (call: OperatorCall, bindings = IN_OBJECTS) => await post(JSON.stringify(call), TOKEN, bindings);

let name: string;
let workspaceId: string;
beforeAll(async () => {
  name = `In an object ${crypto.randomUUID()}`;
  ({ id: workspaceId } = await createStore({ ...env, ...IN_OBJECTS }).control.workspaces.create(name, now));
});

describe("the operator's address", () => {
  it("makes a key of a workspace in an object, by its name or id, lists it and revokes it; its log says so", async () => {
    for (const workspace of [name, workspaceId]) {
      const { key, secret } = (await ask({ do: "make_key", workspace })).body;
      const call = clientWith(basic(key ?? "", secret ?? ""), IN_OBJECTS);
      expect((await call("GET", "/api/account")).body).toMatchObject({ id: workspaceId });
      expect((await call("GET", "/api/audit")).body).toContainEqual(
        expect.objectContaining({ action: "key.created", resource: expect.objectContaining({ id: key }) }),
      );
      expect(await keysListed()).toContainEqual(expect.objectContaining({ key, workspace: name, revoked_at: null }));
      expect((await ask({ do: "revoke_key", key: key ?? "" })).body).toEqual({ is_revoked: true });
      expect((await ask({ do: "revoke_key", key: key ?? "" })).body).toEqual({ is_revoked: false });
      expect((await call("GET", "/api/account")).status).toBe(401);
    }
  });

  it("makes a link that signs a browser in, once, and an invitation of an owner", async () => {
    const store = createStore({ ...env, ...IN_OBJECTS });
    const { token } = (await ask({ do: "make_sign_in_link", workspace: name })).body;
    expect(await store.lookUps.loginSessions.useLink(token ?? "", now)).toBe(workspaceId);
    expect(await store.lookUps.loginSessions.useLink(token ?? "", now)).toBeUndefined();

    const email = "ada@example.com";
    const invited = (await ask({ do: "make_owner_link", workspace: name, email })).body;
    expect(await store.lookUps.invitations.byToken(invited.token ?? "", now)).toMatchObject({
      ...{ workspaceId, email },
      role: "owner",
    });
  });

  it("makes a workspace that nobody knows in an object, where the deployment makes them there, and nowhere else", async () => {
    const workspace = `New ${crypto.randomUUID()}`;
    expect((await ask({ do: "make_key", workspace }, { NEW_WORKSPACES: "database" } as Partial<Env>)).body).toBeNull();
    const { key, secret } = (await ask({ do: "make_key", workspace })).body;
    const account = await clientWith(basic(key ?? "", secret ?? ""), IN_OBJECTS)("GET", "/api/account");
    expect(account.body).toMatchObject({ name: workspace });
    expect(isInObject((account.body as { id: string }).id)).toBe(true);
    const again = (await ask({ do: "make_key", workspace })).body;
    const same = await clientWith(basic(again.key ?? "", again.secret ?? ""), IN_OBJECTS)("GET", "/api/account");
    expect(same.body).toMatchObject({ id: (account.body as { id: string }).id });
  });

  it("knows no workspace of D1, and none that there is not: null, and nothing is made", async () => {
    const inD1 = await createStore(env).control.workspaces.create(`In D1 ${crypto.randomUUID()}`, now);
    for (const workspace of [inD1.name, inD1.id, "nobody's"])
      expect((await ask({ do: "make_sign_in_link", workspace })).body).toBeNull();
    expect((await ask({ do: "make_owner_link", workspace: "nobody's", email: "a@example.com" })).body).toBeNull();
    // An id is no name for a new one.
    expect((await ask({ do: "make_key", workspace: mistyped(workspaceId) })).body).toBeNull();
    expect((await ask({ do: "revoke_key", key: "dk_none" })).body).toEqual({ is_revoked: false });
  });

  it("refuses a jurisdiction other than the one in which a workspace is", async () => {
    const answer = await ask({ do: "make_key", workspace: name, jurisdiction: "eu" });
    expect(answer).toMatchObject({ status: 422, body: { error: expect.stringContaining("no jurisdiction") } });
  });

  it("takes the first workspace of a deployment where none is named, and makes it where there is none", async () => {
    const DB = objectDatabase(env.WORKSPACES, crypto.randomUUID());
    const bindings = { ...IN_OBJECTS, DB } as Partial<Env>;
    const [first, second] = [await ask({ do: "make_key" }, bindings), await ask({ do: "make_key" }, bindings)];
    expect((await ask({ do: "make_sign_in_link" }, bindings)).body).toMatchObject({ token: expect.any(String) });
    const { keys } = (await ask({ do: "list_keys" }, bindings)).body as unknown as { keys: object[] };
    expect(keys).toMatchObject(
      [first, second].map(({ body }) => ({ key: body.key, workspace: "Default", revoked_at: null })),
    );
  });

  it("finds a workspace by its name behind a page of others", async () => {
    const DB = objectDatabase(env.WORKSPACES, crypto.randomUUID());
    const away = Array.from({ length: 50 }, (_, number) => `o${String(number).padStart(23, "0")}`);
    await DB.batch(
      away.map((id) => DB.prepare("insert into placements (workspace_id, created_at) values (?, 0)").bind(id)),
    );
    const WORKSPACES = new Proxy(env.WORKSPACES, {
      get: (target, member) =>
        member !== "getByName"
          ? Reflect.get(target, member)
          : (id: string) =>
              away.includes(id) ? { run: () => Promise.reject(new Error("It is away")) } : target.getByName(id),
    });
    const bindings = { ...IN_OBJECTS, DB, WORKSPACES } as Partial<Env>;
    await createStore({ ...env, ...bindings } as Env).control.workspaces.create("Last", now);
    expect((await ask({ do: "make_sign_in_link", workspace: "Last" }, bindings)).body).toEqual({
      token: expect.any(String),
      not_asked: away,
    });
  });

  it("leaves out an object that does not answer, and says so; what may be in it is not made anew", async () => {
    const down = (await createStore({ ...env, ...IN_OBJECTS }).control.workspaces.create("Down", now)).id;
    const WORKSPACES = new Proxy(env.WORKSPACES, {
      get: (target, member) =>
        member !== "getByName"
          ? Reflect.get(target, member)
          : (id: string) =>
              id === down ? { run: () => Promise.reject(new Error("The object is away")) } : target.getByName(id),
    });
    const bindings = { ...IN_OBJECTS, WORKSPACES } as Partial<Env>;
    const made = (await ask({ do: "make_key", workspace: name }, bindings)).body;
    expect(made).toMatchObject({ secret: expect.any(String) });
    const listed: { workspace: string }[] = [];
    const notAsked: string[] = [];
    for (let after: string | undefined, isOver = false; !isOver; ) {
      const { body } = await ask({ do: "list_keys", after }, bindings);
      const page = body as unknown as { keys: { workspace: string }[]; next: string | null; not_asked: string[] };
      listed.push(...page.keys);
      notAsked.push(...page.not_asked);
      isOver = page.next === null;
      after = page.next ?? undefined;
    }
    expect(listed).toContainEqual(expect.objectContaining({ key: made.key, workspace: name }));
    expect(notAsked).toContain(down);

    // It is found after the one that does not answer.
    const last = `Last ${crypto.randomUUID()}`;
    await createStore({ ...env, ...IN_OBJECTS }).control.workspaces.create(last, now);
    expect((await ask({ do: "make_sign_in_link", workspace: last }, bindings)).body).toMatchObject({
      not_asked: [down],
    });
    for (const call of [
      { do: "make_key", workspace: "Down" },
      { do: "make_sign_in_link", workspace: "Down" },
      { do: "make_owner_link", workspace: "Down", email: "ada@example.com" },
    ] as const) {
      const { status, body } = await ask(call, bindings);
      expect(status).toBe(503);
      expect(JSON.stringify(body)).toContain(down);
    }
    const count = await env.DB.prepare("select count(*) as n from placements where workspace_id > ?")
      .bind(down)
      .first("n");
    expect(count).toBe(1);
    await env.DB.prepare("delete from placements where workspace_id = ?").bind(down).run();
  });

  it.each([
    ["without a token", undefined],
    ["with another one", mistyped(TOKEN)],
    ["with the secret itself", (env as Env).SECRETS_KEY],
    ["with that of another deployment", operatorToken(btoa("x".repeat(32)))],
  ])("is none %s: the answer is that of any address at which nothing is", async (_, token) => {
    const call = JSON.stringify({ do: "make_key", workspace: name });
    const refused = await post(call, token);
    const elsewhere = await testService()("/api/nowhere", { method: "POST", body: call });
    const { request_id: _id, instance: _instance, ...other } = (await elsewhere.json()) as Record<string, unknown>;
    expect(refused).toMatchObject({ status: 404, body: other });
    expect(elsewhere.status).toBe(404);
  });

  it("is none where a deployment has no secret, whatever is sent", async () => {
    const bindings = { ...IN_OBJECTS, SECRETS_KEY: undefined } as Partial<Env>;
    for (const token of [TOKEN, "", undefined])
      expect((await post('{"do":"list_keys"}', token, bindings)).status).toBe(404);
  });

  it("says of a call that it does not know that it does not", async () => {
    for (const body of ['{"do":"destroy"}', "[]", "x", ""]) expect((await post(body, TOKEN)).status).toBe(422);
  });

  it("is no part of the described API, and has no other method", async () => {
    expect(await (await testService()("/api/openapi.json")).text()).not.toContain("/api/operator");
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await testService(undefined, IN_OBJECTS)("/api/operator", { headers })).status).toBe(404);
  });
});

/** Of all workspaces in objects, page by page. */
async function keysListed(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let after: string | undefined; ; ) {
    const { keys, next } = (await ask({ do: "list_keys", after })).body as unknown as { keys: []; next: string | null };
    found.push(...keys);
    if (next === null) return found;
    after = next;
  }
}

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect, it } from "vitest";
import { clientWith } from "../../../test/support/api-client.ts";
import { basic, testService } from "../../../test/support/test-service.ts";
import { jurisdictionOf } from "../../domain/access/workspace-place.ts";
import { type OperatorCall, operatorToken } from "../../domain/operator-calls.ts";
import type { Env } from "../../env.ts";
import { takeUpMoves } from "../../jobs/take-up-moves.ts";
import { faultyServices } from "../../merge/testing/faulty-services.ts";
import { fullWorkspace, MOVABLE, workspaceToMove } from "../moving/testing/moving-workspace.ts";
import { objectDatabase } from "../object/object-database.ts";
import { createStore } from "../store.ts";
import { objectPlacedIn, placedObjects } from "./testing/placed-objects.ts";

const HTML = { name: "Letter", type: "html", output: "html", html: "<p>Dear {$Name}</p>" };
const now = new Date();

/** Bindings of a deployment that puts workspaces into a jurisdiction, and where its objects are. */
function deploymentIn(jurisdiction: string | undefined) {
  const { objects, placeOf, hintsOf } = placedObjects();
  const bindings = { ...MOVABLE, WORKSPACES: objects, NEW_WORKSPACES_JURISDICTION: jurisdiction } as Partial<Env>;
  return { bindings, placeOf, hintsOf };
}

/** As an isolate that knows nothing has them: what is known of D1 is known of this binding. */
const fresh = (bindings: Partial<Env>): Partial<Env> => ({ ...bindings, DB: new Proxy(env.DB, boundMembers) });
const boundMembers: ProxyHandler<D1Database> = {
  get(target, name) {
    const member: unknown = Reflect.get(target, name);
    return typeof member === "function" ? member.bind(target) : member;
  },
};

const placementOf = (workspaceId: string) =>
  env.DB.prepare("select jurisdiction from placements where workspace_id = ?").bind(workspaceId).first("jurisdiction");

/** Moves as the cron does it, each time with what the setting says by then. */
async function moveWith(bindings: Partial<Env>, isOver: () => Promise<boolean>): Promise<void> {
  for (let minutes = 0; minutes < 20 && !(await isOver()); minutes++) await takeUpMoves(faultyServices(bindings));
}

// Whoever goes over all workspaces finds them in D1, but only here is there a place for what is in a jurisdiction.
afterAll(async () => {
  await env.DB.batch(
    ["placements", "moves"].map((table) => env.DB.prepare(`delete from ${table} where jurisdiction is not null`)),
  );
});

it("a workspace that is made in a jurisdiction is used there, and stays there whatever the setting becomes", async () => {
  const { bindings, placeOf } = deploymentIn("eu");
  const store = createStore({ ...env, ...bindings });
  const { id } = await store.control.workspaces.create("In the EU", now);
  expect(jurisdictionOf(id)).toBe("eu");
  expect(await placementOf(id)).toBe("eu");
  const { keyId, secret } = await store.keys.create(id, "test", now);
  const document = (await clientWith(basic(keyId, secret), bindings)("POST", "/api/documents", HTML)).body;

  const later = fresh({ ...bindings, NEW_WORKSPACES_JURISDICTION: undefined });
  expect((await clientWith(basic(keyId, secret), later)("GET", "/api/account")).body).toMatchObject({ id });
  const merged = await testService(undefined, fresh(later))(`${new URL(document.url).pathname}?download=1`, {
    method: "POST",
    body: new URLSearchParams({ Name: "Ann" }),
  });
  expect(await merged.text()).toContain("Dear Ann");
  expect(placeOf(id)).toBe("eu");
  const others = await createStore({ ...env, ...later }).control.workspaces.create("Elsewhere", now);
  expect(placeOf(others.id)).toBe("none");
});

it("the first workspace of a deployment is made where its setting says, too", async () => {
  const { bindings, placeOf } = deploymentIn("eu");
  // An object that has no workspace has the tables of an empty D1.
  const DB = objectDatabase(env.WORKSPACES, crypto.randomUUID());
  const { id } = await createStore({ ...env, ...bindings, DB }).lookUps.keys.defaultWorkspace();
  expect(jurisdictionOf(id)).toBe("eu");
  expect(placeOf(id)).toBe("eu");
});

it("a setting that names no jurisdiction makes no workspace, and says which setting it is", async () => {
  const { bindings } = deploymentIn("europe");
  expect(() => createStore({ ...env, ...bindings })).toThrow("NEW_WORKSPACES_JURISDICTION must be eu or fedramp");
  const answer = await testService(undefined, bindings)("/api/account");
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("NEW_WORKSPACES_JURISDICTION must be eu or fedramp");
});

it.each([
  ["that was asked for", "eu", undefined],
  ["of the deployment's setting, where none was asked for", null, "eu"],
])("a workspace moves into the jurisdiction %s, and is found there", async (_, asked, setting) => {
  const workspace = await fullWorkspace();
  const { bindings, placeOf } = deploymentIn(setting);
  const mergeAddress = new URL(workspace.document.url).pathname;
  await workspace.ask("asked", asked);
  await takeUpMoves(faultyServices(bindings));
  // It goes on to where it has begun.
  const other = setting === undefined ? "eu" : undefined;
  const changed = { ...bindings, NEW_WORKSPACES_JURISDICTION: other } as Partial<Env>;
  await moveWith(changed, async () => (await workspace.step()) === "done");

  expect(await workspace.step()).toBe("done");
  expect(await placementOf(workspace.id)).toBe("eu");
  expect(placeOf(workspace.id)).toBe("eu");
  for (const isolate of [fresh(changed), fresh(changed)]) {
    expect((await clientWith(workspace.authorization, isolate)("GET", "/api/account")).body).toMatchObject({
      id: workspace.id,
    });
    const merged = await testService(undefined, isolate)(`${mergeAddress}?download=1`, {
      method: "POST",
      body: new URLSearchParams({ Name: "Ann" }),
    });
    expect(await merged.text()).toContain("Hello Ann");
  }
});

it("a move to where there is nothing waits, and says why", async () => {
  const workspace = await workspaceToMove();
  const { bindings, placeOf } = deploymentIn(undefined);
  await workspace.ask("asked", "europe");
  await takeUpMoves(faultyServices(bindings));
  expect(await workspace.step()).toBe("asked");
  expect(placeOf(workspace.id)).toBeUndefined();
  expect(
    await env.DB.prepare("select problem from moves where workspace_id = ?").bind(workspace.id).first("problem"),
  ).toContain("There is no jurisdiction europe: only eu, fedramp.");
  await env.DB.prepare("delete from moves where workspace_id = ?").bind(workspace.id).run();
});

it("an object of a try that was given up has no part in the next one, which goes elsewhere", async () => {
  const workspace = await fullWorkspace();
  await workspace.ask("asked", "");
  // It has copied rows, and dies.
  await workspace.failAfter(5);
  await env.DB.prepare("delete from moves where workspace_id = ?").bind(workspace.id).run();
  const { bindings } = deploymentIn(undefined);
  await workspace.ask("asked", "eu");

  expect(await runDurableObjectAlarm(workspace.object)).toBe(true);
  const rowsIn = (object: typeof workspace.object) =>
    runInDurableObject(object, (_, { storage }) => storage.sql.exec("select count(*) as n from workspaces").one().n);
  expect(await rowsIn(workspace.object)).toBe(0);
  expect(await workspace.step()).toBe("asked");
  await moveWith(bindings, async () => (await workspace.step()) === "done");
  expect(await rowsIn(objectPlacedIn("eu", workspace.id))).toBe(1);
  expect(await rowsIn(workspace.object)).toBe(0);
});

/** A request of somebody in New York. */
const IN_NEW_YORK = { cf: { continent: "NA", longitude: "-74.0" } } as RequestInit;

it("the object of a workspace is to be near whoever makes it, which is said once", async () => {
  const { bindings, placeOf, hintsOf } = deploymentIn(undefined);
  const ask = async (call: OperatorCall) => {
    const authorization = `Bearer ${operatorToken((env as Env).SECRETS_KEY ?? "")}`;
    const headers = { authorization, "content-type": "application/json" };
    const sent = { ...IN_NEW_YORK, method: "POST", headers, body: JSON.stringify(call) };
    const answer = await testService(undefined, bindings)("/api/operator", sent);
    expect(answer.status).toBe(200);
    return (await answer.json()) as { key: string; secret: string };
  };
  const workspace = `New ${crypto.randomUUID()}`;
  const { key, secret } = await ask({ do: "make_key", workspace });
  const { id } = (await clientWith(basic(key, secret), fresh(bindings))("GET", "/api/account")).body as { id: string };
  await ask({ do: "make_key", workspace: id });
  expect(hintsOf(id).length).toBeGreaterThan(3);
  expect(hintsOf(id).filter((hint) => hint !== undefined)).toEqual(["enam"]);
  expect(hintsOf(id)[0]).toBe("enam");

  // In a jurisdiction it is where that is.
  const { key: another, secret: its } = await ask({ do: "make_key", workspace: `${workspace} EU`, jurisdiction: "eu" });
  const inEu = (await clientWith(basic(another, its), fresh(bindings))("GET", "/api/account")).body as { id: string };
  expect(placeOf(inEu.id)).toBe("eu");
  expect(new Set(hintsOf(inEu.id))).toEqual(new Set([undefined]));
});

it("that of the first workspace, near whoever asks first", async () => {
  const { bindings, hintsOf } = deploymentIn(undefined);
  const DB = objectDatabase(env.WORKSPACES, crypto.randomUUID());
  const credentials = { API_KEY: "first-key", API_SECRET: "first-secret" };
  const headers = { authorization: basic(credentials.API_KEY, credentials.API_SECRET) };
  const first = { ...bindings, ...credentials, DB } as Partial<Env>;
  for (let calls = 0; calls < 2; calls++) {
    const answer = await testService(undefined, first)("/api/account", { ...IN_NEW_YORK, headers });
    const { id } = (await answer.json()) as { id: string };
    expect(hintsOf(id)[0]).toBe("enam");
    expect(hintsOf(id).filter((hint) => hint !== undefined)).toEqual(["enam"]);
  }
});

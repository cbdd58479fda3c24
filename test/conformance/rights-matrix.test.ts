import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../src/app.ts";
import { isByFolder, may, RIGHT_NAMES, ROLE_NAMES, rightsOfKey, rightsOfRole } from "../../src/domain/access/rights.ts";
import { BODIES, fill, newOwner, type Owned, snapshot } from "../support/confidential-workspace.ts";
import { authorizationOfKey, cookieOfMember } from "../support/members.ts";
import { testService } from "../support/test-service.ts";

/**
 * Every endpoint by every role, by a key of each right alone and of all but it, in a folder that is seen and in one that is not, made
 * from what the endpoints declare.
 */

const guarded = ENDPOINTS.filter(({ auth }) => auth === "key").map((endpoint) => ({
  ...endpoint,
  method: endpoint.method.toUpperCase(),
  needs: endpoint.needs ?? "signed_in",
}));

const send = testService();
type Sender = Record<string, string>;

/** A body that would succeed, for an address of the owner's. Nothing of an answer is read, since streams do not end. */
async function ask(method: string, path: string, sender: Sender): Promise<{ status: number; code: string }> {
  const hasBody = method !== "GET" && method !== "DELETE";
  const stopped = new AbortController();
  const response = await send(path, {
    method,
    headers: { ...sender, ...(hasBody ? { "content-type": "application/json" } : {}) },
    ...(hasBody ? { body: JSON.stringify(bodyOf(method, path)) } : {}),
    signal: stopped.signal,
  });
  const isProblem = response.headers.get("content-type")?.includes("json") && response.status >= 400;
  const code = isProblem ? ((await response.json()) as { code: string }).code : "";
  if (!isProblem) await response.body?.cancel();
  stopped.abort();
  return { status: response.status, code };
}

let bodies: Map<string, object>;
const bodyOf = (method: string, path: string): object => bodies.get(`${method} ${path}`) ?? {};

let owner: Owned;
let before: unknown;
const hidden = { path: "Hidden" };
beforeAll(async () => {
  owner = await newOwner();
  const { ids, routeIds, call } = owner;
  await call("PUT", `/api/documents/${ids.id}`, { folder: hidden.path });
  await call("PUT", `/api/routes/${routeIds.id}`, { folder: hidden.path });
  bodies = new Map(
    guarded.map(({ method, path }) => [`${method} ${fill(path, owner)}`, BODIES[`${method} ${path}`] ?? {}]),
  );
  before = await snapshotOf();
});

/** Without sessions and keys, which senders have of their own, and what is noted of their use. */
async function snapshotOf() {
  const { rows, blobs } = await snapshot(owner);
  const { browser_sessions, api_keys, persons, memberships, folder_rights, workspaces, ...kept } = rows;
  return { kept, blobs };
}

const isStream = (path: string) => path.endsWith("/stream");

describe("who has not got the right is told so, and nothing happens", () => {
  it.each(ROLE_NAMES)("%s", async (role) => {
    const sender = await cookieOfMember(owner.workspaceId, role);
    const caller = { rights: rightsOfRole(role, []) };
    const wrong = [];
    for (const { method, path, needs } of guarded) {
      const isAllowed = may(caller, needs);
      // What is allowed is asked of things that are not there: nothing is to change.
      if (isAllowed && (isStream(path) || !path.includes(":"))) continue;
      const address = isAllowed ? path.replace(/:\w+/g, "999999999") : fill(path, owner);
      const { status, code } = await ask(method, address, sender);
      const isRight = isAllowed ? code !== "not_allowed" && status < 500 : status === 403 && code === "not_allowed";
      if (!isRight) wrong.push(`${method} ${path} (${needs}): ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
    expect(await snapshotOf()).toEqual(before);
  });

  it.each(RIGHT_NAMES)("a key with %s alone, and one with all but it", async (right) => {
    const others = RIGHT_NAMES.filter((each) => each !== right);
    const wrong = [];
    for (const rights of [[right], others]) {
      const sender = { authorization: await authorizationOfKey(owner.workspaceId, { rights }) };
      const caller = { rights: rightsOfKey(rights, undefined) };
      for (const { method, path, needs } of guarded) {
        // Of the key with many rights only the one that it has not is new.
        const isAllowed = may(caller, needs);
        if (rights === others ? needs !== right : isAllowed && (isStream(path) || !path.includes(":"))) continue;
        const address = isAllowed ? path.replace(/:\w+/g, "999999999") : fill(path, owner);
        const { status, code } = await ask(method, address, sender);
        const isRight = isAllowed ? code !== "not_allowed" && status < 500 : status === 403 && code === "not_allowed";
        if (!isRight) wrong.push(`${method} ${path} (${needs}) with ${rights.length} rights: ${status} ${code}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await snapshotOf()).toEqual(before);
  });
});

/** What a path is about that lies in a folder: a document, a data route, a run, a delivery of one. */
const isInFolder = (path: string) => /^\/api\/(?:documents|routes|runs|deliveries)\/:/.test(path);

describe("what lies in a folder that is not seen is not there", () => {
  const asked = guarded.filter(({ path, needs }) => isByFolder(needs) && isInFolder(path));

  it("there are such addresses", () => expect(asked.length).toBeGreaterThan(40));

  it.each([
    ["an owner without this folder", () => cookieOfMember(owner.workspaceId, "owner", { [hidden.path]: null })],
    [
      "a key of another folder",
      async () => ({
        authorization: await authorizationOfKey(owner.workspaceId, { folders: [owner.ids.folder ?? ""] }),
      }),
    ],
  ])("%s", async (_, senderOf) => {
    const sender = await senderOf();
    const wrong = [];
    for (const { method, path } of asked) {
      const { status, code } = await ask(method, fill(path, owner), sender);
      if (status !== 404) wrong.push(`${method} ${path}: ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
    expect(await snapshotOf()).toEqual(before);
  });

  it("lists and counts tell nothing of it", async () => {
    const sender = await cookieOfMember(owner.workspaceId, "editor", { [hidden.path]: null });
    const lists = ["/api/documents", "/api/routes", "/api/runs", "/api/deliveries", "/api/attempts", "/api/mailbox"];
    const local = testService(undefined, { LOCAL_MAILBOX: "1" });
    for (const path of lists) {
      const response = await local(path, { headers: sender });
      const text = await response.text();
      expect([path, response.status, text]).toEqual([path, 200, expect.not.stringMatching(/confidential/i)]);
    }
  });

  it("and is there for who sees it", async () => {
    const sender = await cookieOfMember(owner.workspaceId, "viewer", { [hidden.path]: "operator" });
    for (const path of ["/api/documents/:id", "/api/routes/:id", "/api/runs/:id"]) {
      expect([path, (await ask("GET", fill(path, owner), sender)).status]).toEqual([path, 200]);
    }
  });
});

describe("members of another workspace", () => {
  it("find nothing of this one, whatever their role", async () => {
    const other = await newOwner();
    const sender = await cookieOfMember(other.workspaceId, "owner");
    const wrong = [];
    for (const { method, path } of guarded.filter(({ path }) => path.includes(":") && !isStream(path))) {
      const { status, code } = await ask(method, fill(path, owner), sender);
      if (status !== 404) wrong.push(`${method} ${path}: ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
    expect(await snapshotOf()).toEqual(before);
  });
});

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../src/app.ts";
import { createStore } from "../../src/store/store.ts";
import { documentTask } from "../../src/store/testing/run-tasks.ts";
import { type ApiClient, clientWith, newClient } from "../support/api-client.ts";
import { basic, countingLimit, testCaller } from "../support/test-service.ts";

/** Interface 5: every endpoint that needs credentials, walked without them, with wrong ones and with another's. */

const guarded = ENDPOINTS.filter(({ auth }) => auth === "key").map(({ method, path }) => [method.toUpperCase(), path]);

/** Streams do not end; their own tests look at what they show. */
const STREAMS = new Set(["/api/runs/stream"]);

/** Bodies that would succeed, by path, so that only the credentials or the owner can be what is wrong. */
const BODIES: Readonly<Record<string, object>> = {
  "POST /api/documents": { name: "a", type: "html", html: "a" },
  "PUT /api/documents/:id": { name: "b", html: "changed" },
  "POST /api/documents/:id/copy": { name: "c" },
  "POST /api/documents/:id/deliveries": { type: "email", settings: { to: "a@example.com" } },
  "POST /api/routes/:id/deliveries": { type: "email", settings: { to: "a@example.com" } },
  "PUT /api/documents/:id/deliveries/:delivery": { active: 0, settings: { to: "b@example.com" } },
  "POST /api/documents/:id/merge": { Name: "a" },
  "POST /api/documents/:id/samples": { name: "b", data: {} },
  "POST /api/tools/page_picture": { file: { contents: "" } },
  "POST /api/templates/lint": { type: "html", html: "a" },
  "PUT /api/documents/:id/samples/:sample": { name: "b" },
  "POST /api/routes/:id/copy": { name: "c" },
  "POST /api/folders": { name: "Other" },
  "PUT /api/folders/:folder": { name: "Other" },
  "POST /api/keys": { name: "b" },
  "PUT /api/keys/:key": { name: "b" },
};

interface Owned {
  workspaceId: string;
  call: ApiClient;
  ids: Record<string, string>;
  /** The same for paths of data routes. */
  routeIds: Record<string, string>;
}

/** A workspace with something for every path parameter. */
async function newOwner(): Promise<Owned> {
  const caller = await testCaller();
  const call = clientWith(caller.authorization);
  const { body: document } = await call("POST", "/api/documents", {
    name: "Confidential",
    type: "html",
    html: "<b>confidential</b>",
  });
  const delivery = { type: "email", settings: { to: "confidential@example.com" } };
  const { body: made } = await call("POST", `/api/documents/${document.id}/deliveries`, delivery);
  const run = await createStore(env).runs.accept(
    caller.workspaceId,
    { task: documentTask(Number(document.id)), source: "api", test: false, requestId: "r" },
    new Date(),
  );
  const rules = [{ document_id: document.id }];
  const { body: route } = await call("POST", "/api/routes", { name: "Confidential route", rules });
  const { body: routeDeliveries } = await call("POST", `/api/routes/${route.id}/deliveries`, delivery);
  const { body: sample } = await call("POST", `/api/documents/${document.id}/samples`, {
    name: "Confidential",
    data: { a: 1 },
  });
  const { body: folder } = await call("POST", "/api/folders", { name: "Confidential folder" });
  const { body: key } = await call("POST", "/api/keys", { name: "Confidential key" });
  const ids = {
    id: document.id,
    delivery: made.id,
    version: "1",
    run: run.id,
    sample: sample.id,
    folder: folder.id,
    key: key.id,
  };
  const routeIds = { id: route.id, delivery: routeDeliveries[0].id, rule: route.rules[0].id };
  return { workspaceId: caller.workspaceId, call, ids, routeIds };
}

/** Puts the owner's own ids into a path. */
const fill = (path: string, { ids, routeIds }: Owned): string => {
  const known: Record<string, string | undefined> = path.startsWith("/api/routes/")
    ? routeIds
    : path.startsWith("/api/runs/")
      ? { id: ids.run }
      : ids;
  return path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? (name === "position" ? "0" : "1"));
};

/** How the rows of tables belong to a workspace that do not name it. */
const OWNED_THROUGH: Readonly<Record<string, string>> = {
  workspaces: "id = ?1",
  fields: "document_id IN (SELECT id FROM documents WHERE workspace_id = ?1)",
  run_files: "run_id IN (SELECT id FROM runs WHERE workspace_id = ?1)",
  session_posts: "session_id IN (SELECT id FROM sessions WHERE workspace_id = ?1)",
  idempotency_keys: "scope IN (SELECT id FROM api_keys WHERE workspace_id = ?1)",
};
/** Tables of the service itself, and of what keeps it. */
const NOBODYS = new Set(["sweeps", "d1_migrations", "sqlite_sequence"]);

/** Everything that is kept of a workspace: its rows in every table, and its blobs, whose content their tags stand for. */
async function snapshot({ workspaceId }: Owned) {
  const [rows, blobs] = await Promise.all([
    env.DB.batch<Record<string, unknown>>(
      tables.map((table) => {
        const owned = OWNED_THROUGH[table] ?? "workspace_id = ?1";
        return env.DB.prepare(`SELECT * FROM ${table} WHERE ${owned} ORDER BY rowid`).bind(workspaceId);
      }),
    ),
    Promise.all(["t", "d", "r", "f", "u"].map((kind) => env.FILES.list({ prefix: `${kind}/${workspaceId}/` }))),
  ]);
  return {
    rows: Object.fromEntries(tables.map((table, index) => [table, rows[index]?.results])),
    blobs: blobs.flatMap(({ objects }) => objects.map(({ key, etag }) => ({ key, etag }))),
  };
}

/** Failed logins are limited by address, and this file makes many. */
const PATIENT = { LOGIN_LIMIT: countingLimit(Number.POSITIVE_INFINITY) };

let tables: string[];
let owner: Owned;
let before: unknown;
/** Credentials that are refused, whatever is asked for with them. */
let refused: string[];
beforeAll(async () => {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  ).all<{ name: string }>();
  tables = results.map(({ name }) => name).filter((name) => !NOBODYS.has(name));
  owner = await newOwner();
  before = await snapshot(owner);
  const known = await testCaller();
  const revoked = await testCaller();
  await createStore(env).keys.revoke(revoked.workspaceId, revoked.keyId, new Date());
  refused = [basic(known.keyId, "wrong"), basic("dk_unknown", known.secret), revoked.authorization, basic("", "")];
});

/** Calls an endpoint with the owner's ids and a body that would succeed. */
function sendTo(call: ApiClient, method: string, path: string) {
  const body = BODIES[`${method} ${path}`];
  const hasBody = method !== "GET" && method !== "DELETE";
  return call(method, fill(path, owner), hasBody ? (body ?? {}) : undefined);
}

describe.each(guarded)("%s %s", (method = "", path = "") => {
  const send = (call: ApiClient) => sendTo(call, method, path);

  it("asks for credentials if there are none", async () => {
    const { status, headers, body } = await send(clientWith(undefined, PATIENT));
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    expect(body).toMatchObject({ code: "unauthorized", error: expect.any(String), status: 401 });
    expect(body).not.toHaveProperty("success");
  });

  it("refuses a wrong secret, an unknown key and a revoked key alike", async () => {
    const answers = [];
    for (const authorization of refused) {
      answers.push(await send(clientWith(authorization, PATIENT)));
    }

    for (const { status, headers, body } of answers) {
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBeNull();
      expect(body).toMatchObject({ code: "invalid_credentials", error: answers[0]?.body.error });
    }
  });
});

describe.each(guarded.filter(([, path = ""]) => !STREAMS.has(path)))(
  "%s %s of another workspace",
  (method = "", path = "") => {
    it("neither shows nor changes what belongs to another workspace", async () => {
      const stranger = await newClient();
      const { status, body } = await sendTo(stranger.call, method, path);

      if (path.includes(":")) expect({ status, success: body?.success }).toEqual({ status: 404, success: undefined });
      expect(JSON.stringify(body ?? "")).not.toMatch(/confidential/i);
      expect(await snapshot(owner)).toEqual(before);
    });
  },
);

describe("credentials", () => {
  it("are checked before the method and the body of a known path", async () => {
    const call = clientWith(undefined);
    expect((await call("PATCH", "/api/documents")).status).toBe(401);
    expect((await call("POST", "/api/documents", { type: "nothing" })).status).toBe(401);
  });

  it("are ignored on merge addresses", async () => {
    const { body: document } = await owner.call("GET", `/api/documents/${owner.ids.id}`);
    const path = `/merge/${document.id}/${document.key}x`;
    const anonymous = await clientWith(undefined)("POST", path, {});
    const wrong = await clientWith(basic("dk_unknown", "wrong"))("POST", path, {});
    expect([anonymous.status, wrong.status]).toEqual([404, 404]);
    expect(wrong.body.error).toBe("Sorry, but a document was not selected!");
  });
});

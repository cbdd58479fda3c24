import { env } from "cloudflare:workers";
import { identityPem, makeCertificate, makeIdentity } from "../../src/signing/testing/make-identity.ts";
import { createStore } from "../../src/store/store.ts";
import { documentTask } from "../../src/store/testing/run-tasks.ts";
import { type ApiClient, clientWith } from "./api-client.ts";
import { testCaller } from "./test-service.ts";

/** Bodies that would succeed, by path, so that only the credentials or the owner can be what is wrong. */
export const BODIES: Readonly<Record<string, object>> = {
  "POST /api/documents": { name: "a", type: "html", html: "a" },
  "PUT /api/documents/:id": { name: "b", html: "changed" },
  "POST /api/documents/:id/copy": { name: "c" },
  "POST /api/documents/:id/addresses": { url: "https://old.example.com/merge/424242/key" },
  "POST /api/routes/:id/addresses": { url: "https://old.example.com/route/424242/key" },
  "POST /api/documents/:id/deliveries": { type: "email", settings: { to: "a@example.com" } },
  "POST /api/routes/:id/deliveries": { type: "email", settings: { to: "a@example.com" } },
  "PUT /api/documents/:id/deliveries/:delivery": { active: 0, settings: { to: "b@example.com" } },
  "POST /api/documents/:id/merge": { Name: "a" },
  "PUT /api/documents/:id/pdf_fields": { fields: [] },
  "POST /api/documents/:id/approvals/:approval/give_back": { comment: "No" },
  "POST /api/documents/:id/fill_in/preview": { fill_in: { on: 1 } },
  "POST /api/routes/:id/fill_in/preview": { fill_in: { on: 1 } },
  "POST /api/documents/:id/placeholders": { fields: [{ id: "a", name: "A" }] },
  "POST /api/documents/:id/samples": { name: "b", data: {} },
  "POST /api/tools/page_picture": { file: { contents: "" } },
  "POST /api/templates/lint": { type: "html", html: "a" },
  "PUT /api/documents/:id/samples/:sample": { name: "b" },
  "PUT /api/routes/:id/rules": { rules: [] },
  "POST /api/routes/:id/copy": { name: "c" },
  "POST /api/folders": { name: "Other" },
  "PUT /api/folders/:folder": { name: "Other" },
  "POST /api/keys": { name: "b" },
  "PUT /api/keys/:key": { name: "b" },
  "POST /api/hooks": { event: "run.done", target_url: "https://hooks.example.com/in" },
  "PUT /api/hooks/:hook": { active: 0 },
  "PUT /api/issuers/:issuer": { name: "b", issuer: "https://id.example.com", client_id: "b", domain: "example.com" },
  "PUT /api/passkeys/:passkey": { name: "b" },
  "PUT /api/people/:person": { name: "b", role: "editor" },
  "POST /api/people/first_owner": { email: "other@example.com" },
  "POST /api/invitations": { email: "other@example.com", role: "viewer" },
};

export interface Owned {
  workspaceId: string;
  authorization: string;
  call: ApiClient;
  ids: Record<string, string>;
  /** The same for paths of data routes. */
  routeIds: Record<string, string>;
}

/** A workspace with something for every path parameter. */
export async function newOwner(): Promise<Owned> {
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
    {
      task: documentTask(Number(document.id)),
      source: "api",
      test: false,
      requestId: `request-${caller.workspaceId}`,
      askedBy: undefined,
    },
    new Date(),
  );
  const rules = [{ document_id: document.id }];
  const { body: route } = await call("POST", "/api/routes", { name: "Confidential route", rules });
  const { body: routeDeliveries } = await call("POST", `/api/routes/${route.id}/deliveries`, delivery);
  const { body: sample } = await call("POST", `/api/documents/${document.id}/samples`, {
    name: "Confidential",
    data: { a: 1 },
  });
  const root = await makeCertificate({ name: "Confidential Root" });
  const signer = await makeIdentity(await makeCertificate({ name: "Confidential Signer", issuer: root }), root);
  const { body: identity } = await call("POST", "/api/identities", {
    name: "Confidential identity",
    file: identityPem(signer),
    password: "",
  });
  const formerAddress = async (path: string, word: string) =>
    (await call("POST", `${path}/addresses`, { url: `https://old.example.com/${word}/7/${caller.keyId}` })).body.id;
  const { body: folder } = await call("POST", "/api/folders", { name: "Confidential folder" });
  const { body: key } = await call("POST", "/api/keys", { name: "Confidential key" });
  const { body: hook } = await call("POST", "/api/hooks", {
    event: "run.done",
    target_url: "https://confidential.example.com/in",
    filter: { document_id: document.id },
  });
  const store = createStore(env);
  const { session } = await store.loginSessions.create(
    { workspaceId: caller.workspaceId, keyId: caller.keyId, way: "key", userAgent: "Confidential" },
    new Date(),
  );
  const person = await store.persons.findOrCreate(
    caller.workspaceId,
    "confidential@example.com",
    "Confidential",
    new Date(),
  );
  await store.memberships.add(caller.workspaceId, person.id, "viewer", [], new Date());
  const waiting = { email: "invited-confidential@example.com", role: "viewer", folders: [], invitedBy: "" } as const;
  const { invitation } = await store.invitations.create(caller.workspaceId, { ...waiting, folders: [] }, new Date());
  const font = await store.fonts.save(
    caller.workspaceId,
    {
      ...{ family: "Confidential", styleFamily: undefined, postScriptName: "Confidential", weight: 400 },
      ...{ isBold: false, isItalic: false, format: "ttf", bytes: new TextEncoder().encode("confidential") },
    },
    1,
    new Date(),
  );
  const { body: binned } = await call("POST", "/api/documents", { name: "Confidential bin", type: "html", html: "a" });
  await call("DELETE", `/api/documents/${binned.id}`);
  const sent = await sentMail(caller.workspaceId, run.id);
  const ids = {
    id: document.id,
    delivery: made.id,
    version: "1",
    run: run.id,
    sample: sample.id,
    folder: folder.id,
    key: key.id,
    hook: hook.id,
    identity: identity.id,
    session: session.id,
    person: person.id,
    invitation: invitation.id,
    font: font?.id ?? "",
    attempt: sent,
    mail: sent,
    address: await formerAddress(`/api/documents/${document.id}`, "merge"),
    kind: "document",
    item: binned.id,
  };
  const routeIds = {
    id: route.id,
    delivery: routeDeliveries[0].id,
    rule: route.rules[0].id,
    address: await formerAddress(`/api/routes/${route.id}`, "route"),
  };
  return { workspaceId: caller.workspaceId, authorization: caller.authorization, call, ids, routeIds };
}

/** A mail that a run sent, as it is in the database: its id. */
async function sentMail(workspaceId: string, runId: string): Promise<string> {
  const id = `sent-${workspaceId}`;
  const preview = { to: "confidential@example.com", subject: "Confidential", html: "<b>confidential</b>" };
  const now = Date.now();
  await env.DB.batch([
    env.DB.prepare(
      `insert into outbox (id, workspace_id, run_id, delivery_id, kind, settings, target, status, tries, preview, created_at)
       values (?, ?, ?, 'd1', 'email', '{}', '', 'done', 1, ?, ?)`,
    ).bind(id, workspaceId, runId, JSON.stringify(preview), now),
    env.DB.prepare("insert into attempts values (?, ?, ?, 1, 1, 'confidential', ?, ?)").bind(
      `try-${workspaceId}`,
      workspaceId,
      id,
      now,
      now,
    ),
  ]);
  return id;
}

/** Puts the owner's own ids into a path. */
export const fill = (path: string, { ids, routeIds }: Owned): string => {
  const known: Record<string, string | undefined> = path.startsWith("/api/routes/")
    ? routeIds
    : path.startsWith("/api/runs/")
      ? { id: ids.run }
      : path.startsWith("/api/identities/")
        ? { id: ids.identity }
        : ids;
  return path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? (name === "position" ? "0" : "1"));
};

/** How the rows of tables belong to a workspace that do not name it. */
const OWNED_THROUGH: Readonly<Record<string, string>> = {
  workspaces: "id = ?1",
  fields: "document_id IN (SELECT id FROM documents WHERE workspace_id = ?1)",
  run_files: "run_id IN (SELECT id FROM runs WHERE workspace_id = ?1)",
  session_posts: "session_id IN (SELECT id FROM sessions WHERE workspace_id = ?1)",
  passkeys: "person_id IN (SELECT id FROM persons WHERE workspace_id = ?1)",
  idempotency_keys: "scope IN (SELECT id FROM api_keys WHERE workspace_id = ?1)",
};
/** Tables of the service itself, and of what keeps it. */
const NOBODYS = new Set(["application_records", "sign_in_attempts", "sweeps", "d1_migrations", "sqlite_sequence"]);

/** Everything that is kept of a workspace: its rows in every table, and its blobs, whose content their tags stand for. */
export async function snapshot({ workspaceId }: Owned) {
  const tables = await ownedTables();
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

let tablesFound: Promise<string[]> | undefined;

/** The tables that hold something of workspaces. */
function ownedTables(): Promise<string[]> {
  tablesFound ??= env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  )
    .all<{ name: string }>()
    .then(({ results }) => results.map(({ name }) => name).filter((name) => !NOBODYS.has(name)));
  return tablesFound;
}

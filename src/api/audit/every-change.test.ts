import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { describe, expect, it, vi } from "vitest";
import { type ApiClient, clientWith, newClient } from "../../../test/support/api-client.ts";
import { newMember } from "../../../test/support/members.ts";
import { paragraph, wordDocument } from "../../../test/support/office-files.ts";
import { testService } from "../../../test/support/test-service.ts";
import { ENDPOINTS } from "../../app.ts";
import type { AuditEntry } from "../../domain/audit/entry.ts";
import { smallFont } from "../../font/testing/small-font.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { identityPem, makeCertificate, makeIdentity } from "../../signing/testing/make-identity.ts";
import { createStore } from "../../store/store.ts";
import { TURNSTILE_KEYS, turnstileAnswers } from "../fill-in/testing/turnstile-answers.ts";
import { CHANGES_OF_PEOPLE } from "./testing/changes-elsewhere.ts";

/** What the changes of this test are made to. */
interface Made {
  workspaceId: string;
  documentId: string;
  routeId: string;
  runId: string;
  pem: Uint8Array;
}

/** Queues that nobody reads: what is accepted stays so. */
const SILENT_QUEUE = { send: async () => undefined, sendBatch: async () => undefined } as unknown as Queue;
const SILENT = { MERGES: SILENT_QUEUE, TOOLS: SILENT_QUEUE, DELIVERIES: SILENT_QUEUE };

type Change = (call: ApiClient, made: Made) => Promise<{ status: number; body?: unknown }>;

const WEBHOOK = { type: "webhook", name: "Shop", settings: { url: "https://example.com/hook" } };

const HOOK = { event: "run.done", target_url: "https://hooks.example.com/in" };

/** For each endpoint that changes something: the entry that it leaves, and a request that makes the change. */
const CHANGES: Record<string, [action: string, change: Change]> = {
  "POST /api/documents": [
    "document.created",
    (call) => call("POST", "/api/documents", { name: "b", type: "html", html: "b" }),
  ],
  "PUT /api/documents/:id": [
    "document.updated",
    (call, { documentId }) => call("PUT", `/api/documents/${documentId}`, { name: "c" }),
  ],
  "POST /api/documents/:id/copy": [
    "document.copied",
    (call, { documentId }) => call("POST", `/api/documents/${documentId}/copy`, { name: "d" }),
  ],
  "POST /api/documents/:id/key": [
    "document.address_renewed",
    (call, { documentId }) => call("POST", `/api/documents/${documentId}/key`),
  ],
  "POST /api/documents/:id/fill_in/key": [
    "document.fill_in_address_renewed",
    (call, { documentId }) => call("POST", `/api/documents/${documentId}/fill_in/key`),
  ],
  "DELETE /api/documents/:id": [
    "document.deleted",
    async (call) => call("DELETE", `/api/documents/${await newDocument(call)}`),
  ],
  "POST /api/documents/:id/purge": [
    "document.runs_purged",
    async (call, { documentId }) => {
      await finishedRun("document_id", documentId);
      return call("POST", `/api/documents/${documentId}/purge`);
    },
  ],
  "POST /api/documents/:id/versions/:version/publish": [
    "document.published",
    async (call) => {
      const id = await newDocument(call);
      await call("PUT", `/api/documents/${id}`, { html: "draft", draft: 1 });
      return call("POST", `/api/documents/${id}/versions/2/publish`);
    },
  ],
  "POST /api/documents/:id/versions/:version/restore": [
    "document.restored",
    async (call) => {
      const id = await newDocument(call);
      await call("PUT", `/api/documents/${id}`, { html: "other" });
      return call("POST", `/api/documents/${id}/versions/1/restore`);
    },
  ],
  "PUT /api/documents/:id/pdf_fields": [
    "document.updated",
    async (call) => {
      const file_contents = Buffer.from(buildPages(1)).toString("base64");
      const { body } = await call("POST", "/api/documents", { name: "form", type: "pdf", file_contents });
      const fields = [{ page: 1, box: [20, 20, 120, 40], kind: "text", name: "Name" }];
      return call("PUT", `/api/documents/${body.id}/pdf_fields`, { fields });
    },
  ],
  "POST /api/documents/:id/placeholders": [
    "document.updated",
    async (call) => {
      const file_contents = wordDocument(paragraph("Dear [Company],"));
      const { body } = await call("POST", "/api/documents", { name: "old", type: "docx", file_contents });
      const path = `/api/documents/${body.id}/placeholders`;
      const [found] = (await call("GET", path)).body;
      return call("POST", path, { fields: [{ id: found.id, name: "Company" }] });
    },
  ],
  "POST /api/documents/:id/samples": [
    "sample.created",
    (call, { documentId }) =>
      call("POST", `/api/documents/${documentId}/samples`, { name: "s", data: { Name: "Ada" } }),
  ],
  "PUT /api/documents/:id/samples/:sample": [
    "sample.updated",
    async (call, { documentId }) =>
      call("PUT", `/api/documents/${documentId}/samples/${await newSample(call, documentId, "u")}`, { name: "v" }),
  ],
  "DELETE /api/documents/:id/samples/:sample": [
    "sample.deleted",
    async (call, { documentId }) =>
      call("DELETE", `/api/documents/${documentId}/samples/${await newSample(call, documentId, "x")}`),
  ],
  "POST /api/routes": ["route.created", (call) => call("POST", "/api/routes", { name: "r" })],
  "PUT /api/routes/:id": ["route.updated", (call, { routeId }) => call("PUT", `/api/routes/${routeId}`, { name: "q" })],
  "PUT /api/routes/:id/rules": [
    "route.rules_replaced",
    (call, { routeId, documentId }) =>
      call("PUT", `/api/routes/${routeId}/rules`, { rules: [{ document_id: documentId }] }),
  ],
  "DELETE /api/routes/:id/rules/:rule": [
    "route.rule_deleted",
    async (call, { routeId, documentId }) => {
      const { body } = await call("PUT", `/api/routes/${routeId}/rules`, { rules: [{ document_id: documentId }] });
      return call("DELETE", `/api/routes/${routeId}/rules/${body.rules[0].id}`);
    },
  ],
  "POST /api/routes/:id/copy": [
    "route.copied",
    (call, { routeId }) => call("POST", `/api/routes/${routeId}/copy`, { name: "r2" }),
  ],
  "POST /api/routes/:id/key": [
    "route.address_renewed",
    (call, { routeId }) => call("POST", `/api/routes/${routeId}/key`),
  ],
  "POST /api/routes/:id/fill_in/key": [
    "route.fill_in_address_renewed",
    (call, { routeId }) => call("POST", `/api/routes/${routeId}/fill_in/key`),
  ],
  "POST /api/routes/:id/purge": [
    "route.runs_purged",
    async (call, { routeId }) => {
      await finishedRun("route_id", routeId);
      return call("POST", `/api/routes/${routeId}/purge`);
    },
  ],
  "DELETE /api/routes/:id": [
    "route.deleted",
    async (call) => call("DELETE", `/api/routes/${(await call("POST", "/api/routes", { name: "gone" })).body.id}`),
  ],
  ...addressChanges("/api/documents/:id", "merge", ({ documentId }) => `/api/documents/${documentId}`),
  ...addressChanges("/api/routes/:id", "route", ({ routeId }) => `/api/routes/${routeId}`),
  "POST /api/bin/:kind/:item/restore": [
    "document.undeleted",
    async (call) => call("POST", `/api/bin/document/${await deletedDocument(call)}/restore`),
  ],
  "DELETE /api/bin/:kind/:item": [
    "document.erased",
    async (call) => call("DELETE", `/api/bin/document/${await deletedDocument(call)}`),
  ],
  ...deliveryChanges("/api/documents/:id", ({ documentId }) => `/api/documents/${documentId}`),
  ...deliveryChanges("/api/routes/:id", ({ routeId }) => `/api/routes/${routeId}`),
  "POST /api/deliveries/:attempt/retry": [
    "delivery.retried",
    async (call, { runId }) => {
      const { body } = await call("GET", `/api/deliveries?run_id=${runId}`);
      return call("POST", `/api/deliveries/${body[0].id}/retry`);
    },
  ],
  "POST /api/runs/:id/replay": ["run.replayed", (call, { runId }) => call("POST", `/api/runs/${runId}/replay`)],
  "POST /api/runs/:id/cancel": [
    "run.cancelled",
    async (call, { runId }) => {
      const { body } = await call("POST", `/api/runs/${runId}/replay`);
      return call("POST", `/api/runs/${body.run_id}/cancel`);
    },
  ],
  "POST /api/runs/:id/pause": ["run.paused", async (call) => call("POST", `/api/runs/${await laterBatch(call)}/pause`)],
  "POST /api/runs/:id/resume": [
    "run.resumed",
    async (call) => {
      const id = await laterBatch(call);
      await call("POST", `/api/runs/${id}/pause`);
      return call("POST", `/api/runs/${id}/resume`);
    },
  ],
  "POST /api/runs/:id/purge": ["run.purged", (call, { runId }) => call("POST", `/api/runs/${runId}/purge`)],
  "DELETE /api/mail_server": [
    "mail_server.removed",
    async (call, { workspaceId }) => {
      const server = { sender: "a@example.com", host: "smtp.example.com", port: 465, security: "tls" } as const;
      const login = { user: "", sealedPassword: "", dkimSelector: "" };
      await createStore(env).mailServers.put(workspaceId, { ...server, ...login }, new Date());
      return call("DELETE", "/api/mail_server");
    },
  ],
  "PUT /api/turnstile": [
    "turnstile.set",
    async (call) => {
      vi.spyOn(globalThis, "fetch").mockImplementation(turnstileAnswers(() => ["invalid-input-response"]));
      return call("PUT", "/api/turnstile", TURNSTILE_KEYS).finally(() => vi.restoreAllMocks());
    },
  ],
  "DELETE /api/turnstile": [
    "turnstile.removed",
    async (call, { workspaceId }) => {
      const keys = { siteKey: TURNSTILE_KEYS.site_key, sealedSecret: "" };
      await createStore(env).turnstileKeys.put(workspaceId, keys, new Date());
      return call("DELETE", "/api/turnstile");
    },
  ],
  "POST /api/identities": [
    "identity.created",
    (call, { pem }) => call("POST", "/api/identities", { name: "one", file: pem }),
  ],
  "PUT /api/identities/:id": [
    "identity.updated",
    async (call, { pem }) => {
      const { body } = await call("POST", "/api/identities", { name: "two", file: pem });
      return call("PUT", `/api/identities/${body.id}`, { name: "three" });
    },
  ],
  "DELETE /api/identities/:id": [
    "identity.deleted",
    async (call, { pem }) => {
      const { body } = await call("POST", "/api/identities", { name: "four", file: pem });
      return call("DELETE", `/api/identities/${body.id}`);
    },
  ],
  "POST /api/people/first_owner": [
    "person.first_owner_named",
    (call) => call("POST", "/api/people/first_owner", { email: "first@example.com" }),
  ],
  "PUT /api/people/:person": [
    "person.role_changed",
    async (call, { workspaceId }) =>
      call("PUT", `/api/people/${(await newMember(workspaceId, "viewer")).personId}`, { role: "editor" }),
  ],
  "DELETE /api/people/:person": [
    "person.let_go",
    async (call, { workspaceId }) => call("DELETE", `/api/people/${(await newMember(workspaceId, "viewer")).personId}`),
  ],
  "POST /api/invitations": ["invitation.sent", (call) => newInvitation(call, "ada@example.com")],
  "POST /api/invitations/:invitation/again": [
    "invitation.sent_again",
    async (call) => {
      const { body } = await newInvitation(call, "bob@example.com");
      await env.DB.prepare("update invitations set created_at = 0 where id = ?").bind(body.id).run();
      return call("POST", `/api/invitations/${body.id}/again`);
    },
  ],
  "DELETE /api/invitations/:invitation": [
    "invitation.withdrawn",
    async (call) => call("DELETE", `/api/invitations/${(await newInvitation(call, "eve@example.com")).body.id}`),
  ],
  "POST /api/directory": ["directory.connected", (call) => call("POST", "/api/directory", { role: "viewer" })],
  "DELETE /api/directory": [
    "directory.disconnected",
    async (call) => {
      await call("POST", "/api/directory", { role: "viewer" });
      return call("DELETE", "/api/directory");
    },
  ],
  "POST /api/folders": ["folder.created", (call) => call("POST", "/api/folders", { name: "A/B" })],
  "PUT /api/folders/:folder": [
    "folder.moved",
    async (call) => {
      const { body } = await call("POST", "/api/folders", { name: "C" });
      return call("PUT", `/api/folders/${body.id}`, { name: "D" });
    },
  ],
  "DELETE /api/folders/:folder": [
    "folder.deleted",
    async (call) => call("DELETE", `/api/folders/${(await call("POST", "/api/folders", { name: "E" })).body.id}`),
  ],
  "PUT /api/account": ["account.updated", (call) => call("PUT", "/api/account", { name: "Office" })],
  "POST /api/account/alert_secret": [
    "account.alert_secret_rotated",
    (call) => call("POST", "/api/account/alert_secret"),
  ],
  "POST /api/fonts": ["font.added", (call) => call("POST", "/api/fonts", { file: fontFile() })],
  "DELETE /api/fonts/:font": [
    "font.deleted",
    async (call) => call("DELETE", `/api/fonts/${(await call("POST", "/api/fonts", { file: fontFile() })).body.id}`),
  ],
  "POST /api/hooks": ["hook.created", (call) => call("POST", "/api/hooks", HOOK)],
  "PUT /api/hooks/:hook": [
    "hook.updated",
    async (call) => call("PUT", `/api/hooks/${(await call("POST", "/api/hooks", HOOK)).body.id}`, { active: 0 }),
  ],
  "DELETE /api/hooks/:hook": [
    "hook.deleted",
    async (call) => call("DELETE", `/api/hooks/${(await call("POST", "/api/hooks", HOOK)).body.id}`),
  ],
  "POST /api/keys": ["key.created", (call) => call("POST", "/api/keys", { name: "k" })],
  "PUT /api/keys/:key": [
    "key.renamed",
    async (call) => call("PUT", `/api/keys/${(await call("POST", "/api/keys", { name: "l" })).body.id}`, { name: "m" }),
  ],
  "DELETE /api/keys/:key": [
    "key.revoked",
    async (call) => call("DELETE", `/api/keys/${(await call("POST", "/api/keys", { name: "n" })).body.id}`),
  ],
};

/** Merges and tools make runs, which are their own history; the others only look. */
const NO_CHANGES =
  /^POST \/(merge\/|route\/|api\/(tools|merge|route)(\/|$)|api\/(documents|routes)\/:id\/(fill_in\/preview|merge|batch|read_list|deliveries\/(:delivery\/)?test)|api\/documents\/:id\/(lint|preview|versions\/:version\/(merge|test))|api\/hooks\/:hook\/test|api\/(templates|preview|consents|passkeys\/options|applications\/request))/;

/** What `people-changes.test.ts` tries. A mail server is saved only if it takes the login: `test/e2e/mail-server.test.ts` has its entry. */
const ELSEWHERE: readonly string[] = [...CHANGES_OF_PEOPLE, "PUT /api/mail_server"];

function deliveryChanges(path: string, ofOwner: (made: Made) => string): typeof CHANGES {
  const made = async (call: ApiClient, owner: string) => {
    const { body } = await call("POST", `${owner}/deliveries`, WEBHOOK);
    return `${owner}/deliveries/${(Array.isArray(body) ? body[0] : body).id}`;
  };
  return {
    [`POST ${path}/deliveries`]: [
      "delivery.created",
      (call, given) => call("POST", `${ofOwner(given)}/deliveries`, WEBHOOK),
    ],
    [`PUT ${path}/deliveries/:delivery`]: [
      "delivery.updated",
      async (call, given) => call("PUT", await made(call, ofOwner(given)), { name: "Other" }),
    ],
    [`DELETE ${path}/deliveries/:delivery`]: [
      "delivery.deleted",
      async (call, given) => call("DELETE", await made(call, ofOwner(given))),
    ],
    [`POST ${path}/deliveries/:delivery/secret`]: [
      "delivery.secret_rotated",
      async (call, given) => call("POST", `${await made(call, ofOwner(given))}/secret`),
    ],
  };
}

function addressChanges(path: string, word: string, ofOwner: (made: Made) => string): typeof CHANGES {
  const add = async (call: ApiClient, owner: string, key: string) =>
    call("POST", `${owner}/addresses`, { url: `https://old.example.com/${word}/12345/${crypto.randomUUID()}-${key}` });
  return {
    [`POST ${path}/addresses`]: ["address.added", (call, made) => add(call, ofOwner(made), "a")],
    [`DELETE ${path}/addresses/:address`]: [
      "address.deleted",
      async (call, made) => {
        const { body } = await add(call, ofOwner(made), "b");
        return call("DELETE", `${ofOwner(made)}/addresses/${body.id}`);
      },
    ],
  };
}

/** A run of a document or data route that is done. */
async function finishedRun(owner: "document_id" | "route_id", id: string): Promise<void> {
  const table = owner === "document_id" ? "documents" : "routes";
  await env.DB.prepare(
    `insert into runs (id, workspace_id, ${owner}, source, status, request_id, test, accepted_at)
     select 'done-${owner}-' || id, workspace_id, id, 'api', 'done', 'r', 0, 0 from ${table} where id = ?`,
  )
    .bind(id)
    .run();
}

/** A batch that begins tomorrow. */
async function laterBatch(call: ApiClient): Promise<string> {
  const run_at = new Date(Date.now() + 86_400_000).toISOString();
  const { status, body } = await call("POST", `/api/documents/${await newDocument(call)}/batch?run_at=${run_at}`, {
    records: [{ Name: "Ada" }],
  });
  expect(status, JSON.stringify(body)).toBe(202);
  return body.run_id;
}

const fontFile = () => Buffer.from(smallFont()).toString("base64");

const newDocument = async (call: ApiClient): Promise<string> =>
  (await call("POST", "/api/documents", { name: "a", type: "html", html: "a" })).body.id;

async function deletedDocument(call: ApiClient): Promise<string> {
  const id = await newDocument(call);
  await call("DELETE", `/api/documents/${id}`);
  return id;
}

const newInvitation = (call: ApiClient, email: string) => call("POST", "/api/invitations", { email, role: "viewer" });

const newSample = async (call: ApiClient, documentId: string, name: string): Promise<string> =>
  (await call("POST", `/api/documents/${documentId}/samples`, { name, data: {} })).body.id;

async function entriesOf(workspaceId: string): Promise<AuditEntry[]> {
  const { results } = await env.DB.prepare("select entry from audit_log where workspace_id = ? order by seq")
    .bind(workspaceId)
    .all<{ entry: string }>();
  return results.map(({ entry }) => JSON.parse(entry));
}

describe("the log", () => {
  const changing = ENDPOINTS.filter(({ method, auth }) => method !== "get" && auth === "key")
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .filter((each) => !NO_CHANGES.test(each) && !ELSEWHERE.includes(each));

  it("is tried with every endpoint that changes something", () => {
    expect(changing.toSorted()).toEqual(Object.keys(CHANGES).toSorted());
  });

  it("has an entry of each change, and none of a change that was refused", async () => {
    const { caller } = await newClient();
    const call = clientWith(caller.authorization, SILENT);
    const documentId = await newDocument(call);
    const routeId = (await call("POST", "/api/routes", { name: "r" })).body.id;
    const pem = identityPem(
      await makeIdentity(await makeCertificate({ name: "Ada" }), await makeCertificate({ name: "Root" })),
    );
    const template = wordDocument(paragraph("{$Secret}"));
    const letter = { name: "Letter", type: "docx", output: "docx", file_contents: template };
    const { body: merging } = await call("POST", "/api/documents", letter);
    await call("POST", `/api/documents/${merging.id}/deliveries`, WEBHOOK);
    const data = { Secret: "31337-merge-data" };
    const merged = await testService(undefined, SILENT)(`/api/documents/${merging.id}/merge?download=1`, {
      method: "POST",
      headers: { authorization: caller.authorization, "content-type": "application/json" },
      body: JSON.stringify({ data, test: 1 }),
    });
    expect(merged.ok).toBe(true);
    const runId = merged.headers.get("x-run-id") ?? "";
    const made: Made = { workspaceId: caller.workspaceId, documentId, routeId, runId, pem };

    for (const [endpoint, [action, change]] of Object.entries(CHANGES)) {
      const before = (await entriesOf(caller.workspaceId)).filter((entry) => entry.action === action).length;
      const { status, body } = await change(call, made);
      expect(status, `${endpoint}: ${JSON.stringify(body)}`).toBeLessThan(300);
      const entries = await entriesOf(caller.workspaceId);
      expect(entries.at(-1), endpoint).toMatchObject({ action, actor: { type: "key", id: caller.keyId, via: "api" } });
      expect(entries.filter((entry) => entry.action === action).length, endpoint).toBe(before + 1);
      expect(entries.at(-1)?.resource.id, endpoint).not.toBe(undefined);
    }

    const count = (await entriesOf(caller.workspaceId)).length;
    const refused = [
      call("PUT", "/api/documents/999999", { name: "c" }),
      call("DELETE", "/api/documents/999999"),
      call("PUT", `/api/documents/${documentId}`, { name: "late" }, { headers: { "if-match": '"0"' } }),
      call("DELETE", `/api/documents/${documentId}/deliveries/none`),
      call("DELETE", "/api/keys/none"),
      call("POST", "/api/folders", { name: "A/B" }),
    ];
    for (const { status } of await Promise.all(refused)) expect(status).toBeGreaterThanOrEqual(400);
    const entries = await entriesOf(caller.workspaceId);
    expect(entries).toHaveLength(count);
    expect(JSON.stringify(entries)).not.toContain("31337-merge-data");
    expect(JSON.stringify(entries)).not.toContain("whsec_");
    expect(JSON.stringify(entries)).not.toContain("PRIVATE KEY");
  });
});

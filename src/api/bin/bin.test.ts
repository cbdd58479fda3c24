import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { clientOfKey, newMember } from "../../../test/support/members.ts";
import { present } from "../../domain/present.ts";
import { smallFont } from "../../font/testing/small-font.ts";
import { identityPem, makeCertificate, makeIdentity } from "../../signing/testing/make-identity.ts";
import { createStore } from "../../store/store.ts";

let call: ApiClient;
let workspaceId: string;
beforeEach(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ workspaceId } = client.caller);
});

const newDocument = async (members: object = {}) =>
  (await call("POST", "/api/documents", { name: "Invoice", type: "html", html: "Dear {$Name}", ...members })).body;
const binned = async (client = call) => (await client("GET", "/api/bin")).body;
const restore = (kind: string, id: string, body: object = {}, client = call) =>
  client("POST", `/api/bin/${kind}/${id}/restore`, body);
const storedBytes = async () =>
  (
    await env.DB.prepare("select stored_bytes as bytes from workspaces where id = ?")
      .bind(workspaceId)
      .first<{ bytes: number }>()
  )?.bytes;

describe("a document in the bin", () => {
  it("comes back with its id, address, folder, versions, samples and deliveries", async () => {
    const document = await newDocument({ folder: "Sales/2026" });
    const path = `/api/documents/${document.id}`;
    await call("PUT", path, { html: "Hello {$Name}" });
    await call("POST", `${path}/samples`, { name: "Ada", data: { Name: "Ada" } });
    await call("POST", `${path}/deliveries`, { type: "email", settings: { to: "ada@example.com" } });
    const everything = () =>
      Promise.all(
        ["", "/versions", "/samples", "/deliveries", "/fields"].map(async (of) => (await call("GET", path + of)).body),
      );
    const before = await everything();

    await call("DELETE", path);
    expect((await call("GET", path)).status).toBe(404);
    expect((await call("POST", new URL(document.url).pathname, { Name: "Ada" })).status).toBe(404);
    expect(await binned()).toMatchObject([
      {
        type: "document",
        id: document.id,
        name: "Invoice",
        folder: "Sales/2026",
        deleted_by: { type: "key", name: "test", via: "api" },
      },
    ]);
    const [{ deleted_at, expires_at }] = await binned();
    expect(Date.parse(expires_at) - Date.parse(deleted_at)).toBe(30 * 86_400_000);

    const answer = await restore("document", document.id);
    expect(answer.body).toEqual({
      type: "document",
      id: document.id,
      name: "Invoice",
      folder: "Sales/2026",
      success: 1,
    });
    expect(await everything()).toEqual(before);
    expect((await call("POST", `${new URL(document.url).pathname}?test=1`, { Name: "Ada" })).status).toBe(201);
    expect(await binned()).toEqual([]);
    expect((await restore("document", document.id)).body.code).toBe("bin_item_not_found");
    const [entry] = (await call("GET", "/api/audit?action=document.undeleted")).body;
    expect(entry.resource).toEqual({ type: "document", id: document.id, name: "Invoice" });
  });

  it("has its rules in data routes again", async () => {
    const document = await newDocument();
    const { body: route } = await call("POST", "/api/routes", { name: "R", rules: [{ document_id: document.id }] });
    await call("DELETE", `/api/documents/${document.id}`);
    await call("DELETE", `/api/routes/${route.id}`);
    expect((await binned()).map(({ type }: { type: string }) => type)).toEqual(["route", "document"]);

    await restore("route", route.id);
    await restore("document", document.id);
    const { body } = await call("GET", `/api/routes/${route.id}?details=1`);
    expect(body).toMatchObject({ url: route.url, rules: [{ document_id: document.id }], warnings: [] });
  });

  it("is removed for good by an owner, and by nobody else", async () => {
    const document = await newDocument();
    await call("DELETE", `/api/documents/${document.id}`);
    const { call: editor } = await newMember(workspaceId, "editor", {});
    expect((await editor("DELETE", `/api/bin/document/${document.id}`)).body.code).toBe("not_allowed");
    expect(await call("DELETE", `/api/bin/document/${document.id}`)).toMatchObject({
      status: 200,
      body: { success: "1" },
    });
    expect((await call("DELETE", `/api/bin/document/${document.id}`)).status).toBe(404);
    expect((await restore("document", document.id)).status).toBe(404);
  });

  it("stays as long as a merge of it is under way", async () => {
    const document = await newDocument();
    const run_at = new Date(Date.now() + 86_400_000).toISOString();
    await call("POST", `/api/documents/${document.id}/batch?run_at=${run_at}`, { records: [{ Name: "Ada" }] });
    await call("DELETE", `/api/documents/${document.id}`);
    expect((await call("DELETE", `/api/bin/document/${document.id}`)).body.code).toBe("run_not_finished");
    expect((await restore("document", document.id)).status).toBe(200);
  });

  it("is gone after 30 days, with what lies in the bin of it", async () => {
    const document = await newDocument();
    const { body: sample } = await call("POST", `/api/documents/${document.id}/samples`, { name: "Ada", data: {} });
    await call("DELETE", `/api/documents/${document.id}/samples/${sample.id}`);
    await call("DELETE", `/api/documents/${document.id}`);
    const sweep = (days: number) => createStore(env).upkeep.garbage.sweep(new Date(Date.now() + days * 86_400_000));
    await sweep(29);
    expect(await binned()).toHaveLength(2);
    await sweep(31);
    expect(await binned()).toEqual([]);
  });
});

describe("what belongs to a document", () => {
  it("comes back as it was, once its document is there", async () => {
    const { id } = await newDocument();
    const path = `/api/documents/${id}`;
    const { body: sample } = await call("POST", `${path}/samples`, {
      name: "Ada",
      data: { Name: 'a "quoted" \\ name' },
    });
    const webhook = { type: "webhook", name: "Shop", settings: { url: "https://example.com/hook" } };
    const { body: delivery } = await call("POST", `${path}/deliveries`, webhook);
    const { body: deliveries } = await call("GET", `${path}/deliveries`);
    const bytes = await storedBytes();

    await call("DELETE", `${path}/samples/${sample.id}`);
    await call("DELETE", `${path}/deliveries/${delivery.id}`);
    expect(await storedBytes()).toBe(bytes);
    await call("DELETE", path);
    for (const [kind, item] of [
      ["sample", sample.id],
      ["delivery", delivery.id],
    ])
      expect((await restore(kind, item)).body.code, kind).toBe("not_restorable");

    await restore("document", id);
    expect((await restore("sample", sample.id)).status).toBe(200);
    expect((await restore("delivery", delivery.id)).status).toBe(200);
    expect((await call("GET", `${path}/samples/${sample.id}`)).body).toEqual(sample);
    expect((await call("GET", `${path}/deliveries`)).body).toEqual(deliveries);
    expect(await storedBytes()).toBe(bytes);
    expect(await binned()).toEqual([]);
  });

  it("takes another name where its own was given away", async () => {
    const { id } = await newDocument();
    const path = `/api/documents/${id}/samples`;
    const { body: first } = await call("POST", path, { name: "Ada", data: { Name: "first" } });
    await call("DELETE", `${path}/${first.id}`);
    await call("POST", path, { name: "Ada", data: { Name: "second" } });
    expect((await restore("sample", first.id)).body).toMatchObject({ code: "name_taken", status: 409 });
    expect(await binned()).toHaveLength(1);
    expect((await restore("sample", first.id, { name: "Ada before" })).body.name).toBe("Ada before");
    expect((await call("GET", `${path}/${first.id}`)).body).toMatchObject({
      name: "Ada before",
      data: { Name: "first" },
    });
  });
});

describe("fonts and signing identities in the bin", () => {
  it("come back as they were", async () => {
    const file = Buffer.from(smallFont()).toString("base64");
    const { body: font } = await call("POST", "/api/fonts", { file });
    const pem = identityPem(
      await makeIdentity(await makeCertificate({ name: "Ada" }), await makeCertificate({ name: "Root" })),
    );
    const { body: identity } = await call("POST", "/api/identities", { name: "Sales", file: pem });
    await call("DELETE", `/api/fonts/${font.id}`);
    await call("DELETE", `/api/identities/${identity.id}`);
    await createStore(env).upkeep.garbage.sweep(new Date(Date.now() + 2 * 86_400_000));

    expect((await restore("font", font.id)).status).toBe(200);
    expect((await restore("identity", identity.id)).status).toBe(200);
    expect((await call("GET", "/api/fonts")).body).toEqual([font]);
    expect((await call("GET", `/api/identities/${identity.id}`)).body).toMatchObject({
      id: identity.id,
      name: "Sales",
    });

    await call("DELETE", `/api/fonts/${font.id}`);
    await call("POST", "/api/fonts", { file });
    expect((await restore("font", font.id)).body.code).toBe("not_restorable");
    expect((await call("DELETE", `/api/bin/font/${font.id}`)).status).toBe(200);
  });
});

describe("what there may be no more of", () => {
  /** Puts rows like one that is there beside it, each with an id and a name of its own. */
  async function multiply(table: string, id: string, unique: readonly string[], count: number) {
    const row = present(
      await env.DB.prepare(`select * from ${table} where id = ?`).bind(id).first<Record<string, unknown>>(),
    );
    const names = Object.keys(row);
    const insert = env.DB.prepare(`insert into ${table} (${names}) values (${names.map(() => "?")})`);
    const copy = (number: number) =>
      names.map((name) => (unique.includes(name) ? `${row[name]}-${number}` : row[name]));
    await env.DB.batch(Array.from({ length: count }, (_, number) => insert.bind(...copy(number))));
  }

  const newSample = async () => {
    const { id } = await newDocument();
    const path = `/api/documents/${id}/samples`;
    return { path, id: (await call("POST", path, { name: "Ada", data: {} })).body.id };
  };
  const newFont = async () => {
    const file = Buffer.from(smallFont()).toString("base64");
    return { path: "/api/fonts", id: (await call("POST", "/api/fonts", { file })).body.id };
  };
  const newIdentity = async () => {
    const file = identityPem(await makeIdentity(await makeCertificate({ name: "Ada" })));
    return { path: "/api/identities", id: (await call("POST", "/api/identities", { name: "Sales", file })).body.id };
  };

  it.each([
    ["sample", newSample, "samples", ["id", "name"], 100, "The document has 100 samples"],
    ["font", newFont, "fonts", ["id", "family_key"], 100, "The workspace has 100 fonts"],
    ["identity", newIdentity, "signing_identities", ["id", "name"], 50, "The workspace has 50 signing identities"],
  ] as const)("a %s comes back once another one is deleted", async (kind, make, table, unique, most, sentence) => {
    const { path, id } = await make();
    await multiply(table, id, unique, most);
    expect((await call("DELETE", `${path}/${id}`)).status).toBe(200);
    const { status, body } = await restore(kind, id);
    expect([status, body.code]).toEqual([409, "not_restorable"]);
    expect(body.error).toBe(`${sentence}, and no more: delete one first.`);
    expect((await call("DELETE", `${path}/${id}-0`)).status).toBe(200);
    expect((await restore(kind, id)).status).toBe(200);
  });
});

describe("what is deleted while it is used", () => {
  it("says by what", async () => {
    const pem = identityPem(
      await makeIdentity(await makeCertificate({ name: "Ada" }), await makeCertificate({ name: "Root" })),
    );
    const { body: identity } = await call("POST", "/api/identities", { name: "Sales", file: pem });
    const document = await newDocument({ output: "pdf", settings: { signature: { identity: "Sales" } } });
    const { body: route } = await call("POST", "/api/routes", { name: "R" });
    const handing = { type: "route", settings: { route_id: route.id } };
    expect((await call("POST", `/api/documents/${document.id}/deliveries`, handing)).status).toBe(200);

    expect((await call("DELETE", `/api/identities/${identity.id}`)).body).toMatchObject({
      success: "1",
      warnings: [{ code: "identity_in_use", message: expect.stringContaining("“Invoice”") }],
    });
    expect((await call("DELETE", `/api/routes/${route.id}`)).body).toMatchObject({
      success: "1",
      warnings: [{ code: "route_in_use", message: expect.stringContaining("“Invoice”") }],
    });
    expect((await call("DELETE", `/api/documents/${document.id}`)).body).toEqual({ success: "1" });
  });
});

describe("a document that mails attach", () => {
  it("names their deliveries when it is deleted, and is attached again once it is back", async () => {
    const terms = await newDocument({ name: "Terms" });
    const other = await newDocument({ name: "Other" });
    const letter = await newDocument();
    const { body: route } = await call("POST", "/api/routes", { name: "Onboarding" });
    const mail = (name: string, attached: string) => ({
      ...{ type: "email", name },
      settings: { to: "ada@example.com", attach_documents: attached },
    });
    const path = `/api/documents/${letter.id}/deliveries`;
    const { body: delivery } = await call("POST", path, mail("To the customer", `${other.id} ,${terms.id}`));
    await call("POST", `/api/routes/${route.id}/deliveries`, mail("", terms.id));
    await call("POST", path, mail("Without it", other.id));

    expect((await call("DELETE", `/api/documents/${terms.id}`)).body).toEqual({
      success: "1",
      warnings: [
        expect.objectContaining({
          code: "document_attached",
          message:
            "2 e-mail deliveries attach it and send nothing from now on: “To the customer” of “Invoice”, “Onboarding”.",
        }),
      ],
    });
    const shown = async () => {
      const { settings } = (await call("GET", path)).body[0];
      const { body } = await call("POST", "/api/preview_mail", { settings, document_id: letter.id });
      return { problem: body.problem, attachments: body.attachments };
    };
    expect(delivery.settings.attach_documents).toBe(`${other.id}, ${terms.id}`);
    expect(await shown()).toEqual({
      problem: `The document ${terms.id}, which the mail attaches, does not exist any more.`,
      attachments: ["Invoice.pdf", "Other"],
    });
    await restore("document", terms.id);
    expect(await shown()).toEqual({ problem: "", attachments: ["Invoice.pdf", "Other", "Terms"] });
  });
});

describe("the list of what is in the bin", () => {
  it("has pages, the newest first", async () => {
    const names = ["First", "Second", "Third"];
    for (const name of names) await call("DELETE", `/api/documents/${(await newDocument({ name })).id}`);
    const seen: string[] = [];
    for (let path: string | undefined = "/api/bin?limit=2"; path !== undefined; ) {
      const { body, headers } = await call("GET", path);
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map(({ name }: { name: string }) => name));
      path = headers.get("link")?.match(/<([^>]+)>/)?.[1];
    }
    expect(seen).toEqual(names.toReversed());
  });
});

describe("whose bin it is", () => {
  it("is the workspace's own", async () => {
    const { id } = await newDocument();
    await call("DELETE", `/api/documents/${id}`);
    const { call: other } = await newClient();
    expect(await binned(other)).toEqual([]);
    expect((await restore("document", id, {}, other)).status).toBe(404);
    expect((await other("DELETE", `/api/bin/document/${id}`)).status).toBe(404);
  });

  it("shows what lies in folders that one may change, and what lay in folders that are gone to owners", async () => {
    const secret = await newDocument({ name: "Secret", folder: "HR" });
    const open = await newDocument({ name: "Open", folder: "Sales" });
    const { call: editor } = await newMember(workspaceId, "editor", { HR: null });
    for (const { id } of [secret, open]) await call("DELETE", `/api/documents/${id}`);
    const names = async () => (await binned(editor)).map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(["Open"]);
    expect((await restore("document", secret.id, {}, editor)).status).toBe(404);

    const folders = (await call("GET", "/api/folders")).body;
    for (const { id } of folders) await call("DELETE", `/api/folders/${id}?contents=delete`);
    expect(await names()).toEqual([]);
    expect((await call("POST", "/api/folders", { name: "HR" })).status).toBe(200);
    expect(await names()).toEqual([]);
    expect((await restore("document", secret.id, {}, editor)).status).toBe(404);
    expect((await restore("document", secret.id)).body.folder).toBe("HR");
    expect((await call("GET", `/api/documents/${secret.id}`)).body.folder).toBe("HR");
  });

  it("shows no deliveries to whoever may add none, and nothing to a viewer", async () => {
    const { id } = await newDocument();
    const { body } = await call("POST", `/api/documents/${id}/deliveries`, {
      type: "email",
      settings: { to: "a@example.com" },
    });
    const delivery = Array.isArray(body) ? body[0] : body;
    await call("DELETE", `/api/documents/${id}/deliveries/${delivery.id}`);
    const writer = await clientOfKey(workspaceId, { rights: ["document:write"] });
    expect(await binned(writer)).toEqual([]);
    expect((await restore("delivery", delivery.id, {}, writer)).body.code).toBe("not_allowed");
    const { call: viewer } = await newMember(workspaceId, "viewer", {});
    expect((await viewer("GET", "/api/bin")).body.code).toBe("not_allowed");
  });
});

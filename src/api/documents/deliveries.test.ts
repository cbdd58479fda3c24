import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, clientWith, newClient } from "../../../test/support/api-client.ts";
import { newMember } from "../../../test/support/members.ts";
import { testBox } from "../../../test/support/test-service.ts";
import { DELIVERY_KINDS, type DeliveryKind } from "../../domain/delivery/delivery.ts";
import { MASK, openSettings, type SettingName } from "../../domain/delivery/delivery-secrets.ts";
import { present } from "../../domain/present.ts";
import { withoutMark } from "../../domain/saved-rules.ts";
import { openStored } from "../../domain/testing/settings.ts";

let call: ApiClient;
let path: string;
let workspaceId: string;
let authorization: string;
beforeAll(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ workspaceId, authorization } = client.caller);
  const { body } = await call("POST", "/api/documents", { name: "Deliveries", type: "html", html: "a" });
  path = `/api/documents/${body.id}/deliveries`;
});

const email = { type: "email", settings: { to: "a@example.com" } };

const SETTINGS: { [Kind in DeliveryKind]: { [Name in SettingName<Kind>]?: unknown } } = {
  email: { to: "{$Email}", cc: "b@example.com", attach: 0, security: "medium", password: "{$Pin}", expires: "7" },
  webhook: { url: "https://example.com", method: "PUT", headers: { a: "b" }, json: 1, file_url: 1 },
  s3: {
    endpoint: "https://s3.example.com",
    bucket: "letters",
    path: "{$Name}",
    access_key_id: "a",
    secret_access_key: "{$Key}",
  },
  route: { route_id: "{$Route}" },
  webdav: { url: "https://cloud.example.com/dav", user: "ann", password: "{$Key}", path: "{$Name}" },
  azure_blob: { account: "letters", container: "letters", sas: "{$Key}", path: "{$Name}", if_exists: "replace" },
  dropbox: { app_key: "app", app_secret: "{$Key}", refresh_token: "{$Token}", path: "/{$Name}" },
  google_drive: { client_id: "a", client_secret: "{$Key}", refresh_token: "{$Token}", folder_id: "1a" },
  sharepoint: {
    tenant: "example.com",
    client_id: "a",
    client_secret: "{$Key}",
    site: "https://a.sharepoint.com/sites/b",
  },
};

describe("deliveries of a document", () => {
  it.each(DELIVERY_KINDS)("takes settings of the kind %s", async (type) => {
    const settings = SETTINGS[type];
    const { status, body } = await call("POST", path, { type, settings });
    expect(status).toBe(200);
    const shown = { ...settings, ...("access_key_id" in settings ? { access_key_id: MASK } : {}) };
    expect(body).toMatchObject({ type, settings: shown, success: 1 });
  });

  it("warns of members that mean nothing, and names what was meant", async () => {
    const created = await call("POST", path, { ...email, activ: 0, colour: "red" });
    expect(created.status).toBe(200);
    expect(created.body.warnings).toMatchObject([
      { code: "unknown_member", part: "activ", remedy: "Did you mean active?" },
      { code: "unknown_member", part: "colour", remedy: "Members are type, name, active, settings." },
    ]);
    const updated = await call("PUT", `${path}/${created.body.id}`, { ...created.body, setings: {} });
    expect(updated.body.warnings).toMatchObject([{ part: "setings", remedy: "Did you mean settings?" }]);
    expect((await call("PUT", `${path}/${created.body.id}`, created.body)).body).not.toHaveProperty("warnings");
  });

  const KEYS = { bucket: "letters", access_key_id: "a", secret_access_key: "b" };
  it.each([
    ["webhook", { url: "http://localhost:9/x" }, "The host localhost is not a public address (loopback)"],
    ["webhook", { url: "HTTP://10.0.0.1/{$Path}" }, "The host 10.0.0.1 "],
    ["webhook", { url: "https://169.254.169.254/latest" }, "(link-local)"],
    ["s3", { ...KEYS, endpoint: "http://minio:9000" }, "The host minio "],
  ])("warns of a %s whose host is plainly not public: %j", async (type, settings, words) => {
    const { body } = await call("POST", path, { type, settings });
    const warning = { code: "private_address", message: expect.stringContaining(words) };
    expect(body.warnings).toMatchObject([warning]);
    const listed: { id: string; warnings: unknown }[] = (await call("GET", path)).body;
    expect(listed.find(({ id }) => id === body.id)?.warnings).toMatchObject([warning]);
  });

  it.each([
    { url: "https://hooks.example.com/x" },
    { url: "http://{$Host}/x", hosts: "a.example" },
    { url: "http://{$Tenant}.a.example/x", hosts: "*.a.example" },
    { url: "http://crm.lan:8080/x" },
    { ...KEYS, endpoint: "http://minio.lan", path_style: 0 },
  ])("says nothing of the address of %j", async (settings) => {
    const allowed = clientWith(authorization, { INTERNAL_HOSTS: `${workspaceId}=crm.lan:8080` });
    const type = "url" in settings ? "webhook" : "s3";
    const { status, body } = await allowed("POST", path, { type, settings });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("warnings");
  });

  it.each([
    ["fax", {}, "/type"],
    ["email", {}, "/settings/to"],
    ["email", { to: "a@example.com", subjekt: "x" }, "subjekt"],
    ["email", { to: "a@example.com", security: "none" }, "/settings/security"],
    ["webhook", { to: "a@example.com" }, "/settings/url"],
    ["webhook", { url: "https://example.com", verb: "GET" }, "verb"],
    ["s3", { bucket: "b", access_key_id: "a", secret_access_key: "b", acl: "public" }, "acl"],
  ])("refuses a %s delivery with %j", async (type, settings, named) => {
    const before = (await call("GET", path)).body;
    const { status, body } = await call("POST", path, { type, settings });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(named);
    expect((await call("GET", path)).body).toEqual(before);
  });

  it("sends from domains that the deployment lets the workspace send from, and names another sender's member", async () => {
    const MAIL_DOMAINS = `example.com ${workspaceId}:shop.example elsewhere:evil.example`;
    const sending = clientWith(authorization, { MAIL_DOMAINS });
    const save = (from: string) => sending("POST", path, { type: "email", settings: { to: "a@example.com", from } });
    for (const from of ["Shop <hello@SHOP.example>", "a@example.com", "{$Sender}"])
      expect([from, (await save(from)).status]).toEqual([from, 200]);
    const refused = (member: string) => ({
      status: 422,
      body: {
        errors: [
          {
            pointer: `/${member}/from`,
            message: `${member}[from] must be an address of a domain that this service sends for: example.com, shop.example.`,
          },
        ],
      },
    });
    expect(await save("a@evil.example")).toMatchObject(refused("settings"));
    const notification = { to: "a@example.com", from: "a@evil.example" };
    const noted = { name: "Noted", type: "html", html: "a", notification };
    expect(await sending("POST", "/api/documents", noted)).toMatchObject(refused("notification"));
  });

  it("passes data on to a data route of the workspace, which is not itself", async () => {
    const { body: route } = await call("POST", "/api/routes", { name: "Next" });
    const { body: foreign } = await (await newClient()).call("POST", "/api/routes", { name: "Not yours" });
    const pass = (at: string, route_id: string) => call("POST", at, { type: "route", settings: { route_id } });
    expect((await pass(path, route.id)).status).toBe(200);
    for (const id of [foreign.id, "9999999999"])
      expect((await pass(path, id)).body).toMatchObject({
        error: `settings[route_id] names no data route of your workspace: there is no route ${id}.`,
        errors: [{ pointer: "/settings/route_id" }],
      });
    const { status, body } = await pass(`/api/routes/${route.id}/deliveries`, route.id);
    expect([status, body.error]).toEqual([422, expect.stringContaining("is the data route itself")]);
  });

  it("warns of documents in test mode that a mail attaches, as long as they are", async () => {
    const { body: terms } = await call("POST", "/api/documents", { name: "Terms", type: "html", html: "a", active: 0 });
    const settings = { to: "a@example.com", attach_documents: terms.id };
    const message = `The document “Terms” (${terms.id}), which the mail attaches, is in test mode`;
    const warning = { code: "attached_in_test", part: "attach_documents", message: expect.stringContaining(message) };
    const { body: made } = await call("POST", path, { type: "email", settings });
    expect(made.warnings).toMatchObject([warning]);
    const listed = async () =>
      (await call("GET", path)).body.find(({ id }: { id: string }) => id === made.id)?.warnings ?? [];
    expect(await listed()).toMatchObject([warning]);
    expect((await call("POST", "/api/preview_mail", { settings })).body.problem).toContain(message);
    expect((await call("PUT", `${path}/${made.id}`, { name: "Mail" })).body.warnings).toMatchObject([warning]);
    await call("PUT", `/api/documents/${terms.id}`, { active: 1 });
    expect(await listed()).toEqual([]);
    expect((await call("POST", "/api/preview_mail", { settings })).body.problem).toBe("");
  });

  it("tells who does not see all folders nothing of a document that a mail attaches from another one", async () => {
    const { body: hidden } = await call("POST", "/api/documents", {
      name: "Hidden",
      type: "html",
      html: "a",
      folder: "board",
    });
    const { call: member } = await newMember(workspaceId, "editor", { board: null });
    const shown = async (id: string, asking = member) => {
      const settings = { to: "a@example.com", attach_documents: id };
      const { problem, warnings, attachments } = (await asking("POST", "/api/preview_mail", { settings })).body;
      return { problem, warnings, attachments };
    };
    const unseen = (id: string) => ({
      problem: "",
      warnings: [
        `The document ${id}, which the mail attaches, is none of those that you see. If it exists, the mail takes it along.`,
      ],
      attachments: [],
    });
    expect(await shown(hidden.id)).toEqual(unseen(hidden.id));
    expect(await shown("999999")).toEqual(unseen("999999"));
    expect(await shown(hidden.id, call)).toEqual({ problem: "", warnings: [], attachments: ["Hidden"] });
    expect(await shown("999999", call)).toMatchObject({ problem: expect.stringContaining("does not exist any more") });
    for (const id of [hidden.id, "999999"]) {
      const settings = { to: "a@example.com", attach_documents: id };
      const { status, body } = await member("POST", path, { type: "email", settings });
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(`no document ${id} that you see`)]);
    }

    // What the mail attaches already stays, whoever changes something else about it; nothing unseen comes to it.
    const { body: mail } = await call("POST", path, {
      type: "email",
      settings: { to: "a@example.com", attach_documents: hidden.id },
    });
    const save = (attach_documents: string) =>
      member("PUT", `${path}/${mail.id}`, { settings: { subject: "New", attach_documents } });
    expect((await save(hidden.id)).status).toBe(200);
    expect((await save(`${hidden.id}, 999999`)).status).toBe(422);
    expect((await save("")).status).toBe(200);
    expect((await save(hidden.id)).status).toBe(422);
  });

  it.each([
    ["email", { to: "{$Email" }, "/settings/to"],
    ["email", { to: "not an address" }, "/settings/to"],
    ["email", { to: "a@example.com\r\nBcc: b@example.com" }, "/settings/to"],
    ["email", { to: "a@example.com", security: "high" }, "/settings/password"],
    ["email", { to: "a@example.com", expires: "0" }, "/settings/expires"],
    ["email", { to: "a@example.com", attach_documents: "{$Which}" }, "/settings/attach_documents"],
    ["email", { to: "a@example.com", attach_documents: "1, 2, 3, 4, 5, 6" }, "at most 5 documents"],
    ["email", { to: "a@example.com", attach_documents: "999999" }, "there is no document 999999"],
    ["email", { to: "a@example.com", attach_documents: "9999999999" }, "there is no document 9999999999"],
    ["webhook", { url: "ftp://example.com" }, "/settings/url"],
    ["webhook", { url: "https://user:pw@example.com" }, "/settings/url"],
    ["webhook", { url: "https://example.com", secret: "whsec_short" }, "/settings/secret"],
    ["webhook", { url: "https://example.com", headers: { "x-a": "1\r\nx-b: 2" } }, "/settings/headers/x-a"],
    ["webhook", { url: "https://example.com", headers: { "x\na": "1" } }, "header line"],
    ["webhook", { url: "https://example.com", headers: { Host: "other" } }, "/settings/headers/Host"],
    ["webhook", { url: "https://example.com", headers: { "webhook-id": "1" } }, "/settings/headers/webhook-id"],
    ["s3", { bucket: "a/b", access_key_id: "a", secret_access_key: "b" }, "/settings/bucket"],
    ["route", { route_id: "five" }, "/settings/route_id"],
  ])("refuses %s settings that cannot work: %j", async (type, settings, named) => {
    const { status, body } = await call("POST", path, { type, settings });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(named);
  });

  const SECRETS = {
    webhook: {
      url: "https://example.com",
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      headers: {
        Authorization: "Bearer planted-in-header",
        "X-Tenant": "{$Tenant}",
        "X-Login": "Bearer {$Token}",
        "X-Version": "2",
      },
    },
    email: { to: "a@example.com", security: "medium", password: "planted-password" },
    s3: {
      bucket: "letters",
      access_key_id: "AKIAPLANTED",
      secret_access_key: "planted-secret-key",
      session_token: "planted-token",
    },
  } as const;
  const row = async (id: string) =>
    present(await env.DB.prepare("select settings from deliveries where id = ?").bind(id).first<{ settings: string }>())
      .settings;
  const PLANTED = /planted|MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw/i;

  describe.each(Object.entries(SECRETS))("the secrets of a delivery by %s", (type, settings) => {
    it("are masked in every answer and encrypted in the database; what the data hold is shown", async () => {
      const { status, body } = await call("POST", path, { type, settings });
      expect(status).toBe(200);
      const own = `${path}/${body.id}`;
      const answers = [body, (await call("PUT", own, { name: "N" })).body, (await call("GET", path)).body];
      expect(JSON.stringify([...answers, await row(body.id)])).not.toMatch(PLANTED);
      if (type === "webhook")
        expect(body.settings).toEqual({
          url: "https://example.com",
          secret: MASK,
          headers: { Authorization: MASK, "X-Tenant": "{$Tenant}", "X-Login": "Bearer {$Token}", "X-Version": "2" },
        });
    });

    it("stay when they are sent back masked, or not at all, and change when others are sent", async () => {
      const { body } = await call("POST", path, { type, settings });
      const own = `${path}/${body.id}`;
      const opened = async () =>
        await openSettings(
          testBox(workspaceId),
          type as keyof typeof SECRETS,
          openStored(JSON.parse(await row(body.id))),
          () => undefined,
        );
      expect((await call("PUT", own, { settings: body.settings })).status).toBe(200);
      expect((await call("PUT", own, { settings: { send_in_test: 1 } })).status).toBe(200);
      expect(withoutMark(await opened())).toEqual({ ...settings, send_in_test: true });
      const other = {
        webhook: { secret: "another-secret-of-16" },
        email: { password: "other" },
        s3: { session_token: "" },
      };
      const changed = other[type as keyof typeof SECRETS];
      expect((await call("PUT", own, { settings: { ...body.settings, ...changed } })).status).toBe(200);
      expect(withoutMark(await opened())).toEqual({ ...settings, send_in_test: true, ...changed });
    });

    it("cannot be masks that stand for nothing", async () => {
      const { body: shown } = await call("POST", path, { type, settings });
      const refused = await call("POST", path, { type, settings: shown.settings });
      expect([refused.status, refused.body.code]).toEqual([422, "invalid_request"]);
      expect(refused.body.errors[0].message).toContain("Send the secret itself");
      const bare = await call("POST", path, { type: "webhook", settings: { url: "https://example.com" } });
      const masked = await call("PUT", `${path}/${bare.body.id}`, { settings: { headers: { "x-a": MASK } } });
      expect(masked.body.errors).toMatchObject([{ pointer: "/settings/headers/x-a" }]);
    });
  });

  it("keeps no secrets in clear where the deployment has no key, and everything else as before", async () => {
    const keyless = clientWith(authorization, { SECRETS_KEY: "" });
    const refused = await keyless("POST", path, { type: "email", settings: SECRETS.email });
    expect([refused.status, refused.body.code]).toEqual([503, "misconfigured"]);
    expect((await keyless("POST", path, email)).status).toBe(200);
  });

  it("does not change the type of a delivery, and checks its settings as a whole", async () => {
    const { body: made } = await call("POST", path, email);
    const own = `${path}/${made.id}`;
    expect((await call("PUT", own, { type: "webhook" })).body.code).toBe("type_cannot_change");
    expect((await call("PUT", own, { settings: { url: "https://example.com" } })).body.error).toContain("url");
    expect(
      (await call("PUT", own, { type: "email", name: "N", settings: { cc: "c@example.com" } })).body,
    ).toMatchObject({
      name: "N",
      settings: { to: "a@example.com", cc: "c@example.com" },
    });
  });

  it("answers 404 for deliveries that are not there, another document's among them", async () => {
    const { body: made } = await call("POST", path, email);
    const { body: other } = await call("POST", "/api/documents", { name: "Other", type: "html", html: "a" });
    for (const address of [`${path}/nothing`, `/api/documents/${other.id}/deliveries/${made.id}`]) {
      expect((await call("PUT", address, { name: "x" })).body.code).toBe("delivery_not_found");
      expect((await call("DELETE", address)).body.code).toBe("delivery_not_found");
    }
    expect((await call("DELETE", `${path}/${made.id}`)).status).toBe(200);
    expect((await call("DELETE", `${path}/${made.id}`)).status).toBe(404);
  });

  it("answers 404 for the deliveries of a document that is not there", async () => {
    expect((await call("GET", "/api/documents/999999/deliveries")).status).toBe(404);
    expect((await call("POST", "/api/documents/999999/deliveries", email)).body.code).toBe("document_not_found");
  });
});

import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { clientWith, newClient } from "../../../test/support/api-client.ts";
import { testBox, testService } from "../../../test/support/test-service.ts";
import { openAlertSecret } from "../../domain/delivery/alert-secret.ts";
import { present } from "../../domain/present.ts";
import { isWebhookSecret } from "../../outbound/webhook-signature.ts";
import { createStore } from "../../store/store.ts";

let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  client = await newClient();
});

it.each(["JSON", "form", "multipart"] as const)(
  "changes the workspace's defaults by %s and puts them back",
  async (encoding) => {
    const changed = await client.call(
      "PUT",
      "/api/account",
      {
        locale: "de-DE",
        timezone: "Europe/Berlin",
        currency: "eur",
        retention_days: 7,
        alert_address: "Ops <ops@example.com>, ann@example.com",
      },
      { encoding },
    );
    const expected = {
      locale: "de-DE",
      timezone: "Europe/Berlin",
      currency: "EUR",
      retention_days: "7",
      internal_hosts: [],
      alert_address: "Ops <ops@example.com>, ann@example.com",
      alert_signed: false,
    };
    expect([changed.status, changed.body]).toMatchObject([200, expected]);
    expect((await client.call("GET", "/api/account")).body).toMatchObject(expected);

    const cleared = await client.call(
      "PUT",
      "/api/account",
      { locale: "", retention_days: "", internal_hosts: "", alert_address: "" },
      { encoding },
    );
    expect(cleared.body).toMatchObject({
      locale: "",
      retention_days: "",
      internal_hosts: [],
      alert_address: "",
      currency: "EUR",
    });
  },
);

it.each(["", null])("keeps the entries of the log for ever again once the days are %j", async (audit_days) => {
  expect((await client.call("PUT", "/api/account", { audit_days: 400 })).body.audit_days).toBe("400");
  expect((await client.call("PUT", "/api/account", { audit_days })).body.audit_days).toBe("");
});

it.each([
  ["la", "la"],
  ["se-no", "se-NO"],
  ["iw", "he"],
  ["zh-hans-CN", "zh-Hans-CN"],
  ["en-US-u-nu-latn", "en-US-u-nu-latn"],
])("takes the locale %s", async (sent, kept) => {
  expect((await client.call("PUT", "/api/account", { locale: sent })).body.locale).toBe(kept);
});

it.each([
  { timezone: "Mars/Base" },
  { retention_days: -1 },
  { retention_days: "soon" },
  { currency: "money" },
  { currency: "ZZZ" },
  { locale: "german" },
  { locale: "xx-ZZ" },
  { locale: "de_DE" },
  { internal_hosts: ["http://x/"] },
  { alert_address: "nobody" },
  { alert_address: "ftp://example.com/alerts" },
  { alert_address: "https://ann:secret@example.com/" },
])("refuses %j", async (members) => {
  const { status, body } = await client.call("PUT", "/api/account", members);
  expect([status, body.code]).toEqual([422, "invalid_request"]);
});

it("makes a signing secret for alerts, beside the previous one while the other side changes over", async () => {
  const secret = async (keep_old: number) =>
    (await client.call("POST", "/api/account/alert_secret", { keep_old })).body;
  const { workspaceId } = client.caller;
  const kept = async () => {
    const sealed = present((await createStore(env).workspaces.byId(workspaceId))?.alertSecret);
    expect(sealed).not.toContain("whsec_");
    return await openAlertSecret(testBox(workspaceId), sealed);
  };
  const first = await secret(1);
  expect(first.kept_old).toBe(false);
  expect(isWebhookSecret(first.secret)).toBe(true);
  const second = await secret(1);
  expect([second.kept_old, await kept()]).toEqual([true, `${second.secret} ${first.secret}`]);
  expect((await client.call("GET", "/api/account")).body.alert_signed).toBe(true);
  const third = await secret(0);
  expect([third.kept_old, await kept()]).toEqual([false, third.secret]);
});

it("keeps files for the days of the document, else for those of the workspace", async () => {
  await client.call("PUT", "/api/account", { retention_days: 2 });
  const dayOf = async (retention: object) => {
    const { body } = await client.call("POST", "/api/documents", {
      name: "R",
      type: "html",
      output: "html",
      html: "x",
      ...retention,
    });
    const merged = await testService()(`${new URL(body.url).pathname}?download=1`, { method: "POST", body: "" });
    const row = await env.DB.prepare("select expires_at, finished_at from runs where id = ?")
      .bind(merged.headers.get("x-run-id"))
      .first<{ expires_at: number; finished_at: number }>();
    return Math.round((present(row).expires_at - present(row).finished_at) / (24 * 60 * 60 * 1000));
  };
  expect(await dayOf({})).toBe(2);
  expect(await dayOf({ retention_days: 5 })).toBe(5);
  expect(await dayOf({ retention_days: 0 })).toBe(0);
});

it("reaches hosts of private networks only as the deployment says, for each workspace", async () => {
  const { workspaceId, authorization } = client.caller;
  for (const internal_hosts of [["127.0.0.1"], ["files.lan"], "localhost"]) {
    const { status, body } = await client.call("PUT", "/api/account", { internal_hosts });
    expect([403, 422]).toContain(status);
    expect(JSON.stringify(body)).toMatch(/INTERNAL_HOSTS|internal_hosts/);
  }
  const INTERNAL_HOSTS = `other=never.lan ${workspaceId}=files.lan:8080,crm.lan *=wiki.lan`;
  const allowed = clientWith(authorization, { INTERNAL_HOSTS });
  const { body: account } = await allowed("GET", "/api/account");
  expect(account.internal_hosts).toEqual(["files.lan:8080", "crm.lan", "wiki.lan"]);
  // The whole account may be sent back.
  expect((await allowed("PUT", "/api/account", { internal_hosts: account.internal_hosts, name: "N" })).status).toBe(
    200,
  );
  expect((await allowed("PUT", "/api/account", { internal_hosts: ["crm.lan"] })).body.code).toBe("forbidden");
  const outsider = clientWith((await newClient()).caller.authorization, { INTERNAL_HOSTS });
  expect((await outsider("GET", "/api/account")).body.internal_hosts).toEqual(["wiki.lan"]);
});

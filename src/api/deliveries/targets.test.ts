import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";

/** Where the data may lead deliveries, as it is checked when they are saved. */

let call: Awaited<ReturnType<typeof newClient>>["call"];
let path: string;
beforeAll(async () => {
  ({ call } = await newClient());
  const document = { name: "D", type: "html", output: "html", html: "{$Name}" };
  path = `/api/documents/${(await call("POST", "/api/documents", document)).body.id}/deliveries`;
});

const S3 = { bucket: "invoices", access_key_id: "k", secret_access_key: "s" };

describe("a delivery", () => {
  it.each([
    ["email", { to: "office@{$Domain}" }, "settings[to] must name its domains itself, not by {$Domain}"],
    ["email", { to: "a@a.example", bcc: "x@{$Sub}.b.example" }, "settings[bcc] must name its domains itself"],
    ["email", { to: "a@a.example", domains: "not a domain!" }, "settings[domains] must be domains"],
    ["webhook", { url: "https://{$Tenant}.a.example/x" }, "settings[url] must name its host itself"],
    ["webhook", { url: "{$Url}" }, "settings[url] must name its host itself"],
    [
      "webhook",
      { url: "https://a.example", timeout: "61" },
      "settings[timeout] must be a number of seconds from 1 to 60",
    ],
    ["s3", { ...S3, endpoint: "https://{$Host}" }, "settings[endpoint] must name its host itself"],
  ])("by %s is refused with %j", async (type, settings, message) => {
    const answer = await call("POST", path, { type, settings });
    expect([answer.status, answer.body.error]).toEqual([422, expect.stringContaining(message)]);
  });

  it.each([
    ["email", { to: "office@{$Domain}", domains: "a.example, b.example" }],
    ["email", { to: "{$Email}", cc: '"{$Name}" <{$User}@a.example>' }],
    ["webhook", { url: "https://{$Tenant}.a.example/x", hosts: "*.a.example" }],
    ["webhook", { url: "https://a.example/{$Tenant}?x={$Y}", timeout: "45" }],
    ["s3", { ...S3, endpoint: "https://{$Host}", hosts: "s3.a.example" }],
  ])("by %s is saved with %j, and shows what was sent", async (type, settings) => {
    const { status, body } = await call("POST", path, { type, settings });
    expect(status).toBe(200);
    const { access_key_id: _, secret_access_key: __, ...shown } = settings as Record<string, string>;
    expect(body.settings).toMatchObject(shown);
    expect(Object.keys(body.settings).filter((member) => member.startsWith("_"))).toEqual([]);
    expect((await call("PUT", `${path}/${body.id}`, { settings: { ...shown } })).status).toBe(200);
  });

  it("that was saved before is listed with a warning", async () => {
    const { body } = await call("POST", path, { type: "webhook", settings: { url: "{$Url}", hosts: "a.example" } });
    await env.DB.prepare("update deliveries set settings = ? where id = ?")
      .bind(JSON.stringify({ url: "{$Url}" }), body.id)
      .run();
    const listed = (await call("GET", path)).body.find(({ id }: { id: string }) => id === body.id);
    expect(listed.warnings).toMatchObject([{ code: "target_from_data", part: "url", text: "{$Url}" }]);
  });

  it("with a sender of its own says that nobody checks it", async () => {
    const { body } = await call("POST", path, {
      type: "email",
      settings: { to: "a@a.example", from: "boss@b.example" },
    });
    expect(body.warnings).toMatchObject([{ code: "sender_not_checked", part: "from" }]);
  });
});

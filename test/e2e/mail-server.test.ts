import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { startSmtpServer, type TestSmtpServer } from "../support/servers/smtp.ts";

/** TXT records by name, as a resolver answers them in the JSON form of DNS over HTTPS. */
const RECORDS: Readonly<Record<string, string[]>> = {
  "shop.example": ['"v=spf1 " "include:_spf.mail.example -all"', '"other=1"'],
  "sel7._domainkey.shop.example": ['"v=DKIM1; p=MIIB" "IjAN"'],
};

const LOGIN = { user: "shop", password: "s3cret" };

let resolver: http.Server;
let smtp: TestSmtpServer;
let service: DeliveryService;

beforeAll(async () => {
  resolver = http.createServer((request, response) => {
    const name = new URL(request.url ?? "", "http://resolver").searchParams.get("name") ?? "";
    const data = RECORDS[name];
    response.setHeader("content-type", "application/dns-json");
    response.end(JSON.stringify({ Status: data ? 0 : 3, Answer: data?.map((text) => ({ type: 16, data: text })) }));
  });
  await new Promise<void>((resolve) => resolver.listen(0, "127.0.0.1", resolve));
  smtp = await startSmtpServer("starttls", LOGIN);
  const { port } = resolver.address() as AddressInfo;
  service = await startDeliveryService({
    LOCAL_MAILBOX: "1",
    OUTBOUND_RESOLVER_URL: `http://127.0.0.1:${port}/dns-query`,
  });
});
afterAll(async () => {
  await service.close();
  await smtp.close();
  resolver.close();
});

const SERVER = {
  sender: "Shop <hello@shop.example>",
  host: "127.0.0.1",
  security: "starttls",
  user: LOGIN.user,
  password: LOGIN.password,
  dkim_selector: "sel7",
};

const runOf = (address: string, data: object) => service.merge(address, data);

const deliveriesOf = async (run: string) => (await service.call("GET", `/api/runs/${run}`)).body.deliveries;

describe("the mail server of a workspace", () => {
  it("is not there at first: mails are kept here, and say so", async () => {
    expect((await service.call("GET", "/api/mail_server")).body).toMatchObject({ way: "kept_here", host: "" });
    const { address } = await service.document([{ type: "email", settings: { to: "ann@example.com" } }]);
    const run = await runOf(address, { Name: "Ann" });
    await expect
      .poll(() => deliveriesOf(run), { timeout: 20_000 })
      .toMatchObject([{ status: "done", preview: { kept_here: true } }]);
  });

  it("is saved only if it takes the login, and its password is never shown", async () => {
    const refused = await service.call("PUT", "/api/mail_server", { ...SERVER, port: smtp.port, password: "wrong" });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: "mail_server_refused", errors: [{ pointer: "/password" }] },
    ]);
    expect((await service.call("GET", "/api/mail_server")).body.way).toBe("kept_here");
    const open = await service.call("PUT", "/api/mail_server", { ...SERVER, port: smtp.port, security: "none" });
    expect(open.body).toMatchObject({ code: "mail_server_refused", errors: [{ pointer: "/security" }] });

    const saved = await service.call("PUT", "/api/mail_server", { ...SERVER, port: smtp.port });
    const { body: entries } = await service.call("GET", "/api/audit?action=mail_server.set");
    expect(entries).toMatchObject([{ resource: { name: "127.0.0.1" }, after: { user: LOGIN.user } }]);
    expect(JSON.stringify(entries)).not.toContain(LOGIN.password);
    expect([saved.status, saved.body]).toMatchObject([
      200,
      {
        way: "server",
        password: "********",
        domain: "shop.example",
        checks: [
          { name: "spf", ok: true, message: expect.stringContaining("include:_spf.mail.example") },
          { name: "dkim", ok: true },
          { name: "dmarc", ok: false, message: expect.stringContaining("no DMARC record") },
        ],
      },
    ]);
    // Sent back as it was shown, the password stays.
    const again = await service.call("PUT", "/api/mail_server", { ...SERVER, port: smtp.port, password: "********" });
    expect(again.status).toBe(200);
  });

  it("sends the mails, from its sender; one that is to go later waits for its time, or for whoever retries it", async () => {
    const settings = { to: "{$Email}", subject: "Hello {$Name}", html: "<p>Hello</p>", attach: 0 };
    const later = { type: "email", name: "later", settings: { ...settings, subject: "Later", send_at: "{$When}" } };
    const { address } = await service.document([{ type: "email", settings }, later]);
    const run = await runOf(address, { Name: "Ann", Email: "ann@example.com", When: "+3 days" });
    await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(1);
    expect(smtp.received[0]).toMatchObject({
      from: "hello@shop.example",
      user: "shop",
      secure: true,
      mail: { subject: "Hello Ann", from: { name: "Shop", address: "hello@shop.example" } },
    });
    const laterOf = async () => (await deliveriesOf(run)).find(({ name }: { name: string }) => name === "later");
    await expect.poll(laterOf, { timeout: 20_000 }).toMatchObject({ status: "pending", tries: 0 });
    await expect.poll(async () => (await laterOf()).preview.send_at, { timeout: 20_000 }).toBeTruthy();
    const { id, next_try_at } = await laterOf();
    expect(Date.parse(next_try_at) - Date.now()).toBeGreaterThan(2.9 * 24 * 3_600_000);

    expect((await service.call("POST", `/api/deliveries/${id}/retry`, {})).status).toBe(202);
    await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(2);
    expect(smtp.received[1]?.mail.subject).toBe("Later");
  });

  it("refuses a time that is none, when it is saved and when it is merged", async () => {
    const { id, address } = await service.document([
      { type: "email", settings: { to: "ann@example.com", send_at: "{$When}" } },
    ]);
    const bad = await service.call("POST", `/api/documents/${id}/deliveries`, {
      type: "email",
      settings: { to: "ann@example.com", send_at: "soonish" },
    });
    expect([bad.status, bad.body.errors?.[0]?.pointer]).toEqual([422, "/settings/send_at"]);
    const run = await runOf(address, { When: "someday" });
    await expect
      .poll(() => deliveriesOf(run), { timeout: 20_000 })
      .toMatchObject([
        {
          status: "dead",
          preview: { to: "ann@example.com" },
          attempts: [{ response: expect.stringContaining("send_at") }],
        },
      ]);
  });

  it("is removed again", async () => {
    expect((await service.call("DELETE", "/api/mail_server")).body).toMatchObject({ way: "kept_here", host: "" });
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { AUTHORIZATION } from "../support/servers/first-credentials.ts";

let service: DeliveryService;
afterEach(() => service.close());

const mailbox = async () => {
  const response = await service.fetch("/local/mailbox", { headers: { authorization: AUTHORIZATION } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe("a service without a mail server", () => {
  it("shows mails in the local mailbox instead of sending them, whatever they hold", async () => {
    service = await startDeliveryService({ LOCAL_MAILBOX: "1", MAIL_FROM: "Docs <docs@example.com>" });
    expect((await mailbox()).text).toContain("No mail yet.");
    const settings = {
      to: '"{$Name}" <ann@example.com>',
      cc: "copy@example.com",
      subject: "Für {$Name}",
      html: "<p>Dear {$Name}</p><script>alert(1)</script>",
    };
    const runId = await service.deliver("email", settings, { Name: "Ann<script>" });
    const { attempts } = await service.untilStatus(runId, "done");
    expect(attempts).toMatchObject([{ ok: true, response: "Shown in the local mailbox, not sent." }]);
    const shown = await service.deliver("email", { to: "test@example.com", text: "Only shown" }, {}, "?test=1");
    await service.untilStatus(shown, "held");

    const { status, headers, text } = await mailbox();
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).not.toContain("<script>");
    for (const part of [
      "<dd>Ann&lt;script&gt; &lt;ann@example.com&gt;</dd>",
      "<dd>copy@example.com</dd>",
      "<dd>Für Ann&lt;script&gt;</dd>",
      "<dd>Docs &lt;docs@example.com&gt;</dd>",
      "<dd>Letter to Annscript.html</dd>",
      "<iframe sandbox",
      "Only shown",
      runId,
    ])
      expect(text).toContain(part);
    expect(text.indexOf("Only shown")).toBeLessThan(text.indexOf("ann@example.com"));
  });

  it("shows links of protected files, which open", async () => {
    service = await startDeliveryService({ LOCAL_MAILBOX: "1" });
    const settings = { to: "ann@example.com", security: "high", password: "{$Pin}", html: "<p>Hello</p>" };
    await service.untilStatus(await service.deliver("email", settings, { Name: "Ann", Pin: "1234" }), "done");
    const { text } = await mailbox();
    expect(text).not.toContain("1234");
    const link = new URL(present(/https?:\/\/[^\s"<&]+\/files\/[\w-]+/.exec(text))[0]).pathname;
    expect(await (await service.fetch(link)).text()).toContain("The file can be downloaded once.");
    const body = new URLSearchParams({ password: "1234" });
    expect(await (await service.fetch(link, { method: "POST", body })).text()).toContain("Dear Ann");
  });

  it("otherwise sends by the EMAIL binding, and has no mailbox page", async () => {
    service = await startDeliveryService({ MAIL_FROM: "docs@example.com" });
    const runId = await service.deliver("email", { to: "ann@example.com", html: "<p>Dear {$Name}</p>" });
    const { attempts } = await service.untilStatus(runId, "done");
    expect(attempts).toMatchObject([{ ok: true, response: expect.stringMatching(/^Accepted as \S+/) }]);
    expect((await mailbox()).status).toBe(404);
  });
});

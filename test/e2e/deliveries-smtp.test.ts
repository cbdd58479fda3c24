import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { present } from "../../src/domain/present.ts";
import { startSmtpServer, type TestSmtpServer } from "../support/servers/smtp.ts";

let service: TestHarness;
const servers: TestSmtpServer[] = [];

beforeAll(async () => {
  const configPath = path.resolve(import.meta.dirname, "../fixtures/smtp-service/wrangler.toml");
  service = createTestHarness({ workers: [{ configPath }] });
  await service.listen();
});
afterAll(async () => {
  await service.close();
  await Promise.all(servers.map((server) => server.close()));
});

async function server(...options: Parameters<typeof startSmtpServer>): Promise<TestSmtpServer> {
  const started = await startSmtpServer(...options);
  servers.push(started);
  return started;
}

async function send(url: string, to = ["ann@example.com"], message = "Subject: Hi\r\n\r\nText\r\n.\r\nend") {
  const body = JSON.stringify({ url, from: "bob@example.com", to, message });
  const response = await service.fetch("/", { method: "POST", body });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}

const LOGIN = { user: "docloom", password: "p@ss:word" };
const ENCODED = "docloom:p%40ss%3Aword";

describe("mail servers", () => {
  it.each([
    ["plain", "smtp", "", false],
    ["starttls", "smtp", "", true],
    ["starttls", "smtp", "?starttls=1", true],
    ["starttls", "smtp", "?starttls=0", false],
    ["tls", "smtps", "", true],
  ] as const)("take a message: %s by %s:%s", async (kind, protocol, query, secure) => {
    const smtp = await server(kind);
    expect(await send(`${protocol}://127.0.0.1:${smtp.port}/${query}`)).toEqual({
      status: 200,
      response: "250 queued",
      rejected: [],
    });
    expect(smtp.received).toMatchObject([{ secure, from: "bob@example.com", recipients: ["ann@example.com"] }]);
    expect(present(smtp.received[0]).mail.text?.trimEnd().replaceAll("\r\n", "\n")).toBe("Text\n.\nend");
  });

  it("get the password only over TLS", async () => {
    const smtp = await server("starttls", LOGIN);
    expect(await send(`smtp://${ENCODED}@127.0.0.1:${smtp.port}`)).toMatchObject({ status: 200 });
    expect(smtp.received).toMatchObject([{ user: "docloom", secure: true }]);
    const refused = await send(`smtp://docloom:wrong@127.0.0.1:${smtp.port}`);
    expect(refused).toMatchObject({ status: 502, code: null, error: expect.stringContaining("The login was refused") });

    const plain = await server("plain");
    expect(await send(`smtp://${ENCODED}@127.0.0.1:${plain.port}`)).toMatchObject({ status: 502, code: null });
    expect(plain.received).toEqual([]);
  });

  it("say which recipients they do not take, and whether for good or for now", async () => {
    const smtp = await server("plain");
    const url = `smtp://127.0.0.1:${smtp.port}`;
    smtp.behavior.refuseRecipient = (address) =>
      address.startsWith("no") ? { code: 550, message: "No such user" } : undefined;
    expect(await send(url, ["no@example.com"])).toMatchObject({ status: 502, code: 550 });
    expect(await send(url, ["no@example.com", "ann@example.com"])).toMatchObject({
      status: 200,
      rejected: [{ address: "no@example.com", code: 550 }],
    });
    smtp.behavior.refuseMail = () => ({ code: 451, message: "Greylisted" });
    expect(await send(url)).toMatchObject({ status: 502, code: 451 });
  });

  it("without SMTPUTF8 are not asked to take an address that needs it; the others get the mail", async () => {
    const smtp = await server("plain", undefined, { onlyAscii: true });
    const url = `smtp://127.0.0.1:${smtp.port}`;
    const refused = await send(url, ["büro@example.com"]);
    expect(refused).toMatchObject({ status: 502, code: 553, error: expect.stringContaining("needs SMTPUTF8") });
    expect(smtp.received).toEqual([]);
    const rejected = [{ address: "büro@example.com", code: 553 }];
    expect(await send(url, ["büro@example.com", "ann@example.com"])).toMatchObject({ status: 200, rejected });
    expect(smtp.received).toMatchObject([{ recipients: ["ann@example.com"] }]);
    expect(await send(`smtp://127.0.0.1:${(await server("plain")).port}`, ["büro@example.com"])).toMatchObject({
      status: 200,
      rejected: [],
    });
  });

  it("that hang, refuse the connection or are not mail servers fail within the limits", async () => {
    const smtp = await server("plain");
    smtp.behavior.hangAfterData = () => true;
    expect(await send(`smtp://127.0.0.1:${smtp.port}`)).toMatchObject({ status: 502, code: null });
    expect(smtp.received).toHaveLength(1);
    expect(await send("smtp://127.0.0.1:1")).toMatchObject({ status: 502, code: null });
  }, 15_000);
});

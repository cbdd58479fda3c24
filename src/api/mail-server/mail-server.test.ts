import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import net from "node:net";
import { Duplex } from "node:stream";
import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { MASK } from "../../domain/delivery/delivery-secrets.ts";
import { createStore } from "../../store/store.ts";

/** A server that is spoken to over a network is in test/e2e/mail-server.test.ts; here it is at the other end of a socket. */

const LOGIN = { user: "shop", password: "s3cret" };
const SERVER = { sender: "Shop <hello@shop.example>", host: "smtp.shop.example", security: "tls", ...LOGIN };
const AUTH_PLAIN = Buffer.from(`\0${LOGIN.user}\0${LOGIN.password}`).toString("base64");

let call: ApiClient;
let workspaceId: string;
/** What each connection was opened to, and what it was told. */
let connections: { to: object; lines: string[] }[];
/** TXT records by name. */
let records: Record<string, string>;

beforeEach(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ workspaceId } = client.caller);
  connections = [];
  records = {
    "shop.example": "v=spf1 include:_spf.mail.example -all",
    "sel7._domainkey.shop.example": "v=DKIM1; p=MIIBIjAN",
  };
  vi.spyOn(net, "connect").mockImplementation(((to: object) => mailServer(to)) as never);
  vi.spyOn(tls, "connect").mockImplementation(((to: object) => mailServer(to)) as never);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { searchParams } = new URL(String(input instanceof Request ? input.url : input));
    const text = records[searchParams.get("name") ?? ""];
    if (searchParams.get("type") === "TXT")
      return Response.json(text ? { Status: 0, Answer: [{ type: 16, data: JSON.stringify(text) }] } : { Status: 3 });
    return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
  });
});
afterEach(() => vi.restoreAllMocks());

/** A mail server that knows one login and no STARTTLS, as far as somebody goes who sends nothing. */
function mailServer(to: object): Duplex {
  const lines: string[] = [];
  connections.push({ to, lines });
  const answers = (line: string): string => {
    if (line.startsWith("EHLO")) return "250-smtp.shop.example\r\n250 AUTH PLAIN";
    if (line.startsWith("AUTH")) return line.endsWith(AUTH_PLAIN) ? "235 welcome" : "535 5.7.8 authentication failed";
    return line === "QUIT" ? "221 bye" : "502 not implemented";
  };
  const socket = new Duplex({
    read() {},
    write(bytes: Uint8Array, _, done) {
      const line = Buffer.from(bytes).toString().trim();
      lines.push(line);
      socket.push(`${answers(line)}\r\n`);
      done();
    },
    final(done) {
      done();
      socket.destroy();
    },
  });
  socket.push("220 ready\r\n");
  return Object.assign(socket, { setTimeout: () => socket });
}

describe("the mail server of a workspace", () => {
  it("is set once it takes the login, read without its password, and removed", async () => {
    const none = { way: "service", sender: "", host: "", port: 0, security: "starttls", user: "", password: "" };
    expect((await call("GET", "/api/mail_server")).body).toEqual({ ...none, dkim_selector: "", domain: "" });

    const saved = await call("PUT", "/api/mail_server", { ...SERVER, dkim_selector: "sel7" });
    const shown = {
      ...SERVER,
      way: "server",
      port: 465,
      password: MASK,
      dkim_selector: "sel7",
      domain: "shop.example",
    };
    expect([saved.status, saved.body]).toEqual([
      200,
      {
        ...shown,
        checks: [
          { name: "spf", ok: true, message: expect.stringContaining("include:_spf.mail.example") },
          { name: "dkim", ok: true, message: expect.stringContaining("sel7") },
          { name: "dmarc", ok: false, message: expect.stringContaining("no DMARC record") },
        ],
      },
    ]);
    expect(connections).toEqual([
      {
        to: expect.objectContaining({ host: "smtp.shop.example", port: 465, servername: "smtp.shop.example" }),
        lines: expect.arrayContaining([`AUTH PLAIN ${AUTH_PLAIN}`]),
      },
    ]);

    expect((await call("GET", "/api/mail_server")).body).toEqual(shown);
    records["_dmarc.shop.example"] = "v=DMARC1; p=none";
    const { body: looked } = await call("GET", "/api/mail_server?check=1");
    expect(looked).toMatchObject({ ...shown, checks: [{ ok: true }, { ok: true }, { name: "dmarc", ok: true }] });

    expect((await call("DELETE", "/api/mail_server")).body).toMatchObject(none);
    expect((await call("GET", "/api/mail_server")).body).toMatchObject(none);
    const log = (await call("GET", "/api/audit")).body;
    expect(log).toMatchObject([
      { action: "audit.read" },
      { action: "mail_server.removed" },
      { action: "mail_server.set", resource: { name: "smtp.shop.example" }, after: { user: "shop", port: 465 } },
    ]);
    expect(JSON.stringify([log, looked])).not.toContain(LOGIN.password);
  });

  it.each([
    ["as it was shown", { password: MASK }],
    ["not at all", { password: undefined }],
    ["empty", { password: "" }],
  ])("keeps its password where it is sent %s", async (_, change) => {
    await call("PUT", "/api/mail_server", SERVER);
    const renamed = { ...SERVER, sender: "orders@shop.example", ...change };
    expect((await call("PUT", "/api/mail_server", renamed)).body).toMatchObject({
      sender: "orders@shop.example",
      password: MASK,
    });
    expect(connections.map(({ lines }) => lines.includes(`AUTH PLAIN ${AUTH_PLAIN}`))).toEqual([true, true]);
  });

  it("has no password where it has no login, and is spoken to at the usual port of mail that is open", async () => {
    await call("PUT", "/api/mail_server", SERVER);
    const open = { sender: SERVER.sender, host: SERVER.host, security: "none" };
    expect((await call("PUT", "/api/mail_server", open)).body).toMatchObject({ port: 25, user: "", password: "" });
    expect(connections.at(-1)?.to).toEqual({ host: "smtp.shop.example", port: 25 });
    expect(connections.at(-1)?.lines.join()).not.toContain("AUTH");
    // With the login goes what was kept of it.
    const again = await call("PUT", "/api/mail_server", { ...SERVER, password: MASK });
    expect(again.body).toMatchObject({ code: "mail_server_refused", errors: [{ pointer: "/password" }] });
  });

  it.each([
    [{ password: "wrong" }, "/password", "The login was refused"],
    [{ security: "starttls" }, "/host", "Nothing was saved."],
    [{ security: "none" }, "/security", "A password is not sent without encryption"],
    [{ port: 80 }, "/port", "at the ports 25, 465, 587 and 2525"],
  ])("is not saved with %j: the answer names %s", async (change, pointer, sentence) => {
    const { status, body } = await call("PUT", "/api/mail_server", { ...SERVER, ...change });
    expect([status, body.code]).toEqual([422, "mail_server_refused"]);
    expect(body.errors).toEqual([{ pointer, message: body.error }]);
    expect(body.error).toContain(sentence);
    expect((await call("GET", "/api/mail_server")).body).toMatchObject({ way: "service", host: "" });
  });

  it("is told no password where it does not go over to TLS", async () => {
    await call("PUT", "/api/mail_server", { ...SERVER, security: "starttls" });
    expect(connections).toEqual([
      { to: { host: "smtp.shop.example", port: 587 }, lines: [expect.stringContaining("EHLO"), "STARTTLS"] },
    ]);
  });

  it.each([
    [{ host: "localhost" }, "url_private"],
    [{ host: "10.0.0.7" }, "url_private"],
    [{ host: "https://smtp.shop.example" }, "invalid_request"],
    [{ sender: "a@shop.example, b@shop.example" }, "invalid_request"],
    [{ dkim_selector: "a b" }, "invalid_request"],
    [{ port: 0 }, "invalid_request"],
  ])("is not even spoken to with %j", async (change, code) => {
    const { status, body } = await call("PUT", "/api/mail_server", { ...SERVER, ...change });
    expect([status, body.code]).toEqual([422, code]);
    expect(connections).toEqual([]);
  });

  it("asks for its password anew once the one that is kept cannot be opened", async () => {
    const stored = {
      ...SERVER,
      security: "tls" as const,
      port: 465,
      sealedPassword: "of another key",
      dkimSelector: "",
    };
    const { password: _, ...kept } = stored;
    await createStore(env).mailServers.put(workspaceId, kept, new Date());
    const refused = await call("PUT", "/api/mail_server", { ...SERVER, password: MASK });
    expect(refused.body).toMatchObject({ code: "mail_server_refused", errors: [{ pointer: "/password" }] });
    expect(refused.body.error).toContain("cannot be opened: enter it again");
    expect((await call("PUT", "/api/mail_server", SERVER)).status).toBe(200);
  });
});

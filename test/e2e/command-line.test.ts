import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDocloom, type Docloom } from "../../packages/docloom/src/client/docloom.ts";
import { type PackedPackage, packedPackage } from "../support/packed-package.ts";
import { FIRST_CREDENTIALS } from "../support/servers/first-credentials.ts";
import { sharedService, type WholeService } from "../support/servers/whole-service.ts";
import { officeFile } from "../support/template-files.ts";

/** What programs start and read: standard input and output, several accounts, ends that scripts can tell apart. */

const { API_KEY: KEY, API_SECRET: SECRET } = FIRST_CREDENTIALS;
let server: WholeService;
let url: string;
let packed: PackedPackage;
let credentials: Record<string, string>;
let client: Docloom;

beforeAll(async () => {
  server = sharedService();
  [packed, { origin: url }] = await Promise.all([packedPackage(), server.listen()]);
  credentials = { DOCLOOM_URL: url, DOCLOOM_KEY: KEY, DOCLOOM_SECRET: SECRET };
  client = createDocloom({ baseUrl: url, key: KEY, secret: SECRET });
});
afterAll(async () => {
  packed?.remove();
  await server?.close();
});

const folderFor = (name: string): string => fs.mkdtempSync(path.join(packed.project, `${name}-`));
const commandLine =
  (cwd: string, env: Record<string, string> = credentials) =>
  (args: readonly string[], input?: string) =>
    packed.docloom(args, { cwd, env, ...(input === undefined ? {} : { input }) });

describe("docloom mcp", () => {
  const request = (id: number, method: string, params: object = {}) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params });
  const INITIALIZE = request(1, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });

  it("answers each request on standard output, one line each, and notifications with none", async () => {
    const docloom = commandLine(folderFor("mcp"));
    const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    const { code, stdout } = await docloom(["mcp"], `${INITIALIZE}\n${initialized}\n${request(2, "tools/list")}\n`);
    expect(code).toBe(0);
    const answers = stdout
      .trim()
      .split("\n")
      .map((line): { id: number; result: Record<string, unknown> } => JSON.parse(line));
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2]);
    const listed = answers.find(({ id }) => id === 2)?.result.tools;
    expect(listed).toEqual(expect.arrayContaining([expect.objectContaining({ name: "merge_document" })]));
  });

  it("answers with why a request was refused, so that nobody waits", async () => {
    const docloom = commandLine(folderFor("mcp-refused"), { ...credentials, DOCLOOM_SECRET: "wrong" });
    const { stdout } = await docloom(["mcp"], `${INITIALIZE}\n`);
    expect(JSON.parse(stdout)).toMatchObject({
      jsonrpc: "2.0",
      id: 1,
      error: { message: expect.stringMatching(/\w/) },
    });
    const nobody = commandLine(folderFor("mcp-nobody"), { ...credentials, DOCLOOM_URL: "http://127.0.0.1:9" });
    const unreachable = await nobody(["mcp"], `${INITIALIZE}\n`);
    expect(JSON.parse(unreachable.stdout)).toMatchObject({ id: 1, error: { code: -32_000 } });
  });
});

describe("docloom tools", () => {
  it("merges a template of this machine, and keeps no document", async () => {
    const folder = folderFor("merge");
    const docloom = commandLine(folder);
    const before = (await client.documents.list({ limit: 1_000 })).length;
    fs.writeFileSync(path.join(folder, "offer.docx"), officeFile("docx", "For {$Name}"));
    fs.writeFileSync(path.join(folder, "data.json"), '{"Name":"Ann"}');
    const merged = await docloom(["tools", "merge", "offer.docx", "--data", "data.json", "-o", "a.pdf", "--json"]);
    expect(merged).toMatchObject({ code: 0 });
    expect(JSON.parse(merged.stdout)).toMatchObject({ path: "a.pdf", media_type: "application/pdf" });
    const info = await client.tools.pdfInfo({ name: "a.pdf", contents: fs.readFileSync(path.join(folder, "a.pdf")) });
    expect(info.pages).toBe(1);
    expect((await client.documents.list({ limit: 1_000 })).length).toBe(before);
    expect(fs.existsSync(path.join(folder, "-"))).toBe(false);
  });

  it("reads standard input and writes standard output where - stands, and no file of that name", async () => {
    const folder = folderFor("streams");
    const docloom = commandLine(folder);
    const html = await docloom(
      ["tools", "merge", "-", "--set", "Name=Ann", "--to", "html", "-o", "-"],
      "<p>Hi {$Name}</p>",
    );
    expect(html).toMatchObject({ code: 0, stdout: expect.stringContaining("Hi Ann") });
    const pdf = await docloom(["tools", "convert", "-", "-o", "-"], "<p>One</p>");
    expect(pdf).toMatchObject({ code: 0, stdout: expect.stringMatching(/^%PDF-/) });
    const info = await docloom(["tools", "info", "-", "--json"], "no pdf");
    expect(info).toMatchObject({ code: 1, stderr: expect.stringContaining("not_a_pdf") });
    expect(fs.readdirSync(folder)).toEqual([]);
    expect(await docloom(["tools", "merge", "-", "--data", "-"], "x")).toMatchObject({ code: 2 });
  });

  it("ends with 1 when the service refuses, with 2 when it was not understood", async () => {
    const folder = folderFor("refused");
    const docloom = commandLine(folder);
    fs.writeFileSync(path.join(folder, "bad.html"), "{if $a}never closed");
    expect(await docloom(["tools", "merge", "bad.html", "--set", "a=1"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("template_invalid"),
    });
    expect(await docloom(["tools", "merge", "bad.html", "--set", "a"])).toMatchObject({ code: 2 });
    expect(await docloom(["tools", "merge", "gone.html"])).toMatchObject({ code: 2 });
  });
});

describe("docloom login --profile", () => {
  it("keeps several accounts of one address apart, and says which one it does not know", async () => {
    const folder = folderFor("profiles");
    const { data } = await client.api.POST("/api/keys", { body: { name: "Second" } });
    const { id: key = "", secret = "" } = data ?? {};
    const docloom = commandLine(folder, { XDG_CONFIG_HOME: path.join(folder, "config") });
    const login = (profile: string, as: string, pass: string) =>
      docloom(["login", url, "--profile", profile, "--key", as, "--secret-stdin"], pass);
    expect(await login("first", KEY, SECRET)).toMatchObject({ code: 0 });
    expect(await login("second", key, secret)).toMatchObject({ code: 0 });
    expect(await docloom(["runs", "--profile", "first"])).toMatchObject({ code: 0 });
    expect(await docloom(["logout", "--profile", "first"])).toMatchObject({ code: 0 });
    expect(await docloom(["runs", "--profile", "first"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"first"'),
    });
    expect(await docloom(["runs", "--profile", "second"])).toMatchObject({ code: 0 });
  });
});

describe("docloom push and pull", () => {
  it("bring deliveries, with secrets from the environment and never in a file", async () => {
    const folder = folderFor("deliveries");
    const document = path.join(folder, "documents/Bill");
    const file = path.join(document, "deliveries/To the shop.json");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(path.join(folder, "docloom.json"), "{}");
    const members = { name: `Bill ${crypto.randomUUID()}`, type: "html", output: "html" };
    fs.writeFileSync(path.join(document, "document.json"), JSON.stringify(members));
    fs.writeFileSync(path.join(document, "template.html"), "<p>{$Name}</p>");
    const headers = { "x-shop": "7", authorization: { env: "SHOP_TOKEN" } };
    const settings = { url: "https://shop.example/in", json: 1, headers };
    fs.writeFileSync(file, JSON.stringify({ type: "webhook", name: "To the shop", settings }));

    const without = await commandLine(folder)(["push", "--yes"]);
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining("environment variable SHOP_TOKEN") });
    const docloom = commandLine(folder, { ...credentials, SHOP_TOKEN: "Bearer secret-token-1" });
    expect(await docloom(["push", "--yes"])).toMatchObject({ code: 0 });
    const [{ id = "" } = {}] = await client.documents.list({ search: members.name });
    const [delivery] = await client.documents.deliveries(id);
    expect(delivery).toMatchObject({
      ...{ type: "webhook", name: "To the shop", active: "1" },
      settings: { url: settings.url, json: 1, headers: { "x-shop": "7", authorization: "********" } },
    });
    expect(await docloom(["push", "--check"])).toMatchObject({ code: 0 });

    const elsewhere = { type: "webhook", settings: { url: "https://shop.example/v2" } } as const;
    await client.documents.updateDelivery(id, delivery?.id ?? "", elsewhere);
    const refused = await docloom(["push", "--yes"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("delivery To the shop") });
    expect(await docloom(["pull", "--yes"])).toMatchObject({ code: 0 });
    expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual({
      ...{ type: "webhook", name: "To the shop", active: 1 },
      settings: { ...settings, url: "https://shop.example/v2" },
    });
    expect(await docloom(["push", "--check"])).toMatchObject({ code: 0 });
  });
});

describe("docloom runs", () => {
  it("tells why a delivery was not made", async () => {
    const { id } = await client.documents.create({
      name: "Undelivered",
      type: "html",
      output: "html",
      html: "<p>x</p>",
    });
    await client.documents.addDelivery(id, {
      type: "webhook",
      settings: { url: "http://127.0.0.1:9/gone" },
    });
    const { runId } = await client.merge.later({ document: id }, {});
    const docloom = commandLine(folderFor("runs"));
    await expect
      .poll(async () => (await docloom(["runs", runId])).stdout, { timeout: 30_000 })
      .toMatch(/delivery {2}webhook pending after 1 try.*\n +\S+/);
  });
});

describe("docloom listen", () => {
  let target: Server | undefined;
  afterAll(() => target?.close());

  it("forwards what comes from now on, and nothing from before", async () => {
    const { id } = await client.documents.create({
      name: "Heard",
      type: "html",
      output: "html",
      html: "<p>{$Name}</p>",
    });
    await client.merge.now({ document: id }, { Name: "before" });
    const bodies: string[] = [];
    target = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      response.end();
    });
    await new Promise<void>((resolve) => target?.listen(0, "127.0.0.1", resolve));
    const { port } = target.address() as AddressInfo;
    const main = path.join(packed.project, "node_modules/docloom/dist/cli/main.js");
    const args = [main, "listen", "--to", `http://127.0.0.1:${port}/hook`, "--document", id, "--json"];
    const folder = folderFor("listen");
    const env = { PATH: process.env.PATH, HOME: folder, XDG_STATE_HOME: folder, ...credentials };
    const child = spawn(process.execPath, args, { env });
    try {
      await once(child.stdout, "data");
      // it begins somewhere in between: one merge after another until the first is heard
      await expect
        .poll(
          async () => {
            if (bodies.length === 0) await client.merge.now({ document: id }, { Name: "after" });
            return bodies.length;
          },
          { timeout: 60_000, interval: 1_000 },
        )
        .toBeGreaterThan(0);
    } finally {
      child.kill("SIGTERM");
      await once(child, "close");
    }
    const heard = bodies.map((body) => Buffer.from(JSON.parse(body).data.file_contents, "base64").toString());
    expect([...new Set(heard)]).toEqual(["<p>after</p>"]);
  });
});

describe("the log", () => {
  it("has each request once, also of work that another isolate did", async () => {
    const id = `once-${crypto.randomUUID()}`;
    const body = JSON.stringify({ html: "<p>Once</p>", output: "pdf" });
    const authorization = `Basic ${btoa(`${KEY}:${SECRET}`)}`;
    const headers = { authorization, "content-type": "application/json", "x-request-id": id };
    const answer = await server.fetch("/api/tools/merge", { method: "POST", headers, body });
    expect(answer.status).toBeLessThan(500);
    const lines = () =>
      server
        .logs()
        .map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry)))
        .filter((line) => line.includes(id) && /event\\?":\\?"request/.test(line));
    await expect.poll(() => lines().length).toBeGreaterThan(0);
    expect(lines()).toHaveLength(1);
  });
});

describe("docloom form", () => {
  it("turns a page on, sets it, shows its address, writes it as a file, and gives it another address", async () => {
    const folder = folderFor("form");
    const docloom = commandLine(folder);
    const { id } = await client.documents.create({ name: "Letter", type: "html", html: "<p>{$Name}</p>" });
    const addressOf = (stdout: string) => /http\S+\/form\/\S+/.exec(stdout)?.[0] ?? "";

    const on = await docloom(["form", "on", id]);
    expect([on.code, on.stdout]).toEqual([0, expect.stringContaining("The page is on.")]);
    fs.writeFileSync(path.join(folder, "page.json"), '{"on": 1, "title": "Order", "fields": [{"name": "Name"}]}');
    const set = await docloom(["form", "set", id, "page.json"]);
    expect([set.code, addressOf(set.stdout)]).toEqual([0, addressOf(on.stdout)]);
    const shown = await docloom(["form", "show", id]);
    expect(shown.stdout).toMatch(/The page is on\. It was sent 0 times\.[\s\S]*It asks for Name\./);
    expect((await docloom(["form", "preview", id])).stdout.trim()).toBe("form.html");
    expect(fs.readFileSync(path.join(folder, "form.html"), "utf8")).toContain("<h1>Order</h1>");

    expect((await docloom(["form", "renew", id])).code).not.toBe(0);
    const renewed = addressOf((await docloom(["form", "renew", id, "--yes"])).stdout);
    expect(renewed).not.toBe(addressOf(on.stdout));
    expect((await fetch(renewed.replace(/^https?:\/\/[^/]+/, url))).status).toBe(200);
    await docloom(["form", "off", id]);
    expect((await fetch(renewed.replace(/^https?:\/\/[^/]+/, url))).status).toBe(404);
    const { settings } = await client.documents.get(id);
    expect(settings?.fill_in).toMatchObject({ on: 0, title: "Order" });
  });

  it("knows data routes, too", async () => {
    const docloom = commandLine(folderFor("form-route"));
    const { id } = await client.routes.create({ name: "Pack" });
    expect((await docloom(["form", "on", id, "--route"])).stdout).toContain("/form/");
    const shown = JSON.parse((await docloom(["form", "show", id, "--route", "--json"])).stdout);
    expect(shown).toMatchObject({ sent: 0, fields: [], settings: { on: 1 } });
  });
});

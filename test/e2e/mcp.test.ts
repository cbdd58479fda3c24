import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUTHORIZATION, FIRST_CREDENTIALS } from "../support/servers/first-credentials.ts";
import { startHttpServer, type TestHttpServer } from "../support/servers/http.ts";
import { type WholeService, wholeService } from "../support/servers/whole-service.ts";

let server: WholeService;
let hooks: TestHttpServer;
let url: URL;
let client: Client;

beforeAll(async () => {
  server = wholeService({ ...FIRST_CREDENTIALS, OUTBOUND_ALLOW_LOOPBACK: "1" });
  [url, hooks] = await Promise.all([server.listen(), startHttpServer()]);
  hooks.answers.set("/hook", (response) => response.end("ok"));
  client = await connect(AUTHORIZATION);
});
afterAll(async () => {
  await client?.close();
  await hooks?.close();
  await server?.close();
});

async function connect(authorization: string): Promise<Client> {
  const connected = new Client({ name: "test", version: "1" });
  await connected.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers: { authorization } } }),
  );
  return connected;
}

/** A tool's answer: its JSON or its sentence, and its pictures. */
async function call(name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const blocks = content as { type: string; text?: string; data?: string; mimeType?: string }[];
  const text = blocks.find(({ type }) => type === "text")?.text ?? "";
  return {
    isError: isError === true,
    text,
    // biome-ignore lint/suspicious/noExplicitAny: answers of any tool
    json: (text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined) as any,
    pictures: blocks.filter(({ type }) => type === "image"),
  };
}

const INVOICE = {
  name: "Invoice",
  type: "html",
  output: "pdf",
  output_name: "Invoice {$Number}",
  html: "<h1>Invoice {$Number}</h1>{foreach $Items as $item}<p>{$item.name}: {$item.price|number_format:2}</p>{/foreach}",
};
const DATA = { Number: 42, Items: [{ name: "Chair", price: 49.5 }], Extra: 1 };

describe("the Model Context Protocol at /mcp", () => {
  it("has tools for documents, routes, runs and files that say what they do, and how the language is written", async () => {
    const { tools } = await client.listTools();
    // Each costs whoever asks an agent a part of its attention.
    expect(tools.length).toBeLessThanOrEqual(20);
    for (const tool of tools) expect(tool.description?.length, tool.name).toBeGreaterThan(30);
    const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint);
    for (const tool of writing) expect(Object.keys(tool.inputSchema.properties ?? {}), tool.name).toContain("confirm");
    expect(client.getInstructions()).toContain("{foreach $Items as $item}");
  });

  it("makes an invoice template, sees it, publishes and merges it; nothing is changed or sent unconfirmed", async () => {
    expect((await call("save_document", INVOICE)).json).toMatchObject({
      done: false,
      would: expect.stringContaining("create"),
    });
    expect((await call("list_documents", {})).json).toEqual([]);

    const broken = await call("save_document", { ...INVOICE, html: "<p>{if $A}</p>", confirm: true });
    expect(broken.isError).toBe(true);
    expect(broken.text).toMatch(/line 1, column \d+[\s\S]*What to do: correct the places/);

    const saved = await call("save_document", { ...INVOICE, confirm: true });
    expect(saved.json).toMatchObject({ done: true, test_mode: true, name: "Invoice" });
    expect(saved.json.fields).toEqual(["Number", "Items"]);
    // Merge addresses need no credentials.
    expect(saved.text).not.toContain("/merge/");
    const { id } = saved.json;

    const tried = await call("test_merge", { id: Number(id), data: DATA });
    expect(tried.json).toMatchObject({ pages: 1, pages_shown: 1, fields: { unused: ["Extra"], missing: [] } });
    expect(tried.pictures).toMatchObject([{ mimeType: "image/png" }]);
    const png = Buffer.from(tried.pictures[0]?.data ?? "", "base64");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    // US Letter at 80 dots per inch.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([680, 880]);

    const hook = { id, type: "webhook", settings: { url: `http://127.0.0.1:${hooks.port}/hook`, json: 1 } };
    expect((await call("add_delivery", hook)).json).toMatchObject({ done: false });
    expect((await call("add_delivery", { ...hook, confirm: true })).json).toMatchObject({ done: true });
    const shown = await call("get_document", { id });
    expect(shown.json.deliveries).toHaveLength(1);
    expect(shown.text).not.toContain("/merge/");

    expect((await call("publish_document", { id })).json).toMatchObject({
      done: false,
      deliveries_that_will_be_sent: ["webhook"],
    });
    expect((await call("publish_document", { id, confirm: true })).json).toMatchObject({
      done: true,
      test_mode: false,
    });

    expect((await call("merge_document", { id, data: DATA })).json).toMatchObject({ done: true, test: true });
    const asked = await call("merge_document", { id, data: DATA, test: false });
    expect(asked.json).toMatchObject({ done: false, deliveries_that_would_be_sent: [{ type: "webhook" }] });
    expect(hooks.received).toEqual([]);

    const merged = await call("merge_document", { id, data: DATA, test: false, confirm: true });
    expect(merged.json).toMatchObject({ done: true, test: false, name: "Invoice 42.pdf" });
    await expect.poll(() => hooks.received.length, { timeout: 20_000 }).toBe(1);

    const runs = await call("list_runs", { document_id: id });
    expect(runs.json[0]).toMatchObject({ id: merged.json.run_id, test: false });
    expect((await call("get_run", { run_id: merged.json.run_id })).json.files).toHaveLength(1);
    expect((await call("replay_run", { run_id: merged.json.run_id })).json).toMatchObject({ done: false });
    expect(hooks.received).toHaveLength(1);
  });

  it("keeps a new template of a published document as a draft until it passes the document's tests", async () => {
    const { json: made } = await call("save_document", { ...INVOICE, confirm: true });
    const { id } = made;
    await call("publish_document", { id, confirm: true });
    const tests = [{ name: "Thanks", data: DATA, pages: 1, text: ["Invoice 42", "Chair: 49.50"] }];
    await call("save_document", { id, settings: { tests }, confirm: true });

    const broken = { id, html: "<h1>Bill {$Number}{$Items}</h1>" };
    expect((await call("save_document", broken)).json.would).toContain("kept as a draft");
    expect((await call("save_document", { ...broken, confirm: true })).json).toMatchObject({ done: true, draft: 2 });
    expect((await call("get_document", { id })).json.html).toBe(INVOICE.html);
    expect((await call("publish_document", { id })).json).toMatchObject({
      done: false,
      would: expect.stringContaining("version 2"),
      tests: { passed: false, tests: [{ problems: [expect.stringContaining("Invoice 42"), expect.any(String)] }] },
    });
    const refused = await call("publish_document", { id, confirm: true });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("repair the draft") });

    const html = `${INVOICE.html}<p>Thank you, {$Name}.</p>`;
    expect((await call("save_document", { id, html, confirm: true })).json).toMatchObject({ draft: 3 });
    const tried = await call("test_merge", { id, data: DATA });
    expect(tried.json).toMatchObject({ draft: 3, pages: 1, fields: { missing: ["Name"] } });
    expect(tried.pictures).toHaveLength(1);
    expect((await call("publish_document", { id, confirm: true })).json).toMatchObject({ done: true });
    expect((await call("get_document", { id })).json.html).toBe(html);
    expect((await call("publish_document", { id, confirm: true })).json.note).toContain("before");
  });

  it("lets in whoever is signed in with a browser, only from pages of the service", async () => {
    const signedIn = await fetch(new URL("/api/sessions", url), {
      method: "POST",
      headers: { "content-type": "application/json", origin: url.origin },
      body: JSON.stringify({ key: "test-key", secret: "test-secret" }),
    });
    const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
    const list = (origin: string) =>
      fetch(new URL("/mcp", url), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          cookie,
          origin,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "list_documents", arguments: {} },
        }),
      });

    const answer = await list(url.origin);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Invoice");
    expect((await list("https://elsewhere.example")).status).toBe(403);
  });

  it("names the remedy for what goes wrong", async () => {
    const missing = await call("get_document", { id: "999999" });
    expect(missing).toMatchObject({
      isError: true,
      text: expect.stringContaining("What to do: find the id with list_documents."),
    });
  });

  it("requires the credentials of the interface", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const response = await fetch(new URL("/mcp", url), { method: "POST", headers, body });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("Basic");
    await expect(connect(`Basic ${btoa("test-key:wrong")}`)).rejects.toThrow();
  });
});

import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { paragraph, wordDocument } from "../../test/support/office-files.ts";
import { testCaller, testService } from "../../test/support/test-service.ts";
import { present } from "../domain/present.ts";

const service = testService();
let authorization: string;

beforeAll(async () => {
  ({ authorization } = await testCaller());
});

interface Answer {
  result?: {
    isError?: boolean;
    content: { type: string; text: string; resource?: { mimeType: string; blob: string } }[];
    structuredContent?: Record<string, unknown>;
    tools?: { name: string; title?: string; annotations?: Record<string, boolean>; outputSchema?: { type: string } }[];
  };
  error?: { code: number; message: string };
}

async function send(method: string, params: unknown): Promise<Answer> {
  const response = await service("/mcp", {
    method: "POST",
    headers: { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await response.text();
  const event = /^data: (.*)$/m.exec(text);
  return JSON.parse(event?.[1] ?? text);
}

/** The text of a tool's answer. */
async function say(name: string, args: Record<string, unknown>): Promise<{ isError: boolean; text: string }> {
  const { result } = await send("tools/call", { name, arguments: args });
  const { content, isError = false } = present(result);
  return { isError, text: present(content[0]).text };
}

const call = async (name: string, args: Record<string, unknown>) => JSON.parse((await say(name, args)).text);

const letter = (text: string) => Buffer.from(wordDocument(paragraph(text))).toString("base64");
const LETTER = { name: "Letter", type: "docx", output: "pdf", output_name: "Letter to {$Name}" };

async function saveLetter(): Promise<string> {
  const { id } = await call("save_document", { ...LETTER, file_contents: letter("Dear {$Name}"), confirm: true });
  return id;
}

describe("documents by tools", () => {
  it("are asked about before they are made, changed or published", async () => {
    const asked = await call("save_document", { name: "Letter" });
    expect(asked).toMatchObject({ done: false, would: expect.stringContaining("(type is missing)") });
    const id = await saveLetter();
    expect(await call("save_document", { id, name: "Other" })).toMatchObject({
      done: false,
      would: 'change name of "Letter", which is in test mode',
    });
    expect(await call("publish_document", { id })).toMatchObject({ done: false, would: 'publish "Letter"' });
    expect(await call("get_document", { id })).toMatchObject({ name: "Letter", active: "0", deliveries: [] });
  });

  it("are found by name, without the addresses at which anybody may merge", async () => {
    const id = await saveLetter();
    const found = await say("list_documents", { search: "Lett" });
    expect(JSON.parse(found.text)).toContainEqual(
      expect.objectContaining({ id, name: "Letter", type: "docx", output: "pdf", test_mode: true }),
    );
    expect(found.text + (await say("get_document", { id })).text).not.toContain("/merge/");
    expect(await call("list_documents", { search: "nothing is called so" })).toEqual([]);
  });

  it("are not published for the first time while their tests fail", async () => {
    const id = await saveLetter();
    const tests = [{ name: "greets", data: { Name: "Ada" }, text: ["Hello Ada"] }];
    await call("save_document", { id, settings: { tests }, confirm: true });
    expect(await call("publish_document", { id })).toMatchObject({ done: false, tests: { passed: false } });
    const refused = await say("publish_document", { id, confirm: true });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("greets")]);
    expect(await call("get_document", { id })).toMatchObject({ active: "0" });
    expect(await call("publish_document", { id, confirm: true, force: true })).toMatchObject({ test_mode: false });
  });

  it("keep a new template as a draft while they are published", async () => {
    const id = await saveLetter();
    expect(await call("publish_document", { id, confirm: true })).toMatchObject({ done: true, test_mode: false });
    expect(await call("publish_document", { id })).toMatchObject({ note: "It was published before." });
    const changed = { id, file_contents: letter("Hello {$Name}, {$City}") };
    expect((await call("save_document", changed)).would).toContain("the template is kept as a draft");
    expect(await call("save_document", { ...changed, confirm: true })).toMatchObject({ done: true, draft: 2 });
    const tried = await call("test_merge", { id, data: { Name: "Ada" }, pages: 0 });
    expect(tried).toMatchObject({ draft: 2, media_type: "application/pdf", fields: { missing: ["City"] } });
    expect((await call("publish_document", { id })).would).toBe('publish the draft, version 2, of "Letter"');
    expect(await call("publish_document", { id, confirm: true })).toMatchObject({ done: true });
    const merged = await call("test_merge", { id, data: { Name: "Ada", City: "London" }, pages: 0 });
    expect(merged).toMatchObject({ test: true, fields: { missing: [], unused: [] } });
    expect(merged).not.toHaveProperty("draft");
  });

  it("get deliveries once somebody says yes", async () => {
    const id = await saveLetter();
    const delivery = {
      id,
      type: "email",
      settings: { to: "a@example.com", subject: "For {$Name}", html: "<p>Hi</p>" },
    };
    expect((await call("add_delivery", delivery)).would).toBe('add a delivery by email to "Letter"');
    expect(await call("add_delivery", { ...delivery, confirm: true })).toMatchObject({ done: true });
    expect((await call("get_document", { id })).deliveries).toHaveLength(1);
    const held = await call("merge_document", { id, data: {}, test: false });
    expect(held.deliveries_that_would_be_held).toEqual([{ type: "email", to: "a@example.com" }]);
    await call("publish_document", { id, confirm: true });
    const asked = await call("merge_document", { id, data: {}, test: false });
    expect(asked.deliveries_that_would_be_sent).toEqual([{ type: "email", to: "a@example.com" }]);
  });
});

describe("merges by tools", () => {
  it("answer a link, and are found among the runs", async () => {
    const id = await saveLetter();
    const merged = await call("merge_document", { id, data: { Name: "Ada" } });
    expect(merged).toMatchObject({ done: true, test: true, name: "Letter to Ada.pdf" });
    const runs = await call("list_runs", { document_id: id, status: "done" });
    expect(runs[0]).toMatchObject({ id: merged.run_id, test: true });
    expect(await call("list_runs", { document_id: id, status: "failed" })).toEqual([]);
    expect(await call("get_run", { run_id: merged.run_id })).toMatchObject({ id: merged.run_id, files: [{}] });
    expect(await call("replay_run", { run_id: merged.run_id })).toMatchObject({
      done: false,
      deliveries_that_would_be_sent_again: [],
    });
    const replayed = await say("replay_run", { run_id: merged.run_id, confirm: true });
    expect(replayed.text).toContain("retention_days");
  });

  it("of a document in test mode say that they are samples, whatever was asked", async () => {
    const id = await saveLetter();
    const asked = await call("merge_document", { id, data: {}, test: false });
    expect(asked.would).toContain("in test mode");
    const merged = await call("merge_document", { id, data: { Name: "Ada" }, test: false, confirm: true });
    expect(merged).toMatchObject({ done: true, test: true, note: expect.stringContaining("publish_document") });
    await call("publish_document", { id, confirm: true });
    const real = await call("merge_document", { id, data: { Name: "Ada" }, test: false, confirm: true });
    expect(real).toMatchObject({ done: true, test: false });
  });

  it("without data are told which the document needs", async () => {
    const id = await saveLetter();
    const { isError, text } = await say("merge_document", { id });
    expect(isError).toBe(true);
    expect(text).toContain("a member for each field, which are Name");
  });

  it("of data routes are samples unless somebody says otherwise", async () => {
    const document_id = await saveLetter();
    const response = await service("/api/routes", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ name: "Letters", rules: [{ document_id }] }),
    });
    const { id } = await response.json<{ id: string }>();
    expect((await call("list_routes", {})).map((route: { id: string }) => route.id)).toContain(id);
    expect(await call("get_route", { id })).toMatchObject({ id, rules: [{ document_id }] });
    const merged = await call("merge_route", { id, data: { Name: "Ada" } });
    expect(merged).toMatchObject({ done: true, test: true, files: [{ name: "Letter to Ada.pdf" }] });
    expect(await call("merge_route", { id, data: {}, test: false })).toMatchObject({ done: false });
  });
});

describe("a list", () => {
  it("is shown as it is read, and merged when that is confirmed", async () => {
    const { id } = await call("save_document", { ...LETTER, file_contents: letter("{$Name}"), confirm: true });
    const list = { id, rows: [["Who"], ["Ada"], ["Grace"]], mapping: { Who: "Name" } };
    expect(JSON.stringify(await call("merge_list", list))).toContain('{"Name":"Ada"}');
    expect(await call("merge_list", { ...list, confirm: true })).toMatchObject({ done: true, test: true, records: 2 });
  });
});

describe("a fill-in page", () => {
  it("is set up when that is confirmed, looked at, and given another address", async () => {
    const { id } = await call("save_document", { ...LETTER, file_contents: letter("{$Name}"), confirm: true });
    const settings = { on: true, title: "Order", fields: [{ name: "Name", required: 1 }] };
    expect(await call("set_fill_in_page", { id, settings })).toMatchObject({ done: false });
    expect(await call("get_document", { id })).toMatchObject({ fill_in_page: { url: "", sent: 0 } });
    const made = await call("set_fill_in_page", { id, settings, confirm: true });
    expect(made).toMatchObject({ done: true, sent: 0, settings: { on: 1, title: "Order" } });
    const renewed = await call("set_fill_in_page", { id, new_address: true, confirm: true });
    expect(renewed).toMatchObject({ settings: { on: 1, title: "Order" }, url: expect.stringContaining("/form/") });
    expect(renewed.url).not.toBe(made.url);

    const logo = `data:image/png;base64,${"A".repeat(1_000)}`;
    await call("set_fill_in_page", { id, settings: { ...settings, logo }, confirm: true });
    const looked = await call("get_document", { id });
    expect(JSON.stringify(looked)).toContain("a picture, which stays");
    expect(JSON.stringify(looked)).not.toContain("AAAA");
    const kept = await call("set_fill_in_page", { id, settings: { on: 1 }, confirm: true });
    expect(kept.warning).toContain("test mode");
    await call("publish_document", { id, confirm: true });
    const page = await service(new URL(renewed.url).pathname);
    expect(await page.text()).toContain(logo);
  });
});

describe("what tools say of themselves", () => {
  it("is a title, hints and a schema of the answer, for each", async () => {
    const { result } = await send("tools/list", {});
    const tools = present(result?.tools);
    expect(tools.filter(({ title, outputSchema }) => !title || outputSchema?.type !== "object")).toEqual([]);
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name);
    expect(changing.toSorted()).toEqual([
      "add_delivery",
      "merge_document",
      "merge_list",
      "merge_route",
      "publish_document",
      "replay_run",
      "save_document",
      "set_fill_in_page",
      "set_pdf_fields",
    ]);
  });

  it("holds for answers: lists are items", async () => {
    const { result } = await send("tools/call", { name: "list_documents", arguments: {} });
    expect(result?.structuredContent).toEqual({ items: JSON.parse(present(result?.content[0]).text) });
  });
});

describe("a template that is sent along", () => {
  it("is filled, and its file is in the answer", async () => {
    const { result } = await send("tools/call", {
      name: "fill_template",
      arguments: { html: "<p>{$Name}</p>", data: { Name: "Ada" }, output: "html" },
    });
    const [facts, file] = present(result).content;
    expect(JSON.parse(present(facts).text)).toMatchObject({
      name: "document.html",
      media_type: "text/html;charset=utf-8",
    });
    expect(Buffer.from(present(file?.resource).blob, "base64").toString()).toContain("<p>Ada</p>");
  });
});

describe("what goes wrong", () => {
  it.each([
    ["get_document", { id: "999999" }, "find the id with list_documents"],
    ["save_document", { ...LETTER, file_contents: letter("{if $A}"), confirm: true }, "correct the places"],
    ["get_run", { run_id: "no-such-run" }, "What to do"],
    ["add_delivery", { id: "999999", type: "email", settings: {} }, "list_documents"],
  ])("by %s is reported with what to do", async (name, args, remedy) => {
    const { isError, text } = await say(name, args);
    expect(isError).toBe(true);
    expect(text).toContain(remedy);
  });

  it("with arguments of the wrong kind names them", async () => {
    const { result, error } = await send("tools/call", { name: "list_runs", arguments: { limit: 1000 } });
    expect(JSON.stringify(result ?? error)).toContain("limit");
  });
});

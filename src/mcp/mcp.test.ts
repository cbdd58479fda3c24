import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { authorizationOfKey } from "../../test/support/members.ts";
import { paragraph, wordDocument } from "../../test/support/office-files.ts";
import { testCaller, testService } from "../../test/support/test-service.ts";
import { present } from "../domain/present.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import { openPdf } from "../pdf/document.ts";
import { identificationsOf } from "../pdf/pdfa/preserved-identification.ts";
import { buildFile, buildPages } from "../pdf/testing/build-file.ts";

const service = testService();
let authorization: string;
let workspaceId: string;

beforeAll(async () => {
  ({ authorization, workspaceId } = await testCaller());
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

/** Who calls, and at which service. */
interface Caller {
  by?: string;
  at?: typeof service;
}

async function send(
  method: string,
  params: unknown,
  { by = authorization, at = service }: Caller = {},
): Promise<Answer> {
  const response = await at("/mcp", {
    method: "POST",
    headers: {
      authorization: by,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await response.text();
  const event = /^data: (.*)$/m.exec(text);
  return JSON.parse(event?.[1] ?? text);
}

/** The text of a tool's answer. */
async function say(name: string, args: Record<string, unknown>, caller?: Caller) {
  const { result } = await send("tools/call", { name, arguments: args }, caller);
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

  it("name the deliveries that would be made again", async () => {
    const id = await saveLetter();
    const settings = { to: "a@example.com", subject: "For {$Name}", html: "<p>Hi</p>" };
    await call("add_delivery", { id, type: "email", settings, confirm: true });
    expect((await call("publish_document", { id })).deliveries_that_will_be_sent).toEqual(["email"]);
    const { run_id } = await call("merge_document", { id, data: { Name: "Ada" } });
    expect(await call("replay_run", { run_id })).toMatchObject({
      ...{ done: false, would: `merge run ${run_id} again` },
      deliveries_that_would_be_sent_again: ["email"],
    });
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
    expect(await say("merge_route", { id })).toEqual({
      isError: true,
      text: expect.stringContaining("an object with the fields that get_route lists"),
    });
  });
});

describe("form fields of a PDF", () => {
  /** A page with a label and a line behind it. */
  const flatForm = Buffer.from(
    buildFile({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Kids[10 0 R]/Count 1/MediaBox[0 0 400 300]/Resources<</Font<</F 3 0 R>>>>>>",
      3: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      10: "<</Type/Page/Parent 2 0 R/Contents 11 0 R>>",
      11: { entries: "", bytes: "BT /F 10 Tf 20 200 Td (Name:) Tj ET 70 198 m 220 198 l S" },
    }),
  ).toString("base64");
  const newForm = async (): Promise<string> =>
    (
      await call("save_document", {
        ...{ name: "Form", type: "pdf", output: "pdf", file_contents: flatForm },
        confirm: true,
      })
    ).id;

  it("are found where a flat one asks for them, and set once that is confirmed", async () => {
    const id = await newForm();
    const listed = await call("list_pdf_fields", { id });
    expect(listed).toMatchObject({ version: 1, fields: [] });
    expect(listed).not.toHaveProperty("found");
    const { found, fields } = await call("list_pdf_fields", { id, find: true });
    expect(fields).toEqual([]);
    expect(found).toMatchObject([{ page: 1, box: [70, 198, 220, 213], kind: "text", name: "Name" }]);

    const [{ page, box, kind }] = found;
    const set = { id, fields: [{ page, box, kind, name: "Customer.Name" }] };
    const asked = await call("set_pdf_fields", set);
    expect(asked).toMatchObject({ done: false, would: 'give "Form" 1 form fields in place of its 0', id });
    expect((await call("list_pdf_fields", { id })).fields).toEqual([]);
    expect(await call("set_pdf_fields", { ...set, confirm: true })).toMatchObject({
      ...{ done: true, id, version: 2 },
      fields: [{ id: expect.any(String), name: "Customer.Name" }],
    });
    expect((await call("get_document", { id })).fields).toMatchObject([{ name: "Customer" }]);
  });

  it("that cannot be are refused by their places", async () => {
    const id = await newForm();
    const fields = [{ page: 2, box: [1, 1, 9, 9], kind: "text", name: "Name" }];
    const { isError, text } = await say("set_pdf_fields", { id, fields, confirm: true });
    expect([isError, text]).toEqual([true, expect.stringContaining("- /fields/0/page: ")]);
    expect((await call("list_pdf_fields", { id })).version).toBe(1);
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

describe("a file that is sent along", () => {
  /** A tool's answer about a file, and the file if it is in the answer. */
  async function made(name: string, args: Record<string, unknown>) {
    const { result } = await send("tools/call", { name, arguments: args });
    const [facts, file] = present(result).content;
    const bytes = file && new Uint8Array(Buffer.from(present(file.resource).blob, "base64"));
    return { facts: JSON.parse(present(facts).text), bytes };
  }

  it("becomes a PDF, which can be looked into", async () => {
    const file = { name: "Letter.docx", contents: letter("Dear Ada") };
    const { facts, bytes } = await made("convert_to_pdf", { file, pdf_a: "2b" });
    expect(facts).toMatchObject({ name: "Letter.pdf", media_type: "application/pdf", size: present(bytes).byteLength });
    expect(identificationsOf(openPdf(present(bytes)))).toEqual(["PDF/A-2B"]);
    const contents = Buffer.from(present(bytes)).toString("base64");
    expect(await call("inspect_pdf", { file: { name: "Letter.pdf", contents } })).toMatchObject({ pages: 1 });
    const refused = await say("inspect_pdf", { file });
    expect(refused).toEqual({ isError: true, text: expect.stringContaining("(not_a_pdf)") });
  });

  it("is not in the answer where it is too large for a conversation", async () => {
    const large = buildPages(1, { objects: { 900: { entries: "", bytes: new Uint8Array(8_500_000) } } });
    const file = { name: "Plan.pdf", contents: Buffer.from(large).toString("base64") };
    const { facts, bytes } = await made("convert_to_pdf", { file });
    expect(bytes).toBeUndefined();
    expect(facts).toMatchObject({
      ...{ name: "Plan.pdf", size: large.byteLength },
      note: "The file is too large for a conversation: call the API for it.",
    });
  });
});

describe("what goes wrong", () => {
  it("with fields that the last merges used is reported with what to do, and nothing is published", async () => {
    const id = await saveLetter();
    await call("publish_document", { id, confirm: true });
    await call("merge_document", { id, data: { Name: "Ada" }, test: false, confirm: true });
    await call("save_document", { id, file_contents: letter("Dear Sir"), confirm: true });
    const { isError, text } = await say("publish_document", { id, confirm: true });
    expect(isError).toBe(true);
    expect(text).toMatch(/What to do: repair the draft with save_document[^\n]*\n\(fields_dropped\)$/);
    expect(await call("test_merge", { id, data: {}, pages: 0 })).toMatchObject({ draft: 2 });
  });

  it("with the caller's rights is reported with what to do, and nothing is changed", async () => {
    const id = await saveLetter();
    const by = await authorizationOfKey(workspaceId, { rights: ["document:read"] });
    expect((await say("get_document", { id }, { by })).isError).toBe(false);
    const { isError, text } = await say("save_document", { id, name: "Other", confirm: true }, { by });
    expect(isError).toBe(true);
    expect(text).toContain("What to do: the credentials of this connection do not allow it; ask the person to check");
    expect(await call("get_document", { id })).toMatchObject({ name: "Letter" });
  });

  /** What an agent reads, and the log, where pages are drawn in this way. */
  async function triedWith(drawPages: () => Promise<object>) {
    const lines: string[] = [];
    const log = vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
    const pool = standIn<Env["BROWSER_POOL"]>({ getByName: () => ({ drawPages }) });
    const at = testService(undefined, { BROWSER_POOL: pool });
    try {
      return { ...(await say("test_merge", { id: await saveLetter(), data: { Name: "Ada" } }, { at })), lines };
    } finally {
      log.mockRestore();
    }
  }

  it("with the browser that draws pages is reported with what to do", async () => {
    const failure = { code: "browser_unavailable", message: "There is no browser." };
    expect(await triedWith(async () => ({ failure }))).toMatchObject({
      isError: true,
      text: "There is no browser.\nWhat to do: wait a little and call the same tool again.\n(browser_unavailable)",
    });
  });

  it("without anybody having foreseen it is in the log, and reported without a word of it", async () => {
    const { isError, text, lines } = await triedWith(() => Promise.reject(new Error("10.1.2.3 is gone")));
    expect([isError, text]).toEqual([true, expect.stringMatching(/^Something went wrong on our side\. /)]);
    expect(text).toMatch(/What to do: wait a little and call the same tool again\.\n\(internal_error\)$/);
    expect(text).not.toContain("10.1.2.3");
    const logged = lines.filter((line) => line.includes("10.1.2.3 is gone"));
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ event: "request.failed" }]);
  });

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

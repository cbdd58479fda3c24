import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { paragraph, wordDocument } from "../../../test/support/office-files.ts";
import { testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import worker from "../../index.ts";
import { openPdf } from "../../pdf/document.ts";
import { pdfInfo } from "../../pdf/operations/info.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { pageContent } from "../../pdf/testing/read-pages.ts";
import { faultsOf } from "../../word/testing/package-faults.ts";

type Client = Awaited<ReturnType<typeof newClient>>;
type Json = Record<string, unknown>;

const service = testService();
let client: Client;

beforeAll(async () => {
  client = await newClient();
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function documentId(html: string, members: Json = {}): Promise<string> {
  const { status, body } = await client.call("POST", "/api/documents", {
    name: "Page",
    type: "html",
    output: "pdf",
    html,
    ...members,
  });
  expect(status).toBe(200);
  return body.id;
}

async function route(rules: Json[], members: Json = {}): Promise<{ id: string; address: string; rules: Json[] }> {
  const { status, body } = await client.call("POST", "/api/routes", { name: "Pack", rules, ...members });
  expect(status).toBe(200);
  return { id: body.id, address: new URL(body.url).pathname, rules: body.rules };
}

const post = (path: string, data: unknown, headers: Record<string, string> = {}) =>
  service(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(data),
  });

/** Every public address answers with this file. */
function answerFiles(bytes: Uint8Array | string): void {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.includes("dns-query")) return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
    return new Response(bytes as Uint8Array<ArrayBuffer>);
  });
}

const text = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(new Uint8Array(bytes)).toString("latin1");
const COLORS: Record<string, string> = {
  ...{ "1 0 1": "magenta", "1 0 0": "red", "0 1 0": "lime", "0 0 1": "blue", "1 1 0": "yellow", "0 1 1": "cyan" },
};

/** What each page shows: the title of a page of `buildPages`, or the color that a template filled in. */
function marksOf(base64: string): string[] {
  const document = openPdf(new Uint8Array(Buffer.from(base64, "base64")));
  return document.pages.map((_, index) => {
    const content = pageContent(document, index);
    const colors = [...content.matchAll(/([01] [01] [01]) rg/g)].flatMap(([, color]) => COLORS[present(color)] ?? []);
    return /\((Page \d+)\) Tj/.exec(content)?.[1] ?? colors.join();
  });
}
const pagesOf = (base64: string) => pdfInfo(new Uint8Array(Buffer.from(base64, "base64"))).pageCount;

describe("POST /route/<ID>/<KEY>", () => {
  it("answers the file when there is exactly one", async () => {
    const { address } = await route([{ document_id: await documentId("<p>{$A}</p>", { output: "html" }) }]);
    const response = await post(`${address}?download=1`, { A: "x" });
    expect(response.status).toBe(201);
    expect(response.headers.get("content-disposition")).toContain('filename="Page.html"');
    expect(await response.text()).toBe("<p>x</p>");
  });

  it("gives exactly the files that six rules say, in order, with the combined PDF named by the route", async () => {
    answerFiles(buildPages(3));
    const page = await documentId('<p style="background:{$Colour}">{$Name}</p>', { output_name: "{$Name}" });
    const note = await documentId("<p>note {$Name}</p>", { output: "html", output_name: "Note {$Name}" });
    const { address, id } = await route(
      [
        { document_id: page, combine: 1 },
        { document_id: note, conditions: [{ field: "Country", exp: "==", value: "US" }] },
        { document_id: note, conditions: [{ field: "Country", exp: "==", value: "DE" }] },
        { document_id: page, combine: 1, loop_field: "{$Items}" },
        { file: "https://files.example.com/{$File}.pdf", combine: 1 },
        { document_id: page, combine: 1 },
      ],
      { output_name: "All for {$Name}" },
    );
    const data = {
      Name: "Ann",
      Country: "DE",
      File: "terms",
      Colour: "magenta",
      Items: ["red", "lime", "blue", "yellow", "cyan"].map((Color) => ({ Name: `item ${Color}`, Colour: Color })),
    };
    const response = await post(`${address}?download=1`, data);
    expect(response.status).toBe(201);
    const { success, files } = await response.json<{
      success: number;
      files: { name: string; file_contents: string }[];
    }>();
    expect(success).toBe(1);
    expect(files.map(({ name }) => name)).toEqual(["All for Ann.pdf", "Note Ann.html"]);
    expect(pagesOf(present(files[0]).file_contents)).toBe(1 + 5 + 3 + 1);
    expect(marksOf(present(files[0]).file_contents)).toEqual([
      ...["magenta", "red", "lime", "blue", "yellow", "cyan"],
      ...["Page 1", "Page 2", "Page 3", "magenta"],
    ]);
    expect(Buffer.from(present(files[1]).file_contents, "base64").toString()).toBe("<p>note Ann</p>");

    const listed = await post(`${address}?list_files=1`, data);
    const links = await listed.json<{ files: { name: string; url: string; document_id?: string }[] }>();
    expect(links.files.map(({ name, document_id }) => [name, document_id])).toEqual([
      ["All for Ann.pdf", undefined],
      ["Note Ann.html", note],
    ]);
    expect(await (await service(new URL(present(links.files[1]).url).pathname)).text()).toBe("<p>note Ann</p>");

    const runs = await client.call("GET", `/api/runs?route_id=${id}`);
    expect(runs.body).toHaveLength(2);
    const [latest] = runs.body;
    expect(latest).toMatchObject({ route_id: id, document_id: "", parent_id: "", source: "merge", status: "done" });
    const { body: shown } = await client.call("GET", `/api/runs/${latest.id}`);
    expect(Object.keys(shown.timings)).toEqual(["load", "render", "store"]);
    expect(shown.fields).toMatchObject({ found: ["Colour", "Name"], unused: ["Country", "File", "Items"] });
    const parts = await client.call("GET", `/api/runs?parent_id=${latest.id}`);
    expect(parts.body.map((run: Json) => run.document_id).reverse()).toEqual([
      page,
      note,
      page,
      page,
      page,
      page,
      page,
      page,
    ]);
  });

  it("combines results into one Word document: Word files, html and files that rules fetch", async () => {
    answerFiles(wordDocument(paragraph("Fetched terms")));
    const letter = await documentId("", {
      ...{ name: "Letter", type: "docx", html: undefined },
      file_contents: Buffer.from(wordDocument(paragraph("Dear {$Name}"))).toString("base64"),
    });
    const page = await documentId("<h1>{$Name}'s page</h1>");
    const { address } = await route(
      [
        { document_id: letter, combine_docx: 1 },
        { document_id: page, combine: 1 },
        { document_id: page, combine_docx: 1, loop_field: "Items" },
        { file: "https://files.example.com/terms.docx", combine_docx: 1 },
      ],
      { output_name: "All for {$Name}" },
    );
    const response = await post(`${address}?download=1`, { Name: "Ann", Items: [{ Name: "Bea" }, { Name: "Cid" }] });
    expect(response.status).toBe(201);
    const { files } = await response.json<{ files: { name: string; file_contents: string }[] }>();
    expect(files.map(({ name }) => name)).toEqual(["All for Ann.docx", "All for Ann.pdf"]);
    const bytes = new Uint8Array(Buffer.from(present(files[0]).file_contents, "base64"));
    expect(faultsOf(bytes)).toEqual([]);
    const document = strFromU8(present(unzipSync(bytes)["word/document.xml"]));
    const texts = [...document.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, part]) => part);
    expect(texts).toEqual(["Dear Ann", "Bea's page", "Cid's page", "Fetched terms"]);
  });

  it("refuses a rule whose result goes into both combined files", async () => {
    const rule = { document_id: await documentId("x"), combine: 1, combine_docx: 1 };
    const { status, body } = await client.call("POST", "/api/routes", { name: "Pack", rules: [rule] });
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, "invalid_request", "/rules/0/combine_docx"]);
  });

  it.each([
    ["terms.pdf", buildPages(1), "application/pdf", "terms.pdf"],
    ["page.htm", "<p>Terms</p>", "text/html;charset=utf-8", "page.html"],
    ["wrong.pdf", "GIF89a...", "image/gif", "wrong.gif"],
  ])("leaves the file %s of a rule as it is unless it is combined", async (path, bytes, mediaType, name) => {
    answerFiles(bytes);
    const { address } = await route([{ file: `https://files.example.com/a/${path}?x=1` }]);
    const response = await post(`${address}?download=1`, {});
    expect(response.headers.get("content-type")).toBe(mediaType);
    expect(response.headers.get("content-disposition")).toContain(`filename="${name}"`);
    expect(text(await response.arrayBuffer())).toBe(
      typeof bytes === "string" ? bytes : Buffer.from(bytes).toString("latin1"),
    );
  });

  it.each([
    ["http://127.0.0.1/x.pdf", "url_private"],
    ["{$Url}", "url_private"],
    ["{$Missing}", "url_invalid"],
    ["file:///etc/passwd", "url_invalid"],
  ])("refuses the file %s and names the rule", async (file, code) => {
    const { address } = await route([{ document_id: await documentId("x", { output: "html" }) }, { file }]);
    const response = await post(`${address}?download=1`, { Url: "http://169.254.169.254/latest/meta-data" });
    const problem = await response.json<Json>();
    expect([response.status, problem.code]).toEqual([422, code]);
    expect(problem.error).toMatch(/^Rule 2: /);
  });

  it("runs rules by sort, then as given", async () => {
    const [a, b] = [
      await documentId("a", { output: "html", name: "A" }),
      await documentId("b", { output: "html", name: "B" }),
    ];
    const { address } = await route([
      { document_id: a, sort: 2 },
      { document_id: b, sort: 1 },
      { document_id: a, sort: 1 },
    ]);
    const { files } = await (await post(`${address}?download=1`, {})).json<{ files: { name: string }[] }>();
    expect(files.map(({ name }) => name)).toEqual(["B.html", "A.html", "A (2).html"]);
  });

  it("says that no rule fired, and succeeds without download", async () => {
    const { address } = await route([
      { document_id: await documentId("x"), conditions: [{ field: "A", exp: "==", value: "1" }] },
    ]);
    const response = await post(`${address}?download=1`, { A: 2 });
    expect(response.status).toBe(422);
    const problem = await response.json<Json>();
    expect(problem).toMatchObject({
      code: "no_rule_matched",
      error: "No rule of the data route fired with this data, so there is no file to download. Rule 1: A is “2”.",
      errors: [{ pointer: "/rules/0", message: "Rule 1: A is “2”." }],
    });
    const listed = await post(`${address}?list_files=1`, { A: 2 });
    expect(await listed.json<Json>()).toEqual({ success: 1, files: [], warnings: ["Rule 1: A is “2”."] });
    const accepted = await post(address, { A: 2 });
    expect([accepted.status, await accepted.text()]).toEqual([201, '{"success":1}']);
  });

  it("names at most three rules in the sentence, and warns of a text where a rule wants a list", async () => {
    const document_id = await documentId("x", { output: "html" });
    const condition = { field: "A", exp: "==", value: "1" };
    const { address } = await route([
      ...[1, 2, 3].map(() => ({ document_id, conditions: [condition] })),
      { document_id, loop_field: "Items" },
    ]);
    const refused = await (await post(`${address}?download=1`, { Items: "Chair" })).json<Json>();
    expect(refused.error).toMatch(/download\. Rule 1: .* Rule 2: .* Rule 3: the data have no A\.$/);
    expect(refused.errors).toHaveLength(4);

    const { address: other } = await route([{ document_id }, { document_id, loop_field: "Items" }]);
    const merged = await post(`${other}?download=1`, { Items: "Chair" });
    expect([merged.status, await merged.text()]).toEqual([201, "x"]);
    expect(merged.headers.get("x-warnings")).toMatch(/^1, .*Rule 2 is repeated .* and Items is .*Chair.* in the data/);
  });

  it("fails whole, naming the rule, and delivers nothing", async () => {
    const good = await documentId("good", { output: "html" });
    await client.call("POST", `/api/documents/${good}/deliveries`, {
      type: "email",
      settings: { to: "a@example.com" },
    });
    const bad = await documentId("{for $i=1 to 100000000}x{/for}", { output: "html" });
    const { id, address } = await route([{ document_id: good }, { document_id: bad }]);
    const response = await post(`${address}?download=1`, {});
    expect(response.status).toBe(422);
    const problem = await response.json<Json>();
    expect(problem).toMatchObject({ code: "language_step_limit", errors: [{ pointer: "/rules/1" }] });
    expect(problem.error).toMatch(/^Rule 2: /);
    const [run] = (await client.call("GET", `/api/runs?route_id=${id}`)).body;
    expect(run).toMatchObject({ status: "failed" });
    const outbox = await env.DB.prepare("select count(*) as n from outbox where workspace_id = ?")
      .bind(client.caller.workspaceId)
      .first<{ n: number }>();
    expect(outbox?.n).toBe(0);
  });

  it("makes the deliveries of documents and of the route due, once, also when the message comes twice", async () => {
    const document = await documentId("<p>{$Name}</p>", { output: "html" });
    await client.call("POST", `/api/documents/${document}/deliveries`, { type: "email", settings: { to: "{$Mail}" } });
    const { id, address } = await route([{ document_id: document, loop_field: "Items" }]);
    const created = await client.call("POST", `/api/routes/${id}/deliveries`, {
      type: "email",
      settings: { to: "boss@example.com", subject: "s" },
    });
    expect(created.body).toMatchObject([{ type: "email", success: 1 }]);
    const accepted = await post(address, { Items: [{ Name: "a" }, { Name: "b" }] });
    const runId = present(accepted.headers.get("x-run-id"));
    for (const _ of [1, 2]) {
      const body = { workspaceId: client.caller.workspaceId, runId };
      const batch = createMessageBatch("docloom-merges", [{ id: "1", timestamp: new Date(), attempts: 1, body }]);
      await worker.queue(batch, env as never);
    }
    const rows = await env.DB.prepare("select run_id from outbox where run_id like ? order by run_id")
      .bind(`${runId}%`)
      .all<{ run_id: string }>();
    expect(rows.results.map((row) => row.run_id)).toEqual([runId, `${runId}-001`, `${runId}-002`]);
    const child = await client.call("GET", `/api/runs/${runId}-002`);
    expect(child.body).toMatchObject({
      status: "done",
      source: "route",
      document_id: document,
      files: [{ name: "Page.html" }],
    });
  });

  it("explains which rules would fire and why, to the owner only", async () => {
    const document = await documentId("x");
    const { address } = await route([
      { document_id: document, conditions: [{ field: "Total", exp: ">", value: "10" }] },
      { document_id: document, loop_field: "Items" },
    ]);
    expect((await post(`${address}?explain=1`, {})).status).toBe(401);
    const { authorization } = client.caller;
    const response = await post(`${address}?explain=1`, { Total: "9", Items: [1, 2] }, { authorization });
    expect(await response.json<Json>()).toMatchObject({
      rules: [
        { fired: false, conditions: [{ field: "Total", actual: "9", holds: false }] },
        { fired: true, turns: 2 },
      ],
    });
  });

  it("warns of an amount that is a text where a rule asks for a number, in merges and in explanations", async () => {
    const document = await documentId("x");
    const conditions = [{ field: "Total", exp: ">", value: "1000" }];
    const { address } = await route([{ document_id: document }, { document_id: document, conditions }]);
    const { authorization } = client.caller;
    const data = { Total: "1,500.00" };
    const warning = "Rule 2: Total is “1,500.00”, a text, and is compared letter by letter: send the number 1500.";
    const explained = await post(`${address}?explain=1`, data, { authorization });
    expect(await explained.json<Json>()).toMatchObject({ warnings: [warning] });
    const merged = await post(`${address}?list_files=1`, data);
    expect(await merged.json<Json>()).toMatchObject({ files: [{}], warnings: [warning] });
  });

  it("does not tell a wrong key from a wrong id", async () => {
    const { id } = await route([]);
    for (const path of [`/route/${id}/wrong`, "/route/99999/wrong"]) {
      const response = await post(path, {});
      expect(response.status).toBe(404);
      expect(await response.json<Json>()).toMatchObject({ error: "Sorry, but a document was not selected!" });
    }
  });

  it("merges the query's data with _use_get=1, as documents do", async () => {
    const { address } = await route([{ document_id: await documentId("<p>{$A}</p>", { output: "html" }) }]);
    const merged = await service(`${address}?_use_get=1&download=1&A=x`);
    expect([merged.status, await merged.text()]).toEqual([201, "<p>x</p>"]);
    const refused = await service(`${address}?A=x`);
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await service("/route/99999/wrong?_use_get=1")).status).toBe(404);
  });

  it("answers links with download=url and credentials", async () => {
    const document = await documentId("<p>{$A}</p>", { output: "html" });
    const [one, two] = [
      await route([{ document_id: document }]),
      await route([{ document_id: document }, { document_id: document }]),
    ];
    const single = await client.call("POST", `/api/routes/${one.id}/merge?download=url`, { A: "x" });
    expect(single.body).toEqual({ success: 1, name: "Page.html", url: expect.stringContaining("/files/") });
    expect(await (await service(new URL(single.body.url).pathname)).text()).toBe("<p>x</p>");
    const several = await client.call("POST", `/api/routes/${two.id}/merge?download=url`, { A: "x" });
    expect(several.body.files).toMatchObject([{ document_id: document }, { document_id: document }]);
  });

  it("holds back what an inactive document would deliver", async () => {
    const document = await documentId("<p>{$A}</p>", { output: "html", active: 0 });
    const { address, id } = await route([{ document_id: document }]);
    const runId = (await post(`${address}?download=1`, { A: "x" })).headers.get("x-run-id");
    expect((await client.call("GET", `/api/runs/${runId}-001`)).body).toMatchObject({ test: true });
    const tests = await client.call("GET", `/api/runs?test=1&source=route&parent_id=${runId}`);
    expect(tests.body).toHaveLength(1);
    expect((await client.call("GET", `/api/runs?test=0&route_id=${id}`)).body).toMatchObject([
      { id: runId, test: false },
    ]);
  });

  it("marks every file of a test merge", async () => {
    const document = await documentId("<p>x</p>");
    const { address } = await route([{ document_id: document }]);
    const [plain, marked] = [await post(`${address}?download=1`, {}), await post(`${address}?download=1&test=1`, {})];
    expect(text(await marked.arrayBuffer()).length).not.toBe(text(await plain.arrayBuffer()).length);
  });
});

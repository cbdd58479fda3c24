import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import worker from "../../index.ts";
import { resendDueRuns } from "../../jobs/run-consumer.ts";
import { readWorkbook } from "../../lists/read-workbook.ts";
import { writeWorkbook } from "../../lists/write-workbook.ts";
import { executeQueued } from "../../merge/execute-queued.ts";
import { faultyServices } from "../../merge/testing/faulty-services.ts";
import { SILENT_MERGES } from "../../merge/testing/silent-queues.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";

const service = testService(undefined, SILENT_MERGES);
let client: Awaited<ReturnType<typeof newClient>>;
let id: string;
let address: string;

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const HTML = "<p>{$Customer}:{foreach $Lines as $line} {$line.Item} x {$line.Qty}{/foreach} {$Day}</p>";
const COLUMNS = ["Order", "Customer", "Item", "Qty", "Day"].map((heading) => ({ heading }));
const ROWS = [
  [1, "Ann", "Chair", 2, "2026-01-31"],
  [1, "Ann", "Table", 1, "2026-01-31"],
  [2, "Bob", "Lamp", 4, "2026-02-01"],
];
const list = () => new Uint8Array(writeWorkbook("Orders", COLUMNS, ROWS));

beforeAll(async () => {
  client = await newClient(SILENT_MERGES);
  const { body } = await client.call("POST", "/api/documents", {
    name: "Order",
    type: "html",
    output: "html",
    html: HTML,
  });
  id = body.id;
  address = new URL(body.url).pathname;
});

const send = (path: string, body: BodyInit, type?: string) =>
  service(path, {
    method: "POST",
    body,
    headers: { authorization: client.caller.authorization, ...(type ? { "content-type": type } : {}) },
  });

const open = (path: string) => service(path, { headers: { authorization: client.caller.authorization } });

/** Lets the queue do a batch, step by step. */
async function finish(runId: string): Promise<void> {
  const message = { workspaceId: client.caller.workspaceId, runId };
  for (let step = 0; step < 5; step++) {
    const batch = createMessageBatch("docloom-merges", [
      { id: `${runId}-${step}`, timestamp: new Date(), attempts: 1, body: message },
    ]);
    await worker.queue(batch, { ...env, ...SILENT_MERGES } as never);
    if ((await client.call("GET", `/api/runs/${runId}`)).body.finished_at !== "") return;
  }
}

async function merged(runId: string): Promise<string[]> {
  const { body: runs } = await client.call("GET", `/api/runs?parent_id=${runId}`);
  const texts = runs.map(async ({ id: record }: { id: string }) => {
    const { body } = await client.call("GET", `/api/runs/${record}`);
    return body.files[0] ? await (await service(new URL(body.files[0].url).pathname)).text() : body.problem.code;
  });
  return (await Promise.all(texts)).reverse();
}

describe("a list", () => {
  it("is merged from a workbook, however it is labelled, with its rows grouped", async () => {
    const types = [XLSX, "application/octet-stream", "application/x-www-form-urlencoded"];
    for (const type of types) {
      const response = await service(`${address}/batch?group_by=Order&output=none`, {
        method: "POST",
        headers: { "content-type": type },
        body: list(),
      });
      expect(await response.json()).toMatchObject({ records: 2, warnings: [] });
      const runId = present(response.headers.get("x-run-id"));
      await finish(runId);
      expect(await merged(runId)).toEqual([
        "<p>Ann: Chair x 2 Table x 1 2026-01-31</p>",
        "<p>Bob: Lamp x 4 2026-02-01</p>",
      ]);
      expect((await client.call("GET", `/api/runs/${runId}`)).body).toMatchObject({ status: "done", files: [] });
    }
  });

  it("takes a form with the file, and rows as JSON, with what is asked beside them", async () => {
    const form = new FormData();
    form.set("file", new File([list()], "orders.xlsx"));
    form.set("mapping[Customer]", "Day");
    form.set("mapping[Day]", "");
    const looked = await send(`/api/documents/${id}/read_list`, form);
    expect(await looked.json()).toMatchObject({
      sheets: ["Orders"],
      header_row: 1,
      row_count: 3,
      record_count: 3,
      columns: [{ field: "Order" }, { heading: "Customer", field: "Day" }, {}, {}, { heading: "Day", field: "" }],
      records: [{ Order: 1, Day: "Ann", Item: "Chair", Qty: 2 }, {}, {}],
    });
    const first = await send(`/api/documents/${id}/read_list?first=2`, list(), XLSX);
    expect(await first.json()).toMatchObject({ row_count: 2, row_numbers: [2, 3], more: true });
    const rows = {
      rows: [
        ["Who", "What"],
        ["Cy", "Bed"],
      ],
      mapping: { Who: "Customer", What: "Lines[].Item" },
    };
    const { body } = await client.call("POST", `/api/documents/${id}/read_list`, rows);
    expect(body).toMatchObject({ records: [{ Customer: "Cy", Lines: [{ Item: "Bed" }] }], row_numbers: [2] });
    expect(body.columns).toMatchObject([{ suggested: "" }, { suggested: "" }]);
    expect(body.targets).toMatchObject([
      { path: "Customer" },
      { path: "Lines[].Item", label: "Lines: Item" },
      {},
      { path: "Day" },
    ]);
  });

  it.each([
    ["?run_at=2001-01-01", "run_at must be to come"],
    ["?run_at=2999-01-01", "run_at must be within a year"],
    ["?sheet=Other", "no sheet “Other”; it has “Orders”"],
    ["?group_by=Nobody", "no column “Nobody” to group by"],
    ["?header_row=9", "Row 9 of the sheet “Orders” is empty"],
    ["?mapping=%7B%22X%22%3A%22Y%22%7D", "the column “X”, which the list does not have"],
    ["?mapping=Name", 'mapping must be an object such as {"First name": "Name"}'],
    ["?mapping=%5B1%5D", 'mapping must be an object such as {"First name": "Name"}'],
    ["?header_row=0", "header_row"],
  ])("is refused with a sentence: %s", async (query, message) => {
    const response = await send(`/api/documents/${id}/batch${query}`, list(), XLSX);
    expect([response.status, (await response.json<{ error: string }>()).error]).toEqual([
      422,
      expect.stringContaining(message),
    ]);
  });

  it.each([
    [
      { records: [{ Customer: "Ann" }], mapping: { Who: "Customer" } },
      "Only lists take mapping, group_by, items, sheet",
    ],
    [{ rows: [["Customer"], "Ann"] }, "Row 2 of `rows` must be a list of values."],
    [{ rows: [] }, "The list is empty."],
    [{ rows: [["Customer"], ["Ann"]], header_row: 3 }, "Row 3 is empty: name the row of the headings."],
    [{ rows: [["Customer"], ["Ann"]], group_by: "Nobody" }, "no column “Nobody” to group by"],
  ])("is refused with a sentence: %j", async (body, message) => {
    const { status, body: problem } = await client.call("POST", `/api/documents/${id}/batch`, body);
    expect([status, problem.error]).toEqual([422, expect.stringContaining(message)]);
  });

  it.each([
    ["UTF-8", Buffer.from("Customer;Day\nJosé;Freitag\n")],
    ["UTF-8 with a mark", Buffer.from("\ufeffCustomer;Day\nJosé;Freitag\n")],
    ["UTF-16, as Excel saves Unicode text", Buffer.from("\ufeffCustomer\tDay\r\nJosé\tFreitag\r\n", "utf16le")],
    ["a Western encoding", Buffer.from("Customer;Day\nJosé;Freitag\n", "latin1")],
  ])("is read from a text file in %s", async (_, bytes) => {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(bytes)], "orders.csv"));
    const looked = await send(`/api/documents/${id}/read_list`, form);
    expect(await looked.json()).toMatchObject({ records: [{ Customer: "José", Day: "Freitag" }] });
  });

  it("says which of its cells have no value, and how many others", async () => {
    const rows = Array.from({ length: 22 }, (_, at) => [at, "Ann", "x", 1, "2026-01-31"]);
    const parts = unzipSync(writeWorkbook("Orders", COLUMNS, rows));
    // Formulas that no program has calculated.
    const sheet = strFromU8(present(parts["xl/worksheets/sheet1.xml"])).replace(
      /(<c r="A\d+"[^>]*>)<v>\d+<\/v>/g,
      "$1<f>B1</f>",
    );
    const bytes = new Uint8Array(zipSync({ ...parts, "xl/worksheets/sheet1.xml": strToU8(sheet) }));
    const { warnings, problems, problem_count } = await (
      await send(`/api/documents/${id}/read_list`, bytes, XLSX)
    ).json<{ warnings: string[]; problems: object[]; problem_count: number }>();
    expect(warnings).toHaveLength(21);
    expect(warnings[0]).toMatch(/^Row 2, “Order”: .* It is left empty\.$/);
    expect(warnings[20]).toBe("2 other cells have no value, too.");
    expect(problems[0]).toMatchObject({ row: 2, column: 0, kind: "unknown" });
    expect(problem_count).toBe(22);
  });

  it("waits in the database for its time, is not begun before, and can be cancelled", async () => {
    const later = new Date(Date.now() + 90 * 86_400_000).toISOString();
    const accepted = await send(`/api/documents/${id}/batch?run_at=${later}`, list(), XLSX);
    expect(await accepted.json()).toMatchObject({ run_at: later });
    const runId = present(accepted.headers.get("x-run-id"));
    expect((await client.call("GET", `/api/runs/${runId}`)).body).toMatchObject({ status: "accepted", run_at: later });
    const sent: string[] = [];
    const MERGES = {
      sendBatch: async (all: { body: { runId: string } }[]) => void sent.push(...all.map(({ body }) => body.runId)),
    };
    const services = faultyServices({ MERGES } as object);
    await resendDueRuns(services);
    expect(sent).not.toContain(runId);
    const then = { ...services, now: () => new Date(Date.parse(later) + 1) };
    // So many are sent at a time, and what other tests have left is due before.
    while (!sent.includes(runId) && (await resendDueRuns(then)) > 0);
    expect(sent).toContain(runId);
    expect((await client.call("POST", `/api/runs/${runId}/cancel`, {})).body).toMatchObject({ success: 1 });
  });

  it("is paused and goes on, with nothing done twice", async () => {
    const rows = Array.from({ length: 40 }, (_, index) => [index, `n${index}`, "x", 1, ""]);
    const accepted = await send(
      `/api/documents/${id}/batch?output=none`,
      new Uint8Array(writeWorkbook("Many", COLUMNS, rows)),
      XLSX,
    );
    const runId = present(accepted.headers.get("x-run-id"));
    // Time passes so fast that a step ends before the batch does.
    let seconds = 0;
    const now = () => new Date(Date.now() + seconds++ * 1_000);
    const step = () => executeQueued({ ...faultyServices(SILENT_MERGES), now }, client.caller.workspaceId, runId);
    await step();
    expect((await client.call("POST", `/api/runs/${runId}/pause`, {})).status).toBe(200);
    await step();
    expect((await client.call("GET", `/api/runs/${runId}`)).body).toMatchObject({
      paused: true,
      finished_at: "",
      records: { done: expect.toSatisfy((done) => done >= 20 && done < 40) },
    });
    expect((await client.call("POST", `/api/runs/${runId}/resume`, {})).status).toBe(200);
    await step();
    expect((await client.call("GET", `/api/runs/${runId}`)).body).toMatchObject({
      paused: false,
      status: "done",
      records: { done: 40 },
    });
    expect((await client.call("POST", `/api/runs/${runId}/pause`, {})).status).toBe(409);
    expect(await merged(runId)).toHaveLength(40);
  });

  it("gives its failed rows back with the reason, and merges only them again", async () => {
    const html = "{if $Customer == 'Bob'}{for $i=1 to 100000000}x{/for}{/if}{$Customer}";
    const { body } = await client.call("POST", "/api/documents", { name: "Picky", type: "html", output: "html", html });
    const accepted = await send(`/api/documents/${body.id}/batch?output=none&mapping[Customer]=Customer`, list(), XLSX);
    const runId = present(accepted.headers.get("x-run-id"));
    await finish(runId);
    expect((await client.call("GET", `/api/runs/${runId}`)).body.records).toMatchObject({ done: 2, failed: 1 });
    const file = await open(`/api/runs/${runId}/failed_rows`);
    const table = await readWorkbook(new Uint8Array(await file.arrayBuffer()));
    expect(table.headings).toEqual(["Order", "Customer", "Item", "Qty", "Day", "Why it failed"]);
    expect(table.rows).toMatchObject([{ cells: [2, "Bob", "Lamp", 4, "2026-02-01", expect.stringMatching(/\w/)] }]);
    const again = await client.call("POST", `/api/runs/${runId}/replay?failed=1`, {});
    await finish(again.body.run_id);
    expect((await client.call("GET", `/api/runs/${again.body.run_id}`)).body.records).toMatchObject({
      total: 1,
      failed: 1,
    });
  });

  it("marks what is missing and what its field does not hold, and says which field a column may mean", async () => {
    const made = await client.call("POST", "/api/documents", {
      name: "Checked",
      type: "html",
      html: "{$Amount|number_format:2} {$Due|date_format} {$CustomerName}",
    });
    const rows = [
      ["Amount", "Due", "customer name"],
      ["12,50", "2026-02-01", "Ada"],
      ["soon", "when it rains", "Ben"],
      ["", "", "Cy"],
    ];
    const { body } = await client.call("POST", `/api/documents/${made.body.id}/read_list`, { rows });
    expect(body.columns[2]).toEqual({ heading: "customer name", field: "customer name", suggested: "CustomerName" });
    expect(body.problems).toMatchObject([
      { row: 3, column: 0, kind: "wrong", message: expect.stringContaining("“soon” is none: it counts as 0.") },
      { row: 3, column: 1, kind: "wrong" },
      { row: 4, column: 0, kind: "missing", message: "“Amount” is needed, and empty here." },
      { row: 4, column: 1, kind: "missing" },
    ]);
    expect(body.problem_count).toBe(4);
  });

  it("marks what a check box and a choice of a form do not hold", async () => {
    const fields = [
      { page: 1, box: [20, 150, 30, 160], kind: "check", name: "Paid" },
      { page: 1, box: [20, 200, 180, 220], kind: "choice", name: "Size", options: ["S", "M"] },
    ];
    const file_contents = new Uint8Array(buildPages(1));
    const made = await client.call("POST", "/api/documents", {
      name: "Form",
      type: "pdf",
      output: "pdf",
      file_contents,
    });
    expect((await client.call("PUT", `/api/documents/${made.body.id}/pdf_fields`, { fields })).status).toBe(200);
    const rows = [
      ["Paid", "Size"],
      ["yes", "S"],
      [true, "M"],
      ["maybe", "XL"],
    ];
    const { body } = await client.call("POST", `/api/documents/${made.body.id}/read_list`, { rows });
    expect(body.problems).toEqual([
      { row: 4, column: 0, kind: "wrong", message: "“Paid” is a yes or no; “maybe” counts as yes." },
      { row: 4, column: 1, kind: "wrong", message: "“Size” is one of S, M; “XL” is none of them." },
    ]);
  });

  it("is read for a data route as its batch would, by the fields of all of its documents, each once", async () => {
    const other = await client.call("POST", "/api/documents", {
      name: "Other",
      type: "html",
      html: "{$Day} {$Seller}",
    });
    const rules = [{ document_id: id }, { document_id: other.body.id }, { file: "https://example.com/{$Terms}.pdf" }];
    const { body: route } = await client.call("POST", "/api/routes", { name: "Pack", rules });
    const rows = [
      ["Customer", "Seller", "Lines: Item"],
      ["Ann", "Bob", "Chair"],
    ];
    const { status, body } = await client.call("POST", `/api/routes/${route.id}/read_list`, { rows });
    expect(status).toBe(200);
    expect(body.records).toEqual([{ Customer: "Ann", Seller: "Bob", Lines: [{ Item: "Chair" }] }]);
    const paths = ["Customer", "Lines[].Item", "Lines[].Qty", "Day", "Seller"];
    expect(body.targets.map(({ path }: { path: string }) => path)).toEqual(paths);

    const template = await open(`/api/routes/${route.id}/list_template`);
    expect(template.headers.get("content-disposition")).toContain("Pack.xlsx");
    const table = await readWorkbook(new Uint8Array(await template.arrayBuffer()));
    expect(table.headings).toEqual(["Customer", "Lines: Item", "Lines: Qty", "Day", "Seller"]);
    const none = await client.call("GET", "/api/routes/999999/list_template");
    expect([none.status, none.body.code]).toEqual([404, "route_not_found"]);
  });

  it("of a data route is merged with every record, by its key and by credentials", async () => {
    const rules = [{ document_id: id, conditions: [{ field: "Customer", exp: "!=", value: "Bob" }] }];
    const { body: route } = await client.call("POST", "/api/routes", { name: "Pack", rules });
    const paths = [new URL(route.url).pathname, `/api/routes/${route.id}`];
    for (const path of paths) {
      const accepted = await send(`${path}/batch?group_by=Order&output=none`, list(), XLSX);
      expect(accepted.status).toBe(202);
      expect(await accepted.json()).toMatchObject({ records: 2, warnings: [] });
      const runId = present(accepted.headers.get("x-run-id"));
      await finish(runId);
      const { body: run } = await client.call("GET", `/api/runs/${runId}`);
      expect(run).toMatchObject({ status: "done", route_id: route.id, records: { total: 2, done: 2 } });
      const { body: runs } = await client.call("GET", `/api/runs?parent_id=${runId}`);
      const files = await Promise.all(
        runs.map(async (each: { id: string }) => (await client.call("GET", `/api/runs/${each.id}`)).body.files.length),
      );
      expect(files.toSorted()).toEqual([0, 1]);
    }
  });

  it("of a data route becomes one PDF where all of its files are PDFs, or are combined in one", async () => {
    const made = async (output: string) =>
      (await client.call("POST", "/api/documents", { name: "Page", type: "html", output, html: "{$Customer}" })).body
        .id;
    const [pdf, html] = [await made("pdf"), await made("html")];
    const batch = async (rules: object[]) => {
      const { body: route } = await client.call("POST", "/api/routes", { name: "Pack", rules });
      return await client.call("POST", `/api/routes/${route.id}/batch?output=pdf`, { records: [{ Customer: "Ann" }] });
    };
    for (const rules of [[{ document_id: pdf }], [{ document_id: pdf }, { document_id: html, combine: 1 }]])
      expect((await batch(rules)).status).toBe(202);
    for (const rules of [
      [{ document_id: pdf }, { document_id: html }],
      [{ document_id: pdf }, { document_id: pdf, combine_docx: 1 }],
      [{ document_id: pdf }, { file: "https://example.com/a.pdf" }],
    ]) {
      const { status, body } = await batch(rules);
      expect([status, body.code, body.errors[0].pointer]).toEqual([422, "output_not_allowed", "/rules/1"]);
      expect(body.error).toContain("Rule 2 of the data route makes files that are not PDFs");
    }
  });

  it("has a workbook headed with the document's fields", async () => {
    const response = await open(`/api/documents/${id}/list_template`);
    expect(response.headers.get("content-type")).toBe(XLSX);
    const table = await readWorkbook(new Uint8Array(await response.arrayBuffer()));
    expect(table.headings).toEqual(["Customer", "Lines: Item", "Lines: Qty", "Day"]);
    const unknown = await client.call("GET", `/api/documents/${id}/list_template?sample=nothing`);
    expect([unknown.status, unknown.body.code]).toEqual([404, "sample_not_found"]);

    const data = { Customer: "Ada", Lines: [{ Item: "Lamp", Qty: 7 }, { Item: "Bed" }] };
    const { body: sample } = await client.call("POST", `/api/documents/${id}/samples`, { name: "One", data });
    const shown = await open(`/api/documents/${id}/list_template?sample=${sample.id}`);
    const [row] = (await readWorkbook(new Uint8Array(await shown.arrayBuffer()))).rows;
    expect(row?.cells.slice(0, 3)).toEqual(["Ada", "Lamp", 7]);
  });

  it("makes no deliveries where none are wanted", async () => {
    const { body } = await client.call("POST", "/api/documents", {
      name: "Mailed",
      type: "html",
      output: "html",
      html: "{$Customer}",
      notification: { to: "a@example.com", html: "x" },
    });
    const accepted = await send(`/api/documents/${body.id}/batch?deliver=0`, list(), XLSX);
    const runId = present(accepted.headers.get("x-run-id"));
    await finish(runId);
    const { results } = await env.DB.prepare("select run_id from outbox where run_id like ?").bind(`${runId}-%`).all();
    expect(results).toEqual([]);
  });
});

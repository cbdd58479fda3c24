import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import worker from "../../index.ts";
import { executeQueued } from "../../merge/execute-queued.ts";
import { failing, faultyServices } from "../../merge/testing/faulty-services.ts";
import { SILENT_MERGES } from "../../merge/testing/silent-queues.ts";
import { pdfInfo } from "../../pdf/operations/info.ts";
import { batchRecords } from "./batch-records.ts";

/** Every third call fails. */
function every(nth: number): () => boolean {
  let calls = 0;
  return () => ++calls % nth === 0;
}

type Client = Awaited<ReturnType<typeof newClient>>;

const service = testService(undefined, SILENT_MERGES);
let client: Client;

beforeAll(async () => {
  client = await newClient(SILENT_MERGES);
});

async function document(html: string, members: object = {}): Promise<string> {
  const { body } = await client.call("POST", "/api/documents", {
    name: "Letter",
    type: "html",
    output: "html",
    output_name: "{$Name}",
    html,
    ...members,
  });
  return new URL(body.url).pathname;
}

const post = (address: string, body: string, contentType = "application/json") =>
  service(address, { method: "POST", headers: { "content-type": contentType }, body });

/** Hands over the batch's message until its run is final, as queue and cron do. */
async function finish(runId: string) {
  for (let step = 0; step < 10; step++) {
    const body = { workspaceId: client.caller.workspaceId, runId };
    await worker.queue(createMessageBatch("docloom-merges", [{ id: "1", timestamp: new Date(), attempts: 1, body }]), {
      ...env,
      ...SILENT_MERGES,
    } as never);
    const { body: run } = await client.call("GET", `/api/runs/${runId}`);
    if (["done", "failed"].includes(run.status)) return run;
  }
  throw new Error("the batch does not end");
}

async function fileOf(run: { files: { url: string }[] }): Promise<Uint8Array> {
  const response = await service(new URL(present(run.files[0]).url).pathname);
  return new Uint8Array(await response.arrayBuffer());
}

describe("POST /merge/<ID>/<KEY>/batch", () => {
  it("merges every record once and answers one ZIP in order, with the records that failed", async () => {
    const address = await document("<p>{$Name}</p>{if $Bad}{for $i=1 to 100000000}x{/for}{/if}");
    const records = Array.from({ length: 25 }, (_, index) => ({ Name: `n${index}`, Bad: index === 3 ? 1 : 0 }));
    const accepted = await post(`${address}/batch`, JSON.stringify(records));
    expect(accepted.status).toBe(202);
    const { run_id, records: count } = await accepted.json<{ run_id: string; records: number }>();
    expect(count).toBe(25);

    const run = await finish(run_id);
    expect(run).toMatchObject({
      status: "done",
      source: "batch",
      records: { total: 25, done: 24, failed: 1, errors: [{ record: 4, code: "language_step_limit" }] },
      files: [{ name: "Letter.zip" }],
    });
    const zip = unzipSync(await fileOf(run));
    expect(Object.keys(zip)).toEqual(records.filter(({ Bad }) => !Bad).map(({ Name }) => `${Name}.html`));
    expect(new TextDecoder().decode(zip["n24.html"])).toBe("<p>n24</p>");
    expect((await client.call("GET", `/api/runs?parent_id=${run_id}`)).body).toHaveLength(25);
  });

  it("joins PDFs with output=pdf", async () => {
    const address = await document("<p>{$Name}</p>", { output: "pdf", settings: { title: "Letter to {$Name}" } });
    const accepted = await post(`${address}/batch?output=pdf`, '{"records":[{"Name":"a"},{"Name":"b"}]}');
    const run = await finish((await accepted.json<{ run_id: string }>()).run_id);
    expect(run.files[0].name).toBe("Letter.pdf");
    const { pageCount, metadata } = pdfInfo(await fileOf(run));
    expect([pageCount, metadata.title, metadata.producer]).toEqual([2, "Letter", "Docloom"]);
  });

  it("numbers files of one name", async () => {
    const address = await document("x", { output_name: "same" });
    const accepted = await post(`${address}/batch`, "[{},{},{}]");
    const run = await finish((await accepted.json<{ run_id: string }>()).run_id);
    expect(Object.keys(unzipSync(await fileOf(run)))).toEqual(["same.html", "same (2).html", "same (3).html"]);
  });

  it("is replayed for the same Idempotency-Key", async () => {
    const address = await document("x");
    const init = {
      method: "POST",
      headers: { "content-type": "text/csv", "idempotency-key": crypto.randomUUID() },
      body: "Name\na\nb\n",
    };
    const [first, second] = [await service(`${address}/batch`, init), await service(`${address}/batch`, init)];
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await second.json()).toEqual(await first.json());
  });

  it("does not tell a wrong key from a wrong id", async () => {
    const response = await post("/merge/1/wrong/batch", "[{}]");
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([404, "document_not_selected"]);
  });
});

describe("a batch survives", () => {
  const NOTIFICATION = { to: "a@example.com", html: "x" };

  async function accepted(count: number): Promise<string> {
    const address = await document("<p>{$Name}</p>", { notification: NOTIFICATION });
    const records = Array.from({ length: count }, (_, index) => ({ Name: `n${index}` }));
    const response = await post(`${address}/batch`, JSON.stringify(records));
    return present(response.headers.get("x-run-id"));
  }

  async function isWhole(runId: string, count: number): Promise<void> {
    const run = await finish(runId);
    expect(run).toMatchObject({ status: "done", records: { total: count, done: count, failed: 0 } });
    // Its mails are counted where the records are.
    const counts = Object.values<number>(run.records.deliveries);
    expect(counts.reduce((sum, number) => sum + number, 0)).toBe(count);
    expect(Object.keys(unzipSync(await fileOf(run)))).toEqual(
      Array.from({ length: count }, (_, index) => `n${index}.html`),
    );
    const { results } = await env.DB.prepare("select run_id from outbox where run_id like ?").bind(`${runId}-%`).all();
    expect(results).toHaveLength(count);
  }

  it.each([
    // Small files of records are put together.
    ["files that cannot be put", () => ({ FILES: failing(env.FILES, "put", () => true) })],
    // The first batch takes the run up.
    ["rows that cannot be written", () => ({ DB: failing(env.DB, "batch", every(2)) })],
  ])("%s: every record is delivered once", async (_, bindings) => {
    const runId = await accepted(7);
    const { workspaceId } = client.caller;
    for (let tries = 0; tries < 2; tries++)
      expect((await executeQueued(faultyServices(bindings()), workspaceId, runId)).settled).toBe(false);
    await isWhole(runId, 7);
  });

  it("an isolate that goes away in the middle of a record", async () => {
    const runId = await accepted(3);
    const { workspaceId } = client.caller;
    const { store } = faultyServices();
    const { run } = present(await store.runs.start(workspaceId, runId, new Date()));
    const record = { id: `${runId}-00002`, parentId: runId, source: "batch", test: false } as const;
    if (run.task.kind !== "batch") throw new Error("The run is not a batch");
    const task = run.task.of;
    const data = '{"Name":"n1"}';
    await store.runs.acceptAndStart(
      workspaceId,
      { ...record, requestId: "r", askedBy: undefined, task, data },
      new Date(),
    );
    await env.DB.prepare("update runs set due_at = 1 where id in (?, ?)").bind(runId, record.id).run();
    await isWhole(runId, 3);
  });
});

describe("records", () => {
  it.each([
    ["an array", '[{"a":1},{"a":"2"}]', "application/json", [{ a: 1 }, { a: "2" }]],
    ["an object", '{"records":[{"a":1}]}', "application/json", [{ a: 1 }]],
    ["lines", '{"a":1}\n\n{"a":{"b":2}}\n', "application/x-ndjson", [{ a: 1 }, { a: { b: 2 } }]],
    [
      "CSV",
      '\ufeffName,Note\r\n"A, ""B""","two\nlines"\r\nC,\r\n',
      "text/csv",
      [
        { Name: 'A, "B"', Note: "two\nlines" },
        { Name: "C", Note: "" },
      ],
    ],
    ["CSV with brackets", "a[0][b],a[1][b]\n1,2\n", "text/csv", [{ a: [{ b: "1" }, { b: "2" }] }]],
  ])("are read from %s", (_, text, mediaType, expected) => {
    expect(JSON.parse(JSON.stringify(batchRecords(text, mediaType).records))).toEqual(expected);
  });

  it("of a long CSV are found by what stands between its values, wherever a value is long", () => {
    const long = "x, ".repeat(40_000);
    for (const [mark, text] of [
      [";", `a;b\n${"1,5;2,5\n".repeat(9_000)}`],
      ["\t", `a\tb\n"${long}"\t2\n`],
      ["|", `a|b\n${"1|2\n".repeat(9_999)}`],
    ] as const) {
      const { records } = batchRecords(text, "text/csv");
      expect(Object.keys(records[0] ?? {}), mark).toEqual(["a", "b"]);
    }
    expect(batchRecords(`a\n"${'""'.repeat(200_000)}"`, "text/csv").records[0]?.a).toBe('"'.repeat(200_000));
  });

  it("of a CSV whose columns share a name come with a warning of which values count", () => {
    const { records, warnings } = batchRecords("Number,Tags[],Number,Tags[],Late,,\n1,a,2,b,3,,\n", "text/csv");
    expect(records).toMatchObject([{ Number: "2", Tags: ["a", "b"], Late: "3" }]);
    expect(warnings).toEqual(["Columns 1 and 3 are all called “Number”: only the values of column 3 count."]);
    expect(batchRecords("a, a,a \n1,2,3\n", "text/csv").warnings).toEqual([
      "Columns 1, 2 and 3 are all called “a”: only the values of column 3 count.",
    ]);
  });

  it.each([
    ["nothing", "[]", "application/json", "no records"],
    ["a number", "[1]", "application/json", "Record 1 must be an object"],
    ["broken JSON", "[{", "application/json", "not valid JSON"],
    ["a broken line", '{"a":1}\n{', "application/x-ndjson", "Line 2"],
    ["open quotes", 'a\n"x', "text/csv", "quotes"],
    ["too many lines", `a${"\n".repeat(1_048_577)}`, "text/csv", "more than 1,048,576 lines"],
    ["too many", `[${"{},".repeat(10_000)}{}]`, "application/json", "10001 records"],
  ])("are refused for %s", (_, text, mediaType, message) => {
    expect(() => batchRecords(text, mediaType)).toThrow(message);
  });
});

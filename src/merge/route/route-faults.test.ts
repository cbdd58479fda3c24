import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import { NO_RESULT } from "../../store/testing/run-tasks.ts";
import { executeQueued } from "../execute-queued.ts";
import { failing, faultyServices } from "../testing/faulty-services.ts";

/** The faults that a merge must survive (security: "Faults that must lose nothing"), where a route meets them. */

let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  client = await newClient();
});

const EMAIL = { type: "email", settings: { to: "a@example.com", text: "x" } };

async function newDocument(html: string): Promise<string> {
  const members = { name: "Page", type: "html", output: "html", html };
  const { body } = await client.call("POST", "/api/documents", members);
  await client.call("POST", `/api/documents/${body.id}/deliveries`, EMAIL);
  return body.id;
}

/** An accepted merge of a route with one rule per document; documents and route have a delivery each. */
async function accepted(documentIds: string[], data: object = { Name: "Ann" }): Promise<string> {
  const rules = documentIds.map((document_id) => ({ document_id }));
  const { body } = await client.call("POST", "/api/routes", { name: "Pack", rules });
  await client.call("POST", `/api/routes/${body.id}/deliveries`, EMAIL);
  const response = await testService()(new URL(body.url).pathname, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
  });
  expect(response.status).toBe(201);
  return present(response.headers.get("x-run-id"));
}

const run = async (id: string) => (await client.call("GET", `/api/runs/${id}`)).body;
const merge = (runId: string, services = faultyServices()) => executeQueued(services, client.caller.workspaceId, runId);

async function deliveriesOf(runId: string): Promise<string[]> {
  const { results } = await env.DB.prepare("select run_id from outbox where run_id >= ? and run_id < ? order by run_id")
    .bind(runId, `${runId}~`)
    .all<{ run_id: string }>();
  return results.map(({ run_id }) => run_id);
}

const text = async (runId: string) => {
  const [file] = (await run(runId)).files;
  return await (await testService()(new URL(file.url).pathname)).text();
};

/** Fails once that many calls went well. */
function after(calls: number): () => boolean {
  let left = calls;
  return () => left-- <= 0;
}

describe("a route's merge survives", () => {
  it.each([
    ["files that cannot be put", { FILES: failing(env.FILES, "put", () => true) }],
    // The first batch takes the run up.
    ["a batch of rows that fails after the files were put", { DB: failing(env.DB, "batch", after(1)) }],
  ])("%s: nothing is seen or delivered before all is there, then each once", async (_, bindings) => {
    const documents = [await newDocument("<p>{$Name}</p>"), await newDocument("<p>{$Large|truncate:5}</p>")];
    const runId = await accepted(documents, { Name: "Ann", Large: "x".repeat(80_000) });
    expect((await merge(runId, faultyServices(bindings))).settled).toBe(false);
    expect(await deliveriesOf(runId)).toEqual([]);
    expect((await client.call("GET", `/api/runs/${runId}-001`)).status).toBe(404);

    expect(await merge(runId)).toEqual({ settled: true });
    expect(await deliveriesOf(runId)).toEqual([runId, `${runId}-001`, `${runId}-002`]);
    expect(await run(runId)).toMatchObject({
      status: "done",
      files: [{ name: "Page.html" }, { name: "Page (2).html" }],
    });
    expect(await run(`${runId}-002`)).toMatchObject({ status: "done", parent_id: runId, fields: { unused: ["Name"] } });
  });

  it("a message that comes three times at once", async () => {
    const runId = await accepted([await newDocument("<p>{$Name}</p>")]);
    await Promise.all([merge(runId), merge(runId), merge(runId)]);
    expect(await run(runId)).toMatchObject({ status: "done", tries: 1 });
    expect(await deliveriesOf(runId)).toEqual([runId, `${runId}-001`]);
  });

  it("an isolate that goes away in the middle, and its late end", async () => {
    const runId = await accepted([await newDocument("<p>{$Name}</p>")]);
    const { runs } = faultyServices().store;
    const { workspaceId } = client.caller;
    const slow = await runs.start(workspaceId, runId, new Date());
    await env.DB.prepare("update runs set due_at = 1 where id = ?").bind(runId).run();
    expect(await merge(runId)).toEqual({ settled: true });
    expect(
      await runs.finish(workspaceId, runId, { lease: present(slow).lease, result: NO_RESULT, now: new Date() }),
    ).toBeUndefined();
    expect(await run(runId)).toMatchObject({ status: "done", tries: 2, files: [{ name: "Page.html" }] });
    expect(await deliveriesOf(runId)).toEqual([runId, `${runId}-001`]);
  });

  it("a document that gets another template after it was accepted: the template of that time is merged", async () => {
    const id = await newDocument("<p>old {$Name}</p>");
    const runId = await accepted([id]);
    await client.call("PUT", `/api/documents/${id}`, { html: "<p>new {$Name}</p>" });
    await merge(runId);
    expect(await text(runId)).toBe("<p>old Ann</p>");
  });

  it("a document that is deleted after it was accepted", async () => {
    const id = await newDocument("<p>{$Name}</p>");
    const runId = await accepted([id]);
    await client.call("DELETE", `/api/documents/${id}?force=1`);
    await merge(runId);
    expect(await text(runId)).toBe("<p>Ann</p>");
    expect(await deliveriesOf(runId)).toEqual([runId, `${runId}-001`]);
  });

  it("not with a document that was deleted before it was accepted: the rule is skipped and named", async () => {
    const [kept, deleted] = [await newDocument("<p>{$Name}</p>"), await newDocument("x")];
    const { body } = await client.call("POST", "/api/routes", {
      name: "Pack",
      rules: [{ document_id: kept }, { document_id: deleted }],
    });
    await client.call("DELETE", `/api/documents/${deleted}?force=1`);
    const answer = await client.call("POST", `/api/routes/${body.id}/merge?list_files=1`, { Name: "Ann" });
    const allWarnings = `Rule 2: its document “Page” (${deleted}) was deleted; its file is missing.`;
    // Display strings of RFC 9651 (3.3.8).
    expect(unescape(answer.headers.get("x-warnings") ?? "")).toContain(
      `(${deleted}) was deleted; its file is missing.`,
    );
    expect(answer.body.files).toHaveLength(1);
    const runId = present(answer.headers.get("x-run-id"));
    expect(await run(runId)).toMatchObject({ status: "done", warnings: [allWarnings], files: [{ name: "Page.html" }] });
    expect(await run(`${runId}-002`)).toMatchObject({
      status: "failed",
      document_id: deleted,
      problem: { code: "document_not_found", message: allWarnings },
    });
    const explained = await client.call("POST", `/api/routes/${body.id}/merge?explain=1`, {});
    expect(explained.body.warnings).toContain(allWarnings);
  });

  it("not at all when every document of the rules was deleted", async () => {
    const deleted = await newDocument("x");
    const { body } = await client.call("POST", "/api/routes", { name: "Pack", rules: [{ document_id: deleted }] });
    await client.call("DELETE", `/api/documents/${deleted}`);
    const answer = await client.call("POST", `/api/routes/${body.id}/merge?download=1`, { Name: "Ann" });
    expect(answer.body).toMatchObject({
      code: "document_not_found",
      error: `Rule 1: its document “Page” (${deleted}) was deleted; its file is missing.`,
    });
  });

  it("a replay skips what was deleted since, and is refused when all of it was", async () => {
    await client.call("PUT", "/api/account", { retention_days: 1 });
    const [kept, deleted] = [await newDocument("<p>{$Name}</p>"), await newDocument("x")];
    const runId = await accepted([kept, deleted]);
    await merge(runId);
    await client.call("DELETE", `/api/documents/${deleted}`);
    const { body } = await client.call("POST", `/api/runs/${runId}/replay`);
    await merge(body.run_id);
    expect((await run(body.run_id)).files).toHaveLength(1);
    const part = await client.call("POST", `/api/runs/${runId}-002/replay`);
    expect(part.body).toMatchObject({ code: "document_not_found" });
    await client.call("PUT", "/api/account", { retention_days: "" });
  });
});

it("is replayed with the rules, the templates and the data of that time", async () => {
  await client.call("PUT", "/api/account", { retention_days: 1 });
  const id = await newDocument("<p>old {$Name}</p>");
  const runId = await accepted([id, id]);
  await merge(runId);
  const { route_id } = await run(runId);
  await client.call("PUT", `/api/documents/${id}`, { html: "new" });
  await client.call("PUT", `/api/routes/${route_id}`, { rules: [{ document_id: id }] });
  const { body } = await client.call("POST", `/api/runs/${runId}/replay`);
  await merge(body.run_id);
  expect(await run(body.run_id)).toMatchObject({ source: "replay", parent_id: runId, route_id, status: "done" });
  expect((await run(body.run_id)).files).toHaveLength(2);
  expect(await text(`${body.run_id}-002`)).toBe("<p>old Ann</p>");
  await client.call("PUT", "/api/account", { retention_days: "" });
});

it("merges a large loop in few steps, each item a run of its own", async () => {
  const id = await newDocument("<p>{$Name}</p>");
  const { body } = await client.call("POST", "/api/routes", {
    name: "Pack",
    rules: [{ document_id: id, loop_field: "Items" }],
  });
  const Items = Array.from({ length: 300 }, (_, index) => ({ Name: `Item ${index}` }));
  let calls = 0;
  const counting = (method: "batch" | "prepare") =>
    failing(env.DB, method, () => {
      calls++;
      return false;
    });
  const send = testService(undefined, { DB: counting("prepare") });
  const response = await send(`${new URL(body.url).pathname}?list_files=1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ Items }),
  });
  expect(response.status).toBe(201);
  const runId = present(response.headers.get("x-run-id"));
  expect(await deliveriesOf(runId)).toHaveLength(300);
  expect(await text(`${runId}-300`)).toBe("<p>Item 299</p>");
  expect(calls).toBeLessThan(40);
});

it("keeps the data of a loop once, however long its list is, and each item's deliveries and replay have all of them", async () => {
  const id = await newDocument("<p>{$Name}: {$Items|count}</p>");
  const rules = [{ document_id: id, loop_field: "Items" }];
  const { body } = await client.call("POST", "/api/routes", { name: "Pack", rules });
  const Items = Array.from({ length: 100 }, (_, index) => ({ Name: `Item ${index}`, Text: "x".repeat(2_000) }));
  const path = `${new URL(body.url).pathname}?list_files=1`;
  const { headers } = await client.call("POST", path, { Name: "Ann", Shop: "s", Items });
  const runId = present(headers.get("x-run-id"));
  const last = await client.call("GET", `/api/runs/${runId}-100/data`);
  expect(last.body).toEqual({ Shop: "s", Items, ...Items[99] });
  const { objects } = await env.FILES.list({ prefix: `d/${client.caller.workspaceId}/${runId}-` });
  expect(objects.map(({ size }) => size)).toEqual([JSON.stringify({ Name: "Ann", Shop: "s", Items }).length]);

  const replayed = await client.call("POST", `/api/runs/${runId}-100/replay`);
  await merge(replayed.body.run_id);
  expect(await text(replayed.body.run_id)).toBe("<p>Item 99: 100</p>");
});

import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { present } from "../domain/present.ts";
import type { Env } from "../env.ts";
import { emptyDatabase } from "../store/testing/empty-database.ts";
import { executeQueued } from "./execute-queued.ts";
import { faultyServices, happeningAt } from "./testing/faulty-services.ts";
import { SILENT_QUEUES } from "./testing/silent-queues.ts";

/** How long data and files of a merge are kept (issue "retention per document and workspace"). */

const DAY_MS = 24 * 60 * 60 * 1000;
const { store } = faultyServices();

let client: Awaited<ReturnType<typeof newClient>>;
// A step of the sweep takes the oldest of all workspaces.
beforeAll(emptyDatabase);
beforeEach(async () => {
  client = await newClient();
});

const EMAIL = { type: "email", settings: { to: "a@example.com" } };

async function newDocument(members: object = {}, deliveries: object[] = []) {
  const all = { name: "Page", type: "html", output: "html", html: "<p>{$Name}</p>", ...members };
  const { body } = await client.call("POST", "/api/documents", all);
  for (const delivery of deliveries) await client.call("POST", `/api/documents/${body.id}/deliveries`, delivery);
  return { id: body.id as string, address: new URL(body.url).pathname };
}

async function newRoute(documentId: string, members: object = {}) {
  const rules = [{ document_id: documentId }, { document_id: documentId }];
  const { body } = await client.call("POST", "/api/routes", { name: "Pack", rules, ...members });
  return { id: body.id as string, address: new URL(body.url).pathname };
}

async function merge(address: string, query = "?download=1"): Promise<string> {
  const response = await testService(undefined, SILENT_QUEUES)(address + query, {
    method: "POST",
    body: new URLSearchParams({ Name: "Ann" }),
  });
  expect(response.status).toBe(201);
  return present(response.headers.get("x-run-id"));
}

const sweep = (days = 0) => store.upkeep.garbage.sweep(new Date(Date.now() + days * DAY_MS + 1_000));
const run = async (id: string) => (await client.call("GET", `/api/runs/${id}`)).body;
const blobs = async (runId: string) =>
  (await env.FILES.list()).objects.filter(({ key }) => key.split("/")[2] === runId).length;

async function kept(runId: string): Promise<{ files: number; blobs: number; data: boolean }> {
  const data = await store.runs.data(client.caller.workspaceId, runId);
  return { files: (await run(runId)).files.length, blobs: await blobs(runId), data: data !== undefined };
}

async function settle(runId: string, status: "done" | "dead"): Promise<void> {
  const { workspaceId } = client.caller;
  const now = new Date();
  for (const { id } of await store.outbox.ofRun(workspaceId, runId)) {
    const claim = await store.outbox.claim(workspaceId, id, now);
    const attempt = { ok: status === "done", response: "", startedAt: now, finishedAt: now };
    await store.outbox.settle(workspaceId, id, present(claim).lease, attempt, { status });
  }
}

const NOTHING = { files: 0, blobs: 0, data: false };

describe("retention", () => {
  it("without a number: files stay forever, data until they are delivered", async () => {
    const { address } = await newDocument({}, [EMAIL]);
    const runId = await merge(address);
    await sweep(1_000);
    expect(await kept(runId)).toEqual({ files: 1, blobs: 1, data: true });
    await settle(runId, "done");
    await sweep(1_000);
    expect(await kept(runId)).toEqual({ files: 1, blobs: 1, data: false });
    expect((await client.call("POST", `/api/runs/${runId}/replay`)).body.code).toBe("data_expired");
  });

  it("0: files stay until they are delivered", async () => {
    const { address } = await newDocument({ retention_days: 0 }, [EMAIL]);
    const runId = await merge(address);
    await sweep();
    expect(await kept(runId)).toEqual({ files: 1, blobs: 1, data: true });
    await settle(runId, "done");
    await sweep();
    expect(await kept(runId)).toEqual(NOTHING);
    expect(await run(runId)).toMatchObject({ status: "done", deliveries: [{ status: "done", preview: {} }] });
  });

  it("0 without a delivery: they are gone with the next sweep, but not while a link leads to them", async () => {
    const { id, address } = await newDocument({ retention_days: 0 });
    const runId = await merge(address);
    await sweep();
    expect(await kept(runId)).toEqual(NOTHING);

    const linked = await client.call("POST", `/api/documents/${id}/merge?download=url`, { Name: "Ann" });
    await sweep(0.9);
    expect(await (await testService()(new URL(linked.body.url).pathname)).text()).toBe("<p>Ann</p>");
    await sweep(1.1);
    expect((await testService()(new URL(linked.body.url).pathname)).status).toBe(404);
    expect(await blobs(present(linked.headers.get("x-run-id")))).toBe(0);
  });

  it("7 of the workspace: files and data for a week, in which the merge can be replayed", async () => {
    await client.call("PUT", "/api/account", { retention_days: 7 });
    const { address } = await newDocument();
    const runId = await merge(address);
    await sweep(6.9);
    expect(await kept(runId)).toEqual({ files: 1, blobs: 1, data: true });
    expect((await client.call("POST", `/api/runs/${runId}/replay`)).status).toBe(202);
    await sweep(7.1);
    expect(await kept(runId)).toEqual(NOTHING);
  });

  it("0 of a data route: applies to its documents, unless they have a number of their own", async () => {
    const [plain, own] = [await newDocument(), await newDocument({ retention_days: 5 })];
    const of = async (id: string) => await merge((await newRoute(id, { retention_days: 0 })).address);
    const [first, second] = [await of(plain.id), await of(own.id)];
    await sweep();
    expect([await kept(first), await kept(`${first}-001`)]).toEqual([NOTHING, NOTHING]);
    // The bytes of both are in one object, under the route's run.
    expect([await kept(second), await kept(`${second}-001`)]).toEqual([
      { ...NOTHING, blobs: 1 },
      { files: 1, blobs: 0, data: true },
    ]);
    const [file] = (await run(`${second}-001`)).files;
    expect(await (await testService()(new URL(file.url).pathname)).text()).toBe("<p>Ann</p>");
    await sweep(6);
    expect([await kept(second), await kept(`${second}-001`)]).toEqual([NOTHING, NOTHING]);
  });
});

describe("a purge", () => {
  it("of a run takes its documents with it, at once", async () => {
    const { id } = await newDocument({}, [EMAIL]);
    const route = await newRoute(id);
    const [runId, other] = [await merge(route.address), await merge(route.address)];
    expect((await client.call("POST", `/api/runs/${runId}/purge`)).body).toEqual({ success: 1, runs: 3 });
    for (const purged of [runId, `${runId}-001`, `${runId}-002`]) expect(await kept(purged)).toEqual(NOTHING);
    expect(await run(`${runId}-001`)).toMatchObject({ status: "done", deliveries: [{ status: "dead" }] });
    expect((await kept(other)).files).toBe(2);
    expect((await kept(`${other}-001`)).files).toBe(1);
  });

  it("of a document or a data route takes all of its runs", async () => {
    const { id, address } = await newDocument();
    const route = await newRoute(id);
    const runs = [await merge(address), await merge(route.address)];
    expect((await client.call("POST", `/api/routes/${route.id}/purge`)).body).toEqual({ success: 1, runs: 3 });
    expect(await kept(present(runs[1]))).toEqual(NOTHING);
    expect((await kept(present(runs[0]))).files).toBe(1);
    expect((await client.call("POST", `/api/documents/${id}/purge`)).body.success).toBe(1);
    expect(await kept(present(runs[0]))).toEqual(NOTHING);
  });

  it("waits for runs that are being merged, and is for the owner only", async () => {
    const { id, address } = await newDocument();
    const runId = await merge(address, "");
    expect((await client.call("POST", `/api/runs/${runId}/purge`)).body.code).toBe("run_not_finished");
    const other = await newClient();
    for (const path of [`runs/${runId}`, `documents/${id}`, `routes/${id}`])
      expect((await other.call("POST", `/api/${path}/purge`)).status).toBe(404);
  });
});

describe("a batch that is under way", () => {
  let batchId: string;
  let documentId: string;

  async function begin(records: number, members: object = {}): Promise<void> {
    const silent = await newClient(SILENT_QUEUES);
    client = silent;
    documentId = (await newDocument(members)).id;
    const data = Array.from({ length: records }, (_, n) => ({ Name: `Ann ${n}` }));
    const { headers } = await silent.call("POST", `/api/documents/${documentId}/batch`, data);
    batchId = present(headers.get("x-run-id"));
  }

  const step = (overrides: Partial<Env> = {}, now = () => new Date()) =>
    executeQueued({ ...faultyServices({ ...SILENT_QUEUES, ...overrides }), now }, client.caller.workspaceId, batchId);
  /** One for which time passes so fast that it ends before its batch does. */
  async function hurriedStep(): Promise<void> {
    let seconds = 0;
    await step({}, () => new Date(Date.now() + seconds++ * 1_000));
    expect((await run(batchId)).status).toBe("accepted");
  }
  const recordId = (index: number) => `${batchId}-${String(index + 1).padStart(5, "0")}`;
  async function inZip(): Promise<string[]> {
    const { workspaceId } = client.caller;
    const [zip] = await store.runs.files(workspaceId, batchId);
    const bytes = zip && (await store.blobs.get(workspaceId, zip.blobKey));
    return Object.values(bytes ? unzipSync(bytes) : {}).map((content) => new TextDecoder().decode(content));
  }
  const pages = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `<p>Ann ${from + n}</p>`);

  it.each([
    [0, 0.1],
    [1, 2],
  ])(
    "has the files of all its records, kept for %d days and swept after %d, until they are joined",
    async (retention_days, days) => {
      await begin(40, { retention_days });
      await hurriedStep();
      await sweep(days);
      await step();
      expect(await run(batchId)).toMatchObject({ status: "done", warnings: [] });
      expect(await inZip()).toEqual(pages(0, 40));
      await sweep(days);
      for (const over of [batchId, recordId(0), recordId(39)]) expect(await kept(over)).toEqual(NOTHING);
    },
  );

  it("loses the files of purged records at once, and says so", async () => {
    await begin(40);
    await hurriedStep();
    const done = (await store.runs.recordStates(client.caller.workspaceId, batchId)).map(({ id }) => id);
    expect((await client.call("POST", `/api/documents/${documentId}/purge`)).body.runs).toBe(done.length);
    expect(await kept(present(done[0]))).toEqual(NOTHING);
    await step();
    const text = `Files of ${done.length} records were purged before they could be joined: they are not in the file of all records.`;
    expect(await run(batchId)).toMatchObject({ status: "done", warnings: [text], records: { done: 40 } });
    expect(await inZip()).toEqual(pages(0, 40).filter((_, index) => !done.includes(recordId(index))));
  });

  it("does not join what was purged after it was read", async () => {
    await begin(3);
    const purges = async () => {
      expect((await client.call("POST", `/api/runs/${recordId(1)}/purge`)).body).toEqual({ success: 1, runs: 1 });
    };
    // What is stored first are the records' files.
    await step({ FILES: happeningAt(env.FILES, "put", "before", purges, 2) });
    expect((await run(batchId)).status).toBe("accepted");
    await step();
    expect((await run(batchId)).warnings).toEqual([expect.stringMatching(/^Files of 1 record were purged/)]);
    expect(await inZip()).toEqual(["<p>Ann 0</p>", "<p>Ann 2</p>"]);
  });
});

import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { buildPages } from "../../src/pdf/testing/build-file.ts";
import { createStore } from "../../src/store/store.ts";
import { type ApiClient, clientWith, newClient } from "../support/api-client.ts";
import { BODIES, fill, newOwner } from "../support/confidential-workspace.ts";
import { OPERATIONS } from "../support/described-operations.ts";
import { testService } from "../support/test-service.ts";

/** What a workspace may keep: counted as it comes and goes, refused above the quota. */

const store = createStore(env);
const HTML = "<p>{$Name}</p>";
const DOCUMENT = { name: "D", type: "html", output: "html", html: HTML, retention_days: "7" };
const DAY_MS = 24 * 60 * 60 * 1000;

async function storedBytes(call: ApiClient): Promise<number> {
  const { status, body } = await call("GET", "/api/usage?by=total");
  expect(status).toBe(200);
  return body[0].storage_bytes;
}

async function newDocument(call: ApiClient) {
  const { body } = await call("POST", "/api/documents", DOCUMENT);
  return { path: `/api/documents/${body.id}`, address: new URL(body.url).pathname };
}

/** Merges at an address without credentials: status, body and the run. */
async function merge(address: string, data: object, quota?: string) {
  const response = await testService(undefined, quota ? { STORAGE_QUOTA_BYTES: quota } : {})(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
  });
  return { status: response.status, text: await response.text(), runId: response.headers.get("x-run-id") };
}

const octets = (value: object) => new TextEncoder().encode(JSON.stringify(value)).byteLength;

describe("the figure", () => {
  it("has template versions once, samples, data and files of runs; purge, deletion and retention take them off", async () => {
    const { call, caller } = await newClient();
    expect(await storedBytes(call)).toBe(0);

    const { path, address } = await newDocument(call);
    let expected = HTML.length;
    expect(await storedBytes(call)).toBe(expected);

    await call("PUT", path, { html: `${HTML}!` });
    expected += HTML.length + 1;
    expect(await storedBytes(call)).toBe(expected);

    // a copy shares the bytes of its template
    const copy = (await call("POST", `${path}/copy`, { name: "C" })).body.id;
    expect(await storedBytes(call)).toBe(expected);

    const sample = (await call("POST", `${path}/samples`, { name: "S", data: { Name: "Zoë" } })).body.id;
    expect(await storedBytes(call)).toBe(expected + octets({ Name: "Zoë" }));
    await call("PUT", `${path}/samples/${sample}`, { data: { Name: "Al" } });
    expect(await storedBytes(call)).toBe(expected + octets({ Name: "Al" }));
    // what is in the bin is kept, and can come back
    await call("DELETE", `${path}/samples/${sample}`);
    expect(await storedBytes(call)).toBe(expected + octets({ Name: "Al" }));
    expect((await call("DELETE", `/api/bin/sample/${sample}`)).status).toBe(200);
    expect(await storedBytes(call)).toBe(expected);

    // small data are in the row, large ones in a blob
    for (const Name of ["Zoë", "x".repeat(70_000)]) {
      const { status, text, runId } = await merge(`${address}?download=1`, { Name });
      expect([status, text]).toEqual([201, `<p>${Name}</p>!`]);
      const file = new TextEncoder().encode(text).byteLength;
      expect(await storedBytes(call)).toBe(expected + file + octets({ Name }));
      expect((await call("POST", `/api/runs/${present(runId)}/purge`)).status).toBe(200);
      expect(await storedBytes(call)).toBe(expected);
    }

    await merge(`${address}?download=1`, { Name: "Ann" });
    expect(await storedBytes(call)).toBeGreaterThan(expected);
    await store.upkeep.garbage.sweep(new Date(Date.now() + 8 * DAY_MS));
    expect(await storedBytes(call)).toBe(expected);

    await call("DELETE", path);
    await call("DELETE", `/api/documents/${copy}`);
    await store.upkeep.garbage.sweep(new Date(Date.now() + 40 * DAY_MS));
    expect(await storedBytes(clientWith(caller.authorization))).toBe(0);
  });

  it("has what sessions gather until they are merged or expire", async () => {
    const { call } = await newClient();
    const { address } = await newDocument(call);
    const before = await storedBytes(call);
    const _session = "a1b2c3d4e5f6g7h8i9j0k";
    expect((await merge(address, { _session, Name: "Ann" })).status).toBe(201);
    const gathered = (await storedBytes(call)) - before;
    expect(gathered).toBeGreaterThan(0);
    expect((await merge(address, { _session, Name: "Ann" })).status).toBe(201);
    expect(await storedBytes(call)).toBe(before + 2 * gathered);
    const merged = await merge(`${address}?test=1&download=1`, { _session, _session_merge: 1 });
    expect(merged.status).toBe(201);
    await call("POST", `/api/runs/${present(merged.runId)}/purge`);
    expect(await storedBytes(call)).toBe(before);
    expect((await merge(address, { _session, Name: "Ann" })).status).toBe(201);
    expect(await storedBytes(call)).toBe(before + gathered);
    await store.upkeep.garbage.sweep(new Date(Date.now() + 8 * DAY_MS));
    expect(await storedBytes(call)).toBe(before);
  });

  it("loses the files and data of runs whose rows go", async () => {
    const { call, caller } = await newClient();
    const { address } = await newDocument(call);
    const before = await storedBytes(call);
    await merge(`${address}?download=1`, { Name: "Ann" });
    await env.DB.prepare("delete from runs where workspace_id = ?").bind(caller.workspaceId).run();
    expect(await storedBytes(call)).toBe(before);
  });
});

describe("the quota", () => {
  it("is in the answer, with what is kept; nothing merged counts as nothing", async () => {
    const { caller } = await newClient();
    const { body } = await clientWith(caller.authorization, { STORAGE_QUOTA_BYTES: "5000" })(
      "GET",
      "/api/usage?by=total",
    );
    expect(body).toEqual([{ merges: 0, test_merges: 0, failed: 0, storage_bytes: 0, storage_quota_bytes: 5_000 }]);
    const unset = await clientWith(caller.authorization)("GET", "/api/usage?by=total");
    expect(unset.body[0].storage_quota_bytes).toBe(10_000_000_000);
  });

  it("refuses what is kept with the number, and takes it again once there is room", async () => {
    const { call, caller } = await newClient();
    const { path, address } = await newDocument(call);
    const { runId } = await merge(`${address}?download=1`, { Name: "x".repeat(500) });
    const stored = await storedBytes(call);
    const STORAGE_QUOTA_BYTES = String(stored);
    const full = clientWith(caller.authorization, { STORAGE_QUOTA_BYTES });

    const refused = await merge(`${address}?download=1`, { Name: "Ann" }, STORAGE_QUOTA_BYTES);
    expect(refused.status).toBe(507);
    const number = `${stored.toLocaleString("en-US")} bytes of the ${stored.toLocaleString("en-US")} bytes`;
    expect(JSON.parse(refused.text)).toMatchObject({ code: "storage_full", detail: expect.stringContaining(number) });

    const attempts: [method: string, path: string, body: object][] = [
      ["POST", `${path}/merge`, { Name: "Ann" }],
      ["POST", `${path}/batch`, [{ Name: "Ann" }]],
      ["POST", "/api/documents", DOCUMENT],
      ["PUT", path, { html: "<b>{$Name}</b>" }],
      ["POST", `${path}/copy`, { name: "C" }],
      ["POST", `${path}/samples`, { name: "S", data: { Name: "Ann" } }],
      ["POST", `${path}/versions/1/merge`, { Name: "Ann" }],
      ["POST", `/api/runs/${runId}/replay`, {}],
    ];
    for (const [method, where, body] of attempts) {
      const { status, body: problem } = await full(method, where, body);
      expect([where, status, problem.code]).toEqual([where, 507, "storage_full"]);
    }
    expect(await storedBytes(call)).toBe(stored);

    // what keeps nothing, and what gives room back, goes on
    expect((await full("POST", `${path}/merge?explain=1`, { Name: "Ann" })).status).toBe(200);
    expect((await full("PUT", path, { name: "Other" })).status).toBe(200);
    expect((await full("POST", `/api/runs/${runId}/purge`)).status).toBe(200);
    expect((await merge(`${address}?download=1`, { Name: "Ann" }, STORAGE_QUOTA_BYTES)).status).toBe(201);
  });

  it("refuses a body that is larger than what is left", async () => {
    const { call, caller } = await newClient();
    const full = clientWith(caller.authorization, { STORAGE_QUOTA_BYTES: "1000" });
    const headers = { "content-length": "1001" };
    const { status, body } = await full("POST", "/api/documents", { ...DOCUMENT, html: "x".repeat(900) }, { headers });
    expect([status, body.code]).toEqual([507, "storage_full"]);
    expect(body.detail).toContain("0 bytes of the 1,000 bytes that it may keep, and this request has 1,001 bytes");
    expect((await call("GET", "/api/documents")).body).toEqual([]);
  });

  it("refuses work of file tools that is done later, and does what is answered at once", async () => {
    const { call, caller } = await newClient();
    const { workspaceId } = caller;
    const keep = (bytes: number) =>
      env.DB.prepare("update workspaces set stored_bytes = ? where id = ?").bind(bytes, workspaceId).run();
    await keep(10_000_000_000);
    const file = { name: "a.pdf", contents: Buffer.from(buildPages(1)).toString("base64") };
    const later = { headers: { prefer: "respond-async" } };
    const { status, body } = await call("POST", "/api/tools/pdf_info", { file }, later);
    expect([status, body.code]).toEqual([507, "storage_full"]);
    expect((await call("POST", "/api/tools/pdf_info", { file })).status).toBe(200);
    await keep(0);
    expect((await call("POST", "/api/tools/pdf_info", { file }, later)).status).toBe(202);
  });

  it("refuses data routes and links that merge, too", async () => {
    const { call, caller } = await newClient();
    const document = await newDocument(call);
    const rules = [{ document_id: document.path.split("/").at(-1) }];
    const { body } = await call("POST", "/api/routes", { name: "R", rules });
    const stored = String(await storedBytes(call));
    const service = testService(undefined, { STORAGE_QUOTA_BYTES: stored });
    for (const address of [document.address, new URL(body.url).pathname]) {
      expect((await service(`${address}?_use_get=1&Name=Ann`)).status).toBe(507);
      expect((await merge(address, { Name: "Ann" }, stored)).status).toBe(507);
      expect((await merge(`${address}/batch`, [{ Name: "Ann" }], stored)).status).toBe(507);
    }
    const full = clientWith(caller.authorization, { STORAGE_QUOTA_BYTES: stored });
    expect((await full("POST", `/api/routes/${body.id}/merge`, { Name: "Ann" })).status).toBe(507);
    expect((await full("POST", `/api/routes/${body.id}/batch`, [{ Name: "Ann" }])).status).toBe(507);
  });

  it("holds at every endpoint: whatever is asked of a full workspace makes it no fuller", async () => {
    const owner = await newOwner();
    const before = await storedBytes(owner.call);
    const full = testService(undefined, { STORAGE_QUOTA_BYTES: String(before) });
    const headers = { authorization: owner.authorization, "content-type": "application/json" };
    const changes = OPERATIONS.filter(({ bySession, method }) => bySession && ["POST", "PUT"].includes(method));
    for (const { method, path } of changes) {
      const body = JSON.stringify(BODIES[`${method} ${path}`] ?? {});
      await (await full(fill(path, owner), { method, headers, body })).arrayBuffer();
      expect(await storedBytes(owner.call), `${method} ${path}`).toBeLessThanOrEqual(before);
    }
  });

  it("is each workspace's own", async () => {
    const [one, other] = [await newClient(), await newClient()];
    await newDocument(one.call);
    const stored = await storedBytes(one.call);
    expect(await storedBytes(other.call)).toBe(0);
    const quota = { STORAGE_QUOTA_BYTES: String(stored + 300) };
    expect((await clientWith(other.caller.authorization, quota)("POST", "/api/documents", DOCUMENT)).status).toBe(200);
  });
});

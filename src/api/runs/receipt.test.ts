import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { InvalidReceiptError, type Receipt, verifyReceipt } from "../../../packages/docloom/src/client/receipt.ts";
import { clientWith, newClient } from "../../../test/support/api-client.ts";
import { paragraph, wordDocument } from "../../../test/support/office-files.ts";
import { testService } from "../../../test/support/test-service.ts";

const service = testService();
const template = wordDocument(paragraph("Dear {$Name}"));
const data = { Name: "Åsa", Items: [{ price: 4.5, name: "Chair" }] };
let client: Awaited<ReturnType<typeof newClient>>;
let document: { id: string; path: string };

beforeAll(async () => {
  client = await newClient();
  const { body } = await client.call("POST", "/api/documents", {
    ...{ name: "Letter", type: "docx", output: "docx", file_contents: template },
  });
  document = { id: body.id, path: new URL(body.url).pathname };
});

async function merge(path: string, query = "") {
  const headers = { "content-type": "application/json" };
  const answer = await service(`${path}?download=1${query}`, { method: "POST", headers, body: JSON.stringify(data) });
  expect(answer.status).toBe(201);
  return { file: new Uint8Array(await answer.arrayBuffer()), runId: answer.headers.get("x-run-id") ?? "" };
}

async function receiptOf(runId: string): Promise<Receipt> {
  const { status, body } = await client.call("GET", `/api/runs/${runId}/receipt`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const publishedKeys = async () => (await clientWith(undefined)("GET", "/.well-known/docloom-receipts.json")).body;

describe("a receipt", () => {
  it("states template, data and file by their digests, under a key that everybody can get", async () => {
    const { file, runId } = await merge(document.path);
    const receipt = await receiptOf(runId);
    expect(receipt.statement).toMatchObject({
      version: 1,
      run_id: runId,
      document_id: document.id,
      source: "merge",
      test: false,
      files: [{ name: "Letter.docx", size: file.length }],
      parts: [],
      deliveries: [],
    });
    const keys = await publishedKeys();
    const shuffled = { Items: [{ name: "Chair", price: 4.5 }], Name: "Åsa" };
    expect(await verifyReceipt(receipt, keys, { file, data: shuffled, template })).toEqual(receipt.statement);

    const changed = file.slice();
    changed[100] = (changed[100] ?? 0) ^ 1;
    for (const [evidence, message] of [
      [{ file: changed }, "The file is not one that the run made, or was changed since."],
      [{ data: { ...data, Name: "Asa" } }, "The data are not those that were merged."],
      [{ template: file }, "The template is not the one that was merged."],
    ] as const) {
      await expect(verifyReceipt(receipt, keys, evidence)).rejects.toThrow(message);
    }
  });

  it("does not outlast a change, nor a key of somebody else", async () => {
    const { runId } = await merge(document.path);
    const receipt = await receiptOf(runId);
    const keys = await publishedKeys();
    const forged = structuredClone(receipt);
    forged.statement.finished_at = "2020-01-01T00:00:00.000Z";
    await expect(verifyReceipt(forged, keys)).rejects.toThrow("The receipt was changed after it was signed.");
    const old = { SECRETS_KEY: Buffer.alloc(32, 9).toString("base64") };
    const others = (await clientWith(undefined, old)("GET", "/.well-known/docloom-receipts.json")).body;
    await expect(verifyReceipt(receipt, others)).rejects.toThrow(InvalidReceiptError);
    const both = { SECRETS_KEY: `${old.SECRETS_KEY} ${Buffer.alloc(32, 7).toString("base64")}` };
    const rotated = (await clientWith(undefined, both)("GET", "/.well-known/docloom-receipts.json")).body;
    expect(rotated.keys).toEqual([...others.keys, ...keys.keys]);
    expect(await verifyReceipt(receipt, rotated)).toEqual(receipt.statement);
  });

  it("stays when data and files are removed, and the document", async () => {
    const { file, runId } = await merge(document.path);
    const before = await receiptOf(runId);
    expect((await client.call("POST", `/api/runs/${runId}/purge`)).status).toBe(200);
    expect((await client.call("GET", `/api/runs/${runId}/file`)).status).not.toBe(200);
    const after = await receiptOf(runId);
    expect({ ...after.statement, issued_at: "" }).toEqual({ ...before.statement, issued_at: "" });
    expect(await verifyReceipt(after, await publishedKeys(), { file, data, template })).toEqual(after.statement);
  });

  it("of a data route has the documents that it merged", async () => {
    const rules = [{ document_id: document.id }, { document_id: document.id }];
    const { body: route } = await client.call("POST", "/api/routes", { name: "Two", rules });
    const headers = { "content-type": "application/json" };
    const answer = await service(`${new URL(route.url).pathname}?download=1`, {
      ...{ method: "POST", headers, body: JSON.stringify(data) },
    });
    expect(answer.status).toBe(201);
    const { statement } = await receiptOf(answer.headers.get("x-run-id") ?? "");
    expect(statement).toMatchObject({ route_id: route.id, document_id: "", template_sha256: "" });
    expect(statement.parts).toHaveLength(2);
    const [part] = statement.parts;
    expect(part).toMatchObject({ document_id: document.id, data_sha256: statement.data_sha256 });
    expect(part?.template_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(part?.files[0]?.sha256).toBe(statement.files[0]?.sha256);
  });

  it("is the workspace's own, of runs that are done, where the deployment has a key", async () => {
    const { runId } = await merge(document.path);
    const path = `/api/runs/${runId}/receipt`;
    expect((await (await newClient()).call("GET", path)).body.code).toBe("run_not_found");
    const keyless = clientWith(client.caller.authorization, { SECRETS_KEY: "" });
    expect((await keyless("GET", path)).body.code).toBe("misconfigured");
    const failed = await service(`${document.path}?download=1`, { method: "POST", body: "{" });
    expect(failed.status).toBe(400);
  });
});

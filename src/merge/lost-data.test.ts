import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { present } from "../domain/present.ts";
import { executeQueued } from "./execute-queued.ts";
import { faultyServices } from "./testing/faulty-services.ts";
import { mailedDocument } from "./testing/mailed-document.ts";
import { SILENT_QUEUES } from "./testing/silent-queues.ts";

/** Data that rows name and that are gone, as in a copy of a service that is not whole: nothing is merged without them. */

let client: Awaited<ReturnType<typeof newClient>>;
let service: ReturnType<typeof testService>;
let document: Awaited<ReturnType<typeof mailedDocument>>;

beforeAll(async () => {
  client = await newClient(SILENT_QUEUES);
  service = testService(undefined, SILENT_QUEUES);
  document = await mailedDocument(client.call);
});

/** Too long for a row. */
const LARGE = { Name: "A".repeat(70_000) };
const merge = async (data: object) =>
  await service(document.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
  });
const run = async (id: string) => (await client.call("GET", `/api/runs/${id}`)).body;

/** Removes all data of the workspace that are in R2. */
async function loseData(): Promise<void> {
  const { objects } = await env.FILES.list({ prefix: `d/${client.caller.workspaceId}/` });
  expect(objects).toHaveLength(1);
  await env.FILES.delete(objects.map(({ key }) => key));
}

async function deliveries(): Promise<unknown> {
  const all = env.DB.prepare("select count(*) as n from outbox where workspace_id = ? and kind <> 'alert'");
  return await all.bind(client.caller.workspaceId).first("n");
}

describe("data that are gone", () => {
  it.each([
    ["a merge", async () => await merge(LARGE)],
    ["a batch", async () => await client.call("POST", `/api/documents/${document.id}/batch`, [LARGE, { Name: "B" }])],
  ])("end %s for good, and nothing is delivered", async (_, accept) => {
    const before = await deliveries();
    const { headers } = await accept();
    const runId = present(headers.get("x-run-id"));
    await loseData();
    expect(await executeQueued(faultyServices(SILENT_QUEUES), client.caller.workspaceId, runId)).toEqual({
      settled: true,
    });
    expect(await run(runId)).toMatchObject({
      status: "failed",
      tries: 1,
      files: [],
      problem: { code: "data_expired" },
    });
    expect((await client.call("GET", `/api/runs?parent_id=${runId}`)).body).toEqual([]);
    expect(await deliveries()).toBe(before);
  });

  it("are told to whoever merges what was gathered in a session", async () => {
    const session = { _session: "0123456789abcdefghijklmnop" };
    expect((await merge({ ...LARGE, ...session })).status).toBe(201);
    await loseData();
    const runs = async () => (await client.call("GET", `/api/runs?document_id=${document.id}`)).body.length;
    const before = await runs();
    const answer = await merge({ ...session, _session_merge: "1" });
    expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([410, "data_expired"]);
    expect(await runs()).toBe(before);
  });

  it("are none where none were sent: such a merge is done", async () => {
    const response = await merge({});
    const runId = present(response.headers.get("x-run-id"));
    await executeQueued(faultyServices(SILENT_QUEUES), client.caller.workspaceId, runId);
    expect(await run(runId)).toMatchObject({ status: "done", problem: null });
  });
});

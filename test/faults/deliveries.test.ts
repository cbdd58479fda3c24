import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { startHttpServer, type TestHttpServer } from "../support/servers/http.ts";

let service: DeliveryService;
let http: TestHttpServer;
const url = (path: string) => `http://127.0.0.1:${http.port}${path}`;

beforeAll(async () => {
  [service, http] = await Promise.all([startDeliveryService(), startHttpServer()]);
});
afterAll(async () => {
  await service.close();
  await http.close();
});

/** A delivery that was made, put back as if something had gone wrong on the way. */
async function putBack(path: string, change: string) {
  const runId = await service.deliver("webhook", { url: url(path), json: 1 });
  const { id } = await service.untilStatus(runId, "done");
  const set = `finished_at = null, due_at = 0, queued_until = null, tries = 0, ${change}`;
  await service.database.prepare(`update outbox set ${set} where id = ?`).bind(id).run();
  return { runId, id };
}

async function workspaceOf(outboxId: string): Promise<string> {
  const { results } = await service.database
    .prepare("select workspace_id from outbox where id = ?")
    .bind(outboxId)
    .all<{ workspace_id: string }>();
  return results[0]!.workspace_id;
}

const ids = (path: string) => http.on(path).map(({ headers }) => headers["webhook-id"]);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("deliveries", () => {
  it("whose message was lost are sent by the cron, under the same id", async () => {
    const { runId, id } = await putBack("/lost", "status = 'pending'");
    await service.cron();
    await service.untilStatus(runId, "done");
    expect(ids("/lost")).toEqual([id, id]);
  });

  it("whose worker died after the other side said yes are sent again under the same id", async () => {
    const { runId, id } = await putBack("/died", "status = 'sending', lease = 'of a worker that is gone'");
    await service.cron();
    await service.untilStatus(runId, "done");
    expect(ids("/died")).toEqual([id, id]);
  });

  it("whose message comes three times are made once", async () => {
    const { runId, id } = await putBack("/thrice", "status = 'pending'");
    const workspaceId = await workspaceOf(id);
    await Promise.all([1, 2, 3].map(() => service.queue.send({ workspaceId, outboxId: id })));
    await service.untilStatus(runId, "done");
    await pause(1_500);
    expect(ids("/thrice")).toEqual([id, id]);
    await service.cron();
    await pause(500);
    expect(ids("/thrice")).toHaveLength(2);
  });

  it("never go without their file", async () => {
    const { runId, id } = await putBack("/fileless", "status = 'pending'");
    const { objects } = await service.files.list();
    for (const { key } of objects.filter(({ key }) => key.includes(runId))) await service.files.delete(key);
    await service.cron();
    const dead = await service.untilStatus(runId, "dead");
    expect(dead.attempts.at(-1)!.response).toContain("no longer kept");
    expect(ids("/fileless")).toEqual([id]);
  });

  it("go out although their document is deleted meanwhile", async () => {
    http.answers.set("/orphan", (response, _, earlier) => response.writeHead(earlier === 0 ? 500 : 200).end());
    const document = await service.document([{ type: "webhook", settings: { url: url("/orphan") } }]);
    const runId = await service.merge(document.address, { Name: "Ann" });
    await service.until(runId, ({ tries }) => tries === 1);
    expect((await service.call("DELETE", `/api/documents/${document.id}`)).status).toBe(200);
    await service.untilStatus(runId, "done");
    expect(new Set(ids("/orphan")).size).toBe(1);
  });

  it("are given up by a purge, which leaves neither data nor files", async () => {
    http.answers.set("/purged", (response) => response.writeHead(500).end());
    const runId = await service.deliver("webhook", { url: url("/purged") });
    await service.until(runId, ({ tries, status }) => tries === 1 && status === "pending");
    expect((await service.call("POST", `/api/runs/${runId}/purge`)).body).toEqual({ success: 1, runs: 1 });
    const run = await service.run(runId);
    expect(run).toMatchObject({ status: "done", files: [], deliveries: [{ status: "dead", preview: {} }] });
    expect((await service.files.list()).objects.filter(({ key }) => key.includes(runId))).toEqual([]);
    expect((await service.call("POST", `/api/runs/${runId}/replay`)).body.code).toBe("data_expired");
    await pause(6_500);
    expect(http.on("/purged")).toHaveLength(1);
  });
});

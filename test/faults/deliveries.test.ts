import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { startHttpServer, type TestHttpServer } from "../support/servers/http.ts";
import { startSmtpServer, type TestSmtpServer } from "../support/servers/smtp.ts";

const LOGIN = { user: "docloom", password: "p@ss" };

let service: DeliveryService;
let http: TestHttpServer;
let smtp: TestSmtpServer;
const url = (path: string) => `http://127.0.0.1:${http.port}${path}`;

beforeAll(async () => {
  [http, smtp] = await Promise.all([startHttpServer(), startSmtpServer("starttls", LOGIN)]);
  service = await startDeliveryService({ SMTP_URL: `smtp://docloom:p%40ss@127.0.0.1:${smtp.port}` });
});
afterAll(async () => {
  await service.close();
  await http.close();
  await smtp.close();
});

/** A delivery that was made, put back as if something had gone wrong along the way. */
async function putBack(path: string, change: string) {
  const runId = await service.deliver("webhook", { url: url(path), json: 1 });
  return await putBackRun(runId, change);
}

async function putBackRun(runId: string, change: string) {
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
  return present(results[0]).workspace_id;
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

  it("whose worker died after the receiver said yes are sent again under the same id", async () => {
    const { runId, id } = await putBack("/died", "status = 'sending', lease = 'of a worker that is gone'");
    await service.cron();
    await service.untilStatus(runId, "done");
    expect(ids("/died")).toEqual([id, id]);
  });

  it("whose message arrives three times are made once", async () => {
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
    expect(present(dead.attempts.at(-1)).response).toContain("no longer kept");
    expect(ids("/fileless")).toEqual([id]);
  });

  it("go out even if their document is deleted meanwhile", async () => {
    http.answers.set("/orphan", (response, _, earlier) => response.writeHead(earlier === 0 ? 500 : 200).end());
    const document = await service.document([{ type: "webhook", settings: { url: url("/orphan") } }]);
    const runId = await service.merge(document.address, { Name: "Ann" });
    await service.until(runId, ({ tries }) => tries === 1);
    expect((await service.call("DELETE", `/api/documents/${document.id}`)).status).toBe(200);
    await service.untilStatus(runId, "done");
    expect(new Set(ids("/orphan")).size).toBe(1);
  });

  it("whose tries are used up are dead, listed, and made by hand under the same id, however long ago", async () => {
    http.answers.set("/used-up", (response, _, earlier) => response.writeHead(earlier === 1 ? 500 : 200).end());
    const { runId, id } = await putBack("/used-up", "status = 'pending'");
    await service.database.prepare("update outbox set tries = 9 where id = ?").bind(id).run();
    await service.cron();
    const dead = await service.untilStatus(runId, "dead");
    expect(dead).toMatchObject({ tries: 10, next_try_at: "" });
    const listed = (await service.call("GET", "/api/deliveries?status=dead")).body;
    expect(listed.map((delivery: { id: string }) => delivery.id)).toContain(id);
    await service.cron();
    await pause(500);
    expect(ids("/used-up")).toHaveLength(2);

    const retried = await service.call("POST", `/api/deliveries/${id}/retry`);
    expect(retried).toMatchObject({ status: 202, body: { success: 1, id, status: "pending" } });
    await service.untilStatus(runId, "done");
    expect(new Set(ids("/used-up"))).toEqual(new Set([id]));
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

describe("e-mails", () => {
  const mailsTo = (address: string) => smtp.received.filter(({ recipients }) => recipients.includes(address));
  const idsOf = (address: string) => mailsTo(address).map(({ mail }) => mail.messageId);

  it("whose worker died after the server said yes are sent again under the same id, over TLS with the login", async () => {
    const sent = await service.deliver("email", { to: "died@example.com", from: "docs@example.com" });
    const { runId, id } = await putBackRun(sent, "status = 'sending', lease = 'of a worker that is gone'");
    await service.cron();
    await service.untilStatus(runId, "done");
    expect(idsOf("died@example.com")).toEqual([`<${id}@example.com>`, `<${id}@example.com>`]);
    expect(mailsTo("died@example.com")).toMatchObject([
      { secure: true, user: "docloom" },
      { secure: true, user: "docloom" },
    ]);
  });

  it("that the server takes without ever saying so are tried again under the same id", async () => {
    let hangs = 1;
    smtp.behavior.hangAfterData = () => hangs-- > 0;
    const runId = await service.deliver("email", { to: "hang@example.com", from: "docs@example.com" });
    const waiting = await service.until(runId, ({ tries, status }) => tries === 1 && status === "pending", 60_000);
    expect(waiting.attempts).toMatchObject([{ ok: false, number: 1 }]);
    expect(present(waiting.attempts[0]).response).toMatch(/^The mail server 127\.0\.0\.1: /);
    const delivery = await service.until(runId, ({ status }) => status === "done", 60_000);
    expect(delivery.attempts.map(({ ok }) => ok)).toEqual([false, true]);
    expect(idsOf("hang@example.com")).toEqual([`<${delivery.id}@example.com>`, `<${delivery.id}@example.com>`]);
    const headers = mailsTo("hang@example.com").map(({ mail }) =>
      mail.headers.find(({ key }) => key === "x-docloom-delivery"),
    );
    expect(headers).toMatchObject([{ value: delivery.id }, { value: delivery.id }]);
  });

  it("that are greylisted after DATA are tried again, refused ones are given up", async () => {
    const refusals = [{ code: 451, message: "Greylisted" }];
    smtp.behavior.refuseMail = () => refusals.shift();
    const grey = await service.deliver("email", { to: "grey@example.com" });
    const delivery = await service.untilStatus(grey, "done");
    expect(delivery.attempts).toMatchObject([{ ok: false, response: expect.stringContaining("451") }, { ok: true }]);
    expect(mailsTo("grey@example.com")).toHaveLength(1);

    refusals.push({ code: 554, message: "We do not want this" });
    const dead = await service.untilStatus(await service.deliver("email", { to: "black@example.com" }), "dead");
    expect(dead.attempts).toMatchObject([{ ok: false, response: expect.stringContaining("We do not want this") }]);
    expect(mailsTo("black@example.com")).toEqual([]);
  });
});

import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

/** A delivery that was made, put back as if something had gone wrong on the way. */
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

describe("what is given up", () => {
  /** The alert goes out a minute after the first thing that it tells of; nobody waits for that. */
  async function alertNow(): Promise<void> {
    await service.database.prepare("update outbox set due_at = 0 where kind = ? and tries = 0").bind("alert").run();
    await service.cron();
  }
  const alerts = async (): Promise<{ id: string; status: string; run_id: string }[]> =>
    (await service.call("GET", "/api/deliveries?type=alert")).body;
  async function untilAlertIs(status: string, count: number): Promise<void> {
    const has = async () => (await alerts()).filter((alert) => alert.status === status).length;
    await expect.poll(has, { timeout: 20_000 }).toBe(count);
  }

  /** A merge that fails and a delivery that is gone, both of the same workspace. */
  async function failures() {
    const rules = [{ file: "http://10.1.2.3/terms.pdf" }];
    const route = await service.call("POST", "/api/routes", { name: "Pack", rules });
    const failed = await service.merge(new URL(route.body.url).pathname, { Name: "Ann" });
    const dead = await service.deliver("webhook", { url: url("/gone") });
    await service.untilStatus(dead, "dead");
    await expect.poll(async () => (await service.run(failed)).status, { timeout: 20_000 }).toBe("failed");
    return { failed, dead };
  }

  it("is told to a web address, signed, under one id however often it is tried, in one call", async () => {
    http.answers.set("/gone", (response) => response.writeHead(410).end());
    http.answers.set("/alerts", (response, _, earlier) => response.writeHead(earlier === 0 ? 500 : 200).end());
    await service.call("PUT", "/api/account", { alert_address: url("/alerts") });
    const { secret } = (await service.call("POST", "/api/account/alert_secret", {})).body;
    const { failed, dead } = await failures();
    await alertNow();
    await untilAlertIs("done", 1);

    const [alert, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(ids("/alerts")).toEqual([alert!.id, alert!.id]);
    for (const { headers, body } of http.on("/alerts"))
      new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
    const { type, data } = JSON.parse(http.on("/alerts")[0]!.body.toString());
    expect(type).toBe("alert.given_up");
    expect(data).toMatchObject({
      run_count: 1,
      runs: [{ run_id: failed, kind: "route", code: "url_private" }],
      delivery_count: 1,
      deliveries: [{ run_id: dead, type: "webhook", tries: 1, response: expect.stringContaining("HTTP 410") }],
    });
  });

  it("is told by mail, and an alert that is given up is told to nobody", async () => {
    await service.call("PUT", "/api/account", { alert_address: "Ops <ops@example.com>" });
    const { failed, dead } = await failures();
    await alertNow();
    await untilAlertIs("done", 2);
    const [mail, ...others] = smtp.received.filter(({ recipients }) => recipients.includes("ops@example.com"));
    expect(others).toEqual([]);
    expect(mail!.mail.subject).toBe("1 run and 1 delivery were given up");
    expect(mail!.mail.text).toContain(`/console/runs/${failed}`);
    expect(mail!.mail.text).toContain(`/console/runs/${dead}`);

    await service.call("PUT", "/api/account", { alert_address: url("/gone") });
    await failures();
    await alertNow();
    await untilAlertIs("dead", 1);
    expect(await alerts()).toHaveLength(3);
    await service.call("PUT", "/api/account", { alert_address: "" });
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
    smtp.behaviour.hangAfterData = () => hangs-- > 0;
    const runId = await service.deliver("email", { to: "hang@example.com", from: "docs@example.com" });
    const waiting = await service.until(runId, ({ tries, status }) => tries === 1 && status === "pending", 60_000);
    expect(waiting.attempts).toMatchObject([{ ok: false, number: 1 }]);
    expect(waiting.attempts[0]!.response).toMatch(/^The mail server 127\.0\.0\.1: /);
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
    smtp.behaviour.refuseMail = () => refusals.shift();
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

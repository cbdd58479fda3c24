import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { attemptDelivery } from "../../delivery/attempt.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import { executeQueued } from "../../merge/execute-queued.ts";
import { faultyServices } from "../../merge/testing/faulty-services.ts";

const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });
const queues = { MERGES: silent, DELIVERIES: silent };
const send = testService(undefined, { ...queues, LOCAL_MAILBOX: "1" });
let call: ApiClient;
let workspaceId: string;
beforeAll(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ workspaceId } = client.caller);
});

const FIELDS = [{ name: "Name" }, { name: "Customer.Mail", kind: "email" }];
const MAIL = { on: 1, title: "Order {$Name}", fields: FIELDS, follows: "mail", mail_to: "Customer.Mail" };

async function newPage(settings: object = {}, members: object = {}) {
  const { body } = await call("POST", "/api/documents", {
    name: "n",
    type: "html",
    html: "<p>{$Name}</p>",
    output: "html",
    settings: { fill_in: { ...MAIL, ...settings } },
    ...members,
  });
  const { url } = (await call("GET", `/api/documents/${body.id}/fill_in`)).body;
  return { id: body.id as string, page: new URL(url).pathname };
}

async function post(page: string, pairs: Record<string, string>) {
  const body = new URLSearchParams(pairs);
  const response = await send(page, { method: "POST", headers: { accept: "text/html" }, body });
  return { status: response.status, text: await response.text() };
}

const services = () => faultyServices({ PUBLIC_BASE_URL: "https://docs.example", LOCAL_MAILBOX: "1", ...queues });

/** Does what the queues would do, and gives what became of the run's deliveries. */
async function delivered(runId: string) {
  expect(await executeQueued(services(), workspaceId, runId)).toEqual({ settled: true });
  const deliveries = async () => (await call("GET", `/api/runs/${runId}`)).body.deliveries as Delivered[];
  for (const { id } of await deliveries()) await attemptDelivery(services(), workspaceId, id);
  return await deliveries();
}

interface Delivered {
  id: string;
  type: string;
  status: string;
  preview: { attachments: string[] };
}

const runsOf = async (id: string) => (await call("GET", `/api/runs?document_id=${id}`)).body as { id: string }[];

describe("a fill-in page that a mail follows", () => {
  it("mails the file to the one address that was typed, with the author's words and nothing else of what was typed", async () => {
    const { id, page } = await newPage({ mail_text: "Dear customer {$Name}, here it is." });
    const answer = await post(page, { Name: "<b>Buy now</b>", "Customer[Mail]": " ada@example.com " });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("Thank you")]);
    const [run] = await runsOf(id);
    const [mail, ...others] = await delivered(run?.id ?? "");
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ type: "email", status: "done" });
    expect(mail?.preview).toMatchObject({ to: "ada@example.com", cc: "", bcc: "", subject: "Order {$Name}" });
    expect(mail?.preview.attachments).toEqual([expect.stringMatching(/\.html$/)]);
    expect(JSON.stringify(mail)).toContain("Dear customer {$Name}, here it is.");
    expect(JSON.stringify(mail)).not.toContain("Buy now");
  });

  it("says whether mails leave at all", async () => {
    const { page } = await newPage();
    const kept = await post(page, { "Customer[Mail]": "kept@example.com" });
    expect(kept.text).toContain("This service sends no mail");
    const sending = testService(undefined, queues);
    const body = new URLSearchParams({ "Customer[Mail]": "sent@example.com" });
    const sent = await sending(page, { method: "POST", headers: { accept: "text/html" }, body });
    expect(await sent.text()).toContain("The file will be sent to sent@example.com.");
  });

  it.each([
    "",
    "ada",
    "ada@example.com, eve@example.com",
    "ada@example.com;eve@example.com",
    "Ada <ada@example.com>",
    "ada@example.com\r\nBcc: eve@example.com",
    "{$Name}@example.com",
    "ada@{$Name}",
    '"ada"@example.com',
    "ada@[127.0.0.1]",
    "ada@localhost",
  ])("takes no address but one: %j", async (address) => {
    const { id, page } = await newPage();
    expect((await post(page, { Name: "Ada", "Customer[Mail]": address })).status).toBe(422);
    expect(await runsOf(id)).toEqual([]);
  });

  it("mails once what is sent twice, and three times an hour to one address", async () => {
    const { id, page } = await newPage();
    const opened = await (await send(page)).text();
    const _once = /name="_once" value="([^"]+)"/.exec(opened)?.[1] ?? "";
    const statuses = [];
    for (const Name of ["Ada", "Ada", "Bob", "Cid", "Dan"])
      statuses.push((await post(page, { Name, "Customer[Mail]": "Many@example.com", _once })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    const busy = await post(page, { Name: "Eve", "Customer[Mail]": "many@EXAMPLE.com" });
    expect([busy.status, busy.text]).toEqual([429, expect.stringContaining("Try again in an hour")]);
    expect(busy.text).toContain('value="Eve"');
    expect((await post(page, { Name: "Eve", "Customer[Mail]": "other@example.com" })).status).toBe(200);
    expect(await runsOf(id)).toHaveLength(4);
    expect((await call("GET", `/api/documents/${id}/fill_in`)).body.sent).toBe(4);
  });

  it("mails a hundred times an hour from all pages of a workspace", async () => {
    const { page } = await newPage();
    const hour = Math.floor(Date.now() / 3_600_000);
    await env.DB.prepare(
      "insert into mail_counts (workspace_id, hour, recipients) values (?, ?, 100) on conflict do update set recipients = 100",
    )
      .bind(`${workspaceId}/pages`, hour)
      .run();
    expect((await post(page, { Name: "Ada", "Customer[Mail]": "fresh@example.com" })).status).toBe(429);
    await env.DB.prepare("delete from mail_counts").run();
  });

  it("mails all files of a data route in one mail", async () => {
    const { id: document_id } = await newPage();
    const rules = [{ document_id }, { document_id }];
    const { body } = await call("POST", "/api/routes", { name: "r", rules, settings: { fill_in: MAIL } });
    const { url } = (await call("GET", `/api/routes/${body.id}/fill_in`)).body;
    await post(new URL(url).pathname, { Name: "Ada", "Customer[Mail]": "route@example.com" });
    const [run] = (await call("GET", `/api/runs?route_id=${body.id}`)).body;
    const [mail, ...others] = await delivered(run.id);
    expect(others).toEqual([]);
    expect(mail?.preview).toMatchObject({ to: "route@example.com" });
    expect(mail?.preview.attachments).toHaveLength(2);
  });

  it.each([
    [{ mail_to: undefined }, "mail_to"],
    [{ mail_to: "Name" }, "mail_to"],
    [{ fields: undefined }, "mail_to"],
    [{ mail_subject: "a\r\nBcc: eve@example.com" }, "mail_subject"],
  ])("refuses settings that make no sense: %o", async (settings, member) => {
    const fill_in = { ...MAIL, ...settings };
    const { status, body } = await call("POST", "/api/documents", {
      name: "a",
      type: "html",
      html: "a",
      settings: { fill_in },
    });
    expect([status, JSON.stringify(body.errors)]).toEqual([422, expect.stringContaining(member)]);
  });
});

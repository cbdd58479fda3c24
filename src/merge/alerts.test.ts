import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { attemptDelivery } from "../delivery/attempt.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import { executeQueued } from "./execute-queued.ts";
import { faultyServices } from "./testing/faulty-services.ts";

/**
 * Alerts about what is given up, raised as in the service: through the API, the rows, and a network of the test's own.
 */

/** A queue that brings no messages: the tests do the work themselves. */
const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });
const quietService = testService(undefined, { MERGES: silent, DELIVERIES: silent });

let client: Awaited<ReturnType<typeof newClient>>;
let sent: { url: string; headers: Record<string, string>; body: string }[];
let answers: number[];
/** Minutes that have passed. */
let minutes: number;

const ADDRESSES: Readonly<Record<string, readonly number[]>> = { "private.example": [10, 0, 0, 1] };

function services(variables: Record<string, string> = {}) {
  const plain = faultyServices({ PUBLIC_BASE_URL: "https://docs.example", DELIVERIES: silent, ...variables });
  return {
    ...plain,
    now: () => new Date(Date.now() + minutes * 60_000),
    outbound: (hosts: readonly string[]) => ({
      ...plain.outbound(hosts),
      resolve: async (name: string) => [Uint8Array.from(ADDRESSES[name] ?? [93, 184, 216, 34])],
      transport: (async (url, init) => {
        const headers = Object.fromEntries(new Headers(init?.headers));
        sent.push({ url: String(url), headers, body: new TextDecoder().decode(init?.body as Uint8Array) });
        return new Response("", { status: answers.shift() ?? 200 });
      }) as typeof fetch,
    }),
  };
}

beforeEach(async () => {
  client = await newClient();
  sent = [];
  answers = [];
  minutes = 0;
});

const alerts = async (): Promise<{ id: string; status: string; tries: number; preview: Record<string, unknown> }[]> =>
  (await client.call("GET", "/api/deliveries?type=alert")).body;

/** A data route that wants a file of a private network: its merges fail for good. */
async function failedRun(): Promise<string> {
  const rules = [{ file: "http://10.1.2.3/terms.pdf" }];
  const { body } = await client.call("POST", "/api/routes", { name: "Pack", rules });
  const response = await quietService(new URL(body.url).pathname, { method: "POST", body: "Name=Ann" });
  const runId = response.headers.get("x-run-id") ?? "";
  expect(await executeQueued(services(), client.caller.workspaceId, runId)).toEqual({ settled: true });
  return runId;
}

/** A webhook whose receiver is gone. */
async function deadDelivery(): Promise<{ runId: string; deliveryId: string }> {
  const html = { name: "Letter", type: "html", output: "html", html: "<p>{$Name}</p>" };
  const { body } = await client.call("POST", "/api/documents", html);
  const webhook = { type: "webhook", name: "To the shop", settings: { url: "https://shop.example/hook", file_url: 1 } };
  await client.call("POST", `/api/documents/${body.id}/deliveries`, webhook);
  const response = await quietService(new URL(body.url).pathname, { method: "POST", body: "Name=Ann" });
  const runId = response.headers.get("x-run-id") ?? "";
  const { workspaceId } = client.caller;
  await executeQueued(services(), workspaceId, runId);
  const [entry] = await services().store.outbox.ofRun(workspaceId, runId);
  answers = [410];
  await attemptDelivery(services(), workspaceId, entry?.id ?? "");
  sent = [];
  return { runId, deliveryId: entry?.id ?? "" };
}

const attempt = async (id: string, variables: Record<string, string> = {}) =>
  (await attemptDelivery(services(variables), client.caller.workspaceId, id)).state;

describe("an alert", () => {
  it("is one call to a web address, signed, the same however often it is tried", async () => {
    await client.call("PUT", "/api/account", { alert_address: "https://ops.example/alerts" });
    const { secret } = (await client.call("POST", "/api/account/alert_secret", {})).body;
    const [runId, dead] = [await failedRun(), await deadDelivery()];
    const [alert, ...others] = await alerts();
    expect(others).toEqual([]);
    const { id } = alert ?? { id: "" };
    expect(await attempt(id)).toBe("again");
    expect(sent).toEqual([]);

    minutes = 2;
    answers = [500];
    expect(await attempt(id)).toBe("again");
    const late = await failedRun();
    minutes = 4;
    expect(await attempt(id)).toBe("settled");
    expect(sent.map(({ url, headers }) => [url, headers["webhook-id"]])).toEqual([
      ["https://ops.example/alerts", id],
      ["https://ops.example/alerts", id],
    ]);
    expect(sent[0]?.body).toBe(sent[1]?.body);
    expect(sent[0]?.body).not.toContain(late);
    for (const { body, headers } of sent) {
      // The test's clock is ahead of the one that the library uses.
      const signed = new Webhook(secret).sign(id, new Date(1_000 * Number(headers["webhook-timestamp"])), body);
      expect(headers["webhook-signature"]).toBe(signed);
    }
    expect(JSON.parse(sent[0]?.body ?? "")).toEqual({
      type: "alert.given_up",
      timestamp: expect.any(String),
      data: {
        run_count: 1,
        runs: [expect.objectContaining({ run_id: runId, kind: "route", code: "url_private" })],
        delivery_count: 1,
        deliveries: [
          expect.objectContaining({
            ...{ delivery_id: dead.deliveryId, run_id: dead.runId, type: "webhook", name: "To the shop", tries: 1 },
            ...{ target: "shop.example", response: expect.stringContaining("HTTP 410") },
          }),
        ],
      },
    });
    expect((await alerts()).map(({ status, tries }) => [status, tries])).toEqual([
      ["pending", 0],
      ["done", 2],
    ]);
  });

  it("is one mail, which leads to the runs", async () => {
    await client.call("PUT", "/api/account", { alert_address: "Ops <ops@example.com>, ann@example.com" });
    const runs = [await failedRun(), await failedRun(), (await deadDelivery()).runId];
    const [alert] = await alerts();
    minutes = 2;
    expect(await attempt(alert?.id ?? "", { LOCAL_MAILBOX: "1" })).toBe("settled");
    const mailbox = testService(undefined, { LOCAL_MAILBOX: "1" });
    const { authorization } = client.caller;
    const [mail, ...others] = await (await mailbox("/api/mailbox", { headers: { authorization } })).json<
      { to: string; subject: string; text: string }[]
    >();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: "Ops <ops@example.com>, ann@example.com",
      subject: "2 runs and 1 delivery were given up",
    });
    for (const id of runs) expect(mail?.text).toContain(`https://docs.example/console/runs/${id}`);
  });

  it("reaches no private address, and raises no alert when it is given up itself", async () => {
    await client.call("PUT", "/api/account", { alert_address: "http://private.example/" });
    await failedRun();
    const [alert] = await alerts();
    minutes = 2;
    expect(await attempt(alert?.id ?? "")).toBe("settled");
    expect(sent).toEqual([]);
    expect((await alerts()).map(({ status }) => status)).toEqual(["dead"]);
    const retried = await client.call("POST", `/api/deliveries/${alert?.id}/retry`);
    expect(retried.body).toMatchObject({ success: 1, type: "alert", status: "pending" });
  });

  it("comes only from merges that nobody waits for", async () => {
    await client.call("PUT", "/api/account", { alert_address: "ops@example.com" });
    const rules = [{ file: "http://10.1.2.3/terms.pdf" }];
    const { body } = await client.call("POST", "/api/routes", { name: "Pack", rules });
    const waited = await testService()(`${new URL(body.url).pathname}?download=1`, { method: "POST", body: "a=1" });
    expect(waited.status).toBe(422);
    expect(await alerts()).toEqual([]);
  });
});

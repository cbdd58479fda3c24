import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { answeringService, testService } from "../../test/support/test-service.ts";
import type { DeliveryServices } from "../delivery/delivery-services.ts";
import { present } from "../domain/present.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import { attemptNamed, readAttempt } from "../jobs/attempt-request.ts";
import { consumeDeliveries } from "../jobs/delivery-consumer.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { executeQueued } from "./execute-queued.ts";
import { type Calls, countedBindings } from "./testing/counted-bindings.ts";
import { faultyServices } from "./testing/faulty-services.ts";
import { countRoundTrips } from "./testing/round-trips.ts";
import { saidCalls } from "./testing/said-calls.ts";

const PDF = Buffer.from(buildPages(1)).toString("base64");

let client: Awaited<ReturnType<typeof newClient>>;
let document: { id: string; address: string };
let route: string;

beforeAll(async () => {
  client = await newClient();
  const notification = { to: "a@example.com", subject: "s", html: "x" };
  const members = { name: "D", type: "html", output: "html", html: "<p>{$Name}</p>", notification };
  const { body } = await client.call("POST", "/api/documents", members);
  document = { id: body.id, address: new URL(body.url).pathname };
  const rules = [{ document_id: body.id }, { document_id: body.id, loop_field: "Items" }];
  route = new URL((await client.call("POST", "/api/routes", { name: "R", rules })).body.url).pathname;
});

async function roundTrips(path: string, headers: Record<string, string> = {}): Promise<number> {
  const counter = countRoundTrips(env.DB);
  const response = await testService(undefined, { DB: counter.database })(path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ Name: "Ann", Items: Array.from({ length: 20 }, (_, index) => ({ Name: `Item ${index}` })) }),
  });
  expect(response.status).toBe(201);
  return counter.count();
}

it.each([
  // end
  ["merge at an address, caller waits", () => `${document.address}?download=1`],
  // run
  ["merge for later, accepted", () => document.address],
  // address; rules; run, settings and documents; end
  ["route of 3 rules, caller waits for links", () => `${route}?download=1`],
  // address; rules; run
  ["route for later, accepted", () => route],
])("a %s", async (said, path) => {
  await roundTrips(path());
  expect(await roundTrips(path())).toBe(saidCalls(said).roundTrips);
});

it.each([
  ["a list: key; documents", "GET", "/api/documents?limit=5", undefined, 2],
  ["runs: key; runs", "GET", "/api/runs?limit=5", undefined, 2],
  ["a file tool: key", "POST", "/api/tools/pdf_info", { file: { name: "a.pdf", contents: PDF } }, 1],
  ["what is used and kept: key; counts", "GET", "/api/usage?by=total", undefined, 2],
] as const)("%s", async (_, method, path, body, expected) => {
  const ask = async () => {
    const counter = countRoundTrips(env.DB);
    const response = await testService(undefined, { DB: counter.database })(path, {
      method,
      headers: { authorization: client.caller.authorization, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status).toBe(200);
    return counter.count();
  };
  await ask();
  expect(await ask()).toBe(expected);
});

const newKey = () => ({ "idempotency-key": crypto.randomUUID() });
const credentials = () => ({ authorization: client.caller.authorization });

it.each([
  ["merge at an address, with Idempotency-Key", () => document.address, newKey],
  ["merge by id, with credentials", () => `/api/documents/${document.id}/merge`, credentials],
  [
    "merge by id, with credentials and Idempotency-Key",
    () => `/api/documents/${document.id}/merge`,
    () => ({ ...credentials(), ...newKey() }),
  ],
])("a %s", async (said, path, headers) => {
  await roundTrips(`${path()}?download=1`, headers());
  expect(await roundTrips(`${path()}?download=1`, headers())).toBe(saidCalls(said).roundTrips);
});

it("a merge at an address, `settings[log]=after`, before its answer and in all", async () => {
  const members = { name: "L", type: "html", output: "html", html: "<p>{$Name}</p>", settings: { log: "after" } };
  const { pathname } = new URL((await client.call("POST", "/api/documents", members)).body.url);
  await roundTrips(`${pathname}?download=1`);
  const { bindings, calls } = countedBindings(env as Env);
  const form = { method: "POST", body: new URLSearchParams({ Name: "Ann" }) };
  const { response, settled } = await answeringService(undefined, bindings)(`${pathname}?download=1`, form);
  expect([response.status, await response.text()]).toEqual([201, "<p>Ann</p>"]);
  const before = { ...calls };
  await settled();
  const said = saidCalls("merge at an address, `settings[log]=after`");
  expect(before.d1).toBe(said.roundTrips);
  expect(calls).toMatchObject(said.calls);
});

it("the first merge of a document reads it: address; settings; end", async () => {
  const { body } = await client.call("POST", "/api/documents", {
    name: "E",
    type: "html",
    output: "html",
    html: "<p>",
  });
  expect(await roundTrips(`${new URL(body.url).pathname}?download=1`)).toBe(3);
});

/** A queue that brings no messages: the tests do the work themselves. */
const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });
const quiet = { ...(env as Env), MERGES: silent, DELIVERIES: silent, PUBLIC_BASE_URL: "https://docs.example" };

/** Hundreds of merges, on a machine that does something else meanwhile. */
const LONG_MS = 180_000;

/** Sends data to an address, has the work done that this makes, and counts what was called for all of it. */
async function callsOf(path: string, data: unknown, headers: Record<string, string> = {}): Promise<Calls> {
  const triesOf: DeliveryServices[] = [];
  const fetch = async (request: Request) => {
    await attemptNamed(present(triesOf[0]), await readAttempt(request));
    return new Response(null);
  };
  const DELIVERY_ATTEMPTS = standIn<Env["DELIVERY_ATTEMPTS"]>({ idFromName: () => "", get: () => ({ fetch }) });
  const { bindings, calls } = countedBindings({ ...quiet, DELIVERY_ATTEMPTS });
  const response = await testService(undefined, bindings)(path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(data),
  });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  const id = response.headers.get("x-run-id");
  if (!id) return calls;

  const { workspaceId } = client.caller;
  const { outbound, ...plain } = faultyServices(bindings);
  const toWeb = {
    resolve: async () => [Uint8Array.of(93, 184, 216, 34)],
    transport: async () => new Response("taken"),
  };
  // Steps of batches end by the clock.
  const time = new Date();
  const services = {
    ...plain,
    now: () => time,
    outbound: (hosts: readonly string[]) => ({ ...outbound(hosts), ...toWeb }),
  };
  triesOf.push(services);
  const { runs, outbox } = faultyServices().store;
  for (let run = await runs.byId(workspaceId, id); run?.status === "accepted"; run = await runs.byId(workspaceId, id))
    await executeQueued(services, workspaceId, id);
  const entries = await outbox.ofRun(workspaceId, id);
  const messages = entries.map((entry) => ({ body: { workspaceId, outboxId: entry.id }, ack: () => {} }));
  if (messages.length > 0) await consumeDeliveries(standIn<MessageBatch>({ messages }), services);
  for (const entry of entries) expect(await outbox.byId(workspaceId, entry.id)).toMatchObject({ status: "done" });
  expect(await runs.byId(workspaceId, id)).toMatchObject({ status: "done" });
  return calls;
}

describe("calls of", () => {
  const plain = { name: "P", type: "html", output: "html", html: "<p>{$Name}</p>" };
  const list = (length: number) => Array.from({ length }, (_, index) => ({ Name: `Item ${index}` }));
  let plainId: string;
  beforeAll(async () => {
    plainId = (await client.call("POST", "/api/documents", plain)).body.id;
  });

  async function routeOf(rules: object[]): Promise<string> {
    const { body } = await client.call("POST", "/api/routes", { name: "R", rules });
    return `${new URL(body.url).pathname}?list_files=1`;
  }

  it("a merge of a session: address, posts; settings, run, data ... twice, as a post and as a merge", async () => {
    const address = new URL((await client.call("POST", "/api/documents", plain)).body.url).pathname;
    const _session = crypto.randomUUID();
    expect(await callsOf(address, { Name: "Ann", _session })).toMatchObject(saidCalls("session's post").calls);
    expect(await callsOf(`${address}?download=1`, { _session, _session_merge: 1 })).toMatchObject(
      saidCalls("session's merge").calls,
    );
  });

  it("a merge for later with one mail and one webhook", async () => {
    const notification = { to: "a@example.com", subject: "s", html: "x" };
    const { body } = await client.call("POST", "/api/documents", { ...plain, notification });
    const webhook = { type: "webhook", settings: { url: "https://shop.example/hook", file_url: 1 } };
    await client.call("POST", `/api/documents/${body.id}/deliveries`, webhook);
    const { pathname } = new URL(body.url);
    await callsOf(pathname, { Name: "Ann" });
    const said = saidCalls("merge for later, with one mail and one webhook").calls;
    expect(await callsOf(pathname, { Name: "Ann" })).toEqual({ ...said, objects: 2 });
  });

  it.each([
    ["route of 3 rules, caller waits for links", 3],
    ["route of 100 rules over 10 documents, links", 100],
  ])(
    "a %s",
    async (said, rules) => {
      const documents = await Promise.all(
        Array.from({ length: Math.min(rules, 10) }, () => client.call("POST", "/api/documents", plain)),
      );
      const ids = documents.map(({ body }) => body.id as string);
      const path = await routeOf(
        Array.from({ length: rules }, (__, index) => ({ document_id: ids[index % ids.length] })),
      );
      expect(await callsOf(path, { Name: "Ann" })).toMatchObject({ queue: 0, objects: 0, ...saidCalls(said).calls });
    },
    LONG_MS,
  );

  it("a route with one rule over 500 items, and links", { timeout: LONG_MS }, async () => {
    const path = await routeOf([{ document_id: plainId, loop_field: "Items" }]);
    const said = saidCalls("route with one rule over 500 items, links").calls;
    expect(await callsOf(path, { Items: list(500) })).toMatchObject({ queue: 0, objects: 0, ...said });
  });

  it("a batch of 100 records, and of 200", { timeout: LONG_MS }, async () => {
    const batchOf = (records: number) =>
      callsOf(`/api/documents/${plainId}/batch`, { records: list(records) }, credentials());
    const hundred = await batchOf(100);
    expect(hundred).toMatchObject({ objects: 0, ...saidCalls("batch of 100 records").calls });
    const { d1, r2Writes } = await batchOf(200);
    const further = { d1: d1 - hundred.d1, r2Writes: r2Writes - hundred.r2Writes };
    expect(further).toEqual(saidCalls("batch, each further hundred records").calls);
  });
});

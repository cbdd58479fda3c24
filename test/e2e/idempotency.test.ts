import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { startHttpServer, type TestHttpServer } from "../support/servers/http.ts";

let service: DeliveryService;
let http: TestHttpServer;

beforeAll(async () => {
  [service, http] = await Promise.all([startDeliveryService(), startHttpServer()]);
});
afterAll(async () => {
  await service.close();
  await http.close();
});

const hook = (path: string) => ({
  type: "webhook",
  settings: { url: `http://127.0.0.1:${http.port}${path}`, json: 1 },
});

/** A merge address whose merges deliver to `/<name>`; a data route's delivers twice, once for its document. */
async function address(kind: "document" | "route", name: string): Promise<string> {
  const document = await service.document([hook(`/${name}`)]);
  if (kind === "document") return document.address;
  const rules = [{ document_id: document.id }];
  const { body } = await service.call("POST", "/api/routes", { name: "Pack", rules });
  await service.call("POST", `/api/routes/${body.id}/deliveries`, hook(`/${name}`));
  return new URL(body.url).pathname;
}

async function post(path: string, key: string, data: object) {
  const response = await service.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(data),
  });
  const { status, headers } = response;
  return {
    status,
    runId: headers.get("x-run-id"),
    replayed: headers.get("idempotency-replayed"),
    text: await response.text(),
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.each([
  ["document", 1],
  ["route", 2],
] as const)("an Idempotency-Key on a %s", (kind, deliveries) => {
  it.each(["", "?download=1"])("makes one run and one set of deliveries of any number of posts: %j", async (query) => {
    const name = `${kind}${query.length}`;
    const path = (await address(kind, name)) + query;
    const first = await Promise.all(Array.from({ length: 6 }, () => post(path, "key", { Name: "Ann" })));
    expect(first.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    await expect.poll(async () => (await post(path, "key", { Name: "Ann" })).status).toBe(201);

    const again = await post(path, "key", { Name: "Ann" });
    expect(again).toMatchObject({ status: 201, replayed: "true" });
    expect(new Set([...first, again].flatMap(({ runId }) => runId ?? [])).size).toBe(1);

    await expect.poll(() => http.on(`/${name}`).length, { timeout: 20_000 }).toBe(deliveries);
    await pause(2_000);
    const received = http.on(`/${name}`);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(deliveries);
    expect(received).toHaveLength(deliveries);
  });

  it("lets another key through", async () => {
    const path = await address(kind, `${kind}-two`);
    const runs = await Promise.all(["a", "b"].map((key) => post(path, key, { Name: "Ann" })));
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(2);
    await expect.poll(() => http.on(`/${kind}-two`).length, { timeout: 20_000 }).toBe(2 * deliveries);
  });
});

import { describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import type { DeliveryService } from "../support/servers/delivery-service.ts";
import type { TestHttpServer } from "../support/servers/http.ts";
import { startWithReceiver } from "../support/servers/service-with-receiver.ts";

let service: DeliveryService;
let http: TestHttpServer;
const url = (path: string) => `http://127.0.0.1:${http.port}${path}`;

startWithReceiver((...started) => {
  [service, http] = started;
});

async function newRoute(documentIds: string[], members: object = {}) {
  const rules = documentIds.map((document_id) => ({ document_id }));
  const { status, body } = await service.call("POST", "/api/routes", { name: "Pack", rules, ...members });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { id: body.id as string, address: new URL(body.url).pathname };
}

const forwardTo = (route_id: string) => ({ type: "route", settings: { route_id } });
const hook = (path: string) => ({ type: "webhook", settings: { url: url(path), json: 1 } });
const runsOf = async (query: string) => (await service.call("GET", `/api/runs?${query}`)).body;

async function untilRun(id: string, status: string) {
  await expect.poll(async () => (await service.run(id)).status, { timeout: 20_000 }).toBe(status);
  return await service.run(id);
}

describe("deliveries to data routes", () => {
  it("hand all data on, once; the route's documents and the route deliver", async () => {
    const letter = await service.document([hook("/of-the-document")], { name: "Copy" });
    const route = await newRoute([letter.id]);
    const added = await service.call("POST", `/api/routes/${route.id}/deliveries`, hook("/of-the-route"));
    expect(added.status).toBe(200);
    const first = await service.document([forwardTo(route.id)]);
    const data = { Name: "Ann", Custom: { deep: ["a", 1] } };
    const runId = await service.merge(first.address, data);

    const delivery = await service.untilStatus(runId, "done");
    const forwarded = delivery.preview.run_id as string;
    expect(delivery.attempts).toMatchObject([{ ok: true, response: `Accepted as run ${forwarded}` }]);
    expect(await untilRun(forwarded, "done")).toMatchObject({
      source: "route",
      route_id: route.id,
      parent_id: runId,
      test: false,
      files: [{ name: "Letter to Ann.html" }],
    });
    for (const path of ["/of-the-document", "/of-the-route"]) {
      await expect.poll(() => http.on(path).length, { timeout: 20_000 }).toBe(1);
      expect(JSON.parse(present(http.on(path)[0]).body.toString()).data.fields).toEqual(data);
    }
  });

  it("start one run even if they are made twice", async () => {
    const letter = await service.document([]);
    const route = await newRoute([letter.id]);
    const first = await service.document([forwardTo(route.id)]);
    const runId = await service.merge(first.address, { Name: "Ann" });
    const { id } = await service.untilStatus(runId, "done");
    await service.database
      .prepare(
        "update outbox set status = 'sending', lease = 'of a dead worker', due_at = 0, queued_until = null where id = ?",
      )
      .bind(id)
      .run();
    await service.cron();
    const again = await service.until(runId, ({ attempts }) => attempts.length === 2);
    expect(present(again.attempts[1]).response).toBe(present(again.attempts[0]).response);
    expect(await runsOf(`route_id=${route.id}`)).toHaveLength(1);
  });

  it("that lead in a circle end with a sentence that names it", async () => {
    const document = await service.document([]);
    const [outer, inner] = [await newRoute([document.id]), await newRoute([document.id])];
    await service.call("POST", `/api/routes/${outer.id}/deliveries`, forwardTo(inner.id));
    await service.call("POST", `/api/routes/${inner.id}/deliveries`, forwardTo(outer.id));
    const runId = await service.merge(outer.address, { Name: "Ann" });
    const { preview } = await service.untilStatus(runId, "done");
    const refused = await service.untilStatus(preview.run_id, "dead");
    expect(refused.attempts).toMatchObject([
      { ok: false, response: expect.stringContaining(`in a circle: ${outer.id} -> ${inner.id} -> ${outer.id}`) },
    ]);
    for (const { id } of [outer, inner]) expect(await runsOf(`route_id=${id}`)).toHaveLength(1);
  });

  it("of a route's own document back to the route are refused, too", async () => {
    const document = await service.document([]);
    const route = await newRoute([document.id]);
    await service.call("POST", `/api/documents/${document.id}/deliveries`, forwardTo(route.id));
    const runId = await service.merge(route.address, { Name: "Ann" });
    await untilRun(runId, "done");
    const refused = await service.untilStatus(`${runId}-001`, "dead");
    expect(present(refused.attempts[0]).response).toContain(`in a circle: ${route.id} -> ${route.id}.`);

    const direct = await service.merge(document.address, { Name: "Bob" });
    const { preview } = await service.untilStatus(direct, "done");
    await untilRun(preview.run_id, "done");
    await service.untilStatus(`${preview.run_id}-001`, "dead");
  });

  it("go five routes far", async () => {
    const document = await service.document([]);
    let next = await newRoute([document.id]);
    for (let count = 0; count < 5; count++) {
      const before = await newRoute([document.id]);
      await service.call("POST", `/api/routes/${before.id}/deliveries`, forwardTo(next.id));
      next = before;
    }
    let runId = await service.merge(next.address, { Name: "Ann" });
    for (let count = 0; count < 4; count++) runId = (await service.untilStatus(runId, "done")).preview.run_id;
    const refused = await service.untilStatus(runId, "dead");
    expect(present(refused.attempts[0]).response).toContain("5 in a row are allowed");
  });

  it("are dead if the route does not exist, and only shown in test mode", async () => {
    const missing = await service.deliver("route", { route_id: "{$Route}" }, { Route: "999999" });
    expect(present((await service.untilStatus(missing, "dead")).attempts[0]).response).toContain(
      "route 999999 does not exist in your workspace",
    );
    const route = await newRoute([(await service.document([])).id]);
    const shown = await service.deliver("route", { route_id: "{$Route}" }, { Route: route.id }, "?test=1");
    expect((await service.untilStatus(shown, "held")).preview).toMatchObject({ route_id: route.id });
    expect(await runsOf(`route_id=${route.id}`)).toEqual([]);
    const sent = await service.deliver("route", { route_id: route.id, send_in_test: 1 }, { Name: "A" }, "?test=1");
    const { preview } = await service.untilStatus(sent, "done");
    expect(await untilRun(preview.run_id, "done")).toMatchObject({ test: true });
  });
});

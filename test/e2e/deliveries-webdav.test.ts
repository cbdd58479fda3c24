import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { startWebdavServer, WEBDAV_LOGIN } from "../support/servers/webdav.ts";

let service: DeliveryService;
let webdav: Awaited<ReturnType<typeof startWebdavServer>>;
const settings = (members: object = {}) => ({ url: webdav.url, ...WEBDAV_LOGIN, ...members });

beforeAll(async () => {
  [service, webdav] = await Promise.all([startDeliveryService(), startWebdavServer()]);
});
afterAll(async () => {
  await service.close();
  await webdav.close();
});

describe("WebDAV folders", () => {
  it("get the file under the merged path", async () => {
    const runId = await service.deliver("webdav", settings({ path: "letters/{$Name}/" }), { Name: "Zoë & Söhne" });
    const delivery = await service.untilStatus(runId, "done");
    expect(delivery.preview).toMatchObject({ stored: ["letters/Zoë & Söhne/Letter to Zoë & Söhne.html"] });
    const file = webdav.store.files.get("/files/letters/Zoë & Söhne/Letter to Zoë & Söhne.html");
    expect(new TextDecoder().decode(file)).toContain("Dear Zoë &amp; Söhne");
    expect(JSON.stringify(await service.run(runId))).not.toContain(WEBDAV_LOGIN.password);
  });

  it("are tried again after a failure, which is told", async () => {
    webdav.store.fault = ({ method }) => (method === "PUT" ? new Response("full", { status: 507 }) : undefined);
    const runId = await service.deliver("webdav", settings(), { Name: "Full" });
    const failed = await service.until(runId, ({ attempts }) => attempts.length > 0);
    expect(failed.attempts[0]?.response).toMatch(/^The store is full: there is no room for the file\.\n\nHTTP 507/);
    webdav.store.fault = () => undefined;
    await service.untilStatus(runId, "done");
  });

  it.each([
    ["a wrong password", { password: "wrong" }, "delivery_target_refused", "/settings/password"],
    ["no such folder", { url: "/elsewhere/" }, "delivery_target_refused", "/settings/url"],
  ])("are signed in to when a delivery is saved: %s", async (_, members, code, pointer) => {
    const { id } = await service.document([]);
    const url = "url" in members ? webdav.origin + members.url : webdav.url;
    const path = `/api/documents/${id}/deliveries`;
    const sent = { ...settings(members), url };
    const refused = await service.call("POST", path, { type: "webdav", settings: sent });
    expect(refused).toMatchObject({ status: 422, body: { code, errors: [{ pointer }] } });
    expect(refused.body.error).toMatch(/Nothing was saved\.$/);

    const off = await service.call("POST", path, { type: "webdav", active: 0, settings: sent });
    expect(off.status).toBe(200);
    const at = `${path}/${off.body.id}`;
    expect((await service.call("PUT", at, { active: 1 })).body.code).toBe(code);
    expect((await service.call("PUT", at, { active: 1, settings: settings() })).status).toBe(200);
  });

  it("are not tried when the data say who signs in", async () => {
    const { id } = await service.document([]);
    const sent = settings({ user: "{$User}", password: "{$Password}" });
    const saved = await service.call("POST", `/api/documents/${id}/deliveries`, { type: "webdav", settings: sent });
    expect(saved.status).toBe(200);
  });
});

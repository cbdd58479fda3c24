import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";

let call: ApiClient;
let path: string;
beforeEach(async () => {
  ({ call } = await newClient());
  const { body } = await call("POST", "/api/documents", { name: "a", type: "html", html: "<p>{$Name}</p>" });
  path = `/api/documents/${body.id}/deliveries`;
});

const add = async (type: string, settings: object, more: object = {}): Promise<string> =>
  (await call("POST", path, { type, settings, ...more })).body.id;

describe("trying a delivery out", () => {
  it("sends by this delivery only, and says what the other side said", async () => {
    await add("email", { to: "other@example.com" });
    const id = await add("email", { to: "ann@example.com", subject: "Hi {$Name}" }, { active: 0 });
    const { status, body } = await call("POST", `${path}/${id}/test`, { data: { Name: "Ada" } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: 1, ok: true, preview: { to: "ann@example.com", subject: "Hi Ada" } });

    const { body: run } = await call("GET", `/api/runs/${body.run_id}`);
    expect(run).toMatchObject({
      test: true,
      status: "done",
      deliveries: [{ delivery_id: id, status: "done", tries: 1 }],
    });
    const { body: delivery } = await call("GET", path);
    expect(delivery[1]).toMatchObject({ id, active: "0", settings: { to: "ann@example.com" } });
  });

  it("tells a failure and does not try again", async () => {
    const id = await add("webhook", { url: "http://10.0.0.1/hook" });
    const { status, body } = await call("POST", `${path}/${id}/test`, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: 1, ok: false });
    expect(body.response).not.toBe("");
    const { body: open } = await call("GET", `/api/deliveries?run_id=${body.run_id}`);
    expect(open).toMatchObject([{ status: "dead" }]);
  });

  it("needs a delivery of this document, and data that are there", async () => {
    const id = await add("email", { to: "ann@example.com" });
    expect((await call("POST", `${path}/none/test`, {})).body).toMatchObject({ code: "delivery_not_found" });
    expect((await call("POST", `${path}/${id}/test`, { sample: "none" })).body).toMatchObject({
      code: "sample_not_found",
    });
    const outsider = await newClient();
    expect((await outsider.call("POST", `${path}/${id}/test`, {})).status).toBe(404);
  });
});

describe("trying a delivery of a data route out", () => {
  let route: string;
  let id: string;
  beforeEach(async () => {
    const documentPath = path.replace("/deliveries", "");
    await add("email", { to: "silent@example.com" });
    const rules = [
      { document_id: documentPath.split("/").at(-1), conditions: [{ field: "Name", exp: "!=", value: "" }] },
    ];
    const { body } = await call("POST", "/api/routes", { name: "r", rules });
    route = `/api/routes/${body.id}/deliveries`;
    const settings = { to: "ann@example.com", cc: "cc@example.com", subject: "All of {$Name}" };
    id = (await call("POST", route, { type: "email", settings })).body[0].id;
  });

  it("merges the route and sends by this delivery only", async () => {
    const { status, body } = await call("POST", `${route}/${id}/test`, { data: { Name: "Ada" } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: 1, ok: true, preview: { to: "ann@example.com", subject: "All of Ada" } });
    const { body: delivered } = await call("GET", "/api/deliveries");
    expect(delivered).toMatchObject([{ run_id: body.run_id, delivery_id: id, status: "done" }]);
  });

  it("goes to somebody else when asked to, and to nobody of the delivery", async () => {
    const { body } = await call("POST", `${route}/${id}/test`, { data: { Name: "Ada" }, to: "me@example.com" });
    expect(body.preview).toMatchObject({ to: "me@example.com", cc: "" });
    const { body: refused } = await call("POST", `${route}/${id}/test`, { data: { Name: "Ada" }, to: "nobody" });
    expect(refused).toMatchObject({ code: "invalid_request" });
    const { body: hook } = await call("POST", route, { type: "webhook", settings: { url: "https://example.com/" } });
    expect((await call("POST", `${route}/${hook[0].id}/test`, { to: "me@example.com" })).body.errors).toMatchObject([
      { pointer: "/to" },
    ]);
  });

  it("says when no rule fires, and is not open to other workspaces", async () => {
    const { status, body } = await call("POST", `${route}/${id}/test`, { data: {} });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "merge_failed", error: expect.stringContaining("No rule") });
    const outsider = await newClient();
    expect((await outsider.call("POST", `${route}/${id}/test`, {})).status).toBe(404);
  });
});

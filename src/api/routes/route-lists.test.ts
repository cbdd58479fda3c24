import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";

let call: ApiClient;
let documentId: string;
beforeEach(async () => {
  ({ call } = await newClient());
  ({ id: documentId } = (await call("POST", "/api/documents", { name: "a", type: "html", html: "a" })).body);
});

const newRoute = async (name: string, more: object = {}) =>
  (await call("POST", "/api/routes", { name, rules: [{ document_id: documentId, combine: 1 }], ...more })).body;

describe("copies of data routes", () => {
  it("have rules, settings and deliveries of their own", async () => {
    const route = await newRoute("One", { output_name: "x {$A}", folder: "F", active: 0, retention_days: 3 });
    await call("POST", `/api/routes/${route.id}/deliveries`, { type: "email", settings: { to: "a@example.com" } });
    const { status, body: copy } = await call("POST", `/api/routes/${route.id}/copy`, { name: "Two" });
    expect(status).toBe(200);
    expect(copy).toMatchObject({ name: "Two", output_name: "x {$A}", folder: "F", active: "0", retention_days: "3" });
    expect(copy.rules).toMatchObject([{ document_id: documentId, combine: 1 }]);
    expect([copy.id, copy.key, copy.rules[0].id]).not.toEqual([route.id, route.key, route.rules[0].id]);

    await call("DELETE", `/api/routes/${route.id}`);
    const { body: deliveries } = await call("GET", `/api/routes/${copy.id}/deliveries`);
    expect(deliveries).toMatchObject([{ type: "email", settings: { to: "a@example.com" } }]);
  });

  it("need a route and a name", async () => {
    expect((await call("POST", "/api/routes/999999/copy", { name: "a" })).body).toMatchObject({
      code: "route_not_found",
    });
    const { id } = await newRoute("One");
    expect((await call("POST", `/api/routes/${id}/copy`, { name: "" })).status).toBe(422);
  });
});

describe("another key", () => {
  it("ends the old address of a data route and of a document", async () => {
    const route = await newRoute("One");
    const { body: renewed } = await call("POST", `/api/routes/${route.id}/key`);
    expect(renewed.id).toBe(route.id);
    expect((await call("POST", new URL(route.url).pathname, {})).status).toBe(404);
    expect((await call("POST", new URL(renewed.url).pathname, {})).status).toBe(201);

    const { body: before } = await call("GET", `/api/documents/${documentId}`);
    const { body: document } = await call("POST", `/api/documents/${documentId}/key`);
    expect((await call("POST", new URL(before.url).pathname, {})).status).toBe(404);
    expect((await call("POST", new URL(document.url).pathname, {})).status).toBe(201);
    expect((await call("POST", "/api/documents/999999/key")).status).toBe(404);
  });
});

describe("lists with details", () => {
  it("show everything of data routes, by filters and order", async () => {
    await newRoute("Beta", { folder: "F" });
    await newRoute("Alpha", { active: 0 });
    const names = async (query: string) =>
      (await call("GET", `/api/routes?${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names("")).toEqual(["Beta", "Alpha"]);
    expect(await names("order=name")).toEqual(["Alpha", "Beta"]);
    expect(await names("search=ALPH")).toEqual(["Alpha"]);
    expect(await names("folder=F")).toEqual(["Beta"]);
    expect(await names("active=0")).toEqual(["Alpha"]);
    const [beta] = (await call("GET", "/api/routes")).body;
    expect(await names(`ids=${beta.id},99999`)).toEqual(["Beta"]);

    const { body: plain } = await call("GET", "/api/routes?limit=1");
    expect(Object.keys(plain[0])).toEqual(["id", "key", "name", "url"]);
    const { body: whole } = await call("GET", "/api/routes?details=1&folder=F");
    expect(whole).toMatchObject([{ name: "Beta", folder: "F", rules: [{ document_id: documentId }], active: "1" }]);
    expect((await call("GET", `/api/routes/${whole[0].id}?details=1`)).body).toEqual(whole[0]);
    expect((await call("GET", "/api/routes?folder=None")).status).toBe(404);
  });

  it("show everything of documents, by filters and order", async () => {
    await call("POST", "/api/documents", { name: "zeta", type: "html", output: "email", html: "a", active: 0 });
    await call("PUT", `/api/documents/${documentId}`, { name: "beta" });
    const names = async (query: string) =>
      (await call("GET", `/api/documents?${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names("order=-name")).toEqual(["zeta", "beta"]);
    expect(await names(`ids=${documentId},x,999999`)).toEqual(["beta"]);
    expect(await names(`ids=${documentId}&search=zeta`)).toEqual([]);
    expect((await call("GET", `/api/documents?ids=${"1,".repeat(1_000)}1`)).body.errors[0].pointer).toBe("/ids");
    expect(await names("order=-updated_at")).toEqual(["beta", "zeta"]);
    expect(await names("output=email")).toEqual(["zeta"]);
    expect(await names("active=1&type=html")).toEqual(["beta"]);
    const { headers } = await call("GET", "/api/documents?order=name&limit=1");
    expect(await names(/\?(.*)>/.exec(headers.get("link") ?? "")?.[1] ?? "")).toEqual(["zeta"]);

    await call("POST", `/api/documents/${documentId}/merge`, {});
    const { body } = await call("GET", "/api/documents?details=1&search=beta");
    expect(body).toMatchObject([
      { name: "beta", version: 1, settings: {}, last_run: { status: "accepted", test: false } },
    ]);
    expect((await call("GET", `/api/documents/${documentId}?details=1`)).body).toEqual({ ...body[0], html: "a" });
  });
});

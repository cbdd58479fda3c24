import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { createStore } from "../../store/store.ts";

const request = testService();
let call: ApiClient;
let workspaceId: string;
let document: { id: string; key: string; url: string };
const NAMES = { html: "<p>Hello {$Name}</p>", type: "html", output: "html" };
let number = 700_000;
/** An address as short as services of old made them; each test has its own. */
const formerAddress = (word = "merge") => `https://old.example.com/${word}/${++number}/a1B2c3`;
const pathOf = (url: string) => new URL(url).pathname;

beforeAll(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ workspaceId } = client.caller);
  document = (await call("POST", "/api/documents", { name: "Moved", ...NAMES })).body;
});

const merge = async (path: string, body: object = { Name: "Ann" }) => {
  const answer = await request(`${path}?download=1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};

describe("former addresses", () => {
  it("merge the document under the id and the key of the other service, until they are deleted", async () => {
    const url = formerAddress();
    const path = `/api/documents/${document.id}/addresses`;
    const added = await call("POST", path, { url });
    expect(added).toMatchObject({ status: 200, body: { url: expect.stringMatching(/\/merge\/\d+\/a1B2c3$/) } });
    expect(pathOf(added.body.url)).toBe(pathOf(url));
    expect(await merge(pathOf(url))).toMatchObject({ status: 201, text: expect.stringContaining("Hello Ann") });
    expect(await merge(pathOf(document.url))).toMatchObject({ status: 201 });
    // neither half of it alone, nor an id of the other kind
    expect((await merge(`/merge/${document.id}/a1B2c3`)).status).toBe(404);
    expect((await merge(pathOf(url).replace("a1B2c3", document.key))).status).toBe(404);
    expect((await merge(pathOf(url).replace("merge", "route"))).status).toBe(404);

    expect((await call("POST", path, { url: `${url}?download=1` })).body).toEqual(added.body);
    expect((await call("GET", path)).body).toEqual([added.body]);
    expect((await call("DELETE", `${path}/${added.body.id}`)).body).toEqual({ success: "1" });
    expect((await merge(pathOf(url))).status).toBe(404);
    expect((await call("DELETE", `${path}/${added.body.id}`)).status).toBe(404);
  });

  it("stay when the document gets another key, and take lists and links, too", async () => {
    const { body: own } = await call("POST", "/api/documents", { name: "Renewed", ...NAMES });
    const url = formerAddress();
    await call("POST", `/api/documents/${own.id}/addresses`, { url });
    await call("POST", `/api/documents/${own.id}/key`);
    expect(await merge(pathOf(url))).toMatchObject({ status: 201 });
    const linked = await request(`${pathOf(url)}?_use_get=1&Name=Bo&download=1`);
    expect(await linked.text()).toContain("Hello Bo");
    const batch = await request(`${pathOf(url)}/batch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '[{"Name":"Ann"},{"Name":"Bo"}]',
    });
    expect(batch.status).toBe(202);
  });

  it("merge data routes", async () => {
    const rules = [{ document_id: document.id }];
    const { body: route } = await call("POST", "/api/routes", { name: "Moved route", rules });
    const url = formerAddress("route");
    const path = `/api/routes/${route.id}/addresses`;
    expect((await call("POST", path, { url })).status).toBe(200);
    expect((await merge(pathOf(url))).status).toBe(201);
    expect((await call("GET", path)).body).toHaveLength(1);
    expect((await merge(pathOf(url).replace("route", "merge"))).status).toBe(404);
  });

  it("are refused where they lead to something else, of this workspace or another", async () => {
    const url = formerAddress();
    await call("POST", `/api/documents/${document.id}/addresses`, { url });
    const { body: second } = await call("POST", "/api/documents", { name: "Second", ...NAMES });
    const path = `/api/documents/${second.id}/addresses`;
    expect(await call("POST", path, { url })).toMatchObject({ status: 409, body: { code: "address_taken" } });
    expect((await call("POST", path, { url: document.url })).body.code).toBe("address_taken");
    const other = await newClient();
    const { body: theirs } = await other.call("POST", "/api/documents", { name: "Theirs", ...NAMES });
    const theirPath = `/api/documents/${theirs.id}/addresses`;
    expect((await other.call("POST", theirPath, { url })).body.code).toBe("address_taken");
    expect((await other.call("GET", `/api/documents/${document.id}/addresses`)).status).toBe(404);
    expect(await merge(pathOf(url))).toMatchObject({ status: 201 });
  });

  it("are free again once their document was deleted", async () => {
    const url = formerAddress();
    const { body: gone } = await call("POST", "/api/documents", { name: "Gone", ...NAMES });
    await call("POST", `/api/documents/${gone.id}/addresses`, { url });
    await call("DELETE", `/api/documents/${gone.id}`);
    expect((await merge(pathOf(url))).status).toBe(404);
    expect((await call("POST", `/api/documents/${document.id}/addresses`, { url })).status).toBe(200);
    expect(await merge(pathOf(url))).toMatchObject({ status: 201 });
  });

  it("are a hundred of one document at most", async () => {
    const { body: own } = await call("POST", "/api/documents", { name: "Often moved", ...NAMES });
    const path = `/api/documents/${own.id}/addresses`;
    const { formerAddresses } = createStore(env);
    const add = () =>
      formerAddresses.add(
        workspaceId,
        { documentId: Number(own.id) },
        { formerId: ++number, formerKey: "k" },
        new Date(),
      );
    for (let count = 0; count < 99; count++) await add();
    expect((await call("POST", path, { url: formerAddress() })).status).toBe(200);
    const { status, body } = await call("POST", path, { url: formerAddress() });
    expect([status, body.error]).toEqual([422, "A document has at most 100 former addresses."]);
    expect((await call("GET", path)).body).toHaveLength(100);
  });

  it.each([
    "https://old.example.com/route/1/abc",
    "https://old.example.com/merge/1",
    "https://old.example.com/merge/99999999999/abc",
    "https://old.example.com/merge/1/a/b",
    "",
  ])("take no other address: %s", async (url) => {
    const { status, body } = await call("POST", `/api/documents/${document.id}/addresses`, { url });
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, "/url"]);
  });
});

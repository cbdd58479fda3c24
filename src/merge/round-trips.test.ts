import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeAll, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { countRoundTrips } from "./testing/round-trips.ts";

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
  ["a merge whose caller waits: end", () => `${document.address}?download=1`, 1],
  ["a merge for later: address; run", () => document.address, 2],
  ["a route: address; rules; run, settings and documents; end", () => `${route}?download=1`, 4],
  ["a route for later: address; rules; run", () => route, 3],
])("%s", async (_, path, expected) => {
  await roundTrips(path());
  expect(await roundTrips(path())).toBe(expected);
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

it("an Idempotency-Key has its beginning and its end, and the run is written before it is merged", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  expect(await roundTrips(`${document.address}?download=1`, headers)).toBe(5);
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

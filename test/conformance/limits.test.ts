import { beforeAll, describe, expect, it } from "vitest";
import { clientWith, newClient } from "../support/api-client.ts";
import { basic, countingLimit, testService } from "../support/test-service.ts";

/** What is counted as one: what the router resolved, each record of a batch, and addresses that nobody can make up. */

let client: Awaited<ReturnType<typeof newClient>>;
let document: { id: string; key: string };
let route: { id: string; key: string };

beforeAll(async () => {
  client = await newClient();
  const members = { name: "Page", type: "html", output: "html", html: "<p>{$Name}</p>" };
  document = (await client.call("POST", "/api/documents", members)).body;
  const rules = [{ document_id: document.id }];
  route = (await client.call("POST", "/api/routes", { name: "R", rules })).body;
});

const plenty = () => countingLimit(Number.POSITIVE_INFINITY);

describe("merges", () => {
  it("at one address are counted as one, however it is written", async () => {
    const MERGE_LIMIT = plenty();
    const service = testService(undefined, { MERGE_LIMIT });
    const { id, key } = document;
    for (const path of [
      `/merge/${id}/${key}`,
      `/merge/0${id}/${key}`,
      `/merge/${id}/${key}/`,
      `/%6Derge/${id}/${key}?test=1`,
      `/merge/${id}/${[...key].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("")}`,
    ])
      expect((await service(path, { method: "POST", body: "Name=a" })).status, path).toBe(201);
    expect([new Set(MERGE_LIMIT.keys).size, MERGE_LIMIT.keys.length]).toEqual([1, 5]);
  });

  it("are refused when an address has used up its minute, and other addresses go on", async () => {
    const service = testService(undefined, {
      MERGE_LIMIT: { limit: async ({ key }) => ({ success: !key.startsWith(`document/${document.id}/`) }) },
    });
    const refused = await service(`/merge/${document.id}/${document.key}`, { method: "POST", body: "a=1" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await service(`/route/${route.id}/${route.key}`, { method: "POST", body: "a=1" })).status).toBe(201);
  });

  it("of a batch are counted by their records, at addresses and for keys", async () => {
    const records = JSON.stringify(Array.from({ length: 7 }, (_, number) => ({ Name: number })));
    const headers = { "content-type": "application/json" };
    for (const path of [`/merge/${document.id}/${document.key}/batch`, `/route/${route.id}/${route.key}/batch`]) {
      const MERGE_LIMIT = plenty();
      const service = testService(undefined, { MERGE_LIMIT });
      expect((await service(path, { method: "POST", headers, body: records })).status).toBe(202);
      expect([new Set(MERGE_LIMIT.keys).size, MERGE_LIMIT.keys.length], path).toEqual([1, 7]);
    }
    const KEY_LIMIT = plenty();
    const service = testService(undefined, { KEY_LIMIT });
    const { authorization } = client.caller;
    for (const path of [`/api/documents/${document.id}/batch`, `/api/routes/${route.id}/batch`])
      expect(
        (await service(path, { method: "POST", headers: { ...headers, authorization }, body: records })).status,
      ).toBe(202);
    expect(KEY_LIMIT.keys).toHaveLength(14);
  });

  it("of a batch that is larger than what is left are taken, and nothing after it", async () => {
    const MERGE_LIMIT = countingLimit(3);
    const service = testService(undefined, { MERGE_LIMIT });
    const batch = { method: "POST", headers: { "content-type": "text/csv" }, body: `Name\n${"a\n".repeat(9)}` };
    const path = `/merge/${document.id}/${document.key}/batch`;
    expect([(await service(path, batch)).status, (await service(path, batch)).status]).toEqual([202, 429]);
  });
});

describe("failed sign-ins", () => {
  const failedFrom = async (headers: Record<string, string>, settings: { CLIENT_ADDRESS_HEADER?: string }) => {
    const LOGIN_LIMIT = plenty();
    const call = clientWith(basic("dk_unknown", "wrong"), { LOGIN_LIMIT, ...settings });
    await call("GET", "/api/user", undefined, { headers });
    return LOGIN_LIMIT.keys;
  };

  it("are not counted by what the client itself says of its address", async () => {
    for (const name of ["cf-connecting-ip", "x-forwarded-for", "x-real-ip", "forwarded"])
      expect(await failedFrom({ [name]: "192.0.2.7" }, {})).toEqual(["unknown"]);
  });

  it("are counted by what the platform, or the proxy that the operator named, writes", async () => {
    const platform = { CLIENT_ADDRESS_HEADER: "cf-connecting-ip" };
    expect(await failedFrom({ "cf-connecting-ip": "192.0.2.7", "x-real-ip": "192.0.2.8" }, platform)).toEqual([
      "192.0.2.7",
    ]);
    // A proxy adds what it saw at the end; what stands before that came from the client.
    const proxy = { CLIENT_ADDRESS_HEADER: "X-Forwarded-For" };
    expect(await failedFrom({ "x-forwarded-for": "6.6.6.6, 192.0.2.9" }, proxy)).toEqual(["192.0.2.9"]);
  });
});

describe("downloads by links", () => {
  it("are counted by link, and by where they come from", async () => {
    const MERGE_LIMIT = countingLimit(3);
    const service = testService(undefined, { MERGE_LIMIT, CLIENT_ADDRESS_HEADER: "cf-connecting-ip" });
    const ask = (token: string) => service(`/files/${token}`, { headers: { "cf-connecting-ip": "192.0.2.7" } });
    expect((await ask("first")).status).toBe(404);
    expect((await ask("second")).status).toBe(429);
    expect(new Set(MERGE_LIMIT.keys).size).toBe(3);
    expect(MERGE_LIMIT.keys.join(" ")).not.toMatch(/first|second/);
  });
});

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { clientWithDocument } from "../support/api-client.ts";
import { OPERATIONS } from "../support/described-operations.ts";
import { TEST_ORIGIN, testService } from "../support/test-service.ts";

/** docs/decisions/http.md, "Sessions of browsers": what a page of another site makes a signed-in browser send does nothing. */

/** Every operation that a browser may send, with ids put in. */
const SENT = OPERATIONS.filter(({ bySession }) => bySession).map(
  ({ method, path }) => [method, path.replace(/:\w+/g, "1")] as const,
);
const READS = SENT.filter(([method]) => method === "GET");
const WRITES = SENT.filter(([method]) => method !== "GET");

/** What browsers say of requests that pages of other sites cause; those that change something must say where they come from. */
const FOREIGN: Readonly<Record<string, Record<string, string>>> = {
  "another site": { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  "another port of the same host": { "sec-fetch-site": "same-site", origin: "http://docloom.test:81" },
  "an older browser": { origin: "https://evil.example" },
  "a sandboxed frame": { "sec-fetch-site": "cross-site", origin: "null" },
  "a frame without an origin": { origin: "null" },
  "a page that names an origin like ours": {
    "sec-fetch-site": "cross-site",
    origin: "http://docloom.test.evil.example",
  },
};
const FOREIGN_WRITES = {
  ...FOREIGN,
  "nobody says where": {},
  "an address typed by hand": { "sec-fetch-site": "none" },
};

const service = testService();
let cookie: string;
let before: string;

/** Everything in the database but when keys and sessions were last used. */
async function rows(): Promise<string> {
  const tables = await env.DB.prepare(
    "select name from sqlite_schema where type = 'table' and name not like '\\_cf\\_%' escape '\\' and name <> 'browser_sessions'",
  ).all<{ name: string }>();
  const all = await env.DB.batch(tables.results.map(({ name }) => env.DB.prepare(`select * from ${name}`)));
  return JSON.stringify(all.map(({ results }) => results)).replace(/"(last_used_at|origin)":[^,}]+/g, "");
}

beforeAll(async () => {
  const { caller } = await clientWithDocument({ type: "html", html: "<p>{$Name}</p>" });
  const own = { origin: TEST_ORIGIN, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const body = JSON.stringify({ key: caller.keyId, secret: caller.secret });
  const answer = await service("/api/sessions", { method: "POST", headers: own, body });
  cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  before = await rows();
});

it("covers the whole interface", () => {
  expect(WRITES.length).toBeGreaterThan(60);
  expect(READS.length).toBeGreaterThan(35);
});

describe.each(Object.entries(FOREIGN_WRITES))("%s", (_, headers) => {
  it("changes nothing, at any address that changes something", async () => {
    for (const [method, path] of WRITES) {
      for (const type of ["application/json", "application/x-www-form-urlencoded", "text/plain"]) {
        const sent = { cookie, "content-type": type, "idempotency-key": "foreign", ...headers };
        const response = await service(path, { method, headers: sent, body: method === "DELETE" ? null : "{}" });
        const { code } = await response.json<{ code: string }>();
        expect([response.status, code], `${method} ${path}`).toEqual([403, "cross_site_request"]);
      }
    }
    expect(await rows()).toBe(before);
  });
});

describe.each(Object.entries(FOREIGN))("%s", (_, headers) => {
  it("reads nothing, at any address", async () => {
    for (const [method, path] of READS) {
      const response = await service(path, { method, headers: { cookie, ...headers } });
      const { code } = await response.json<{ code: string }>();
      expect([response.status, code], path).toEqual([403, "cross_site_request"]);
    }
  });
});

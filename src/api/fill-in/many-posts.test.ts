import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { sendFillIn } from "./fill-in-page.ts";

const POSTS = 10_000;
const AT_ONCE = 50;
/** Twelve seconds beside other work on two cores; beside all of the suites, several times that. */
const MANY_REQUESTS = { timeout: 120_000 };
/** As in wrangler.toml. */
const A_MINUTE = 300;
const TIMES = 60;

/** A limit of so many for each key. */
function limitOf(quota: number): RateLimit {
  const uses = new Map<string, number>();
  const limit = async ({ key }: { key: string }) => {
    uses.set(key, (uses.get(key) ?? 0) + 1);
    return { success: (uses.get(key) ?? 0) <= quota };
  };
  return { limit } as unknown as RateLimit;
}

const SILENT = { send: async () => undefined, sendBatch: async () => undefined } as unknown as Queue;

/** The service as strangers reach it, with only what these tests need of it. */
const serviceOf = (limit: RateLimit) =>
  testService([sendFillIn], {
    LOGIN_LIMIT: limit,
    MERGES: SILENT,
    DELIVERIES: SILENT,
    CLIENT_ADDRESS_HEADER: "cf-connecting-ip",
  });

async function newPage(settings: object) {
  const { call } = await newClient();
  const { body } = await call("POST", "/api/documents", {
    name: "d",
    type: "html",
    html: "{$Name}",
    settings: { fill_in: { on: 1, fields: [{ name: "Name", required: 1 }], ...settings } },
  });
  const path = `/api/documents/${body.id}`;
  const { url } = (await call("GET", `${path}/fill_in`)).body;
  return {
    page: new URL(url).pathname,
    sent: async () => (await call("GET", `${path}/fill_in`)).body.sent as number,
    runs: async () => {
      const { results } = await env.DB.prepare("select count(*) as runs from runs where document_id = ?")
        .bind(body.id)
        .all<{ runs: number }>();
      return results[0]?.runs;
    },
  };
}

/** How often each status was answered. */
async function postMany(
  post: ReturnType<typeof testService>,
  page: string,
  count: number,
  answersOf: (index: number) => { name: string; from: string; once: string },
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let first = 0; first < count; first += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => first + index);
    await Promise.all(
      indexes.map(async (index) => {
        const { name, from, once } = answersOf(index);
        const { status, body } = await post(page, {
          method: "POST",
          headers: { "cf-connecting-ip": from },
          body: new URLSearchParams({ Name: name, _once: once }),
        });
        await body?.cancel();
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
  }
  return statuses;
}

const newOnce = () => `${Date.now()}.${crypto.randomUUID()}`;

// a line of each request takes the runner longer than the request
beforeAll(() => {
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

describe("ten thousand posts to a fill-in page", MANY_REQUESTS, () => {
  it("are refused beyond the limit of a minute, of a page and of an address, and taken as often as the page says", async () => {
    const { page, sent, runs } = await newPage({ times: TIMES });
    const limit = limitOf(A_MINUTE);
    const fromMany = (index: number) => ({ name: `n${index}`, from: `192.0.2.${index % 250}`, once: newOnce() });
    expect(await postMany(serviceOf(limit), page, POSTS, fromMany)).toEqual({
      200: TIMES,
      410: A_MINUTE - TIMES,
      429: POSTS - A_MINUTE,
    });
    expect([await sent(), await runs()]).toEqual([TIMES, TIMES]);

    // another page's count is its own, the address's is not
    const other = await newPage({});
    const fromOne = (index: number) => ({ ...fromMany(index), from: "198.51.100.7" });
    const shared = serviceOf(limit);
    expect(await postMany(shared, page, 10, fromOne)).toEqual({ 429: 10 });
    expect(await postMany(shared, other.page, 5, fromOne)).toEqual({ 200: 5 });
  });

  it("are one for each answer however often it is sent, and none of others after the page is closed", async () => {
    const open = serviceOf(limitOf(Number.POSITIVE_INFINITY));
    const { page, sent, runs } = await newPage({ times: TIMES });
    const onces = Array.from({ length: 20 }, newOnce);
    // fifty at once, in which each of twenty answers is there twice or three times
    const repeated = (index: number) => ({
      name: `n${index % onces.length}`,
      from: "192.0.2.1",
      once: onces[index % onces.length] ?? "",
    });
    expect(await postMany(open, page, 100, repeated)).toEqual({ 200: 100 });
    expect([await sent(), await runs()]).toEqual([onces.length, onces.length]);

    const others = (index: number) => ({ name: `o${index}`, from: "192.0.2.1", once: newOnce() });
    const left = TIMES - onces.length;
    expect(await postMany(open, page, 60, others)).toEqual({ 200: left, 410: 60 - left });
    expect(await postMany(open, page, 50, repeated)).toEqual({ 200: 50 });
    expect([await sent(), await runs()]).toEqual([TIMES, TIMES]);
  });
});

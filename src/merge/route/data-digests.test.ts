import { createHash, Hash } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { type MergeData, mergeDataOf } from "../../domain/merge-data.ts";
import { PLAIN_RULE, type RouteRule } from "../../domain/route.ts";
import { DataDigests } from "./data-digests.ts";
import { planRules } from "./rule-merges.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const CONTEXT = { now: new Date(0), locale: "en-US", timeZone: "UTC", currency: "USD" };

/** The data of a route, and those with which a rule merges each item of its list. */
function loopOver(data: object): { common: MergeData; each: MergeData[] } {
  const common = mergeDataOf(JSON.stringify(data));
  const rule: RouteRule = { id: "r", documentId: 1, ...PLAIN_RULE, loopField: "Items" };
  return { common, each: planRules([rule], common, CONTEXT)[0]?.mergeData ?? [] };
}

const digestOf = (data: MergeData): string => createHash("sha256").update(canonicalJson(data)).digest("hex");

const itemsOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({ [name]: `Item ${index}`, Lines: [{ Text: "ü".repeat(1_000) }] }));

/** Many members, of which some states are kept, and some not. */
const MANY = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`M${index + 10}`, "m".repeat(index * 20)]));

describe("digests of a loop's data", () => {
  it.each<[string, object]>([
    ["behind the list", { Items: itemsOf(5, "Name"), Title: "x" }],
    ["before it", { Items: itemsOf(5, "Amount"), Title: "x" }],
    ["in the middle of many", { ...MANY, Items: itemsOf(5, "M40x") }],
    ["in other places each", { ...MANY, Items: [{ M66: 1 }, { A: 1 }, { M20: 1 }, { z: 1 }, {}, { M50: 1, M30: 2 }] }],
    ["instead of common ones", { Items: [{ Title: "y" }, { Title: "x" }, { Title: null }], Title: "x" }],
    ["instead of the list", { Items: [{ Items: [] }, { Items: "" }], Title: "x" }],
    ["that are none", { Items: [1, "a", null, [2]], Title: "x" }],
    ["with names that are escaped", { Items: [{ '"\n€': 1 }, { __proto__x: 1 }, { "": 0 }], '"': [true, 1.5e30] }],
  ])("are those of each item's whole data, with members %s", (_, data) => {
    const { common, each } = loopOver(data);
    const digests = new DataDigests(common);
    expect(each.length).toBeGreaterThan(1);
    expect(each.map((own) => digests.of(own))).toEqual(each.map(digestOf));
    expect(each.toReversed().map((own) => digests.of(own))).toEqual(each.map(digestOf).reverse());
    expect(digests.of(common)).toBe(digestOf(common));
  });

  /** Bytes that are hashed, and characters that are written, for so many items. */
  function workFor(count: number, name: string): { hashed: number; written: number } {
    const { common, each } = loopOver({ Items: itemsOf(count, name), Title: "x" });
    const update = vi.spyOn(Hash.prototype, "update");
    const stringify = vi.spyOn(JSON, "stringify");
    const digests = new DataDigests(common);
    for (const own of each) digests.of(own);
    const work = {
      hashed: update.mock.calls.reduce((sum, [content]) => sum + content.length, 0),
      written: stringify.mock.results.reduce((sum, { value }) => sum + String(value).length, 0),
    };
    vi.restoreAllMocks();
    return work;
  }

  it("take twice the work for twice the items", () => {
    const [some, twice] = [workFor(100, "Name"), workFor(200, "Name")];
    // 2 kB in the list, and as much of an item's own.
    expect(some.hashed).toBeGreaterThan(200_000);
    expect(twice.hashed / some.hashed).toBeLessThan(2.1);
    expect(twice.written / some.written).toBeLessThan(2.1);
  });

  it("have the list written once, also where it comes behind what is an item's own", () => {
    expect(workFor(200, "Amount").written / workFor(100, "Amount").written).toBeLessThan(2.1);
  });
});

describe("a route with a loop", () => {
  /** Bytes that are hashed in a merge of so many items, whatever for. */
  async function hashedIn(url: string, count: number): Promise<number> {
    const update = vi.spyOn(Hash.prototype, "update");
    const digest = vi.spyOn(crypto.subtle, "digest");
    const response = await testService()(`${new URL(url).pathname}?list_files=1`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ Items: itemsOf(count, "Name") }),
    });
    expect(response.status).toBe(201);
    const updated = update.mock.calls.reduce((sum, [content]) => sum + content.length, 0);
    const digested = digest.mock.calls.reduce((sum, [, content]) => sum + content.byteLength, 0);
    vi.restoreAllMocks();
    return updated + digested;
  }

  it("hashes twice as much for twice the items", async () => {
    const client = await newClient();
    const { body } = await client.call("POST", "/api/documents", {
      name: "P",
      type: "html",
      output: "html",
      html: "x",
    });
    const rules = [{ document_id: body.id, loop_field: "Items" }];
    const { url } = (await client.call("POST", "/api/routes", { name: "Pack", rules })).body;
    const [some, twice] = [await hashedIn(url, 100), await hashedIn(url, 200)];
    expect(some).toBeGreaterThan(200_000);
    expect(twice / some).toBeLessThan(2.2);
  });
});

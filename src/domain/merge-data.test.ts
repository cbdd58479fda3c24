import { describe, expect, it } from "vitest";
import { isLongerThan, joinedData, mergeDataOf, ownData, parseMergeData } from "./merge-data.ts";

describe("merge data from JSON", () => {
  it("have no prototype on any level, and names that reach one elsewhere are names", () => {
    const data = parseMergeData('{"__proto__":{"polluted":1},"rows":[[{"constructor":"c","__proto__":2}],null]}') as {
      rows: [[object], null];
    };
    expect(Object.getPrototypeOf(data)).toBeNull();
    expect(Object.keys(data)).toEqual(["__proto__", "rows"]);
    expect(Object.getPrototypeOf(Reflect.get(data, "__proto__"))).toBeNull();
    expect(Object.getPrototypeOf(data.rows[0][0])).toBeNull();
    expect(Object.entries(data.rows[0][0])).toEqual([
      ["constructor", "c"],
      ["__proto__", 2],
    ]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

describe("their length", () => {
  it.each([
    ["a text", { text: "n".repeat(100) }],
    ["many members", Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`name${index}`, index]))],
    ["many items", { rows: Array.from({ length: 20 }, () => ({ ok: true, of: [1, null] })) }],
    ["a list in a list", { rows: [[["n".repeat(100)]]] }],
  ])("of %s is about that of their JSON", (_, data) => {
    const { length } = JSON.stringify(data);
    expect(isLongerThan(data, length * 1.5)).toBe(false);
    expect(isLongerThan(data, length / 1.5)).toBe(true);
  });

  it("is known before all of them are read", () => {
    const trap = {
      get value(): never {
        throw new Error("It was read.");
      },
    };
    expect(isLongerThan({ text: "n".repeat(100), trap }, 50)).toBe(true);
  });
});

const COMMON = { Name: "all", Items: [{ a: 1 }], Empty: null };

describe("data of its own beside what several have in common", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["nothing", {}, {}],
    ["other values", { Name: "Ann", Empty: 0 }, { Name: "Ann", Empty: 0 }],
    ["further members", { Price: 1 }, { Price: 1 }],
    ["the same values again", { Name: "all" }, {}],
  ])("%s", (_, members, own) => {
    const data = { ...COMMON, ...members };
    expect(ownData(data, COMMON)).toEqual(own);
    const joined = joinedData(JSON.stringify(COMMON), JSON.stringify(ownData(data, COMMON)));
    expect(joined).toBe(JSON.stringify(data));
  });

  it("is nothing where they are the same", () => {
    expect(ownData(COMMON, COMMON)).toEqual({});
    expect(joinedData("{}", null)).toBe("{}");
  });

  it("may have any name", () => {
    const data = mergeDataOf('{"__proto__":{"a":1},"b":2}');
    expect(joinedData("{}", JSON.stringify(ownData(data, mergeDataOf("{}"))))).toBe('{"__proto__":{"a":1},"b":2}');
  });
});

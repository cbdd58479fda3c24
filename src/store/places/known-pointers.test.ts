import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { keepPointer, knownPointer } from "./known-pointers.ts";

it("keeps ten thousand of a database, and none of another one", () => {
  for (let index = 0; index <= 10_000; index++) keepPointer(env.DB, `key ${index}`, `w${index}`);
  expect(knownPointer(env.DB, "key 0")).toBeUndefined();
  expect(knownPointer(env.DB, "key 1")).toBe("w1");
  expect(knownPointer(env.DB, "key 10000")).toBe("w10000");
  expect(knownPointer(new Proxy(env.DB, {}), "key 1")).toBeUndefined();
});

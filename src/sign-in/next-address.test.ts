import { describe, expect, it } from "vitest";
import { nextAddress } from "./next-address.ts";

describe("the address after signing in", () => {
  it("is what was asked for, if it is the console's", () => {
    for (const next of ["/console", "/console/documents?folder=Sales%20EU", "/console/account?part=keys#x"])
      expect(nextAddress(next)).toBe(next);
  });

  it("is the console's start for every other", () => {
    for (const next of [
      undefined,
      "",
      "https://evil.example/console",
      "//evil.example/console",
      "/\\evil.example",
      "/console\\..\\..\\evil",
      "/console/../api/keys",
      "/console/%2e%2e/api/keys",
      "/consolex",
      "/console\t//evil.example",
      "javascript:alert(1)",
      "/api/sessions",
      `/console/${"a".repeat(9_000)}`,
    ])
      expect(nextAddress(next), next?.slice(0, 100)).toBe("/console/");
  });
});

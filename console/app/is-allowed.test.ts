import { describe, expect, it } from "vitest";
import { isAllowed } from "./is-allowed.ts";

const rights = {
  rights: ["document:read", "account:read"],
  folders: [
    { path: "Sales", rights: ["document:read", "document:write"] },
    { path: "HR", rights: [] },
    { path: "HR/Open", rights: ["document:read"] },
  ],
};

describe("what somebody may", () => {
  it("is what the nearest folder that is named says", () => {
    expect(isAllowed(rights, "document:write", "Sales/New")).toBe(true);
    expect(isAllowed(rights, "document:write", "Salesroom")).toBe(false);
    expect(isAllowed(rights, "document:read", "HR/Closed")).toBe(false);
    expect(isAllowed(rights, "document:read", "HR/Open/Now")).toBe(true);
    expect(isAllowed(rights, "document:read", "")).toBe(true);
  });

  it("without a folder is what they may anywhere", () => {
    expect(isAllowed(rights, "document:write")).toBe(true);
    expect(isAllowed(rights, "merge")).toBe(false);
  });
});

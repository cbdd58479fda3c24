import { describe, expect, it } from "vitest";
import {
  ALL_RIGHTS,
  isInView,
  isNoWider,
  isWhollyInView,
  may,
  type Rights,
  rightsOfKey,
  rightsOfRole,
  viewFor,
} from "./rights.ts";

/** Editor in Sales, nothing in Sales/Secret, viewer elsewhere. */
const MIXED: Rights = rightsOfRole("viewer", [
  { path: "Sales", role: "editor" },
  { path: "Sales/Secret", role: undefined },
]);

describe("rights by folder", () => {
  it.each([
    ["document:write", "Sales", true],
    ["document:write", "Sales/2026", true],
    ["document:write", "Sales/Secret", false],
    ["document:read", "Sales/Secret/Deep", false],
    ["document:read", "", true],
    ["document:read", "Salesroom", true],
    ["document:write", "Salesroom", false],
  ] as const)("%s in %j: %s", (right, folder, expected) => {
    expect(may({ rights: MIXED }, right, folder)).toBe(expected);
    expect(isInView(viewFor({ rights: MIXED }, right), folder)).toBe(expected);
  });

  it("are asked anywhere without a folder", () => {
    expect(may({ rights: MIXED }, "document:write")).toBe(true);
    expect(may({ rights: MIXED }, "people:manage")).toBe(false);
    expect(may({ rights: MIXED }, "signed_in")).toBe(true);
  });

  it("are no view where they are the same everywhere", () => {
    expect(viewFor({ rights: ALL_RIGHTS }, "document:write")).toBeUndefined();
    expect(viewFor({ rights: MIXED }, "tool:use")).toBeUndefined();
    const raised = rightsOfRole("viewer", [{ path: "Sales", role: "editor" }]);
    expect(viewFor({ rights: raised }, "document:read")).toBeUndefined();
  });

  it("never let a folder give what is for the whole workspace", () => {
    const raised = { rights: rightsOfRole("viewer", [{ path: "Sales", role: "owner" }]) };
    expect(may(raised, "people:manage")).toBe(false);
    expect(may(raised, "key:manage", "Sales")).toBe(false);
  });

  it("have all of a folder only if nothing below it is taken out", () => {
    const view = viewFor({ rights: MIXED }, "document:write");
    expect(isWhollyInView(view, "Sales/2026")).toBe(true);
    expect(isWhollyInView(view, "Sales")).toBe(false);
  });
});

describe("keys", () => {
  const sales = (rights: Parameters<typeof rightsOfKey>[0]) => rightsOfKey(rights, ["Sales"]);

  it.each([
    ["less", rightsOfKey(["merge"], undefined), ALL_RIGHTS, true],
    ["other rights", rightsOfKey(["merge", "key:manage"], undefined), rightsOfKey(["merge"], undefined), false],
    ["one folder of all", sales(["merge"]), rightsOfKey(["merge"], undefined), true],
    ["all folders, of one", rightsOfKey(["merge"], undefined), sales(["merge"]), false],
    ["a folder inside", rightsOfKey(["merge"], ["Sales/2026"]), sales(["merge"]), true],
    ["the folder above", sales(["merge"]), rightsOfKey(["merge"], ["Sales/2026"]), false],
    ["a folder with a hole", sales(["document:read"]), MIXED, false],
    [
      "what only a folder gives",
      sales(["document:write"]),
      rightsOfRole("viewer", [{ path: "Sales", role: "editor" }]),
      true,
    ],
  ] as const)("%s", (_, asked, own, expected) => {
    expect(isNoWider(asked, own)).toBe(expected);
  });

  it("without a folder that is left may nothing in any", () => {
    expect(may({ rights: rightsOfKey(["merge"], []) }, "merge")).toBe(false);
  });
});

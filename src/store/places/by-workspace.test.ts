import { expect, it } from "vitest";
import { byWorkspace } from "./by-workspace.ts";

const opened = (workspaceId: string) => ({
  keys: {
    list: (named: unknown, limit = 1) => [workspaceId, named, limit],
    // as some repositories ask themselves
    first(named: unknown) {
      return this.list(named, 7);
    },
    newId: () => workspaceId,
  },
});

const { keys } = byWorkspace(opened);

it("asks the workspace that a call names first, by its id or by something of its", () => {
  expect(keys.list("w1", 2)).toEqual(["w1", "w1", 2]);
  const session = { id: "s", workspaceId: "w2" };
  expect(keys.list(session)).toEqual(["w2", session, 1]);
  expect(keys.first("w3")).toEqual(["w3", "w3", 7]);
});

it("asks no workspace where none is named", () => {
  expect(keys.newId()).toBe("");
  expect(keys.list(undefined)).toEqual(["", undefined, 1]);
  expect(keys.list({ workspaceId: 5 })).toEqual(["", { workspaceId: 5 }, 1]);
});

it("can be taken apart", () => {
  const copied = { ...byWorkspace(opened) };
  expect({ ...copied.keys }.list("w")).toEqual(["w", "w", 1]);
});

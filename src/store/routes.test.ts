import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { MergeTarget } from "../domain/merge-target.ts";
import { present } from "../domain/present.ts";
import { type NewRouteRule, PLAIN_RULE } from "../domain/route.ts";
import { createStore } from "./store.ts";
import { PLAIN_DOCUMENT, PLAIN_TEMPLATE } from "./testing/plain-document.ts";

const store = createStore(env);
const now = new Date("2026-03-04T05:06:07.000Z");
const newRoute: MergeTarget = { name: "Route", outputName: "{$Name}", folder: "", active: true };
const rule = (changes: Partial<NewRouteRule> = {}): NewRouteRule => ({
  ...PLAIN_RULE,
  file: "https://example.com/a.pdf",
  ...changes,
});

let workspaceId: string;
let other: string;
let documentId: number;
beforeAll(async () => {
  workspaceId = (await store.control.workspaces.create("routes", now)).id;
  other = (await store.control.workspaces.create("other", now)).id;
  documentId = (await store.documents.create(workspaceId, PLAIN_DOCUMENT, PLAIN_TEMPLATE, [], now)).id;
});

describe("routes", () => {
  it("writes a route with its rules, and finds it by its merge address", async () => {
    const conditions = [{ field: "Total", exp: ">", value: "100" }];
    const rules = [
      rule({ documentId, file: "", combine: true, conditions, sort: 2 }),
      rule({ loopField: "Items" }),
      rule({ file: "{$Url}", combineDocx: true }),
    ];
    const route = await store.routes.create(workspaceId, { ...newRoute, folder: "R/S" }, rules, now);

    expect(route).toMatchObject({ ...newRoute, folder: "R/S", createdAt: now });
    expect(await store.rules.ofRoute(workspaceId, route.id)).toEqual(
      [rules[1], rules[2], { ...rules[0], versionId: expect.any(String) }].map((expected) => ({
        ...expected,
        id: expect.any(String),
      })),
    );
    expect(await store.lookUps.routes.byMergeAddress(route.id, route.key)).toMatchObject(route);
    expect(await store.lookUps.routes.byMergeAddress(route.id + 1, route.key)).toBeUndefined();
    expect(await store.lookUps.routes.byMergeAddress(route.id, `${route.key}x`)).toBeUndefined();
    expect((await store.folders.list(workspaceId)).find(({ path }) => path === "R/S")?.hasRoutes).toBe(true);
  });

  it("updates rules with an id, adds those without, and keeps the others", async () => {
    const route = await store.routes.create(workspaceId, newRoute, [rule(), rule({ loopField: "Keep" })], now);
    const [first] = await store.rules.ofRoute(workspaceId, route.id);
    const changes = [
      { id: present(first).id, documentId, combine: true },
      { id: undefined, ...rule({ file: "new" }) },
    ];
    const updated = await store.routes.update(workspaceId, route.id, { name: "Renamed" }, changes, undefined, now);

    expect(updated).toMatchObject({ name: "Renamed", outputName: "{$Name}", revision: 2 });
    expect(await store.rules.ofRoute(workspaceId, route.id)).toMatchObject([
      { id: first?.id, documentId, file: "", combine: true },
      { loopField: "Keep" },
      { file: "new" },
    ]);
  });

  it("lists by page, and deletes rules and routes", async () => {
    const own = (await store.control.workspaces.create("list", now)).id;
    const first = await store.routes.create(own, newRoute, [rule()], now);
    const second = await store.routes.create(own, newRoute, [], now);
    const ids = async (after?: number) =>
      (
        await store.routes.list(own, {}, { limit: 5, after: after === undefined ? undefined : { id: String(after) } })
      ).map(({ id }) => id);
    expect(await ids()).toEqual([first.id, second.id]);
    expect(await ids(first.id)).toEqual([second.id]);

    const [made] = await store.rules.ofRoute(own, first.id);
    expect(await store.rules.delete(own, second.id, present(made).id, now)).toBe(false);
    expect(await store.rules.delete(own, first.id, present(made).id, now)).toBe(true);
    expect(await store.routes.delete(own, first.id, undefined, now)).toBe(true);
    expect(await store.routes.delete(own, first.id, undefined, now)).toBe(false);
    expect(await store.lookUps.routes.byMergeAddress(first.id, first.key)).toBeUndefined();
    expect(await ids()).toEqual([second.id]);
  });

  it("shows and gives another workspace nothing", async () => {
    const route = await store.routes.create(workspaceId, newRoute, [rule()], now);
    const [made] = await store.rules.ofRoute(workspaceId, route.id);
    expect(await store.routes.byId(other, route.id)).toBeUndefined();
    expect(await store.routes.list(other, {}, { limit: 9 })).toEqual([]);
    expect(await store.rules.ofRoute(other, route.id)).toEqual([]);
    expect(
      await store.routes.update(other, route.id, { name: "x" }, [{ id: present(made).id, file: "x" }], undefined, now),
    ).toBeUndefined();
    expect(await store.rules.delete(other, route.id, present(made).id, now)).toBe(false);
    expect(await store.routes.delete(other, route.id, undefined, now)).toBe(false);
    expect(await store.rules.ofRoute(workspaceId, route.id)).toEqual([made]);
  });
});

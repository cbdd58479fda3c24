import { expect, it } from "vitest";
import { DELIVERY_KIND_HANDLERS } from "../../../src/delivery/delivery-kinds.ts";
import { DELIVERY_KINDS } from "./delivery-kinds.ts";

it("has a form for every kind of delivery", () => {
  expect(DELIVERY_KINDS.map(({ type }) => type).toSorted()).toEqual(Object.keys(DELIVERY_KIND_HANDLERS).toSorted());
});

it.each(DELIVERY_KINDS)("asks for settings that $type has, and for secrets as such", ({ type, settings }) => {
  const { check, secrets } = DELIVERY_KIND_HANDLERS[type];
  const { error } = check.safeParse(Object.fromEntries(settings.map(({ name }) => [name, null])));
  const unknown = error?.issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : [])) ?? [];
  expect(unknown).toEqual([]);
  const asked = settings.map(({ name }) => name);
  const hidden = settings.filter(({ input }) => input === "secret").map(({ name }) => name);
  expect(hidden.toSorted()).toEqual(secrets.filter((name) => asked.includes(name)).toSorted());
});

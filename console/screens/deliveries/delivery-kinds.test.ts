import { expect, it } from "vitest";
import { DELIVERY_KINDS as KINDS_OF_SERVICE } from "../../../src/domain/delivery/delivery.ts";
import { DELIVERY_KINDS } from "./delivery-kinds.ts";
import { DELIVERY_TYPES } from "./delivery-types.ts";

it("has a form for every kind of delivery, and filters lists by each", () => {
  const kinds = [...KINDS_OF_SERVICE].sort();
  expect(DELIVERY_KINDS.map(({ type }) => type).toSorted()).toEqual(kinds);
  expect(DELIVERY_TYPES.toSorted()).toEqual(kinds);
});

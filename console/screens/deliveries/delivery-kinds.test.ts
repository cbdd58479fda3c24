import { expect, it } from "vitest";
import { DELIVERY_KINDS as KINDS_OF_SERVICE } from "../../../src/domain/delivery/delivery.ts";
import { DELIVERY_KINDS } from "./delivery-kinds.ts";

it("has a form for every kind of delivery", () => {
  expect(DELIVERY_KINDS.map(({ type }) => type).toSorted()).toEqual([...KINDS_OF_SERVICE].sort());
});

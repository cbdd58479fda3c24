import { expect, it } from "vitest";
import { booleanAttribute, isOn } from "./on-off.ts";

it("takes an element without a value as on", () => {
  expect([undefined, "1", "true", "on", ""].map(isOn)).toEqual([true, true, true, true, true]);
  expect(["0", "false", "off"].map(isOn)).toEqual([false, false, false]);
});

it("takes an attribute that is left out as its default", () => {
  expect(booleanAttribute(undefined)).toBe(false);
  expect(booleanAttribute(undefined, true)).toBe(true);
  expect(["1", "true", "0", "false", "on"].map((value) => booleanAttribute(value, true))).toEqual([
    ...[true, true, false, false, false],
  ]);
});

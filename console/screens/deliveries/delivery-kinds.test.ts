import { expect, it } from "vitest";
import { DELIVERY_KINDS as KINDS_OF_SERVICE } from "../../../src/domain/delivery/delivery.ts";
import { SETTING_SECRECY } from "../../../src/domain/delivery/delivery-secrets.ts";
import { DELIVERY_KINDS } from "./delivery-kinds.ts";
import { DELIVERY_TYPES } from "./delivery-types.ts";

it("has a form for every kind of delivery, and filters lists by each", () => {
  const kinds = [...KINDS_OF_SERVICE].sort();
  expect(DELIVERY_KINDS.map(({ type }) => type).toSorted()).toEqual(kinds);
  expect(DELIVERY_TYPES.toSorted()).toEqual(kinds);
});

/** What the form makes itself: the text of a mail is made of its html. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { email: ["text"] };

it.each(DELIVERY_KINDS)("asks for every setting of $type", ({ type, settings }) => {
  const asked = [...settings.map(({ name }) => name), ...(LEFT_OUT[type] ?? [])];
  expect(asked.toSorted()).toEqual(Object.keys(SETTING_SECRECY[type]).sort());
});

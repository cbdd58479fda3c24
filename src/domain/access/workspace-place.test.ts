import { expect, it } from "vitest";
import { idInObject, isInObject, JURISDICTIONS, jurisdictionOf } from "./workspace-place.ts";

const ID = "01kaw5t9f00000123456789";

it.each([undefined, ...JURISDICTIONS])(
  "the id of a workspace that is made in an object says its jurisdiction: %s",
  (jurisdiction) => {
    const id = idInObject(ID, jurisdiction);
    expect(isInObject(id)).toBe(true);
    expect(jurisdictionOf(id)).toBe(jurisdiction);
  },
);

it.each([ID, "", "w1", `omars-${ID}`, `oeu${ID}`, `o${ID}0`, `eu-${ID}`])("%s is of none", (id) => {
  expect(isInObject(id)).toBe(false);
  expect(jurisdictionOf(id)).toBeUndefined();
});

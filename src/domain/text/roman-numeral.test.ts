import { expect, it } from "vitest";
import { romanNumeral } from "./roman-numeral.ts";

it.each([
  [0, ""],
  [1, "i"],
  [3, "iii"],
  [4, "iv"],
  [14, "xiv"],
  [49, "xlix"],
  [1994, "mcmxciv"],
  [3999, "mmmcmxcix"],
])("%d is %j", (value, numeral) => {
  expect(romanNumeral(value)).toBe(numeral);
});

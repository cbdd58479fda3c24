import { expect, it } from "vitest";
import { isCurrency, isLanguage } from "./iso-codes.ts";

it.each(["de", "zh", "bo", "se", "fil", "gsw", "und"])("%s is a language", (code) => {
  expect(isLanguage(code)).toBe(true);
});

it.each(["xx", "zz", "german", "english", ""])("%j is none", (code) => {
  expect(isLanguage(code)).toBe(false);
});

it.each(["EUR", "USD", "XAU", "XCG", "DEM", "YUN", "CNH", "ZWG"])("%s may be a currency", (code) => {
  expect(isCurrency(code)).toBe(true);
});

it.each(["ZZZ", "ZZA", "RMB", "AAA", "EURO", "eur", "E", ""])("%j is none", (code) => {
  expect(isCurrency(code)).toBe(false);
});

import { expect, test } from "vitest";
import { readNumber, writtenNumber } from "./typed-number.ts";

test.each([
  ["1234.5", "en", 1234.5],
  ["1,234.50", "en", 1234.5],
  ["1.234,50", "de", 1234.5],
  ["1234,5", "de", 1234.5],
  ["12.5", "de", 12.5],
  ["12,5", "en", 12.5],
  ["1 234,5", "fr", 1234.5],
  ["1'234.5", "en", 1234.5],
  ["-7", "en", -7],
  ["−7,5", "de", -7.5],
  [".5", "en", 0.5],
  ["007", "en", 7],
  // in German a point before three digits parts thousands
  ["1.234", "de", 1234],
  ["1,234", "en", 1234],
])("%s in %s", (text, language, value) => {
  expect(readNumber(text, language)).toBe(value);
});

test.each([
  ["", "en"],
  ["x", "en"],
  ["1e5", "en"],
  ["0x10", "en"],
  ["1,23,4", "en"],
  ["1.2.3", "en"],
  ["1234567890123456", "en"],
  ["Infinity", "en"],
  ["1 2", "en"],
])("%j in %s is no number", (text, language) => {
  expect(readNumber(text, language)).toBeUndefined();
});

test("an amount has two decimals at most", () => {
  expect(readNumber("1.255", "en", { decimals: 2 })).toBeUndefined();
  expect(readNumber("1.25", "en", { decimals: 2 })).toBe(1.25);
});

test.each(["en", "de", "fr", "es", "it", "nl"])("what is shown as an example in %s is read", (language) => {
  expect(readNumber(writtenNumber(1234.5, language), language)).toBe(1234.5);
  expect(readNumber(writtenNumber(1234.5, language, { decimals: 2 }), language, { decimals: 2 })).toBe(1234.5);
});

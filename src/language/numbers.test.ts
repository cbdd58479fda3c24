import { expect, it } from "vitest";
import { readNumber } from "./numbers.ts";

it.each([
  [" ( 1.234,50 € ) ", -1234.5],
  ["- EUR 1'000.5", -1000.5],
  ["$ -12 345,6 %", -12_345.6],
])("reads an amount as people write it: %s", (text, expected) => {
  expect(readNumber(text).value).toBe(expected);
});

it("reads texts of blanks once", () => {
  const blanks = " ".repeat(99);
  for (let time = 0; time < 100_000; time++) expect(readNumber(`${blanks}x`).manner).toBe("none");
});

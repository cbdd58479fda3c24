import { expect, it } from "vitest";
import { didYouMean } from "./did-you-mean.ts";

const KNOWN = ["file", "output", "output_name", "to", "flatten"];

it.each([
  ["outputName", "output_name"],
  ["outptu", "output"],
  ["falten", "flatten"],
  ["fil", "file"],
  ["flie", "file"],
  ["TO", "to"],
  ["cc", undefined],
  ["so", undefined],
  ["colour", undefined],
])("%s: %s", (written, meant) => {
  expect(didYouMean(written, KNOWN)).toBe(meant);
});

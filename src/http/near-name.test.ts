import { expect, it } from "vitest";
import { nearName } from "./near-name.ts";

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
  expect(nearName(written, KNOWN)).toBe(meant);
});

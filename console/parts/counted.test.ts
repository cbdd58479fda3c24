import { expect, it } from "vitest";
import { counted, plural } from "./counted.ts";

it.each([
  [0, "0 hints"],
  [1, "1 hint"],
  [2, "2 hints"],
  [1_200, "1,200 hints"],
])("%i has its noun in the right form", (count, text) => {
  expect(counted(count, "hint")).toBe(text);
  expect(text.endsWith(` ${plural(count, "hint")}`)).toBe(true);
});

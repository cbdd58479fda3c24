import { expect, it } from "vitest";
import { branchWords, coercedWords } from "./explanation-words.ts";

it.each([
  ["if", [1, 0], "holds"],
  ["if", [0, 1], "does not hold"],
  ["if", [3, 1], "holds 3 times, does not hold once"],
  ["if", [0, 1, 0], "{else} was taken once"],
  ["if", [2, 0, 1], "holds 2 times, nothing was taken once"],
  ["loop", [2], "ran 2 times"],
  ["loop", [0], "has no entry, so it printed nothing"],
] as const)("says how a block ran: %s %j", (kind, runs, words) => {
  expect(branchWords({ tag: "{x}", kind, runs })).toBe(words);
});

it("says what a value was read as", () => {
  expect(coercedWords({ tag: "{$N}", from: "1,200", to: 1200 })).toBe('"1,200" was read as 1200');
});

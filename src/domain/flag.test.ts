import { expect, it } from "vitest";
import { flagOf } from "./flag.ts";

it("reads every spelling of a switch", () => {
  expect([1, "1", true, "true", "on"].map(flagOf)).toEqual([true, true, true, true, true]);
  expect([0, "0", false, "false", "off", ""].map(flagOf)).toEqual([false, false, false, false, false, false]);
  expect([2, "yes", null, undefined, {}].map(flagOf)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

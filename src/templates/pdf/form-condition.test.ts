import { expect, it } from "vitest";
import { conditionSource } from "./form-condition.ts";

it.each([["$Age >= 18"], [" {$Age >= 18} "], ["{if $Age >= 18}"], ["{$Age} >= 18"]])(
  "reads %s as it is meant",
  (written) => {
    expect(conditionSource(written)).toBe("{if $Age >= 18}1{/if}");
  },
);

import { expect, it } from "vitest";
import { guardLimits } from "./template.ts";

function codeOf(run: () => unknown): string | undefined {
  try {
    guardLimits(run);
    return undefined;
  } catch (error) {
    return (error as { code?: string; name: string }).code ?? (error as Error).name;
  }
}

it("tells the engine's limits from faults that throw the same kind of error", () => {
  const endless = (): unknown => [endless()];
  expect(codeOf(endless)).toBe("language_depth_limit");
  expect(codeOf(() => "x".repeat(2 ** 29).repeat(4))).toBe("language_output_limit");
  expect(codeOf(() => "x".repeat(Number.POSITIVE_INFINITY))).toBe("language_output_limit");
  expect(codeOf(() => new Array(-1))).toBe("language_output_limit");
  expect(codeOf(() => (1).toFixed(101))).toBe("RangeError");
  expect(codeOf(() => new Date(Number.NaN).toISOString())).toBe("RangeError");
  expect(codeOf(() => new Intl.NumberFormat("not a locale"))).toBe("RangeError");
});

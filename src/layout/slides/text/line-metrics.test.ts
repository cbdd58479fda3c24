import { expect, it } from "vitest";
import { knownMetrics } from "../../../font/substitutes/families.ts";
import { EVEN_LINE, slideMetrics } from "./line-metrics.ts";

const metrics = slideMetrics((family) => knownMetrics(family) ?? { ascent: 0.9, descent: 0.25 });

it.each([
  ["Arial", 0.979],
  ["Calibri", 0.936],
  ["Gulim", 1.031],
  ["Segoe UI", 0.974],
  // A Japanese font of Office that is missing is MS PGothic.
  ["HGP\u5275\u82f1\u89d2\uff7a\uff9e\uff7c\uff6f\uff78UB", 1.031],
  ["Some Font", 0.939],
])("lines of %s are 1.2 times as high as their size, %d of it above the baseline", (family, above) => {
  const { ascent, descent } = metrics(family, "");
  expect(ascent + descent).toBeCloseTo(1.2, 6);
  expect(ascent).toBeCloseTo(above, 3);
});

it("a font without height has even lines", () => {
  expect(slideMetrics(() => ({ ascent: 0, descent: 0 }))("x", "")).toBe(EVEN_LINE);
});

import { expect, it } from "vitest";
import { knownMetrics } from "../../../fonts/families.ts";
import { slideMetrics } from "./line-metrics.ts";

const metrics = slideMetrics((family) => knownMetrics(family) ?? { ascent: 0.9, descent: 0.25 });

it.each([
  ["Arial", 1.15],
  ["Gulim", 1.155],
  ["\uad74\ub9bc", 1.155],
  ["MS PGothic", 1.19],
  // A Japanese font of Office that is missing is MS PGothic.
  ["HGP\u5275\u82f1\u89d2\uff7a\uff9e\uff7c\uff6f\uff78UB", 1.19],
  ["Some Font", 1.15],
])("lines of %s are %d times as high as their size", (family, share) => {
  const { ascent, descent } = metrics(family, "");
  expect(ascent + descent).toBeCloseTo(share, 3);
});

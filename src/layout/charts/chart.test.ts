import { describe, expect, it } from "vitest";
import { niceScale, ticksOf } from "./axis-scale.ts";
import { numberLabel } from "./number-label.ts";

describe("niceScale", () => {
  it("starts at zero and leaves room above", () => {
    expect(niceScale(1.8, 4.5, {}, 10)).toEqual({ minimum: 0, maximum: 5, step: 0.5 });
    expect(niceScale(2, 5, {}, 10)).toEqual({ minimum: 0, maximum: 6, step: 1 });
  });

  it("covers negative values", () => {
    const scale = niceScale(-3, 8, {}, 8);
    expect(scale.minimum).toBeLessThanOrEqual(-3);
    expect(scale.maximum).toBeGreaterThanOrEqual(8);
  });

  it("keeps what the chart fixes", () => {
    expect(niceScale(0, 70, { minimum: 10, maximum: 90, step: 20 }, 5)).toEqual({ minimum: 10, maximum: 90, step: 20 });
  });

  it("bounds the number of ticks", () => {
    expect(ticksOf({ minimum: 0, maximum: 1e9, step: 1 }).length).toBeLessThanOrEqual(60);
  });
});

describe("numberLabel", () => {
  it.each([
    [1234.5, "General", "1234.5"],
    [1234.5, "#,##0.00", "1,234.50"],
    [0.256, "0%", "26%"],
    [-5, "0;(0)", "(5)"],
    [1_500_000, '0.0,,"M"', "1.5M"],
    [12, '"$"#,##0', "$12"],
    [0.1 + 0.2, "General", "0.3"],
    [45_000, "yyyy-mm-dd", "2023-03-15"],
    [2.5, "0.##", "2.5"],
  ])("writes %f as %s: %s", (value, format, expected) => {
    expect(numberLabel(value, format)).toBe(expected);
  });
});

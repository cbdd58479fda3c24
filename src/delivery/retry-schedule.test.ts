import { describe, expect, it } from "vitest";
import { RETRY_PAUSES_MS, retryAfterMs, retryPause } from "./retry-schedule.ts";

const HOUR = 3_600_000;

describe("retryPause", () => {
  it("follows the table of decisions, then gives up", () => {
    const pauses = Array.from({ length: 10 }, (_, index) => retryPause(index + 1, 0, 0.5));
    expect(pauses).toEqual([
      5_000,
      300_000,
      1_800_000,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
      undefined,
    ]);
  });

  it("lies within 20 % of the table", () => {
    for (const [index, pause] of RETRY_PAUSES_MS.entries()) {
      expect(retryPause(index + 1, 0, 0)).toBe(pause * 0.8);
      expect(retryPause(index + 1, 0, 1)).toBe(pause * 1.2);
    }
  });

  it("is never shorter than Retry-After, nor longer than a day because of it", () => {
    expect(retryPause(1, 60_000, 0)).toBe(60_000);
    expect(retryPause(1, 100 * HOUR, 0)).toBe(24 * HOUR);
    expect(retryPause(3, 1_000, 0.5)).toBe(1_800_000);
  });
});

it.each([
  ["120", 120_000],
  ["Wed, 04 Mar 2026 05:08:07 GMT", 120_000],
  ["Wed, 04 Mar 2020 05:08:07 GMT", 0],
  ["soon", undefined],
  [null, undefined],
])("Retry-After %j is %j ms", (header, expected) => {
  expect(retryAfterMs(header, new Date("2026-03-04T05:06:07Z"))).toBe(expected);
});

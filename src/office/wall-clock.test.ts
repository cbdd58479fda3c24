import { expect, test } from "vitest";
import { wallClock } from "./wall-clock.ts";

const AT = Date.UTC(2026, 2, 5, 23, 4, 5, 678);

test.each([
  [undefined, "2026-03-05T23:04:05.000Z"],
  ["UTC", "2026-03-05T23:04:05.000Z"],
  ["Europe/Vienna", "2026-03-06T00:04:05.000Z"],
  ["Asia/Kathmandu", "2026-03-06T04:49:05.000Z"],
  ["America/New_York", "2026-03-05T18:04:05.000Z"],
])("the clock of zone %s", (zone, clock) => {
  expect(wallClock(AT, zone).toISOString()).toBe(clock);
});

test("an unknown zone counts as UTC", () => {
  expect(wallClock(AT, "Europe/Nowhere").getTime()).toBe(AT);
});

test("zones are not mixed up when there are more than are kept", () => {
  const zones = Intl.supportedValuesOf("timeZone").slice(0, 120);
  const first = zones.map((zone) => wallClock(AT, zone).getTime());
  expect(zones.map((zone) => wallClock(AT, zone).getTime())).toEqual(first);
  expect(new Set(first).size).toBeGreaterThan(5);
});

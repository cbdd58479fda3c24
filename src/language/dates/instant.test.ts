import { describe, expect, it } from "vitest";
import { instantAt } from "./instant.ts";
import { zoneNameAt } from "./zone-names.ts";
import { isTimeZone, offsetAt } from "./zone-offsets.ts";

describe("instantAt", () => {
  it("gives the fields of a day in UTC", () => {
    expect(instantAt(Date.UTC(2024, 1, 29, 23, 59, 58, 7), "UTC", "en")).toEqual({
      epochMs: 1709251198007,
      timeZone: "UTC",
      locale: "en",
      year: 2024,
      month: 2,
      day: 29,
      hour: 23,
      minute: 59,
      second: 58,
      millisecond: 7,
      weekday: 4,
      dayOfYear: 59,
      offsetSeconds: 0,
    });
  });

  it("crosses midnight with the offset of the zone", () => {
    const instant = instantAt(Date.UTC(2023, 11, 31, 23, 30), "Asia/Kolkata", "en");
    expect(instant).toMatchObject({ year: 2024, month: 1, day: 1, hour: 5, minute: 0, offsetSeconds: 19_800 });
  });

  it("counts time before the epoch downwards", () => {
    const instant = instantAt(-1, "UTC", "en");
    expect(instant).toMatchObject({ year: 1969, month: 12, day: 31, second: 59, millisecond: 999 });
  });

  it("brings what Date cannot hold to its limits", () => {
    expect(instantAt(Number.POSITIVE_INFINITY, "UTC", "en").year).toBe(275760);
    expect(instantAt(Number.NEGATIVE_INFINITY, "Europe/Berlin", "en").year).toBe(-271821);
    expect(instantAt(Number.NaN, "UTC", "en").year).toBe(1970);
  });

  it("refuses a zone that does not exist", () => {
    expect(() => instantAt(0, "Mars/Olympus", "en")).toThrow('There is no time zone "Mars/Olympus".');
    expect(isTimeZone("Mars/Olympus")).toBe(false);
    expect(isTimeZone("Europe/Berlin")).toBe(true);
  });
});

describe("offsets change", () => {
  it.each([
    ["Europe/Berlin", "2024-03-31T01:00:00Z", 3600, 7200],
    ["Europe/Berlin", "2024-10-27T01:00:00Z", 7200, 3600],
    ["America/New_York", "2024-03-10T07:00:00Z", -18_000, -14_400],
    ["Australia/Sydney", "2024-10-05T16:00:00Z", 36_000, 39_600],
    ["Australia/Lord_Howe", "2024-10-05T15:30:00Z", 37_800, 39_600],
    ["Pacific/Apia", "2011-12-30T10:00:00Z", -36_000, 50_400],
    ["Africa/Casablanca", "2024-03-10T02:00:00Z", 3600, 0],
    ["Africa/Casablanca", "2024-04-14T02:00:00Z", 0, 3600],
    ["Asia/Kolkata", "2024-01-01T00:00:00Z", 19_800, 19_800],
  ])("in %s at %s from %i to %i seconds", (zone, iso, before, after) => {
    const change = Date.parse(iso);
    expect(offsetAt(change - 1, zone)).toBe(before);
    expect(offsetAt(change, zone)).toBe(after);
  });

  it("agrees with Intl at scattered times", () => {
    const zone = "America/St_Johns";
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    for (let epochMs = Date.UTC(1970, 0, 1); epochMs < Date.UTC(2030, 0, 1); epochMs += 987_654_321) {
      const { hour, minute } = instantAt(epochMs, zone, "en");
      expect(`${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`).toBe(format.format(epochMs));
    }
  });
});

describe("zoneNameAt", () => {
  it.each([
    ["UTC", "2024-07-01", "UTC", false],
    ["Europe/Berlin", "2024-01-01", "CET", false],
    ["Europe/Berlin", "2024-07-01", "CEST", true],
    ["Europe/Berlin", "1963-02-11", "CET", false],
    ["America/New_York", "2024-07-01", "EDT", true],
    ["America/New_York", "1966-01-01", "EST", false],
    ["Asia/Kolkata", "2024-07-01", "IST", false],
    ["Australia/Sydney", "2024-01-01", "AEDT", true],
    ["Europe/London", "2024-07-01", "BST", true],
    ["Asia/Dubai", "2024-07-01", "+04", false],
    ["Asia/Kathmandu", "2024-07-01", "+0545", false],
    ["America/Sao_Paulo", "2024-07-01", "-03", false],
  ])("%s on %s is %s", (zone, day, abbreviation, isDaylightSaving) => {
    expect(zoneNameAt(Date.parse(day), zone)).toEqual({ abbreviation, isDaylightSaving });
  });
});

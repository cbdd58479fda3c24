import { describe, expect, it } from "vitest";
import { addInterval } from "./add-interval.ts";

const add = (iso: string, text: string, timeZone = "UTC"): string | undefined => {
  const result = addInterval(Date.parse(iso), text, timeZone);
  return result === undefined ? undefined : new Date(result).toISOString().replace(".000", "");
};

describe("addInterval", () => {
  it.each([
    ["2024-01-15T10:00:00Z", "+30 days", "2024-02-14T10:00:00Z"],
    ["2024-01-15T10:00:00Z", "30 days", "2024-02-14T10:00:00Z"],
    ["2024-01-15T10:00:00Z", "-2 weeks", "2024-01-01T10:00:00Z"],
    ["2024-01-15T10:00:00Z", "2 weeks ago", "2024-01-01T10:00:00Z"],
    ["2024-01-15T10:00:00Z", "+1 year 2 months 3 days", "2025-03-18T10:00:00Z"],
    ["2024-01-15T10:00:00Z", "+1 month, -1 day", "2024-02-14T10:00:00Z"],
    ["2024-01-15T10:00:00Z", "+90 minutes", "2024-01-15T11:30:00Z"],
    ["2024-01-15T10:00:00Z", "+36 hours", "2024-01-16T22:00:00Z"],
    ["2024-01-15T10:00:00Z", "+1 fortnight", "2024-01-29T10:00:00Z"],
  ])("%s %s", (start, text, expected) => {
    expect(add(start, text)).toBe(expected);
  });

  it.each([
    ["2024-01-31T00:00:00Z", "+1 month", "2024-03-02T00:00:00Z"],
    ["2023-01-31T00:00:00Z", "+1 month", "2023-03-03T00:00:00Z"],
    ["2024-03-31T00:00:00Z", "-1 month", "2024-03-02T00:00:00Z"],
    ["2024-02-29T00:00:00Z", "+1 year", "2025-03-01T00:00:00Z"],
    ["2024-05-31T00:00:00Z", "+13 months", "2025-07-01T00:00:00Z"],
  ])("runs over into the next month as PHP does: %s %s", (start, text, expected) => {
    expect(add(start, text)).toBe(expected);
  });

  it.each([
    ["2024-03-30T11:00:00Z", "+1 day", "Europe/Berlin", "2024-03-31T10:00:00Z"],
    ["2024-03-30T11:00:00Z", "+24 hours", "Europe/Berlin", "2024-03-31T11:00:00Z"],
    ["2024-11-02T16:00:00Z", "+1 day", "America/New_York", "2024-11-03T17:00:00Z"],
    ["2024-11-03T05:30:00Z", "+1 hour", "America/New_York", "2024-11-03T06:30:00Z"],
    ["2024-11-10T06:30:00Z", "-1 week", "America/New_York", "2024-11-03T06:30:00Z"],
    ["2024-03-30T01:30:00Z", "+1 day", "Europe/Berlin", "2024-03-31T01:30:00Z"],
  ])("keeps the time of day over days and counts hours as they pass: %s %s in %s", (start, text, zone, expected) => {
    expect(add(start, text, zone)).toBe(expected);
  });

  it.each([
    ["2024-01-15T10:00:00Z", "next monday", "2024-01-22T00:00:00Z"],
    ["2024-01-15T10:00:00Z", "last day of next month", "2024-02-29T10:00:00Z"],
    ["2024-01-19T10:00:00Z", "+3 weekdays", "2024-01-24T10:00:00Z"],
    ["2024-01-15T10:00:00Z", "tomorrow", "2024-01-16T00:00:00Z"],
  ])("reads other relative dates: %s %s", (start, text, expected) => {
    expect(add(start, text)).toBe(expected);
  });

  it.each([
    "",
    "  ",
    "soon",
    "+1 parsec",
    "+1",
    "x".repeat(300),
    "+9999999999999 years",
    "+99999999 months 999999999 years",
  ])("finds no interval in %j", (text) => {
    expect(add("2024-01-15T10:00:00Z", text)).toBeUndefined();
  });

  it("keeps milliseconds", () => {
    expect(addInterval(1_700_000_000_123, "+1 day", "UTC")).toBe(1_700_086_400_123);
    expect(addInterval(1_700_000_000_123, "+500 ms", "UTC")).toBe(1_700_000_000_623);
  });
});

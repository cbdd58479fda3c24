import { describe, expect, it } from "vitest";
import {
  civilFromDays,
  dayOfYear,
  daysFromCivil,
  daysInMonth,
  daysToIsoWeekday,
  isLeapYear,
  isoWeek,
  weekdayOfDays,
} from "./calendar.ts";

describe("days since the epoch", () => {
  it.each([
    [1970, 1, 1, 0],
    [1969, 12, 31, -1],
    [2000, 2, 29, 11016],
    [2024, 3, 1, 19783],
    [1, 1, 1, -719162],
    [0, 1, 1, -719528],
    [-400, 3, 1, -865565],
  ])("of %i-%i-%i are %i", (year, month, day, days) => {
    expect(daysFromCivil(year, month, day)).toBe(days);
    expect(civilFromDays(days)).toEqual({ year, month, day });
  });

  it("agree with Date for every 37th day of 1600 years", () => {
    for (let days = -300_000; days < 300_000; days += 37) {
      const date = new Date(days * 86_400_000);
      const civil = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
      expect(civilFromDays(days)).toEqual(civil);
      expect(daysFromCivil(civil.year, civil.month, civil.day)).toBe(days);
      expect(weekdayOfDays(days)).toBe(date.getUTCDay());
    }
  });

  it.each([
    [2024, 13, 1, 2025, 1, 1],
    [2024, 0, 1, 2023, 12, 1],
    [2024, -11, 1, 2023, 1, 1],
    [2023, 2, 31, 2023, 3, 3],
    [2024, 3, 0, 2024, 2, 29],
  ])("overflow from %i-%i-%i to %i-%i-%i", (year, month, day, realYear, realMonth, realDay) => {
    expect(daysFromCivil(year, month, day)).toBe(daysFromCivil(realYear, realMonth, realDay));
  });
});

describe("years, months and weeks", () => {
  it.each([
    [1900, false],
    [2000, true],
    [2023, false],
    [2024, true],
  ])("year %i is a leap year: %s", (year, leap) => {
    expect(isLeapYear(year)).toBe(leap);
    expect(daysInMonth(year, 2)).toBe(leap ? 29 : 28);
    expect(dayOfYear(year, 12, 31)).toBe(leap ? 365 : 364);
  });

  it.each([
    [2024, 1, 1, 2024, 1],
    [2023, 1, 1, 2022, 52],
    [2021, 1, 3, 2020, 53],
    [2024, 12, 30, 2025, 1],
    [2020, 12, 31, 2020, 53],
  ])("%i-%i-%i lies in %i, week %i", (year, month, day, isoYear, week) => {
    expect(isoWeek(year, month, day)).toEqual({ year: isoYear, week });
  });

  it("finds the days of ISO weeks from January 1", () => {
    expect(daysToIsoWeekday(2024, 1, 1)).toBe(0);
    expect(daysToIsoWeekday(2023, 1, 1)).toBe(1);
    expect(daysToIsoWeekday(2021, 1, 7)).toBe(9);
  });
});

import { describe, expect, it } from "vitest";
import { parseSerial, partsOf, serialIn1900, serialOf, serialOfMilliseconds, weekdayOf } from "./serial-date.ts";

describe("serial dates", () => {
  it("count from the first days of 1900 or of 1904", () => {
    expect(serialOf(1900, 1, 1, 1900)).toBe(1);
    expect(serialOf(1904, 1, 1, 1904)).toBe(0);
    expect(serialOf(2024, 3, 15, 1900)).toBe(45_366);
    expect(serialOf(2024, 3, 15, 1904)).toBe(43_904);
    expect(serialIn1900(43_904, 1904)).toBe(45_366);
    expect(serialOfMilliseconds(Date.UTC(2024, 2, 15, 12), 1904)).toBe(43_904.5);
  });

  it("know the 29 February 1900 that never was", () => {
    expect(partsOf(60, 1900)).toMatchObject({ year: 1900, month: 2, day: 29 });
    expect(partsOf(59, 1900)).toMatchObject({ month: 2, day: 28 });
    expect(partsOf(61, 1900)).toMatchObject({ month: 3, day: 1 });
  });

  it("say the same day of the week in both systems", () => {
    for (const system of [1900, 1904] as const) {
      const friday = serialOf(2024, 3, 15, system);
      expect(weekdayOf(friday, system)).toBe(5);
      expect(partsOf(friday, system)).toMatchObject({ year: 2024, month: 3, day: 15, weekday: 5 });
    }
  });

  it("are read from texts", () => {
    expect(parseSerial("2024-03-15", 1900)).toBe(45_366);
    expect(parseSerial("3/15/2024", 1904)).toBe(43_904);
    expect(parseSerial("2024-03-15 06:00", 1900)).toBe(45_366.25);
    expect(parseSerial("18:00", 1904)).toBe(0.75);
    expect(parseSerial("6:00 PM", 1900)).toBe(0.75);
    expect(parseSerial("12:00 am", 1900)).toBe(0);
    expect(parseSerial("12:30:00 PM", 1900)).toBeCloseTo(12.5 / 24);
    expect(parseSerial("18:00 PM", 1900)).toBeUndefined();
    expect(parseSerial("2023-02-29", 1900)).toBeUndefined();
    expect(parseSerial("soon", 1900)).toBeUndefined();
  });

  it("have no day before the first and after the last", () => {
    expect(partsOf(-1, 1900)).toBeUndefined();
    expect(partsOf(2_958_466, 1900)).toBeUndefined();
  });
});

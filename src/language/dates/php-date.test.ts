import { describe, expect, it } from "vitest";
import { instantAt } from "./instant.ts";
import { formatPhpDate } from "./php-date.ts";

/** Wednesday 2024-02-28 15:30:45 in Berlin. */
const instant = instantAt(1709130645_000, "Europe/Berlin", "en-US");

describe("formatPhpDate", () => {
  it.each([
    ["l, jS F Y", "Wednesday, 28th February 2024"],
    ["D d.m.y", "Wed 28.02.24"],
    ["N w z W t L o", "3 3 58 09 29 1 2024"],
    ["Y y X x", "2024 24 +2024 2024"],
    ["a A B g G h H i s", "pm PM 646 3 15 03 15 30 45"],
    ["e I O P p T Z", "Europe/Berlin 0 +0100 +01:00 +01:00 CET 3600"],
    ["c", "2024-02-28T15:30:45+01:00"],
    ["r", "Wed, 28 Feb 2024 15:30:45 +0100"],
    ["U u v", "1709130645 000000 000"],
    ["n/j M", "2/28 Feb"],
  ])("writes %j as PHP does", (format, expected) => {
    expect(formatPhpDate(format, instant)).toBe(expected);
  });

  it.each([
    ["\\Y\\\\Y", "Y\\2024"],
    ["H\\hi", "15h30"],
    ["\\", "\\"],
    ["é–|", "é–|"],
    ["", ""],
  ])("keeps what is not a letter or escaped in %j", (format, expected) => {
    expect(formatPhpDate(format, instant)).toBe(expected);
  });

  it.each([
    [1, "st"],
    [2, "nd"],
    [3, "rd"],
    [4, "th"],
    [11, "th"],
    [12, "th"],
    [13, "th"],
    [21, "st"],
    [22, "nd"],
    [23, "rd"],
    [31, "st"],
  ])("gives day %i the suffix %s", (day, suffix) => {
    expect(formatPhpDate("S", instantAt(Date.UTC(2024, 0, day), "UTC", "en"))).toBe(suffix);
  });

  it.each([
    [Date.UTC(-1, 0, 1), "Y", "-0001"],
    [Date.UTC(12345, 0, 1), "Y x X", "12345 +12345 +12345"],
    [-62167219200000 + 86_400_000 * 366 * 5, "Y", "0005"],
  ])("writes the year of %i as %s", (epochMs, format, expected) => {
    expect(formatPhpDate(format, instantAt(epochMs, "UTC", "en"))).toBe(expected);
  });

  it("names months and days in the locale, in the genitive beside a day", () => {
    const russian = instantAt(Date.UTC(2024, 4, 5), "UTC", "ru");
    expect(formatPhpDate("j F Y", russian)).toBe("5 мая 2024");
    expect(formatPhpDate("F Y", russian)).toBe("май 2024");
    expect(formatPhpDate("l, j. F", instantAt(Date.UTC(2024, 2, 5), "UTC", "de_DE.UTF-8"))).toBe("Dienstag, 5. März");
    expect(formatPhpDate("r", russian)).toBe("Sun, 05 May 2024 00:00:00 +0000");
  });

  it("falls back to English for a locale nobody knows", () => {
    expect(formatPhpDate("F", instantAt(0, "UTC", "xx-nonsense-!"))).toBe("January");
  });
});

import { describe, expect, it } from "vitest";
import { instantAt } from "./instant.ts";
import { formatStrftime } from "./strftime.ts";

/** Sunday 2024-03-03 08:30:45 in Berlin. */
const instant = instantAt(1709451045_000, "Europe/Berlin", "en-US");

describe("formatStrftime", () => {
  it.each([
    ["%B %e, %Y", "March  3, 2024"],
    ["%A %a %B %b %h", "Sunday Sun March Mar Mar"],
    ["%d %e %j %u %w", "03  3 063 7 0"],
    ["%U %V %W %g %G", "09 09 09 24 2024"],
    ["%C %y %Y", "20 24 2024"],
    ["%H %I %k %l %M %p %P %S", "08 08  8  8 30 AM am 45"],
    ["%r|%R|%T|%X", "08:30:45 AM|08:30|08:30:45|08:30:45"],
    ["%c|%D|%F|%x", "Sun Mar  3 08:30:45 2024|03/03/24|2024-03-03|03/03/24"],
    ["%z %Z", "+0100 CET"],
    ["%n%t%%", "\n\t%"],
  ])("writes %j as PHP does", (format, expected) => {
    expect(formatStrftime(format, instant)).toBe(expected);
  });

  it.each([
    ["%-d.%-m.", "3.3."],
    ["%_d %05d %^a %#Z", " 3 00003 SUN cet"],
    ["%10A|%-5d|%Od|%Ey|%ED", "    Sunday|    3|03|24|%ED"],
    ["%-I:%M %p", "8:30 AM"],
    ["%-z|%_z|%5z", "+100|+ 100|    +00100"],
    ["%9999d", "3".padStart(200, "0")],
  ])("knows the flags and widths of glibc in %j", (format, expected) => {
    expect(formatStrftime(format, instant)).toBe(expected);
  });

  it.each(["%Q %E %", "%N%f%i", "% d", "%+", "plain é"])("keeps %j, which is not a conversion", (format) => {
    expect(formatStrftime(format, instant)).toBe(format);
  });

  it("prints the seconds since the epoch in every zone", () => {
    expect(formatStrftime("%s", instant)).toBe("1709451045");
  });

  it.each([
    ["de", "%A, %e. %B %Y", "Sonntag,  3. März 2024"],
    ["fr-FR", "%A %d %B", "dimanche 03 mars"],
    ["pl", "%e %B|%OB", " 3 marca|marzec"],
    ["pl", "%B %Y", "marzec 2024"],
    ["es", "%b", "mar"],
    ["ja", "%A", "日曜日"],
    ["en-GB", "%B", "March"],
  ])("speaks %s in %j", (locale, format, expected) => {
    expect(formatStrftime(format, { ...instant, locale })).toBe(expected);
  });

  it("writes the date of the locale for %x", () => {
    expect(formatStrftime("%x", { ...instant, locale: "de" })).toBe("03.03.24");
  });
});

import { describe, expect, it } from "vitest";
import { writtenDate } from "./written-date.ts";

const NOW = new Date("2026-11-23T12:00:00Z");

describe("a date of the data", () => {
  it.each([
    ["04.12.26", "en-US", "2026-12-04"],
    ["4.12.26 14:30", "de-DE", "2026-12-04 14:30"],
    ["4.12.", "de-DE", "2026-12-04"],
    ["14.30.00", "de-DE", "14.30.00"],
    ["12.2026", "de-DE", "2026-12-01"],
    ["20261204", "en-US", "2026-12-04"],
    ["20261204143000", "en-US", "2026-12-04 14:30:00"],
    ["04/12/2026", "en-US", "04/12/2026"],
    ["04/12/2026", "en-GB", "2026-12-04"],
    ["04/12/2026 08:15", "de-DE", "2026-12-04 08:15"],
    ["12/13/2026", "de-DE", "12/13/2026"],
    ["3600", "en-US", "3600"],
    ["2024-02-29", "en-US", "2024-02-29"],
  ])("%s in %s is %s", (text, locale, written) => {
    expect(writtenDate(text, locale, NOW)).toBe(written);
  });

  it.each(["2026-02-30", "2026-13-01", "31.04.2026"])("%s does not exist", (text) => {
    expect(writtenDate(text, "en-US", NOW)).toBeUndefined();
  });
});

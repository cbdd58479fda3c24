import { describe, expect, it } from "vitest";
import { writtenDate } from "./written-date.ts";

const NOW = new Date("2026-11-23T12:00:00Z");

describe("a date of the data", () => {
  it.each([
    ["04.12.26", "2026-12-04"],
    ["4.12.26 14:30", "2026-12-04 14:30"],
    ["4.12.", "2026-12-04"],
    ["14.30.00", "14.30.00"],
    ["12.2026", "2026-12-01"],
    ["20261204", "2026-12-04"],
    ["20261204143000", "2026-12-04 14:30:00"],
    ["04/12/2026", "04/12/2026"],
    ["3600", "3600"],
    ["2024-02-29", "2024-02-29"],
  ])("%s is %s", (text, written) => {
    expect(writtenDate(text, NOW)).toBe(written);
  });

  it.each(["2026-02-30", "2026-13-01", "31.04.2026"])("%s does not exist", (text) => {
    expect(writtenDate(text, NOW)).toBeUndefined();
  });
});

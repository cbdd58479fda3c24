import { expect, it } from "vitest";
import { systemDateCode, systemDateTimeCode } from "./system-dates.ts";

it.each([
  ["en-US", "m/d/yyyy"],
  ["de-DE", "dd.mm.yyyy"],
  ["de-CH", "dd.mm.yyyy"],
  ["fr-FR", "dd/mm/yyyy"],
  ["en-GB", "dd/mm/yyyy"],
  ["sv-SE", "yyyy-mm-dd"],
  ["ja-JP", "yyyy/mm/dd"],
  ["ko-KR", "yyyy-mm-dd"],
  ["nl-NL", "d-m-yyyy"],
  ["x-unknown", "m/d/yyyy"],
])("a short date of %s", (locale, code) => {
  expect(systemDateCode(locale)).toBe(code);
});

it("date and time", () => {
  expect(systemDateTimeCode("de-DE")).toBe("dd.mm.yyyy h:mm");
});

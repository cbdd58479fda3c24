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

it("locales are not mixed up when there are more than are kept", () => {
  const regions =
    "AT AU BE BR CA CH CN DE DK EE ES FI FR GB GR HK HU IE IN IT JP KR LT LU LV MT MX NL NO NZ PL PT RO SE SI SK TR UA US ZA";
  const locales = regions.split(" ").flatMap((region) => [`en-${region}`, `de-${region}`]);
  const first = locales.map(systemDateCode);
  expect(locales.map(systemDateCode)).toEqual(first);
  expect(systemDateCode("en-US")).toBe("m/d/yyyy");
});

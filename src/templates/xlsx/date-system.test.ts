import { expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook } from "./testing/workbook-builder.ts";

const cells = {
  A1: { value: "{$day}", style: 1 },
  A2: "{$day}",
  A3: "=A1+1",
  A4: "=YEAR(A1)",
  A5: '=TEXT(A1,"yyyy-mm-dd")',
  A6: "=A1=DATE(2024,3,7)",
  A7: "=WEEKDAY(A1)",
  A8: "=ISOWEEKNUM(A1)",
  A9: '=DATEVALUE("2024-03-08")-A1',
  A10: "=EDATE(A1,1)-A1",
  A11: "=NETWORKDAYS(A1,A1+6)",
  A12: "=TODAY()-A1",
  A13: '=TEXT(A1,"0")',
};

it.each([
  ["1900", "", 45_358],
  ["1904", '<workbookPr date1904="1"/>', 43_896],
])("dates are those of the workbook's system: %s", async (_, workbookHead, serial) => {
  const merged = await mergeWorkbook(buildWorkbook({ workbookHead, sheets: [{ name: "S", cells }] }), {
    day: "2024-03-07",
  });
  expect(merged.values("S")).toEqual({
    A1: serial,
    A2: serial,
    A3: serial + 1,
    A4: 2024,
    A5: "2024-03-07",
    A6: true,
    A7: 5,
    A8: 10,
    A9: 1,
    A10: 31,
    A11: 5,
    A12: 86,
    A13: String(serial),
  });
});

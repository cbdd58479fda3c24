import { expect, it } from "vitest";
import { numberLabel } from "./number-label.ts";

it.each([
  [45_356, "[$-407]d. mmm yy", "5. Mrz 24"],
  [45_356, '[$-411]ggge"年"', "令和6年"],
  [0.1 + 0.2, "General", "0.3"],
  [1234, '[$€-407]#,##0" T"', "€1,234 T"],
])("%d as %s is %s", (value, format, expected) => {
  expect(numberLabel(value, format)).toBe(expected);
});

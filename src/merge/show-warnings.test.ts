import { expect, it } from "vitest";
import { openPdf } from "../pdf/document.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { showWarnings } from "./show-warnings.ts";

it("writes the first warnings at the foot of every page, whatever letters they have", () => {
  const pdf = showWarnings(buildPages(2, {}), ["one", "zwei „Größe“ 数", "three", "four"]);
  expect(openPdf(pdf).pages).toHaveLength(2);
  expect(pdf.length).toBeGreaterThan(buildPages(2, {}).length);
});

it("leaves a PDF without warnings as it is", () => {
  const pdf = buildPages(1, {});
  expect(showWarnings(pdf, [])).toBe(pdf);
});

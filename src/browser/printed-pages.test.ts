import { expect, it } from "vitest";
import { printedPages } from "./printed-pages.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

it("is the count of the root of the page tree", () => {
  expect(printedPages(bytes("<</Type /Pages\n/Count 8\n/Kids []>> <</Type /Pages\n/Count 11\n/Kids []>>"))).toBe(11);
});

it("is found where two windows meet", () => {
  for (const gap of [0, 5, 14, 20, 63]) {
    expect(printedPages(bytes(`${" ".repeat((1 << 20) - gap)}<</Type /Pages\n/Count 3\n`))).toBe(3);
  }
});

it("is 0 for what is not a PDF of Chromium", () => {
  expect(printedPages(bytes("hello"))).toBe(0);
});

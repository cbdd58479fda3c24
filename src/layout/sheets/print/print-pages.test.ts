import { describe, expect, it } from "vitest";
import { readXml } from "../../../office/xml-node.ts";
import { readPageSetup } from "../workbook/page-setup.ts";
import { columnWidthPt, defaultColumnWidthPt, makeGrid } from "./grid.ts";
import { pagesOf, planPages as plan, splitAxis } from "./print-pages.ts";

const NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const setupOf = (inner: string) => readPageSetup(readXml(`<worksheet xmlns="${NAMESPACE}">${inner}</worksheet>`));
const grid = makeGrid(
  (row) => (row === 3 ? 0 : 10),
  () => 50,
);
const planPages = (...[area, axes, setup, titles, size]: Parameters<typeof plan>) => {
  const made = plan(area, axes, setup, titles, size);
  return { scale: made.scale, pages: [...pagesOf(made, setup, titles)] };
};
const NO_TITLES = { rows: undefined, columns: undefined };
const room = (widthPt: number, heightPt: number) => ({ widthPt, heightPt, headingWidthPt: 0, headingHeightPt: 0 });

describe("column widths", () => {
  it("counts characters in the digit's width", () => {
    expect(columnWidthPt(10, 5.5)).toBe(55);
    expect(columnWidthPt(0, 5.5)).toBe(0);
    expect(defaultColumnWidthPt(8, 5.5)).toBe(47.75);
  });
});

describe("the setup of a page", () => {
  it.each([
    ['errors="blank"', { errorText: "", firstPage: undefined }],
    ['errors="dash" useFirstPageNumber="1" firstPageNumber="0"', { errorText: "--", firstPage: 0 }],
    ['errors="NA" useFirstPageNumber="1"', { errorText: "#N/A", firstPage: 1 }],
    ['useFirstPageNumber="1" firstPageNumber="4294967295"', { errorText: undefined, firstPage: -1 }],
    ['errors="displayed" firstPageNumber="7"', { errorText: undefined, firstPage: undefined }],
  ])("%s says what errors are and where counting begins", (attributes, expected) => {
    expect(setupOf(`<pageSetup ${attributes}/>`)).toMatchObject(expected);
  });
});

describe("splitting into pages", () => {
  it("fills pages and leaves hidden rows out of the count", () => {
    expect(splitAxis({ first: 0, last: 9 }, grid.rows, 40, new Set(), undefined)).toEqual([
      { first: 0, last: 4 },
      { first: 5, last: 8 },
      { first: 9, last: 9 },
    ]);
  });

  it("breaks where the sheet says so", () => {
    expect(splitAxis({ first: 0, last: 9 }, grid.rows, 1000, new Set([2, 7, 99]), undefined)).toEqual([
      { first: 0, last: 1 },
      { first: 2, last: 6 },
      { first: 7, last: 9 },
    ]);
  });

  it("gives a row larger than the page a page of its own", () => {
    expect(splitAxis({ first: 0, last: 2 }, grid.rows, 5, new Set(), undefined)).toHaveLength(3);
  });

  it("makes room for repeated rows from the second page on", () => {
    const spans = splitAxis({ first: 0, last: 9 }, grid.rows, 40, new Set(), { first: 0, last: 1 });
    expect(spans).toEqual([
      { first: 0, last: 4 },
      { first: 5, last: 6 },
      { first: 7, last: 8 },
      { first: 9, last: 9 },
    ]);
  });

  it("goes down, then over, or the other way round", () => {
    const area = { top: 0, left: 0, bottom: 5, right: 3 };
    const places = (inner: string) =>
      planPages(area, grid, setupOf(inner), NO_TITLES, room(100, 30)).pages.map((page) => [
        page.rows.first,
        page.columns.first,
      ]);
    expect(places("")).toEqual([
      [0, 0],
      [4, 0],
      [0, 2],
      [4, 2],
    ]);
    expect(places('<pageSetup pageOrder="overThenDown"/>')).toEqual([
      [0, 0],
      [0, 2],
      [4, 0],
      [4, 2],
    ]);
  });

  it("shrinks to the pages asked for and never enlarges", () => {
    const fit = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><pageSetup fitToWidth="1" fitToHeight="0"/>';
    const shrunk = planPages({ top: 0, left: 0, bottom: 9, right: 3 }, grid, setupOf(fit), NO_TITLES, room(100, 40));
    expect(shrunk.scale).toBe(0.5);
    expect(shrunk.pages).toHaveLength(2);
    const small = planPages({ top: 0, left: 0, bottom: 0, right: 0 }, grid, setupOf(fit), NO_TITLES, room(100, 40));
    expect(small.scale).toBe(1);
  });

  it("keeps breaks set by hand where pages are not counted", () => {
    const breaks = '<rowBreaks><brk id="3"/></rowBreaks><colBreaks><brk id="1"/></colBreaks>';
    const firstRows = (high: number) => {
      const fit = `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><pageSetup fitToWidth="1" fitToHeight="${high}"/>`;
      const area = { top: 0, left: 0, bottom: 5, right: 1 };
      return planPages(area, grid, setupOf(fit + breaks), NO_TITLES, room(1000, 1000)).pages.map(
        ({ rows }) => rows.first,
      );
    };
    expect(firstRows(0)).toEqual([0, 3]);
    expect(firstRows(1)).toEqual([0]);
  });

  it("handles a million rows at once", () => {
    const { pages } = planPages(
      { top: 0, left: 0, bottom: 999_999, right: 0 },
      grid,
      setupOf(""),
      NO_TITLES,
      room(100, 700),
    );
    expect(pages.at(-1)?.rows.last).toBe(999_999);
  });
});

describe("page setup", () => {
  it("takes A4 when nothing is said and Letter when the paper is left out", () => {
    expect(Math.round(setupOf("").paperWidthPt)).toBe(595);
    expect(setupOf('<pageSetup orientation="landscape"/>').paperWidthPt).toBe(792);
  });

  it("reads margins in inches and limits the scale", () => {
    const setup = setupOf(
      '<pageMargins left="1" right="0.5" top="x" bottom="0" header="0.2" footer="0.2"/><pageSetup scale="900"/>',
    );
    expect(setup.marginLeftPt).toBe(72);
    expect(setup.marginTopPt).toBe(54);
    expect(setup.scale).toBe(4);
  });
});

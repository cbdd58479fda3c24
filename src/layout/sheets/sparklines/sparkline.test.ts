import { describe, expect, it } from "vitest";
import { firstSheet, rowXml, testWorkbook } from "../../testing/sheet-package.ts";
import type { Sparkline } from "../model/sparkline.ts";
import { sparklineIn, sparklineShapes } from "./sparkline-shapes.ts";

const COLORS =
  '<x14:colorSeries rgb="FF000001"/><x14:colorNegative rgb="FF000002"/><x14:colorAxis rgb="FF000003"/>' +
  '<x14:colorMarkers rgb="FF000004"/><x14:colorFirst rgb="FF000005"/><x14:colorLast rgb="FF000006"/>' +
  '<x14:colorHigh rgb="FF000007"/><x14:colorLow rgb="FF000008"/>';

function read(
  rows: string,
  attributes: string,
  { sources = ["A1:D1"], dates = "", before = "", data = "" } = {},
): Sparkline[] {
  const cells = sources.map(
    (source, index) => `<x14:sparkline><xm:f>${source}</xm:f><xm:sqref>F${index + 1}</xm:sqref></x14:sparkline>`,
  );
  const group = `<x14:sparklineGroup ${attributes}>${COLORS}${dates && `<xm:f>${dates}</xm:f>`}<x14:sparklines>${cells.join("")}</x14:sparklines></x14:sparklineGroup>`;
  const rest = `${before}<extLst><ext><x14:sparklineGroups>${group}</x14:sparklineGroups></ext></extLst>`;
  return firstSheet(
    testWorkbook([
      { name: "One", rows, rest },
      { name: "My data", rows: data },
    ]),
  ).sparklines;
}

function shapes(rows: string, attributes: string, more = {}) {
  const [sparkline] = read(rows, attributes, more);
  if (!sparkline) throw new Error("no sparkline was read");
  return sparklineShapes(sparkline, 40, 10);
}

const values = (sparkline: Sparkline | undefined) => sparkline?.points.map((point) => point.value);

describe("sparklines", () => {
  it("are in their cell with the values of their range", () => {
    const [sparkline] = read(rowXml(1, [1, 2, "=A1+2", 4]), "");
    expect(sparkline).toMatchObject({ row: 0, column: 5, lowest: 1, highest: 4 });
    expect(values(sparkline)).toEqual([1, 2, 3, 4]);
  });

  it("take values from other sheets", () => {
    const [sparkline] = read("", "", {
      sources: ["'My data'!B1:B3"],
      data: [1, 2, 3].map((n) => rowXml(n, [0, n * 5])).join(""),
    });
    expect(values(sparkline)).toEqual([5, 10, 15]);
  });

  it("are left out where there is nothing to show", () => {
    expect(read("", 'displayEmptyCellsAs="gap"')).toEqual([]);
    expect(read(rowXml(1, [1]), "", { sources: ["Nowhere!A1:B1"] })).toEqual([]);
  });

  it.each(["line", "column"])("show nothing where no value is left, so that they print no page: type=%s", (type) => {
    const [sparkline] = read(rowXml(1, [1, null, 3, null]), `type="${type}"`);
    if (!sparkline) throw new Error("no sparkline was read");
    const isHidden = (points: Sparkline["points"]) =>
      sparklineIn({ ...sparkline, points }, { widthPt: 40, heightPt: 10 }) === undefined;
    expect(isHidden(sparkline.points)).toBe(false);
    expect(isHidden(sparkline.points.map((point) => ({ ...point, value: undefined })))).toBe(true);
    expect(isHidden([])).toBe(true);
  });

  it("show empty cells as zero, as gaps or not at all", () => {
    const rows = rowXml(1, [1, null, 3, 4]);
    expect(values(read(rows, "")[0])).toEqual([1, 0, 3, 4]);
    expect(values(read(rows, 'displayEmptyCellsAs="gap"')[0])).toEqual([1, undefined, 3, 4]);
    expect(shapes(rows, 'displayEmptyCellsAs="gap"').lines.map((line) => line.length)).toEqual([1, 2]);
    const [line] = shapes(rows, 'displayEmptyCellsAs="span"').lines;
    expect(line?.map(({ x }) => Math.round(x))).toEqual([0, 27, 40]);
  });

  it("leave out hidden rows and columns unless they are to be shown", () => {
    const rows = rowXml(1, [1, 2, 3]) + rowXml(2, [4, 5, 6], 'hidden="1"');
    const more = { sources: ["A1:C2"] };
    expect(values(read(rows, "", more)[0])).toEqual([1, 2, 3]);
    expect(values(read(rows, 'displayHidden="1"', more)[0])).toEqual([1, 2, 3, 4, 5, 6]);
    const hidden = '<cols><col min="2" max="2" hidden="1"/></cols>';
    expect(values(read(rows, "", { ...more, before: hidden })[0])).toEqual([1, 3]);
  });

  it("scale each for itself, as a group or between chosen values", () => {
    const rows = rowXml(1, [1, 2, 3, 4]) + rowXml(2, [10, 20, 30, 40]);
    const ends = (attributes: string) =>
      read(rows, attributes, { sources: ["A1:D1", "A2:D2"] }).map(({ lowest, highest }) => [lowest, highest]);
    expect(ends("")).toEqual([
      [1, 4],
      [10, 40],
    ]);
    expect(ends('minAxisType="group" maxAxisType="group"')).toEqual([
      [1, 40],
      [1, 40],
    ]);
    expect(ends('minAxisType="custom" manualMin="-5" maxAxisType="custom" manualMax="50"')).toEqual([
      [-5, 50],
      [-5, 50],
    ]);
  });

  it("mark points by the strongest of their colours", () => {
    const flags = 'markers="1" high="1" low="1" first="1" last="1" negative="1"';
    const { dots } = shapes(rowXml(1, [1, -9, -2, 8, 3, 2]), flags, { sources: ["A1:F1"] });
    expect(dots.map((dot) => dot.color)).toEqual(["#000005", "#000008", "#000002", "#000007", "#000004", "#000006"]);
    expect(shapes(rowXml(1, [1, 2, 3, 4]), "").dots).toEqual([]);
  });

  it("run lines from the lowest value at the bottom to the highest at the top", () => {
    const { lines, axisY } = shapes(rowXml(1, [0, 5, 10]), "", { sources: ["A1:C1"] });
    expect(lines).toEqual([
      [
        { x: 0, y: 10 },
        { x: 20, y: 5 },
        { x: 40, y: 0 },
      ],
    ]);
    expect(axisY).toBe(10);
    expect(shapes(rowXml(1, [1, 5]), "", { sources: ["A1:B1"] }).axisY).toBeUndefined();
  });

  it("place equal values in the middle", () => {
    expect(shapes(rowXml(1, [7, 7]), "", { sources: ["A1:B1"] }).lines[0]?.map(({ y }) => y)).toEqual([5, 5]);
  });

  it("start columns from zero, hanging if they are negative", () => {
    const { bars, axisY } = shapes(rowXml(1, [10, -10, 5, 0]), 'type="column" negative="1"');
    expect(axisY).toBe(5);
    expect(bars.map(({ y, height, color }) => [y, height, color])).toEqual([
      [0, 5, "#000001"],
      [5, 5, "#000002"],
      [2.5, 2.5, "#000001"],
    ]);
  });

  it("show gains and losses with columns of one length", () => {
    const { bars } = shapes(rowXml(1, [100, -1, 0, 2]), 'type="stacked"');
    expect(bars.map(({ y, height }) => [y, height])).toEqual([
      [0, 5],
      [5, 5],
      [0, 5],
    ]);
  });

  it("run from right to left", () => {
    expect(shapes(rowXml(1, [0, 1]), 'rightToLeft="1"', { sources: ["A1:B1"] }).lines[0]).toEqual([
      { x: 40, y: 10 },
      { x: 0, y: 0 },
    ]);
  });

  it("place points by their days on a date axis", () => {
    const rows = rowXml(1, [3, 1, 2, 9]) + rowXml(2, [45004, 45000, 45001, null]);
    const more = { dates: "One!A2:D2" };
    expect(shapes(rows, 'dateAxis="1"', more).lines[0]?.map(({ x }) => x)).toEqual([0, 10, 40]);
    const { bars } = shapes(rows, 'dateAxis="1" type="column"', more);
    expect(bars.map(({ x }) => Math.floor(x / 8))).toEqual([0, 1, 4]);
  });

  it("read no more points than a cell can show", () => {
    const [sparkline] = read(rowXml(1, [1]), "", { sources: ["A1:XFD1048576"] });
    expect(sparkline?.points).toHaveLength(4000);
  });
});

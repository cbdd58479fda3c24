import { describe, expect, it } from "vitest";
import { RecordingCanvas } from "../../../test/golden/recording-canvas.ts";
import { readXml } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";
import { flatNames, layoutLevels } from "./category-levels.ts";
import { readChart } from "./chart-reader.ts";
import { drawChart } from "./chart-renderer.ts";

const years = [
  { from: 0, name: "2024" },
  { from: 2, name: "2025" },
];
const quarters = ["Q1", "Q2", "Q1", "Q2"];

describe("names over several categories", () => {
  it("hold up to the next one, in as many lines as they need", () => {
    const room = { slotPt: 20, sizePt: 10, width: (text: string) => text.length * 5 };
    const [one, two] = layoutLevels([years, [{ from: 1, name: "before the move" }]], 4, room);
    expect(one?.parts).toEqual([
      { from: 0, to: 1, lines: ["2024"] },
      { from: 2, to: 3, lines: ["2025"] },
    ]);
    expect(two?.parts).toEqual([{ from: 1, to: 3, lines: ["before the", "move"] }]);
    expect(two?.roomPt).toBeGreaterThan(one?.roomPt ?? 0);
  });

  it("are parts of each category's name where there is no axis", () => {
    expect(flatNames(quarters, [years, [{ from: 1, name: "plan" }]])).toEqual([
      "2024 Q1",
      "plan 2024 Q2",
      "plan 2025 Q1",
      "plan 2025 Q2",
    ]);
  });
});

const NAMES =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const point = (at: number, text: string | number) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`;

/** Places and rotations of the words of a chart of 300 by 200 points, and its lines. */
function drawn(kind: string, before: string, isFlat = false) {
  const levels =
    `<c:lvl>${quarters.map((name, at) => point(at, name)).join("")}</c:lvl>` +
    `<c:lvl>${years.map(({ from, name }) => point(from, name)).join("")}</c:lvl>`;
  const categories = `<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:ptCount val="4"/>${levels}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat>`;
  const values = `<c:val><c:numRef><c:numCache><c:ptCount val="4"/>${[3, 5, 4, 6].map((value, at) => point(at, value)).join("")}</c:numCache></c:numRef></c:val>`;
  const axes =
    `<c:catAx><c:axId val="1"/><c:axPos val="b"/><c:crossAx val="2"/><c:noMultiLvlLbl val="${isFlat ? 1 : 0}"/></c:catAx>` +
    '<c:valAx><c:axId val="2"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx>';
  const root = readXml(
    `<c:chartSpace ${NAMES}><c:chart><c:plotArea><c:${kind}>${before}<c:ser><c:idx val="0"/>${categories}${values}</c:ser><c:axId val="1"/><c:axId val="2"/></c:${kind}>${axes}</c:plotArea><c:legend><c:legendPos val="r"/></c:legend></c:chart></c:chartSpace>`,
  );
  if (!root) throw new Error("the chart cannot be read");
  const canvas = new RecordingCanvas();
  drawChart(readChart(root, new Theme(undefined)), canvas, 300, 200);
  const words = canvas.lines
    .filter((line) => line.startsWith("text"))
    .map((line) => {
      const [, x, y, rest = ""] = /^text (\S+) (\S+) (.*)$/.exec(line) ?? [];
      return { text: rest.split("| ")[1] ?? "", x: Number(x), y: Number(y), isTurned: rest.includes("turned -90") };
    });
  const find = (text: string) => {
    const found = words.filter((word) => word.text === text);
    return [found[0] ?? { x: 0, y: 0, isTurned: false }, found[1] ?? { x: 0, y: 0, isTurned: false }] as const;
  };
  return { words: words.map(({ text }) => text), find };
}

describe("charts whose categories have several levels", () => {
  it("have the outer names below the inner ones, in the middle of their categories", () => {
    const { find } = drawn("barChart", '<c:barDir val="col"/>');
    const [[first, third], [second, fourth], [year], [next]] = [find("Q1"), find("Q2"), find("2024"), find("2025")];
    expect(year.x).toBeCloseTo((first.x + second.x) / 2, 0);
    expect(next.x).toBeCloseTo((third.x + fourth.x) / 2, 0);
    expect(year.y).toBeGreaterThan(first.y + 8);
    expect(year.y).toBeLessThan(200);
  });

  it("have them upright beside bars that lie", () => {
    const { find } = drawn("barChart", '<c:barDir val="bar"/>');
    const [[first], [second], [year]] = [find("Q1"), find("Q2"), find("2024")];
    expect(year.isTurned).toBe(true);
    expect(year.y).toBeCloseTo((first.y + second.y) / 2, 0);
    expect(year.x).toBeLessThan(first.x - 10);
    expect(year.x).toBeGreaterThan(0);
  });

  it("have one label each if the axis says so, as slices of pies do", () => {
    expect(drawn("barChart", '<c:barDir val="col"/>', true).words.join(" ")).not.toMatch(/(^| )2024 2025/);
    const { words } = drawn("pieChart", '<c:varyColors val="1"/>');
    expect(words).toEqual(expect.arrayContaining(["2024 Q1", "2025 Q2"]));
  });
});

import { describe, expect, it } from "vitest";
import { RecordingCanvas } from "../../../test/golden/recording-canvas.ts";
import { readXml } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";
import { readChart } from "./chart-reader.ts";
import { drawChart } from "./chart-renderer.ts";
import { fillExtendedCaches } from "./extended-chart-data.ts";
import type { ReferredValues } from "./fill-caches.ts";

const NAMES =
  'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const LABELS = '<cx:dataLabels pos="outEnd"><cx:visibility value="1"/></cx:dataLabels>';
const NAME_LABELS = '<cx:dataLabels><cx:visibility categoryName="1" value="0"/></cx:dataLabels>';
const AXES =
  '<cx:axis id="0"><cx:catScaling gapWidth="0.5"/><cx:tickLabels/></cx:axis><cx:axis id="1"><cx:valScaling/><cx:tickLabels/></cx:axis>';

const level = (values: readonly (string | number)[]) =>
  `<cx:lvl ptCount="${values.length}">${values.map((value, index) => (value === "" ? "" : `<cx:pt idx="${index}">${value}</cx:pt>`)).join("")}</cx:lvl>`;

interface Options {
  levels?: readonly (readonly string[])[];
  layout?: string;
  labels?: string;
  axes?: string;
  title?: string;
  more?: string;
}

function xml(layoutId: string, values: readonly number[], options: Options = {}): string {
  const { levels = [], layout = "", labels = LABELS, axes = AXES, title = "", more = "" } = options;
  const texts = levels.length > 0 ? `<cx:strDim type="cat">${levels.map(level).join("")}</cx:strDim>` : "";
  return (
    `<cx:chartSpace ${NAMES}><cx:chartData><cx:data id="0">${texts}<cx:numDim type="val">${level(values)}</cx:numDim></cx:data></cx:chartData>` +
    `<cx:chart>${title}<cx:plotArea><cx:plotAreaRegion><cx:series layoutId="${layoutId}"><cx:tx><cx:txData><cx:v>Sum</cx:v></cx:txData></cx:tx>${labels}<cx:dataId val="0"/><cx:layoutPr>${layout}</cx:layoutPr></cx:series>${more}</cx:plotAreaRegion>${axes}</cx:plotArea></cx:chart></cx:chartSpace>`
  );
}

function drawn(markup: string, valuesOf?: ReferredValues) {
  const root = readXml(markup);
  if (valuesOf) fillExtendedCaches(root, valuesOf);
  const chart = readChart(root, new Theme(undefined));
  const canvas = new RecordingCanvas();
  drawChart(chart, canvas, 300, 200);
  const words = canvas.lines.filter((line) => line.startsWith("text")).map((line) => line.split("| ")[1] ?? "");
  const bars = canvas.lines.flatMap((line) => {
    const box = /^path M(\S+) (\S+)H(\S+)V(\S+)H\S+Z fill solid/.exec(line)?.slice(1).map(Number);
    const [left = 0, top = 0, right = 0, bottom = 0] = box ?? [];
    return box && right - left < 299 ? [{ left, top, right, bottom, width: right - left, height: bottom - top }] : [];
  });
  return { chart, words, bars, lines: canvas.lines };
}

describe("waterfall charts", () => {
  const names = ["Start", "Sales", "Costs", "End"];
  const totals = '<cx:subtotals><cx:idx val="0"/><cx:idx val="3"/></cx:subtotals>';
  const { bars, words, lines, chart } = drawn(
    xml("waterfall", [100, 50, -30, 120], { levels: [names], layout: totals }),
  );

  it("begin each bar where the one before ends, and sums at the axis", () => {
    const [increase, decrease, first, last] = bars;
    expect(bars).toHaveLength(4);
    expect(increase?.bottom).toBeCloseTo(first?.top ?? 0, 1);
    expect(decrease?.top).toBeCloseTo(increase?.top ?? 0, 1);
    expect(last?.bottom).toBeCloseTo(first?.bottom ?? 0, 1);
    expect(last?.top).toBeCloseTo(decrease?.bottom ?? 0, 1);
    expect((increase?.height ?? 0) / (first?.height ?? 1)).toBeCloseTo(0.5, 2);
  });

  it("say what rises, falls and sums up", () => {
    expect(chart.groups[0]?.series.map(({ name }) => name)).toEqual(["Increase", "Decrease", "Total"]);
    expect(words).toEqual(expect.arrayContaining(["100", "50", "-30", "120", ...names]));
  });

  it("join the bars by lines unless these are hidden", () => {
    const hidden = drawn(
      xml("waterfall", [100, 50, -30, 120], {
        levels: [names],
        layout: `<cx:visibility connectorLines="0"/>${totals}`,
      }),
    );
    expect(lines.length - hidden.lines.length).toBe(3);
  });
});

it("funnels have bars about one middle, the first at the top, and no axis of values", () => {
  const { bars, words } = drawn(xml("funnel", [500, 300, 100], { levels: [["a", "b", "c"]] }));
  const middles = bars.map(({ left, right }) => (left + right) / 2);
  for (const middle of middles) expect(middle).toBeCloseTo(middles[0] ?? 0, 1);
  expect(bars.map(({ width }) => Math.round((500 * width) / (bars[0]?.width ?? 1)))).toEqual([500, 300, 100]);
  expect((bars[0]?.top ?? 0) < (bars[1]?.top ?? 0)).toBe(true);
  expect([...words].sort()).toEqual(["100", "300", "500", "a", "b", "c"]);
});

describe("histograms", () => {
  const binned = (binning: string, values = [1, 2, 2, 3, 5, 9]) =>
    drawn(xml("clusteredColumn", values, { layout: binning })).chart.groups[0]?.series[0];

  it("count values in bins of a width", () => {
    const series = binned('<cx:binning intervalClosed="r"><cx:binSize val="4"/></cx:binning>');
    expect(series?.categories).toEqual(["[1, 5]", "(5, 9]"]);
    expect(series?.values).toEqual([5, 1]);
  });

  it("count values in so many bins, closed at the left", () => {
    const series = binned('<cx:binning intervalClosed="l"><cx:binCount val="2"/></cx:binning>');
    expect(series?.categories).toEqual(["[1, 5)", "[5, 9]"]);
    expect(series?.values).toEqual([4, 2]);
  });

  it("count what is beyond their ends apart", () => {
    const series = binned('<cx:binning underflow="2" overflow="4"><cx:binSize val="2"/></cx:binning>');
    expect(series?.categories).toEqual(["≤ 2", "(2, 4]", "> 4"]);
    expect(series?.values).toEqual([3, 1, 2]);
  });

  it("choose their bins by Scott's rule, and hold one value", () => {
    expect(binned("<cx:binning/>", [7])?.values).toEqual([1]);
    const many = Array.from({ length: 1000 }, (_, index) => index);
    // 3.5 * 288.8 / 10 = 101, to two digits 100.
    expect(binned("<cx:binning/>", many)?.values).toHaveLength(10);
  });
});

it("Pareto charts sum by category from the largest, with the line of the shares", () => {
  const { chart, words } = drawn(
    xml("clusteredColumn", [5, 20, 15], {
      levels: [["a", "b", "a"]],
      layout: "<cx:aggregation/>",
      more: '<cx:series layoutId="paretoLine" ownerIdx="0"/>',
      axes: `${AXES}<cx:axis id="2"><cx:valScaling/><cx:tickLabels/></cx:axis>`,
    }),
  );
  expect(chart.groups[0]?.series[0]).toMatchObject({ categories: ["a", "b"], values: [20, 20] });
  expect(chart.groups[1]?.series[0]?.values).toEqual([0.5, 1]);
  expect(words).toContain("100%");
});

describe("box and whisker charts", () => {
  const boxes = (method: string, values = [1, 2, 3, 4, 5, 6, 7, 30]) =>
    drawn(
      xml("boxWhisker", values, {
        levels: [values.map(() => "x")],
        layout: `<cx:statistics quartileMethod="${method}"/>`,
      }),
    ).chart.groups[0]?.series[0]?.boxes?.[0];

  it("have quartiles without the median, or with it", () => {
    expect(boxes("exclusive")).toMatchObject({ firstQuartile: 2.25, median: 4.5, thirdQuartile: 6.75 });
    expect(boxes("inclusive")).toMatchObject({ firstQuartile: 2.75, median: 4.5, thirdQuartile: 6.25 });
  });

  it("have whiskers to the last value within one and a half boxes, and outliers", () => {
    expect(boxes("exclusive")).toMatchObject({ low: 1, high: 7, outliers: [30], mean: 7.25 });
  });
});

describe("treemaps and sunbursts", () => {
  const levels = [
    ["Oak", "Elm", "Rose", ""],
    ["Trees", "", "Flowers", "Herbs"],
  ];
  const values = [40, 20, 30, 10];

  it("give each part an area of its size", () => {
    const { bars, words, chart } = drawn(
      xml("treemap", values, { levels, labels: NAME_LABELS, layout: '<cx:parentLabelLayout val="none"/>', axes: "" }),
    );
    const areas = bars.map(({ width, height }) => width * height);
    const total = areas.reduce((sum, area) => sum + area, 0);
    expect(areas.map((area) => Math.round((100 * area) / total)).sort((one, other) => other - one)).toEqual([
      40, 30, 20, 10,
    ]);
    expect([...words].sort()).toEqual(["Elm", "Herbs", "Oak", "Rose"]);
    expect(chart.hierarchy?.roots.map(({ name, size }) => [name, size])).toEqual([
      ["Trees", 60],
      ["Flowers", 30],
      ["Herbs", 10],
    ]);
  });

  it("name the branches of a treemap", () => {
    const { words } = drawn(xml("treemap", values, { levels, labels: NAME_LABELS, axes: "" }));
    expect(words).toEqual(expect.arrayContaining(["Trees", "Flowers", "Oak"]));
  });

  it("draw a ring for each level", () => {
    const { lines } = drawn(xml("sunburst", values, { levels, labels: NAME_LABELS, axes: "" }));
    expect(lines.filter((line) => line.startsWith("path M") && line.includes("A"))).toHaveLength(6);
  });
});

it("maps become bars, and say so", () => {
  const { chart, words } = drawn(xml("regionMap", [3, 2], { levels: [["France", "Spain"]], axes: "" }));
  expect(chart.warning).toMatch(/map/);
  expect(words).toEqual(expect.arrayContaining(["France", "Spain", "3", "2"]));
});

it("values that are only referred to come from the cells, level by level", () => {
  const cells: Record<string, (string | number)[]> = {
    "_xlchart.v1.0": ["Trees", "Oak", "Flowers", "Rose"],
    N: [4, 6],
  };
  const markup =
    `<cx:chartSpace ${NAMES}><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:f>_xlchart.v1.0</cx:f></cx:strDim><cx:numDim type="size"><cx:f>N</cx:f></cx:numDim></cx:data></cx:chartData>` +
    '<cx:chart><cx:title/><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="treemap"><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>';
  const { chart } = drawn(markup, (formula) =>
    (cells[formula] ?? []).map((value, index) => ({ value, format: "0", column: formula === "N" ? 3 : index % 2 })),
  );
  expect(chart.hierarchy?.roots).toMatchObject([
    { name: "Trees", size: 4, children: [{ name: "Oak" }] },
    { name: "Flowers", size: 6, children: [{ name: "Rose" }] },
  ]);
  expect(chart.title?.text).toBe("Chart Title");
});

import { describe, expect, it } from "vitest";
import { RecordingCanvas } from "../../../test/golden/recording-canvas.ts";
import { readXml } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";
import { readChart } from "./chart-reader.ts";
import { drawChart } from "./chart-renderer.ts";

const NAMES =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const COLORS = ["FF0000", "00FF00", "0000FF"];

/** What the chart is placed on. */
const WHOLE = "M0 0H300V200H0Z";

interface Options {
  /** Elements of the chart before and after its series. */
  before?: string;
  after?: string;
  /** Elements of each series. */
  series?: string;
  legend?: string;
  axes?: "category" | "values" | "dates" | "none" | "bars" | "reversedBars";
  /** Of the value axis. */
  scaling?: string;
  units?: string;
  /** Of the axis of categories. */
  intervals?: string;
  /** Of the plot. */
  layout?: string;
  /** Another chart on the same axes. */
  beside?: string;
  categories?: readonly (string | number)[];
  sizes?: readonly number[];
}

const cache = (values: readonly (string | number)[], kind: "str" | "num") =>
  `<c:${kind}Ref><c:${kind}Cache><c:ptCount val="${values.length}"/>${values
    .map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)
    .join("")}</c:${kind}Cache></c:${kind}Ref>`;
const fill = (color: string) => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;

/** What a chart of 300 by 200 points draws: outlines with the kinds of their fill, and texts. */
function drawn(kind: string, rows: readonly (readonly number[])[], options: Options = {}) {
  const { before = "", after = "", series = "", legend, axes = "category" } = options;
  const categories = options.categories ?? ["a", "b", "c"];
  const isScatter = kind === "scatter" || kind === "bubble";
  const all = rows.map((values, index) => {
    const look = `<c:spPr>${fill(COLORS[index] ?? "")}<a:ln w="12700">${fill(COLORS[index] ?? "")}</a:ln></c:spPr>`;
    const [x, y] = isScatter ? ["xVal", "yVal"] : ["cat", "val"];
    const sizes = options.sizes ? `<c:bubbleSize>${cache(options.sizes, "num")}</c:bubbleSize>` : "";
    const isNumbers = categories.every((category) => typeof category === "number");
    return (
      `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx>${cache([`Series ${index + 1}`], "str")}</c:tx>${look}${series}` +
      `<c:${x}>${cache(categories, isNumbers ? "num" : "str")}</c:${x}><c:${y}>${cache(values, "num")}</c:${y}>${sizes}</c:ser>`
    );
  });
  const axis = (name: string, id: number, position: string, more = "", scaling = "", orientation = "minMax") =>
    `<c:${name}><c:axId val="${id}"/><c:scaling>${scaling}<c:orientation val="${orientation}"/></c:scaling><c:delete val="0"/><c:axPos val="${position}"/>${more}<c:crossAx val="${3 - id}"/></c:${name}>`;
  const values = axis("valAx", 2, "l", `<c:majorGridlines/>${options.units ?? ""}`, options.scaling);
  const shown = {
    category: axis("catAx", 1, "b", options.intervals) + values,
    values: axis("valAx", 1, "b") + values,
    dates: axis("dateAx", 1, "b") + values,
    bars: axis("catAx", 1, "l", options.intervals) + axis("valAx", 2, "b"),
    // Positions are left as they were, as other programs do.
    reversedBars: axis("catAx", 1, "l", "", "", "maxMin") + axis("valAx", 2, "b"),
    none: "",
  }[axes];
  const ids = axes === "none" ? "" : '<c:axId val="1"/><c:axId val="2"/>';
  const root = readXml(
    `<c:chartSpace ${NAMES}><c:chart><c:plotArea>${options.layout ?? ""}<c:${kind}Chart>${before}${all.join("")}${after}${ids}</c:${kind}Chart>${options.beside ?? ""}${shown}</c:plotArea>` +
      `${legend ? `<c:legend><c:legendPos val="${legend}"/></c:legend>` : ""}</c:chart></c:chartSpace>`,
  );
  if (!root) throw new Error("the chart cannot be read");
  const canvas = new RecordingCanvas();
  drawChart(readChart(root, new Theme(undefined)), canvas, 300, 200);
  const paths = canvas.lines.filter((line) => line.startsWith("path"));
  const texts = canvas.lines.filter((line) => line.startsWith("text"));
  return {
    filled: paths
      .filter((line) => line.includes("fill solid") && !line.includes(WHOLE))
      .map((line) => line.split(" fill ")[0]?.slice(5) ?? ""),
    lines: paths.filter((line) => !line.includes("fill ")).map((line) => line.split(" stroke ")[0]?.slice(5) ?? ""),
    words: texts.map((line) => line.split("| ")[1] ?? ""),
    places: Object.fromEntries(
      texts.map((line) => [line.split("| ")[1] ?? "", line.split(" ").slice(1, 3).map(Number)]),
    ),
  };
}

/** Left, top, right and bottom of a rectangle's path. */
function edges(path: string | undefined): number[] {
  const [, left = "", top = "", right = "", bottom = ""] = /^M(\S+) (\S+?)H(\S+?)V(\S+?)H/.exec(path ?? "") ?? [];
  return [left, top, right, bottom].map(Number);
}
const heightOf = (path: string | undefined) => {
  const [, top = 0, , bottom = 0] = edges(path);
  return Math.abs(bottom - top);
};
const points = (path: string | undefined) =>
  [...(path ?? "").matchAll(/[ML](\S+) (\S+?)(?=[ML]|Z|$)/g)].map(([, x, y]) => [Number(x), Number(y)]);
const lineOf = (lines: readonly string[], count: number) => lines.find((line) => points(line).length === count);

it("the line around a chart lies within it, where nothing cuts it off", () => {
  expect(drawn("bar", [[1, 2, 3]]).lines).toContain("M0.38 0.38H299.63V199.63H0.38Z");
});

describe("bars", () => {
  it("are on top of each other when they are stacked, up to the whole in percent", () => {
    const stacked = drawn(
      "bar",
      [
        [1, 2, 3],
        [3, 2, 1],
      ],
      { before: '<c:barDir val="col"/><c:grouping val="percentStacked"/>', after: '<c:overlap val="100"/>' },
    );
    const heights = stacked.filled.map(heightOf);
    expect(heights).toHaveLength(6);
    const [first = 0, , , fourth = 0] = heights;
    const sums = [0, 1, 2].map((index) => (heights[index] ?? 0) + (heights[index + 3] ?? 0));
    expect(fourth / first).toBeCloseTo(3, 1);
    expect(Math.max(...sums) - Math.min(...sums)).toBeLessThan(0.1);
    expect(stacked.words).toContain("100%");
  });

  describe("of stacks are joined by series lines", () => {
    const STACKS = [
      [1, 2, 4],
      [3, 1, 1],
    ];
    /** What `c:serLines` adds, and the bars, series by series. */
    function seriesLines(direction: "bar" | "col", grouping = "stacked", rows = STACKS, more: Options = {}) {
      const before = `<c:barDir val="${direction}"/><c:grouping val="${grouping}"/>`;
      const plain = drawn("bar", rows, { before, ...more });
      const { lines, filled } = drawn("bar", rows, { before, after: "<c:serLines/>", ...more });
      return { added: lines.filter((line) => !plain.lines.includes(line)), bars: filled.map(edges) };
    }
    const line = (from: readonly number[], to: readonly number[]) => `M${from.join(" ")}L${to.join(" ")}`;

    it.each(["stacked", "percentStacked"])("from the end of each bar to that of the next one: %s", (grouping) => {
      const { added, bars } = seriesLines("col", grouping);
      const between = ([, top = 0, right = 0]: number[], [left = 0, nextTop = 0]: number[]) =>
        line([right, top], [left, nextTop]);
      const [a = [], b = [], c = [], aboveA = [], aboveB = [], aboveC = []] = bars;
      expect(added).toEqual([between(a, b), between(b, c), between(aboveA, aboveB), between(aboveB, aboveC)]);
    });

    it("that lie", () => {
      const { added, bars } = seriesLines("bar", "stacked", STACKS, { axes: "bars" });
      const between = ([, top = 0, right = 0]: number[], [, , nextRight = 0, nextBottom = 0]: number[]) =>
        line([right, top], [nextRight, nextBottom]);
      const [a = [], b = [], c = []] = bars;
      expect(added.slice(0, 2)).toEqual([between(a, b), between(b, c)]);
    });

    it("that are in reverse order", () => {
      const { added, bars } = seriesLines("bar", "stacked", STACKS, { axes: "reversedBars" });
      const between = ([, , right = 0, bottom = 0]: number[], [, nextTop = 0, nextRight = 0]: number[]) =>
        line([right, bottom], [nextRight, nextTop]);
      const [a = [], b = [], c = []] = bars;
      expect(added.slice(0, 2)).toEqual([between(a, b), between(b, c)]);
    });

    it("and below the axis where they hang", () => {
      const { added, bars } = seriesLines("col", "stacked", [[-1, -2, -4]]);
      const between = ([, , right = 0, bottom = 0]: number[], [left = 0, , , nextBottom = 0]: number[]) =>
        line([right, bottom], [left, nextBottom]);
      const [a = [], b = [], c = []] = bars;
      expect(added).toEqual([between(a, b), between(b, c)]);
    });

    it.each([
      ["beside each other", seriesLines("col", "clustered")],
      [
        "without a space between them",
        seriesLines("col", "stacked", STACKS, { after: '<c:gapWidth val="0"/><c:serLines/>' }),
      ],
      ["of which the next is missing", seriesLines("col", "stacked", [[1, Number.NaN, 2]])],
    ])("but not those %s", (_, { added }) => {
      expect(added).toEqual([]);
    });
  });

  it("lie from left to right", () => {
    const { filled } = drawn("bar", [[1, 2, 4]], { before: '<c:barDir val="bar"/>' });
    const widths = filled.map((path) => {
      const [left = 0, , right = 0] = edges(path);
      return Math.abs(right - left);
    });
    expect((widths[2] ?? 0) / (widths[0] ?? 1)).toBeCloseTo(4, 1);
  });

  it("that lie have the names of their categories beside them, from the bottom up, and values below", () => {
    const rows = [
      [10, 30, 20],
      [5, 15, 25],
    ];
    const before = '<c:barDir val="bar"/>';
    const { places, filled } = drawn("bar", rows, { before, axes: "bars" });
    const [a = [0, 0], b = [0, 0], c = [0, 0], ten = [0, 0]] = ["a", "b", "c", "10"].map((word) => places[word] ?? []);
    expect([a[1], b[1], c[1]]).toEqual([a[1], b[1], c[1]].toSorted((one = 0, other = 0) => other - one));
    expect(new Set([a[0], b[0], c[0]]).size).toBe(1);
    expect(ten[1]).toBeGreaterThan(a[1] ?? 0);
    const top = (path: string | undefined) => edges(path)[1] ?? 0;
    expect(top(filled[0])).toBeGreaterThan(top(filled[3]));

    const turned = drawn("bar", rows, { before, axes: "reversedBars" });
    const [first = [0, 0], , last = [0, 0]] = ["a", "b", "c"].map((word) => turned.places[word] ?? []);
    expect(first[1]).toBeLessThan(last[1] ?? 0);
    expect(turned.places["10"]?.[1]).toBeLessThan(first[1] ?? 0);
    expect(top(turned.filled[0])).toBeLessThan(top(turned.filled[3]));
  });

  it("have labels from cells, in fields and by themselves", () => {
    const C15 = 'xmlns:c15="http://schemas.microsoft.com/office/drawing/2012/chart"';
    const shows = (name: string, isShown = false) => `<c:show${name} val="${isShown ? 1 : 0}"/>`;
    const field = (type: string) => `<a:fld type="${type}"><a:t>[${type}]</a:t></a:fld>`;
    const rich = `<c:tx><c:rich><a:p>${field("CELLRANGE")}<a:r><a:t>: </a:t></a:r>${field("VALUE")}${field("CELLREF")}</a:p></c:rich></c:tx>`;
    const own = `<c:dLbl><c:idx val="1"/>${rich}${shows("Val", true)}</c:dLbl>`;
    const range = `<c:extLst><c:ext><c15:showDataLabelsRange ${C15} val="1"/></c:ext></c:extLst>`;
    const texts = ["ten", "thirty", ""].map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join("");
    const cells = `<c:extLst><c:ext><c15:datalabelsRange ${C15}><c15:dlblRangeCache><c:ptCount val="3"/>${texts}</c15:dlblRangeCache></c15:datalabelsRange></c:ext></c:extLst>`;
    const { words } = drawn("bar", [[10, 30, 20]], {
      before: '<c:barDir val="col"/>',
      series: `<c:dLbls>${own}${shows("Val")}${range}</c:dLbls>${cells}`,
    });
    expect(words).toContain("ten");
    expect(words).toContain("thirty: 30[CELLREF]");
  });

  it("count in the units of their axis, which are named at its end", () => {
    const { words, places } = drawn("bar", [[12_000_000, 30_000_000]], {
      before: '<c:barDir val="col"/>',
      units: '<c:dispUnits><c:builtInUnit val="millions"/><c:dispUnitsLbl/></c:dispUnits>',
    });
    expect(words).toContain("30");
    expect(words.some((word) => word.includes("000"))).toBe(false);
    expect(places.Millions?.[0]).toBeLessThan(places["30"]?.[0] ?? 0);
    const own = drawn("bar", [[1000, 2000]], { units: '<c:dispUnits><c:custUnit val="500"/></c:dispUnits>' });
    expect(own.words).toContain("2");
    expect(own.words).not.toContain("x 500");
  });

  it.each(["category", "bars"] as const)("have labels and tick marks at the intervals of their axis: %s", (axes) => {
    const rows = [[1, 2, 3, 4, 5, 6]];
    const names = ["a", "b", "c", "d", "e", "f"];
    const before = `<c:barDir val="${axes === "bars" ? "bar" : "col"}"/>`;
    const all = drawn("bar", rows, { before, axes, categories: names });
    const some = drawn("bar", rows, {
      before,
      axes,
      categories: names,
      intervals: '<c:tickLblSkip val="2"/><c:tickMarkSkip val="3"/>',
    });
    const shown = ({ words }: { words: readonly string[] }) => names.filter((name) => words.includes(name));
    expect([shown(all), shown(some)]).toEqual([names, ["a", "c", "e"]]);
    // Before the first, the fourth and after the last of six, instead of around each.
    expect(all.lines.length - some.lines.length).toBe(7 - 3);
  });

  it("share their axes with points, whose x is the number of a category", () => {
    const { places, filled } = drawn("bar", [[10, 30, 20]], {
      before: '<c:barDir val="col"/>',
      beside: `<c:scatterChart><c:ser><c:idx val="1"/><c:order val="1"/><c:marker><c:symbol val="square"/><c:size val="5"/></c:marker><c:spPr>${fill("0000FF")}</c:spPr><c:xVal>${cache([2], "num")}</c:xVal><c:yVal>${cache([25], "num")}</c:yVal></c:ser><c:axId val="1"/><c:axId val="2"/></c:scatterChart>`,
    });
    // A square of 5 points around (2, 25).
    const [x = 0, y = 0] = [places.b?.[0], places["25"]?.[1]];
    expect(filled.at(-1)).toBe(`M${x - 2.5} ${y - 2.5}h5v5h-5Z`);
  });

  it("hang below the axis where they are negative", () => {
    const { filled } = drawn("bar", [[2, -2, 1]], { before: '<c:barDir val="col"/>' });
    const [, , , baseline = 0] = edges(filled[0]);
    const [, oneEnd = 0, , otherEnd = 0] = edges(filled[1]);
    expect(Math.min(oneEnd, otherEnd)).toBeCloseTo(baseline, 1);
  });

  it("say their values where labels are asked for", () => {
    const labels = '<c:dLbls><c:showVal val="1"/><c:showSerName val="0"/><c:showCatName val="0"/></c:dLbls>';
    const { words } = drawn("bar", [[17, 23, 31]], { before: '<c:barDir val="col"/>', series: labels });
    expect(words).toEqual(expect.arrayContaining(["17", "23", "31"]));
  });
});

describe("titles of axes", () => {
  const title = (text: string) =>
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
  const titles = { intervals: title("Years"), units: title("Tons") };

  it("take their room from the plot", () => {
    const { places } = drawn("line", [[1, 2, 3]], titles);
    expect(places.Tons?.[0]).toBeLessThan(20);
    expect(places.Years?.[1]).toBeGreaterThan(180);
  });

  it("are outside of a plot whose place is given", () => {
    const place = [
      ["x", 0.2],
      ["y", 0.1],
      ["w", 0.7],
      ["h", 0.6],
    ].map(([name, share]) => `<c:${name} val="${share}"/>`);
    const modes = '<c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/>';
    const layout = `<c:layout><c:manualLayout>${modes}${place.join("")}</c:manualLayout></c:layout>`;
    const { places } = drawn("line", [[1, 2, 3]], { ...titles, layout });
    // the plot is from 60 to 270 and from 20 to 140
    expect(places.Tons?.[0]).toBeGreaterThan(20);
    expect(places.Tons?.[0]).toBeLessThan(60);
    expect(places.Years?.[0]).toBe(165);
    expect(places.Years?.[1]).toBeGreaterThan(150);
    expect(places.Years?.[1]).toBeLessThan(190);
  });
});

describe("lines and areas", () => {
  it("go through their points, from left to right", () => {
    const { lines } = drawn("line", [[1, 3, 2]], { before: '<c:grouping val="standard"/>' });
    const [first = [], second = [], third = []] = points(lineOf(lines, 3));
    expect((first[0] ?? 0) < (second[0] ?? 0) && (second[0] ?? 0) < (third[0] ?? 0)).toBe(true);
    expect(((first[1] ?? 0) - (second[1] ?? 0)) / ((first[1] ?? 0) - (third[1] ?? 0))).toBeCloseTo(2, 1);
  });

  it.each(["square", "triangle", "diamond", "circle", "x", "plus", "star", "dash", "dot"])(
    "mark points with %s",
    (symbol) => {
      const marker = `<c:marker><c:symbol val="${symbol}"/><c:size val="6"/></c:marker>`;
      const marked = drawn("line", [[1, 3, 2]], { series: marker }).filled;
      expect(marked).toHaveLength(3);
      expect(new Set(marked).size).toBe(3);
    },
  );

  it.each(["stacked", "percentStacked"])(
    "add up with their signs when they are stacked, unlike bars: %s",
    (grouping) => {
      const rows = [
        [4, 4, 4],
        [1, -1, -2],
      ];
      const before = `<c:grouping val="${grouping}"/>`;
      const sums = grouping === "stacked" ? [5, 3, 2] : [1, 3 / 5, 2 / 6];
      const { filled, places } = drawn("area", rows, { before });
      const base = places[grouping === "stacked" ? "0" : "0%"]?.[1] ?? 0;
      const [first = 0, second = 0, third = 0] = points(filled[1]).map(([, y = 0]) => base - y);
      expect([second / first, third / first]).toEqual(
        [sums[1], sums[2]].map((sum = 0) => expect.closeTo(sum / (sums[0] ?? 0), 1)),
      );
      // The second area lies on the first: its lower edge is the first one's upper edge.
      const [upper, lower] = [points(filled[0]).slice(0, 3), points(filled[1]).slice(3).toReversed()];
      expect(lower).toEqual(upper);
    },
  );

  it("fill what lies below them", () => {
    const { filled } = drawn(
      "area",
      [
        [1, 3, 2],
        [1, 1, 1],
      ],
      { before: '<c:grouping val="stacked"/>' },
    );
    expect(filled).toHaveLength(2);
    expect(points(filled[0]).length).toBeGreaterThanOrEqual(4);
  });

  it("are at the place of their day on a date axis", () => {
    const { lines } = drawn("line", [[1, 1, 1]], { axes: "dates", categories: [40000, 40001, 40003] });
    const [first = [], second = [], third = []] = points(lineOf(lines, 3));
    expect(((third[0] ?? 0) - (second[0] ?? 0)) / ((second[0] ?? 0) - (first[0] ?? 0))).toBeCloseTo(2, 1);
  });

  it("grow by powers on a logarithmic axis", () => {
    const { lines } = drawn("line", [[1, 10, 100]], { scaling: '<c:logBase val="10"/>' });
    const [first = [], second = [], third = []] = points(lineOf(lines, 3));
    expect((first[1] ?? 0) - (second[1] ?? 0)).toBeCloseTo((second[1] ?? 0) - (third[1] ?? 0), 0);
  });

  it("have lines from the highest to the lowest in charts of stocks", () => {
    const { lines } = drawn(
      "stock",
      [
        [5, 6, 7],
        [1, 2, 3],
        [4, 4, 4],
      ],
      {
        after:
          '<c:hiLowLines><c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="000000"/></a:solidFill></a:ln></c:spPr></c:hiLowLines>',
      },
    );
    const upright = lines
      .map(points)
      .filter(([from = [], to = []]) => from[0] === to[0] && Math.abs((from[1] ?? 0) - (to[1] ?? 0)) > 5);
    expect(upright.length).toBeGreaterThanOrEqual(3);
  });

  it("drop lines from the highest point of each category to the axis", () => {
    const rows = [
      [1, 4, 2],
      [3, 2, 2],
    ];
    const plain = drawn("line", rows);
    const { lines } = drawn("line", rows, { after: "<c:dropLines/>" });
    const drops = lines.filter((line) => !plain.lines.includes(line)).map(points);
    expect(drops).toHaveLength(3);
    const feet = drops.map((drop) => drop[1]?.[1] ?? 0);
    expect(new Set(feet).size).toBe(1);
    const [first = 0, second = 0, third = 0] = drops.map((drop, index) => (feet[index] ?? 0) - (drop[0]?.[1] ?? 0));
    expect(second / third).toBeCloseTo(2, 1);
    expect(first / third).toBeCloseTo(1.5, 1);
  });

  it("drop lines from the top of stacked areas", () => {
    const rows = [
      [1, 4, 2],
      [3, 2, 2],
    ];
    const before = '<c:grouping val="stacked"/>';
    const plain = drawn("area", rows, { before });
    const { lines } = drawn("area", rows, { before, after: "<c:dropLines/>" });
    const heights = lines
      .filter((line) => !plain.lines.includes(line))
      .map((line) => points(line))
      .map(([top = [], foot = []]) => (foot[1] ?? 0) - (top[1] ?? 0));
    const [first = 0, second = 0, third = 0] = heights;
    expect(heights).toHaveLength(3);
    expect([second / first, third / first]).toEqual([expect.closeTo(1.5, 1), expect.closeTo(1, 1)]);
  });

  it("have bars between the first and the last series, as wide as their gaps leave them", () => {
    const rows = [
      [1, 4, 2],
      [9, 9, 9],
      [3, 2, 2],
    ];
    const { filled } = drawn("stock", rows, { after: '<c:upDownBars><c:gapWidth val="100"/></c:upDownBars>' });
    const boxes = filled.map(edges).filter(([left = 0, , right = 0]) => right > left);
    expect(boxes).toHaveLength(3);
    const heights = boxes.map(([, top = 0, , bottom = 0]) => bottom - top);
    // up by 2, down by 2, and not at all
    expect(heights[0]).toBeCloseTo(heights[1] ?? 0, 1);
    expect(heights[2]).toBeCloseTo(0, 5);
    const [[left = 0, , right = 0] = [], [next = 0] = []] = boxes;
    expect((next - left) / (right - left)).toBeCloseTo(2, 1);
  });
});

describe("points", () => {
  it("lie by both of their values", () => {
    const marker = '<c:marker><c:symbol val="triangle"/><c:size val="4"/></c:marker>';
    const { filled } = drawn("scatter", [[0, 5, 10]], {
      axes: "values",
      before: '<c:scatterStyle val="lineMarker"/>',
      series: marker,
      categories: [0, 10, 20],
    });
    const centres = filled.map((path) => points(path)[0] ?? []);
    const [first = [], second = [], third = []] = centres;
    expect((second[0] ?? 0) - (first[0] ?? 0)).toBeCloseTo((third[0] ?? 0) - (second[0] ?? 0), 0);
    expect((first[1] ?? 0) > (third[1] ?? 0)).toBe(true);
  });

  it("are bubbles as large as their third value", () => {
    const { filled } = drawn("bubble", [[1, 2, 3]], { axes: "values", categories: [1, 2, 3], sizes: [1, 4, 16] });
    expect(filled).toHaveLength(3);
    expect(new Set(filled.map((path) => path.length > 10)).size).toBe(1);
  });
});

describe("pies", () => {
  it("have a slice for each value, and their shares as words", () => {
    const labels = '<c:dLbls><c:showPercent val="1"/><c:showVal val="0"/></c:dLbls>';
    const { filled, words } = drawn("pie", [[1, 1, 2]], {
      axes: "none",
      before: '<c:varyColors val="1"/>',
      series: labels,
      legend: "r",
    });
    expect(filled.length).toBeGreaterThanOrEqual(3);
    expect(words.filter((word) => word.endsWith("%"))).toEqual(["25%", "25%", "50%"]);
    expect(words).toEqual(expect.arrayContaining(["a", "b", "c"]));
  });

  it("have a hole as rings", () => {
    const ring = drawn("doughnut", [[1, 1, 2]], { axes: "none", after: '<c:holeSize val="50"/>' });
    const pie = drawn("pie", [[1, 1, 2]], { axes: "none" });
    expect(ring.filled[0]?.match(/[AC]/g)?.length ?? 0).toBeGreaterThan(pie.filled[0]?.match(/[AC]/g)?.length ?? 0);
  });
});

describe("radar charts", () => {
  it("number categories without names", () => {
    const { words } = drawn("radar", [[1, 2, 3, 4]], { categories: [], before: '<c:radarStyle val="standard"/>' });
    expect(words).toEqual(expect.arrayContaining(["1", "2", "3", "4"]));
  });

  it.each(["standard", "filled"])("have a ring of their values around the middle: %s", (style) => {
    const chart = drawn("radar", [[1, 1, 1]], { before: `<c:radarStyle val="${style}"/>` });
    const rings = style === "filled" ? chart.filled : chart.lines;
    const ring = points(rings.find((path) => path.endsWith("Z") && points(path).length === 3));
    expect(ring).toHaveLength(3);
    expect(ring[1]?.[1]).toBeCloseTo(ring[2]?.[1] ?? 0, 1);
    expect(chart.words).toEqual(expect.arrayContaining(["a", "b", "c"]));
  });
});

describe("legends", () => {
  it.each([
    ["t", (x: number, y: number) => y < 40 && x > 50],
    ["b", (x: number, y: number) => y > 160 && x > 50],
    ["l", (x: number) => x < 60],
    ["r", (x: number) => x > 200],
  ] as const)("stand at %s", (legend, isThere) => {
    const { places } = drawn(
      "bar",
      [
        [1, 2, 3],
        [2, 2, 2],
      ],
      { before: '<c:barDir val="col"/>', legend },
    );
    const [x = 0, y = 0] = places["Series 1"] ?? [];
    expect(isThere(x, y)).toBe(true);
  });

  it("name the series of a stack from the top", () => {
    const { places } = drawn(
      "bar",
      [
        [1, 2, 3],
        [2, 2, 2],
      ],
      { before: '<c:barDir val="col"/><c:grouping val="stacked"/>', legend: "r" },
    );
    expect(places["Series 2"]?.[1] ?? 0).toBeLessThan(places["Series 1"]?.[1] ?? 0);
  });
});

describe("trend lines and error bars", () => {
  const trend = (type: string, more = "") =>
    `<c:trendline><c:trendlineType val="${type}"/>${more}<c:dispRSqr val="1"/><c:dispEq val="1"/></c:trendline>`;
  const bars = (type: string, more: string) =>
    `<c:errBars><c:errBarType val="both"/><c:errValType val="${type}"/>${more}</c:errBars>`;

  it("draws a line through the categories and says what it is", () => {
    const { lines, words } = drawn("line", [[2, 4, 6]], { series: trend("linear"), legend: "r" });
    expect(words).toEqual(expect.arrayContaining(["y = 2x", "R² = 1", "Linear (Series 1)"]));
    const plain = drawn("line", [[2, 4, 6]], { legend: "r" });
    expect(lines.length).toBe(plain.lines.length + 2);
  });

  it("carries lines of scatter charts on, with room on the axis", () => {
    const forward = drawn("scatter", [[1, 2, 3]], {
      categories: [1, 2, 3],
      axes: "values",
      series: trend("linear", '<c:forward val="5"/>'),
    });
    expect(forward.words).toContain("8");
    expect(drawn("scatter", [[1, 2, 3]], { categories: [1, 2, 3], axes: "values" }).words).not.toContain("8");
  });

  it.each([
    ["fixedVal", '<c:val val="10"/>'],
    ["percentage", '<c:val val="100"/>'],
    ["cust", '<c:plus><c:numLit><c:ptCount val="1"/><c:pt idx="0"><c:v>10</c:v></c:pt></c:numLit></c:plus>'],
  ])("draws error bars of %s with caps, and gives them room", (type, more) => {
    const column = { before: '<c:barDir val="col"/>' };
    const { words } = drawn("bar", [[10, 10, 10]], { ...column, series: bars(type, more) });
    expect(Math.max(...words.map(Number).filter(Number.isFinite))).toBeGreaterThanOrEqual(20);
    const fixed = { ...column, scaling: '<c:max val="40"/><c:min val="0"/>' };
    const { lines } = drawn("bar", [[10, 10, 10]], { ...fixed, series: bars(type, more) });
    expect(lines.length - drawn("bar", [[10, 10, 10]], fixed).lines.length).toBe(9);
  });
});

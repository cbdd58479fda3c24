/** A chart substream (MS-XLS 2.1.7.20.1) -> a chart part (ECMA-376 part 1, 21.2.2.27). */
import type { BiffRecord } from "../biff/record-stream.ts";
import { RecordType } from "../biff/record-type.ts";
import { tag } from "../markup/xml.ts";
import { frameMarkup } from "./chart-appearances.ts";
import { axesMarkup, axisIds } from "./chart-axes.ts";
import type { ChartContext } from "./chart-context.ts";
import { ChartCache } from "./chart-data.ts";
import { type ChartGroup, readGroup } from "./chart-groups.ts";
import { ChartRecord } from "./chart-record-type.ts";
import { groupOf, type SeriesSource } from "./chart-series.ts";
import { nodeFont, textProperties, titleMarkup } from "./chart-text.ts";
import { type ChartNode, chartTree } from "./chart-tree.ts";

const CHART_TITLE = 1;
const LEGEND_PLACES: Readonly<Record<number, string>> = { 0: "b", 1: "tr", 2: "t", 3: "r", 4: "l" };
const WHITE = "ffffff";
const BLACK = "000000";
const MAX_SERIES = 1_000;

/** The part's XML; undefined when the records hold no chart. */
export function chartXml(records: Iterable<BiffRecord>, context: ChartContext): string | undefined {
  const root = chartTree(records);
  const chart = root.child(ChartRecord.Chart);
  if (!chart) return undefined;
  const { globals } = context;
  const title = chart.all(ChartRecord.Text).find((text) => linkOf(text) === CHART_TITLE);
  const titleXml = titleMarkup(title, globals, globals.fonts[0]);
  const font = nodeFont(defaultText(chart), globals, globals.fonts[0]);
  return tag(
    "c:chartSpace",
    {
      "xmlns:c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
      "xmlns:a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    },
    tag(
      "c:chart",
      {},
      (titleXml ?? "") +
        tag("c:autoTitleDeleted", { val: titleXml === undefined }) +
        plotArea(chart, new ChartCache(root, globals.text), context) +
        legendMarkup(chart, context),
    ) +
      frameMarkup(chart.child(ChartRecord.Frame), WHITE, BLACK, globals) +
      textProperties(font, globals),
  );
}

function linkOf(text: ChartNode): number | undefined {
  return text.child(ChartRecord.ObjectLink)?.read((cursor) => cursor.u16());
}

/** The Text after the DefaultText that holds for the whole chart (2.4.84). */
function defaultText(chart: ChartNode): ChartNode | undefined {
  const all = chart.all(ChartRecord.DefaultText);
  const found = all.find((node) => node.read((cursor) => cursor.u16() >= 2));
  return found && chart.after(found, ChartRecord.Text);
}

function plotArea(chart: ChartNode, cache: ChartCache, context: ChartContext): string {
  const series = chart
    .all(ChartRecord.Series)
    .slice(0, MAX_SERIES)
    .map((node, index): SeriesSource => ({ node, index }))
    // trend lines and error bars belong to other series
    .filter(({ node }) => !node.child(ChartRecord.SerParent));
  const labels = chart.all(ChartRecord.Text).filter((text) => linkOf(text) === 4);
  let number = 0;
  let groupsXml = "";
  let axesXml = "";
  for (const parent of chart.all(ChartRecord.AxisParent)) {
    const isSecondary = parent.read((cursor) => cursor.u16() === 1) ?? false;
    const groups = parent.all(ChartRecord.ChartFormat).flatMap((node): ChartGroup[] => {
      const id = number++;
      const own = series.filter((source) => groupOf(source.node) === id);
      const group = readGroup(node, own, { cache, context, labels });
      return group && own.length > 0 ? [group] : [];
    });
    const [first] = groups;
    if (!first) continue;
    groupsXml += groups.map((group) => group.markup(group.axes === "none" ? [] : axisIds({ isSecondary }))).join("");
    const withAxes = groups.find((group) => group.axes !== "none");
    if (!withAxes) continue;
    axesXml += axesMarkup(
      { parent, isSecondary, isHorizontal: withAxes.isHorizontal, isValues: withAxes.axes === "value" },
      context,
    );
  }
  const plot = chart.all(ChartRecord.AxisParent).find((parent) => parent.child(ChartRecord.PlotArea));
  const mark = plot?.child(ChartRecord.PlotArea);
  const frame = mark && plot?.after(mark, ChartRecord.Frame);
  return tag(
    "c:plotArea",
    {},
    plotLayout(chart, plot) + groupsXml + axesXml + frameMarkup(frame, "c0c0c0", "808080", context.globals),
  );
}

const ALWAYS_AUTOMATIC_PLOT = 0x10;
const SHARES = 4_000;
const PARENT_MODE = 2;

/** Where the plot area with its labels lies, unless that is left to Excel (2.4.215, 2.4.261). */
function plotLayout(chart: ChartNode, plot: ChartNode | undefined): string {
  const isPlaced = chart.child(ChartRecord.ShtProps)?.read((cursor) => (cursor.u16() & ALWAYS_AUTOMATIC_PLOT) !== 0);
  const box = plot?.child(ChartRecord.Pos)?.read((cursor) => {
    const modes = [cursor.u16(), cursor.u16()];
    const [x, y, width, height] = [cursor.i32(), cursor.i32(), cursor.i32(), cursor.i32()];
    return modes.every((mode) => mode === PARENT_MODE) && width > 0 && height > 0 ? { x, y, width, height } : undefined;
  });
  if (!isPlaced || !box) return "";
  const share = (name: string, value: number) => tag(`c:${name}`, { val: value / SHARES });
  return tag(
    "c:layout",
    {},
    tag(
      "c:manualLayout",
      {},
      '<c:layoutTarget val="outer"/><c:xMode val="edge"/><c:yMode val="edge"/>' +
        share("x", box.x) +
        share("y", box.y) +
        share("w", box.width) +
        share("h", box.height),
    ),
  );
}

function legendMarkup(chart: ChartNode, { globals }: ChartContext): string {
  const legend = chart
    .all(ChartRecord.AxisParent)
    .flatMap((parent) => parent.all(ChartRecord.ChartFormat))
    .map((group) => group.child(ChartRecord.Legend))
    .find((found) => found !== undefined);
  if (!legend) return "";
  const place = legend.read((cursor) => {
    cursor.skip(16);
    return LEGEND_PLACES[cursor.u8()];
  });
  const text = legend.child(ChartRecord.Text);
  return tag(
    "c:legend",
    {},
    tag("c:legendPos", { val: place ?? "r" }) +
      frameMarkup(legend.child(ChartRecord.Frame), WHITE, BLACK, globals) +
      textProperties(nodeFont(text, globals, globals.fonts[0]), globals),
  );
}

const SIZE_OF_CHART = 3;
/** Sizes are fixed-point numbers of points. */
const EMU_PER_SIZE_UNIT = 12_700 / 65_536;

/** The size in which a chart sheet is printed, in EMU; undefined if it fills the page (2.4.211, 2.4.45). */
export function ownPrintSize(records: Iterable<BiffRecord>): { width: number; height: number } | undefined {
  const root = chartTree(records);
  if (root.child(RecordType.PrintSize)?.read((cursor) => cursor.u16()) !== SIZE_OF_CHART) return undefined;
  const size = root.child(ChartRecord.Chart)?.read((cursor) => {
    cursor.skip(8);
    return { width: cursor.i32() * EMU_PER_SIZE_UNIT, height: cursor.i32() * EMU_PER_SIZE_UNIT };
  });
  return size && size.width > 0 && size.height > 0
    ? { width: Math.round(size.width), height: Math.round(size.height) }
    : undefined;
}

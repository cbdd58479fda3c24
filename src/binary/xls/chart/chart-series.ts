/** Series (MS-XLS 2.4.252) -> `c:ser`. */
import { largestOf } from "../../../domain/collections/long-lists.ts";
import { escapeXmlText } from "../../../office/xml-text.ts";
import { tag } from "../markup/xml.ts";
import { dataAppearance, markerMarkup } from "./chart-appearances.ts";
import type { ChartContext } from "./chart-context.ts";
import { type ChartCache, DataKind, dataMarkup, linkedValues, pointsOf, readLink } from "./chart-data.ts";
import { ChartRecord } from "./chart-record-type.ts";
import { nodeFont, readTextAppearance, storedText, TextFlag, textProperties } from "./chart-text.ts";
import type { ChartNode } from "./chart-tree.ts";

const ALL_POINTS = 0xffff;
const MAX_POINT_APPEARANCES = 2_000;
const SMOOTHED = 1;
const LABEL_POSITIONS = ["", "outEnd", "inEnd", "ctr", "inBase", "t", "b", "l", "r", "bestFit"];

/** Flags of AttachedLabel (2.4.9). */
const LabelFlag = { value: 0x01, percent: 0x02, labelAndPercent: 0x04, category: 0x10, bubble: 0x20, series: 0x40 };

/** How the series of one group are drawn. */
export interface SeriesKindAppearance {
  /** Names of the data elements: scatter and bubble charts have x and y. */
  isPoints: boolean;
  isBubble: boolean;
  isLine: boolean;
  hasMarkers: boolean;
  /** Every point has its own color. */
  variesColors: boolean;
  hasLabels: boolean;
  /** Looks that hold for all series of the group. */
  groupFormat: ChartNode | undefined;
}

export interface SeriesSource {
  node: ChartNode;
  /** Place among all series of the chart, by which stored values are kept. */
  index: number;
}

export interface SeriesSetting {
  cache: ChartCache;
  context: ChartContext;
  /** Texts of the chart that belong to series and points. */
  labels: readonly ChartNode[];
}

interface DataFormat {
  point: number;
  node: ChartNode;
}

function dataFormats(series: ChartNode): DataFormat[] {
  return series.all(ChartRecord.DataFormat).map((node) => ({ node, point: node.read((cursor) => cursor.u16()) ?? -1 }));
}

/** The chart group that a series belongs to. */
export function groupOf(series: ChartNode): number {
  return series.child(ChartRecord.SerToCrt)?.read((cursor) => cursor.u16()) ?? 0;
}

export function seriesMarkup(
  source: SeriesSource,
  order: number,
  appearance: SeriesKindAppearance,
  setting: SeriesSetting,
): string {
  const { node, index } = source;
  const { globals } = setting.context;
  const formats = dataFormats(node);
  const whole = formats.find((format) => format.point === ALL_POINTS)?.node;
  const format = whole && whole.children.length > 0 ? whole : (appearance.groupFormat ?? whole);
  const ownAppearance = { isLine: appearance.isLine, index, linesAreOff: false };
  const data = (name: string, kind: number) => dataMarkup(name, node, index, kind, setting.cache, setting.context);
  const isSmooth = format?.child(ChartRecord.SerFmt)?.read((cursor) => (cursor.u16() & SMOOTHED) !== 0) ?? false;
  return (
    `<c:ser>${tag("c:idx", { val: index })}${tag("c:order", { val: order })}` +
    nameMarkup(node, setting.context) +
    dataAppearance(format, ownAppearance, globals) +
    (appearance.hasMarkers ? markerMarkup(format, index, globals) : "") +
    pointAppearances(formats, format, appearance, source, setting) +
    labelsMarkup(source, format, appearance, setting) +
    (appearance.isPoints
      ? data("c:xVal", DataKind.categories) + data("c:yVal", DataKind.values)
      : data("c:cat", DataKind.categories) + data("c:val", DataKind.values)) +
    (appearance.isBubble ? data("c:bubbleSize", DataKind.bubbles) : "") +
    (appearance.isLine ? tag("c:smooth", { val: isSmooth }) : "") +
    "</c:ser>"
  );
}

function nameMarkup(series: ChartNode, context: ChartContext): string {
  const link = readLink(series, DataKind.name);
  const name = storedText(series, context.globals) ?? (link && linkedValues(link, context)[0]);
  return name === undefined || name === "" ? "" : `<c:tx><c:v>${escapeXmlText(String(name))}</c:v></c:tx>`;
}

/** Points with a look of their own; where colors vary that is every one of them. */
function pointAppearances(
  formats: readonly DataFormat[],
  whole: ChartNode | undefined,
  appearance: SeriesKindAppearance,
  source: SeriesSource,
  { cache, context }: SeriesSetting,
): string {
  const own = new Map(formats.filter(({ point }) => point !== ALL_POINTS).map(({ point, node }) => [point, node]));
  const count = appearance.variesColors
    ? pointsOf(source.node, source.index, DataKind.values, cache, context).length
    : largestOf(own.keys(), -1) + 1;
  let markup = "";
  for (let point = 0; point < Math.min(count, MAX_POINT_APPEARANCES); point++) {
    const node = own.get(point);
    if (!node && !appearance.variesColors) continue;
    const explosion = (node ?? whole)?.child(ChartRecord.PieFormat)?.read((cursor) => cursor.u16()) ?? 0;
    markup += tag(
      "c:dPt",
      {},
      tag("c:idx", { val: point }) +
        (explosion > 0 ? tag("c:explosion", { val: explosion }) : "") +
        dataAppearance(
          node ?? whole,
          { isLine: appearance.isLine, index: appearance.variesColors ? point : source.index },
          context.globals,
        ),
    );
  }
  return markup;
}

/** What labels show, of the series or of its group, and how they look. */
function labelsMarkup(
  { index }: SeriesSource,
  format: ChartNode | undefined,
  appearance: SeriesKindAppearance,
  { labels, context }: SeriesSetting,
): string {
  const attached = (
    format?.child(ChartRecord.AttachedLabel) ?? appearance.groupFormat?.child(ChartRecord.AttachedLabel)
  )?.read((cursor) => cursor.u16());
  const text = labels.find((candidate) => belongsTo(candidate, index));
  const textAppearance = text && readTextAppearance(text);
  let flags = attached ?? 0;
  if (flags === 0 && textAppearance && appearance.hasLabels) flags = flagsOfText(textAppearance.flags);
  const shows = (...wanted: number[]) => wanted.some((flag) => (flags & flag) !== 0);
  if (flags === 0) return "";
  const { globals } = context;
  const position = LABEL_POSITIONS[textAppearance?.position ?? 0];
  return (
    "<c:dLbls>" +
    (text ? textProperties(nodeFont(text, globals, globals.fonts[0]), globals, textAppearance?.color) : "") +
    (position ? tag("c:dLblPos", { val: position }) : "") +
    tag("c:showLegendKey", { val: false }) +
    tag("c:showVal", { val: shows(LabelFlag.value) }) +
    tag("c:showCatName", { val: shows(LabelFlag.category, LabelFlag.labelAndPercent) }) +
    tag("c:showSerName", { val: shows(LabelFlag.series) }) +
    tag("c:showPercent", { val: shows(LabelFlag.percent, LabelFlag.labelAndPercent) }) +
    tag("c:showBubbleSize", { val: shows(LabelFlag.bubble) }) +
    "</c:dLbls>"
  );
}

function flagsOfText(flags: number): number {
  return (
    (flags & TextFlag.value ? LabelFlag.value : 0) |
    (flags & TextFlag.percent ? LabelFlag.percent : 0) |
    (flags & TextFlag.labelAndPercent ? LabelFlag.labelAndPercent : 0) |
    (flags & TextFlag.category ? LabelFlag.category : 0) |
    (flags & TextFlag.bubble ? LabelFlag.bubble : 0)
  );
}

/** The text is of all points of the series. */
function belongsTo(text: ChartNode, series: number): boolean {
  return (
    text.child(ChartRecord.ObjectLink)?.read((cursor) => {
      cursor.skip(2);
      return cursor.u16() === series && cursor.u16() === ALL_POINTS;
    }) ?? false
  );
}

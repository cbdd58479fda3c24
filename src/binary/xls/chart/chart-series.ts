/** Series (MS-XLS 2.4.252) -> `c:ser`. */
import { escapeXmlText } from "../../../office/xml-text.ts";
import { tag } from "../markup/xml.ts";
import type { ChartContext } from "./chart-context.ts";
import { type ChartCache, DataKind, dataMarkup, linkedValues, pointsOf, readLink } from "./chart-data.ts";
import { dataLook, markerMarkup } from "./chart-looks.ts";
import { ChartRecord } from "./chart-record-type.ts";
import { nodeFont, readTextLook, storedText, TextFlag, textProperties } from "./chart-text.ts";
import type { ChartNode } from "./chart-tree.ts";

const ALL_POINTS = 0xffff;
const MAX_POINT_LOOKS = 2_000;
const SMOOTHED = 1;
const LABEL_POSITIONS = ["", "outEnd", "inEnd", "ctr", "inBase", "t", "b", "l", "r", "bestFit"];

/** Flags of AttachedLabel (2.4.9). */
const LabelFlag = { value: 0x01, percent: 0x02, labelAndPercent: 0x04, category: 0x10, bubble: 0x20, series: 0x40 };

/** How the series of one group are drawn. */
export interface SeriesKindLook {
  /** Names of the data elements: scatter and bubble charts have x and y. */
  isPoints: boolean;
  isBubble: boolean;
  isLine: boolean;
  hasMarkers: boolean;
  /** Every point has its own colour. */
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
  look: SeriesKindLook,
  setting: SeriesSetting,
): string {
  const { node, index } = source;
  const { globals } = setting.context;
  const formats = dataFormats(node);
  const whole = formats.find((format) => format.point === ALL_POINTS)?.node;
  const format = whole && whole.children.length > 0 ? whole : (look.groupFormat ?? whole);
  const ownLook = { isLine: look.isLine, index, linesAreOff: false };
  const data = (name: string, kind: number) => dataMarkup(name, node, index, kind, setting.cache, setting.context);
  const isSmooth = format?.child(ChartRecord.SerFmt)?.read((cursor) => (cursor.u16() & SMOOTHED) !== 0) ?? false;
  return (
    `<c:ser>${tag("c:idx", { val: index })}${tag("c:order", { val: order })}` +
    nameMarkup(node, setting.context) +
    dataLook(format, ownLook, globals) +
    (look.hasMarkers ? markerMarkup(format, index, globals) : "") +
    pointLooks(formats, format, look, source, setting) +
    labelsMarkup(source, format, look, setting) +
    (look.isPoints
      ? data("c:xVal", DataKind.categories) + data("c:yVal", DataKind.values)
      : data("c:cat", DataKind.categories) + data("c:val", DataKind.values)) +
    (look.isBubble ? data("c:bubbleSize", DataKind.bubbles) : "") +
    (look.isLine ? tag("c:smooth", { val: isSmooth }) : "") +
    "</c:ser>"
  );
}

function nameMarkup(series: ChartNode, context: ChartContext): string {
  const link = readLink(series, DataKind.name);
  const name = storedText(series, context.globals) ?? (link && linkedValues(link, context)[0]);
  return name === undefined || name === "" ? "" : `<c:tx><c:v>${escapeXmlText(String(name))}</c:v></c:tx>`;
}

/** Points with a look of their own; where colours vary that is every one of them. */
function pointLooks(
  formats: readonly DataFormat[],
  whole: ChartNode | undefined,
  look: SeriesKindLook,
  source: SeriesSource,
  { cache, context }: SeriesSetting,
): string {
  const own = new Map(formats.filter(({ point }) => point !== ALL_POINTS).map(({ point, node }) => [point, node]));
  const count = look.variesColors
    ? pointsOf(source.node, source.index, DataKind.values, cache, context).length
    : Math.max(0, ...[...own.keys()].map((point) => point + 1));
  let markup = "";
  for (let point = 0; point < Math.min(count, MAX_POINT_LOOKS); point++) {
    const node = own.get(point);
    if (!node && !look.variesColors) continue;
    const explosion = (node ?? whole)?.child(ChartRecord.PieFormat)?.read((cursor) => cursor.u16()) ?? 0;
    markup += tag(
      "c:dPt",
      {},
      tag("c:idx", { val: point }) +
        (explosion > 0 ? tag("c:explosion", { val: explosion }) : "") +
        dataLook(
          node ?? whole,
          { isLine: look.isLine, index: look.variesColors ? point : source.index },
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
  look: SeriesKindLook,
  { labels, context }: SeriesSetting,
): string {
  const attached = (
    format?.child(ChartRecord.AttachedLabel) ?? look.groupFormat?.child(ChartRecord.AttachedLabel)
  )?.read((cursor) => cursor.u16());
  const text = labels.find((candidate) => belongsTo(candidate, index));
  const textLook = text && readTextLook(text);
  let flags = attached ?? 0;
  if (flags === 0 && textLook && look.hasLabels) flags = flagsOfText(textLook.flags);
  const shows = (...wanted: number[]) => wanted.some((flag) => (flags & flag) !== 0);
  if (flags === 0) return "";
  const { globals } = context;
  const position = LABEL_POSITIONS[textLook?.position ?? 0];
  return (
    "<c:dLbls>" +
    (text ? textProperties(nodeFont(text, globals, globals.fonts[0]), globals, textLook?.color) : "") +
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

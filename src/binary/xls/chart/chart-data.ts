/** Values, categories and names of series: stored beside the chart, or read from the cells they refer to. */

import { largestOf } from "../../../domain/collections/long-lists.ts";
import { escapeXmlText } from "../../../office/xml-text.ts";
import { BUILT_IN_FORMATS } from "../../../spreadsheet/built-in-formats.ts";
import { type GridRange, parseGridRange } from "../../../spreadsheet/grid-range.ts";
import type { RecordCursor } from "../biff/record-cursor.ts";
import { RecordType } from "../biff/record-type.ts";
import { longText, type TextFormat } from "../biff/text.ts";
import { rkNumber } from "../biff/values.ts";
import { formulaText } from "../formula/formula-text.ts";
import { tag } from "../markup/xml.ts";
import { type ChartContext, formatCode } from "./chart-context.ts";
import { ChartRecord } from "./chart-record-type.ts";
import type { ChartNode } from "./chart-tree.ts";

/** Numbers of SIIndex (2.4.258), which are those of BRAI (2.4.29) as well, except for the names. */
export const DataKind = { name: 0, values: 1, categories: 2, bubbles: 3 } as const;

type Point = string | number;
const MAX_POINTS = 20_000;

/** Points by kind and series. */
export class ChartCache {
  readonly #points = new Map<number, Map<number, Map<number, Point>>>();

  constructor(root: ChartNode, text: TextFormat) {
    let series = new Map<number, Map<number, Point>>();
    for (const node of root.children) {
      if (node.type === ChartRecord.SIIndex) {
        series = new Map();
        this.#points.set(node.read((cursor) => cursor.u16()) ?? 0, series);
        continue;
      }
      const point = node.read((cursor) => readPoint(node.type, cursor, text));
      if (!point || point.index >= MAX_POINTS) continue;
      const points = series.get(point.series) ?? new Map<number, Point>();
      series.set(point.series, points.set(point.index, point.value));
    }
  }

  points(kind: number, series: number): ReadonlyMap<number, Point> | undefined {
    return this.#points.get(kind)?.get(series);
  }
}

function readPoint(type: number, cursor: RecordCursor, text: TextFormat) {
  const isPoint = type === RecordType.Number || type === RecordType.Label || type === RecordType.Rk;
  if (!isPoint) return undefined;
  const index = cursor.u16();
  const series = cursor.u16();
  cursor.skip(2);
  const value =
    type === RecordType.Number
      ? cursor.f64()
      : type === RecordType.Rk
        ? rkNumber(cursor.i32())
        : longText(cursor, text);
  return { index, series, value };
}

/** BRAI: where the data of one kind come from. */
interface DataLink {
  formatIndex: number;
  expression: Uint8Array;
}

export function readLink(series: ChartNode, kind: number): DataLink | undefined {
  for (const node of series.all(ChartRecord.Brai)) {
    const link = node.read((cursor) => {
      const id = cursor.u8();
      cursor.skip(3);
      return { id, formatIndex: cursor.u16(), expression: cursor.bytes(cursor.u16()) };
    });
    if (link?.id === kind) return link;
  }
  return undefined;
}

interface LinkedRange {
  sheet: string;
  range: GridRange;
}

function linkedRanges(link: DataLink, context: ChartContext): LinkedRange[] {
  const { text, names } = context.globals;
  const formula = formulaText(link.expression, { text, names, base: { row: 0, column: 0 } });
  if (!formula) return [];
  return (formula.match(/(?:'(?:[^']|'')*'|[^,'()])+/g) ?? []).flatMap((reference) => {
    const at = reference.lastIndexOf("!");
    const range = parseGridRange(reference);
    if (!range || at < 0) return [];
    const sheet = reference.slice(0, at);
    const name = sheet.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet;
    return [{ sheet: name, range }];
  });
}

/** Values of the cells that a link refers to. */
export function linkedValues(link: DataLink, context: ChartContext): (Point | undefined)[] {
  return linkedRanges(link, context).flatMap(({ sheet, range }) => context.cellValues(sheet, range));
}

/** Categories of several levels: those of the innermost, next to the values. */
function innermostCategories(link: DataLink, context: ChartContext): (Point | undefined)[] | undefined {
  const [first, ...others] = linkedRanges(link, context);
  if (!first || others.length > 0) return undefined;
  const { top, left, bottom, right } = first.range;
  if (top === bottom || left === right) return undefined;
  const isDown = bottom - top > right - left;
  return context.cellValues(first.sheet, { bottom, right, top: isDown ? top : bottom, left: isDown ? right : left });
}

/** Points of one kind of a series, in order; the stored ones win. */
export function pointsOf(
  series: ChartNode,
  index: number,
  kind: number,
  cache: ChartCache,
  context: ChartContext,
): (Point | undefined)[] {
  const link = readLink(series, kind);
  const inner = link && kind === DataKind.categories ? innermostCategories(link, context) : undefined;
  if (inner?.some((value) => value !== undefined)) return inner.slice(0, MAX_POINTS);
  const stored = cache.points(kind, index);
  if (stored && stored.size > 0) {
    const count = largestOf(stored.keys()) + 1;
    return Array.from({ length: count }, (_, at) => stored.get(at));
  }
  return link ? linkedValues(link, context).slice(0, MAX_POINTS) : [];
}

/** `name` with the data within, e.g. `c:val`; empty when there are none. */
export function dataMarkup(
  name: string,
  series: ChartNode,
  index: number,
  kind: number,
  cache: ChartCache,
  context: ChartContext,
): string {
  const points = pointsOf(series, index, kind, cache, context);
  if (points.every((point) => point === undefined)) return "";
  const isText = kind === DataKind.categories && points.some((point) => typeof point === "string");
  const format = formatCode(context.globals, readLink(series, kind)?.formatIndex ?? 0, BUILT_IN_FORMATS);
  const values = points.map((point, idx) =>
    point === undefined || (!isText && typeof point === "string")
      ? ""
      : tag("c:pt", { idx }, `<c:v>${escapeXmlText(String(point))}</c:v>`),
  );
  const content = tag("c:ptCount", { val: points.length }) + values.join("");
  return isText
    ? `<${name}><c:strRef><c:strCache>${content}</c:strCache></c:strRef></${name}>`
    : `<${name}><c:numRef><c:numCache><c:formatCode>${escapeXmlText(format)}</c:formatCode>${content}</c:numCache></c:numRef></${name}>`;
}

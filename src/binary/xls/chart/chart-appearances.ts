/** Lines, fills and markers of charts (MS-XLS 2.4.156, 2.4.4, 2.4.164) -> DrawingML. */

import { joinBytes } from "../../../domain/join-bytes.ts";
import { TWIPS_PER_POINT } from "../../../geometry/units.ts";
import { fillXml } from "../../officeart/fill-xml.ts";
import { readRecords } from "../../officeart/records.ts";
import { ShapeProperties } from "../../officeart/shape-properties.ts";
import { tag } from "../markup/xml.ts";
import { rgbHex } from "../workbook/format-extensions.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";
import { automaticFill, automaticLine, paletteColor } from "./chart-context.ts";
import { ChartRecord } from "./chart-record-type.ts";
import type { ChartNode } from "./chart-tree.ts";

const AUTOMATIC = 1;
const NO_LINE = 5;
const DASHES = ["solid", "dash", "sysDot", "dashDot", "lgDashDotDot"];
/** By the weights -1 to 2, in EMU. */
const WIDTHS = [3_175, 9_525, 25_400, 38_100];
const PATTERNS: Readonly<Record<number, string>> = {
  2: "pct50",
  3: "pct75",
  4: "pct25",
  5: "dkHorz",
  6: "dkVert",
  7: "dkDnDiag",
  8: "dkUpDiag",
  9: "smCheck",
  10: "trellis",
  11: "ltHorz",
  12: "ltVert",
  13: "ltDnDiag",
  14: "ltUpDiag",
  15: "smGrid",
  16: "pct60",
  17: "pct10",
  18: "pct5",
};
const MARKERS = ["none", "square", "diamond", "triangle", "x", "star", "dot", "dash", "circle", "plus"];
const AUTOMATIC_MARKERS = ["diamond", "square", "triangle", "x", "star", "circle", "plus", "dot", "dash"];

export const solidFill = (hex: string) => `<a:solidFill><a:srgbClr val="${hex}"/></a:solidFill>`;

/** What a line looks like when it is left to Excel; undefined if there is no line. */
export type AutomaticAppearance = string | undefined;

/** `a:ln` of a LineFormat; `automatic` is the color of a line that Excel chooses. */
export function lineMarkup(
  node: ChartNode | undefined,
  automatic: AutomaticAppearance,
  automaticWidth = 9_525,
): string {
  const line = node?.read((cursor) => ({
    color: rgbHex(cursor.u32()),
    style: cursor.u16(),
    weight: cursor.i16(),
    isAutomatic: (cursor.u16() & AUTOMATIC) !== 0,
  }));
  if (!line || line.isAutomatic) {
    return automatic === undefined
      ? "<a:ln><a:noFill/></a:ln>"
      : `<a:ln w="${automaticWidth}">${solidFill(automatic)}</a:ln>`;
  }
  if (line.style === NO_LINE) return "<a:ln><a:noFill/></a:ln>";
  const width = WIDTHS[line.weight + 1] ?? 9_525;
  return `<a:ln w="${width}">${solidFill(line.color)}<a:prstDash val="${DASHES[line.style] ?? "solid"}"/></a:ln>`;
}

/**
 * Fill of a node with an AreaFormat; `automatic` is the color that Excel chooses. A GelFrame (2.4.135) states
 * exactly what the AreaFormat only approximates: gradients, and colors outside the palette.
 */
function areaMarkup(node: ChartNode | undefined, automatic: AutomaticAppearance, globals: WorkbookGlobals): string {
  const area = node?.child(ChartRecord.AreaFormat)?.read((cursor) => ({
    front: rgbHex(cursor.u32()),
    back: rgbHex(cursor.u32()),
    pattern: cursor.u16(),
    isAutomatic: (cursor.u16() & AUTOMATIC) !== 0,
  }));
  if (area && !area.isAutomatic && area.pattern === 0) return "<a:noFill/>";
  const shaded = shadedFill(node, globals);
  if (shaded) return shaded;
  if (!area || area.isAutomatic) return automatic === undefined ? "<a:noFill/>" : solidFill(automatic);
  const preset = PATTERNS[area.pattern];
  if (!preset) return solidFill(area.front);
  const color = (name: string, hex: string) => `<a:${name}><a:srgbClr val="${hex}"/></a:${name}>`;
  return `<a:pattFill prst="${preset}">${color("fgClr", area.front)}${color("bgClr", area.back)}</a:pattFill>`;
}

/** Pictures as fills are left out. */
function shadedFill(node: ChartNode | undefined, globals: WorkbookGlobals): string | undefined {
  const frames = node?.all(ChartRecord.GelFrame) ?? [];
  if (frames.length === 0) return undefined;
  const tables = [...readRecords(joinBytes(frames.map((frame) => frame.bytes)))];
  const context = {
    indexedColor: (index: number) => ({ rgb: paletteColor(globals, index) }),
    imageRelationship: () => undefined,
  };
  return fillXml(ShapeProperties.read(tables), context);
}

/** `c:spPr` of a frame: around the chart, its plot area, its legend. */
export function frameMarkup(
  frame: ChartNode | undefined,
  fill: AutomaticAppearance,
  line: AutomaticAppearance,
  globals: WorkbookGlobals,
): string {
  if (!frame) return "<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>";
  return `<c:spPr>${areaMarkup(frame, fill, globals)}${lineMarkup(frame.child(ChartRecord.LineFormat), line)}</c:spPr>`;
}

export interface SeriesAppearance {
  /** Series are lines or points, not areas. */
  isLine: boolean;
  /** Place of the series among those of the chart, for what Excel chooses. */
  index: number;
  /** Points have no lines between them unless they say so. */
  linesAreOff?: boolean;
}

/** `c:spPr` of a series or a point, by its DataFormat. */
export function dataAppearance(
  format: ChartNode | undefined,
  appearance: SeriesAppearance,
  globals: WorkbookGlobals,
): string {
  const line = format?.child(ChartRecord.LineFormat);
  if (appearance.isLine) {
    const automatic = appearance.linesAreOff ? undefined : automaticLine(globals, appearance.index);
    return `<c:spPr>${lineMarkup(line, automatic, 12_700)}</c:spPr>`;
  }
  const fill = areaMarkup(format, automaticFill(globals, appearance.index), globals);
  return `<c:spPr>${fill}${lineMarkup(line, "000000")}</c:spPr>`;
}

/** `c:marker` of lines and points. */
export function markerMarkup(format: ChartNode | undefined, index: number, globals: WorkbookGlobals): string {
  const marker = format?.child(ChartRecord.MarkerFormat)?.read((cursor) => {
    const border = rgbHex(cursor.u32());
    const fill = rgbHex(cursor.u32());
    const kind = cursor.u16();
    const flags = cursor.u16();
    cursor.skip(4);
    return { border, fill, kind, flags, sizeTwips: cursor.u32() };
  });
  const isAutomatic = !marker || (marker.flags & AUTOMATIC) !== 0;
  const symbol = isAutomatic ? AUTOMATIC_MARKERS[index % AUTOMATIC_MARKERS.length] : (MARKERS[marker.kind] ?? "none");
  const size = Math.max(2, Math.min(72, Math.round((marker?.sizeTwips ?? 100) / TWIPS_PER_POINT)));
  const automatic = automaticLine(globals, index);
  const fill = isAutomatic ? automatic : marker.flags & 0x10 ? undefined : marker.fill;
  const line = isAutomatic ? automatic : marker.flags & 0x20 ? undefined : marker.border;
  const properties =
    (fill ? solidFill(fill) : "<a:noFill/>") +
    (line ? `<a:ln w="9525">${solidFill(line)}</a:ln>` : "<a:ln><a:noFill/></a:ln>");
  return `<c:marker>${tag("c:symbol", { val: symbol })}${tag("c:size", { val: size })}<c:spPr>${properties}</c:spPr></c:marker>`;
}

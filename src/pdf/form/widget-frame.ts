import { present } from "../../domain/present.ts";
import type { Matrix } from "../../geometry/matrix.ts";
import type { PdfDocument } from "../document.ts";
import { PdfDict, type PdfObject } from "../objects.ts";
import { readRectangle } from "../page-geometry.ts";
import { formatNumber } from "../serialize.ts";

/** The box of a widget, upright like its text, with background and border (ISO 32000-2, 12.5.6.19). */
export interface WidgetFrame {
  widthPoints: number;
  heightPoints: number;
  /** Turns the upright box into the widget's rectangle; undefined when it is upright. */
  matrix: Matrix | undefined;
  /** Distance of content from the edges. */
  insetPoints: number;
  /** Operators that paint background and border. */
  paint: string;
}

/** Reads a widget's box and appearance characteristics; undefined for widgets without an area. */
export function readFrame(document: PdfDocument, widget: PdfDict): WidgetFrame | undefined {
  const rectangle = readRectangle(document, widget.get("Rect"));
  if (!rectangle) return undefined;
  const width = rectangle.right - rectangle.left;
  const height = rectangle.top - rectangle.bottom;
  if (!(width > 0 && height > 0)) return undefined;
  const characteristics = document.dict(widget.get("MK")) ?? new PdfDict();
  const turned = document.number(characteristics.get("R")) ?? 0;
  const rotation = (((Math.round(turned / 90) * 90) % 360) + 360) % 360;
  const upright = rotation % 180 === 0;
  const size = { widthPoints: upright ? width : height, heightPoints: upright ? height : width };
  const border = readBorder(document, widget);
  const borderColor = colorOperator(document, characteristics.get("BC"), true);
  const background = colorOperator(document, characteristics.get("BG"), false);
  let paint = "";
  if (background)
    paint += `q ${background} 0 0 ${roundedNumber(size.widthPoints)} ${roundedNumber(size.heightPoints)} re f Q\n`;
  if (borderColor && border.width > 0) paint += borderOperators(size, border, borderColor);
  const doubled = border.style === "B" || border.style === "I" ? 2 : 1;
  return {
    ...size,
    matrix: present(MATRICES[rotation / 90])(width, height),
    insetPoints: border.width * doubled,
    paint,
  };
}

const MATRICES: readonly ((width: number, height: number) => Matrix | undefined)[] = [
  () => undefined,
  (width) => [0, 1, -1, 0, width, 0],
  (width, height) => [-1, 0, 0, -1, width, height],
  (_, height) => [0, -1, 1, 0, 0, height],
];

interface Border {
  width: number;
  /** S solid, D dashed, B bevelled, I inset, U underlined (table 168). */
  style: string;
  dash: string;
}

function readBorder(document: PdfDocument, widget: PdfDict): Border {
  const style = document.dict(widget.get("BS"));
  const array = document.array(widget.get("Border"));
  const width = document.number(style?.get("W")) ?? document.number(array?.[2]) ?? 1;
  const dash = document.array(style?.get("D"))?.flatMap((item) => document.number(item) ?? []) ?? [3];
  return {
    width: Math.max(0, width),
    style: document.name(style?.get("S")) ?? "S",
    dash: `[${dash.map(roundedNumber).join(" ")}] 0 d`,
  };
}

function borderOperators(size: { widthPoints: number; heightPoints: number }, border: Border, color: string): string {
  const { widthPoints: width, heightPoints: height } = size;
  const line = border.width;
  const start = `q ${color} ${roundedNumber(line)} w `;
  if (border.style === "U")
    return `${start}0 ${roundedNumber(line / 2)} m ${roundedNumber(width)} ${roundedNumber(line / 2)} l S Q\n`;
  const dash = border.style === "D" ? `${border.dash} ` : "";
  const outline = `${start}${dash}${roundedNumber(line / 2)} ${roundedNumber(line / 2)} ${roundedNumber(width - line)} ${roundedNumber(height - line)} re S Q\n`;
  if (border.style !== "B" && border.style !== "I") return outline;
  // a second frame inside: light from the upper left
  const [upper, lower] = border.style === "B" ? ["1 g", "0.6 g"] : ["0.5 g", "0.75 g"];
  const near = roundedNumber(line);
  const far = roundedNumber(2 * line);
  const [right, rightIn] = [roundedNumber(width - line), roundedNumber(width - 2 * line)];
  const [top, topIn] = [roundedNumber(height - line), roundedNumber(height - 2 * line)];
  const upperEdge = `${near} ${near} m ${near} ${top} l ${right} ${top} l ${rightIn} ${topIn} l ${far} ${topIn} l ${far} ${far} l f`;
  const lowerEdge = `${right} ${top} m ${right} ${near} l ${near} ${near} l ${far} ${far} l ${rightIn} ${far} l ${rightIn} ${topIn} l f`;
  return `${outline}q ${upper} ${upperEdge} ${lower} ${lowerEdge} Q\n`;
}

/** Color operator for an array of 1, 3 or 4 numbers; undefined for none. */
function colorOperator(document: PdfDocument, color: PdfObject | undefined, stroke: boolean): string | undefined {
  const values = document.array(color)?.flatMap((item) => document.number(item) ?? []) ?? [];
  const operator = { 1: "g", 3: "rg", 4: "k" }[values.length];
  if (!operator) return undefined;
  return `${values.map(roundedNumber).join(" ")} ${stroke ? operator.toUpperCase() : operator}`;
}

/** A number for a content stream, to a thousandth. */
export function roundedNumber(value: number): string {
  return formatNumber(Math.round(value * 1000) / 1000);
}

/** Fonts, fills, borders and formats of cells (MS-XLSB 2.4) -> the styles part (ECMA-376 Part 1, 18.8). */

import { element } from "../../binary/doc/xml-writer.ts";
import { BOLD_WEIGHT, LINES, PATTERNS, UNDERLINES } from "../../binary/xls/markup/style-names.ts";
import { checkLimit } from "../../domain/limits.ts";
import { TWIPS_PER_POINT } from "../../geometry/units.ts";
import { colorXml } from "./color-xml.ts";
import { differentialXml } from "./differential-format.ts";
import { RECORD, type RecordData, recordsOf } from "./records.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const GRADIENT = 0x28;
const MOST_STOPS = 256;
const HORIZONTAL = ["general", "left", "center", "right", "fill", "justify", "centerContinuous", "distributed"];
const VERTICAL = ["top", "center", "bottom", "justify", "distributed"];
/** Parts of tables that styles are made of (MS-XLSB 2.4.837). */
const TABLE_PARTS = [
  ...["wholeTable", "headerRow", "totalRow", "firstColumn", "lastColumn", "firstRowStripe", "secondRowStripe"],
  ...[
    "firstColumnStripe",
    "secondColumnStripe",
    "firstHeaderCell",
    "lastHeaderCell",
    "firstTotalCell",
    "lastTotalCell",
  ],
];

export interface BinaryStyles {
  /** The styles part. */
  xml: string;
  /** Properties of each font, as runs of text have them. */
  runFonts: readonly string[];
}

/** @throws Failure `too_complex` */
export function readStyles(part: Uint8Array): BinaryStyles {
  const lists: Record<"fonts" | "formats" | "fills" | "borders" | "cells" | "differentials", string[]> = {
    ...{ fonts: [], formats: [], fills: [], borders: [], cells: [], differentials: [] },
  };
  const runFonts: string[] = [];
  const tableStyles: { name: string; parts: string[] }[] = [];
  let isOfCells = false;
  let count = 0;
  for (const [type, data] of recordsOf(part)) {
    if (type === RECORD.cellFormats) isOfCells = true;
    else if (type === RECORD.endCellFormats) isOfCells = false;
    checkLimit("xlsbStyles", ++count);
    if (type === RECORD.font) {
      const parts = fontParts(data);
      lists.fonts.push(element("font", {}, parts.content + element("name", { val: parts.name })));
      runFonts.push(element("rPr", {}, parts.content + element("rFont", { val: parts.name })));
    } else if (type === RECORD.format) {
      const numFmtId = data.u16();
      lists.formats.push(element("numFmt", { numFmtId, formatCode: data.text() }));
    } else if (type === RECORD.fill) lists.fills.push(fillXml(data));
    else if (type === RECORD.border) lists.borders.push(borderXml(data));
    else if (type === RECORD.cellFormat && isOfCells) lists.cells.push(cellFormatXml(data));
    else if (type === RECORD.differential) lists.differentials.push(differentialXml(data));
    else if (type === RECORD.tableStyle) tableStyles.push(startOfTableStyle(data));
    else if (type === RECORD.tableStyleElement) tableStyles.at(-1)?.parts.push(tableStylePartXml(data));
  }
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? "" : element(name, {}, items.join(""));
  const content =
    list("numFmts", lists.formats) +
    list("fonts", lists.fonts) +
    list("fills", lists.fills) +
    list("borders", lists.borders) +
    '<cellStyleXfs><xf fontId="0"/></cellStyleXfs>' +
    list("cellXfs", lists.cells) +
    list("dxfs", lists.differentials) +
    list(
      "tableStyles",
      tableStyles.map(({ name, parts }) => element("tableStyle", { name }, parts.join(""))),
    );
  return { xml: element("styleSheet", { xmlns: MAIN }, content), runFonts };
}

function fontParts(data: RecordData): { content: string; name: string } {
  const size = data.u16() / TWIPS_PER_POINT;
  const flags = data.u16();
  const isBold = data.u16() >= BOLD_WEIGHT;
  const position = data.u16();
  const underline = UNDERLINES[data.u8()];
  const family = data.u8();
  data.skip(2);
  const color = colorXml("color", data);
  const scheme = ["", "major", "minor"][data.u8()] ?? "";
  const name = data.text();
  const content =
    (isBold ? "<b/>" : "") +
    (flags & 2 ? "<i/>" : "") +
    (flags & 8 ? "<strike/>" : "") +
    (underline ? element("u", { val: underline }) : "") +
    (position === 1 ? '<vertAlign val="superscript"/>' : position === 2 ? '<vertAlign val="subscript"/>' : "") +
    element("sz", { val: size }) +
    color +
    element("family", { val: family }) +
    (scheme === "" ? "" : element("scheme", { val: scheme }));
  return { content, name };
}

function fillXml(data: RecordData): string {
  const pattern = data.u32();
  const [fore, back] = [colorXml("fgColor", data), colorXml("bgColor", data)];
  if (pattern !== GRADIENT)
    return element("fill", {}, element("patternFill", { patternType: PATTERNS[pattern] ?? "none" }, fore + back));
  const isPath = data.u32() === 1;
  const degree = data.f64();
  const [left, right, top, bottom] = [data.f64(), data.f64(), data.f64(), data.f64()];
  const count = Math.min(MOST_STOPS, data.u32());
  const stops: string[] = [];
  for (let at = 0; at < count && data.left > 0; at++) {
    const color = colorXml("color", data);
    stops.push(element("stop", { position: data.f64() }, color));
  }
  const attributes = isPath ? { type: "path", left, right, top, bottom } : { degree };
  return element("fill", {}, element("gradientFill", attributes, stops.join("")));
}

function borderXml(data: RecordData): string {
  const flags = data.u8();
  const side = (name: string) => {
    const style = LINES[data.u8()] ?? "none";
    data.skip(1);
    const color = colorXml("color", data);
    return style === "none" ? `<${name}/>` : element(name, { style }, color);
  };
  const [top, bottom, left, right, diagonal] = ["top", "bottom", "left", "right", "diagonal"].map(side);
  return element(
    "border",
    { diagonalDown: flags & 1 ? 1 : undefined, diagonalUp: flags & 2 ? 1 : undefined },
    `${left}${right}${top}${bottom}${diagonal}`,
  );
}

function cellFormatXml(data: RecordData): string {
  data.skip(2);
  const [numFmtId, fontId, fillId, borderId] = [data.u16(), data.u16(), data.u16(), data.u16()];
  const [textRotation, indent] = [data.u8(), data.u8()];
  const flags = data.u16();
  const alignment = element("alignment", {
    horizontal: HORIZONTAL[flags & 7],
    vertical: VERTICAL[(flags >> 3) & 7],
    textRotation: textRotation || undefined,
    wrapText: flags & 0x40 ? 1 : undefined,
    shrinkToFit: flags & 0x100 ? 1 : undefined,
    readingOrder: (flags >> 10) & 3 || undefined,
    indent: indent || undefined,
  });
  const applied = { applyNumberFormat: 1, applyFont: 1, applyFill: 1, applyBorder: 1, applyAlignment: 1 };
  return element("xf", { numFmtId, fontId, fillId, borderId, ...applied }, alignment);
}

function startOfTableStyle(data: RecordData): { name: string; parts: string[] } {
  data.skip(6);
  return { name: data.text(), parts: [] };
}

function tableStylePartXml(data: RecordData): string {
  const [part, size, dxfId] = [data.u32(), data.u32(), data.u32()];
  const type = TABLE_PARTS[part];
  return type ? element("tableStyleElement", { type, size: size > 1 ? size : undefined, dxfId }) : "";
}

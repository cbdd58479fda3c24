/** Rules of Excel 2007 that are not comparisons (MS-XLS 2.5.28, 2.5.22, 2.5.26, 2.5.30). */
import type { RecordCursor } from "../biff/record-cursor.ts";
import { fullColorMarkup } from "../markup/style-markup.ts";
import { ICON_SETS, THRESHOLDS } from "../markup/style-names.ts";
import { type Attributes, tag } from "../markup/xml.ts";
import { colorOf } from "../workbook/format-extensions.ts";

export interface RuleMarkup {
  attributes: Attributes;
  content: string;
}

type FormulaReader = (expression: Uint8Array) => string | undefined;

const COLOR_SCALE = 3;
const DATA_BAR = 4;
const TOP = 5;
const ICON_SET = 6;

/** Undefined for comparisons and for kinds that are not known. */
export function readRuleDetail(kind: number, cursor: RecordCursor, formula: FormulaReader): RuleMarkup | undefined {
  switch (kind) {
    case COLOR_SCALE:
      return readScale(cursor, formula);
    case DATA_BAR:
      return readBar(cursor, formula);
    case TOP:
      return readTop(cursor);
    case ICON_SET:
      return readIcons(cursor, formula);
    default:
      return undefined;
  }
}

/** `CFVO` (2.5.38). */
function readThreshold(cursor: RecordCursor, formula: FormulaReader, extra: () => Attributes = () => ({})): string {
  const type = THRESHOLDS[cursor.u8()] ?? "num";
  const length = cursor.u16();
  const expression = cursor.bytes(length);
  const isFixed = length === 0 && type !== "min" && type !== "max";
  const value = isFixed ? String(cursor.f64()) : length > 0 ? formula(expression) : undefined;
  return tag("cfvo", { type, val: value, ...extra() });
}

/** `CFColor` (2.5.21). */
function readColor(cursor: RecordCursor): string {
  const type = cursor.u32();
  const value = cursor.u32();
  const color = colorOf(type, value, cursor.f64());
  return (color && fullColorMarkup("color", color)) || '<color rgb="FFFFFFFF"/>';
}

function readScale(cursor: RecordCursor, formula: FormulaReader): RuleMarkup {
  cursor.skip(3);
  const thresholdCount = cursor.u8();
  const colorCount = cursor.u8();
  cursor.skip(1);
  let content = "";
  for (let index = 0; index < thresholdCount; index++) {
    content += readThreshold(cursor, formula);
    cursor.skip(8);
  }
  for (let index = 0; index < colorCount; index++) {
    cursor.skip(8);
    content += readColor(cursor);
  }
  return { attributes: { type: "colorScale" }, content: tag("colorScale", {}, content) };
}

function readBar(cursor: RecordCursor, formula: FormulaReader): RuleMarkup {
  cursor.skip(3);
  const showValue = (cursor.u8() & 2) !== 0;
  const minLength = cursor.u8();
  const maxLength = cursor.u8();
  const color = readColor(cursor);
  const thresholds = readThreshold(cursor, formula) + readThreshold(cursor, formula);
  const content = tag("dataBar", { minLength, maxLength, showValue }, thresholds + color);
  return { attributes: { type: "dataBar" }, content };
}

function readTop(cursor: RecordCursor): RuleMarkup {
  cursor.skip(3);
  const flags = cursor.u8();
  const rank = cursor.u16();
  return { attributes: { type: "top10", rank, bottom: (flags & 1) === 0, percent: (flags & 2) !== 0 }, content: "" };
}

function readIcons(cursor: RecordCursor, formula: FormulaReader): RuleMarkup {
  cursor.skip(3);
  const count = cursor.u8();
  const iconSet = ICON_SETS[cursor.u8()];
  const flags = cursor.u8();
  let content = "";
  for (let index = 0; index < count; index++) {
    content += readThreshold(cursor, formula, () => ({ gte: cursor.u8() !== 0 }));
    cursor.skip(4);
  }
  const attributes = { iconSet, showValue: (flags & 1) === 0, reverse: (flags & 4) !== 0 };
  return { attributes: { type: "iconSet" }, content: tag("iconSet", attributes, content) };
}

import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { numberText } from "../../spreadsheet/formula/coerce.ts";
import { FormulaError } from "../../spreadsheet/formula/formula-error.ts";
import { AreaReference, type Scalar } from "../../spreadsheet/formula/formula-value.ts";
import { parseFormula } from "../../spreadsheet/formula/parse.ts";
import { childNamed, localName } from "./pictures.ts";
import type { Origin } from "./resolve-references.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { movedText } from "./shift-ranges.ts";
import type { WorkbookCells } from "./workbook-cells.ts";

const MAX_POINTS = 100_000;
const SOURCES = /^(?:num|str)Ref$/;
/** The elements that name points: either numbers or texts (ECMA-376 Part 1, 21.2.2.24). */
const NAMES_POINTS = /^(?:cat|xVal)$/;

/** What a chart refers to: values, and the number format of the first of the numbers. */
interface Referred {
  values: Scalar[];
  format: string;
}

/** A chart with its ranges moved and its caches filled from the merged cells (ECMA-376 Part 1, 21.2.2.123 and 21.2.2.201). */
export function writeChart(xml: string, instance: SheetInstance, cells: WorkbookCells): string {
  const origin: Origin = { instance, turn: undefined, columnTurn: -1, row: 0, column: 0 };
  let written = "";
  let at = 0;
  for (const element of parseXml(xml).descendants()) {
    if (localName(element) !== "f" || element.selfClosing) continue;
    const formula = element.text();
    const moved =
      xml.slice(element.start, element.openEnd) +
      escapeXmlText(chartFormula(formula, origin, cells)) +
      xml.slice(element.closeStart, element.end);
    const source = element.parent;
    if (!source || !SOURCES.test(localName(source))) {
      written += xml.slice(at, element.start) + moved;
      at = element.end;
      // A cache of several levels cannot be told from here: without it the chart is drawn from the cells.
      const levels = source && childNamed(source, "multiLvlStrCache");
      if (levels) at = levels.end;
      continue;
    }
    written += xml.slice(at, source.start) + writtenReference(source, moved, referredBy(formula, origin, cells));
    at = source.end;
  }
  return written + xml.slice(at);
}

/**
 * A chart without what it remembers of its cells: those are merged in their place, and the chart is filled from them
 * afterwards. Values that the chart itself holds (`c:strLit`) stay.
 */
export function withoutCachedPoints(xml: string): string {
  return xml.replace(/<((?:\w+:)?(?:str|num|multiLvlStr)Cache)\b[^>]*>[\s\S]*?<\/\1>/g, (cache) =>
    cache.replace(/<((?:\w+:)?pt)\b[^>]*>[\s\S]*?<\/\1>/g, ""),
  );
}

/** Several areas are in parentheses in a chart. */
function chartFormula(formula: string, origin: Origin, cells: WorkbookCells): string {
  const moved = movedText(formula, origin, cells.resolver, true);
  return moved.includes(",") && !formula.includes(",") && !moved.startsWith("(") ? `(${moved})` : moved;
}

function referredBy(formula: string, origin: Origin, cells: WorkbookCells): Referred {
  const values: Scalar[] = [];
  let format: string | undefined;
  for (const placed of parseFormula(formula).references) {
    const areas = cells.resolver.areas(cells.resolver.resolve(placed, origin, true));
    if (!(areas instanceof AreaReference)) continue;
    for (const whole of areas.areas) {
      const area = cells.calculator.clip(whole);
      for (let row = area.row1; row <= area.row2; row++)
        for (let column = area.column1; column <= area.column2 && values.length < MAX_POINTS; column++) {
          const value = cells.read(area.sheet, row, column);
          if (typeof value === "number") format ??= cells.formatCode(area.sheet, row, column);
          values.push(value);
        }
    }
  }
  return { values, format: format ?? "General" };
}

/**
 * A reference (`numRef`, `strRef`) with its formula and a cache of its own. Names of points that are texts are referred
 * to as texts, whatever the program that made the chart wrote: programs that show a chart from its cache find them only
 * there.
 */
function writtenReference(source: XmlElement, formula: string, referred: Referred): string {
  const prefix = source.name.slice(0, source.name.indexOf(":") + 1);
  const hasNames = source.parent !== undefined && NAMES_POINTS.test(localName(source.parent));
  const isNumeric =
    localName(source) === "numRef" && !(hasNames && referred.values.some((value) => typeof value === "string"));
  const cache = childNamed(source, localName(source) === "numRef" ? "numCache" : "strCache");
  const extension = childNamed(source, "extLst")?.outer() ?? "";
  const name = `${prefix}${isNumeric ? "numRef" : "strRef"}`;
  const attributes = source.source.slice(source.start + 1 + source.name.length, source.openEnd);
  return `<${name}${attributes}${formula}${cacheOf(prefix, isNumeric, cache, referred)}${extension}</${name}>`;
}

function cacheOf(
  prefix: string,
  isNumeric: boolean,
  cache: XmlElement | undefined,
  { values, format: ofCells }: Referred,
): string {
  const points = values
    .map((value, index) => {
      const text = isNumeric ? (typeof value === "number" ? String(value) : undefined) : textOf(value);
      return text === undefined
        ? ""
        : `<${prefix}pt idx="${index}"><${prefix}v>${escapeXmlText(text)}</${prefix}v></${prefix}pt>`;
    })
    .join("");
  const format = isNumeric
    ? (childNamed(cache, "formatCode")?.outer() ??
      `<${prefix}formatCode>${escapeXmlText(ofCells)}</${prefix}formatCode>`)
    : "";
  const name = `${prefix}${isNumeric ? "numCache" : "strCache"}`;
  return `<${name}>${format}<${prefix}ptCount val="${values.length}"/>${points}</${name}>`;
}

function textOf(value: Scalar): string | undefined {
  if (value === null) return undefined;
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return value instanceof FormulaError ? value.code : value;
}

import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { numberText } from "../../spreadsheet/formula/coerce.ts";
import { FormulaError, NotCalculable } from "../../spreadsheet/formula/formula-error.ts";
import { AreaReference, type Scalar } from "../../spreadsheet/formula/formula-value.ts";
import { parseFormula } from "../../spreadsheet/formula/parse.ts";
import { childNamed, localName } from "./images.ts";
import type { Origin } from "./resolve-references.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { movedText } from "./shift-ranges.ts";
import type { WorkbookCells } from "./workbook-cells.ts";

/** Relationships to charts: those of the new kinds (MS-ODRAWXML 2.24) are parts of another type. */
export const CHARTS = ["chart", "chartEx"];

/** Relationships to the parts of diagrams with texts. */
export const DIAGRAMS = ["diagramData", "diagramDrawing"];

const MAX_POINTS = 100_000;
const SOURCES = /^(?:num|str)Ref$/;
/** The elements that name points: either numbers or texts (ECMA-376 Part 1, 21.2.2.24). */
const NAMES_POINTS = /^(?:cat|xVal)$/;

/** What a chart refers to: values, and the number format of the first of the numbers. */
interface Referred {
  values: Scalar[];
  format: string;
}

/**
 * A chart with its ranges moved and its caches filled from the merged cells (ECMA-376 Part 1, 21.2.2.123 and 21.2.2.201);
 * a chart that a loop repeats shows the rows of its turn.
 */
export function writeChart(
  xml: string,
  instance: SheetInstance,
  cells: WorkbookCells,
  { iteration, columnIteration }: Pick<Origin, "iteration" | "columnIteration"> = {
    iteration: undefined,
    columnIteration: -1,
  },
): string {
  const origin: Origin = { instance, iteration, columnIteration, row: 0, column: 0, fixesNothing: true };
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
      else if (source) {
        const cached = source.elements().filter((each) => CACHED.test(localName(each)));
        const [first] = cached;
        if (!first || first.start < at) continue;
        written += xml.slice(at, first.start) + cachedOf(source, referredBy(formula, origin, cells));
        at = cached.at(-1)?.end ?? at;
      }
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
  return xml.replace(
    /<((?:\w+:)?(?:(?:str|num|multiLvlStr)Cache|(?:str|num)Dim))\b[^>]*(?<!\/)>[\s\S]*?<\/\1>/g,
    (cache) => cache.replace(/<((?:\w+:)?pt)\b[^>]*(?<!\/)>[\s\S]*?<\/\1>/g, ""),
  );
}

/** What charts of the new kinds remember of their cells: lists of points, or the text of a series' name. */
const CACHED = /^(?:lvl|v)$/;

/** It is there for other programs, and left out where a formula names what only Excel reads. */
function cachedOf(source: XmlElement, { values }: Referred): string {
  const prefix = source.name.slice(0, source.name.indexOf(":") + 1);
  const texts = values.map(textOf);
  if (localName(source) === "txData")
    return values.length > 0 ? `<${prefix}v>${escapeXmlText(texts[0] ?? "")}</${prefix}v>` : "";
  const isNumeric = localName(source) === "numDim";
  const isLeveled = source.elements().filter((each) => localName(each) === "lvl").length !== 1;
  if (values.length === 0 || isLeveled) return "";
  const format = childNamed(source, "lvl")?.attribute("formatCode");
  const points = values.map((value, index) =>
    value === null || (isNumeric && typeof value !== "number")
      ? ""
      : `<${prefix}pt idx="${index}">${escapeXmlText(texts[index] ?? "")}</${prefix}pt>`,
  );
  const code = format === undefined ? "" : ` formatCode="${escapeXmlText(format)}"`;
  return `<${prefix}lvl ptCount="${values.length}"${code}>${points.join("")}</${prefix}lvl>`;
}

/** Several areas are in parentheses in a chart. */
function chartFormula(formula: string, origin: Origin, cells: WorkbookCells): string {
  const moved = movedText(formula, origin, cells.resolver, true);
  return moved.includes(",") && !formula.includes(",") && !moved.startsWith("(") ? `(${moved})` : moved;
}

function referredBy(formula: string, origin: Origin, cells: WorkbookCells): Referred {
  const values: Scalar[] = [];
  let format: string | undefined;
  for (const areas of areasOf(formula, origin, cells)) {
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

/** A name of the workbook, as charts refer to it: `Book1.xlsx!Sales`, `[0]!Sales`, `'My sheet'!Sales`. */
const NAME = /^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?([\p{L}_\\][\p{L}\p{N}_.\\]*)$/u;

function areasOf(formula: string, origin: Origin, cells: WorkbookCells): AreaReference[] {
  const { references } = parseFormula(formula);
  if (references.length > 0)
    return references.flatMap((placed) => {
      const areas = cells.resolver.areas(cells.resolver.resolve(placed, origin, true));
      return areas instanceof AreaReference ? [areas] : [];
    });
  const [, quoted, plain, name] = NAME.exec(formula.trim()) ?? [];
  if (name === undefined) return [];
  const sheet = (quoted?.replaceAll("''", "'") ?? plain ?? "").toLowerCase();
  const named = cells.instances.find((each) => each.name.toLowerCase() === sheet);
  const frame = { sheet: (named ?? origin.instance)?.index ?? 0, row: 1, column: 1, references: [], texts: [] };
  try {
    return [cells.areaOf(name, { ...frame, isArray: true })].filter((areas) => areas !== undefined);
  } catch (error) {
    if (!(error instanceof NotCalculable)) throw error;
    cells.warnings.add(`A chart is left for Excel to fill, because its cells cannot be found: ${error.message}.`);
    return [];
  }
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

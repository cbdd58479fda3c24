import { present } from "../../domain/present.ts";
import type { TextPart } from "../../office/packed-part.ts";
import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { columnName, formatRange, parseRange } from "../../spreadsheet/cell-reference.ts";
import { withCodesEnded } from "./header-codes.ts";
import type { ReferenceResolver } from "./resolve-references.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { copiesOfRange, coveredRanges, firstOrigin, movedRangeList, movedText } from "./shift-ranges.ts";
import { attributesOf, withAttribute } from "./xml-attributes.ts";

/** Children of a worksheet in the order of its schema (ECMA-376 Part 1, 18.3.1.99). */
const ORDER =
  "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst".split(
    " ",
  );

/** A child of the worksheet as it will be written. */
interface FramePart {
  name: string;
  xml: string;
}

/** What the frame of one sheet needs of the merge. */
export interface FrameContext {
  instance: SheetInstance;
  resolver: ReferenceResolver;
  /** The text that a text with tags has become. */
  merged(text: string): string;
  /** Rows after which the page ends, beside those of the template. */
  rowBreaks: readonly number[];
  /** Hyperlinks, written for this sheet. */
  hyperlinks: readonly string[];
  /** Relationship of a drawing that the template's sheet does not have. */
  newDrawingId: string | undefined;
  test: boolean;
}

/** The worksheet around its rows: what is before and after `<sheetData>`, read once. */
export class SheetFrame {
  readonly #root: XmlElement;
  readonly #opening: string;

  /** @throws Failure `xml_invalid` */
  constructor(head: string, tail: string) {
    const xml = `${head}<sheetData/>${tail}`;
    this.#root = parseXml(xml);
    this.#opening = xml.slice(0, this.#root.openEnd);
  }

  get root(): XmlElement {
    return this.#root;
  }

  /** The worksheet with its references moved. `writeRows` writes the content of `<sheetData>`. */
  write(out: TextPart, writeRows: () => void, context: FrameContext): void {
    const parts: FramePart[] = [];
    for (const element of this.#root.elements()) {
      const xml = element.name === "sheetData" ? "<sheetData>" : moved(element, context);
      if (xml !== "") parts.push({ name: element.name, xml });
    }
    addParts(parts, context);
    out.text(this.#opening);
    for (const { name, xml } of parts) {
      out.text(xml);
      if (name !== "sheetData") continue;
      writeRows();
      out.text("</sheetData>");
    }
    out.text(`</${this.#root.name}>`);
  }
}

/** Puts a part where the schema wants it. */
function insertPart(parts: FramePart[], part: FramePart): void {
  const order = ORDER.indexOf(part.name);
  const place = parts.findIndex(({ name }) => ORDER.indexOf(name) > order);
  parts.splice(place < 0 ? parts.length : place, 0, part);
}

function addParts(parts: FramePart[], context: FrameContext): void {
  const has = (name: string) => parts.some((part) => part.name === name);
  if (!has("hyperlinks") && context.hyperlinks.length > 0)
    insertPart(parts, { name: "hyperlinks", xml: `<hyperlinks>${context.hyperlinks.join("")}</hyperlinks>` });
  if (!has("rowBreaks") && context.rowBreaks.length > 0)
    insertPart(parts, { name: "rowBreaks", xml: rowBreaks([], context) });
  if (context.newDrawingId !== undefined) {
    const namespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    insertPart(parts, { name: "drawing", xml: `<drawing xmlns:r="${namespace}" r:id="${context.newDrawingId}"/>` });
  }
  if (context.test && !has("headerFooter"))
    insertPart(parts, { name: "headerFooter", xml: `<headerFooter><oddHeader>${SAMPLE}</oddHeader></headerFooter>` });
}

/** Large, bold and centered above each page. */
const SAMPLE = "&amp;C&amp;&quot;-,Bold&quot;&amp;36SAMPLE";

function moved(element: XmlElement, context: FrameContext): string {
  const { instance } = context;
  switch (element.name) {
    case "dimension":
      return `<dimension ref="${dimension(instance)}"/>`;
    case "sheetViews":
      return sheetViews(element.outer(), instance);
    case "cols":
      return columns(element, instance);
    case "mergeCells":
      return mergeCells(element, instance);
    case "conditionalFormatting":
      return rule(element, context);
    case "dataValidations":
      return dataValidations(element, context);
    case "hyperlinks":
      return context.hyperlinks.length > 0 ? `<hyperlinks>${context.hyperlinks.join("")}</hyperlinks>` : "";
    case "autoFilter":
    case "sortState":
      return filtered(element, instance);
    case "rowBreaks":
      return rowBreaks(element.elements("brk"), context);
    case "colBreaks":
      return columnBreaks(element, instance);
    case "headerFooter":
      return headerFooter(element, context);
    case "protectedRanges":
    case "ignoredErrors":
      return rangeLists(element, instance);
    case "cellWatches":
    case "scenarios":
    case "customSheetViews":
    case "oleObjects":
    case "controls":
      return "";
    case "mc:AlternateContent":
      return /<(?:oleObjects|controls)[\s>]/.test(element.outer()) ? "" : element.outer();
    case "extLst":
      return extensions(element, context);
    default:
      return element.outer();
  }
}

function dimension(instance: SheetInstance): string {
  const { lastRow, lastColumn, filledTo } = instance;
  return lastRow === 0
    ? "A1"
    : formatRange({
        row1: 1,
        column1: 1,
        row2: Math.max(lastRow, filledTo.row),
        column2: Math.max(lastColumn, filledTo.column),
      });
}

function sheetViews(xml: string, instance: SheetInstance): string {
  const first = (text: string): string => {
    const range = parseRange(text);
    const copy = range && copiesOfRange(instance, range)[0];
    return copy ? formatRange(copy) : "A1";
  };
  const single = (text: string) => present(first(text).split(":")[0]);
  return xml
    .replace(/<sheetView\s[^>]*>/g, (open) =>
      instance.copy > 0 ? withAttribute(open, "tabSelected", undefined) : open,
    )
    .replace(/<(?:selection|pane|sheetView)\s[^>]*>/g, (open) => {
      const attributes = attributesOf(open);
      let changed = open;
      for (const name of ["activeCell", "topLeftCell"]) {
        const value = attributes.get(name);
        if (value !== undefined) changed = withAttribute(changed, name, single(value));
      }
      const list = attributes.get("sqref");
      // The active cell must lie in the selection.
      if (list !== undefined)
        changed = withAttribute(
          changed,
          "sqref",
          attributes.has("activeCell") ? single(present(attributes.get("activeCell"))) : first(list),
        );
      const split = attributes.get("ySplit");
      if (open.startsWith("<pane") && split !== undefined && /frozen/.test(attributes.get("state") ?? ""))
        changed = withAttribute(changed, "ySplit", String(frozenRows(Number(split), instance)));
      return changed;
    });
}

function frozenRows(rows: number, instance: SheetInstance): number {
  if (!Number.isInteger(rows) || rows < 1) return rows;
  const covered = coveredRanges(instance, { row1: 1, row2: rows, column1: 1, column2: 1 });
  return covered.at(-1)?.row2 ?? rows;
}

function columns(element: XmlElement, instance: SheetInstance): string {
  if (instance.template.columnLoops.length === 0) return element.outer();
  const placed: { first: number; xml: string }[] = [];
  for (const column of element.elements("col")) {
    const [min, max] = [Number(column.attribute("min")), Number(column.attribute("max"))];
    const inside = instance.columnLoopAt(min);
    const range = { row1: 1, row2: 1, column1: min, column2: max };
    const isWithin = inside !== undefined && max <= inside.lastColumn;
    const copies = isWithin
      ? Array.from({ length: present(instance.columnIterations[inside.index]) }, (_, iteration) => [
          instance.columnOf(min, iteration),
          instance.columnOf(max, iteration),
        ])
      : coveredRanges(instance, range).map(({ column1, column2 }) => [column1, column2]);
    for (const [first, last] of copies) {
      const open = withAttribute(withAttribute(column.outer(), "min", String(first)), "max", String(last));
      placed.push({ first: present(first), xml: open });
    }
  }
  placed.sort((a, b) => a.first - b.first);
  return placed.length > 0 ? `<cols>${placed.map(({ xml }) => xml).join("")}</cols>` : "";
}

function mergeCells(element: XmlElement, instance: SheetInstance): string {
  const ranges = element.elements("mergeCell").flatMap((cell) => {
    const range = parseRange(cell.attribute("ref") ?? "");
    return range ? copiesOfRange(instance, range) : [];
  });
  const written = ranges.map(formatRange).filter((range) => range.includes(":"));
  const cells = written.map((range) => `<mergeCell ref="${range}"/>`).join("");
  return written.length > 0 ? `<mergeCells count="${written.length}">${cells}</mergeCells>` : "";
}

/** The content of an element with the text of some of its descendants changed; anything else stays as it is. */
function withTexts(element: XmlElement, names: RegExp, change: (text: string, name: string) => string): string {
  let xml = "";
  let at = element.start;
  for (const child of element.descendants()) {
    if (!names.test(child.name) || child.selfClosing) continue;
    xml += element.source.slice(at, child.openEnd) + escapeXmlText(change(child.text(), child.name));
    at = child.closeStart;
  }
  return xml + element.source.slice(at, element.end);
}

function rule(element: XmlElement, { instance, resolver }: FrameContext): string {
  const list = element.attribute("sqref") ?? "";
  const ranges = movedRangeList(list, instance);
  if (ranges === "") return "";
  const origin = firstOrigin(list, instance);
  const xml = withTexts(element, /^formula$/, (text) => movedText(text, origin, resolver)).replace(
    /<cfvo\s[^>]*type=["']formula["'][^>]*>/g,
    (open) => withAttribute(open, "val", movedText(attributesOf(open).get("val") ?? "", origin, resolver)),
  );
  return xml.replace(/^<[^>]*>/, (open) => withAttribute(open, "sqref", ranges));
}

const PROMPTS = ["prompt", "promptTitle", "error", "errorTitle"];

function dataValidations(element: XmlElement, context: FrameContext): string {
  const { instance, resolver, merged } = context;
  const kept = element.elements("dataValidation").flatMap((validation) => {
    const list = validation.attribute("sqref") ?? "";
    const ranges = movedRangeList(list, instance);
    if (ranges === "") return [];
    const origin = firstOrigin(list, instance);
    return withTexts(validation, /^formula[12]$/, (text) => movedText(merged(text), origin, resolver)).replace(
      /^<[^>]*>/,
      (open) => {
        let changed = withAttribute(open, "sqref", ranges);
        for (const name of PROMPTS) {
          const text = attributesOf(open).get(name);
          if (text?.includes("{"))
            changed = withAttribute(changed, name, merged(text).slice(0, name.endsWith("Title") ? 32 : 225));
        }
        return changed;
      },
    );
  });
  if (kept.length === 0) return "";
  const open = element.source.slice(element.start, element.openEnd);
  return `${withAttribute(open, "count", String(kept.length))}${kept.join("")}</dataValidations>`;
}

function filtered(element: XmlElement, instance: SheetInstance): string {
  let isGone = false;
  const xml = element.outer().replace(/\sref\s*=\s*["']([^"']*)["']/g, (_, text: string) => {
    const ranges = hull(text, instance);
    isGone ||= ranges === undefined;
    return ` ref="${ranges ?? text}"`;
  });
  return isGone ? "" : xml;
}

/** A range from its first cell that is left to its last one. */
export function hull(text: string, instance: SheetInstance): string | undefined {
  const range = parseRange(text);
  const ranges = range ? coveredRanges(instance, range) : [];
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first && last && formatRange({ ...first, row2: last.row2 });
}

function rangeLists(element: XmlElement, instance: SheetInstance): string {
  const kept = element.elements().flatMap((child) => {
    const ranges = movedRangeList(child.attribute("sqref") ?? "", instance);
    return ranges === "" ? [] : [child.outer().replace(/^<[^>]*>/, (open) => withAttribute(open, "sqref", ranges))];
  });
  return kept.length > 0 ? `<${element.name}>${kept.join("")}</${element.name}>` : "";
}

function rowBreaks(breaks: readonly XmlElement[], { instance, rowBreaks: added }: FrameContext): string {
  const rows = new Set(added);
  for (const element of breaks) {
    const row = Number(element.attribute("id"));
    for (const copy of copiesOfRange(instance, { row1: row, row2: row, column1: 1, column2: 1 })) rows.add(copy.row2);
  }
  // Excel takes no more than 1,026 breaks.
  const sorted = [...rows].sort((a, b) => a - b).slice(0, 1_026);
  if (sorted.length === 0) return "";
  const xml = sorted.map((row) => `<brk id="${row}" max="16383" man="1"/>`).join("");
  return `<rowBreaks count="${sorted.length}" manualBreakCount="${sorted.length}">${xml}</rowBreaks>`;
}

function columnBreaks(element: XmlElement, instance: SheetInstance): string {
  return element.outer().replace(/<brk\s[^>]*>/g, (open) => {
    const column = instance.columnOf(Number(attributesOf(open).get("id")), 0);
    return column > 0 ? withAttribute(open, "id", String(column)) : "";
  });
}

const HEADERS = /^(?:odd|even|first)(?:Header|Footer)$/;
/** The longest header that Excel takes. */
export const MAX_HEADER_LENGTH = 255;

function headerFooter(element: XmlElement, { merged, test }: FrameContext): string {
  const xml = withTexts(element, HEADERS, (text) => headerText(text, merged));
  if (!test) return xml;
  const written = xml.replace(/<(?:odd|even|first)Header(?:\s[^>]*)?\/>/g, "");
  let marked = written.replace(
    /<((?:odd|even|first)Header)(?:\s[^>]*)?(?<!\/)>([\s\S]*?)<\/\1>/g,
    (_, name: string, text: string) => {
      const decoded = decodeXmlText(text);
      const other = /&C[^&]*(?:&[^LRC][^&]*)*/.exec(decoded)?.[0].slice(2) ?? "";
      const sides = decoded.replace(/&C[^&]*(?:&[^LRC][^&]*)*/, "");
      return `<${name}>${escapeXmlText(`${decodeXmlText(SAMPLE)} ${other}${sides}`.slice(0, MAX_HEADER_LENGTH))}</${name}>`;
    },
  );
  if (!/<oddHeader>/.test(marked))
    marked =
      marked.includes("/>") && !marked.includes("</headerFooter>")
        ? marked.replace(/\/>$/, `><oddHeader>${SAMPLE}</oddHeader></headerFooter>`)
        : marked.replace(/^(<headerFooter[^>]*>)/, (open) => `${open}<oddHeader>${SAMPLE}</oddHeader>`);
  return marked;
}

function headerText(text: string, merged: (text: string) => string): string {
  return text.includes("{") ? withCodesEnded(merged(text)).slice(0, MAX_HEADER_LENGTH) : text;
}

/** Rules, validations and sparklines of newer Excels: their ranges and formulas are in `xm:sqref` and `xm:f`. */
function extensions(element: XmlElement, context: FrameContext): string {
  const { instance, resolver } = context;
  let xml = "";
  let at = element.start;
  const replaceElement = (target: XmlElement, written: string) => {
    xml += element.source.slice(at, target.start) + written;
    at = target.end;
  };
  for (const child of element.descendants()) {
    if (child.start < at) continue;
    const ranges = child.child("xm:sqref");
    if (!ranges) continue;
    const list = ranges.text();
    if (child.name === "x14:sparkline") {
      replaceElement(child, sparklines(child, list, context));
      continue;
    }
    const covered = movedRangeList(list, instance);
    const origin = firstOrigin(list, instance);
    const written = withTexts(child, /^xm:(?:f|sqref)$/, (text, name) =>
      name === "xm:f" ? movedText(text, origin, resolver) : covered,
    );
    replaceElement(child, covered === "" ? "" : written);
  }
  return xml + element.source.slice(at, element.end);
}

function sparklines(element: XmlElement, list: string, { instance, resolver }: FrameContext): string {
  const range = parseRange(list);
  if (!range) return element.outer();
  return copiesOfRange(instance, range)
    .map((copy) => {
      const origin = {
        instance,
        iteration: copy.iteration,
        columnIteration: copy.columnIteration,
        row: range.row1,
        column: range.column1,
      };
      return withTexts(element, /^xm:(?:f|sqref)$/, (text, name) =>
        name === "xm:f" ? movedText(text, origin, resolver) : columnName(copy.column1) + copy.row1,
      );
    })
    .join("");
}

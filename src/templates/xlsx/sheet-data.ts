import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";
import { columnNumber, LAST_COLUMN, LAST_ROW } from "../../spreadsheet/cell-reference.ts";
import { attributesOf } from "./xml-attributes.ts";

/** A cell as its sheet has it (ECMA-376 Part 1, 18.3.1.4). */
export interface SourceCell {
  column: number;
  /** Index of its format, as written; empty for none. */
  style: string;
  /** `t`: s, str, inlineStr, b, e, d or n (the default). */
  type: string;
  /** `cm` and `vm` as attributes, with a blank before each: records of the workbook's metadata (18.9). */
  cellMetadata: string;
  valueMetadata: string;
  /** Content of `<v>`, decoded. */
  value: string | undefined;
  /** Content of `<is>`, as written. */
  inline: string | undefined;
  formula: SourceFormula | undefined;
}

export interface SourceFormula {
  text: string;
  attributes: ReadonlyMap<string, string>;
}

/** A row as its sheet has it; its cells are read when they are asked for. */
export interface SourceRow {
  row: number;
  /** Attributes but `r` and `spans`, as written, with a blank before each. */
  attributes: string;
  /** Everything between the row's tags. */
  content: string;
}

/** A sheet's XML before, in and after `<sheetData>`. */
export interface SheetXml {
  head: string;
  rows: SourceRow[];
  tail: string;
}

const invalid = (message: string): Failure => new Failure("xml_invalid", message);

/** Cuts a worksheet part into its rows and what is around them. @throws Failure `xml_invalid` */
export function readSheetXml(xml: string): SheetXml {
  const open = xml.search(/<sheetData[\s/>]/);
  if (open < 0) throw invalid("A sheet has no sheetData.");
  const openEnd = xml.indexOf(">", open) + 1;
  if (openEnd === 0) throw invalid("A sheet ends inside a tag.");
  if (xml.charCodeAt(openEnd - 2) === 0x2f) return { head: xml.slice(0, open), rows: [], tail: xml.slice(openEnd) };
  const close = xml.indexOf("</sheetData>", openEnd);
  if (close < 0) throw invalid("A sheet's sheetData is not closed.");
  const data = plainMarkup(xml.slice(openEnd, close));
  return { head: xml.slice(0, open), rows: readRows(data), tail: xml.slice(close + "</sheetData>".length) };
}

/** Comments go, CDATA becomes text: what is left are tags and text. */
function plainMarkup(data: string): string {
  if (!data.includes("<!") && !data.includes("<?")) return data;
  return data
    .replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, "")
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => escapeXmlText(text));
}

function readRows(data: string): SourceRow[] {
  const rows: SourceRow[] = [];
  let previous = 0;
  for (let at = data.indexOf("<"); at >= 0; at = data.indexOf("<", at)) {
    if (!/^<row[\s/>]/.test(data.slice(at, at + 5)))
      throw invalid("A sheet's sheetData holds something other than rows.");
    const openEnd = data.indexOf(">", at) + 1;
    if (openEnd === 0) throw invalid("A sheet ends inside a row's tag.");
    const opening = data.slice(at, openEnd);
    const row = Number(attributesOf(opening).get("r") ?? previous + 1);
    if (!Number.isInteger(row) || row <= previous || row > LAST_ROW)
      throw invalid(`A sheet's row ${row} is out of order.`);
    previous = row;
    let content = "";
    at = openEnd;
    if (!opening.endsWith("/>")) {
      const close = data.indexOf("</row>", openEnd);
      if (close < 0) throw invalid(`Row ${row} of a sheet is not closed.`);
      content = data.slice(openEnd, close);
      at = close + "</row>".length;
    }
    const attributes = opening
      .slice("<row".length, opening.endsWith("/>") ? -2 : -1)
      .replace(/\s(?:r|spans)\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
      .trimEnd();
    rows.push({ row, attributes, content });
  }
  return rows;
}

const CELL_TAG = /^<c(?:\s([^>]*?))?(\/?)>/;

/** Reads the cells of a row. @throws Failure `xml_invalid` */
export function readCells({ row, content }: SourceRow): SourceCell[] {
  const cells: SourceCell[] = [];
  let previous = 0;
  for (let at = content.indexOf("<"); at >= 0; at = content.indexOf("<", at)) {
    const openEnd = content.indexOf(">", at) + 1;
    const match = CELL_TAG.exec(content.slice(at, openEnd));
    if (!match) {
      if (content.startsWith("<extLst", at)) break;
      throw invalid(`Row ${row} of a sheet holds something other than cells.`);
    }
    const attributes = attributesOf(match[0]);
    const reference = /^([A-Za-z]{1,3})(\d+)$/.exec(attributes.get("r") ?? "");
    const column = reference ? columnNumber(present(reference[1])) : previous + 1;
    if (column <= previous || column > LAST_COLUMN)
      throw invalid(`The cells of row ${row} of a sheet are out of order.`);
    previous = column;
    let inner = "";
    at = openEnd;
    if (match[2] !== "/") {
      const close = content.indexOf("</c>", openEnd);
      if (close < 0) throw invalid(`A cell of row ${row} of a sheet is not closed.`);
      inner = content.slice(openEnd, close);
      at = close + "</c>".length;
    }
    cells.push({
      column,
      style: attributes.get("s") ?? "",
      type: attributes.get("t") ?? "n",
      cellMetadata: metadataOf(attributes, "cm"),
      valueMetadata: metadataOf(attributes, "vm"),
      value: contentOf(inner, "v"),
      inline: elementOf(inner, "is")?.content,
      formula: readFormula(inner),
    });
  }
  return cells;
}

function metadataOf(attributes: ReadonlyMap<string, string>, name: "cm" | "vm"): string {
  const index = attributes.get(name);
  return index !== undefined && /^\d+$/.test(index) ? ` ${name}="${index}"` : "";
}

function elementOf(xml: string, name: string): { opening: string; content: string } | undefined {
  const at = xml.search(new RegExp(`<${name}[\\s/>]`));
  if (at < 0) return undefined;
  const openEnd = xml.indexOf(">", at) + 1;
  const opening = xml.slice(at, openEnd);
  if (opening.endsWith("/>")) return { opening, content: "" };
  const close = xml.indexOf(`</${name}>`, openEnd);
  if (openEnd === 0 || close < 0) throw invalid(`A cell's <${name}> is not closed.`);
  return { opening, content: xml.slice(openEnd, close) };
}

function contentOf(xml: string, name: string): string | undefined {
  if (!xml.includes(`<${name}`)) return undefined;
  const element = elementOf(xml, name);
  return element && decodeXmlText(element.content);
}

function readFormula(inner: string): SourceFormula | undefined {
  if (!inner.includes("<f")) return undefined;
  const element = elementOf(inner, "f");
  return element && { text: decodeXmlText(element.content), attributes: attributesOf(element.opening) };
}

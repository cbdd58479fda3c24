/** OpenDocument spreadsheets (OpenDocument 1.3, ISO/IEC 26300) -> the parts of a SpreadsheetML package. */
import { element } from "../../binary/doc/xml-writer.ts";
import { checkLimit } from "../../domain/limits.ts";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { decodePart } from "../../office/decode-part.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { MarkupCount } from "../markup-count.ts";
import { childOf, type OdfBlocks, type OdfNode, readOdf } from "../open-document/odf-nodes.ts";
import { StyleBook } from "../open-document/style-book.ts";
import type { ReadParts } from "../read-parts.ts";
import { CellStyles } from "./cell-styles.ts";
import { PrintSetup } from "./print-setup.ts";
import { SheetReader, type SheetTools } from "./sheet-reader.ts";
import { type Worksheet, workbookParts } from "./workbook-parts.ts";

const MOST_SHEETS = 500;

/** @throws UnreadableFile, Failure `archive_invalid`, `archive_too_large`, `xml_invalid`, `too_complex` */
export function odsToParts(bytes: Uint8Array): ReadParts {
  const zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
  const content = zip.read("content.xml");
  if (!content) throw new UnreadableFile('The part "content.xml" is missing.');
  checkLimit("sheetPartBytes", content.length);
  const styles = zip.read("styles.xml");
  const book = new StyleBook();
  const print = new PrintSetup(book);
  const tools: SheetTools = {
    book,
    styles: new CellStyles(book),
    count: new MarkupCount(),
    warnings: new Set(),
    cells: { count: 0 },
  };
  const addStyles = (root: OdfNode | undefined) => {
    book.addFonts(childOf(root, "office:font-face-decls"));
    book.addStyles(childOf(root, "office:styles"), false);
    book.addStyles(childOf(root, "office:automatic-styles"), true);
    print.addStyles(childOf(root, "office:automatic-styles"), childOf(root, "office:master-styles"));
  };
  if (styles) addStyles(readOdf(decodePart(styles)));
  const reader = new WorkbookReader(tools, print, addStyles);
  readOdf(decodePart(content), reader);
  if (reader.sheets.length === 0) throw new UnreadableFile("It has no sheets.");
  return { parts: workbookParts(reader.sheets, tools.styles.xml()), warnings: [...tools.warnings] };
}

const OPENED: ReadonlySet<string> = new Set([
  ...["office:document-content", "office:document", "office:body", "office:spreadsheet", "table:table"],
  ...["table:table-rows", "table:table-header-rows", "table:table-row-group"],
  ...["table:table-columns", "table:table-header-columns", "table:table-column-group"],
]);

class WorkbookReader implements OdfBlocks {
  readonly sheets: Worksheet[] = [];
  readonly #tools: SheetTools;
  readonly #print: PrintSetup;
  readonly #addStyles: (root: OdfNode) => void;
  /** Styles that stand before the sheets. */
  readonly #head: OdfNode = { name: "office:document-content", attributes: {}, children: [] };
  #sheet: SheetReader | undefined;
  #titleDepth = 0;

  constructor(tools: SheetTools, print: PrintSetup, addStyles: (root: OdfNode) => void) {
    this.#tools = tools;
    this.#print = print;
    this.#addStyles = addStyles;
  }

  isOpened(name: string): boolean {
    return OPENED.has(name);
  }

  enter(node: OdfNode): void {
    if (node.name === "office:body") this.#addStyles(this.#head);
    else if (node.name === "table:table" && this.sheets.length < MOST_SHEETS)
      this.#sheet = new SheetReader(this.#tools);
    else if (node.name === "table:table-header-rows") this.#titleDepth++;
  }

  block(node: OdfNode): void {
    const { warnings } = this.#tools;
    switch (node.name) {
      case "table:table-column":
        this.#sheet?.addColumn(node);
        break;
      case "table:table-row":
        this.#sheet?.addRow(node, this.#titleDepth > 0);
        break;
      case "table:shapes":
        warnings.add("Pictures, shapes and charts of sheets are not shown.");
        break;
      case "calcext:conditional-formats":
        warnings.add("Conditional formats of sheets are not applied.");
        break;
      case "office:font-face-decls":
      case "office:automatic-styles":
        this.#head.children.push(node);
    }
  }

  leave(node: OdfNode): void {
    if (node.name === "table:table-header-rows") this.#titleDepth--;
    if (node.name !== "table:table" || !this.#sheet) return;
    const { book } = this.#tools;
    const style = book.style("table", node.attributes["table:style-name"]);
    const { before, after } = this.#print.xml(style?.attributes["style:master-page-name"]);
    const isHidden = book.whole("table", style?.name, "table").attributes["table:display"] === "false";
    this.sheets.push({
      name: node.attributes["table:name"] ?? `Sheet${this.sheets.length + 1}`,
      isHidden: isHidden || node.attributes["table:print"] === "false",
      xml: before + element("sheetFormatPr", { defaultRowHeight: 12.8, customHeight: 1 }) + this.#sheet.xml() + after,
      printRanges: (node.attributes["table:print-ranges"] ?? "").slice(0, 2_000),
      titles: this.#sheet.titles,
    });
    this.#sheet = undefined;
  }
}

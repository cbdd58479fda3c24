/** OpenDocument spreadsheets (OpenDocument 1.3, ISO/IEC 26300) -> the parts of a SpreadsheetML package. */
import { PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { checkLimit } from "../../domain/limits.ts";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { decodePart } from "../../office/decode-part.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { MarkupCount } from "../markup-count.ts";
import { EmbeddedObjects } from "../open-document/embedded-objects.ts";
import { FormControls } from "../open-document/form-controls.ts";
import { childOf, elementsOf, type OdfBlocks, type OdfNode, readOdf } from "../open-document/odf-nodes.ts";
import { Pictures } from "../open-document/pictures.ts";
import { StyleBook } from "../open-document/style-book.ts";
import { Paints } from "../open-drawing/paints.ts";
import { type ListLevels, levelsOf } from "../open-drawing/shape-style.ts";
import type { ReadParts } from "../read-parts.ts";
import { CellStyles, TWIPS_PER_DIGIT } from "./cell-styles.ts";
import { chartCells } from "./chart-cells.ts";
import { PrintSetup } from "./print-setup.ts";
import { SheetReader, type SheetTools, USUAL_COLUMN, USUAL_ROW } from "./sheet-reader.ts";
import { addWorkbook, WORKBOOK_PART, type Worksheet } from "./workbook-parts.ts";

const MOST_SHEETS = 500;
const SHEET_FORMAT = element("sheetFormatPr", {
  defaultColWidth: USUAL_COLUMN / TWIPS_PER_DIGIT,
  defaultRowHeight: USUAL_ROW / 20,
  customHeight: 1,
});

/** @throws UnreadableFile, Failure `archive_invalid`, `archive_too_large`, `xml_invalid`, `too_complex` */
export function odsToParts(bytes: Uint8Array): ReadParts {
  const zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
  const content = zip.read("content.xml");
  if (!content) throw new UnreadableFile('The part "content.xml" is missing.');
  checkLimit("sheetPartBytes", content.length);
  const styles = zip.read("styles.xml");
  const book = new StyleBook();
  const print = new PrintSetup(book);
  const builder = new PackageBuilder(bytes.length, WORKBOOK_PART);
  const read = (name: string) => zip.read(name);
  const controls = new FormControls();
  const [count, warnings] = [new MarkupCount(), new Set<string>()];
  const pictures = new Pictures(builder, read, warnings);
  const objects = new EmbeddedObjects(builder, read, count, chartCells);
  const paints = new Paints(pictures);
  const lists = new Map<string, ListLevels>();
  const tools: SheetTools = {
    book,
    styles: new CellStyles(book),
    count,
    shapes: {
      book,
      count,
      pictures,
      objects,
      controls,
      paints,
      lists,
      templates: new Map(),
      warnings,
      cells: { count: 0 },
    },
    cells: { count: 0 },
  };
  const addStyles = (root: OdfNode | undefined) => {
    const [named, automatic] = [childOf(root, "office:styles"), childOf(root, "office:automatic-styles")];
    book.addFonts(childOf(root, "office:font-face-decls"));
    book.addStyles(named, false);
    book.addStyles(automatic, true);
    paints.addStyles(named);
    for (const node of [...elementsOf(named, "text:list-style"), ...elementsOf(automatic, "text:list-style")])
      lists.set(node.attributes["style:name"] ?? "", levelsOf(node));
    print.addStyles(automatic, childOf(root, "office:master-styles"));
  };
  if (styles) addStyles(readOdf(decodePart(styles)));
  const reader = new WorkbookReader(tools, print, builder, addStyles);
  readOdf(decodePart(content), reader);
  if (reader.sheets.length === 0) throw new UnreadableFile("It has no sheets.");
  addWorkbook(builder, reader.sheets, tools.styles.xml());
  return { parts: builder.parts, warnings: [...warnings] };
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
  readonly #builder: PackageBuilder;
  readonly #addStyles: (root: OdfNode) => void;
  /** Styles that stand before the sheets. */
  readonly #head: OdfNode = { name: "office:document-content", attributes: {}, children: [] };
  #sheet: SheetReader | undefined;
  #titleDepth = 0;

  constructor(tools: SheetTools, print: PrintSetup, builder: PackageBuilder, addStyles: (root: OdfNode) => void) {
    this.#tools = tools;
    this.#print = print;
    this.#builder = builder;
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
    switch (node.name) {
      case "table:table-column":
        this.#sheet?.addColumn(node);
        break;
      case "table:table-row":
        this.#sheet?.addRow(node, this.#titleDepth > 0);
        break;
      case "office:forms":
        this.#tools.shapes.controls.add(node);
        break;
      case "table:shapes":
        this.#sheet?.addShapes(node);
        break;
      case "calcext:conditional-formats":
        this.#sheet?.addConditions(node);
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
    const relationships = new PartRelationships();
    const drawing = this.#sheet.finishDrawings(this.#builder, this.sheets.length + 1);
    const drawingXml = drawing ? element("drawing", { "r:id": relationships.to("drawing", drawing) }) : "";
    const isHidden = book.whole("table", style?.name, "table").attributes["table:display"] === "false";
    this.sheets.push({
      name: node.attributes["table:name"] ?? `Sheet${this.sheets.length + 1}`,
      isHidden,
      isPrinted: node.attributes["table:print"] !== "false",
      xml: before + SHEET_FORMAT + this.#sheet.xml(after + drawingXml),
      relationships,
      printRanges: (node.attributes["table:print-ranges"] ?? "").slice(0, 2_000),
      titles: this.#sheet.titles,
    });
    this.#sheet = undefined;
  }
}

/** Writes the parts of a workbook one after the other. */
import { joinBytes } from "../../domain/join-bytes.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { BlipStore } from "../officeart/blip-store.ts";
import { ART } from "../officeart/record-types.ts";
import { readTree } from "../officeart/records.ts";
import { readDefaultProperties } from "../officeart/shape-tree.ts";
import type { BiffRecord, RecordStream } from "./biff/record-stream.ts";
import type { ChartContext } from "./chart/chart-context.ts";
import { chartXml, ownPrintSize } from "./chart/chart-part.ts";
import type { SheetContent } from "./content/sheet-content.ts";
import { chartSheetDrawing, drawingPart } from "./drawing/drawing-part.ts";
import type { DrawingHost } from "./drawing/shape-writer.ts";
import { richTextMarkup } from "./markup/text-markup.ts";
import { type PartRelationship, RELATIONSHIPS_NAMESPACE, SPREADSHEET_NAMESPACE, tag } from "./markup/xml.ts";
import { PackageWriter } from "./parts/package-writer.ts";
import { chartSheetPart, sheetPart } from "./parts/sheet-part.ts";
import { stylesXml } from "./parts/styles-part.ts";
import { valuesOf } from "./sheet/cell-lookup.ts";
import { readChartSheetRecords, readSheetRecords } from "./sheet/sheet-reader.ts";
import type { BoundSheet, WorkbookGlobals } from "./workbook/globals-reader.ts";

export class WorkbookConverter {
  readonly #stream: RecordStream;
  readonly #globals: WorkbookGlobals;
  readonly #writer = new PackageWriter();
  readonly #differentials: string[] = [];
  readonly #offsetsTaken = new Set<number>();
  readonly #contents = new Map<BoundSheet, SheetContent>();
  readonly #charts: ChartContext;
  readonly #drawings: DrawingHost;
  readonly #blips: BlipStore;
  readonly #images = new Map<number, string | undefined>();
  #chartCount = 0;

  constructor(stream: RecordStream, globals: WorkbookGlobals) {
    this.#stream = stream;
    this.#globals = globals;
    this.#charts = {
      globals,
      cellValues: (name, range) => {
        const sheet = globals.sheets.find((candidate) => candidate.name === name && candidate.kind === "worksheet");
        return sheet ? valuesOf(this.#contentOf(sheet), range, globals.sharedStrings) : [];
      },
    };
    const group = readTree(joinBytes(globals.drawingGroup)).find((node) => node.type === ART.drawingGroupContainer);
    this.#blips = new BlipStore(group);
    this.#drawings = {
      globals,
      defaults: readDefaultProperties(group),
      addImage: (blip) => this.#addImage(blip),
      addChart: (records) => this.#addChart(records),
    };
  }

  #addImage(index: number): string | undefined {
    if (!this.#images.has(index)) {
      const blip = this.#blips.blip(index);
      const name = blip && `media/image${index}.${blip.extension}`;
      if (name) this.#writer.addBytes(`xl/${name}`, blip.bytes);
      this.#images.set(index, name && `../${name}`);
    }
    return this.#images.get(index);
  }

  #addChart(records: readonly BiffRecord[]): string | undefined {
    const xml = chartXml(records, this.#charts);
    if (!xml) return undefined;
    const name = `charts/chart${++this.#chartCount}.xml`;
    this.#writer.addXml(`xl/${name}`, xml);
    return `../${name}`;
  }

  convert(): Map<string, Uint8Array> {
    const relationships: PartRelationship[] = [
      { id: "styles", type: "styles", target: "styles.xml" },
      { id: "strings", type: "sharedStrings", target: "sharedStrings.xml" },
    ];
    if (this.#globals.theme) {
      this.#writer.addBytes("xl/theme/theme1.xml", this.#globals.theme);
      relationships.push({ id: "theme", type: "theme", target: "theme/theme1.xml" });
    }
    const sheets = this.#globals.sheets.map((sheet, index) => {
      const id = `sheet${index + 1}`;
      // charts of hidden sheets are of no use, but formulas may need their cells
      const isNeeded = sheet.isVisible || sheet.kind === "worksheet";
      const written = isNeeded ? this.#convertSheet(sheet, index + 1) : undefined;
      if (written) relationships.push({ id, ...written });
      return tag("sheet", {
        name: sheet.name,
        sheetId: index + 1,
        state: written && sheet.isVisible ? undefined : "hidden",
        "r:id": id,
      });
    });
    this.#writer.addXml("xl/workbook.xml", this.#workbookXml(sheets), relationships);
    this.#writer.addXml("xl/sharedStrings.xml", this.#stringsXml());
    this.#writer.addXml("xl/styles.xml", stylesXml(this.#globals, this.#differentials));
    this.#writer.relate("", [{ id: "workbook", type: "officeDocument", target: "xl/workbook.xml" }]);
    return this.#writer.parts;
  }

  /** Undefined when the sheet is of a kind that is not printed, or its records belong to another sheet, too. */
  #convertSheet(sheet: BoundSheet, number: number): Pick<PartRelationship, "type" | "target"> | undefined {
    if (this.#offsetsTaken.has(sheet.offset) || sheet.kind === "other") return undefined;
    this.#offsetsTaken.add(sheet.offset);
    if (sheet.kind === "chart") return this.#convertChartSheet(sheet, number);
    const target = `worksheets/sheet${number}.xml`;
    const content = this.#contentOf(sheet);
    const drawing = drawingPart(content, this.#drawings);
    const drawingName = `drawings/sheet${number}.xml`;
    if (drawing) this.#writer.addXml(`xl/${drawingName}`, drawing.xml, drawing.relationships);
    const { xml, relationships } = sheetPart(content, drawing && `../${drawingName}`);
    this.#writer.addXml(`xl/${target}`, xml, relationships);
    return { type: "worksheet", target };
  }

  #convertChartSheet(sheet: BoundSheet, number: number): Pick<PartRelationship, "type" | "target"> | undefined {
    const records = [...this.#stream.substream(sheet.offset)];
    const drawing = chartSheetDrawing(records, ownPrintSize(records), this.#drawings);
    if (!drawing) return undefined;
    const drawingName = `drawings/sheet${number}.xml`;
    this.#writer.addXml(`xl/${drawingName}`, drawing.xml, drawing.relationships);
    const print = readChartSheetRecords(records, this.#globals.text);
    const part = chartSheetPart(print, `../${drawingName}`);
    const target = `chartsheets/sheet${number}.xml`;
    this.#writer.addXml(`xl/${target}`, part.xml, part.relationships);
    return { type: "chartsheet", target };
  }

  /** Sheets are read once, even where charts look into them. */
  #contentOf(sheet: BoundSheet): SheetContent {
    const known = this.#contents.get(sheet);
    if (known) return known;
    const content = readSheetRecords(this.#stream.substream(sheet.offset), this.#globals, this.#differentials);
    this.#contents.set(sheet, content);
    return content;
  }

  #workbookXml(sheets: readonly string[]): string {
    const names = this.#globals.names
      .definedNames()
      .map(({ name, sheetIndex, formula }) =>
        tag("definedName", { name, localSheetId: sheetIndex }, escapeXmlText(formula)),
      );
    return tag(
      "workbook",
      { xmlns: SPREADSHEET_NAMESPACE, "xmlns:r": RELATIONSHIPS_NAMESPACE },
      tag("workbookPr", { date1904: this.#globals.date1904 || undefined }) +
        `<sheets>${sheets.join("")}</sheets><definedNames>${names.join("")}</definedNames>`,
    );
  }

  #stringsXml(): string {
    const { sharedStrings, fonts } = this.#globals;
    const items = sharedStrings.map((text) => `<si>${richTextMarkup(text, fonts)}</si>`);
    return tag("sst", { xmlns: SPREADSHEET_NAMESPACE }, items.join(""));
  }
}

/** Workbooks of Excel 5.0 to 2003 (MS-XLS) -> the parts of a SpreadsheetML package. */
import { escapeXmlText } from "../../opc/xml-text.ts";
import { CompoundFile } from "../compound/compound-file.ts";
import { RecordStream } from "./biff/record-stream.ts";
import { sheetPart } from "./parts/sheet-part.ts";
import { stylesXml } from "./parts/styles-part.ts";
import { richTextMarkup } from "./parts/text-markup.ts";
import {
  type PartRelationship,
  part,
  RELATIONSHIPS_NAMESPACE,
  relationshipsPart,
  SPREADSHEET_NAMESPACE,
  tag,
} from "./parts/xml.ts";
import { readSheetRecords } from "./sheet/sheet-reader.ts";
import { readGlobals, type WorkbookGlobals } from "./workbook/globals-reader.ts";

/** Sheets may point at each other's records; together they must not be read over and over. */
const MAX_RECORDS = 8_000_000;

/**
 * Part names (without the leading slash) and their bytes, ready for the reader of packages.
 *
 * Throws a plain `Error` with a sentence for people when the file holds no workbook, is under a password or is older
 * than Excel 5.0.
 */
export function xlsToParts(bytes: Uint8Array): Map<string, Uint8Array> {
  const file = new CompoundFile(bytes);
  const content = file.stream("Workbook") ?? file.stream("Book");
  if (!content) throw new Error("the file holds no workbook");
  const stream = new RecordStream(content, MAX_RECORDS);
  return new WorkbookConverter(stream, readGlobals(stream)).convert();
}

class WorkbookConverter {
  readonly #stream: RecordStream;
  readonly #globals: WorkbookGlobals;
  readonly #parts = new Map<string, Uint8Array>();
  readonly #differentials: string[] = [];
  readonly #offsetsRead = new Set<number>();

  constructor(stream: RecordStream, globals: WorkbookGlobals) {
    this.#stream = stream;
    this.#globals = globals;
  }

  convert(): Map<string, Uint8Array> {
    const relationships: PartRelationship[] = [
      { id: "styles", type: "styles", target: "styles.xml" },
      { id: "strings", type: "sharedStrings", target: "sharedStrings.xml" },
    ];
    if (this.#globals.theme) {
      this.#parts.set("xl/theme/theme1.xml", this.#globals.theme);
      relationships.push({ id: "theme", type: "theme", target: "theme/theme1.xml" });
    }
    const entries = this.#globals.sheets.map((sheet, index) => {
      const id = `sheet${index + 1}`;
      const isRead = sheet.isVisible && sheet.kind === "worksheet" && this.#convertWorksheet(sheet.offset, index);
      if (isRead) relationships.push({ id, type: "worksheet", target: `worksheets/${id}.xml` });
      return tag("sheet", {
        name: sheet.name,
        sheetId: index + 1,
        state: isRead ? undefined : "hidden",
        "r:id": id,
      });
    });
    this.#write("xl/workbook.xml", this.#workbookXml(entries), relationships);
    this.#write("xl/sharedStrings.xml", this.#stringsXml(), []);
    this.#write("xl/styles.xml", stylesXml(this.#globals, this.#differentials), []);
    this.#parts.set(
      "_rels/.rels",
      relationshipsPart([{ id: "workbook", type: "officeDocument", target: "xl/workbook.xml" }]),
    );
    return this.#parts;
  }

  #write(name: string, xml: string, relationships: readonly PartRelationship[]): void {
    this.#parts.set(name, part(xml));
    if (relationships.length === 0) return;
    const slash = name.lastIndexOf("/");
    const relationshipsName = `${name.slice(0, slash)}/_rels${name.slice(slash)}.rels`;
    this.#parts.set(relationshipsName, relationshipsPart(relationships));
  }

  /** False when its records belong to another sheet, too. */
  #convertWorksheet(offset: number, index: number): boolean {
    if (this.#offsetsRead.has(offset)) return false;
    this.#offsetsRead.add(offset);
    const sheet = readSheetRecords(this.#stream.substream(offset), this.#globals, this.#differentials);
    const { xml, relationships } = sheetPart(sheet, undefined);
    this.#write(`xl/worksheets/sheet${index + 1}.xml`, xml, relationships);
    return true;
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

/** Binary workbooks (MS-XLSB) -> the parts of a SpreadsheetML package: those that are XML are as they are. */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OpcPackage } from "../../office/package.ts";
import type { ReadParts } from "../read-parts.ts";
import { sheetXml } from "./sheet-part.ts";
import { readStyles } from "./styles-part.ts";
import { tableXml } from "./table-part.ts";
import { sharedTextsXml } from "./texts-part.ts";
import { workbookXml } from "./workbook-part.ts";

/** Kinds of relationships -> the root of the part. */
const SHEETS: Readonly<Record<string, string>> = { worksheet: "worksheet", chartsheet: "chartsheet" };

/** @throws UnreadableFile, Failure `archive_invalid`, `archive_too_large`, `too_complex` */
export function xlsbToParts(bytes: Uint8Array): ReadParts {
  const pack = OpcPackage.ofZip(bytes, inflateNatively);
  const main = pack.targetOfType("", "officeDocument") ?? "xl/workbook.bin";
  const workbook = pack.bytes(main);
  if (!workbook) throw new UnreadableFile(`The part "${main}" is missing.`);
  const warnings = new Set<string>();
  const parts = new Map<string, Uint8Array>();
  const encoder = new TextEncoder();
  const add = (name: string, xml: string) => parts.set(name, encoder.encode(xml));
  // what is not read here is XML, or of no use to those who print
  for (const name of pack.partNames()) {
    if (/\.bin$/i.test(name)) continue;
    const content = pack.bytes(name);
    if (content) parts.set(name, content);
  }
  add(main, workbookXml(workbook));
  const part = (kind: string) => {
    const name = pack.targetOfType(main, kind);
    const content = name === undefined ? undefined : pack.bytes(name);
    return name !== undefined && content ? { name, content } : undefined;
  };
  const styles = part("styles");
  const read = styles && readStyles(styles.content);
  if (styles && read) add(styles.name, read.xml);
  const fonts = read?.runFonts ?? [];
  const texts = part("sharedStrings");
  if (texts) add(texts.name, sharedTextsXml(texts.content, fonts));
  const cells = { count: 0 };
  for (const { type, target, external } of pack.relationships(main).values()) {
    const root = SHEETS[type];
    const content = root && !external ? pack.bytes(target) : undefined;
    if (!root || !content || parts.has(target)) continue;
    add(target, sheetXml(content, { root, fonts, cells, warnings }));
    for (const related of pack.relationships(target).values()) {
      const table = related.type === "table" && !related.external ? pack.bytes(related.target) : undefined;
      if (table && !parts.has(related.target)) add(related.target, tableXml(table));
    }
  }
  return { parts, warnings: [...warnings, ...pack.damageWarnings] };
}

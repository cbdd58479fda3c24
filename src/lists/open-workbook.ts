import { Failure } from "../domain/failure.ts";
import { CompoundFile, isCompoundFile } from "../office/compound-file.ts";
import { decodePart } from "../office/decode-part.ts";
import { inflateWithFflate } from "../office/inflate.ts";
import type { ZipLimits } from "../office/limits.ts";
import { relationshipsPartOf } from "../office/part-name.ts";
import { Relationships } from "../office/relationships.ts";
import { localName, readXml, type XmlNode } from "../office/xml-node.ts";
import { ZipArchive } from "../office/zip-archive.ts";
import { BUILT_IN_FORMATS } from "../spreadsheet/built-in-formats.ts";
import type { DateSystem } from "../spreadsheet/serial-date.ts";
import { type FormatKind, formatKind } from "./cell-value.ts";
import { elementsOf, textOfPart } from "./packed-text.ts";

/** A sheet is read as it is unpacked, so it may be larger than files that are held in memory. */
const LIST_LIMITS: ZipLimits = {
  entries: 2_000,
  totalBytes: 1024 * 1024 * 1024,
  partBytes: 512 * 1024 * 1024,
  ratio: 2_000,
  ratioFromBytes: 1024 * 1024,
};
/** Parts that are read as a whole. */
const MAX_TREE_BYTES = 16 * 1024 * 1024;
/** Characters of all shared texts. */
const MAX_SHARED_TEXT = 32 * 1024 * 1024;

/** A workbook whose sheets can be read one by one. */
export interface ListWorkbook {
  archive: ZipArchive;
  sheets: { name: string; part: string; hidden: boolean }[];
  sharedTexts: string[];
  /** By number of the cell's style. */
  formats: { code: string; kind: FormatKind }[];
  dateSystem: DateSystem;
}

const unreadable = (message: string): Failure => new Failure("file_not_readable", message);

/**
 * Opens an xlsx file.
 * @throws Failure `file_encrypted`, `file_not_readable` for whatever else is no list, `archive_invalid`, `archive_too_large`
 */
export async function openWorkbook(bytes: Uint8Array): Promise<ListWorkbook> {
  if (isCompoundFile(bytes)) throw oldOrEncrypted(bytes);
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b)
    throw unreadable("The file is not an Excel workbook (.xlsx). Save the list as .xlsx or .csv and send it again.");
  const archive = ZipArchive.open(bytes, LIST_LIMITS, inflateWithFflate);
  const main = mainPart(archive);
  const names = archive.names().map((name) => name.toLowerCase());
  if (names.some((name) => name.endsWith("vbaproject.bin") || name.includes("/macrosheets/")))
    throw unreadable(
      "The workbook holds macros. Save it as “Excel Workbook (.xlsx)”, which leaves them out, and send that.",
    );
  const workbook = tree(archive, main);
  const relationships = relationshipsOf(archive, main);
  const sheets = descendants(workbook, "sheet").flatMap((sheet) => {
    const id = Object.entries(sheet.attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
    const target = relationships.get(id);
    if (target?.type !== "worksheet" || !archive.has(target.part)) return [];
    return [
      {
        name: sheet.attributes.name ?? "",
        part: target.part,
        hidden: (sheet.attributes.state ?? "visible") !== "visible",
      },
    ];
  });
  if (sheets.length === 0) throw unreadable("The workbook has no sheet with cells.");
  const partOf = (type: string) => [...relationships.values()].find((each) => each.type === type)?.part;
  const properties = descendants(workbook, "workbookPr")[0]?.attributes.date1904;
  return {
    archive,
    sheets,
    sharedTexts: await sharedTexts(archive, partOf("sharedStrings")),
    formats: formatsOf(archive, partOf("styles")),
    dateSystem: properties === "1" || properties === "true" ? 1904 : 1900,
  };
}

function oldOrEncrypted(bytes: Uint8Array): Failure {
  const names = new CompoundFile(bytes).rootNames;
  if (names.has("EncryptedPackage") || names.has("EncryptionInfo"))
    return new Failure(
      "file_encrypted",
      "The workbook is protected by a password. Save it without one and send it again.",
    );
  return unreadable("The file is an old Excel workbook (.xls). Save it as .xlsx and send it again.");
}

function mainPart(archive: ZipArchive): string {
  const main = [...relationshipsOf(archive, "").values()].find(({ type }) => type === "officeDocument")?.part;
  if (main?.endsWith(".bin"))
    throw unreadable("The file is a binary Excel workbook (.xlsb). Save it as .xlsx and send it again.");
  if (main?.includes("word/") || main?.includes("ppt/"))
    throw unreadable(
      "The file is a document of Word or PowerPoint, not a list. Send an Excel workbook (.xlsx) or a CSV file.",
    );
  if (archive.has("content.xml"))
    throw unreadable("The file is an OpenDocument file. Save it as .xlsx or .csv and send it again.");
  if (!main || !archive.has(main)) throw unreadable("The file is an archive, but not an Excel workbook (.xlsx).");
  return main;
}

function relationshipsOf(archive: ZipArchive, part: string): Map<string, { type: string; part: string }> {
  const name = part === "" ? "_rels/.rels" : relationshipsPartOf(part);
  if (!archive.has(name)) return new Map();
  const relationships = Relationships.parse(part, text(archive, name));
  return new Map(
    relationships.all().flatMap((each) => {
      const target = each.external ? undefined : relationships.targetPart(each);
      const type = each.type.slice(each.type.lastIndexOf("/") + 1);
      return target === undefined ? [] : [[each.id, { type, part: target }] as const];
    }),
  );
}

function text(archive: ZipArchive, name: string): string {
  if ((archive.entry(name)?.size ?? 0) > MAX_TREE_BYTES)
    throw new Failure("archive_too_large", `The part "${name}" of the workbook is larger than 16 MB.`);
  return decodePart(archive.read(name) ?? new Uint8Array());
}

const tree = (archive: ZipArchive, name: string): XmlNode => readXml(text(archive, name));

function descendants(element: XmlNode, local: string): XmlNode[] {
  return element.children.flatMap((child) => [
    ...(localName(child) === local ? [child] : []),
    ...descendants(child, local),
  ]);
}

async function sharedTexts(archive: ZipArchive, part: string | undefined): Promise<string[]> {
  if (part === undefined || !archive.has(part)) return [];
  const texts: string[] = [];
  let size = 0;
  for await (const element of elementsOf(textOfPart(archive, part), "si")) {
    const shared = richText(element);
    size += shared.length;
    if (size > MAX_SHARED_TEXT)
      throw new Failure("archive_too_large", "The texts of the workbook are larger than 32 MB together.");
    texts.push(shared);
  }
  return texts;
}

/** The text of `si` and `is` elements: of all their runs, without what stands above the characters (phonetics). */
function richText(markup: string): string {
  const root = readXml(markup);
  const of = (node: XmlNode): string => {
    const name = localName(node);
    if (name === "t") return unescaped(node.text);
    return name === "rPh" ? "" : node.children.map(of).join("");
  };
  return of(root);
}

/** Characters that XML cannot hold, as `_x000D_` (ECMA-376 Part 1, 22.4.2.4). */
const unescaped = (value: string): string =>
  value.includes("_x")
    ? value.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : value;

function formatsOf(archive: ZipArchive, part: string | undefined): ListWorkbook["formats"] {
  if (part === undefined || !archive.has(part)) return [];
  const styles = tree(archive, part);
  const own = new Map(
    descendants(styles, "numFmt").map(({ attributes }) => [
      attributes.numFmtId ?? "",
      attributes.formatCode ?? "General",
    ]),
  );
  const cells = styles.children.find((child) => localName(child) === "cellXfs");
  return (cells?.children ?? []).map(({ attributes }) => {
    const id = attributes.numFmtId ?? "0";
    const code = own.get(id) ?? BUILT_IN_FORMATS[Number(id)] ?? "General";
    return { code, kind: formatKind(code) };
  });
}

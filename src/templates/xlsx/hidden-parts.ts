import { appendAll } from "../../domain/collections/long-lists.ts";
import { columnNumber } from "../../spreadsheet/cell-reference.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import type { RowTemplate, SheetTemplate } from "./sheet-template.ts";
import type { WorkbookSource } from "./workbook-source.ts";

/** Sheets whose cells are not read here, and may have shared strings: those of Excel 4 macros and dialogs. */
const UNREAD_SHEETS = /\/(?:xlMacrosheet|xlIntlMacrosheet|dialogsheet)$/;
const SHARED_STRING = /<c\b([^>]*?\st\s*=\s*["']s["'][^>]*)>\s*<v>\s*(\d+)\s*<\/v>/g;

/**
 * Shared strings that only rows, columns and sheets have that are not in the merged workbook: Excel keeps a string as long
 * as it is listed, and whoever opens the file can read it.
 */
export function hiddenStrings(
  workbook: Pick<WorkbookSource, "relationships">,
  sheets: readonly SheetTemplate[],
  instances: readonly SheetInstance[],
): Set<number> {
  const hidden = new Set<number>();
  if (workbook.relationships.all().some(({ type }) => UNREAD_SHEETS.test(type))) return hidden;
  const shown = new Set<number>();
  for (const sheet of sheets) {
    const copies = instances.filter(({ template }) => template === sheet);
    const rows = new Set(
      copies.flatMap((copy) => copy.rows.filter(({ isBlank }) => !isBlank)).map((row) => row.template),
    );
    const gone = sheet.columnLoops.filter((loop) => copies.every((copy) => copy.columnIterations[loop.index] === 0));
    const isGone = (column: number) => gone.some((loop) => loop.firstColumn <= column && column <= loop.lastColumn);
    for (const row of sheet.rows)
      for (const { index, column } of stringsOf(row)) (rows.has(row) && !isGone(column) ? shown : hidden).add(index);
  }
  for (const index of shown) hidden.delete(index);
  return hidden;
}

function stringsOf({ source }: RowTemplate): { index: number; column: number }[] {
  return Array.from(source.content.matchAll(SHARED_STRING), ([, attributes = "", index]) => ({
    index: Number(index),
    column: columnNumber(/\sr\s*=\s*["']([A-Z]+)/.exec(attributes)?.[1] ?? "A"),
  }));
}

/** Entries of the workbook for pivot tables, slicers and timelines, whose parts are below the sheets. */
const CACHES = ["pivotCacheDefinition", "slicerCache", "timelineCache"];

/**
 * The workbook part without caches and links to other workbooks that only sheets used which are gone. The relationships
 * that it no longer names, and what they lead to, are dropped when the package is written.
 */
export function withoutHiddenCaches(
  xml: string,
  { package: source, relationships, sheets }: WorkbookSource,
  instances: readonly SheetInstance[],
): string {
  const kept = new Set(instances.map(({ template }) => template.source.part));
  const gone = sheets.filter(({ part }) => !kept.has(part)).map(({ part }) => part);
  if (gone.length === 0) return xml;
  const shown = textsBelow(source, [...kept]);
  const hidden = textsBelow(source, gone);
  let written = xml;
  for (const item of CACHES.flatMap((kind) => relationships.ofType(kind))) {
    const cache = relationships.targetPart(item);
    const name = /\sname="([^"]*)"/.exec((cache && source.text(cache)) ?? "")?.[1];
    const isUsed = (texts: ReadonlyMap<string, string>) =>
      (cache !== undefined && texts.has(cache)) ||
      (name !== undefined && [...texts.values()].some((text) => text.includes(` cache="${name}"`)));
    if (isUsed(hidden) && !isUsed(shown)) written = withoutEntry(written, item.id, name);
  }
  return withoutLinks(written, [...shown.values()]);
}

/** Parts that read a connection name it by its number: queries of sheets and tables, and caches of pivot tables. */
const CONNECTION = /<(?:\w+:)?(?:queryTable|cacheSource)\b[^>]*?\sconnectionId="(\d+)"/g;

/**
 * The connections of a workbook to databases and files without those that only sheets had which are gone; undefined if
 * none of them is left, the same text if all are. Those that no sheet reads are others', such as the data model's.
 */
export function withoutHiddenConnections(
  xml: string,
  { package: source, sheets }: WorkbookSource,
  instances: readonly SheetInstance[],
): string | undefined {
  const kept = new Set(instances.map(({ template }) => template.source.part));
  const gone = sheets.filter(({ part }) => !kept.has(part)).map(({ part }) => part);
  const read = (parts: readonly string[]): Set<string | undefined> =>
    new Set(
      [...textsBelow(source, parts).values()].flatMap((text) => Array.from(text.matchAll(CONNECTION), ([, id]) => id)),
    );
  const [hidden, shown] = [read(gone), read([...kept])];
  const written = xml.replace(
    /<((?:\w+:)?connection)\b[^>]*?\sid="(\d+)"(?:[^>]*?\/>|[^>]*>[\s\S]*?<\/\1>)/g,
    (entry, _, id: string) => (hidden.has(id) && !shown.has(id) ? "" : entry),
  );
  return /<(?:\w+:)?connection\b/.test(written) ? written : undefined;
}

/** The texts of parts and of everything below them. */
function textsBelow(source: OfficePackage, parts: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  const waiting = [...parts];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const text = texts.has(part) || !/\.xml$/i.test(part) ? undefined : source.text(part);
    if (text === undefined) continue;
    texts.set(part, text);
    const relationships = source.relationshipsOf(part);
    appendAll(
      waiting,
      relationships.all().flatMap((item) => relationships.targetPart(item) ?? []),
    );
  }
  return texts;
}

/** The workbook without the entry of a cache, the list if it was the last one, and the name that Excel gives a slicer. */
function withoutEntry(xml: string, id: string, name: string | undefined): string {
  return xml
    .replace(new RegExp(`<([\\w:]+)\\b[^>]*?\\sr:id="${escapeRegExp(id)}"[^>]*?(?:/>|>\\s*</\\1>)`), "")
    .replace(/<((?:\w+:)?(?:pivotCaches|slicerCaches|timelineCacheRefs))\b[^>]*>\s*<\/\1>/g, "")
    .replace(/<ext\b[^>]*>\s*<\/ext>/g, "")
    .replace(/<extLst>\s*<\/extLst>/g, "")
    .replace(/<definedName\b[^>]*>#N\/A<\/definedName>/g, (entry) =>
      name !== undefined && entry.includes(` name="${name}"`) ? "" : entry,
    )
    .replace(/<definedNames>\s*<\/definedNames>/, "");
}

/**
 * Formulas name other workbooks by the place of their link in the list, so that only links at its end can go: those that
 * neither a formula below the sheets that are left nor a name of the workbook refers to.
 */
function withoutLinks(xml: string, texts: readonly string[]): string {
  const list = /<externalReferences>([\s\S]*?)<\/externalReferences>/.exec(xml);
  if (!list) return xml;
  const links = (list[1] ?? "").match(/<externalReference\b[^>]*?(?:\/>|>\s*<\/externalReference>)/g) ?? [];
  const isUsed = (link: number) => [...texts, xml].some((text) => text.includes(`[${link}]`));
  while (links.length > 0 && !isUsed(links.length)) links.pop();
  return xml.replace(list[0], links.length > 0 ? `<externalReferences>${links.join("")}</externalReferences>` : "");
}

const escapeRegExp = (text: string): string => text.replace(/[^\w]/g, "\\$&");

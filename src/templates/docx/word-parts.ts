import { EMU_PER_TWIP } from "../../geometry/units.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";

/** Media types of the parts beside the main one that hold text of the author's (ECMA-376 Part 1, 11.3 and 15.2). */
const MERGED_TYPES: readonly RegExp[] = [
  /wordprocessingml\.header\+xml$/,
  /wordprocessingml\.footer\+xml$/,
  /wordprocessingml\.footnotes\+xml$/,
  /wordprocessingml\.endnotes\+xml$/,
  /wordprocessingml\.comments\+xml$/,
  /drawingml\.chart\+xml$/,
  /ms-office\.chartex\+xml$/i,
  /drawingml\.chartshapes\+xml$/,
  /drawingml\.diagramData\+xml$/,
  /diagramDrawing\+xml$/,
  /core-properties\+xml$/,
  /extended-properties\+xml$/,
  /custom-properties\+xml$/,
];

/** Parts with paragraphs (ECMA-376 Part 1, 11.3). */
export const STORY_TYPES =
  /wordprocessingml\.(?:(?:document|template)(?:\.\w+)?|header|footer|footnotes|endnotes)(?:\.main)?\+xml$/;

/** The parts that are merged: the document first, so that what it assigns is known in headers and notes. */
export function mergedParts(source: OfficePackage): string[] {
  const main = source.mainPart();
  const others = MERGED_TYPES.flatMap((type) => source.contentTypes.partsOf((each) => type.test(each)).sort());
  return [...new Set([main, ...others])].filter((part) => source.zip.has(part) && !source.dropped.has(part));
}

const DEFAULT_TEXT_WIDTH_TWIPS = 9_360;

/** Width between the margins of the document's last section, in EMU. */
export function textWidthEmu(document: string): number {
  const section = document.slice(document.lastIndexOf("<w:sectPr"));
  const numberOf = (pattern: RegExp) => Number(pattern.exec(section)?.[1] ?? Number.NaN);
  const width = numberOf(/<w:pgSz\b[^>]*? w:w="(\d+)"/);
  const left = numberOf(/<w:pgMar\b[^>]*? w:left="(-?\d+)"/);
  const right = numberOf(/<w:pgMar\b[^>]*? w:right="(-?\d+)"/);
  const text = width - left - right;
  return Math.round((text > 0 ? text : DEFAULT_TEXT_WIDTH_TWIPS) * EMU_PER_TWIP);
}

/** Ids of the styles "heading 1" to "heading 6". */
export function headingStyles(styles: string | undefined): (string | undefined)[] {
  const ids = new Map<string, string>();
  for (const [style] of (styles ?? "").matchAll(/<w:style\b[^>]*(?<!\/)>[\s\S]*?<\/w:style>/g)) {
    const id = /\sw:styleId="([^"]*)"/.exec(style)?.[1];
    const name = /<w:name w:val="heading ([1-6])"/i.exec(style)?.[1];
    if (id && name) ids.set(name, id);
  }
  return Array.from({ length: 6 }, (_, index) => ids.get(String(index + 1)));
}

/** The language of text that names none of its own (17.3.2.20), such as `de-DE`. */
export function documentLanguage(styles: string | undefined): string | undefined {
  const defaults = /<w:docDefaults>[\s\S]*?<\/w:docDefaults>/.exec(styles ?? "")?.[0] ?? "";
  const language = /<w:lang\b[^>]*? w:val="([^"]*)"/.exec(defaults)?.[1] ?? "";
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(language) ? language : undefined;
}

/** The text of one shape as it is stored: characters, runs of formatting, rulers, marks and links (MS-PPT 2.9). */
import { ByteCursor, ByteReader } from "../../../office/byte-reader.ts";
import { type ArtNode, childOfType } from "../../officeart/records.ts";
import { PPT } from "../record-types.ts";
import {
  readCharacterFormat,
  readParagraphFormat,
  readParagraphFormat9,
  readTabs,
  skipCharacterFormat9,
  skipSpecialInfo,
} from "./format-reader.ts";
import { type CharacterFormat, LEVELS, type ParagraphFormat } from "./text-format.ts";

const MAX_RUNS = 100_000;

interface ParagraphRun {
  /** Characters, paragraph ends included. */
  length: number;
  level: number;
  format: ParagraphFormat;
}

export interface CharacterRun {
  length: number;
  format: CharacterFormat;
}

type MarkKind = "slideNumber" | "date" | "userDate" | "header" | "footer";

/** What takes the place of one character. */
export interface TextMark {
  position: number;
  kind: MarkKind;
  /** Of a date: index into the formats of its kind. */
  format: number;
}

interface TextLink {
  begin: number;
  end: number;
  hyperlink: number;
}

export interface TextBody {
  type: number;
  text: string;
  paragraphRuns: readonly ParagraphRun[];
  characterRuns: readonly CharacterRun[];
  /** Items of the extended properties, in the order of StyleTextProp9Atom. */
  extensions: readonly ParagraphFormat[];
  /** What the shape's ruler says: tabs for all, margin and indent by level. */
  ruler: { all: ParagraphFormat; levels: readonly ParagraphFormat[] };
  marks: readonly TextMark[];
  links: readonly TextLink[];
}

const NO_RULER: TextBody["ruler"] = { all: {}, levels: [] };

const MARKS: Readonly<Record<number, MarkKind>> = {
  [PPT.slideNumberMark]: "slideNumber",
  [PPT.dateTimeMark]: "date",
  [PPT.rtfDateTimeMark]: "date",
  [PPT.genericDateMark]: "userDate",
  [PPT.headerMark]: "header",
  [PPT.footerMark]: "footer",
};

/** Splits records into the texts that they make up: each begins with a TextHeaderAtom. */
export function readTextBodies(records: readonly ArtNode[]): TextBody[] {
  const groups: ArtNode[][] = [];
  for (const record of records) {
    if (record.type === PPT.textHeader) groups.push([record]);
    else groups[groups.length - 1]?.push(record);
  }
  return groups.map(readTextBody);
}

/** Reads the records of one text; missing ones are not an error. */
export function readTextBody(records: readonly ArtNode[]): TextBody {
  const find = (type: number) => records.find((record) => record.type === type)?.body;
  const text = readText(records);
  const header = find(PPT.textHeader);
  const styles = find(PPT.styleTextProp);
  const ruler = find(PPT.textRuler);
  const extended = find(PPT.styleTextProp9);
  return {
    type: header ? new ByteReader(header).u32(0) : 4,
    text,
    ...(styles ? readStyleRuns(styles, text.length + 1) : { paragraphRuns: [], characterRuns: [] }),
    extensions: extended ? readExtensions(extended) : [],
    ruler: ruler ? readRuler(ruler) : NO_RULER,
    marks: readMarks(records),
    links: readLinks(records),
  };
}

function readText(records: readonly ArtNode[]): string {
  const stored = records.find(({ type }) => type === PPT.textChars || type === PPT.textBytes);
  if (!stored) return "";
  const reader = new ByteReader(stored.body);
  // Bytes are the low halves of UTF-16, whatever the code page of the system was.
  if (stored.type === PPT.textChars) return reader.utf16(0, stored.body.length >> 1);
  let text = "";
  for (const byte of stored.body) text += String.fromCharCode(byte);
  return text;
}

/** StyleTextPropAtom (MS-PPT 2.9.44): runs of paragraphs, then of characters, each over the whole text and one more. */
function readStyleRuns(
  body: Uint8Array,
  length: number,
): { paragraphRuns: ParagraphRun[]; characterRuns: CharacterRun[] } {
  const cursor = new ByteCursor(body);
  const paragraphRuns: ParagraphRun[] = [];
  for (let covered = 0; covered < length && !cursor.atEnd && paragraphRuns.length < MAX_RUNS; ) {
    const count = cursor.u32();
    const level = Math.min(cursor.u16(), LEVELS - 1);
    paragraphRuns.push({ length: count, level, format: readParagraphFormat(cursor) });
    covered += count;
  }
  const characterRuns: CharacterRun[] = [];
  for (let covered = 0; covered < length && !cursor.atEnd && characterRuns.length < MAX_RUNS; ) {
    const count = cursor.u32();
    characterRuns.push({ length: count, format: readCharacterFormat(cursor) });
    covered += count;
  }
  return { paragraphRuns, characterRuns };
}

/** StyleTextProp9Atom (MS-PPT 2.9.67). */
export function readExtensions(body: Uint8Array): ParagraphFormat[] {
  const cursor = new ByteCursor(body);
  const items: ParagraphFormat[] = [];
  while (!cursor.atEnd && items.length < MAX_RUNS) {
    items.push(readParagraphFormat9(cursor));
    skipCharacterFormat9(cursor);
    skipSpecialInfo(cursor);
  }
  return items;
}

/** TextRulerAtom (MS-PPT 2.9.29). */
function readRuler(body: Uint8Array): TextBody["ruler"] {
  const cursor = new ByteCursor(body);
  const masks = cursor.u32();
  const all: ParagraphFormat = {};
  if (masks & 0x2) cursor.i16();
  if (masks & 0x1) all.defaultTab = cursor.i16();
  if (masks & 0x4) all.tabs = readTabs(cursor);
  const levels = Array.from({ length: LEVELS }, (_, level) => {
    const format: ParagraphFormat = {};
    if (masks & (0x8 << level)) format.leftMargin = cursor.i16();
    if (masks & (0x100 << level)) format.indent = cursor.i16();
    return format;
  });
  return { all, levels };
}

function readMarks(records: readonly ArtNode[]): TextMark[] {
  return records.flatMap(({ type, body }) => {
    const kind = MARKS[type];
    if (!kind) return [];
    const reader = new ByteReader(body);
    return [{ position: reader.i32(0), kind, format: reader.u8(4) }];
  });
}

/** A container that says what a click does is followed by the range of characters that it is for (MS-PPT 2.9.43). */
function readLinks(records: readonly ArtNode[]): TextLink[] {
  const links: TextLink[] = [];
  let hyperlink: number | undefined;
  for (const record of records) {
    if (record.type === PPT.interactiveInfo) hyperlink = hyperlinkOf(record);
    else if (record.type === PPT.textInteractiveRange && hyperlink !== undefined) {
      const reader = new ByteReader(record.body);
      links.push({ begin: reader.i32(0), end: reader.i32(4), hyperlink });
      hyperlink = undefined;
    }
  }
  return links;
}

/** Id of the hyperlink that a click follows (InteractiveInfoAtom, MS-PPT 2.8.7); instance 1 is about the mouse passing over. */
export function hyperlinkOf(container: ArtNode): number | undefined {
  const atom = childOfType(container, PPT.interactiveInfoAtom);
  if (!atom || container.instance === 1) return undefined;
  return new ByteReader(atom.body).u32(4) || undefined;
}

/** Texts of PowerPoint 95: characters and runs in records of their own, each run with a record header inside. */
import { ByteReader } from "../../../office/byte-reader.ts";
import type { ColorScheme } from "../color-scheme.ts";
import type { TextMark } from "../text/text-body.ts";
import type { CharacterFormat, ParagraphFormat, TabStop } from "../text/text-format.ts";
import type { LegacyText } from "./legacy-presentation.ts";
import {
  bulletCode,
  type FontReading,
  type LegacyParagraphFormat,
  type LegacyTextSource,
  legacyParagraphs,
} from "./legacy-text.ts";
import { legacyTabKind, spacing } from "./ppt4-text.ts";
import { PPT95, type Ppt95Record, ppt95Child, ppt95Children, ppt95Descendant } from "./ppt95-records.ts";

/** Instances of the parts of a text. */
const PART = { characters: 47, paragraphs: 48, fields: 49, text: 53 };
/** A count and a record header come before what a run says. */
const RUN_HEAD_BYTES = 20;
const CHARACTER_BYTES = 44;
const PARAGRAPH_BYTES = 72;
const FIELD_BYTES = 24;
const LEVELS = 5;
const MAX_RUNS = 50_000;
const FLAG = { bold: 1, italic: 2, underline: 4, emboss: 8, shadow: 16 };
const BULLET = { shown: 1, font: 4, color: 0x10, size: 0x40 };
const LAYOUT = { fitsShape: 1, wraps: 4 };
const FIELD = { firstDate: 1, lastDate: 13, header: 14, footer: 15, slideNumber: 16 };
const ANCHORS: readonly LegacyText["anchor"][] = ["t", "ctr", "b"];
const NO_COLOR = 0xfd;
const DEFAULT_INSET = { x: 58, y: 29 };

interface Ruler {
  levels: readonly ParagraphFormat[];
  tabs: readonly TabStop[];
}

/** What the texts of all slides refer to by number. */
export interface RecordTables extends FontReading {
  rulers: ReadonlyMap<number, Ruler>;
  fields: ReadonlyMap<number, number>;
}

/** A collection's members are each followed by a record that numbers them. */
export function numbered<Value>(
  collection: Ppt95Record | undefined,
  read: (member: Ppt95Record) => Value | undefined,
): Map<number, Value> {
  const members = new Map<number, Value>();
  let present: Value | undefined;
  for (const member of collection?.children ?? []) {
    if (member.type !== PPT95.identifier) present = read(member) ?? present;
    else {
      if (present !== undefined && !members.has(member.instance)) members.set(member.instance, present);
      present = undefined;
    }
  }
  return members;
}

export function readRecordFonts(environment: Ppt95Record | undefined): Map<number, string> {
  return numbered(ppt95Child(environment, PPT95.fontCollection), (member) => {
    const atom = ppt95Child(member, PPT95.fontAtom)?.body.subarray(28, 60);
    if (!atom) return undefined;
    const end = atom.indexOf(0);
    return new TextDecoder("windows-1252").decode(end < 0 ? atom : atom.subarray(0, end)) || undefined;
  });
}

export function readRecordRulers(environment: Ppt95Record | undefined): Map<number, Ruler> {
  return numbered(ppt95Child(environment, PPT95.rulers), (member) => {
    const atom = ppt95Child(member, PPT95.ruler);
    if (!atom) return undefined;
    const reader = new ByteReader(atom.body);
    const levels = Array.from({ length: LEVELS }, (_, level) => ({
      leftMargin: reader.i32(level * 8),
      indent: reader.i32(level * 8 + 4),
    }));
    const stops = ppt95Child(member, PPT95.rulerTabs)?.body ?? new Uint8Array(0);
    const tabs = new ByteReader(stops);
    const count = Math.min(200, Math.floor(stops.length / 8));
    const kinds = Array.from({ length: count }, (_, tab) => ({
      position: tabs.i32(tab * 8),
      kind: legacyTabKind(tabs.i32(tab * 8 + 4)),
    }));
    return { levels, tabs: kinds };
  });
}

/** What fields show, by their numbers. */
export function readFields(environment: Ppt95Record | undefined): Map<number, number> {
  return numbered(ppt95Child(environment, PPT95.fieldCollection), (member) =>
    member.type === PPT95.fieldAtom ? new ByteReader(member.body).u16(0) : undefined,
  );
}

/** The text of a shape; undefined when it has none. */
export function readRecordText(shape: Ppt95Record, tables: RecordTables): LegacyText | undefined {
  const container = ppt95Child(shape, PPT95.textInShape);
  const body = ppt95Descendant(container, PPT95.textBody);
  const parts = ppt95Child(body, PPT95.textParts)?.children ?? body?.children ?? [];
  const part = (instance: number) =>
    parts.find((record) => record.type === PPT95.textPart && record.instance === instance)?.body;
  const bytes = part(PART.text);
  if (!bytes || bytes.length === 0) return undefined;
  const rulerAtom = ppt95Descendant(container, PPT95.rulerOfText);
  const ruler = rulerAtom && tables.rulers.get(new ByteReader(rulerAtom.body).u32(0));
  const source: LegacyTextSource = {
    bytes,
    characterRuns: readRuns(part(PART.characters), CHARACTER_BYTES, readCharacter),
    paragraphRuns: readRuns(part(PART.paragraphs), PARAGRAPH_BYTES, (reader, at) =>
      readParagraph(reader, at, tables, ruler),
    ),
    marks: readMarks(part(PART.fields), tables.fields),
  };
  return { paragraphs: legacyParagraphs(source, tables), ...readLayout(ppt95Child(container, PPT95.textLayout)) };
}

function readLayout(atom: Ppt95Record | undefined): Omit<LegacyText, "paragraphs"> {
  if (!atom) {
    const inset = { insetX: DEFAULT_INSET.x, insetY: DEFAULT_INSET.y };
    return { anchor: "t", isCentered: false, wraps: true, fitsShape: false, ...inset };
  }
  const reader = new ByteReader(atom.body);
  const flags = reader.u8(8);
  const aligned = reader.u8(12);
  const wraps = (flags & LAYOUT.wraps) !== 0;
  const inset = (at: number) => Math.min(2_000, reader.u32(at));
  return {
    anchor: ANCHORS[aligned >> 4] ?? "t",
    isCentered: (aligned & 15) === 1 && !wraps,
    wraps,
    fitsShape: (flags & LAYOUT.fitsShape) !== 0,
    insetX: inset(0),
    insetY: inset(4),
  };
}

function readRuns<Format>(
  body: Uint8Array | undefined,
  size: number,
  read: (reader: ByteReader, at: number) => Format,
): { length: number; format: Format }[] {
  if (!body) return [];
  const reader = new ByteReader(body);
  const count = Math.min(MAX_RUNS, Math.floor(body.length / size));
  return Array.from({ length: count }, (_, index) => ({
    length: reader.u32(index * size),
    format: read(reader, index * size + RUN_HEAD_BYTES),
  }));
}

function readCharacter(reader: ByteReader, at: number): CharacterFormat {
  const size = reader.u16(at + 4);
  const flags = reader.u16(at + 8);
  const position = reader.i32(at + 16);
  return {
    font: reader.u16(at),
    ...(size > 0 ? { sizePoints: size } : {}),
    bold: (flags & FLAG.bold) !== 0,
    italic: (flags & FLAG.italic) !== 0,
    underline: (flags & FLAG.underline) !== 0,
    emboss: (flags & FLAG.emboss) !== 0,
    shadow: (flags & FLAG.shadow) !== 0,
    color: reader.u32(at + 10),
    ...(position === 0 ? {} : { position: Math.max(-100, Math.min(100, position)) }),
  };
}

function readParagraph(
  reader: ByteReader,
  at: number,
  tables: RecordTables,
  ruler: Ruler | undefined,
): LegacyParagraphFormat {
  const flags = reader.u16(at);
  const font = reader.i16(at + 8);
  const size = reader.i16(at + 12);
  const level = Math.min(reader.u8(at + 24), LEVELS - 1);
  const format: ParagraphFormat = {
    ...ruler?.levels[level],
    ...(ruler && ruler.tabs.length > 0 ? { tabs: [...ruler.tabs] } : {}),
    hasBullet: (flags & BULLET.shown) !== 0,
    bulletHasFont: (flags & BULLET.font) !== 0 && font >= 0,
    bulletHasColor: (flags & BULLET.color) !== 0 && reader.u8(at + 5) !== NO_COLOR,
    bulletHasSize: (flags & BULLET.size) !== 0,
    bulletFont: font,
    bulletColor: reader.u32(at + 2),
    bulletSize: size,
    bulletChar: bulletCode(reader.u8(at + 6), font, tables),
    alignment: Math.max(0, Math.min(3, reader.i16(at + 28))),
    lineSpacing: spacing(reader.i32(at + 32), 100),
    spaceBefore: spacing(reader.i32(at + 36), 0),
    spaceAfter: spacing(reader.i32(at + 40), 0),
  };
  return { level, format };
}

/** Runs of fields; -1 says that there is none. */
function readMarks(body: Uint8Array | undefined, fields: ReadonlyMap<number, number>): LegacyTextSource["marks"] {
  const marks = new Map<number, { length: number; kind: TextMark["kind"]; format: number }>();
  let position = 0;
  for (const { length, format } of readRuns(body, FIELD_BYTES, (reader, at) => reader.i32(at))) {
    const shown = fields.get(format);
    const mark = shown === undefined ? undefined : fieldMark(shown);
    if (mark) marks.set(position, { length: 1, ...mark });
    position += length;
  }
  return marks;
}

function fieldMark(shown: number): { kind: TextMark["kind"]; format: number } | undefined {
  if (shown === FIELD.slideNumber) return { kind: "slideNumber", format: 0 };
  if (shown === FIELD.header) return { kind: "header", format: 0 };
  if (shown === FIELD.footer) return { kind: "footer", format: 0 };
  // Formats are numbered as in DrawingML.
  const isDate = shown >= FIELD.firstDate && shown <= FIELD.lastDate;
  return isDate ? { kind: "date", format: shown } : undefined;
}

/** Red, green, blue and an index: 0xFE for the color itself. */
export function recordColor(reader: ByteReader, at: number, scheme: ColorScheme): string {
  const known = scheme[reader.u8(at + 3)];
  if (known !== undefined) return known;
  return [0, 1, 2]
    .map((part) =>
      reader
        .u8(at + part)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")
    .toUpperCase();
}

/** Eight colors after their number. */
export function readRecordScheme(owner: Ppt95Record | undefined): ColorScheme | undefined {
  const atom = ppt95Child(ppt95Child(owner, PPT95.colorScheme), PPT95.colors);
  if (!atom || atom.body.length < 36) return undefined;
  const reader = new ByteReader(atom.body);
  return Array.from({ length: 8 }, (_, index) => recordColor(reader, 4 + index * 4, []));
}

/** Strings among other records, by their instance. */
export function readString(owner: Ppt95Record | undefined, instance: number, { decoder }: FontReading): string {
  const found = ppt95Children(owner, PPT95.string).find((record) => record.instance === instance);
  return found ? decoder.decode(found.body).replaceAll("\0", "") : "";
}

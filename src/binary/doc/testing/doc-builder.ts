/** Builds small .doc files for tests (MS-DOC 2.1 to 2.5): one piece, few formatted pages, what is not given is left out. */
import { utils, write } from "cfb";

interface BuiltRun {
  text: string;
  /** Character modifiers. */
  modifiers?: number[];
}

export interface BuiltParagraph {
  /** With the mark that ends the paragraph. */
  runs: BuiltRun[];
  style?: number;
  /** Paragraph and table modifiers. */
  modifiers?: number[];
}

interface BuiltStyle {
  name: string;
  kind: 1 | 2;
  /** Number of a built-in style. */
  builtIn?: number;
  base?: number;
  paragraph?: number[];
  character?: number[];
}

export interface BuiltDocument {
  paragraphs: BuiltParagraph[];
  footnotes?: BuiltParagraph[];
  textBoxes?: BuiltParagraph[];
  /** Stories in the order of the file: six separators, then six for each section; each gets its guard mark. */
  headers?: BuiltParagraph[][];
  styles?: BuiltStyle[];
  /** Names; a second one follows after a bar. */
  fonts?: string[];
  /** Section modifiers of the only section. */
  section?: number[];
  /** The tables of lists and of their instances. */
  lists?: { definitions: number[]; instances: number[] };
  /** Other tables by their index in FibRgFcLcb97. */
  tables?: Record<number, number[]>;
  /** The `Prm` of the piece, and the property list that it may refer to. */
  pieceModifier?: number;
  propertyList?: number[];
  /** One byte for each character of the text. */
  compressed?: boolean;
  flags?: number;
  version?: number;
  ident?: number;
  data?: number[];
}

const FIB_BYTES = 0x400;
const TEXT_AT = 0x800;
const PAGE = 512;
const RUNS_PER_PAGE = 6;
const TABLE_COUNT = 0x5d;

export const u16 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff];
export const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];
/** A modifier: its code and the bytes of its operand. */
export const sprm = (code: number, ...operand: number[]): number[] => [...u16(code), ...operand];

const utf16 = (text: string): number[] =>
  Array.from({ length: text.length }, (_, at) => u16(text.charCodeAt(at))).flat();
const plex = (positions: number[], data: number[][] = []): number[] => [...positions.flatMap(u32), ...data.flat()];

/** Adds bytes of any number: arguments of a call are limited. */
function append(stream: number[], bytes: readonly number[]): void {
  for (const byte of bytes) stream.push(byte);
}

/** A paragraph of unformatted text; `\r` is added unless it ends with a mark of its own. */
export function paragraph(text: string, modifiers: number[] = [], style = 0): BuiltParagraph {
  return { runs: [{ text: /[\r\x07\x0c]$/.test(text) ? text : `${text}\r` }], modifiers, style };
}

export function buildDoc(document: BuiltDocument): Uint8Array {
  const headerStories = document.headers ?? [];
  const guarded = headerStories.map((story) => (story.length > 0 ? [...story, paragraph("")] : []));
  const stories = [document.paragraphs, document.footnotes ?? [], guarded.flat(), [], [], [], document.textBoxes ?? []];
  const lengths = stories.map((story) =>
    story.flatMap((part) => part.runs).reduce((sum, run) => sum + run.text.length, 0),
  );
  const all = stories.flat();
  const width = document.compressed ? 1 : 2;
  const text = all.flatMap((part) => part.runs.map((run) => run.text)).join("");

  const wordDocument: number[] = new Array(TEXT_AT).fill(0);
  append(wordDocument, document.compressed ? [...text].map((character) => character.charCodeAt(0)) : utf16(text));
  const characterPages = appendPages(wordDocument, characterEntries(all, width), 1);
  const paragraphPages = appendPages(wordDocument, paragraphEntries(all, width), 13);
  const sectionAt = wordDocument.length;
  wordDocument.push(...u16(document.section?.length ?? 0), ...(document.section ?? []));

  const table: number[] = [];
  const places = new Map<number, [number, number]>();
  const put = (index: number, bytes: number[]) => {
    places.set(index, [table.length, bytes.length]);
    append(table, bytes);
  };
  put(1, styleSheet(document.styles ?? [{ name: "Normal", kind: 1, builtIn: 0 }]));
  put(12, binTable(characterPages));
  put(13, binTable(paragraphPages));
  put(15, fontTable(document.fonts ?? ["Times New Roman"]));
  put(6, plex([0, lengths[0] ?? 0], [[...u16(0), ...u32(sectionAt), ...u16(0), ...u32(0)]]));
  const place = document.compressed ? ((TEXT_AT << 1) | 0x4000_0000) >>> 0 : TEXT_AT;
  const pieces = plex([0, text.length], [[...u16(0), ...u32(place), ...u16(document.pieceModifier ?? 0)]]);
  const { propertyList } = document;
  const lists = propertyList ? [1, ...u16(propertyList.length), ...propertyList] : [];
  put(33, [...lists, 2, ...u32(pieces.length), ...pieces]);
  if (guarded.length > 0) put(11, headerTable(guarded));
  if (document.lists) {
    put(73, document.lists.definitions);
    put(74, document.lists.instances);
  }
  for (const [index, bytes] of Object.entries(document.tables ?? {})) put(Number(index), bytes);

  wordDocument.splice(0, FIB_BYTES, ...head(document, lengths, places));
  return container(wordDocument, table, document.data ?? []);
}

function head(document: BuiltDocument, lengths: number[], places: Map<number, [number, number]>): number[] {
  const fib = [...u16(document.ident ?? 0xa5ec), ...u16(document.version ?? 0xc1)];
  const textEnd = TEXT_AT + (document.compressed ? 1 : 2) * lengths.reduce((sum, length) => sum + length, 0);
  fib.push(...new Array(6).fill(0), ...u16(0x1200 | (document.flags ?? 0)), ...new Array(12).fill(0));
  fib.push(...u32(TEXT_AT), ...u32(textEnd));
  fib.push(...u16(14), ...new Array(28).fill(0), ...u16(22), ...u32(0), ...u32(0), ...u32(0));
  const stories = Array.from({ length: 8 }, (_, story) => u32(lengths[story] ?? 0));
  fib.push(...stories.flat(), ...new Array(44).fill(0), ...u16(TABLE_COUNT));
  for (let index = 0; index < TABLE_COUNT; index++) {
    const [at, size] = places.get(index) ?? [0, 0];
    fib.push(...u32(at), ...u32(size));
  }
  return [...fib, ...new Array(FIB_BYTES - fib.length).fill(0)];
}

interface PageEntry {
  start: number;
  end: number;
  bytes: number[];
}

function characterEntries(paragraphs: BuiltParagraph[], width: number): PageEntry[] {
  let at = TEXT_AT;
  return paragraphs.flatMap(({ runs }) =>
    runs.map(({ text, modifiers = [] }) => {
      const start = at;
      at += text.length * width;
      return { start, end: at, bytes: modifiers.length > 0 ? [modifiers.length, ...modifiers] : [] };
    }),
  );
}

function paragraphEntries(paragraphs: BuiltParagraph[], width: number): PageEntry[] {
  let at = TEXT_AT;
  return paragraphs.map(({ runs, style = 0, modifiers = [] }) => {
    const start = at;
    at += runs.reduce((sum, run) => sum + run.text.length, 0) * width;
    const list = [...u16(style), ...modifiers];
    // One word count when the length is odd, a zero and the count when it is even.
    const bytes = list.length % 2 === 1 ? [(list.length + 1) / 2, ...list] : [0, list.length / 2, ...list];
    return { start, end: at, bytes };
  });
}

/** Writes pages of 512 bytes; returns the first offset of each page with its number, and the last end. */
function appendPages(
  stream: number[],
  entries: PageEntry[],
  entryBytes: number,
): { starts: number[]; pages: number[] } {
  const starts: number[] = [];
  const pages: number[] = [];
  for (let first = 0; first < entries.length; first += RUNS_PER_PAGE) {
    while (stream.length % PAGE !== 0) stream.push(0);
    const part = entries.slice(first, first + RUNS_PER_PAGE);
    const page: number[] = new Array(PAGE).fill(0);
    let free = PAGE - 2;
    for (const [index, { bytes }] of part.entries()) {
      const place = 4 * (part.length + 1) + index * entryBytes;
      if (bytes.length > 0) {
        free = (free - bytes.length) & ~1;
        page.splice(free, bytes.length, ...bytes);
        page[place] = free / 2;
      }
    }
    page.splice(0, 4 * (part.length + 1), ...[...part.map((entry) => entry.start), part.at(-1)?.end ?? 0].flatMap(u32));
    page[PAGE - 1] = part.length;
    starts.push(part[0]?.start ?? 0);
    pages.push(stream.length / PAGE);
    stream.push(...page);
  }
  starts.push(entries.at(-1)?.end ?? 0);
  return { starts, pages };
}

function binTable({ starts, pages }: { starts: number[]; pages: number[] }): number[] {
  return plex(starts, pages.map(u32));
}

function headerTable(stories: BuiltParagraph[][]): number[] {
  const positions = [0];
  for (const story of stories) {
    const length = story.flatMap((part) => part.runs).reduce((sum, run) => sum + run.text.length, 0);
    positions.push((positions.at(-1) ?? 0) + length);
  }
  return plex(positions);
}

function styleSheet(styles: BuiltStyle[]): number[] {
  const info = [styles.length, 10, 1, 0, 0, 0, 0, 0, 0].flatMap(u16);
  const bytes = [...u16(info.length), ...info];
  for (const [index, style] of styles.entries()) {
    const lists =
      style.kind === 1 ? [[...u16(index), ...(style.paragraph ?? [])], style.character ?? []] : [style.character ?? []];
    const definition = [
      ...u16(style.builtIn ?? 0xffe),
      ...u16(style.kind | ((style.base ?? 0xfff) << 4)),
      ...u16(lists.length),
      ...u16(0),
      ...u16(0),
      ...u16(style.name.length),
      ...utf16(style.name),
      ...u16(0),
      ...lists.flatMap((list) => [...u16(list.length), ...list, ...(list.length % 2 ? [0] : [])]),
    ];
    bytes.push(...u16(definition.length), ...definition);
  }
  return bytes;
}

function fontTable(names: string[]): number[] {
  const fonts = names.flatMap((font) => {
    const [name = "", alternative] = font.split("|");
    const alternativeAt = alternative ? name.length + 1 : 0;
    const head = [0, 0, 0, name === "Symbol" ? 2 : 0, alternativeAt, ...new Array(34).fill(0)];
    const body = [...head, ...utf16(name), 0, 0, ...(alternative ? [...utf16(alternative), 0, 0] : [])];
    return [body.length, ...body];
  });
  return [...u16(names.length), ...u16(0), ...fonts];
}

function container(wordDocument: number[], table: number[], data: number[]): Uint8Array {
  const file = utils.cfb_new();
  utils.cfb_add(file, "/WordDocument", Uint8Array.from(wordDocument));
  utils.cfb_add(file, "/1Table", Uint8Array.from(table));
  if (data.length > 0) utils.cfb_add(file, "/Data", Uint8Array.from(data));
  return Uint8Array.from(write(file, { type: "array" }) as number[]);
}

/** The style sheet (`STSH`, MS-DOC 2.9.271; `STD` 2.9.260) as the file stores it. */
import { ByteReader } from "../../office/byte-reader.ts";
import { type CharacterProperties, characterPropertiesOf } from "./properties/character-properties.ts";
import { readSprms, type Sprm } from "./properties/sprm.ts";

export type StyleKind = "paragraph" | "character" | "table" | "numbering";

export interface DocumentStyle {
  index: number;
  kind: StyleKind;
  /** The name of `w:name`: that of the specification for built-in styles, whatever the language of the file. */
  name: string;
  /** Number of the style that this one is based on. */
  base: number | undefined;
  /** Modifiers of paragraph, character and table properties; empty when the style has none. */
  paragraph: Uint8Array;
  character: Uint8Array;
  table: Uint8Array;
}

/** Fonts of text to which no style gives one, by number in the font table. */
export interface DefaultFonts {
  ascii: number;
  eastAsia: number;
  highAnsi: number;
  complex: number | undefined;
}

const KINDS: readonly (StyleKind | undefined)[] = [undefined, "paragraph", "character", "table", "numbering"];
const NO_STYLE = 0xfff;
const MAX_STYLES = 4_094;
const MAX_CHAIN_LENGTH = 40;
const NOTHING = new Uint8Array();

export class DocumentStyles {
  readonly styles: ReadonlyMap<number, DocumentStyle>;
  readonly defaultFonts: DefaultFonts;
  readonly #characters = new Map<number, CharacterProperties>();

  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes);
    const headBytes = reader.u16(0);
    this.defaultFonts = {
      ascii: reader.u16(14),
      eastAsia: reader.u16(16),
      highAnsi: reader.u16(18),
      complex: headBytes >= 20 ? reader.u16(20) : undefined,
    };
    this.styles = readStyles(reader, 2 + headBytes, Math.min(MAX_STYLES, reader.u16(2)), reader.u16(4));
  }

  /** Whether there is a style of this number and kind. */
  has(index: number | undefined, kind: StyleKind): index is number {
    return index !== undefined && this.styles.get(index)?.kind === kind;
  }

  /** Whether a toggle (`w:b`) is on for text of a paragraph style and a character style: in both, they cancel out. */
  isOn(toggle: string, paragraphStyle: number | undefined, characterStyle: number | undefined): boolean {
    return this.#toggleOf(toggle, paragraphStyle) !== this.#toggleOf(toggle, characterStyle);
  }

  #toggleOf(toggle: string, index: number | undefined): boolean {
    let isOn: boolean | undefined;
    for (const style of this.chain(index)) {
      let properties = this.#characters.get(style.index);
      if (!properties) {
        properties = characterPropertiesOf(modifiersOf(style.character));
        this.#characters.set(style.index, properties);
      }
      const value = properties.toggles.get(toggle);
      if (value !== undefined) isOn = value === "opposite" ? !isOn : value;
    }
    return isOn ?? false;
  }

  /** A style with those that it is based on, the farthest first. */
  chain(index: number | undefined): DocumentStyle[] {
    const chain: DocumentStyle[] = [];
    let current = index;
    while (current !== undefined && chain.length < MAX_CHAIN_LENGTH) {
      const style = this.styles.get(current);
      if (!style || chain.includes(style)) break;
      chain.unshift(style);
      current = style.base;
    }
    return chain;
  }
}

/** All modifiers of a list by itself. */
export function modifiersOf(bytes: Uint8Array): Iterable<Sprm> {
  return readSprms(new ByteReader(bytes), 0, bytes.length);
}

function readStyles(reader: ByteReader, start: number, count: number, baseBytes: number): Map<number, DocumentStyle> {
  const styles = new Map<number, DocumentStyle>();
  let at = start;
  for (let index = 0; index < count && at + 2 <= reader.length; index++) {
    const size = reader.u16(at);
    at += 2;
    if (size > 0) {
      const style = readStyle(new ByteReader(reader.bytes(at, size)), index, baseBytes);
      if (style) styles.set(index, style);
    }
    at += size + (size & 1);
  }
  return styles;
}

function readStyle(reader: ByteReader, index: number, baseBytes: number): DocumentStyle | undefined {
  const builtIn = reader.u16(0) & 0xfff;
  const kind = KINDS[reader.u16(2) & 15];
  const base = reader.u16(2) >> 4;
  const parts = reader.u16(4) & 15;
  if (!kind) return undefined;
  const nameCharacters = Math.min(reader.u16(baseBytes), 255);
  const ownName = reader.utf16(baseBytes + 2, nameCharacters).split(",")[0] ?? "";
  const lists: Uint8Array[] = [];
  let at = baseBytes + 2 + 2 * nameCharacters + 2;
  for (let part = 0; part < parts && at + 2 <= reader.length; part++) {
    const size = reader.u16(at);
    lists.push(reader.bytes(at + 2, size));
    at += 2 + size + (size & 1);
  }
  return {
    index,
    kind,
    name: builtInName(builtIn) ?? ownName,
    base: base === NO_STYLE || base === index ? undefined : base,
    ...listsOf(kind, lists),
  };
}

/** A list of paragraph modifiers begins with the number of the style itself. */
function listsOf(
  kind: StyleKind,
  [first = NOTHING, second = NOTHING, third = NOTHING]: Uint8Array[],
): Pick<DocumentStyle, "paragraph" | "character" | "table"> {
  switch (kind) {
    case "paragraph":
      return { paragraph: first.subarray(2), character: second, table: NOTHING };
    case "character":
      return { paragraph: NOTHING, character: first, table: NOTHING };
    case "table":
      return { table: first, paragraph: second.subarray(2), character: third };
    case "numbering":
      return { paragraph: first.subarray(2), character: NOTHING, table: NOTHING };
  }
}

/** Names of styles by their number among the built-in ones (`sti`, MS-DOC 2.9.261) where layout asks for them. */
function builtInName(number: number): string | undefined {
  if (number === 0) return "Normal";
  if (number >= 1 && number <= 9) return `heading ${number}`;
  if (number >= 10 && number <= 18) return `index ${number - 9}`;
  if (number >= 19 && number <= 27) return `toc ${number - 18}`;
  return BUILT_IN_NAMES[number];
}

const BUILT_IN_NAMES: Readonly<Record<number, string>> = {
  29: "footnote text",
  31: "header",
  32: "footer",
  38: "footnote reference",
  42: "endnote reference",
  43: "endnote text",
  62: "Title",
  65: "Default Paragraph Font",
  85: "Hyperlink",
  86: "FollowedHyperlink",
  105: "Normal Table",
};

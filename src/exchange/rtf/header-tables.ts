/** What a file says before its text: fonts, colors, styles, lists (Rich Text Format 1.9.1, "Contents of an RTF file: header"). */
import type { FormatTables } from "./character-format.ts";
import { codePageOfCharset, SYMBOL_CHARSET } from "./charsets.ts";
import { type ListLevel, type ListTables, newLevel } from "./lists.ts";

export interface RtfFont {
  name: string;
  /** Undefined: that of the file. */
  codePage: number | undefined;
  isSymbol: boolean;
}

/** Where words and characters of a group go. */
export interface Destination {
  word(name: string, parameter: number | undefined): void;
  text(text: string): void;
  /** A group within it begins or ends. */
  open?(): void;
  close?(): void;
}

const MOST_ENTRIES = 20_000;

export class HeaderTables implements FormatTables {
  readonly fonts = new Map<number, RtfFont>();
  readonly #colors: (string | undefined)[] = [];
  /** Numbers of paragraph styles with their names. */
  readonly styles = new Map<number, string>();
  readonly lists: ListTables = { lists: new Map(), overrides: new Map() };

  fontName(number: number): string | undefined {
    return this.fonts.get(number)?.name || undefined;
  }

  readonly color = (index: number): string | undefined => (index > 0 ? this.#colors[index] : undefined);

  /** `{\fonttbl{\f0\froman\fcharset0 Times New Roman;}...}` */
  fontTable(): Destination {
    let number = 0;
    let font: RtfFont = { name: "", codePage: undefined, isSymbol: false };
    return {
      word: (name, parameter = 0) => {
        if (name === "f") {
          number = parameter;
          font = { name: "", codePage: undefined, isSymbol: false };
        } else if (name === "fcharset") {
          font.isSymbol = parameter === SYMBOL_CHARSET;
          font.codePage = codePageOfCharset(parameter);
          // known before its name: that is in its charset
          this.#addFont(number, font);
        } else if (name === "cpg") font.codePage = parameter;
      },
      text: (text) => {
        const end = text.indexOf(";");
        font.name += end < 0 ? text : text.slice(0, end);
        if (end >= 0) this.#addFont(number, { ...font, name: font.name.trim() });
      },
    };
  }

  /** The number of the font whose name is being read. */
  #addFont(number: number, font: RtfFont): void {
    if (this.fonts.size < MOST_ENTRIES || this.fonts.has(number)) this.fonts.set(number, font);
  }

  /** `{\colortbl;\red0\green0\blue255;}`; the first is mostly the automatic one. */
  colorTable(): Destination {
    let parts: Record<string, number> = {};
    return {
      word: (name, parameter = 0) => {
        if (name === "red" || name === "green" || name === "blue") parts[name] = Math.max(0, Math.min(255, parameter));
      },
      text: (text) => {
        for (const character of text) {
          if (character !== ";" || this.#colors.length >= MOST_ENTRIES) continue;
          const hex = (part: string) => (parts[part] ?? 0).toString(16).padStart(2, "0");
          this.#colors.push(Object.keys(parts).length > 0 ? hex("red") + hex("green") + hex("blue") : undefined);
          parts = {};
        }
      },
    };
  }

  /** `{\stylesheet{\s1 ... heading 1;}}`: only names, as paragraphs say all that their styles say. */
  styleSheet(): Destination {
    let number: number | undefined = 0;
    let style = "";
    return {
      word: (name, parameter = 0) => {
        if (name === "s") number = parameter;
        else if (name === "cs" || name === "ds" || name === "ts") number = undefined;
      },
      open: () => {
        number = 0;
        style = "";
      },
      text: (text) => {
        const end = text.indexOf(";");
        style += end < 0 ? text : text.slice(0, end);
        if (end < 0) return;
        if (number !== undefined && this.styles.size < MOST_ENTRIES) this.styles.set(number, style.trim());
        number = 0;
        style = "";
      },
    };
  }

  /** `{\*\listtable{\list{\listlevel ...}\listid1}}` */
  listTable(): Destination {
    let levels: ListLevel[] = [];
    let level = newLevel();
    let isText = false;
    return {
      word: (name, parameter = 0) => {
        if (name === "list") levels = [];
        else if (name === "listlevel") {
          level = newLevel();
          levels.push(level);
        } else if (name === "listid") {
          if (this.lists.lists.size < MOST_ENTRIES) this.lists.lists.set(parameter, levels);
        } else if (name === "leveltext") isText = true;
        else if (name === "levelnumbers") isText = false;
        else levelWord(level, name, parameter);
      },
      text: (text) => {
        if (isText && level.text.length < 256) level.text += text.replace(/;$/, "");
      },
      close: () => {
        isText = false;
      },
    };
  }

  /** `{\*\listoverridetable{\listoverride\listid1\listoverridecount0\ls1}}` */
  overrideTable(): Destination {
    let list = 0;
    let starts = new Map<number, number>();
    let level = -1;
    return {
      word: (name, parameter = 0) => {
        if (name === "listoverride") {
          starts = new Map();
          level = -1;
        } else if (name === "listid") list = parameter;
        else if (name === "lfolevel") level++;
        else if (name === "levelstartat" && level >= 0 && level < 9) starts.set(level, parameter);
        else if (name === "ls" && this.lists.overrides.size < MOST_ENTRIES)
          this.lists.overrides.set(parameter, { list, starts });
      },
      text: () => undefined,
    };
  }
}

function levelWord(level: ListLevel, name: string, value: number): void {
  if (name === "levelnfc" || name === "levelnfcn") level.format = value;
  else if (name === "levelstartat") level.start = Math.max(0, Math.min(32_767, value));
  else if (name === "leveljc" || name === "leveljcn") level.alignment = value;
  else if (name === "levelfollow") level.follow = value;
  else if (name === "f") level.font = value;
  else if (name === "li") level.left = value;
  else if (name === "fi") level.first = value;
}

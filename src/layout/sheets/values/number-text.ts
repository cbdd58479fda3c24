/** Stored values -> shown text by number format (ECMA-376 part 1, 18.8.31), with the spaces that only layout can fill. */
import { localDateCode } from "../../../spreadsheet/local-dates.ts";
import {
  BROKEN_TEXT,
  formatColorName,
  isDateFormatCode,
  shownValue,
  withoutLocale,
} from "../../../spreadsheet/number-format.ts";
import { type DateSystem, serialIn1900 } from "../../../spreadsheet/serial-date.ts";
import type { TextRun } from "../styles/rich-text.ts";
import type { CellValue } from "./sheet-data.ts";

export interface NumberText {
  /** Text before the `*` fill, or the whole text. */
  lead: TextPart[];
  /** Text after the fill; undefined when the format fills nothing. */
  trail: TextPart[] | undefined;
  /** The character that fills, often a space. */
  fill: string;
  /** Color that the format asks for. */
  color: string | undefined;
}

/** `invisible` text only takes up the room of a character (`_x`). */
export interface TextPart extends TextRun {
  invisible?: boolean;
}

const MARKS = { fill: "\u0001", skip: "\u0002" };
const NAMED_COLORS: Readonly<Record<string, string>> = {
  black: "#000000",
  blue: "#0000ff",
  cyan: "#00ffff",
  green: "#00ff00",
  magenta: "#ff00ff",
  red: "#ff0000",
  white: "#ffffff",
  yellow: "#ffff00",
};

const MAX_CACHED = 4_000;

export class NumberTexts {
  readonly #cache = new Map<string, NumberText>();

  readonly #dates: DateSystem;

  constructor(dates: DateSystem) {
    this.#dates = dates;
  }

  format(value: number | string, code: string): NumberText {
    const key = `${typeof value === "number" ? "n" : "s"}${value}|${code}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const shown = this.#make(value, code);
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, shown);
    return shown;
  }

  /** The whole text of a cell, without colors and filler space; `code` is the number format. */
  textOf(value: CellValue, code: string): string {
    switch (value.kind) {
      case "number":
        return plainText(this.format(value.number, code));
      case "text":
        return value.runs.map((run) => run.text).join("");
      case "boolean":
        return value.value ? "TRUE" : "FALSE";
      case "error":
        return value.code;
      case "blank":
        return "";
    }
  }

  #make(value: number | string, code: string): NumberText {
    const isDate = isDateFormatCode(code);
    const shifted = typeof value === "number" && isDate ? serialIn1900(value, this.#dates) : value;
    const pattern = isDate
      ? localDateCode(code, typeof shifted === "number" ? shifted : 0)
      : withoutLocale(code, (symbol) => `[$${symbol}]`);
    let text: string;
    let color: string | undefined;
    try {
      text = shownValue(shifted, pattern, MARKS);
      if (text === BROKEN_TEXT && !code.includes(BROKEN_TEXT) && !isDate) text = shownValue(shifted, "General", MARKS);
      color = colorOf(formatColorName(shifted, pattern));
    } catch {
      text = String(value);
    }
    const at = text.indexOf(MARKS.fill);
    if (at < 0) return { lead: parts(text), trail: undefined, fill: "", color };
    return {
      lead: parts(text.slice(0, at)),
      trail: parts(text.slice(at + 2).replaceAll(MARKS.fill, "")),
      fill: text[at + 1] ?? " ",
      color,
    };
  }
}

export function plainText(shown: NumberText): string {
  return [...shown.lead, ...(shown.trail ?? [])]
    .filter((part) => !part.invisible)
    .map((part) => part.text)
    .join("");
}

function colorOf(named: string | undefined): string | undefined {
  if (named === undefined) return undefined;
  return NAMED_COLORS[named.toLowerCase()] ?? (/^#[0-9a-f]{6}$/i.test(named) ? named : undefined);
}

function parts(text: string): TextPart[] {
  const pieces = text.split(MARKS.skip);
  const found: TextPart[] = pieces[0] ? [{ text: pieces[0] }] : [];
  for (const piece of pieces.slice(1)) {
    const [skipped = "", ...rest] = piece;
    if (skipped) found.push({ text: skipped, invisible: true });
    if (rest.length > 0) found.push({ text: rest.join("") });
  }
  return found;
}

/** A General number that fits where the whole does not: fewer decimals, then scientific; undefined when nothing fits. */
export function narrowedGeneral(value: number, fits: (text: string) => boolean): string | undefined {
  const magnitude = Math.abs(value);
  if (magnitude < 1e11 && magnitude >= 1e-4) {
    for (let decimals = 9; decimals >= 0; decimals--) {
      const text = String(Number(value.toFixed(decimals)));
      if (Number(text) === 0 && value !== 0) break;
      if (fits(text)) return text;
    }
  }
  for (let decimals = 5; decimals >= 0; decimals--) {
    const [mantissa = "", exponent = "0"] = value.toExponential(decimals).split("e");
    const power = Number(exponent);
    const text = `${mantissa}E${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
    if (fits(text)) return text;
  }
  return undefined;
}

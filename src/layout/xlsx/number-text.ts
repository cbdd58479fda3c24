/** Stored values -> shown text by number format (ECMA-376 part 1, 18.8.31), with the spaces that only layout can fill. */
import { format, formatColor } from "numfmt";
import type { TextRun } from "./rich-text.ts";

export interface NumberText {
  /** Text before the `*` fill, or all of it. */
  lead: TextPart[];
  /** Text after the fill; undefined when the format fills nothing. */
  trail: TextPart[] | undefined;
  /** The character that fills, often a space. */
  fill: string;
  /** Colour that the format asks for. */
  color: string | undefined;
}

/** `invisible` text only takes the room of a character (`_x`). */
export interface TextPart extends TextRun {
  invisible?: boolean;
}

const FILL = "\u0001";
const SKIP = "\u0002";
const DAYS_BETWEEN_EPOCHS = 1462;
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

/** The library takes marker characters, though its types say otherwise. */
const OPTIONS: object = { skipChar: SKIP, fillChar: FILL, throws: false, nbsp: false, dateErrorNumber: false };
const BROKEN = "######";

const SERIAL_OF_1970 = 25_569;

/** Days since 1899-12-30; the date's UTC parts count. */
export function serialOf(date: Date): number {
  return date.getTime() / 86_400_000 + SERIAL_OF_1970;
}

export class NumberTexts {
  readonly #epochShift: number;
  readonly #cache = new Map<string, NumberText>();

  constructor(date1904: boolean) {
    this.#epochShift = date1904 ? DAYS_BETWEEN_EPOCHS : 0;
  }

  format(value: number | string, code: string): NumberText {
    const key = `${typeof value === "number" ? "n" : "s"}${value}|${code}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const shown = this.#make(value, code);
    if (this.#cache.size < 50_000) this.#cache.set(key, shown);
    return shown;
  }

  #make(value: number | string, code: string): NumberText {
    const shifted =
      typeof value === "number" && this.#epochShift && isDateCode(code) ? value + this.#epochShift : value;
    const pattern = isDateCode(code) ? code : withoutLocale(code);
    let text: string;
    let color: string | undefined;
    try {
      text = format(pattern, shifted, OPTIONS);
      if (text === BROKEN && !/#{6}/.test(code) && !isDateCode(code)) text = format("General", shifted, OPTIONS);
      color = colorOf(formatColor(pattern, shifted, { throws: false }));
    } catch {
      text = String(value);
    }
    const at = text.indexOf(FILL);
    if (at < 0) return { lead: parts(text), trail: undefined, fill: "", color };
    return {
      lead: parts(text.slice(0, at)),
      trail: parts(text.slice(at + 2).replaceAll(FILL, "")),
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

function colorOf(named: unknown): string | undefined {
  if (typeof named !== "string") return undefined;
  return NAMED_COLORS[named.toLowerCase()] ?? (/^#[0-9a-f]{6}$/i.test(named) ? named : undefined);
}

export function isDateCode(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|general/gi, ""));
}

/** The locale of a currency changes nothing but dates. */
function withoutLocale(code: string): string {
  return code.replace(/\[\$([^\]-]*)-[0-9A-Fa-f]+\]/g, (_, symbol: string) => (symbol ? `[$${symbol}]` : ""));
}

function parts(text: string): TextPart[] {
  const pieces = text.split(SKIP);
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

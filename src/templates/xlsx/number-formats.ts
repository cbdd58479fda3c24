import { largestOf } from "../../domain/collections/long-lists.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { BUILT_IN_FORMATS } from "../../spreadsheet/built-in-formats.ts";
import { isDateFormatCode } from "../../spreadsheet/number-format.ts";

/**
 * What a cell's number format is for: it decides what a text from data becomes. `time` shows times or durations and no
 * day, `minutes` of those only minutes and seconds.
 */
export type FormatKind = "general" | "text" | "date" | "time" | "minutes" | "number";

/** The formats of dates in cells without a date format: days, and days with a time. */
export const DATE_FORMATS: readonly [string, string] = ["yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss"];
const FIRST_CUSTOM_FORMAT = 164;

/** The cell formats of a workbook (ECMA-376 Part 1, 18.8), as far as merging needs them. */
export class NumberFormats {
  readonly #xml: string;
  readonly #formatIds: number[] = [];
  readonly #codes = new Map<number, string>();
  /** Where another xf goes, and how many there are. */
  readonly #xfsEnd: number;
  readonly #xfs: string[] = [];
  readonly #kinds: FormatKind[] = [];
  readonly #fontIds: number[] = [];
  readonly #fonts: readonly XmlElement[];

  constructor(xml: string) {
    this.#xml = xml;
    const root = xml === "" ? undefined : parseXml(xml);
    for (const format of root?.child("numFmts")?.elements("numFmt") ?? [])
      this.#codes.set(Number(format.attribute("numFmtId")), format.attribute("formatCode") ?? "");
    const xfs = root?.child("cellXfs");
    for (const xf of xfs?.elements("xf") ?? []) {
      this.#formatIds.push(Number(xf.attribute("numFmtId") ?? 0));
      this.#xfs.push(xf.outer());
      this.#fontIds.push(Number(xf.attribute("fontId") ?? 0));
    }
    this.#fonts = root?.child("fonts")?.elements("font") ?? [];
    this.#xfsEnd = xfs && !xfs.selfClosing ? xfs.closeStart : -1;
  }

  /** Kind of the format that a cell's `s` names. */
  kindOf(style: string): FormatKind {
    const index = style === "" ? 0 : Number(style);
    this.#kinds[index] ??= this.#kindOfId(this.#formatIds[index] ?? 0);
    return this.#kinds[index];
  }

  /** The font of a cell's format as properties of a run of rich text have it (ECMA-376 Part 1, 18.4.7). */
  fontOf(style: string): string {
    const font = this.#fonts[this.#fontIds[style === "" ? 0 : Number(style)] ?? 0];
    return (font?.elements() ?? [])
      .map((property) => (property.name === "name" ? property.outer().replace(/^<name/, "<rFont") : property.outer()))
      .join("");
  }

  /** Code of the format that a cell's `s` names. */
  codeOf(style: string): string {
    const id = this.#formatIds[style === "" ? 0 : Number(style)] ?? 0;
    return this.#codes.get(id) ?? BUILT_IN_FORMATS[id] ?? "General";
  }

  #kindOfId(id: number): FormatKind {
    if (id === 0) return "general";
    if (id === 49) return "text";
    const code = this.#codes.get(id);
    if (code === undefined) {
      if (id === 45 || id === 47) return "minutes";
      if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 46) return "time";
      const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
      return isDate ? "date" : "number";
    }
    if (/^general$/i.test(code)) return "general";
    if (code === "@") return "text";
    return isDateFormatCode(code) ? kindOfDates(code) : "number";
  }

  /** Starts the list of formats that one render adds. */
  additions(): FormatAdditions {
    return new FormatAdditions(this.#xml, this.#xfs, this.#xfsEnd, this.#codes);
  }
}

/** What a format of dates or times shows, by its letters: `m` is minutes beside hours or seconds, months elsewhere. */
function kindOfDates(code: string): "date" | "time" | "minutes" {
  const [first = ""] = code.split(";");
  const letters = first
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    .replace(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, "")
    .replace(/am\/pm|a\/p/gi, "")
    .toLowerCase();
  if (/[dyegb]/.test(letters)) return "date";
  if (letters.includes("h")) return "time";
  if (letters.includes("s")) return "minutes";
  return letters.includes("[m") ? "time" : "date";
}

/** Formats that one render needs beyond those of the template: dates in cells that have no date format. */
export class FormatAdditions {
  readonly #xml: string;
  readonly #xfs: readonly string[];
  readonly #xfsEnd: number;
  readonly #codes: ReadonlyMap<number, string>;
  readonly #added = new Map<string, string>();
  readonly #lines: string[] = [];
  #usesDates = false;

  constructor(xml: string, xfs: readonly string[], xfsEnd: number, codes: ReadonlyMap<number, string>) {
    this.#xml = xml;
    this.#xfs = xfs;
    this.#xfsEnd = xfsEnd;
    this.#codes = codes;
  }

  /** The cell format `style` with a date format of its own. */
  dateStyle(style: string, hasTime: boolean): string {
    if (this.#xfsEnd < 0) return style;
    const key = `${style} ${hasTime}`;
    const known = this.#added.get(key);
    if (known !== undefined) return known;
    const base = this.#xfs[style === "" ? 0 : Number(style)] ?? "<xf/>";
    const opening = base
      .replace(/\snumFmtId\s*=\s*(?:"[^"]*"|'[^']*')/, "")
      .replace(/\sapplyNumberFormat\s*=\s*(?:"[^"]*"|'[^']*')/, "");
    this.#lines.push(opening.replace(/^<xf/, `<xf numFmtId="${this.#formatId(hasTime)}" applyNumberFormat="1"`));
    const index = String(this.#xfs.length + this.#lines.length - 1);
    this.#added.set(key, index);
    this.#usesDates = true;
    return index;
  }

  #formatId(hasTime: boolean): number {
    const first = largestOf(this.#codes.keys(), FIRST_CUSTOM_FORMAT - 1) + 1;
    return first + (hasTime ? 1 : 0);
  }

  /** styles.xml with the additions; undefined if there are none. */
  toXml(): string | undefined {
    if (!this.#usesDates) return undefined;
    const count = this.#xfs.length + this.#lines.length;
    const xml = `${this.#xml.slice(0, this.#xfsEnd)}${this.#lines.join("")}${this.#xml.slice(this.#xfsEnd)}`.replace(
      /<cellXfs(\s[^>]*)?>/,
      `<cellXfs count="${count}">`,
    );
    const formats = DATE_FORMATS.map(
      (code, index) => `<numFmt numFmtId="${this.#formatId(index === 1)}" formatCode="${code}"/>`,
    ).join("");
    if (/<numFmts[^>]*[^/]>/.test(xml))
      return xml.replace(/<numFmts[^>]*>/, `<numFmts count="${this.#codes.size + DATE_FORMATS.length}">${formats}`);
    return xml
      .replace(/<numFmts[^>]*\/>/, "")
      .replace(
        /(<styleSheet[^>]*>)/,
        (opening) => `${opening}<numFmts count="${DATE_FORMATS.length}">${formats}</numFmts>`,
      );
  }
}

/** Headers and footers of printed sheets and their codes (ECMA-376 part 1, 18.3.1.46). */
import { booleanAttribute } from "../../../office/on-off.ts";
import { child, type XmlNode } from "../../../office/xml-node.ts";
import type { HeaderFooterSet } from "../model/printing.ts";

export interface HeaderRun {
  text: string;
  /** Undefined takes the workbook's font. */
  family: string | undefined;
  sizePt: number | undefined;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  vertical: "baseline" | "superscript" | "subscript";
  color: string | undefined;
}

export type HeaderSide = "left" | "center" | "right";

export type HeaderSections = Record<HeaderSide, HeaderRun[]> & {
  /** The line of a section, from zero, that holds its picture (`&G`). */
  imageLines: Partial<Record<HeaderSide, number>>;
};

export interface HeaderValues {
  page: number;
  pages: number;
  sheetName: string;
  fileName: string;
  date: string;
  time: string;
  /** Color of a theme slot by its number. */
  themeColor: (index: number, tint: number) => string | undefined;
}

export function readHeaderFooter(element: XmlNode | undefined): HeaderFooterSet | undefined {
  if (!element) return undefined;
  const text = (name: string) => child(element, `x:${name}`)?.text;
  const { differentFirst, differentOddEven, scaleWithDoc, alignWithMargins } = element.attributes;
  const first = booleanAttribute(differentFirst, false);
  const even = booleanAttribute(differentOddEven, false);
  return {
    oddHeader: text("oddHeader") ?? "",
    oddFooter: text("oddFooter") ?? "",
    evenHeader: even ? (text("evenHeader") ?? "") : undefined,
    evenFooter: even ? (text("evenFooter") ?? "") : undefined,
    firstHeader: first ? (text("firstHeader") ?? "") : undefined,
    firstFooter: first ? (text("firstFooter") ?? "") : undefined,
    scales: booleanAttribute(scaleWithDoc, true),
    alignsWithMargins: booleanAttribute(alignWithMargins, true),
  };
}

const PLAIN: Omit<HeaderRun, "text"> = {
  family: undefined,
  sizePt: undefined,
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  vertical: "baseline",
  color: undefined,
};
/** A blank between a size and a number only separates them. */
const CODE =
  /&(?:([LCR])|"([^"]*)"|(\d{1,3})(?: (?=\d))?|K(?:([0-9A-Fa-f]{6})|(\d{2})([+-]\d{3}))|([A-Za-z&]))((?:[+-]\d+)?)|&|[^&]+/g;

/** Splits a coded text into its three sections; text before any section code belongs to the center. */
export function parseHeader(coded: string, values: HeaderValues): HeaderSections {
  const sections: HeaderSections = { left: [], center: [], right: [], imageLines: {} };
  let side: HeaderSide = "center";
  let appearance = { ...PLAIN };
  const add = (text: string) => {
    if (text !== "") sections[side].push({ ...appearance, text });
  };
  for (const match of coded.replaceAll("\r\n", "\n").matchAll(CODE)) {
    const [whole, section, font, size, rgb, themeIndex, themeTint, letter, offset] = match;
    if (section) {
      side = section === "L" ? "left" : section === "C" ? "center" : "right";
      appearance = { ...PLAIN };
    } else if (font !== undefined) applyFont(appearance, font);
    else if (size) appearance.sizePt = Math.max(1, Number(size));
    else if (rgb) appearance.color = `#${rgb.toLowerCase()}`;
    else if (themeIndex) appearance.color = values.themeColor(Number(themeIndex), Number(themeTint) / 100);
    else if (letter) {
      if (letter === "G") sections.imageLines[side] ??= breaksIn(sections[side]);
      const text = fieldText(letter, offset ?? "", values);
      if (text === undefined) toggle(appearance, letter);
      else add(text);
      if (text === undefined || !/^[PN]$/i.test(letter)) add(offset ?? "");
    } else if (whole !== "&") add(whole);
  }
  return sections;
}

function breaksIn(runs: readonly HeaderRun[]): number {
  return runs.reduce((sum, run) => sum + run.text.split("\n").length - 1, 0);
}

function fieldText(letter: string, offset: string, values: HeaderValues): string | undefined {
  switch (letter) {
    case "P":
      return String(values.page + Number(offset || 0));
    case "N":
      return String(values.pages + Number(offset || 0));
    case "D":
      return values.date;
    case "T":
      return values.time;
    case "A":
      return values.sheetName;
    case "F":
      return values.fileName;
    case "Z":
    case "G":
      return "";
    case "&":
      return "&";
    default:
      return undefined;
  }
}

function toggle(appearance: Omit<HeaderRun, "text">, letter: string): void {
  if (letter === "B") appearance.bold = !appearance.bold;
  else if (letter === "I") appearance.italic = !appearance.italic;
  else if (letter === "U" || letter === "E") appearance.underline = !appearance.underline;
  else if (letter === "S") appearance.strike = !appearance.strike;
  else if (letter === "X") appearance.vertical = appearance.vertical === "superscript" ? "baseline" : "superscript";
  else if (letter === "Y") appearance.vertical = appearance.vertical === "subscript" ? "baseline" : "subscript";
}

/** `family,style`; a hyphen keeps the family. */
function applyFont(appearance: Omit<HeaderRun, "text">, font: string): void {
  const [family = "-", style = ""] = font.split(",");
  if (family !== "-" && family !== "") appearance.family = family;
  appearance.bold = /bold/i.test(style);
  appearance.italic = /italic|oblique/i.test(style);
}

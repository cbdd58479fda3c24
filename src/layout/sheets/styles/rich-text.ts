/** Text of shared and inline strings with its fonts (ECMA-376 part 1, 18.4). */
import { localName, type XmlNode } from "../../../office/xml-node.ts";
import type { SpreadsheetColors } from "./spreadsheet-colors.ts";

export interface CellFont {
  family: string;
  /** `ST_FontFamily`: 1 Roman, 2 Swiss, 3 Modern; tells what may stand in for a family that is missing. */
  familyClass: number;
  sizePt: number;
  bold: boolean;
  italic: boolean;
  underline: "none" | "single" | "double";
  strike: boolean;
  /** Undefined is the automatic color. */
  color: string | undefined;
  vertical: "baseline" | "superscript" | "subscript";
}

export interface TextRun {
  text: string;
  /** Undefined takes the font of the cell. */
  font?: CellFont;
}

export const DEFAULT_FONT: CellFont = {
  family: "Calibri",
  familyClass: 2,
  sizePt: 11,
  bold: false,
  italic: false,
  underline: "none",
  strike: false,
  color: undefined,
  vertical: "baseline",
};

const inner = (element: XmlNode, name: string) => element.children.find((candidate) => localName(candidate) === name);

function flag(element: XmlNode, name: string): boolean | undefined {
  const found = inner(element, name);
  return found && found.attributes.val !== "0" && found.attributes.val !== "false";
}

/** `x:font` or `x:rPr`: only what is said. */
export function readFontChanges(element: XmlNode, colors: SpreadsheetColors): Partial<CellFont> {
  const font: Partial<CellFont> = {};
  const family = (inner(element, "name") ?? inner(element, "rFont"))?.attributes.val;
  if (family) {
    font.family = family;
    font.familyClass = Number(inner(element, "family")?.attributes.val ?? 0) || 0;
  }
  const sizePt = Number(inner(element, "sz")?.attributes.val);
  if (sizePt > 0) font.sizePt = Math.min(sizePt, 409);
  const bold = flag(element, "b");
  if (bold !== undefined) font.bold = bold;
  const italic = flag(element, "i");
  if (italic !== undefined) font.italic = italic;
  const strike = flag(element, "strike");
  if (strike !== undefined) font.strike = strike;
  const underline = inner(element, "u");
  if (underline) {
    const kind = underline.attributes.val ?? "single";
    font.underline = kind === "none" ? "none" : kind.startsWith("double") ? "double" : "single";
  }
  const color = colors.read(inner(element, "color"));
  if (color) font.color = color;
  const vertical = inner(element, "vertAlign")?.attributes.val;
  if (vertical === "superscript" || vertical === "subscript") font.vertical = vertical;
  return font;
}

/** Characters that XML cannot hold are written `_xHHHH_` (22.9.2.19). */
export function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, "\n");
}

/** `x:si` or `x:is`: runs without their phonetic reading. */
export function readRichText(element: XmlNode, colors: SpreadsheetColors): TextRun[] {
  const runs: TextRun[] = [];
  for (const part of element.children) {
    const name = localName(part);
    if (name === "t") runs.push({ text: decodeEscapes(part.text) });
    else if (name === "r") {
      const properties = inner(part, "rPr");
      const text = decodeEscapes(inner(part, "t")?.text ?? "");
      if (text === "") continue;
      runs.push(properties ? { text, font: { ...DEFAULT_FONT, ...readFontChanges(properties, colors) } } : { text });
    }
  }
  // A copy has room for what it holds; an array that grew has room for 17.
  return runs.slice();
}

/** Formats of characters (Rich Text Format 1.9.1, "Font (character) formatting properties") -> `w:rPr`. */
import { element, valued } from "../../binary/doc/xml-writer.ts";

export interface CharacterFormat {
  /** Number in the table of fonts. */
  font: number;
  /** Half points. */
  size: number;
  bold: boolean;
  italic: boolean;
  /** As `ST_Underline` names it; empty for none. */
  underline: string;
  strike: "" | "strike" | "dstrike";
  vertical: "" | "superscript" | "subscript";
  /** Half points. */
  raised: number;
  caps: "" | "caps" | "smallCaps";
  hidden: boolean;
  /** Indexes in the table of colors; 0 is none. */
  color: number;
  background: number;
  highlight: number;
  /** Twips. */
  spacing: number;
  /** Percent. */
  scale: number;
  rightToLeft: boolean;
  /** Of what is written from right to left (`\af`, `\afs`); as the others when undefined. */
  complexFont: number | undefined;
  complexSize: number | undefined;
  effect: "" | "outline" | "shadow" | "emboss" | "imprint";
}

const UNDERLINES: Readonly<Record<string, string>> = {
  ul: "single",
  uld: "dotted",
  uldash: "dash",
  uldashd: "dotDash",
  uldashdd: "dotDotDash",
  uldb: "double",
  ulhwave: "wavyHeavy",
  ulldash: "dashLong",
  ulth: "thick",
  ulthd: "dottedHeavy",
  ulthdash: "dashedHeavy",
  ulululdbwave: "wavyDouble",
  ulw: "words",
  ulwave: "wave",
};
const EFFECTS: Readonly<Record<string, CharacterFormat["effect"]>> = {
  outl: "outline",
  shad: "shadow",
  embo: "emboss",
  impr: "imprint",
};
const DEFAULT_SIZE = 24;

export function plainCharacter(font: number): CharacterFormat {
  return {
    font,
    size: DEFAULT_SIZE,
    bold: false,
    italic: false,
    underline: "",
    strike: "",
    vertical: "",
    raised: 0,
    caps: "",
    hidden: false,
    color: 0,
    background: 0,
    highlight: 0,
    spacing: 0,
    scale: 100,
    rightToLeft: false,
    complexFont: undefined,
    complexSize: undefined,
    effect: "",
  };
}

/** Whether the word says something of characters, which is noted. */
export function characterWord(format: CharacterFormat, name: string, parameter: number | undefined): boolean {
  const isOn = parameter !== 0;
  const value = parameter ?? 0;
  const underline = UNDERLINES[name];
  if (underline) {
    format.underline = isOn ? underline : "";
    return true;
  }
  const effect = EFFECTS[name];
  if (effect) {
    format.effect = isOn ? effect : "";
    return true;
  }
  switch (name) {
    case "f":
      format.font = value;
      break;
    case "fs":
      if (value > 0) format.size = Math.min(value, 3_276);
      break;
    case "af":
      format.complexFont = value;
      break;
    case "afs":
      if (value > 0) format.complexSize = Math.min(value, 3_276);
      break;
    case "b":
      format.bold = isOn;
      break;
    case "i":
      format.italic = isOn;
      break;
    case "ulnone":
      format.underline = "";
      break;
    case "strike":
      format.strike = isOn ? "strike" : "";
      break;
    case "striked":
      format.strike = isOn ? "dstrike" : "";
      break;
    case "super":
      format.vertical = isOn ? "superscript" : "";
      break;
    case "sub":
      format.vertical = isOn ? "subscript" : "";
      break;
    case "nosupersub":
      format.vertical = "";
      break;
    case "up":
      format.raised = parameter ?? 6;
      break;
    case "dn":
      format.raised = -(parameter ?? 6);
      break;
    case "caps":
      format.caps = isOn ? "caps" : "";
      break;
    case "scaps":
      format.caps = isOn ? "smallCaps" : "";
      break;
    case "v":
      format.hidden = isOn;
      break;
    case "cf":
      format.color = value;
      break;
    case "cb":
    case "chcbpat":
      format.background = value;
      break;
    case "highlight":
      format.highlight = value;
      break;
    case "expndtw":
      format.spacing = value;
      break;
    case "charscalex":
      format.scale = Math.max(1, Math.min(600, parameter ?? 100));
      break;
    case "rtlch":
      format.rightToLeft = true;
      break;
    case "ltrch":
      format.rightToLeft = false;
      break;
    default:
      return false;
  }
  return true;
}

/** What the file's tables say. */
export interface FormatTables {
  fontName(number: number): string | undefined;
  /** Six hexadecimal digits; undefined for the automatic one. */
  color(index: number): string | undefined;
}

/** `w:rPr`, without what is as the document's defaults. */
export function runPropertiesXml(format: CharacterFormat, defaultFont: number, tables: FormatTables): string {
  const font = (format.rightToLeft ? format.complexFont : undefined) ?? format.font;
  const size = (format.rightToLeft ? format.complexSize : undefined) ?? format.size;
  const name = font === defaultFont ? undefined : tables.fontName(font);
  const background = tables.color(format.highlight || format.background);
  const properties =
    (name ? element("w:rFonts", { "w:ascii": name, "w:hAnsi": name, "w:eastAsia": name, "w:cs": name }) : "") +
    (format.bold ? "<w:b/><w:bCs/>" : "") +
    (format.italic ? "<w:i/><w:iCs/>" : "") +
    (format.caps ? `<w:${format.caps}/>` : "") +
    (format.strike ? `<w:${format.strike}/>` : "") +
    (format.effect ? `<w:${format.effect}/>` : "") +
    (format.hidden ? "<w:vanish/>" : "") +
    valued("w:color", format.color > 0 ? tables.color(format.color) : undefined) +
    valued("w:spacing", format.spacing || undefined) +
    valued("w:w", format.scale === 100 ? undefined : format.scale) +
    valued("w:position", format.raised || undefined) +
    (size === DEFAULT_SIZE ? "" : valued("w:sz", size) + valued("w:szCs", size)) +
    valued("w:u", format.underline || undefined) +
    (background ? element("w:shd", { "w:val": "clear", "w:color": "auto", "w:fill": background }) : "") +
    valued("w:vertAlign", format.vertical || undefined) +
    (format.rightToLeft ? "<w:rtl/>" : "");
  return properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`;
}

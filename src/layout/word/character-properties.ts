/** `w:rPr` -> partial character formatting (ECMA-376 part 1, 17.3.2). */

import { isOn } from "../../office/on-off.ts";
import type { XmlNode } from "../../office/xml-node.ts";
import { HIGHLIGHT_COLORS, mix, normalizeHex } from "../model/color.ts";
import type { Border, FontNames, PartialCharacterFormat, Shading, ToggleName } from "../model/formatting.ts";
import type { Theme } from "../model/theme.ts";
import { eighthsToPoints, halfPointsToPoints, integer, twipsToPoints } from "../model/units.ts";
import { readTextFill, readTextGlow, readTextOutline, readTextShadow } from "./text-effects.ts";

const TOGGLES: Readonly<Record<string, ToggleName>> = {
  "w:b": "bold",
  "w:bCs": "boldComplex",
  "w:i": "italic",
  "w:iCs": "italicComplex",
  "w:caps": "caps",
  "w:smallCaps": "smallCaps",
  "w:strike": "strike",
  "w:dstrike": "doubleStrike",
  "w:emboss": "emboss",
  "w:imprint": "imprint",
  "w:outline": "outline",
  "w:shadow": "shadow",
  "w:vanish": "hidden",
};

/** A color attribute set (`w:val`/`w:fill` + theme attributes) -> `#rrggbb`, `auto` or undefined. */
function readColor(
  attributes: Readonly<Record<string, string>>,
  theme: Theme,
  names: { value: string; theme: string; tint: string; shade: string } = COLOR_NAMES,
): string | undefined {
  const themeName = attributes[names.theme];
  if (themeName) {
    const color = theme.wordColor(themeName, attributes[names.tint], attributes[names.shade]);
    if (color) return color;
  }
  const value = attributes[names.value];
  return value === "auto" ? "auto" : normalizeHex(value);
}

const COLOR_NAMES = { value: "w:val", theme: "w:themeColor", tint: "w:themeTint", shade: "w:themeShade" };
const BORDER_COLOR_NAMES = { ...COLOR_NAMES, value: "w:color" };
const FILL_NAMES = { value: "w:fill", theme: "w:themeFill", tint: "w:themeFillTint", shade: "w:themeFillShade" };

/** `ST_Ligatures` (MS-DOCX 2.18.6): those that a font is usually set with. */
const STANDARD_LIGATURES = /standard|all/i;

/** `CT_Border` (17.3.4). Widths of line borders are eighths of a point, of art borders points. */
export function readBorder(element: XmlNode, theme: Theme): Border {
  const attributes = element.attributes;
  const style = attributes["w:val"] ?? "none";
  return {
    style,
    widthPt: eighthsToPoints(attributes["w:sz"]) ?? 0.5,
    color: readColor(attributes, theme, BORDER_COLOR_NAMES) ?? "auto",
    spacePt: Number(attributes["w:space"] ?? 0) || 0,
    ...(attributes["w:shadow"] && isOn(attributes["w:shadow"]) ? { shadow: true } : {}),
  };
}

/** `CT_Shd` (17.3.5): percentage patterns become the mixed color that they look like. */
export function readShading(element: XmlNode, theme: Theme): Shading {
  const attributes = element.attributes;
  const pattern = attributes["w:val"] ?? "clear";
  const fillColor = readColor(attributes, theme, FILL_NAMES);
  const fill = fillColor === "auto" ? undefined : fillColor;
  if (pattern === "nil") return { fill: undefined };
  const percent = pattern === "solid" ? 100 : (integer(/^pct(\d+)$/.exec(pattern)?.[1]) ?? 0);
  if (percent === 0) return { fill };
  const pen = readColor(attributes, theme, BORDER_COLOR_NAMES);
  return { fill: mix(fill ?? "#ffffff", !pen || pen === "auto" ? "#000000" : pen, percent / 100) };
}

/** Reads the children of a `w:rPr`; the character style reference is left to the caller. */
export function readCharacterProperties(element: XmlNode | undefined, theme: Theme): PartialCharacterFormat {
  const format: PartialCharacterFormat = {};
  for (const property of element?.children ?? []) {
    const value = property.attributes["w:val"];
    const toggle = TOGGLES[property.name];
    if (toggle) {
      format[toggle] = isOn(value);
      continue;
    }
    switch (property.name) {
      case "w:rFonts":
        format.fonts = { ...format.fonts, ...readFonts(property, theme) };
        format.fontHint = property.attributes["w:hint"];
        break;
      case "w:sz":
        format.sizePt = halfPointsToPoints(value);
        break;
      case "w:szCs":
        format.sizeComplexPt = halfPointsToPoints(value);
        break;
      case "w:color":
        format.color = readColor(property.attributes, theme) ?? "auto";
        break;
      case "w:highlight":
        format.highlight = HIGHLIGHT_COLORS[value ?? ""];
        break;
      case "w:shd":
        format.shading = readShading(property, theme);
        break;
      case "w:u":
        format.underline = value === "none" || value === undefined ? undefined : value;
        format.underlineColor = readColor(property.attributes, theme, BORDER_COLOR_NAMES);
        break;
      case "w:bdr":
        format.border = readBorder(property, theme);
        break;
      case "w:vertAlign":
        format.verticalAlign = value === "superscript" || value === "subscript" ? value : "baseline";
        break;
      case "w:position":
        format.positionPt = halfPointsToPoints(value) ?? 0;
        break;
      case "w:spacing":
        format.spacingPt = twipsToPoints(value) ?? 0;
        break;
      case "w:w":
        format.scale = Math.min(6, Math.max(0.01, (Number.parseFloat(value ?? "100") || 100) / 100));
        break;
      case "w:kern":
        format.kerningFromPt = Number(value) > 0 ? halfPointsToPoints(value) : undefined;
        break;
      case "w14:ligatures":
        format.ligatures = STANDARD_LIGATURES.test(property.attributes["w14:val"] ?? "");
        break;
      case "w14:textFill":
        Object.assign(format, readTextFill(property, theme));
        break;
      case "w14:textOutline":
        Object.assign(format, readTextOutline(property, theme));
        break;
      case "w14:shadow":
        Object.assign(format, readTextShadow(property, theme));
        break;
      case "w14:glow":
        Object.assign(format, readTextGlow(property, theme));
        break;
      case "w:rtl":
        format.rightToLeft = isOn(value);
        break;
      case "w:cs":
        format.complexScript = isOn(value);
        break;
      case "w:lang":
        format.language = value ?? format.language;
        format.languageBidi = property.attributes["w:bidi"];
        format.languageEastAsia = property.attributes["w:eastAsia"];
        break;
    }
  }
  if (format.sizePt === undefined) delete format.sizePt;
  if (format.sizeComplexPt === undefined) delete format.sizeComplexPt;
  return format;
}

function readFonts(property: XmlNode, theme: Theme): FontNames {
  const attributes = property.attributes;
  const fonts: FontNames = {};
  const slot = (name: keyof FontNames, direct: string | undefined, reference: string | undefined) => {
    const family = theme.font(reference) ?? direct;
    if (family) fonts[name] = family;
  };
  slot("ascii", attributes["w:ascii"], attributes["w:asciiTheme"]);
  slot("highAnsi", attributes["w:hAnsi"], attributes["w:hAnsiTheme"]);
  slot("eastAsia", attributes["w:eastAsia"], attributes["w:eastAsiaTheme"]);
  slot("complex", attributes["w:cs"], attributes["w:cstheme"]);
  return fonts;
}

import { attributesOf, XmlEdits } from "../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../office/xml-tree.ts";
import type { Theme } from "./theme.ts";

const FONT_ATTRIBUTES: Readonly<Record<string, string>> = {
  "w:asciiTheme": "w:ascii",
  "w:hAnsiTheme": "w:hAnsi",
  "w:eastAsiaTheme": "w:eastAsia",
  "w:cstheme": "w:cs",
};
/** Theme attribute -> the attribute that Word writes beside it with the resulting color. */
const COLOR_ATTRIBUTE = /^w:theme(?:Color|Tint|Shade|Fill|FillTint|FillShade)$/;

/**
 * Replaces an element's references to the theme by what they stand for, so that it looks the same under another theme.
 * The element's children are not looked at.
 */
export function resolveThemeReferences(element: XmlElement, theme: Theme, edits: XmlEdits): void {
  switch (element.name) {
    case "w:rFonts":
      resolveFonts(element, theme, edits);
      break;
    case "a:schemeClr":
      resolveSchemeColor(element, theme, edits);
      break;
    case "a:latin":
    case "a:ea":
    case "a:cs": {
      const font = theme.drawingFont(element.attribute("typeface") ?? "");
      if (font !== undefined) edits.setAttribute(element, "typeface", font);
      break;
    }
    default:
      resolveColors(element, theme, edits);
  }
}

/** {@link resolveThemeReferences} for every element of a part, e.g. of a chart. */
export function withoutThemeReferences(xml: string, theme: Theme): string {
  const root = parseXml(xml);
  const edits = new XmlEdits(xml);
  for (const element of root.descendants()) resolveThemeReferences(element, theme, edits);
  return edits.toString();
}

function resolveFonts(element: XmlElement, theme: Theme, edits: XmlEdits): void {
  for (const { name, value } of attributesOf(element)) {
    const plain = FONT_ATTRIBUTES[name];
    if (plain === undefined) continue;
    const font = theme.runFont(value);
    edits.setAttribute(element, name, undefined);
    if (font !== undefined) edits.setAttribute(element, plain, font);
  }
}

function resolveColors(element: XmlElement, theme: Theme, edits: XmlEdits): void {
  const opening = element.source.slice(element.start, element.openEnd);
  if (!opening.includes("w:theme")) return;
  const color = element.attribute("w:themeColor");
  for (const { name } of attributesOf(element))
    if (COLOR_ATTRIBUTE.test(name)) edits.setAttribute(element, name, undefined);
  const plain = element.name === "w:color" ? "w:val" : "w:color";
  const written = element.attribute(plain);
  if (color === undefined || (written !== undefined && written !== "auto")) return;
  const rgb = theme.color(schemeName(color));
  if (rgb !== undefined) edits.setAttribute(element, plain, rgb);
}

/** What WordprocessingML calls the colors of a theme (ECMA-376 Part 1, 17.18.97). */
function schemeName(name: string): string {
  return (
    { dark1: "dk1", light1: "lt1", dark2: "dk2", light2: "lt2", text1: "tx1", background1: "bg1" }[name] ??
    { text2: "tx2", background2: "bg2", hyperlink: "hlink", followedHyperlink: "folHlink" }[name] ??
    name
  );
}

function resolveSchemeColor(element: XmlElement, theme: Theme, edits: XmlEdits): void {
  const rgb = theme.color(element.attribute("val") ?? "");
  if (rgb === undefined) return;
  const nameStart = element.start + 1;
  edits.replace(nameStart, nameStart + element.name.length, "a:srgbClr");
  if (!element.selfClosing)
    edits.replace(element.closeStart + 2, element.closeStart + 2 + element.name.length, "a:srgbClr");
  edits.setAttribute(element, "val", rgb);
}

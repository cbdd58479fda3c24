/** Properties of text (OpenDocument 1.3 Part 3, 16.29.33) -> `w:rPr`. */
import { element, toggle, valued } from "../../binary/doc/xml-writer.ts";
import { colorOf, countOf, percentOf, twipsOf } from "../open-document/measures.ts";
import { firstFamily } from "../open-document/style-book.ts";
import type { Properties } from "../open-document/style-properties.ts";

const UNDERLINES: Readonly<Record<string, readonly [thin: string, bold: string]>> = {
  solid: ["single", "thick"],
  dotted: ["dotted", "dottedHeavy"],
  dash: ["dash", "dashedHeavy"],
  "long-dash": ["dashLong", "dashLongHeavy"],
  "dot-dash": ["dotDash", "dashDotHeavy"],
  "dot-dot-dash": ["dotDotDash", "dashDotDotHeavy"],
  wave: ["wave", "wavyHeavy"],
};
const IS_BOLD = /^(?:bold|[6-9]00)$/;
const IS_SLANTED = /^(?:italic|oblique)$/;
/** Without a size of its own. */
const USUAL_SIZE = 24;
const MOST_SIZE = 3_276;
/** How LibreOffice and Word raise and lower text of themselves. */
const AUTOMATIC_RAISES: ReadonlySet<number> = new Set([33, -8, -33]);

/**
 * `w:rPr` without its element; of each property that `own` says, as `whole` has it.
 * @param own what is said here, and is not said by what Word inherits
 */
export function textPropertiesXml(own: Properties, whole: Properties): string {
  const says = (...names: readonly string[]) => names.some((name) => own[name] !== undefined);
  const position = says("style:text-position") ? positionOf(whole) : undefined;
  const size = sizeXml(says, whole, position);
  return (
    fontsXml(own) +
    (says("fo:font-weight") ? toggle("w:b", IS_BOLD.test(whole["fo:font-weight"] ?? "")) : "") +
    (says("style:font-weight-complex") ? toggle("w:bCs", IS_BOLD.test(whole["style:font-weight-complex"] ?? "")) : "") +
    (says("fo:font-style") ? toggle("w:i", IS_SLANTED.test(whole["fo:font-style"] ?? "")) : "") +
    (says("style:font-style-complex")
      ? toggle("w:iCs", IS_SLANTED.test(whole["style:font-style-complex"] ?? ""))
      : "") +
    capitalsXml(own) +
    strikeXml(own) +
    effectsXml(own) +
    (says("text:display") ? toggle("w:vanish", whole["text:display"] === "none") : "") +
    colorXml(own) +
    spacingXml(own) +
    valued("w:w", scaleOf(own["style:text-scale"])) +
    valued("w:position", position?.raise) +
    size +
    underlineXml(says, whole) +
    backgroundXml(own["fo:background-color"]) +
    valued("w:vertAlign", position?.vertical) +
    languageXml(own)
  );
}

function fontsXml(own: Properties): string {
  const font = firstFamily(own["fo:font-family"]);
  const asian = firstFamily(own["style:font-family-asian"]);
  const complex = firstFamily(own["style:font-family-complex"]);
  if (!font && !asian && !complex) return "";
  return element("w:rFonts", { "w:ascii": font, "w:hAnsi": font, "w:eastAsia": asian, "w:cs": complex });
}

function sizeXml(
  says: (...names: readonly string[]) => boolean,
  whole: Properties,
  position: TextPosition | undefined,
): string {
  const isScaled = position?.scale !== undefined;
  const half = (name: string) => {
    const twips = twipsOf(whole[name]);
    return twips === undefined ? undefined : Math.max(1, Math.min(MOST_SIZE, Math.round(twips / 10)));
  };
  const size = half("fo:font-size");
  const shown = isScaled ? Math.max(1, Math.round((size ?? USUAL_SIZE) * (position?.scale ?? 1))) : size;
  return (
    (says("fo:font-size") || isScaled ? valued("w:sz", shown) : "") +
    (says("style:font-size-complex") ? valued("w:szCs", half("style:font-size-complex")) : "")
  );
}

interface TextPosition {
  vertical?: string;
  /** Half-points. */
  raise?: number;
  /** Of the size. */
  scale?: number;
}

/** `super 58%`, `-12% 100%`. */
function positionOf(whole: Properties): TextPosition {
  const [place = "0%", share] = (whole["style:text-position"] ?? "").trim().split(/\s+/);
  const scale = percentOf(share) ?? 58;
  const raise = place === "super" ? 33 : place === "sub" ? -33 : (percentOf(place) ?? 0);
  if (raise === 0) return scale === 100 ? { vertical: "baseline" } : { vertical: "baseline", scale: scale / 100 };
  const isUsual = scale >= 50 && scale <= 75 && (place === "super" || place === "sub" || AUTOMATIC_RAISES.has(raise));
  if (isUsual) return { vertical: raise > 0 ? "superscript" : "subscript" };
  const size = (twipsOf(whole["fo:font-size"]) ?? USUAL_SIZE * 10) / 10;
  return {
    raise: Math.round((size * Math.max(-100, Math.min(100, raise))) / 100),
    scale: scale === 100 ? undefined : scale / 100,
  };
}

function capitalsXml(own: Properties): string {
  const variant = own["fo:font-variant"];
  const transform = own["fo:text-transform"];
  return (
    (transform === undefined ? "" : toggle("w:caps", transform === "uppercase")) +
    (variant === undefined ? "" : toggle("w:smallCaps", variant === "small-caps"))
  );
}

function strikeXml(own: Properties): string {
  const style = own["style:text-line-through-style"];
  const type = own["style:text-line-through-type"];
  if (style === undefined && type === undefined) return "";
  const isDouble = type === "double" && style !== "none";
  return toggle(isDouble ? "w:dstrike" : "w:strike", (style ?? type) !== "none");
}

function effectsXml(own: Properties): string {
  const shadow = own["fo:text-shadow"];
  const outline = own["style:text-outline"];
  const relief = own["style:font-relief"];
  return (
    (outline === undefined ? "" : toggle("w:outline", outline === "true")) +
    (shadow === undefined ? "" : toggle("w:shadow", shadow !== "none")) +
    (relief === "embossed" ? "<w:emboss/>" : relief === "engraved" ? "<w:imprint/>" : "")
  );
}

function colorXml(own: Properties): string {
  const color = colorOf(own["fo:color"]);
  if (own["style:use-window-font-color"] === "true") return valued("w:color", "auto");
  return valued("w:color", color);
}

function spacingXml(own: Properties): string {
  const spacing = own["fo:letter-spacing"];
  if (spacing === undefined) return "";
  return valued("w:spacing", Math.round(twipsOf(spacing) ?? 0));
}

function scaleOf(text: string | undefined): number | undefined {
  const scale = percentOf(text);
  return scale === undefined ? undefined : Math.max(1, Math.min(600, Math.round(scale)));
}

function underlineXml(says: (...names: readonly string[]) => boolean, whole: Properties): string {
  if (!says("style:text-underline-style", "style:text-underline-type")) return "";
  const style = whole["style:text-underline-style"] ?? "none";
  const type = whole["style:text-underline-type"];
  if (style === "none" || type === "none") return valued("w:u", "none");
  const kinds = UNDERLINES[style] ?? ["single", "thick"];
  const isBold = /^(?:bold|thick)$/.test(whole["style:text-underline-width"] ?? "");
  const isOfWords = whole["style:text-underline-mode"] === "skip-white-space";
  const kind =
    type === "double" ? (style === "wave" ? "wavyDouble" : "double") : isOfWords ? "words" : kinds[isBold ? 1 : 0];
  return element("w:u", { "w:val": kind, "w:color": colorOf(whole["style:text-underline-color"]) });
}

/** `w:shd` of text, of a paragraph or of a cell. */
export function backgroundXml(background: string | undefined): string {
  if (background === undefined) return "";
  return element("w:shd", { "w:val": "clear", "w:color": "auto", "w:fill": colorOf(background) ?? "auto" });
}

function languageXml(own: Properties): string {
  const language = own["fo:language"];
  if (language === undefined || !/^[a-z]{2,3}$/.test(language)) return "";
  const country = own["fo:country"];
  return valued("w:lang", country && /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language);
}

/** A number of the document: of a page, of a note, of a list. */
export function numberFormat(format: string | undefined): string {
  const formats: Readonly<Record<string, string>> = {
    "1": "decimal",
    i: "lowerRoman",
    I: "upperRoman",
    a: "lowerLetter",
    A: "upperLetter",
    "01, 02, 03, ...": "decimalZero",
    "1st": "ordinal",
    "": "none",
  };
  return formats[format ?? "1"] ?? "decimal";
}

/** Whole numbers that may stand for a page, a note or an item. */
export function startOf(text: string | undefined): number | undefined {
  return countOf(text, 32_767);
}

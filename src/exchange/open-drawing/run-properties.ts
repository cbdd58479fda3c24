/** Properties of text (OpenDocument 1.3 Part 3, 16.29.33) -> content and attributes of `a:rPr` (ECMA-376 Part 1, 21.1.2.3.9). */
import type { Attributes } from "../../binary/doc/xml-writer.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { colorOf, percentOf, twipsOf } from "../open-document/measures.ts";
import { firstFamily } from "../open-document/style-book.ts";
import type { Properties } from "../open-document/style-properties.ts";
import { solid } from "./paints.ts";

/** Hundredths of a point in a twip. */
const PER_TWIP = 5;
const USUAL_SIZE = 1_800;
const [LEAST_SIZE, MOST_SIZE] = [100, 400_000];
const UNDERLINES: Readonly<Record<string, readonly [thin: string, bold: string]>> = {
  solid: ["sng", "heavy"],
  dotted: ["dotted", "dottedHeavy"],
  dash: ["dash", "dashHeavy"],
  "long-dash": ["dashLong", "dashLongHeavy"],
  "dot-dash": ["dotDash", "dotDashHeavy"],
  "dot-dot-dash": ["dotDotDash", "dotDotDashHeavy"],
  wave: ["wavy", "wavyHeavy"],
};

/** @param automatic color of text that is black or white, as it can be read */
export function runPropertiesXml(name: string, said: Properties, automatic: string, content = ""): string {
  const attributes: Attributes = {
    lang: languageOf(said),
    sz: sizeOf(said),
    b: /^(?:bold|[6-9]00)$/.test(said["fo:font-weight"] ?? "") ? 1 : 0,
    i: /^(?:italic|oblique)$/.test(said["fo:font-style"] ?? "") ? 1 : 0,
    u: underlineOf(said),
    strike: strikeOf(said),
    cap:
      said["fo:text-transform"] === "uppercase"
        ? "all"
        : said["fo:font-variant"] === "small-caps"
          ? "small"
          : undefined,
    spc: spacingOf(said),
    baseline: baselineOf(said),
  };
  const background = colorOf(said["fo:background-color"]);
  const font = (tag: string, families: string | undefined) => {
    const family = firstFamily(families);
    return family ? element(tag, { typeface: family }) : "";
  };
  return element(
    name,
    attributes,
    solid(colorOfText(said) ?? automatic, opacityOf(said)) +
      (background ? element("a:highlight", {}, element("a:srgbClr", { val: background })) : "") +
      font("a:latin", said["fo:font-family"]) +
      font("a:ea", said["style:font-family-asian"]) +
      font("a:cs", said["style:font-family-complex"]) +
      content,
  );
}

/** Undefined for text that is black or white. */
function colorOfText(said: Properties): string | undefined {
  return said["style:use-window-font-color"] === "true" ? undefined : colorOf(said["fo:color"]);
}

/** Hundredths of a point. */
function sizeOf(said: Properties): number {
  const twips = twipsOf(said["fo:font-size"]);
  if (twips === undefined) return USUAL_SIZE;
  return Math.max(LEAST_SIZE, Math.min(MOST_SIZE, Math.round(twips * PER_TWIP)));
}

function opacityOf(said: Properties): number {
  if (colorOfText(said) === undefined) return 1;
  return Math.max(0, Math.min(1, (percentOf(said["loext:opacity"]) ?? 100) / 100));
}

function underlineOf(said: Properties): string | undefined {
  const style = said["style:text-underline-style"] ?? "none";
  const type = said["style:text-underline-type"];
  if (style === "none" || type === "none") return undefined;
  if (type === "double") return style === "wave" ? "wavyDbl" : "dbl";
  const isBold = /^(?:bold|thick)$/.test(said["style:text-underline-width"] ?? "");
  return (UNDERLINES[style] ?? ["sng", "heavy"])[isBold ? 1 : 0];
}

function strikeOf(said: Properties): string | undefined {
  if ((said["style:text-line-through-style"] ?? "none") === "none") return undefined;
  return said["style:text-line-through-type"] === "double" ? "dblStrike" : "sngStrike";
}

function spacingOf(said: Properties): number | undefined {
  const twips = twipsOf(said["fo:letter-spacing"]);
  return twips ? Math.round(twips * PER_TWIP) : undefined;
}

/** `super 58%`, `-12% 100%` -> thousandths of a percent; text that is raised becomes smaller of itself. */
function baselineOf(said: Properties): number | undefined {
  const [place = "0%"] = (said["style:text-position"] ?? "").trim().split(/\s+/);
  const raise = place === "super" ? 33 : place === "sub" ? -25 : (percentOf(place) ?? 0);
  return raise === 0 ? undefined : Math.round(Math.max(-100, Math.min(100, raise)) * 1_000);
}

function languageOf(said: Properties): string | undefined {
  const [language = "", country = ""] = [said["fo:language"], said["fo:country"]];
  if (!/^[a-z]{2,3}$/.test(language)) return undefined;
  return /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language;
}

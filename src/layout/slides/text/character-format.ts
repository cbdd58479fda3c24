/** Run properties -> the character format that line breaking and painting understand. */

import { isSymbolFont } from "../../../font/substitutes/symbol-fonts.ts";
import type { ColorValue } from "../../drawing/drawingml-style.ts";
import { type CharacterFormat, DEFAULT_CHARACTER_FORMAT, type FontNames } from "../../model/formatting.ts";
import { eastAsianScript, type Theme } from "../../model/theme.ts";
import type { RunProperties } from "./text-properties.ts";

const DEFAULT_SIZE_PT = 18;
const SCRIPT_SIZE = 2 / 3;

/** `ST_TextUnderlineType` -> the names of WordprocessingML. */
const UNDERLINES: Readonly<Record<string, string>> = {
  sng: "single",
  dbl: "double",
  heavy: "thick",
  dotted: "dotted",
  dottedHeavy: "dottedHeavy",
  dash: "dash",
  dashHeavy: "dashedHeavy",
  dashLong: "dashLong",
  dashLongHeavy: "dashLongHeavy",
  dotDash: "dotDash",
  dotDashHeavy: "dashDotHeavy",
  dotDotDash: "dotDotDash",
  dotDotDashHeavy: "dashDotDotHeavy",
  wavy: "wave",
  wavyHeavy: "wavyHeavy",
  wavyDbl: "wavyDouble",
  words: "words",
};

/** `+mj-lt` and the like are fonts of the theme. */
export function resolveTypeface(typeface: string | undefined, theme: Theme, language?: string): string | undefined {
  const reference = /^\+(mj|mn)-(lt|ea|cs)$/.exec(typeface ?? "");
  if (!reference) return typeface;
  const set = reference[1] === "mj" ? "major" : "minor";
  if (reference[2] === "ea")
    return theme.font(`${set}EastAsia`, eastAsianScript(language ?? "") ?? "Hans") || undefined;
  if (reference[2] === "cs") return theme.font(`${set}Bidi`) || undefined;
  return theme.font(`${set}HAnsi`) || undefined;
}

export function cssColor({ color, opacity }: ColorValue): string {
  if (opacity >= 1) return color;
  return (
    color +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, "0")
  );
}

export interface FormatSource {
  run: RunProperties;
  theme: Theme;
  rightToLeft: boolean;
}

export function characterFormat({ run, theme, rightToLeft }: FormatSource): CharacterFormat {
  const sizePt = Math.max(1, run.sizePt ?? DEFAULT_SIZE_PT);
  const baseline = run.baseline ?? 0;
  const shownPt = baseline === 0 ? sizePt : sizePt * SCRIPT_SIZE;
  const latin = resolveTypeface(run.latin ?? "+mn-lt", theme);
  const eastAsian = resolveTypeface(run.eastAsian ?? "+mn-ea", theme, run.eastAsianLanguage);
  const complex = resolveTypeface(run.complex ?? "+mn-cs", theme);
  const fonts: FontNames = {};
  // Symbol fonts are translated to Unicode, which text fonts have.
  if (latin && !isSymbolFont(latin)) fonts.ascii = latin;
  else fonts.ascii = resolveTypeface("+mn-lt", theme) ?? "Arial";
  if (eastAsian) fonts.eastAsia = eastAsian;
  if (complex) fonts.complex = complex;
  return {
    ...DEFAULT_CHARACTER_FORMAT,
    fonts,
    sizePt: shownPt,
    sizeComplexPt: shownPt,
    positionPt: baseline * sizePt,
    bold: run.bold ?? false,
    italic: run.italic ?? false,
    color: run.color ? cssColor(run.color) : (theme.color("tx1") ?? "#000000"),
    highlight: run.highlight,
    underline: run.underline && run.underline !== "none" ? (UNDERLINES[run.underline] ?? "single") : undefined,
    underlineColor: run.underlineColor,
    strike: run.strike === "sngStrike",
    doubleStrike: run.strike === "dblStrike",
    caps: run.caps === "all",
    smallCaps: run.caps === "small",
    spacingPt: run.spacingPt ?? 0,
    outline: run.isHollow ?? false,
    line: run.line === "none" ? undefined : run.line,
    gradient: run.gradient === "none" ? undefined : run.gradient,
    textShadow: run.shadow === "none" ? undefined : run.shadow,
    glow: run.glow === "none" ? undefined : run.glow,
    rightToLeft,
    language: run.language,
  };
}

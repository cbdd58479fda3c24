/** The built-in pivot styles by name (`PivotStyleLight1` to `PivotStyleDark28`): seven tints for each of four designs. */
import type { Theme } from "../../model/theme.ts";
import { applyTint } from "../styles/spreadsheet-colors.ts";
import type { Change, TableStyle } from "./table-style.ts";
import { line, style } from "./table-style.ts";

const PALE = 0.8;
const SOFT = 0.6;
const MILD = 0.4;
const SHADE = -0.25;
const DEEP_SHADE = -0.5;
const STYLES = 28;

interface Tints {
  accent: string;
  dark: string;
  light: string;
}

export function builtInPivotStyle(name: string, theme: Theme): TableStyle | undefined {
  const match = /^PivotStyle(Light|Medium|Dark)(\d{1,2})$/.exec(name);
  const number = Number(match?.[2]);
  if (!match || number < 1 || number > STYLES) return undefined;
  const slot = (number - 1) % 7;
  const dark = theme.color("dk1") ?? "#000000";
  const light = theme.color("lt1") ?? "#ffffff";
  const isBlack = slot === 0;
  const accent = theme.color(isBlack ? "dk1" : `accent${slot}`) ?? dark;
  const tints: Tints = { accent, dark, light };
  const design = Math.floor((number - 1) / 7);
  if (match[1] === "Light") return style({ ...BOLD_PARTS, ...lightParts(design, tints) });
  if (match[1] === "Medium") return style({ ...BOLD_PARTS, ...mediumParts(design, tints) });
  return style({ ...BOLD_PARTS, ...darkParts(design, tints) });
}

type Parts = Readonly<Record<string, Change>>;

const BOLD: Change = { font: { bold: true } };
const BOLD_PARTS: Parts = {
  firstRowSubheading: BOLD,
  firstSubtotalRow: BOLD,
  firstSubtotalColumn: BOLD,
  totalRow: BOLD,
};

function stripes(fill: string): Parts {
  return { firstRowStripe: { fill }, firstColumnStripe: { fill } };
}

function lightParts(design: number, { accent, dark }: Tints): Parts {
  const pale = applyTint(accent, PALE);
  const edge = line(accent);
  const soft = line(applyTint(accent, MILD));
  if (design === 0)
    return {
      ...stripes(pale),
      headerRow: { font: { bold: true, color: dark }, borders: { top: edge, bottom: edge } },
      firstRowSubheading: { font: { bold: true }, borders: { bottom: soft } },
      totalRow: { font: { bold: true }, borders: { top: edge, bottom: edge } },
    };
  if (design === 1)
    return {
      ...stripes(pale),
      wholeTable: { borders: { top: edge, bottom: edge, left: edge, right: edge } },
      headerRow: { font: { bold: true, color: dark }, borders: { bottom: edge } },
      firstRowSubheading: { font: { bold: true }, borders: { top: soft, bottom: soft } },
      totalRow: { font: { bold: true }, borders: { top: line(accent, "double") } },
    };
  const filled = { font: { bold: true, color: dark }, fill: pale };
  if (design === 2)
    return {
      firstRowStripe: { borders: { top: soft, bottom: soft } },
      firstColumnStripe: { borders: { left: soft, right: soft } },
      headerRow: { ...filled, borders: { bottom: soft } },
      totalRow: { ...filled, borders: { top: soft } },
    };
  return {
    ...stripes(pale),
    wholeTable: { borders: { top: soft, bottom: soft, left: soft, right: soft, horizontal: line(pale) } },
    headerRow: { ...filled, borders: { bottom: edge } },
    totalRow: { font: { bold: true }, borders: { top: line(accent, "double") } },
  };
}

function mediumParts(design: number, { accent, dark, light }: Tints): Parts {
  const pale = applyTint(accent, PALE);
  const strong = { font: { bold: true, color: light }, fill: accent };
  const soft = line(applyTint(accent, MILD));
  if (design === 0)
    return {
      ...stripes(pale),
      wholeTable: { borders: { top: line(accent), bottom: line(accent), horizontal: line(pale) } },
      headerRow: strong,
      firstRowSubheading: { font: { bold: true }, fill: pale },
      firstSubtotalRow: { font: { bold: true }, borders: { top: soft } },
      totalRow: { font: { bold: true }, borders: { top: line(accent, "double") } },
    };
  if (design === 1)
    return {
      ...stripes(applyTint(accent, SOFT)),
      wholeTable: { fill: pale, borders: { horizontal: line(light) } },
      headerRow: strong,
      firstRowSubheading: { font: { bold: true }, fill: applyTint(accent, SOFT) },
      firstSubtotalRow: { font: { bold: true }, fill: applyTint(accent, SOFT) },
      totalRow: strong,
    };
  if (design === 2)
    return {
      ...stripes(applyTint(light, -0.15)),
      wholeTable: { borders: { top: line(dark, "medium"), bottom: line(dark, "medium") } },
      headerRow: { ...strong, borders: { bottom: line(dark, "medium") } },
      firstRowSubheading: { font: { bold: true }, borders: { bottom: line(dark) } },
      totalRow: { ...strong, borders: { top: line(dark, "medium") } },
    };
  return {
    ...stripes(applyTint(accent, SOFT)),
    wholeTable: { fill: pale, borders: { top: soft, bottom: soft, left: soft, right: soft, horizontal: soft } },
    headerRow: { font: { bold: true, color: dark }, fill: applyTint(accent, SOFT) },
    totalRow: { font: { bold: true, color: dark }, borders: { top: line(accent, "double") } },
  };
}

function darkParts(design: number, { accent, dark, light }: Tints): Parts {
  const whole = design === 3 ? accent : applyTint(accent, design === 1 ? SHADE : design === 2 ? 0 : SHADE);
  const deep = applyTint(accent, DEEP_SHADE);
  const head = { font: { bold: true, color: light }, fill: design === 2 ? dark : deep };
  return {
    ...stripes(design === 3 ? applyTint(accent, SHADE) : applyTint(accent, design === 0 ? MILD : SHADE)),
    wholeTable: { font: { color: light }, fill: whole },
    firstColumn: { font: { color: light } },
    headerRow: head,
    firstRowSubheading: { font: { bold: true, color: light }, borders: { bottom: line(light) } },
    totalRow: { ...head, borders: { top: line(light) } },
  };
}

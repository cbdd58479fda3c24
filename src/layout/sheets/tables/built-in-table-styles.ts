/** The built-in table styles by name (`TableStyleLight1` to `TableStyleDark11`): seven tints for each of a few designs. */
import type { Theme } from "../../model/theme.ts";
import { applyTint } from "../styles/spreadsheet-colors.ts";
import type { TableStyle } from "./table-style.ts";
import { line, style } from "./table-style.ts";

const STRIPE_TINT = 0.8;
const MEDIUM_TINT = 0.6;
const LINE_TINT = 0.4;

export function builtInTableStyle(name: string, theme: Theme): TableStyle | undefined {
  const match = /^TableStyle(Light|Medium|Dark)(\d{1,2})$/.exec(name);
  if (!match) return undefined;
  const number = Number(match[2]);
  const design = Math.floor((number - 1) / 7);
  const slot = (number - 1) % 7;
  const accent = theme.color(slot === 0 ? "dk1" : `accent${slot}`) ?? "#000000";
  const dark = theme.color("dk1") ?? "#000000";
  const light = theme.color("lt1") ?? "#ffffff";
  if (match[1] === "Light") return lightStyle(design, accent, dark, light);
  if (match[1] === "Medium") return mediumStyle(design, accent, dark, light, slot === 0);
  return darkStyle(number, theme, dark, light);
}

const tinted = (color: string, tint: number, isBlack = false) => applyTint(color, isBlack ? tint * 1.06 : tint);

function lightStyle(design: number, accent: string, dark: string, light: string): TableStyle {
  const edge = line(accent);
  if (design === 0) {
    const stripe = tinted(accent, STRIPE_TINT);
    return style({
      wholeTable: { font: { color: applyTint(accent, -0.25) }, borders: { top: edge, bottom: edge } },
      firstRowStripe: { fill: stripe },
      firstColumnStripe: { fill: stripe },
      headerRow: { font: { bold: true, color: applyTint(accent, -0.25) }, borders: { bottom: edge } },
      totalRow: { font: { bold: true, color: applyTint(accent, -0.25) }, borders: { top: edge } },
      firstColumn: { font: { bold: true } },
      lastColumn: { font: { bold: true } },
    });
  }
  const frame = { top: edge, bottom: edge, left: edge, right: edge };
  if (design === 1) {
    return style({
      wholeTable: { font: { color: dark }, borders: frame },
      firstRowStripe: { borders: { top: edge } },
      secondRowStripe: { borders: { top: edge } },
      headerRow: { font: { bold: true, color: light }, fill: accent },
      totalRow: { font: { bold: true }, borders: { top: line(accent, "double") } },
      firstColumn: { font: { bold: true } },
      lastColumn: { font: { bold: true } },
    });
  }
  const stripe = tinted(accent, STRIPE_TINT);
  return style({
    wholeTable: { font: { color: dark }, borders: { ...frame, horizontal: edge, vertical: edge } },
    firstRowStripe: { fill: stripe },
    firstColumnStripe: { fill: stripe },
    headerRow: { font: { bold: true, color: dark }, borders: { bottom: line(accent, "medium") } },
    totalRow: { font: { bold: true, color: dark }, borders: { top: line(accent, "double") } },
    firstColumn: { font: { bold: true } },
    lastColumn: { font: { bold: true } },
  });
}

function mediumStyle(design: number, accent: string, dark: string, light: string, isBlack: boolean): TableStyle {
  const bold = { font: { bold: true, color: light }, fill: accent };
  if (design === 0) {
    const edge = line(tinted(accent, LINE_TINT));
    const stripe = tinted(accent, STRIPE_TINT, isBlack);
    return style({
      wholeTable: {
        font: { color: dark },
        borders: { top: edge, bottom: edge, left: edge, right: edge, horizontal: edge },
      },
      firstRowStripe: { fill: stripe },
      firstColumnStripe: { fill: stripe },
      headerRow: bold,
      totalRow: { font: { bold: true, color: dark }, borders: { top: line(accent, "double") } },
      firstColumn: { font: { bold: true } },
      lastColumn: { font: { bold: true } },
    });
  }
  const whole = tinted(accent, STRIPE_TINT, isBlack);
  const stripe = tinted(accent, MEDIUM_TINT, isBlack);
  if (design === 1) {
    const gap = line(light);
    return style({
      wholeTable: { font: { color: dark }, fill: whole, borders: { horizontal: gap, vertical: gap } },
      firstRowStripe: { fill: stripe },
      firstColumnStripe: { fill: stripe },
      headerRow: { ...bold, borders: { bottom: line(light, "thick") } },
      totalRow: { ...bold, borders: { top: line(light, "thick") } },
      firstColumn: bold,
      lastColumn: bold,
    });
  }
  if (design === 2) {
    const edge = line(dark, "medium");
    const gray = applyTint(light, -0.15);
    return style({
      wholeTable: { font: { color: dark }, borders: { top: edge, bottom: edge } },
      firstRowStripe: { fill: gray },
      firstColumnStripe: { fill: gray },
      headerRow: { ...bold, borders: { bottom: edge } },
      totalRow: { font: { bold: true }, borders: { top: line(dark, "double") } },
      firstColumn: bold,
      lastColumn: bold,
    });
  }
  const edge = line(tinted(accent, LINE_TINT));
  return style({
    wholeTable: {
      font: { color: dark },
      fill: whole,
      borders: { top: edge, bottom: edge, left: edge, right: edge, horizontal: edge, vertical: edge },
    },
    firstRowStripe: { fill: stripe },
    firstColumnStripe: { fill: stripe },
    headerRow: { font: { bold: true } },
    totalRow: { font: { bold: true }, borders: { top: line(accent, "medium") } },
    firstColumn: { font: { bold: true } },
    lastColumn: { font: { bold: true } },
  });
}

const PAIRED_DARK_STYLES = 8;

function darkStyle(number: number, theme: Theme, dark: string, light: string): TableStyle {
  if (number >= PAIRED_DARK_STYLES) {
    const first = 2 * (number - PAIRED_DARK_STYLES) - 1;
    const accent = theme.color(first < 1 ? "dk1" : `accent${first}`) ?? dark;
    const header = theme.color(first < 1 ? "dk1" : `accent${first + 1}`) ?? dark;
    const stripe = tinted(accent, MEDIUM_TINT);
    return style({
      wholeTable: { font: { color: dark }, fill: tinted(accent, STRIPE_TINT) },
      firstRowStripe: { fill: stripe },
      firstColumnStripe: { fill: stripe },
      headerRow: { font: { bold: true, color: light }, fill: header },
      totalRow: { font: { bold: true }, borders: { top: line(dark, "double") } },
      firstColumn: { font: { bold: true } },
      lastColumn: { font: { bold: true } },
    });
  }
  const accent = number === 1 ? applyTint(dark, 0.45) : (theme.color(`accent${number - 1}`) ?? dark);
  const stripe = applyTint(accent, -0.25);
  const strong = { font: { bold: true, color: light }, fill: applyTint(accent, -0.5) };
  return style({
    wholeTable: { font: { color: light }, fill: accent },
    firstRowStripe: { fill: stripe },
    firstColumnStripe: { fill: stripe },
    headerRow: { font: { bold: true, color: light }, fill: dark, borders: { bottom: line(light, "medium") } },
    totalRow: { ...strong, borders: { top: line(light, "medium") } },
    firstColumn: strong,
    lastColumn: strong,
  });
}

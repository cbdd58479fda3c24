import { largestOf, smallestOf } from "../domain/collections/long-lists.ts";

/** Paper in inches. */
export interface PaperSize {
  widthInches: number;
  heightInches: number;
}

/** US Letter, which html documents have by default (wire "HTML page size"). */
export const LETTER: PaperSize = { widthInches: 8.5, heightInches: 11 };

/** Inches of each unit of CSS (CSS Values 4, 6.2). */
const UNITS: Readonly<Record<string, number>> = {
  in: 1,
  cm: 1 / 2.54,
  mm: 1 / 25.4,
  q: 1 / 101.6,
  pt: 1 / 72,
  pc: 1 / 6,
  px: 1 / 96,
};

/** Names of papers (CSS Paged Media 3, 7.1), in inches, upright. */
const PAPERS: Readonly<Record<string, readonly [width: number, height: number]>> = {
  a5: [148 / 25.4, 210 / 25.4],
  a4: [210 / 25.4, 297 / 25.4],
  a3: [297 / 25.4, 420 / 25.4],
  b5: [176 / 25.4, 250 / 25.4],
  b4: [250 / 25.4, 353 / 25.4],
  "jis-b5": [182 / 25.4, 257 / 25.4],
  "jis-b4": [257 / 25.4, 364 / 25.4],
  letter: [LETTER.widthInches, LETTER.heightInches],
  legal: [8.5, 14],
  ledger: [11, 17],
};

/** A length of CSS in inches; undefined for anything that depends on something else. */
export function cssInches(text: string): number | undefined {
  const [, number = "", unit = ""] = /^\s*(-?[\d.]+)([a-z]*)\s*$/i.exec(text) ?? [];
  if (number === "") return undefined;
  if (Number(number) === 0) return 0;
  const inches = UNITS[unit.toLowerCase()];
  return inches === undefined ? undefined : Number(number) * inches;
}

/**
 * The paper that a `size` of a page rule means (CSS Paged Media 3, 7.1): `A4`, `15cm 9cm`, `letter landscape`.
 *
 * @param fallback is turned by a size that is only an orientation
 */
export function cssPageSize(text: string, fallback: PaperSize): PaperSize | undefined {
  const words = text.trim().toLowerCase().split(/\s+/);
  const orientation = words.find((word) => word === "landscape" || word === "portrait");
  const others = words.filter((word) => word !== orientation);
  const paper = sizeOf(others, fallback);
  if (!paper || orientation === undefined) return paper;
  const [short, long] = [smallestOf(Object.values(paper)), largestOf(Object.values(paper))];
  return orientation === "landscape"
    ? { widthInches: long, heightInches: short }
    : { widthInches: short, heightInches: long };
}

function sizeOf([first, second]: string[], fallback: PaperSize): PaperSize | undefined {
  if (first === undefined || first === "auto") return fallback;
  const named = PAPERS[first];
  if (named) return { widthInches: named[0], heightInches: named[1] };
  const widthInches = cssInches(first);
  const heightInches = second === undefined ? widthInches : cssInches(second);
  return widthInches === undefined || heightInches === undefined ? undefined : { widthInches, heightInches };
}

/** Whether two papers are the same to a printer. */
export function isSamePaper(one: PaperSize, other: PaperSize): boolean {
  return Math.abs(one.widthInches - other.widthInches) < 0.02 && Math.abs(one.heightInches - other.heightInches) < 0.02;
}

/** `8.5 by 11 inches`. */
export function inWords({ widthInches, heightInches }: PaperSize): string {
  const rounded = (inches: number) => String(Math.round(inches * 100) / 100);
  return `${rounded(widthInches)} by ${rounded(heightInches)} inches`;
}

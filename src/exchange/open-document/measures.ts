/** Lengths, shares and colors as OpenDocument writes them (OpenDocument 1.3 Part 3, 18.3). */
import { EMU_PER_TWIP } from "../../geometry/units.ts";

const TWIPS_OF: Readonly<Record<string, number>> = {
  pt: 20,
  in: 1_440,
  inch: 1_440,
  cm: 1_440 / 2.54,
  mm: 1_440 / 25.4,
  pc: 240,
  px: 15,
};
const LENGTH = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*(pt|inch|in|cm|mm|pc|px)\s*$/;
const PERCENT = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*%\s*$/;
/** Word's own: 22 inches. */
const MOST_TWIPS = 31_680;

/** Twips, not rounded; undefined for what is not a length. @param most what is longer is so long */
export function twipsOf(length: string | undefined, most = MOST_TWIPS): number | undefined {
  const [, number, unit] = LENGTH.exec(length ?? "") ?? [];
  const factor = TWIPS_OF[unit ?? ""];
  if (number === undefined || factor === undefined) return undefined;
  return Math.max(-most, Math.min(most, Number(number) * factor));
}

export function wholeTwips(length: string | undefined): number | undefined {
  const twips = twipsOf(length);
  return twips === undefined ? undefined : Math.round(twips);
}

/** A share of 100. */
export function percentOf(text: string | undefined): number | undefined {
  const number = PERCENT.exec(text ?? "")?.[1];
  return number === undefined ? undefined : Math.max(-100_000, Math.min(100_000, Number(number)));
}

export function emuOfTwips(twips: number): number {
  return Math.round(twips * EMU_PER_TWIP);
}

/** Six hexadecimal digits; undefined for what is transparent, automatic, or no color. */
export function colorOf(text: string | undefined): string | undefined {
  return /^#([0-9a-f]{6})$/i.exec(text ?? "")?.[1]?.toUpperCase();
}

/** A whole number within bounds. */
export function countOf(text: string | undefined, most: number): number | undefined {
  if (text === undefined || !/^\s*\d{1,9}\s*$/.test(text)) return undefined;
  return Math.min(most, Number(text));
}

/** Codes of dates in calendars and languages that the library of number formats lacks (ECMA-376 part 1, 18.8.31). */
import { partsOf, serialOf } from "./serial-date.ts";

/** What the system shows for these marks, as in America; the code after the mark is only an example. */
const SYSTEM_FORMATS: readonly (readonly [mark: RegExp, code: string])[] = [
  [/^\[\$-(?:F800|x-sysdate)\]/i, "dddd, mmmm d, yyyy"],
  [/^\[\$-(?:F400|x-systime)\]/i, "h:mm:ss AM/PM"],
];

/** Japanese eras by their first days, the latest first. */
const ERAS = [
  { first: serialOf(2019, 5, 1, 1900), startYear: 2019, letter: "R", sign: "令", name: "令和" },
  { first: serialOf(1989, 1, 8, 1900), startYear: 1989, letter: "H", sign: "平", name: "平成" },
  { first: serialOf(1926, 12, 25, 1900), startYear: 1926, letter: "S", sign: "昭", name: "昭和" },
  { first: serialOf(1912, 7, 30, 1900), startYear: 1912, letter: "T", sign: "大", name: "大正" },
  { first: Number.NEGATIVE_INFINITY, startYear: 1868, letter: "M", sign: "明", name: "明治" },
] as const;

/** Text in quotes, escaped letters and brackets, which are not parts of a date; and the parts that are searched for. */
const OPAQUE = String.raw`"[^"]*"|\\.|[_*].|\[[^[\]]*\]`;
const ERA_PARTS = new RegExp(`${OPAQUE}|g+|e+`, "gi");
const YEAR_PARTS = new RegExp(`${OPAQUE}|y+`, "gi");
const IS_JAPANESE = /\[\$[^[\]-]*-(?:[0-9a-f]*0?411|ja(?:-JP)?)\]/i;
const IS_BUDDHIST = /\[\$[^[\]-]*-[0-9a-f]{0,2}07[0-9a-f]{4}\]/i;

/** A code of a date or time as the library understands it, for a serial number of the 1900 system. */
export function localDateCode(code: string, serial: number): string {
  const system = SYSTEM_FORMATS.find(([mark]) => mark.test(code))?.[1];
  if (system) return system;
  // Months in the genitive, as Russian and Ukrainian write them, are a language of their own; so is a further number.
  const known = code
    .replace(/\[\$-FC([0-9a-f]{2})\]/gi, "[$-4$1]")
    .replace(/\[\$-([a-z]{2,3}(?:-[a-z]+)*),\d+\]/gi, "[$-$1]");
  if (IS_JAPANESE.test(known)) return inEras(known, serial);
  if (IS_BUDDHIST.test(known)) return replaceParts(known, YEAR_PARTS, (years) => (years.length > 2 ? "bbbb" : "bb"));
  return known;
}

/** `ggge` is the era and its year; the first year of an era is spelled 元. */
function inEras(code: string, serial: number): string {
  const era = ERAS.find(({ first }) => Math.floor(serial) >= first) ?? ERAS[0];
  const parts = partsOf(serial, 1900);
  if (!parts) return code;
  const year = parts.year - era.startYear + 1;
  const spellsOut = /ggg/i.test(code);
  return replaceParts(code, ERA_PARTS, (part) => {
    if (/^g/i.test(part)) return `"${part.length > 2 ? era.name : part.length > 1 ? era.sign : era.letter}"`;
    if (year === 1 && spellsOut && part.length === 1) return '"元"';
    return `"${String(year).padStart(Math.min(2, part.length), "0")}"`;
  });
}

function replaceParts(code: string, parts: RegExp, replace: (part: string) => string): string {
  return code.replace(parts, (part) => (/^["\\_*[]/.test(part) ? part : replace(part)));
}

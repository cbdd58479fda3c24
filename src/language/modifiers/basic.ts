import { containsValue, hasItem } from "../compare.ts";
import { isCollection, isNumeric, isTruthy, isYes, Markup, toText } from "../values.ts";
import type { ModifierTable } from "./modifier.ts";

/** Values tested, replaced and named. */
export const BASIC: ModifierTable = {
  default: {
    run: (_, value, ...list) => {
      if (list.length === 0) return isBlank(value) ? "" : value;
      let result = value;
      for (const other of list) if (isBlank(result)) result = other;
      return result;
    },
  },
  isset: { run: (_, value) => value !== undefined && value !== null },
  empty: { run: (_, value) => !isTruthy(value) },
  is_array: { run: (_, value) => isCollection(value) },
  is_numeric: { run: (_, value) => isNumeric(value) },
  is_string: { run: (_, value) => typeof value === "string" || value instanceof Markup },
  in_array: { run: (_, value, list) => hasItem(list, value), least: 1 },
  contains: { run: (_, value, part) => containsValue(value, part), least: 1 },
  noprint: { run: () => "" },
  yesno: {
    run: ({ options }, value, yes, no) => {
      const [yesWord, noWord] = yesAndNo(options.locale);
      return isYes(value) ? (yes ?? yesWord) : (no ?? noWord);
    },
    hint: "boolean",
  },
  phone: { run: (_, value) => formatPhone(toText(value)), hint: "text" },
};

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (value instanceof Markup && value.html === "");
}

const ENGLISH: readonly [yes: string, no: string] = ["Yes", "No"];
const YES_AND_NO: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  de: ["Ja", "Nein"],
  es: ["Sí", "No"],
  fr: ["Oui", "Non"],
  it: ["Sì", "No"],
  nl: ["Ja", "Nee"],
  pl: ["Tak", "Nie"],
  pt: ["Sim", "Não"],
};

function yesAndNo(locale: string): readonly [yes: string, no: string] {
  return YES_AND_NO[locale.slice(0, 2).toLowerCase()] ?? ENGLISH;
}

/** Numbers of the North American plan; all others are left as they are. */
function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, "");
  if (digits.length === 10 && !text.trim().startsWith("+")) {
    return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  }
  if (digits.length === 11 && digits.startsWith("1")) {
    return `+1 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7)}`;
  }
  return text;
}

import { fieldName, labelBefore } from "./placeholder-names.ts";

/** What in a letter is filled in by hand, by how it is marked. */
export type PlaceholderKind = "named" | "blank" | "date" | "amount";

/** A place in a paragraph that is filled in by hand; offsets are UTF-16 units of its text. */
export interface Placeholder {
  kind: PlaceholderKind;
  start: number;
  end: number;
  /** What the field could be called; empty if nothing near it says so. */
  name: string;
}

/** Texts around a paragraph that may say what its blanks are. */
interface Neighbors {
  before: string;
  behind: string;
}

interface Mark {
  kind: PlaceholderKind;
  pattern: RegExp;
  /** Whether what was matched is a placeholder. */
  isMeant?: (inner: string) => boolean;
}

const LETTERS = /\p{L}.*\p{L}/su;
/** `[sic]`, `[signature]` beside a line, and notes of editors are texts. */
const REMARK = /^(?:sic|\.\.\.|…|x|X|\s*)$/;

/** In the order in which they are looked for: what one has taken is no other's. */
const MARKS: readonly Mark[] = [
  { kind: "named", pattern: /\[([^[\]\n\t]{1,80})\]/g, isMeant: (inner) => LETTERS.test(inner) && !REMARK.test(inner) },
  // A quotation has words between guillemets; a field of a data source is one.
  { kind: "named", pattern: /«([\p{L}_][\p{L}\p{N}_]{0,59})»/gu },
  { kind: "named", pattern: /<<([\p{L}_][\p{L}\p{N}_ .-]{0,58}[\p{L}\p{N}_.])>>/gu },
  { kind: "named", pattern: /\{\{\s*([\p{L}_][\p{L}\p{N}_ .-]{0,59}?)\s*\}\}/gu },
  { kind: "named", pattern: /\$\{\s*([\p{L}_][\p{L}\p{N}_ .-]{0,59}?)\s*\}/gu },
  { kind: "named", pattern: /%([\p{Lu}_][\p{Lu}\p{N}_]{1,59})%/gu },
  {
    kind: "date",
    pattern:
      /(?<![\p{L}\p{N}_])(?:(?:XX|TT|DD|JJ|GG|xx|tt|dd|jj|gg|__)([./-] ?)(?:XX|MM|xx|mm|__)\1|(?:MM|mm)([./-])(?:DD|dd)\2)(?:X{4}|J{4}|Y{4}|A{4}|x{4}|j{4}|y{4}|a{4}|_{4}|XX|JJ|YY|AA|xx|jj|yy|aa|__|20(?:XX|xx|__))(?![\p{L}\p{N}_])/gu,
  },
  { kind: "date", pattern: /(?<!_)_{2,}[./]_{2,}[./]_{2,}/g },
  {
    kind: "amount",
    pattern: /(?<![\p{L}\p{N}.,])X{1,3}(?:[.,'’ ]XXX){0,20}[.,](?:XX|--|–)(?![\p{L}\p{N}])/gu,
  },
  { kind: "blank", pattern: /_{3,}(?:[ \u00a0]?_{3,})*/g },
  { kind: "blank", pattern: /\.{6,}|…{2,}/g },
  { kind: "blank", pattern: /(?<![\p{L}\p{N}])(?:X{3,}|x{4,}|\?{3,})(?![\p{L}\p{N}])/gu },
];

const USUAL_NAMES = { named: "", blank: "", date: "Date", amount: "Amount" } as const;
/** A letter's place comes before its date: it does not name it. */
const PLACE_AND = /,\s*(?:(?:den|le|the|am|il|li)\s*)?$/i;
/** A tag of the merge language, which is no placeholder any more. */
const TAG = /\{(?:\$|\/?[a-z]+[\s}])[^{}]*\}/g;

/** Everything in a paragraph's text that is filled in by hand, in order. */
export function findPlaceholders(text: string, neighbors: Neighbors): Placeholder[] {
  /** By character. */
  const taken = new Uint8Array(text.length);
  for (const { 0: tag, index } of text.matchAll(TAG)) taken.fill(1, index, index + tag.length);
  const found: Placeholder[] = [];
  for (const { kind, pattern, isMeant } of MARKS)
    for (const match of text.matchAll(pattern)) {
      const inner = kind === "named" ? (match[1] ?? "") : "";
      const [start, end] = [match.index, match.index + match[0].length];
      if (isMeant && !isMeant(inner)) continue;
      if (taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      found.push({ kind, start, end, name: fieldName(inner) });
    }
  found.sort((one, other) => one.start - other.start);

  return found.map((one, index) =>
    one.name === "" ? { ...one, name: nameByPlace(one, text, found[index - 1]?.end ?? 0, neighbors) } : one,
  );
}

/** A blank is called by the words before it, in brackets behind it, in the line above or, for signatures, below. */
function nameByPlace(
  { kind, start, end }: Placeholder,
  text: string,
  from: number,
  { before, behind }: Neighbors,
): string {
  const lead = text.slice(from, start);
  if (kind === "date" && PLACE_AND.test(lead)) return USUAL_NAMES.date;
  const own = fieldName(labelBefore(lead));
  if (own !== "") return own;
  const bracketed = /^\s*\(([^()]{2,40})\)/.exec(text.slice(end))?.[1];
  if (bracketed) return fieldName(bracketed);
  if (kind !== "blank") return USUAL_NAMES[kind];
  if (/[:：]\s*$/.test(before)) return fieldName(labelBefore(before));
  const isLabel = (line: string) => line.trim() !== "" && line.length <= 40 && !/[_.]{3,}/.test(line);
  if (text.slice(0, start).trim() === "" && isLabel(behind)) return fieldName(behind);

  return isLabel(before) ? fieldName(before) : "";
}

import type { Runtime } from "../runtime.ts";
import { charactersOf, hasSurrogates, isCollection, lengthOf, toText, valuesOf } from "../values.ts";
import type { ModifierTable } from "./modifier.ts";
import { compileModifierPattern } from "./pattern.ts";

const TRIMMED_BY_DEFAULT = " \t\n\r\0\x0b";

/** Parts of texts inserted, removed and replaced. */
export const TEXT_EDIT: ModifierTable = {
  cat: {
    run: (_, value, ...list) =>
      list.length === 0 ? value : list.reduce<string>((text, part) => text + toText(part), toText(value)),
    keepsMarkup: true,
    hint: "text",
  },
  replace: {
    run: (runtime, value, search, replacement) =>
      eachText(value, (text) => replaceAll(runtime, text, search, replacement)),
    least: 2,
    keepsMarkup: true,
    hint: "text",
  },
  str_replace: {
    run: (runtime, search, replacement, subject) => replaceAll(runtime, toText(subject), search, replacement),
    least: 2,
  },
  regex_replace: { run: regexReplace, least: 2, keepsMarkup: true, hint: "text" },
  strip: {
    run: (runtime, value, filler) => eachText(value, (text) => stripBlanks(runtime, text, filler)),
    keepsMarkup: true,
    hint: "text",
  },
  spacify: {
    run: (runtime, value, filler) => {
      const text = toText(value);
      const filling = filler === undefined ? " " : toText(filler);
      runtime.reserve(text.length * (1 + filling.length));
      return charactersOf(text).join(filling);
    },
    hint: "text",
  },
  indent: {
    run: (runtime, value, count, filler) => eachText(value, (text) => indentLines(runtime, text, count, filler)),
    keepsMarkup: true,
    hint: "text",
  },
  trim: trimming(true, true),
  ltrim: trimming(true, false),
  rtrim: trimming(false, true),
  substr: {
    run: (runtime, value, start, length) => {
      const given = length === undefined || length === null ? undefined : runtime.integer(length);
      return substring(toText(value), runtime.integer(start), given);
    },
    least: 1,
    hint: "text",
  },
  str_repeat: {
    run: (runtime, value, count) => repeat(runtime, toText(value), runtime.integer(count)),
    least: 1,
    hint: "text",
  },
  str_pad: { run: pad, least: 1, hint: "text" },
  strrev: { run: (_, value) => charactersOf(toText(value)).reverse().join(""), hint: "text" },
  strpos: { run: position, least: 1, hint: "text" },
  mask: {
    run: (runtime, value, visible, character) => {
      const characters = charactersOf(toText(value));
      const hidden = characters.length - (visible === undefined ? 4 : runtime.integer(visible));
      const cover = character === undefined ? "*" : toText(character);
      runtime.reserve(characters.length * Math.max(1, cover.length));
      return characters.map((one, index) => (index < hidden && /[\p{L}\p{N}_]/u.test(one) ? cover : one)).join("");
    },
    hint: "text",
  },
};

/** The texts of a list are changed one by one, as PHP's functions of this kind do. */
function eachText(value: unknown, change: (text: string) => string): unknown {
  return isCollection(value) ? valuesOf(value).map((item) => change(toText(item))) : change(toText(value));
}

function stripBlanks(runtime: Runtime, text: string, filler: unknown): string {
  const filling = filler === undefined ? " " : toText(filler);
  runtime.reserve(text.length * Math.max(1, filling.length));
  return text.replace(/\s+/g, () => filling);
}

/** What follows a final newline is not a line. */
function indentLines(runtime: Runtime, text: string, count: unknown, filler: unknown): string {
  const lines = text.split("\n");
  const width = count === undefined ? 4 : runtime.integer(count);
  const margin = repeat(runtime, filler === undefined ? " " : toText(filler), width);
  runtime.reserve(text.length + lines.length * margin.length);
  const last = lines.length > 1 && lines.at(-1) === "" ? lines.length - 1 : lines.length;
  return lines.map((line, index) => (index < last ? margin + line : line)).join("\n");
}

function trimming(atStart: boolean, atEnd: boolean): ModifierTable[string] {
  return {
    run: (_, value, list) => {
      const text = toText(value);
      const trimmed = list === undefined || list === null ? TRIMMED_BY_DEFAULT : expandRanges(toText(list));
      let start = 0;
      let end = text.length;
      if (atStart) while (start < end && trimmed.includes(text.charAt(start))) start++;
      if (atEnd) while (end > start && trimmed.includes(text.charAt(end - 1))) end--;
      return text.slice(start, end);
    },
    keepsMarkup: true,
    hint: "text",
  };
}

/** `a..z` in a list of characters to trim. */
function expandRanges(list: string): string {
  return list.replace(/([\s\S])\.\.([\s\S])/g, (whole, from: string, to: string) => {
    const first = from.charCodeAt(0);
    const last = to.charCodeAt(0);
    if (first > last || last > 255) return whole;
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join("");
  });
}

function replaceAll(runtime: Runtime, subject: string, search: unknown, replacement: unknown): string {
  const searches = isCollection(search) ? valuesOf(search) : [search];
  const replacements = isCollection(replacement) ? valuesOf(replacement) : undefined;
  let text = subject;
  for (const [index, one] of searches.entries()) {
    const wanted = toText(one);
    if (wanted === "" || !text.includes(wanted)) continue;
    const parts = text.split(wanted);
    const filling = toText(replacements ? replacements[index] : replacement);
    runtime.reserve(text.length + (parts.length - 1) * filling.length);
    text = parts.join(filling);
  }
  return text;
}

function regexReplace(
  runtime: Runtime,
  value: unknown,
  pattern: unknown,
  replacement: unknown,
  limit?: unknown,
): unknown {
  const patterns = isCollection(pattern) ? valuesOf(pattern) : [pattern];
  const replacements = isCollection(replacement) ? valuesOf(replacement) : undefined;
  const most = limit === undefined ? -1 : runtime.integer(limit);
  return eachText(value, (subject) => {
    let text = subject;
    for (const [index, one] of patterns.entries()) {
      const filling = toText(replacements ? replacements[index] : replacement);
      runtime.charge(text.length >>> 2);
      text = compileModifierPattern(toText(one)).replace(text, filling, most >= 0 ? most : undefined);
      runtime.reserve(text.length);
    }
    return text;
  });
}

export function substring(text: string, start: number, length?: number): string {
  const characters = hasSurrogates(text) ? charactersOf(text) : text;
  const size = characters.length;
  const from = start < 0 ? Math.max(0, size + start) : Math.min(start, size);
  const to = length === undefined ? size : length < 0 ? size + length : Math.min(size, from + length);
  if (to <= from) return "";
  const part = characters.slice(from, to);
  return typeof part === "string" ? part : part.join("");
}

function repeat(runtime: Runtime, text: string, count: number): string {
  if (count <= 0 || text === "") return "";
  runtime.reserve(text.length * count);
  return text.repeat(count);
}

/** STR_PAD_RIGHT is 1 (default), STR_PAD_LEFT 0, STR_PAD_BOTH 2; the names and `left`, `right`, `both` work too. */
function pad(runtime: Runtime, value: unknown, length: unknown, filler: unknown, side: unknown): string {
  const text = toText(value);
  const filling = filler === undefined ? " " : toText(filler);
  const missing = runtime.integer(length) - lengthOf(text);
  if (missing <= 0 || filling === "") return text;
  runtime.reserve(text.length + missing);
  const manner = side === undefined ? "right" : paddingSide(toText(side).toLowerCase());
  const left = manner === "left" ? missing : manner === "both" ? Math.floor(missing / 2) : 0;
  return fill(runtime, filling, left) + text + fill(runtime, filling, missing - left);
}

function paddingSide(side: string): "left" | "right" | "both" {
  if (side === "0" || side === "left" || side === "str_pad_left") return "left";
  return side === "2" || side === "both" || side === "str_pad_both" ? "both" : "right";
}

function fill(runtime: Runtime, filling: string, length: number): string {
  const characters = lengthOf(filling);
  return substring(repeat(runtime, filling, Math.ceil(length / characters)), 0, length);
}

/** The place of the first occurrence in characters, or false. */
function position(runtime: Runtime, value: unknown, needle: unknown, offset?: unknown): number | false {
  const text = toText(value);
  const wanted = toText(needle);
  const start = offset === undefined ? 0 : runtime.integer(offset);
  const from = start < 0 ? Math.max(0, text.length + start) : start;
  if (from > text.length) return false;
  const at = text.indexOf(wanted, from);
  if (at < 0) return false;
  return hasSurrogates(text) ? lengthOf(text.slice(0, at)) : at;
}

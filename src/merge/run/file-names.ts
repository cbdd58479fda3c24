/** Longest name in UTF-8 bytes, extension included: what file systems and mail programs take. */
const MAX_NAME_BYTES = 200;

/** What separates one part of a name from the next and cannot be in a file's name. */
const SEPARATORS = /(?<!\s)\s*[\\/:|]+\s*/g;
/** Characters that Windows refuses, controls, and marks that turn the reading direction around. */
const UNSAFE = /[*?"<>\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file's name from merged text (wire "File name"): separators become hyphens, so that `A/12` is not `A12`, controls go,
 * blanks are collapsed, the extension is added unless it is there. `fallback` is used if nothing is left; it is cleaned the same way.
 */
export function outputFileName(merged: string, fallback: string, extension: string): string {
  const suffix = `.${extension}`;
  const stem = cleanStem(merged, suffix) || cleanStem(fallback, suffix) || "document";
  return shorten(stem, MAX_NAME_BYTES - suffix.length) + suffix;
}

function cleanStem(text: string, suffix: string): string {
  const clean = hyphenated(text.toWellFormed().replace(UNSAFE, "")).replace(/\s+/g, " ").trim().replace(/^[.]+/, "");
  const stem = (clean.toLowerCase().endsWith(suffix) ? clean.slice(0, -suffix.length) : clean).replace(
    /(?<![. ])[. ]+$/,
    "",
  );
  return RESERVED.test(stem) ? `_${stem}` : stem;
}

/** A separator between two parts becomes a hyphen; one at an end, or beside dots only, separates nothing. */
function hyphenated(text: string): string {
  const parts = text.split(SEPARATORS);
  return parts.length === 1 ? text : parts.filter((part) => /[^.\s]/.test(part)).join("-");
}

/**
 * The warning about a name that has characters which no file's name can have: two numbers that differ only there could
 * get one name, and whoever puts files into a folder should know.
 */
export function nameWarning(merged: string, name: string): string | undefined {
  const lost = [...new Set(merged.match(/[\\/:|*?"<>]/g) ?? [])];
  if (lost.length === 0) return undefined;
  const listed = lost.map((character) => `“${character}”`).join(", ");
  return `The name of the file is “${name}”, because ${listed} cannot be in the name of a file: names that differ only there become the same.`;
}

function shorten(stem: string, maxBytes: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(stem).length <= maxBytes) return stem;
  let bytes = 0;
  let short = "";
  for (const character of stem) {
    bytes += encoder.encode(character).length;
    if (bytes > maxBytes) break;
    short += character;
  }
  return short.trimEnd();
}

/**
 * The names of files that are side by side, made unique: `Letter.pdf`, `Letter (2).pdf`, ... Names that differ only in
 * capital letters count as equal, as some file systems take them.
 */
export function numberedNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    let free = name;
    while (taken.has(free.toLowerCase())) {
      const number = (next.get(name) ?? 1) + 1;
      next.set(name, number);
      const dot = name.lastIndexOf(".");
      free = dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}

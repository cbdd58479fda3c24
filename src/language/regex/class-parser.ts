import { posixMembers } from "./character-classes.ts";
import { type CaseFolding, CharacterSet, classMembers } from "./character-set.ts";
import { type CharacterEscape, escapeMembers, parseCharacterEscape } from "./escape-parser.ts";
import type { PatternCursor } from "./pattern-cursor.ts";
import type { PatternFlags } from "./pattern-flags.ts";

/** How the flags fold case in a set of characters. */
export function caseFolding(flags: PatternFlags): CaseFolding {
  if (!flags.ignoreCase) return false;
  return flags.unicode ? "unicode" : "ascii";
}

/** Reads a bracketed class whose `[` was taken (PCRE2 pattern(3), "Square brackets and character classes"). */
export function parseClass(cursor: PatternCursor, flags: PatternFlags): CharacterSet {
  const negated = cursor.take("^");
  let members = "";
  let first = true;
  for (;;) {
    if (cursor.atEnd) cursor.fail("has a [ that is never closed");
    if (!first && cursor.take("]")) break;
    first = false;
    const posix = parsePosixClass(cursor, flags.unicode);
    if (posix !== undefined) {
      members += posix;
      continue;
    }
    const item = parseClassItem(cursor, flags.unicode);
    if (item === undefined) continue;
    members += rangeFrom(cursor, item, flags.unicode) ?? escapeMembers(item);
  }
  return CharacterSet.of(members, negated, caseFolding(flags));
}

function parsePosixClass(cursor: PatternCursor, unicode: boolean): string | undefined {
  if (cursor.peek() !== "[" || cursor.peek(1) !== ":") return undefined;
  const start = cursor.position;
  cursor.position += 2;
  const negated = cursor.take("^");
  const name = cursor.takeWhile((character) => /^[a-z]$/.test(character));
  if (!cursor.take(":]")) {
    cursor.position = start;
    return undefined;
  }
  const members = posixMembers(name, unicode);
  if (members === undefined) cursor.fail(`names the unknown class [:${name}:]`);
  return negated ? `[^${members}]` : members;
}

/** One item of a class; undefined for the marks `\Q` and `\E`, which stand for nothing. */
function parseClassItem(cursor: PatternCursor, unicode: boolean): CharacterEscape | undefined {
  const character = cursor.next();
  if (character !== "\\") return { kind: "codePoint", codePoint: character.codePointAt(0)! };
  if (cursor.take("E")) return undefined;
  if (cursor.peek() === "Q") cursor.fail("uses \\Q inside a class, which is not supported");
  const escaped = parseCharacterEscape(cursor, unicode, true);
  if (escaped === undefined) cursor.fail(`has the unknown escape \\${cursor.peek()} in a class`);
  return escaped;
}

function rangeFrom(cursor: PatternCursor, from: CharacterEscape, unicode: boolean): string | undefined {
  if (from.kind !== "codePoint" || cursor.peek() !== "-" || cursor.peek(1) === "]" || cursor.peek(1) === "") {
    return undefined;
  }
  const start = cursor.position;
  cursor.next();
  const to = cursor.peek() === "[" && cursor.peek(1) === ":" ? undefined : parseClassItem(cursor, unicode);
  if (to?.kind !== "codePoint") {
    cursor.position = start;
    return undefined;
  }
  if (to.codePoint < from.codePoint) cursor.fail("has a range in a class whose end comes before its start");
  return classMembers.range(from.codePoint, to.codePoint);
}

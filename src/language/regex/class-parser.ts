import { present } from "../../domain/present.ts";
import { posixMembers } from "./character-classes.ts";
import { type CaseFolding, CharacterSet, type CodePointRange } from "./character-set.ts";
import { type CharacterEscape, escapeMembers, parseCharacterEscape } from "./escape-parser.ts";
import type { PatternCursor } from "./pattern-cursor.ts";
import type { PatternFlags } from "./pattern-flags.ts";

/** How the flags fold case in a set of characters. */
export function caseFolding(flags: PatternFlags): CaseFolding {
  if (!flags.ignoreCase) return "none";
  return flags.unicode ? "unicode" : "ascii";
}

/** Reads a bracketed class whose `[` was taken (PCRE2 pattern(3), "Square brackets and character classes"). */
export function parseClass(cursor: PatternCursor, flags: PatternFlags): CharacterSet {
  refuseCollating(cursor);
  const negated = cursor.take("^");
  const ranges: CodePointRange[] = [];
  let exact = "";
  let first = true;
  for (;;) {
    if (cursor.atEnd) cursor.fail("has a [ that is never closed");
    if (!first && cursor.take("]")) break;
    first = false;
    const posix = parsePosixClass(cursor, flags);
    if (posix !== undefined) {
      refuseHyphen(cursor);
      exact += posix;
      continue;
    }
    const item = parseClassItem(cursor, flags.unicode);
    if (item?.kind === "codePoint") ranges.push(parseRange(cursor, item.codePoint, flags.unicode));
    else if (item) {
      refuseHyphen(cursor);
      exact += escapeMembers(item);
    }
  }
  return CharacterSet.of({ ranges, exact, negated, folding: caseFolding(flags) });
}

/** `[.x.]` and `[=x=]`, and `[:x:]` that is outside of a class. */
function refuseCollating(cursor: PatternCursor): void {
  if (!/^[.:=]$/.test(cursor.peek())) return;
  if (/^([.:=])(?:\\[\]\\]|(?!\[\1|\]|\\[\]\\])[\s\S])*?\1\]/.test(cursor.rest)) {
    cursor.fail("has a [.x.], [=x=] or a [:class:] outside brackets, which is not supported");
  }
}

function parsePosixClass(cursor: PatternCursor, flags: PatternFlags): string | undefined {
  if (cursor.peek() === "[" && /^[.=]$/.test(cursor.peek(1))) {
    const start = cursor.position++;
    refuseCollating(cursor);
    cursor.position = start;
  }
  if (cursor.peek() !== "[" || cursor.peek(1) !== ":") return undefined;
  const start = cursor.position;
  cursor.position += 2;
  const negated = cursor.take("^");
  const name = cursor.takeWhile((character) => /^[a-z]$/.test(character));
  if (!cursor.take(":]")) {
    cursor.position = start;
    return undefined;
  }
  const isCased = name === "upper" || name === "lower";
  const members = posixMembers(isCased && flags.ignoreCase && !flags.unicode ? "alpha" : name, flags.unicode);
  if (members === undefined) cursor.fail(`names the unknown class [:${name}:]`);
  return negated ? `[^${members}]` : members;
}

/** One item of a class; undefined for the marks `\Q` and `\E`, which stand for nothing. */
function parseClassItem(cursor: PatternCursor, unicode: boolean): CharacterEscape | undefined {
  const character = cursor.next();
  if (character !== "\\") return { kind: "codePoint", codePoint: present(character.codePointAt(0)) };
  if (cursor.take("E")) return undefined;
  if (cursor.peek() === "Q") cursor.fail("uses \\Q inside a class, which is not supported");
  const escaped = parseCharacterEscape(cursor, unicode, true);
  if (escaped === undefined) cursor.fail(`has the unknown escape \\${cursor.peek()} in a class`);
  return escaped;
}

/** A range that starts with a character, or just the character. */
function parseRange(cursor: PatternCursor, from: number, unicode: boolean): CodePointRange {
  if (!isHyphenInside(cursor)) return [from, from];
  cursor.next();
  const to = cursor.peek() === "[" && cursor.peek(1) === ":" ? undefined : parseClassItem(cursor, unicode);
  if (to?.kind !== "codePoint") return cursor.fail("has a range in a class that does not end with a character");
  if (to.codePoint < from) cursor.fail("has a range in a class whose end comes before its start");
  return [from, to.codePoint];
}

/** A hyphen that is neither the last character of the class nor after its end. */
function isHyphenInside(cursor: PatternCursor): boolean {
  return cursor.peek() === "-" && cursor.peek(1) !== "]" && cursor.peek(1) !== "";
}

/** After a set such as `\d` a hyphen cannot make a range; PCRE takes it for a mistake. */
function refuseHyphen(cursor: PatternCursor): void {
  if (isHyphenInside(cursor)) cursor.fail("has a range in a class that does not start with a character");
}

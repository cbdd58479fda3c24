import { present } from "../../domain/present.ts";
import { propertyMembers, typeMembers } from "./character-classes.ts";
import { isHex, isOctal, type PatternCursor } from "./pattern-cursor.ts";

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 };
const MAX_CODE_POINT = 0x10ffff;

/** What follows a backslash and is one character or a set of characters. */
export type CharacterEscape =
  | { readonly kind: "codePoint"; readonly codePoint: number }
  | { readonly kind: "members"; readonly members: string; readonly negated: boolean };

/**
 * Reads an escape whose backslash was taken and that means one character or a set of them (PCRE2 pattern(3),
 * "Backslash"). Undefined, and nothing taken, for escapes that only have a meaning outside of classes.
 */
export function parseCharacterEscape(
  cursor: PatternCursor,
  unicode: boolean,
  insideClass: boolean,
): CharacterEscape | undefined {
  if (cursor.atEnd) cursor.fail("ends with a backslash");
  const letter = cursor.peek();
  const control = CONTROL_ESCAPES[letter];
  if (control !== undefined) {
    cursor.next();
    return { kind: "codePoint", codePoint: control };
  }
  const members = /[A-Za-z]/.test(letter) ? typeMembers(letter.toLowerCase(), unicode) : undefined;
  if (members !== undefined) {
    cursor.next();
    return { kind: "members", members, negated: letter !== letter.toLowerCase() };
  }
  if (letter === "p" || letter === "P") {
    cursor.next();
    return parseProperty(cursor, letter === "P");
  }
  if (letter === "x" || letter === "o" || letter === "c") {
    cursor.next();
    return { kind: "codePoint", codePoint: parseNumberedEscape(cursor, letter) };
  }
  if (letter === "0" || (insideClass && isOctal(letter))) {
    const digits = cursor.takeWhile(isOctal, 3);
    return { kind: "codePoint", codePoint: Number.parseInt(digits, 8) };
  }
  if (insideClass && letter === "b") {
    cursor.next();
    return { kind: "codePoint", codePoint: 8 };
  }
  if (/[A-Za-z0-9]/.test(letter)) return undefined;
  return { kind: "codePoint", codePoint: present(cursor.next().codePointAt(0)) };
}

function parseNumberedEscape(cursor: PatternCursor, letter: string): number {
  if (letter === "c") {
    const control = cursor.next();
    if (!/^[ -~]$/.test(control)) cursor.fail("needs a printable character after \\c");
    return control.toUpperCase().charCodeAt(0) ^ 0x40;
  }
  const radix = letter === "x" ? 16 : 8;
  const accepts = radix === 16 ? isHex : isOctal;
  if (cursor.take("{")) {
    const digits = cursor.takeWhile(accepts, 8);
    if (digits === "" || !cursor.take("}")) cursor.fail(`has a broken \\${letter}{...}`);
    const codePoint = Number.parseInt(digits, radix);
    if (codePoint > MAX_CODE_POINT) cursor.fail("names a character beyond U+10FFFF");
    return codePoint;
  }
  if (radix === 8) cursor.fail("needs braces after \\o");
  const digits = cursor.takeWhile(accepts, 2);
  return digits === "" ? 0 : Number.parseInt(digits, 16);
}

function parseProperty(cursor: PatternCursor, negated: boolean): CharacterEscape {
  if (!cursor.take("{")) {
    const name = cursor.next();
    return { kind: "members", members: propertyMembers(name), negated };
  }
  const name = cursor.takeUntil("}");
  if (name === undefined) cursor.fail("has a \\p{ that is never closed");
  const trimmed = name.trim();
  const inverted = trimmed.startsWith("^");
  return {
    kind: "members",
    members: propertyMembers(inverted ? trimmed.slice(1) : trimmed),
    negated: negated !== inverted,
  };
}

/** A set of characters as members of a class. */
export function escapeMembers(escaped: { readonly members: string; readonly negated: boolean }): string {
  return escaped.negated ? `[^${escaped.members}]` : escaped.members;
}

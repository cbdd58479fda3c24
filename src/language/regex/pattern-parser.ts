import { appendAll } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import { typeMembers } from "./character-classes.ts";
import { CharacterSet } from "./character-set.ts";
import { caseFolding, parseClass } from "./class-parser.ts";
import { parseCharacterEscape } from "./escape-parser.ts";
import { isDigit, isOctal, PatternCursor } from "./pattern-cursor.ts";
import { type PatternFlags, withFlag } from "./pattern-flags.ts";
import type { Assertion, LookAround, RegexNode, RepeatMode } from "./syntax-tree.ts";

const MAX_NESTING = 100;
const MAX_REPEAT = 1000;
/** Each is looked for in the whole subject. */
const MAX_LOOKS = 20;
const NEWLINE = CharacterSet.of({ ranges: [[10, 10]] });
const NOT_NEWLINE = CharacterSet.of({ ranges: [[10, 10]], negated: true });
const ANY = CharacterSet.of({ negated: true });
const EMPTY: RegexNode = { kind: "empty" };

/** A parsed pattern: its tree and its capturing groups. */
export interface ParsedPattern {
  readonly node: RegexNode;
  /** Number of capturing groups, group 0 not counted. */
  readonly groupCount: number;
  /** Look-arounds; those inside of others come before them. */
  readonly looks: readonly LookAround[];
  /** Groups inside look-arounds that have to match. */
  readonly lookGroups: ReadonlySet<number>;
}

/**
 * Parses the linear subset of PCRE2: no back-references, recursion, atomic groups or conditions.
 * @throws Failure `regex_invalid`, with what is wrong or not supported and where
 */
export function parsePattern(pattern: string, flags: PatternFlags): ParsedPattern {
  const parser = new PatternParser(pattern, flags);
  const node = parser.parseAll();
  const { groupCount, looks, lookGroups } = parser;
  return { node, groupCount, looks, lookGroups };
}

class PatternParser {
  groupCount = 0;
  readonly looks: LookAround[] = [];
  readonly lookGroups = new Set<number>();
  readonly #cursor: PatternCursor;
  #flags: PatternFlags;
  #nesting = 0;
  readonly #literals = new Map<string, RegexNode>();

  constructor(pattern: string, flags: PatternFlags) {
    this.#cursor = new PatternCursor(pattern);
    this.#flags = flags;
  }

  parseAll(): RegexNode {
    const node = this.#parseChoice();
    if (!this.#cursor.atEnd) this.#cursor.fail("has a ) without its (");
    return node;
  }

  #parseChoice(): RegexNode {
    if (++this.#nesting > MAX_NESTING) this.#cursor.fail(`is nested deeper than ${MAX_NESTING} groups`);
    const outer = this.#flags;
    const options: RegexNode[] = [this.#parseSequence()];
    while (this.#cursor.take("|")) options.push(this.#parseSequence());
    this.#flags = outer;
    this.#nesting--;
    return options.length === 1 ? present(options[0]) : { kind: "choice", options };
  }

  #parseSequence(): RegexNode {
    const items: RegexNode[] = [];
    for (;;) {
      this.#skipExtended();
      const character = this.#cursor.peek();
      if (character === "" || character === "|" || character === ")") break;
      const literal = this.#parseQuoted();
      if (literal !== undefined) {
        const last = literal.pop();
        appendAll(items, literal);
        if (last) items.push(this.#parseQuantifier(last));
        continue;
      }
      const start = this.#cursor.peek();
      const atom = this.#parseAtom();
      // Groups may be repeated whatever they hold, a bare assertion or flag setting may not.
      const isRepeatable = atom !== undefined && (atom.kind !== "assertion" || start === "(");
      if (isRepeatable) items.push(this.#parseQuantifier(atom));
      else {
        this.#skipExtended();
        if (this.#parseBounds()) this.#cursor.fail("repeats something that is not a character or group");
        if (atom) items.push(atom);
      }
    }
    if (items.length === 0) return EMPTY;
    return items.length === 1 ? present(items[0]) : { kind: "sequence", items };
  }

  /** With flag `x`: blanks, and comments from `#` to the end of the line. */
  #skipExtended(): void {
    for (;;) {
      if (this.#cursor.take("(?#")) {
        if (this.#cursor.takeUntil(")") === undefined) this.#cursor.fail("has a comment that is never closed");
      } else if (this.#flags.extended && /^[ \t\n\v\f\r]$/.test(this.#cursor.peek())) {
        this.#cursor.next();
      } else if (this.#flags.extended && this.#cursor.peek() === "#") {
        this.#cursor.takeWhile((character) => character !== "\n");
      } else return;
    }
  }

  /** The characters of `\Q...\E`. */
  #parseQuoted(): RegexNode[] | undefined {
    if (this.#cursor.take("\\E")) return [];
    if (!this.#cursor.take("\\Q")) return undefined;
    const nodes: RegexNode[] = [];
    while (!this.#cursor.atEnd && !this.#cursor.take("\\E"))
      nodes.push(this.#literal(present(this.#cursor.next().codePointAt(0))));
    return nodes;
  }

  #parseAtom(): RegexNode | undefined {
    const character = this.#cursor.next();
    switch (character) {
      case "\\":
        return this.#parseEscape();
      case "[":
        return set(parseClass(this.#cursor, this.#flags));
      case "(":
        return this.#parseGroup();
      case ".":
        return set(this.#flags.dotAll ? ANY : NOT_NEWLINE);
      case "^":
        return assertion({ kind: this.#flags.multiline ? "lineStart" : "textStart" });
      case "$":
        if (this.#flags.multiline) return assertion({ kind: "lineEnd" });
        return assertion({ kind: this.#flags.dollarEndOnly ? "textEnd" : "textEndOrFinalNewline" });
      case "*":
      case "+":
      case "?":
        return this.#cursor.fail(`has a ${character} with nothing to repeat`);
      case "{":
        this.#cursor.position--;
        if (this.#parseBounds()) this.#cursor.fail("has a {n} with nothing to repeat");
        return this.#literal(present(this.#cursor.next().codePointAt(0)));
      default:
        return this.#literal(present(character.codePointAt(0)));
    }
  }

  #literal(codePoint: number): RegexNode {
    const folding = caseFolding(this.#flags);
    const key = `${codePoint}${folding}`;
    let node = this.#literals.get(key);
    if (!node) {
      node = set(CharacterSet.of({ ranges: [[codePoint, codePoint]], folding }));
      this.#literals.set(key, node);
    }
    return node;
  }

  #parseEscape(): RegexNode {
    const escaped = parseCharacterEscape(this.#cursor, this.#flags.unicode, false);
    if (escaped?.kind === "codePoint") return this.#literal(escaped.codePoint);
    if (escaped) return set(CharacterSet.of({ exact: escaped.members, negated: escaped.negated }));
    const letter = this.#cursor.next();
    switch (letter) {
      case "b":
      case "B": {
        const word = CharacterSet.of({ exact: present(typeMembers("w", this.#flags.unicode)) });
        return assertion({ kind: "wordBoundary", word, negated: letter === "B" });
      }
      case "A":
        return assertion({ kind: "textStart" });
      case "z":
        return assertion({ kind: "textEnd" });
      case "Z":
        return assertion({ kind: "textEndOrFinalNewline" });
      case "N":
        if (/^\{(?!\d+(?:,\d*)?\})/.test(this.#cursor.rest)) this.#cursor.fail("uses \\N{...}, which is not supported");
        return set(NOT_NEWLINE);
      case "R":
        return newlineSequence();
      case "G":
      case "K":
      case "X":
      case "C":
        return this.#cursor.fail(`uses \\${letter}, which is not supported`);
      case "g":
      case "k":
        return this.#cursor.fail("uses a back-reference, which is not supported");
    }
    if (isDigit(letter)) return this.#parseDigitEscape(letter);
    return this.#cursor.fail(`has the unknown escape \\${letter}`);
  }

  /** One digit is a back-reference; more digits are octal when there are not that many groups. */
  #parseDigitEscape(first: string): RegexNode {
    const more = this.#cursor.takeWhile(isDigit, 2);
    const isOctalNumber = more !== "" && Number(first + more) > this.groupCount && isOctal(first);
    if (!isOctalNumber) return this.#cursor.fail(`uses the back-reference \\${first}${more}, which is not supported`);
    this.#cursor.position -= more.length;
    const octal = first + this.#cursor.takeWhile(isOctal, 2);
    return this.#literal(Number.parseInt(octal, 8));
  }

  /** A group whose `(` was taken; undefined when it only sets flags. */
  #parseGroup(): RegexNode | undefined {
    const cursor = this.#cursor;
    if (cursor.peek() === "*") cursor.fail("uses a verb such as (*SKIP), which is not supported");
    if (!cursor.take("?")) return this.#parseCapture();
    if (cursor.take("<=")) return this.#parseLook(true, false);
    if (cursor.take("<!")) return this.#parseLook(true, true);
    if (cursor.take("=")) return this.#parseLook(false, false);
    if (cursor.take("!")) return this.#parseLook(false, true);
    if (cursor.take(">")) cursor.fail("uses an atomic group, which is not supported");
    if (cursor.take("|")) cursor.fail("uses a branch reset group (?|, which is not supported");
    if (cursor.take("(")) cursor.fail("uses a condition, which is not supported");
    if (cursor.take("P=")) cursor.fail("uses a back-reference, which is not supported");
    if (/^[R0-9&+]$/.test(cursor.peek()) || (cursor.peek() === "-" && isDigit(cursor.peek(1))) || cursor.take("P>")) {
      cursor.fail("uses recursion, which is not supported");
    }
    if (cursor.take("P<") || cursor.take("<")) return this.#parseNamedGroup(">");
    if (cursor.take("'")) return this.#parseNamedGroup("'");
    return this.#parseFlagGroup();
  }

  #parseLook(behind: boolean, negated: boolean): RegexNode {
    const firstGroup = this.groupCount + 1;
    const body = this.#parseBody();
    // What must not match sets no group, as in PCRE.
    if (!negated) for (let group = firstGroup; group <= this.groupCount; group++) this.lookGroups.add(group);
    if (!behind && body.kind === "set") return assertion({ kind: negated ? "notNext" : "next", set: body.set });
    if (this.looks.length >= MAX_LOOKS) this.#cursor.fail(`has more than ${MAX_LOOKS} look-aheads and look-behinds`);
    return { kind: "look", index: this.looks.push({ behind, body }) - 1, negated };
  }

  #parseCapture(): RegexNode {
    const index = ++this.groupCount;
    return { kind: "capture", index, body: this.#parseBody() };
  }

  #parseNamedGroup(end: string): RegexNode {
    const name = this.#cursor.takeUntil(end);
    if (name === undefined || !/^[A-Za-z_]\w{0,31}$/.test(name)) this.#cursor.fail("has a group with a broken name");
    return this.#parseCapture();
  }

  #parseFlagGroup(): RegexNode | undefined {
    let flags = this.#flags;
    let value = true;
    for (;;) {
      const letter = this.#cursor.next();
      if (letter === ")") {
        this.#flags = flags;
        return undefined;
      }
      if (letter === ":") break;
      if (letter === "-" && value) value = false;
      else {
        const next = letter === "u" || letter === "D" ? undefined : withFlag(flags, letter, value);
        if (!next) return this.#cursor.fail(`has the unknown group (?${letter}`);
        flags = next;
      }
    }
    const outer = this.#flags;
    this.#flags = flags;
    const body = this.#parseBody();
    this.#flags = outer;
    return body;
  }

  #parseBody(): RegexNode {
    const body = this.#parseChoice();
    if (!this.#cursor.take(")")) this.#cursor.fail("has a ( that is never closed");
    return body;
  }

  #parseQuantifier(atom: RegexNode): RegexNode {
    this.#skipExtended();
    const bounds = this.#parseBounds();
    if (!bounds) return atom;
    this.#skipExtended();
    const mode = this.#parseRepeatMode();
    this.#skipExtended();
    if (this.#parseBounds()) this.#cursor.fail("has two quantifiers in a row");
    if (mode === "possessive") return this.#possessive(atom, bounds.min, bounds.max);
    return { kind: "repeat", body: atom, min: bounds.min, max: bounds.max, mode };
  }

  #parseBounds(): { min: number; max: number } | undefined {
    if (this.#cursor.take("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#cursor.take("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#cursor.take("?")) return { min: 0, max: 1 };
    if (this.#cursor.peek() !== "{") return undefined;
    const start = this.#cursor.position;
    this.#cursor.next();
    const from = this.#cursor.takeWhile(isDigit, 6);
    const hasComma = this.#cursor.take(",");
    const to = hasComma ? this.#cursor.takeWhile(isDigit, 6) : from;
    if (from === "" || !this.#cursor.take("}")) {
      this.#cursor.position = start;
      return undefined;
    }
    const min = Number(from);
    const max = to === "" ? Number.POSITIVE_INFINITY : Number(to);
    if (max < min) this.#cursor.fail(`has the repetition {${min},${max}}, whose end is below its start`);
    if (min > MAX_REPEAT || (max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY)) {
      this.#cursor.fail(`repeats something more than ${MAX_REPEAT} times`);
    }
    return { min, max };
  }

  #parseRepeatMode(): RepeatMode {
    if (this.#cursor.take("+")) return "possessive";
    return this.#cursor.take("?") !== this.#flags.ungreedy ? "lazy" : "greedy";
  }

  #possessive(body: RegexNode, min: number, max: number): RegexNode {
    const inner = body.kind === "capture" ? body.body : body;
    if (inner.kind !== "set") {
      return this.#cursor.fail(
        "uses a possessive quantifier after a group; it is supported after one character or class",
      );
    }
    const end = assertion({ kind: "notNext", set: inner.set });
    const some = (from: number, to: number): RegexNode => ({
      kind: "repeat",
      body,
      min: from,
      max: to,
      mode: "greedy",
    });
    if (max === Number.POSITIVE_INFINITY) return { kind: "sequence", items: [some(min, max), end] };
    if (max === 0) return EMPTY;
    if (min === max) return some(min, max);
    const fewer: RegexNode = { kind: "sequence", items: [some(min, max - 1), end] };
    return { kind: "choice", options: [some(max, max), fewer] };
  }
}

const set = (characters: CharacterSet): RegexNode => ({ kind: "set", set: characters });
const assertion = (value: Assertion): RegexNode => ({ kind: "assertion", assertion: value });

/** `\R`: CR LF is taken whole, as PCRE's atomic group does. */
function newlineSequence(): RegexNode {
  const carriageReturn = set(CharacterSet.of({ ranges: [[13, 13]] }));
  return {
    kind: "choice",
    options: [
      { kind: "sequence", items: [carriageReturn, set(NEWLINE)] },
      { kind: "sequence", items: [carriageReturn, assertion({ kind: "notNext", set: NEWLINE })] },
      set(CharacterSet.of({ exact: "\\n\\v\\f\\u{85}\\u{2028}\\u{2029}" })),
    ],
  };
}

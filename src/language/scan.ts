import { present } from "../domain/present.ts";
import { MarkupPlaces } from "./markup-places.ts";
import { isFunctionName } from "./modifiers/registry.ts";
import { closesString, decodeEntity, normalizeTagBody, plainQuote } from "./tag-characters.ts";
import { MAX_LISTED_ERRORS, SyntaxProblem } from "./template-error.ts";
import { BLOCK_NAMES, isTagWord } from "./vocabulary.ts";

/** `html`: tags may hold the entities that editors write for `<`, `>`, `&`, quotes and no-break blanks. */
export type SourceMode = "html" | "text";

/** A stretch of template text, or one tag in it. `end` is exclusive. */
export type SourceToken =
  | { kind: "text"; text: string; at: number; end: number; literal: boolean }
  /** `body` is the tag without braces, typographic characters and entities already replaced. */
  | { kind: "tag"; body: string; source: string; at: number; end: number }
  | { kind: "comment"; at: number; end: number }
  /** `{literal}` or `{/literal}` itself. */
  | { kind: "literal-edge"; at: number; end: number };

export interface ScanResult {
  tokens: SourceToken[];
  problems: SyntaxProblem[];
}

/** A tag longer than this is taken for one whose closing brace is missing. */
const MAX_TAG_LENGTH = 65_536;
const MAX_STRING_TAG_DEPTH = 8;

/** Cuts a template into text and tags (language "Grammar"); never throws, whatever the source. */
export function scanTemplate(source: string, mode: SourceMode): ScanResult {
  const scanner = new Scanner(source, mode);
  scanner.run();
  return { tokens: scanner.tokens, problems: scanner.problems };
}

class Scanner {
  readonly tokens: SourceToken[] = [];
  readonly problems: SyntaxProblem[] = [];
  #textStart = 0;
  /** Tags whose quotes or braces do not pair; past the listed errors their end is the next brace. */
  #failedScans = 0;

  readonly #source: string;
  readonly #mode: SourceMode;
  readonly #places: MarkupPlaces | undefined;

  constructor(source: string, mode: SourceMode) {
    this.#source = source;
    this.#mode = mode;
    this.#places = mode === "html" ? new MarkupPlaces(source) : undefined;
  }

  run(): void {
    const source = this.#source;
    let at = source.indexOf("{");
    while (at >= 0 && this.problems.length < MAX_LISTED_ERRORS) {
      const next = this.#readBrace(at);
      if (next < 0) break;
      at = source.indexOf("{", next);
    }
    this.#flushText(source.length);
  }

  /** Reads what starts with the brace at `at`; returns where to go on, or -1 when the rest can only be text. */
  #readBrace(at: number): number {
    const source = this.#source;
    const mode = this.#mode;
    if (this.#isOwnBrace(at)) return at + 1;
    if (source[at + 1] === "*") return this.#readComment(at);
    const literal = /^\{\s*literal\s*\}/i.exec(source.slice(at, at + 20));
    if (literal && source[at + 1] !== " ") return this.#readLiteral(at, literal[0].length);
    if (!opensTag(source, at, mode)) return at + 1;

    const found = this.#failedScans < MAX_LISTED_ERRORS ? findTagEnd(source, at, mode) : UNKNOWN_END;
    if (found.inner !== undefined) return this.#readUnclosed(at, found.inner);
    let { end } = found;
    if (end < 0) {
      const brace = source.indexOf("}", at);
      if (brace < 0) {
        this.problems.push(
          new SyntaxProblem("unclosed_tag", "A `}` is missing: the tag that begins here never ends", at),
        );
        return -1;
      }
      this.#failedScans++;
      end = brace + 1;
    }
    this.#flushText(at);
    const raw = source.slice(at + 1, end - 1);
    this.tokens.push({
      kind: "tag",
      body: normalizeTagBody(raw, mode),
      source: source.slice(at, end),
      at,
      end,
    });
    this.#textStart = end;
    return end;
  }

  /** Whether a brace that could be one of the template is plainly one of a style sheet, a script or a pattern. */
  #isOwnBrace(at: number): boolean {
    const source = this.#source;
    const places = this.#places;
    if (!places) return false;
    const text = source.slice(at + 1, at + MAX_OWN_BRACES);
    if (text.startsWith("*")) {
      const { place, end } = places.at(at);
      if (place !== "style" && place !== "script") return false;
      const close = source.indexOf("*}", at + 2);
      return close < 0 || close >= end || (place === "style" ? UNIVERSAL_SELECTOR : GENERATOR_METHOD).test(text);
    }
    if (NUMBER_ALONE.test(text)) return places.at(at).place !== "content";
    return SCRIPT_CONDITION.test(text) && places.at(at).place === "script" && !conditionReadsField(source, at);
  }

  /** A tag in which another one begins: its own end was forgotten. What it would have opened is open all the same. */
  #readUnclosed(at: number, inner: number): number {
    const source = this.#source;
    const mode = this.#mode;
    const next = source.slice(inner, inner + 20).split("}", 1)[0] ?? "";
    this.problems.push(
      new SyntaxProblem("unclosed_tag", `A \`}\` is missing: the tag has no end before \`${next}…\` begins`, at),
    );
    const written = source.slice(at, inner).trimEnd();
    const word = /^\{\s*([A-Za-z_]\w*)/.exec(written)?.[1];
    if (word === undefined || !isTagWord(word)) return inner;
    this.#flushText(at);
    const body = normalizeTagBody(written.slice(1), mode);
    this.tokens.push({ kind: "tag", body, source: written, at, end: at + written.length });
    this.#textStart = at + written.length;
    return inner;
  }

  #readComment(at: number): number {
    const close = this.#source.indexOf("*}", at + 2);
    if (close < 0) {
      this.problems.push(
        new SyntaxProblem("unclosed_comment", "The comment is never closed", at, { expected: "`*}`" }),
      );
      return -1;
    }
    this.#flushText(at);
    this.tokens.push({ kind: "comment", at, end: close + 2 });
    this.#textStart = close + 2;
    return close + 2;
  }

  /** `{literal}` blocks nest; all between the outer pair is text. */
  #readLiteral(at: number, openLength: number): number {
    const edge = /\{(\/?)literal\s*\}/gi;
    edge.lastIndex = at + openLength;
    let depth = 1;
    for (let match = edge.exec(this.#source); match; match = edge.exec(this.#source)) {
      depth += match[1] ? -1 : 1;
      if (depth > 0) continue;
      this.#flushText(at);
      this.tokens.push({ kind: "literal-edge", at, end: at + openLength });
      this.#textStart = at + openLength;
      this.#flushText(match.index, true);
      this.#textStart = edge.lastIndex;
      this.tokens.push({ kind: "literal-edge", at: match.index, end: edge.lastIndex });
      return edge.lastIndex;
    }
    this.problems.push(
      new SyntaxProblem("unclosed_literal", "{literal} is never closed", at, { expected: "`{/literal}`" }),
    );
    return -1;
  }

  #flushText(end: number, literal = false): void {
    if (end > this.#textStart) {
      const text = this.#source.slice(this.#textStart, end);
      this.tokens.push({ kind: "text", text, at: this.#textStart, end, literal });
    }
    this.#textStart = end;
  }
}

const MAX_OWN_BRACES = 60;
/** `{*,`, `{*{`, `{* > a`: what a rule for all elements goes on with, and no comment begins with. */
const UNIVERSAL_SELECTOR = /^\*(?:\s*[,{>+~|]|::?[a-z-]|\.[a-z_-]|#[a-z_-]|\[[a-z])/i;
/** `{*items() {` of an object or a class. */
const GENERATOR_METHOD = /^\*\s*(?:[A-Za-z_$][\w$]*\s*\(|\[\s*Symbol\.)/;
/** A quantifier of a pattern, a placeholder of a script: `{5}`, `{0}`. */
const NUMBER_ALONE = /^[ \t]*\d+[ \t]*\}/;
/** `function(){if(a)`, `{for(`: what scripts without blanks are full of. */
const SCRIPT_CONDITION = /^(?:if|for)\s*\(/;

/** Whether the parentheses after the word at `at` hold a field: a condition of the template always reads one. */
function conditionReadsField(source: string, at: number): boolean {
  let depth = 0;
  for (let position = source.indexOf("(", at); position < Math.min(source.length, at + MAX_TAG_LENGTH); position++) {
    const character = source[position];
    if (character === "$" && /[\p{L}_]/u.test(source[position + 1] ?? "")) return true;
    if (character === "(") depth++;
    else if (character === ")" && --depth === 0) {
      // `{if ($a) and $b}` goes on; a statement of a script does so with a brace or a word.
      return /^\s*(?:\}|[=!<>&|%*/+-]|and\b|or\b|is\b|eq\b|n?e?q\b|[gl]te?\b)[^}]*\$/.test(
        source.slice(position + 1, position + 200),
      );
    }
  }
  return false;
}

const MAX_LIST_KEY_LENGTH = 200;
const WORD = /^[A-Za-z_]\w*/;
/**
 * A number followed by something that a calculation could go on with; `{0%{` of a style sheet and `{3,5}` do not count.
 */
const NUMBER_EXPRESSION =
  /^-?(?:\d+(?:\.\d*)?|\.\d+)[ \t]*(?:\}|\|[ \t]*@?[A-Za-z_]|(?:[-+*/%<>]|[=!<>]==?|\?[?:]?)[ \t]*[-$\d('"A-Za-z.]|(?:is|mod|eq|neq?|[gl][te]e?|and|x?or|in)[ \t])/i;

/** Whether the brace at `at` starts a tag; everything else stays text. */
export function opensTag(source: string, at: number, mode: SourceMode): boolean {
  let first = source[at + 1];
  if (first === undefined) return false;
  if (mode === "html" && first === "&") first = decodeEntity(source, at + 1)?.character ?? "&";
  first = plainQuote(first);
  switch (first) {
    case '"':
    case "'":
      return !startsList(source, at + 1, mode);
    case "$":
    case "(":
    case "!":
    case "[":
      return true;
    case "/":
      return closesBlock(source, at + 2);
    default:
  }
  const code = first.charCodeAt(0);
  if ((code >= 48 && code <= 57) || first === "-" || first === "." || first === "\u2013" || first === "\u2212") {
    return NUMBER_EXPRESSION.test(
      source
        .slice(at + 1, at + 60)
        .replace(/[\u2013\u2212]/g, "-")
        .replace(/\u00a0/g, " "),
    );
  }
  const word = WORD.exec(source.slice(at + 1, at + 40))?.[0];
  if (word === undefined) return false;
  const after = source[at + 1 + word.length];
  if (after === "(") {
    if (/^(?:for|foreach)$/i.test(word)) return false;
    return isTagWord(word) || isFunctionName(word);
  }
  return isTagWord(word) && (after === "}" || after === "|" || isBlank(source, at + 1 + word.length, mode));
}

/** A text with a comma or a colon after it is a set or JSON, `{"a": 1}`: no expression goes on like that. */
function startsList(source: string, at: number, mode: SourceMode): boolean {
  const text = source.slice(at, at + MAX_LIST_KEY_LENGTH);
  const decoded =
    mode === "html"
      ? text.replace(/&(?:quot|apos|#0?39);/g, (entity) => present(decodeEntity(entity, 0)).character)
      : text;
  const quote = plainQuote(decoded.charAt(0));
  const opening = { quote, plain: quote === decoded[0] };
  for (let index = 1; index < decoded.length; index++) {
    if (decoded[index] === "\\") index++;
    else if (closesString(decoded, index, decoded.charAt(index), 1, opening))
      return /^\s*[,:]/.test(decoded.slice(index + 1));
  }
  return false;
}

function closesBlock(source: string, at: number): boolean {
  const match = /^[ \t]*([A-Za-z_]\w*)?[\s\u00a0]*\}/.exec(source.slice(at, at + 40));
  return match !== null && (match[1] === undefined || BLOCK_NAMES.has(match[1].toLowerCase()));
}

function isBlank(source: string, at: number, mode: SourceMode): boolean {
  const character = source[at];
  if (character === undefined) return false;
  if (mode === "html" && character === "&") return decodeEntity(source, at)?.character === "\u00a0";
  return /\s/.test(character);
}

/** The end of a tag: the offset after its brace, or -1; `inner` is where another tag begins before it. */
interface TagEnd {
  end: number;
  inner?: number;
}
const UNKNOWN_END: TagEnd = { end: -1 };

/** The brace that closes the tag opened at `at`. Braces nest, quotes hide them. */
function findTagEnd(source: string, at: number, mode: SourceMode, stringDepth = 0): TagEnd {
  const limit = Math.min(source.length, at + MAX_TAG_LENGTH);
  let depth = 0;
  let innerFailed = false;
  let opening: { quote: string; plain: boolean } | undefined;
  for (let position = at; position < limit; position++) {
    let character = source.charAt(position);
    let width = 1;
    if (character === "&" && mode === "html") {
      const entity = decodeEntity(source, position);
      if (entity) {
        character = entity.character;
        width = entity.length;
      }
    }
    if (opening) {
      if (character === "\\") {
        position += width;
        continue;
      }
      if (opening.quote === '"' && character === "`" && /^\$[\p{L}_]/u.test(source.slice(position + 1, position + 4))) {
        const close = source.indexOf("`", position + 1);
        if (close > 0 && close < limit) position = close;
        continue;
      }
      if (
        opening.quote === '"' &&
        character === "{" &&
        !innerFailed &&
        stringDepth < MAX_STRING_TAG_DEPTH &&
        opensTag(source, position, mode)
      ) {
        const inner = findTagEnd(source, position, mode, stringDepth + 1);
        if (inner.end > 0 && inner.end <= limit) {
          position = inner.end - 1;
          continue;
        }
        // One tag that never ends is enough to know; trying the next ones too would take exponential time.
        innerFailed = true;
      }
      if (closesString(source, position, character, width, opening)) opening = undefined;
      position += width - 1;
      continue;
    }
    const plain = plainQuote(character);
    if (plain === '"' || plain === "'") opening = { quote: plain, plain: plain === character };
    else if (character === "{") {
      if (depth > 0 && startsField(source, position)) return { end: -1, inner: position };
      depth++;
    } else if (character === "}" && --depth === 0) return { end: position + 1 };
    position += width - 1;
  }
  return UNKNOWN_END;
}

/** No tag holds another one outside of quotes. */
function startsField(source: string, at: number): boolean {
  return /^\{(?:\$[\p{L}_]|\/(?:if|foreach|tablerow)\s*\}|(?:if|foreach|tablerow|else|elseif)[\s}])/iu.test(
    source.slice(at, at + 12),
  );
}

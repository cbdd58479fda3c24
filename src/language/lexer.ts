import { present } from "../domain/present.ts";
import { opensTag } from "./scan.ts";
import { SyntaxProblem } from "./template-error.ts";

/** A piece of a double-quoted string that is not plain text, by its place in the tag. */
export type StringPart =
  | { kind: "text"; text: string }
  | { kind: "expression"; source: string; at: number }
  /** `{...}` from `at`, to be parsed as a template together with its neighbors (it may hold blocks). */
  | { kind: "tag"; source: string; at: number };

export type LexToken = { at: number; end: number; blankBefore: boolean } & (
  | { kind: "number"; value: number; text: string }
  | { kind: "string"; value: string }
  | { kind: "interpolated"; parts: StringPart[] }
  | { kind: "variable"; name: string }
  | { kind: "word"; text: string }
  | { kind: "symbol"; text: string }
  | { kind: "end" }
);

const BLANK = /\s/;
const NAME = /[\p{L}_][\p{L}\p{N}\p{M}_]*/uy;
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/uy;
const NUMBER = /0[xX][0-9a-fA-F]+(?![\w])|(?:\d+\.\d+|\d+|\.\d+)(?:[eE][-+]?\d+)?(?![\p{L}\p{N}_])/uy;
const SYMBOL =
  /===|!==|==|!=|<>|<=|>=|&&|\|\||=>|->|\?\?|\?:|\+=|-=|\*=|\/=|\.=|\+\+|--|[-+*/%<>!=?:.,()[\]|@&;#^~{}]/y;

/**
 * Splits the body of a tag into tokens; the last one is `end`. `base` is the body's offset in the template.
 * @throws SyntaxProblem placed in the template
 */
export function lex(source: string, base: number): LexToken[] {
  try {
    return lexAll(source);
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    throw new SyntaxProblem(error.code, error.message, base + error.at, error.hints);
  }
}

function lexAll(source: string): LexToken[] {
  const tokens: LexToken[] = [];
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (BLANK.test(character)) {
      at++;
      continue;
    }
    const blankBefore = at > 0 && BLANK.test(source.charAt(at - 1));
    const token = readToken(source, at, blankBefore, tokens.at(-1));
    tokens.push(token);
    at = token.end;
  }
  tokens.push({
    kind: "end",
    at: source.length,
    end: source.length,
    blankBefore: at > 0 && BLANK.test(source.charAt(at - 1)),
  });
  return tokens;
}

/** How often something is repeated in a pattern (`\d{4}`): nobody prints a number by a tag in a string. */
const COUNT = /\{\d+(?:,\d*)?\}/y;

/** Data may have such names, variables not. */
const NAME_FROM_DIGIT = /\d+[\p{L}_][\p{L}\p{N}_]*/uy;

function readToken(source: string, at: number, blankBefore: boolean, previous: LexToken | undefined): LexToken {
  const character = source.charAt(at);
  if (character === "'") return readSingleQuoted(source, at, blankBefore);
  if (character === '"') return readDoubleQuoted(source, at, blankBefore);
  if (character === "$") {
    const name = match(NAME, source, at + 1);
    if (name === undefined) {
      const number = match(NAME_FROM_DIGIT, source, at + 1);
      if (number !== undefined)
        throw new SyntaxProblem("invalid_name", `\`$${number}\` cannot be a name: it begins with a digit`, at, {
          suggestion: `\`{$_${number}}\`, which finds “${number}” in the data, or \`{$data["${number}"]}\``,
        });
      throw new SyntaxProblem("unexpected_character", "A variable name must follow `$`", at, {
        expected: "`$` and a name that starts with a letter",
      });
    }
    return { kind: "variable", name, at, end: at + 1 + name.length, blankBefore };
  }
  const afterDot = previous?.kind === "symbol" && previous.text === "." && !blankBefore;
  if (!afterDot) {
    const number = match(NUMBER, source, at);
    if (number !== undefined && (number[0] !== "." || blankBefore || !endsOperand(previous))) {
      return { kind: "number", value: Number(number), text: number, at, end: at + number.length, blankBefore };
    }
  }
  const word = match(WORD, source, at);
  if (word !== undefined) return { kind: "word", text: word, at, end: at + word.length, blankBefore };
  const symbol = match(SYMBOL, source, at);
  if (symbol !== undefined) return { kind: "symbol", text: symbol, at, end: at + symbol.length, blankBefore };
  throw new SyntaxProblem("unexpected_character", `\`${character}\` has no meaning here`, at);
}

/** After an operand `.5` is a path step (`$list.5`), elsewhere a number. */
function endsOperand(token: LexToken | undefined): boolean {
  if (token === undefined) return false;
  return token.kind !== "symbol" || token.text === ")" || token.text === "]";
}

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

function readSingleQuoted(source: string, at: number, blankBefore: boolean): LexToken {
  let value = "";
  for (let index = at + 1; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === "'") return { kind: "string", value, at, end: index + 1, blankBefore };
    if (character === "\\" && (source[index + 1] === "'" || source[index + 1] === "\\")) value += source[++index];
    else value += character;
  }
  throw unclosedString(at, "'");
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["v", "\v"],
  ["e", "\u001b"],
  ["f", "\f"],
  ["\\", "\\"],
  ["$", "$"],
  ['"', '"'],
]);
const CODE_ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|u\{([0-9a-fA-F]{1,6})\}|([0-7]{1,3}))/y;
const STRING_VARIABLE = /\$[\p{L}_][\p{L}\p{N}\p{M}_]*(?:\[\w+\])*/uy;

function readDoubleQuoted(source: string, start: number, blankBefore: boolean): LexToken {
  const parts: StringPart[] = [];
  let text = "";
  const addPart = (part: StringPart): void => {
    if (text) parts.push({ kind: "text", text });
    text = "";
    parts.push(part);
  };
  let tagFailed = false;
  let at = start + 1;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '"') {
      if (parts.length === 0) return { kind: "string", value: text, at: start, end: at + 1, blankBefore };
      if (text) parts.push({ kind: "text", text });
      return { kind: "interpolated", parts, at: start, end: at + 1, blankBefore };
    }
    if (character === "\\") {
      const escaped = readEscape(source, at);
      text += escaped.text;
      at = escaped.end;
      continue;
    }
    if (character === "`" && /^\$[\p{L}_]/u.test(source.slice(at + 1, at + 4))) {
      const close = source.indexOf("`", at + 1);
      if (close > 0) {
        addPart({ kind: "expression", source: source.slice(at + 1, close), at: at + 1 });
        at = close + 1;
        continue;
      }
    }
    if (character === "{" && !tagFailed && match(COUNT, source, at) === undefined && opensTag(source, at, "text")) {
      const end = stringTagEnd(source, at);
      tagFailed = end < 0;
      if (end > 0) {
        addPart({ kind: "tag", source: source.slice(at, end), at });
        at = end;
        continue;
      }
    }
    if (character === "$") {
      const variable = match(STRING_VARIABLE, source, at);
      if (variable !== undefined) {
        addPart({ kind: "expression", source: variable, at });
        at += variable.length;
        continue;
      }
    }
    text += character;
    at++;
  }
  throw unclosedString(start, '"');
}

function readEscape(source: string, at: number): { text: string; end: number } {
  const plain = ESCAPES.get(source[at + 1] ?? "");
  if (plain !== undefined) return { text: plain, end: at + 2 };
  CODE_ESCAPE.lastIndex = at;
  const code = CODE_ESCAPE.exec(source);
  if (code) {
    const value =
      code[3] !== undefined ? Number.parseInt(code[3], 8) & 255 : Number.parseInt(code[1] ?? present(code[2]), 16);
    if (value <= 0x10ffff) return { text: String.fromCodePoint(value), end: at + code[0].length };
  }
  return { text: "\\", end: at + 1 };
}

/** The end of a `{tag}` inside a string: braces nest, quotes hide them. */
function stringTagEnd(source: string, at: number): number {
  let depth = 0;
  let quote = "";
  for (let index = at; index < source.length; index++) {
    const character = source.charAt(index);
    if (quote) {
      if (character === "\\") index++;
      else if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return index + 1;
  }
  return -1;
}

function unclosedString(at: number, quote: string): SyntaxProblem {
  return new SyntaxProblem("unclosed_string", "The string is never closed", at, { expected: `a closing \`${quote}\`` });
}

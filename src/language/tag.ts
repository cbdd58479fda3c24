import { present } from "../domain/present.ts";
import type { AssignOperator, BlockSpec, Expression, LoopUnit, MiddleName, Tag } from "./ast.ts";
import { ATTRIBUTE_POWER, ExpressionParser } from "./expression.ts";
import { invalidName } from "./expression-checks.ts";
import { MATH_FUNCTIONS, unknownMathFunction } from "./math-functions.ts";
import { nearestWord, SyntaxProblem } from "./template-error.ts";
import { BLOCK_NAMES, DOCUMENT_TAGS, FUNCTION_TAGS, LOOP_UNITS, MIDDLE_NAMES, STATEMENT_NAMES } from "./vocabulary.ts";

export interface ParsedTag {
  /** Absent when the tag is wrong and opens no block. */
  tag?: Tag;
  problems: SyntaxProblem[];
}

/** Attributes of the function tags the language knows; an attribute not listed here is an error. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  image: ["src", "width", "height", "alt", "fit", "anchor"],
  qrcode: ["value", "width"],
  barcode: ["value", "type", "width", "height"],
  checkbox: ["value"],
  pagebreak: [],
  link: ["url", "text"],
  counter: ["name", "start", "skip", "direction", "print", "assign"],
  cycle: ["name", "values", "print", "advance", "delimiter", "assign", "reset"],
  ldelim: [],
  rdelim: [],
};

/** Attributes that may be written without their name, in this order; and those a tag cannot do without. */
const POSITIONAL: Readonly<Record<string, readonly string[]>> = {
  image: ["src"],
  qrcode: ["value"],
  barcode: ["value", "type"],
  checkbox: ["value"],
  link: ["url", "text"],
};
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  image: ["src"],
  qrcode: ["value"],
  barcode: ["value"],
  link: ["url"],
  math: ["equation"],
};

/**
 * Parses the body of one tag (language "Grammar"). `at` is the offset of its opening brace and `source` its text, both
 * for messages only. Never throws: what is wrong is in `problems`, and a wrong opening tag still opens its block.
 */
export function parseTag(body: string, at: number, source: string): ParsedTag {
  const reader = new TagReader(body, at, source);
  try {
    const tag = reader.read();
    return { tag, problems: reader.problems };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { tag: reader.recover(), problems: [...reader.problems, explained(error, body, at)] };
  }
}

/** A token that does not belong where it is, in the words of the mistake that put it there. */
function explained(problem: SyntaxProblem, body: string, at: number): SyntaxProblem {
  const place = problem.at - at - 1;
  if (problem.code !== "unexpected_token") return problem;
  const before = /\$([\p{L}_][\p{L}\p{N}_]*(?: [\p{L}_][\p{L}\p{N}_]*)*) +$/u.exec(body.slice(0, place))?.[1];
  const words = /^[\p{L}_][\p{L}\p{N}_]*(?: [\p{L}_][\p{L}\p{N}_]*)*(?=\s*(?:$|[|=!<>)\]&.]))/u.exec(
    body.slice(place),
  )?.[0];
  if (before !== undefined && words !== undefined) {
    return wordOfOtherLanguages(problem, body, place, words) ?? invalidName(`${before} ${words}`, problem.at);
  }
  if (body[place] !== "=") return problem;
  const turned = /^=([<>])/.exec(body.slice(place));
  if (turned) {
    const operator = `${turned[1]}=`;
    const tag = `{${body.slice(0, place)}${operator}${body.slice(place + 2)}}`;
    const message = `\`=${turned[1]}\` compares nothing; it is written \`${operator}\``;
    return new SyntaxProblem(problem.code, message, problem.at, { suggestion: `\`${tag}\`` });
  }
  // `{if $a = 1}`: one sign for two things is the mistake that everybody makes.
  const tag = `{${body.slice(0, place)}==${body.slice(place + 1)}}`;
  const message = "A single `=` sets a value; two values are compared with `==`";
  return new SyntaxProblem(problem.code, message, problem.at, { suggestion: `\`${tag}\`` });
}

/** `{if $a then}` and `{if $a is blank}`, whose words would pass for parts of a name with blanks. */
function wordOfOtherLanguages(
  problem: SyntaxProblem,
  body: string,
  place: number,
  words: string,
): SyntaxProblem | undefined {
  const before = body.slice(0, place);
  if (/^\s*(?:else\s*)?if\b/i.test(body) && /^then\s*$/i.test(body.slice(place))) {
    const message = "`then` is not part of the language: the condition ends with the tag";
    return new SyntaxProblem(problem.code, message, problem.at, { suggestion: `\`{${before.trimEnd()}}\`` });
  }
  if (!/\sis(?:\s+not)?\s+$/i.test(before)) return undefined;
  if (!/^(?:blank|null|none|nothing|missing)$/i.test(words)) return problem;
  const tag = `{${before}empty${body.slice(place + words.length)}}`;
  return new SyntaxProblem(problem.code, problem.message, problem.at, {
    ...problem.hints,
    suggestion: `\`${tag}\``,
  });
}

/** `$item in $Items`, as other languages write a loop. */
function loopWithIn(text: string): string | undefined {
  const [, item, list] = /\$([\p{L}_][\p{L}\p{N}_]*)\s+in\s+(\$[\p{L}\p{N}_.]+)\s*$/iu.exec(text) ?? [];
  return item === undefined || list === undefined ? undefined : `{foreach ${list} as $${item}}`;
}

class TagReader {
  #parser: ExpressionParser | undefined;
  readonly #own: SyntaxProblem[] = [];
  readonly #word: string;

  readonly #body: string;
  readonly #at: number;
  readonly #source: string;

  constructor(body: string, at: number, source: string) {
    this.#body = body;
    this.#at = at;
    this.#source = source;
    this.#word = /^\s*([A-Za-z_]\w*)(?=[\s|]|$)/.exec(body)?.[1]?.toLowerCase() ?? "";
  }

  get problems(): SyntaxProblem[] {
    return [...(this.#parser?.problems ?? []), ...this.#own];
  }

  /** The block a broken tag would have opened, continued or closed, so that its end does not look like another error. */
  recover(): Tag | undefined {
    const at = this.#at;
    const source = this.#source;
    const name = /^\s*([A-Za-z_]\w*)/.exec(this.#body)?.[1]?.toLowerCase() ?? "";
    if (BLOCK_NAMES.has(name)) {
      return { role: "open", at, source, name: name as LoopUnit, block: { kind: "broken" } };
    }
    if (MIDDLE_NAMES.has(name)) return { role: "middle", at, source, name: name as MiddleName };
    return undefined;
  }

  read(): Tag {
    const at = this.#at;
    const source = this.#source;
    const word = this.#word;
    const close = /^\s*\/\s*(?:([A-Za-z_]\w*)\s*)?$/.exec(this.#body);
    if (close) return { role: "close", at, source, name: close[1]?.toLowerCase() ?? "" };
    if (word === "else" && /^\s*else\s+if(?=[\s(])/i.test(this.#body)) return this.#readMiddle("elseif", 2);
    if (MIDDLE_NAMES.has(word)) return this.#readMiddle(word as MiddleName, 1);
    if (word === "if" || /^\s*if\(/i.test(this.#body)) return this.#readIf();
    if (LOOP_UNITS.has(word)) return this.#readLoop(word as LoopUnit);
    if (word === "for") return this.#readFor();
    if (word === "section") return this.#readSection();
    if (word === "capture") return this.#readCapture();
    if (word === "strip" || word === "html") return this.#readPlainBlock(word);
    if (STATEMENT_NAMES.has(word)) return this.#readStatement(word);
    if (FUNCTION_TAGS.has(word) || DOCUMENT_TAGS.has(word)) return this.#readFunction(word);
    return this.#readOutput();
  }

  /** A parser over the body, `words` words on. */
  #open(words = 1): ExpressionParser {
    const head = new RegExp(`^\\s*(?:[A-Za-z_]\\w*\\s*){${words}}`).exec(this.#body)?.[0] ?? "";
    const skipped = words === 0 ? 0 : head.length;
    this.#parser = new ExpressionParser(this.#body.slice(skipped), this.#at + 1 + skipped);
    return this.#parser;
  }

  #readMiddle(name: MiddleName, words: number): Tag {
    const at = this.#at;
    const source = this.#source;
    const parser = this.#open(words);
    if (name !== "elseif") {
      parser.expectEnd();
      return { role: "middle", at, source, name };
    }
    const test = parser.parse();
    parser.expectEnd();
    return { role: "middle", at, source, name, test };
  }

  #readIf(): Tag {
    const at = this.#at;
    const source = this.#source;
    const parser = this.#open();
    const test = parser.parse();
    parser.expectEnd();
    return { role: "open", at, source, name: "if", block: { kind: "if", test } };
  }

  #readLoop(unit: LoopUnit): Tag {
    const at = this.#at;
    const source = this.#source;
    const parser = this.#open();
    if (unit === "slide" && parser.atWord("if") && isSymbol(parser, 1, "=")) {
      const attributes = this.#readAttributes(parser, ["if"], []);
      const test = this.#require(attributes, "if", unit);
      return { role: "open", at, source, name: unit, block: { kind: "slide-if", test } };
    }
    if (parser.atEnd()) throw this.#missing("from", unit, `{${unit} $List as $item}`);
    let attributes: Map<string, Expression>;
    if (parser.current.kind === "word" && isSymbol(parser, 1, "=")) {
      attributes = this.#readAttributes(parser, ["from", "item", "key", "name"], []);
    } else {
      const from = parser.parse(ATTRIBUTE_POWER);
      if (parser.atWord("as")) {
        parser.advance();
        attributes = this.#readAsPart(parser, from);
      } else {
        attributes = this.#readAttributes(parser, ["from", "item", "key", "name"], ["item", "key", "name"]);
        attributes.set("from", from);
      }
    }
    parser.expectEnd();
    const from = this.#require(attributes, "from", unit);
    const named = this.#name(attributes.get("item"), "item");
    if (named === undefined && unit === "foreach") throw this.#withoutItem(source, from, at);
    const spec = {
      from,
      item: named ?? "item",
      ...(named === undefined ? { impliedItem: true } : {}),
      key: this.#name(attributes.get("key"), "key"),
      name: this.#name(attributes.get("name"), "name"),
    };
    return { role: "open", at, source, name: unit, block: { kind: "loop", unit, spec } };
  }

  /** `as [$key =>] $item [attributes]`. */
  #readAsPart(parser: ExpressionParser, from: Expression): Map<string, Expression> {
    let item = this.#readLoopVariable(parser);
    let key: Expression | undefined;
    if (parser.atSymbol("=>")) {
      parser.advance();
      key = item;
      item = this.#readLoopVariable(parser);
    }
    const attributes = this.#readAttributes(parser, ["name"], []);
    attributes.set("from", from);
    attributes.set("item", item);
    if (key) attributes.set("key", key);
    return attributes;
  }

  #readLoopVariable(parser: ExpressionParser): Expression {
    const token = parser.current;
    if (token.kind !== "variable" && token.kind !== "word") throw parser.unexpected("a variable such as `$item`");
    parser.advance();
    return { kind: "variable", at: this.#at, name: token.kind === "variable" ? token.name : token.text };
  }

  #readFor(): Tag {
    const at = this.#at;
    const source = this.#source;
    const parser = this.#open();
    const variable = parser.current;
    if (variable.kind !== "variable") throw parser.unexpected("a variable, as in `{for $i=1 to 10}`");
    parser.advance();
    const loop = parser.atWord("in") ? loopWithIn(this.#body) : undefined;
    if (loop !== undefined) {
      const message = "`{for}` counts from one number to another; `{foreach}` takes the items of a list";
      throw new SyntaxProblem("unexpected_token", message, at, { suggestion: loop });
    }
    parser.expectSymbol("=");
    const start = parser.parse();
    if (parser.atSymbol(";")) {
      throw new SyntaxProblem("unexpected_token", "Loops with conditions are not part of the language", at, {
        expected: "`to`",
        suggestion: "{for $i=1 to 10 step 1}",
      });
    }
    if (!parser.atWord("to")) throw parser.unexpected("`to`");
    parser.advance();
    const spec = { variable: variable.name, start, to: parser.parse() } as {
      variable: string;
      start: Expression;
      to: Expression;
      step?: Expression;
      max?: Expression;
    };
    while (parser.atWord("step") || parser.atWord("max")) {
      const name = parser.atWord("step") ? "step" : "max";
      parser.advance();
      if (parser.atSymbol("=")) parser.advance();
      spec[name] = parser.parse();
    }
    if (!parser.atEnd()) throw parser.unexpected("`step`, `max` or the end of the tag");
    return { role: "open", at, source, name: "for", block: { kind: "for", spec } };
  }

  #readSection(): Tag {
    const at = this.#at;
    const source = this.#source;
    const known = ["name", "loop", "start", "step", "max", "show"];
    const attributes = this.#readAttributes(this.#open(), known, ["name", "loop"]);
    const name = present(this.#name(this.#require(attributes, "name", "section"), "name"));
    const spec = {
      name,
      loop: this.#require(attributes, "loop", "section"),
      start: attributes.get("start"),
      step: attributes.get("step"),
      max: attributes.get("max"),
      show: attributes.get("show"),
    };
    return { role: "open", at, source, name: "section", block: { kind: "section", spec } };
  }

  #readCapture(): Tag {
    const at = this.#at;
    const source = this.#source;
    const attributes = this.#readAttributes(this.#open(), ["name", "assign", "append"], ["name"]);
    const spec = {
      name: attributes.get("name"),
      assign: attributes.get("assign"),
      append: attributes.get("append"),
    };
    return { role: "open", at, source, name: "capture", block: { kind: "capture", spec } };
  }

  #readPlainBlock(name: "strip" | "html"): Tag {
    const at = this.#at;
    const source = this.#source;
    this.#open().expectEnd();
    const block: BlockSpec = { kind: name };
    return { role: "open", at, source, name, block };
  }

  #readStatement(word: string): Tag {
    const at = this.#at;
    const source = this.#source;
    if (word === "break" || word === "continue") {
      const parser = this.#open();
      const token = parser.current;
      let levels = 1;
      if (token.kind === "number" && Number.isInteger(token.value) && token.value > 0) {
        levels = token.value;
        parser.advance();
      }
      parser.expectEnd();
      return { role: word, at, source, levels };
    }
    const attributes = this.#readAttributes(this.#open(), ["var", "value", "index", "scope"], ["var", "value"]);
    const variable = this.#require(attributes, "var", word);
    const value = this.#require(attributes, "value", word);
    const name = this.#name(variable, "var");
    if (name === undefined) throw new SyntaxProblem("invalid_assignment", "`var` must be a name", at);
    const root: Expression = { kind: "variable", at, name };
    const index = attributes.get("index") ?? { kind: "literal" as const, at, value: null };
    const target: Expression = word === "append" ? { kind: "member", at, object: root, key: index } : root;
    return { role: "assign", at, source, target, operator: "=", value };
  }

  #readFunction(name: string): Tag {
    const at = this.#at;
    const source = this.#source;
    const known = ATTRIBUTES[name];
    const attributes = this.#readAttributes(this.#open(), known, POSITIONAL[name] ?? []);
    for (const required of REQUIRED[name] ?? []) this.#require(attributes, required, name);
    if (name === "math") this.#checkEquation(attributes.get("equation"));
    return { role: "function", at, source, name, named: Object.fromEntries(attributes), positional: [] };
  }

  /** An equation that is written out is looked through at once. */
  #checkEquation(equation: Expression | undefined): void {
    if (equation?.kind !== "literal" || typeof equation.value !== "string") return;
    const unknown = unknownMathFunction(equation.value);
    if (unknown === undefined) return;
    const near = nearestWord(unknown, Object.keys(MATH_FUNCTIONS));
    const message = `{math} knows no function \`${unknown}\`${near ? `, did you mean \`${near}\`?` : ""}`;
    this.#own.push(
      new SyntaxProblem("unknown_function", message, equation.at, {
        expected: `one of ${Object.keys(MATH_FUNCTIONS).join(", ")}`,
        suggestion: near,
      }),
    );
  }

  #readOutput(): Tag {
    const at = this.#at;
    const source = this.#source;
    const parser = this.#open(0);
    const expression = parser.parse();
    const operator = assignOperator(parser);
    if (operator) {
      parser.advance();
      if (!isAssignable(expression)) {
        throw new SyntaxProblem("invalid_assignment", "Only a variable or a path can be assigned to", at, {
          expected: "a variable before `=`",
        });
      }
      const value = parser.parse();
      parser.expectEnd();
      return { role: "assign", at, source, target: expression, operator, value };
    }
    const raw = parser.atWord("nofilter");
    if (raw) parser.advance();
    if (!parser.atEnd()) throw parser.unexpected("an operator, a modifier or the end of the tag");
    return { role: "output", at, source, expression, raw };
  }

  #readAttributes(
    parser: ExpressionParser,
    known: readonly string[] | undefined,
    positional: readonly string[],
  ): Map<string, Expression> {
    const attributes = new Map<string, Expression>();
    let place = 0;
    while (!parser.atEnd()) {
      const token = parser.current;
      if (token.kind === "word" && isSymbol(parser, 1, "=")) {
        const name = token.text.toLowerCase();
        if (known && !known.includes(name)) this.#own.push(this.#unknownAttribute(token.text, known, token.at));
        parser.advance();
        parser.advance();
        // Attribute names of {math} are variables of its equation: they keep their case.
        attributes.set(known ? name : token.text, parser.parse(ATTRIBUTE_POWER));
        continue;
      }
      while (place < positional.length && attributes.has(present(positional[place]))) place++;
      const name = positional[place];
      if (name === undefined) throw parser.unexpected(known?.length === 0 ? "the end of the tag" : "name=value");
      attributes.set(name, parser.parse(ATTRIBUTE_POWER));
    }
    return attributes;
  }

  #unknownAttribute(name: string, known: readonly string[], at: number): SyntaxProblem {
    const near = nearestWord(name, known);
    return new SyntaxProblem("invalid_attribute", `Unknown attribute \`${name}\``, (this.#parser?.base ?? 0) + at, {
      expected: known.map((one) => `\`${one}=\``).join(", "),
      suggestion: near,
    });
  }

  #require(attributes: Map<string, Expression>, name: string, tag: string): Expression {
    const value = attributes.get(name);
    if (!value) throw this.#missing(name, tag);
    return value;
  }

  /** `{foreach $Items}`: the list as it is written is the best model of what to write. */
  #withoutItem(source: string, from: Expression, at: number): SyntaxProblem {
    const list = from.kind === "variable" ? from.name : "List";
    const message = `\`${source}\` does not say what one item is called`;
    const suggestion = loopWithIn(this.#body) ?? `{foreach $${list} as $item}`;
    return new SyntaxProblem("missing_attribute", message, at, { suggestion });
  }

  #missing(name: string, tag: string, suggestion?: string): SyntaxProblem {
    return new SyntaxProblem("missing_attribute", `{${tag}} lacks \`${name}=\``, this.#at, {
      expected: `\`${name}=\``,
      suggestion,
    });
  }

  /** A name given as word, string or variable. */
  #name(expression: Expression | undefined, attribute: string): string | undefined {
    if (expression === undefined) return undefined;
    if (expression.kind === "variable") return expression.name;
    if (expression.kind === "literal" && /^[\p{L}\p{N}_]+$/u.test(String(expression.value)))
      return String(expression.value);
    throw new SyntaxProblem("invalid_attribute", `\`${attribute}=\` must be a plain name`, this.#at, {
      expected: "letters, digits and `_`",
    });
  }
}

function isSymbol(parser: ExpressionParser, distance: number, text: string): boolean {
  const token = parser.peek(distance);
  return token.kind === "symbol" && token.text === text;
}

const ASSIGN_OPERATORS: ReadonlyMap<string, AssignOperator> = new Map([
  ["=", "="],
  ["+=", "+"],
  ["-=", "-"],
  ["*=", "*"],
  ["/=", "/"],
  [".=", "."],
]);

function assignOperator(parser: ExpressionParser): AssignOperator | undefined {
  const token = parser.current;
  return token.kind === "symbol" ? ASSIGN_OPERATORS.get(token.text) : undefined;
}

function isAssignable(expression: Expression): boolean {
  return expression.kind === "variable" || (expression.kind === "member" && isAssignable(expression.object));
}

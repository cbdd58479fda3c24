import type { Expression, SpecialArea } from "./ast.ts";
import { invalidName, invalidPattern, unknownName } from "./expression-checks.ts";
import type { LexToken } from "./lexer.ts";
import { findModifier } from "./modifiers/registry.ts";
import { stepLimit } from "./nesting.ts";
import { BINARY_OPERATORS, POWER } from "./operators.ts";
import { interpolate } from "./string-template.ts";
import { nearestWord, SyntaxProblem } from "./template-error.ts";
import { TokenCursor } from "./token-cursor.ts";

const SPECIAL_AREAS: ReadonlySet<string> = new Set<SpecialArea>([
  "now",
  "foreach",
  "section",
  "capture",
  "ldelim",
  "rdelim",
]);
const LOOP_PROPERTIES = ["index", "iteration", "first", "last", "total", "key", "show"];
const MAX_DEPTH = 120;
/** Data are at most this many levels deep (the limit of request bodies). */
const MAX_NAMES = 32;

/** Where an operator that ends a plain attribute value (`a=1 b=2`) stops. */
export const ATTRIBUTE_POWER = POWER.conditional;

/**
 * Pratt parser over the body of one tag. `problems` gathers what does not keep the rest from being read (unknown
 * modifiers); anything else is thrown as SyntaxProblem.
 */
export class ExpressionParser extends TokenCursor {
  readonly problems: SyntaxProblem[] = [];
  #depth = 0;
  #steps = 0;
  /** Inside `a ? here : b` a blank before `:` ends a modifier's arguments. */
  #openConditionals = 0;

  #note(problem: SyntaxProblem | undefined): void {
    if (problem) this.problems.push(problem);
  }

  parse(minimum = 0): Expression {
    if (++this.#depth > MAX_DEPTH) {
      throw new SyntaxProblem("too_deep", "The expression is nested too deeply", this.base + this.current.at);
    }
    let left = this.#parsePrefix();
    for (;;) {
      const next = this.#parseInfix(left, minimum);
      if (!next) break;
      left = next;
      this.#countStep();
    }
    this.#depth--;
    return left;
  }

  /** Chains, `$a + $b + ...` and `$a|x|y...`, make trees as deep as they are long. */
  #countStep(): void {
    if (++this.#steps <= stepLimit()) return;
    const message = `The expression is longer than ${stepLimit()} operators and modifiers`;
    throw new SyntaxProblem("too_deep", message, this.base + this.current.at);
  }

  #parseInfix(left: Expression, minimum: number): Expression | undefined {
    const token = this.current;
    if (token.kind !== "symbol" && token.kind !== "word") return undefined;
    const at = this.base + token.at;
    const text = token.kind === "word" ? token.text.toLowerCase() : token.text;
    if (text === "?" || text === "?:") {
      if (minimum > POWER.conditional) return undefined;
      this.index++;
      return this.#parseConditional(left, text, at);
    }
    if (token.kind === "word" && text === "is") {
      return minimum > POWER.comparison ? undefined : this.#parseTest(left, at);
    }
    const entry = Object.hasOwn(BINARY_OPERATORS, text) ? BINARY_OPERATORS[text] : undefined;
    if (!entry || entry[1] < minimum) return undefined;
    this.index++;
    // `a ?? b ?? c` groups to the right, all others to the left.
    const right = this.parse(entry[0] === "??" ? entry[1] : entry[1] + 1);
    if (entry[0] === "matches") this.#note(invalidPattern(right));
    if (entry[0] === "-") this.#note(this.#nameWithHyphen(left, right, token));
    return { kind: "binary", at, operator: entry[0], left, right };
  }

  /** `$First-Name` would be a subtraction of the text "Name". */
  #nameWithHyphen(left: Expression, right: Expression, minus: LexToken): SyntaxProblem | undefined {
    if (right.kind !== "literal" || !right.bare || minus.blankBefore || right.at !== this.base + minus.end)
      return undefined;
    const name = left.kind === "variable" ? left.name : undefined;
    return name === undefined ? undefined : invalidName(`${name}-${right.value}`, minus.at + this.base);
  }

  #parseConditional(test: Expression, symbol: string, at: number): Expression {
    if (symbol === "?:") return { kind: "conditional", at, test, otherwise: this.parse(POWER.conditional) };
    this.#openConditionals++;
    const then = this.parse(POWER.conditional);
    this.#openConditionals--;
    this.expectSymbol(":");
    return { kind: "conditional", at, test, then, otherwise: this.parse(POWER.conditional) };
  }

  /** `is [not] even|odd [by e] | div by e | in e | empty | set`. */
  #parseTest(left: Expression, at: number): Expression {
    this.index++;
    const negated = this.atWord("not");
    if (negated) this.index++;
    const test = this.#parsePositiveTest(left, at);
    return negated ? { kind: "unary", at, operator: "not", operand: test } : test;
  }

  #parsePositiveTest(left: Expression, at: number): Expression {
    const word = this.current.kind === "word" ? this.current.text.toLowerCase() : "";
    switch (word) {
      case "even":
      case "odd":
        this.index++;
        if (!this.atWord("by")) return { kind: "unary", at, operator: word, operand: left };
        this.index++;
        return { kind: "binary", at, operator: `${word} by`, left, right: this.parse(POWER.addition) };
      case "div":
        this.index++;
        if (!this.atWord("by")) throw this.unexpected("`by` and a number");
        this.index++;
        return { kind: "binary", at, operator: "div by", left, right: this.parse(POWER.addition) };
      case "in":
        this.index++;
        return { kind: "binary", at, operator: "in", left, right: this.parse(POWER.addition) };
      case "empty":
      case "set":
        this.index++;
        return { kind: "unary", at, operator: word, operand: left };
      default:
        throw this.unexpected("`even`, `odd`, `div by`, `in`, `empty` or `set`");
    }
  }

  #parsePrefix(): Expression {
    const token = this.current;
    const at = this.base + token.at;
    if (token.kind === "symbol") {
      if (token.text === "!") {
        this.index++;
        return { kind: "unary", at, operator: "not", operand: this.#nested(() => this.#parsePrefix()) };
      }
      if (token.text === "-" || token.text === "+") {
        this.index++;
        const operand = this.#nested(() => this.#parsePrefix());
        return { kind: "unary", at, operator: token.text === "-" ? "minus" : "plus", operand };
      }
    }
    if (token.kind === "word" && token.text.toLowerCase() === "not") {
      this.index++;
      return { kind: "unary", at, operator: "not", operand: this.parse(POWER.not) };
    }
    return this.parsePostfix(this.#parsePrimary());
  }

  #nested(read: () => Expression): Expression {
    if (++this.#depth > MAX_DEPTH) {
      throw new SyntaxProblem("too_deep", "The expression is nested too deeply", this.base + this.current.at);
    }
    const result = read();
    this.#depth--;
    return result;
  }

  #parsePrimary(): Expression {
    const token = this.current;
    const at = this.base + token.at;
    switch (token.kind) {
      case "number":
        this.index++;
        return { kind: "literal", at, value: token.value };
      case "string":
        this.index++;
        return { kind: "literal", at, value: token.value };
      case "interpolated":
        this.index++;
        return interpolate(token.parts, at, this.base, this.problems);
      case "variable":
        this.index++;
        return token.name === "smarty" ? this.#parseSpecial(at) : { kind: "variable", at, name: token.name };
      case "word":
        return this.#parseWord(token.text, at);
      case "symbol":
        if (token.text === "(") {
          this.index++;
          const outer = this.#openConditionals;
          this.#openConditionals = 0;
          const inner = this.parse();
          this.#openConditionals = outer;
          this.expectSymbol(")");
          // Parentheses end an operand, so that a path or a modifier after them takes the whole.
          return inner;
        }
        if (token.text === "[") {
          this.index++;
          return this.#parseArray("]", at);
        }
        throw this.unexpected("a value");
      default:
        throw this.unexpected("a value");
    }
  }

  #parseWord(word: string, at: number): Expression {
    this.index++;
    const lower = word.toLowerCase();
    if (this.atSymbol("(") && !this.current.blankBefore) {
      this.index++;
      if (lower === "array") return this.#parseArray(")", at);
      const list = this.#parseArguments();
      this.#note(unknownName("function", word, at));
      return { kind: "call", at, name: lower, arguments: list };
    }
    if (lower === "true" || lower === "false") return { kind: "literal", at, value: lower === "true" };
    if (lower === "null") return { kind: "literal", at, value: null };
    return { kind: "literal", at, value: word, bare: true };
  }

  #parseArguments(): Expression[] {
    const outer = this.#openConditionals;
    this.#openConditionals = 0;
    const list: Expression[] = [];
    while (!this.atSymbol(")")) {
      list.push(this.parse());
      if (!this.atSymbol(",")) break;
      this.index++;
    }
    this.expectSymbol(")");
    this.#openConditionals = outer;
    return list;
  }

  #parseArray(close: string, at: number): Expression {
    const items: { key?: Expression; value: Expression }[] = [];
    while (!this.atSymbol(close)) {
      const first = this.parse();
      if (this.atSymbol("=>")) {
        this.index++;
        items.push({ key: first, value: this.parse() });
      } else items.push({ value: first });
      if (!this.atSymbol(",")) break;
      this.index++;
    }
    this.expectSymbol(close);
    return { kind: "array", at, items };
  }

  /** `$smarty.now`, `.foreach.NAME.property`, `.section.NAME.property`, `.capture.NAME`, `.ldelim`, `.rdelim`. */
  #parseSpecial(at: number): Expression {
    const steps: Expression[] = [];
    while (this.atSymbol(".") || this.atSymbol("[")) {
      steps.push(this.parsePathStep());
      if (steps.length === 3) break;
    }
    const area = steps[0]?.kind === "literal" ? String(steps[0].value).toLowerCase() : "";
    if (!SPECIAL_AREAS.has(area)) {
      throw new SyntaxProblem("unknown_property", `\`$smarty.${area}\` does not exist`, at, {
        expected: "one of `now`, `foreach`, `section`, `capture`, `ldelim`, `rdelim`",
        suggestion: nearestWord(area, SPECIAL_AREAS),
      });
    }
    const property = steps[2]?.kind === "literal" ? String(steps[2].value) : undefined;
    return { kind: "special", at, area: area as SpecialArea, name: steps[1], property };
  }

  parsePostfix(start: Expression, withModifiers = true): Expression {
    let left = start;
    let names = 0;
    for (;;) {
      const token = this.current;
      if (token.kind !== "symbol") return left;
      switch (token.text) {
        case ".":
        case "[":
          if (token.blankBefore || !isPath(left)) return left;
          if (++names > MAX_NAMES) {
            const message = `The path has more than ${MAX_NAMES} names; data are not nested deeper`;
            throw new SyntaxProblem("too_deep", message, this.base + token.at);
          }
          left = {
            kind: "member",
            at: left.at,
            object: left,
            key: this.parsePathStep(),
            ...(token.text === "[" ? { inBrackets: true } : {}),
          };
          break;
        case "@":
          if (left.kind !== "variable" || token.blankBefore) return left;
          left = this.#parseLoopProperty(left.name);
          break;
        case "->":
          throw new SyntaxProblem("unexpected_token", "`->` is not part of the language", this.base + token.at, {
            expected: "a dot in its place",
          });
        case "|":
          if (!withModifiers) return left;
          left = this.#parseModifier(left);
          break;
        default:
          return left;
      }
      this.#countStep();
    }
  }

  /** The key after `.` or inside `[ ]`; the cursor is on the `.` or `[`. */
  parsePathStep(): Expression {
    const at = this.base + this.current.at;
    if (this.advanceIf("[")) {
      if (this.advanceIf("]")) return { kind: "literal", at, value: null };
      const section = this.#parseSectionIndex(at);
      if (section) return section;
      const outer = this.#openConditionals;
      this.#openConditionals = 0;
      const key = this.parse();
      this.#openConditionals = outer;
      this.expectSymbol("]");
      return key;
    }
    this.expectSymbol(".");
    const token = this.current;
    if (token.blankBefore) throw this.unexpected("a member's name right after the dot");
    if (token.kind === "word") {
      this.index++;
      return { kind: "literal", at, value: token.text };
    }
    if (token.kind === "variable") {
      this.index++;
      return { kind: "variable", at: this.base + token.at, name: token.name };
    }
    if (this.advanceIf("(")) {
      const key = this.parse();
      this.expectSymbol(")");
      return key;
    }
    throw this.unexpected("a member's name, a number, a variable or `(`");
  }

  /** `[i]` and `[i.index_next]`: a bare word names a section. */
  #parseSectionIndex(at: number): Expression | undefined {
    const token = this.current;
    if (token.kind !== "word") return undefined;
    const next = this.peek();
    if (next.kind !== "symbol") return undefined;
    if (next.text === "]") {
      this.index += 2;
      return { kind: "section-index", at, section: token.text, property: "index" };
    }
    const property = this.peek(2);
    if (next.text !== "." || property.kind !== "word") return undefined;
    this.index += 3;
    this.expectSymbol("]");
    return { kind: "section-index", at, section: token.text, property: property.text };
  }

  #parseLoopProperty(variable: string): Expression {
    const at = this.base + this.current.at;
    this.index++;
    const token = this.current;
    if (token.kind !== "word") throw this.unexpected("a loop property such as `index`, `first` or `last`");
    this.index++;
    const property = token.text.toLowerCase();
    if (!LOOP_PROPERTIES.includes(property)) {
      this.problems.push(
        new SyntaxProblem("unknown_property", `Unknown loop property \`@${token.text}\``, at, {
          expected: LOOP_PROPERTIES.map((name) => `\`@${name}\``).join(", "),
          suggestion: nearestWord(property, LOOP_PROPERTIES),
        }),
      );
    }
    return { kind: "loop-property", at, variable, property };
  }

  #parseModifier(operand: Expression): Expression {
    this.index++;
    if (this.atSymbol("@")) this.index++;
    const token = this.current;
    if (token.kind !== "word") throw this.unexpected("a modifier's name");
    const at = this.base + token.at;
    this.index++;
    const list: Expression[] = [];
    while (this.atSymbol(":") && !(this.#openConditionals > 0 && this.current.blankBefore)) {
      this.index++;
      list.push(this.#parseModifierArgument());
    }
    const name = token.text.toLowerCase();
    this.#note(unknownName("modifier", token.text, at));
    const least = findModifier(name)?.least ?? 0;
    if (list.length < least) {
      this.problems.push(
        new SyntaxProblem("missing_argument", `The modifier \`${name}\` lacks an argument`, at, {
          expected: least === 1 ? "1 argument, after a colon" : `${least} arguments, each after a colon`,
        }),
      );
    }
    if (name === "regex_replace") this.#note(invalidPattern(list[0]));
    return { kind: "modifier", at, name, operand, arguments: list };
  }

  /** `["-"] primary path*`: modifiers belong to the whole chain, not to an argument. */
  #parseModifierArgument(): Expression {
    const at = this.base + this.current.at;
    if (this.advanceIf("-")) {
      const operand = this.#nested(() => this.#parseModifierArgument());
      return { kind: "unary", at, operator: "minus", operand };
    }
    return this.parsePostfix(this.#parsePrimary(), false);
  }
}

function isPath(expression: Expression): boolean {
  switch (expression.kind) {
    case "variable":
    case "member":
    case "loop-property":
    case "special":
    case "call":
    case "section-index":
    case "array":
    case "modifier":
    case "conditional":
    case "binary":
      return true;
    default:
      return false;
  }
}

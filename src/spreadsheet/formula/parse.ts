import { FormulaError } from "./formula-error.ts";
import type { Scalar } from "./formula-value.ts";
import { type CellReference, type FormulaToken, type TableReference, tokenizeFormula } from "./tokenize.ts";

/** Tree of a formula; references are numbered, so that each copy of the formula can bring its own cells. */
export type FormulaNode =
  | { kind: "literal"; value: Scalar }
  /** Index into `ParsedFormula.references`. */
  | { kind: "reference"; index: number }
  | { kind: "table"; reference: TableReference }
  | { kind: "name"; name: string }
  | { kind: "text"; index: number }
  | { kind: "negate" | "percent" | "plus"; operand: FormulaNode }
  | { kind: "binary"; operator: BinaryOperator; left: FormulaNode; right: FormulaNode }
  | { kind: "call"; name: string; arguments: (FormulaNode | undefined)[] }
  | { kind: "array"; rows: Scalar[][] }
  | { kind: "span" | "intersection"; left: FormulaNode; right: FormulaNode }
  | { kind: "union"; items: FormulaNode[] };

export type BinaryOperator = "^" | "*" | "/" | "+" | "-" | "&" | "=" | "<>" | "<" | ">" | "<=" | ">=";

/** A reference in its place: its surroundings decide whether several areas may take its place. */
export interface PlacedReference {
  reference: CellReference;
  start: number;
  end: number;
  /** How the function whose whole argument it is uses it: `SUM` takes areas, `SUMIF` one area, the rest a value. */
  takes: "areas" | "area" | "value";
}

/** A formula that has been read once and is calculated for many cells. */
export interface ParsedFormula {
  /** Without the leading `=`. */
  source: string;
  references: PlacedReference[];
  tables: (TableReference & { start: number; end: number })[];
  /** String literals with merge tags, by the place of their token. */
  texts: { value: string; start: number; end: number }[];
  /** Nested levels of the tree that are calculated. */
  depth: number;
  /** Absent if the formula could not be understood: then it is only shifted. */
  root?: FormulaNode;
}

/** Functions over any number of areas. */
const AGGREGATES = new Set(
  "SUM AVERAGE AVERAGEA COUNT COUNTA MIN MINA MAX MAXA PRODUCT MEDIAN MODE MODE.SNGL STDEV STDEV.S STDEVP STDEV.P VAR VAR.S VARP VAR.P SUMSQ SUBTOTAL AGGREGATE AND OR CONCAT GEOMEAN HARMEAN DEVSQ AVEDEV GCD LCM".split(
    " ",
  ),
);

/** Functions over one area an argument. */
const RANGE_FUNCTIONS = new Set(
  "SUMIF SUMIFS COUNTIF COUNTIFS AVERAGEIF AVERAGEIFS MINIFS MAXIFS SUMPRODUCT LARGE SMALL RANK RANK.EQ RANK.AVG COUNTBLANK ROWS PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC TEXTJOIN CORREL SLOPE INTERCEPT NPV IRR".split(
    " ",
  ),
);

/** Functions count twice, parentheses and signs once; Excel allows 64 nested functions. */
const DEEPEST = 150;
/** References joined by `:` or spaces, and percent signs in a row: nobody writes this many. */
const MAX_CHAIN_LENGTH = 64;

/** Ends the reading of anything that is not a formula. Not an Error: gathering stacks would cost more than reading. */
class Unreadable {}

/** Name of a function without the prefixes that newer Excels write (`_xlfn.`, `_xlws.`), in capitals. */
function functionName(name: string): string {
  return name.replace(/^(?:_xlfn\.|_xlws\.|_xludf\.)+/i, "").toUpperCase();
}

/** Reads a formula (ECMA-376 Part 1, 18.17.2). `isTemplate` says which string literals are merged. */
export function parseFormula(source: string, isTemplate: (text: string) => boolean = () => false): ParsedFormula {
  const parsed: ParsedFormula = { source, references: [], tables: [], texts: [], depth: 0 };
  const tokens = tokenizeFormula(source);
  if (!tokens) return parsed;
  try {
    const reader = new FormulaReader(tokens, parsed, isTemplate);
    const root = reader.readAll();
    markTaken(root, parsed);
    parsed.root = root;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    parsed.references = [];
    parsed.tables = [];
    for (const token of tokens) {
      if (token.kind === "reference")
        parsed.references.push({ reference: token, start: token.start, end: token.end, takes: "value" });
      if (token.kind === "table") parsed.tables.push(token);
    }
  }
  return parsed;
}

/** Notes for each reference how the function whose whole argument it is uses it, and how deep the tree is. */
function markTaken(root: FormulaNode, parsed: ParsedFormula): void {
  const pending = [{ node: root, depth: 1 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, depth } = next;
    parsed.depth = Math.max(parsed.depth, depth);
    const push = (child: FormulaNode) => pending.push({ node: child, depth: depth + 1 });
    switch (node.kind) {
      case "call": {
        const takes = AGGREGATES.has(node.name) ? "areas" : RANGE_FUNCTIONS.has(node.name) ? "area" : "value";
        for (const argument of node.arguments) {
          const placed = argument?.kind === "reference" ? parsed.references[argument.index] : undefined;
          if (placed) placed.takes = takes;
          else if (argument) push(argument);
        }
        break;
      }
      case "union":
        for (const item of node.items) push(item);
        break;
      case "negate":
      case "percent":
      case "plus":
        push(node.operand);
        break;
      case "binary":
        // A chain of operators is calculated in one go.
        pending.push({ node: node.left, depth });
        push(node.right);
        break;
      case "span":
      case "intersection":
        push(node.left);
        push(node.right);
        break;
      default:
    }
  }
}

const LEVELS: readonly (readonly BinaryOperator[])[] = [
  ["=", "<>", "<", ">", "<=", ">="],
  ["&"],
  ["+", "-"],
  ["*", "/"],
  ["^"],
];

class FormulaReader {
  readonly #tokens: FormulaToken[];
  #at = 0;
  #depth = 0;
  readonly #parsed: ParsedFormula;
  readonly #isTemplate: (text: string) => boolean;

  constructor(tokens: readonly FormulaToken[], parsed: ParsedFormula, isTemplate: (text: string) => boolean) {
    this.#parsed = parsed;
    this.#isTemplate = isTemplate;
    // A space between two operands is the intersection operator; all others only separate.
    this.#tokens = tokens.filter(
      (token, index) =>
        token.kind !== "space" || (endsOperand(tokens[index - 1]) && startsReference(tokens[index + 1])),
    );
  }

  readAll(): FormulaNode {
    const node = this.#expression(0);
    if (this.#at < this.#tokens.length) throw new Unreadable();
    return node;
  }

  #symbol(): string | undefined {
    const token = this.#tokens[this.#at];
    return token?.kind === "symbol" ? token.text : undefined;
  }

  #accept(text: string): boolean {
    if (this.#symbol() !== text) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw new Unreadable();
  }

  #expression(level: number): FormulaNode {
    if (level === LEVELS.length) return this.#unary();
    const operators = LEVELS[level] ?? [];
    let left = this.#expression(level + 1);
    for (let symbol = this.#symbol(); ; symbol = this.#symbol()) {
      const operator = operators.find((each) => each === symbol);
      if (!operator) return left;
      this.#at++;
      left = { kind: "binary", operator, left, right: this.#expression(level + 1) };
    }
  }

  /** A sign binds tighter than `^`: -2^2 is 4. */
  #unary(): FormulaNode {
    if (++this.#depth > DEEPEST) throw new Unreadable();
    const symbol = this.#symbol();
    let node: FormulaNode;
    if (symbol === "-" || symbol === "+" || symbol === "@") {
      this.#at++;
      const operand = this.#unary();
      node = symbol === "@" ? operand : { kind: symbol === "-" ? "negate" : "plus", operand };
    } else node = this.#postfix();
    this.#depth--;
    return node;
  }

  #postfix(): FormulaNode {
    let node = this.#span();
    for (let count = 0; this.#symbol() === "%" || this.#symbol() === "#"; count++) {
      if (this.#symbol() === "#" || count > MAX_CHAIN_LENGTH) throw new Unreadable();
      this.#at++;
      node = { kind: "percent", operand: node };
    }
    return node;
  }

  #span(): FormulaNode {
    let left = this.#primary();
    for (let count = 0; ; count++) {
      if (count > MAX_CHAIN_LENGTH) throw new Unreadable();
      if (this.#accept(":")) left = { kind: "span", left, right: this.#primary() };
      else if (this.#tokens[this.#at]?.kind === "space") {
        this.#at++;
        left = { kind: "intersection", left, right: this.#primary() };
      } else return left;
    }
  }

  #primary(): FormulaNode {
    const token = this.#tokens[this.#at++];
    switch (token?.kind) {
      case "number":
        return { kind: "literal", value: token.value };
      case "string": {
        if (!this.#isTemplate(token.value)) return { kind: "literal", value: token.value };
        const index = this.#parsed.texts.push({ value: token.value, start: token.start, end: token.end }) - 1;
        return { kind: "text", index };
      }
      case "error":
        return { kind: "literal", value: FormulaError.of(token.code) };
      case "reference": {
        const placed: PlacedReference = { reference: token, start: token.start, end: token.end, takes: "value" };
        return { kind: "reference", index: this.#parsed.references.push(placed) - 1 };
      }
      case "table":
        this.#parsed.tables.push(token);
        return { kind: "table", reference: token };
      case "name":
        if (/^(?:true|false)$/i.test(token.name)) return { kind: "literal", value: /^true$/i.test(token.name) };
        return { kind: "name", name: token.name };
      case "function":
        return this.#call(token.name);
      case "symbol":
        if (token.text === "(") return this.#parentheses();
        if (token.text === "{") return this.#array();
        throw new Unreadable();
      default:
        throw new Unreadable();
    }
  }

  #call(name: string): FormulaNode {
    if (++this.#depth > DEEPEST) throw new Unreadable();
    this.#expect("(");
    const items: (FormulaNode | undefined)[] = [];
    if (!this.#accept(")")) {
      for (;;) {
        const isEmpty = this.#symbol() === "," || this.#symbol() === ")";
        items.push(isEmpty ? undefined : this.#expression(0));
        if (this.#accept(")")) break;
        this.#expect(",");
      }
    }
    this.#depth--;
    return { kind: "call", name: functionName(name), arguments: items };
  }

  #parentheses(): FormulaNode {
    if (++this.#depth > DEEPEST) throw new Unreadable();
    const items = [this.#expression(0)];
    while (this.#accept(",")) items.push(this.#expression(0));
    this.#expect(")");
    this.#depth--;
    const [only] = items;
    return only && items.length === 1 ? only : { kind: "union", items };
  }

  #array(): FormulaNode {
    const first: Scalar[] = [];
    const rows = [first];
    for (let row = first; ; ) {
      row.push(this.#constant());
      if (this.#accept("}")) break;
      if (this.#accept(";")) rows.push((row = []));
      else this.#expect(",");
    }
    if (rows.some((row) => row.length !== first.length)) throw new Unreadable();
    return { kind: "array", rows };
  }

  #constant(): Scalar {
    const negative = this.#accept("-");
    if (!negative) this.#accept("+");
    const node = this.#primary();
    if (node.kind !== "literal") throw new Unreadable();
    return negative && typeof node.value === "number" ? -node.value : node.value;
  }
}

function endsOperand(token: FormulaToken | undefined): boolean {
  if (!token) return false;
  return token.kind === "reference" || token.kind === "name" || token.kind === "table" || isSymbol(token, ")");
}

function startsReference(token: FormulaToken | undefined): boolean {
  if (!token) return false;
  return token.kind === "reference" || token.kind === "name" || token.kind === "table";
}

function isSymbol(token: FormulaToken, text: string): boolean {
  return token.kind === "symbol" && token.text === text;
}

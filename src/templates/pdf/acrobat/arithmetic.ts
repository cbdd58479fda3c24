/** Sums and products of numbers and of the values of fields. */
export type Term =
  | { kind: "number"; value: number }
  | { kind: "field"; name: string }
  | { kind: "negated"; of: Term }
  | { kind: "binary"; operator: string; left: Term; right: Term };

const NUMBER = /\s*(\d+\.?\d*|\.\d+)(?![\w.[\\])/y;
const SYMBOL = /\s*([-+*/()])/y;
/** A backslash is before what else would end a name: blanks, signs, brackets. */
const NAME = /\s*((?:\\[\s\S]|[^\s\\+\-*/(),;=])+)/y;
const FIELD =
  /\s*(?:this\s*\.\s*)?getField\s*\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\)\s*\.\s*value(?:AsString)?(?![\w.(])/y;
/** They make a number of a text, which every value is here already. */
const READS_NUMBER = /\s*(?:Number|parseFloat|AFMakeNumber)\s*(?=\()/y;
const VARIABLE = /\s*([A-Za-z_$][\w$]*)(?!\s*[.([\w$])/y;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n\r]*/g;
const STATEMENT = /^(?:(?:var|let|const)\s+)?(event\s*\.\s*value|[A-Za-z_$][\w$]*)\s*=(?!=)([\s\S]*)$/;
const MAX_LENGTH = 4_000;
const MAX_DEPTH = 100;
/** Operations, those of variables as often as they are used. */
const MAX_SIZE = 10_000;

/** Reads Acrobat's simplified field notation: `Price * (1 + Tax\ Rate)`. */
export function readNotation(notation: string): Term | undefined {
  if (notation.length > MAX_LENGTH) return undefined;
  return new ArithmeticReader(notation.trim().replace(/;\s*$/, ""), (reader) => {
    const name = reader.take(NAME);
    return name === undefined ? undefined : { kind: "field", name: name.replace(/\\([\s\S])/g, "$1") };
  }).read();
}

/**
 * Reads a script that does nothing but arithmetic: `event.value = this.getField("Qty").value * this.getField("Price").value;`,
 * perhaps by way of variables. Anything else is undefined.
 */
export function readAssignments(script: string): Term | undefined {
  if (script.length > MAX_LENGTH) return undefined;
  const variables = new Map<string, Term>();
  const sizes = new Map<Term, number>();
  let result: Term | undefined;
  for (const statement of script.replace(COMMENT, " ").split(/;|\n(?=\s*(?:var|let|const|event)\b)/)) {
    if (statement.trim() === "") continue;
    const [, target = "", expression = ""] = STATEMENT.exec(statement.trim()) ?? [];
    const term = target === "" ? undefined : readExpression(expression, variables);
    if (!term || sizeOf(term, sizes) > MAX_SIZE) return undefined;
    if (/^event/.test(target) && target.includes(".")) result = term;
    else variables.set(target, term);
  }
  return result;
}

function sizeOf(term: Term, known: Map<Term, number>): number {
  let size = known.get(term);
  if (size !== undefined) return size;
  size = 1;
  if (term.kind === "negated") size += sizeOf(term.of, known);
  if (term.kind === "binary") size += sizeOf(term.left, known) + sizeOf(term.right, known);
  known.set(term, size);
  return size;
}

function readExpression(text: string, variables: ReadonlyMap<string, Term>): Term | undefined {
  return new ArithmeticReader(text, (reader) => {
    const field = reader.take(FIELD);
    if (field !== undefined) return { kind: "field", name: field.replace(/\\(.)/g, "$1") };
    if (reader.skip(READS_NUMBER)) return reader.inParentheses();
    const name = reader.take(VARIABLE);
    return name === undefined ? undefined : variables.get(name);
  }).read();
}

class ArithmeticReader {
  #at = 0;
  #depth = 0;
  readonly #text: string;
  readonly #operand: (reader: ArithmeticReader) => Term | undefined;

  /** @param operand reads what is neither a number nor in parentheses */
  constructor(text: string, operand: (reader: ArithmeticReader) => Term | undefined) {
    this.#text = text;
    this.#operand = operand;
  }

  read(): Term | undefined {
    const tree = this.#sum();
    return this.#text.slice(this.#at).trim() === "" ? tree : undefined;
  }

  /** What a pattern finds here, by its first group that took part. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return undefined;
    this.#at = pattern.lastIndex;
    return found.slice(1).find((group) => group !== undefined) ?? "";
  }

  skip(pattern: RegExp): boolean {
    return this.take(pattern) !== undefined;
  }

  inParentheses(): Term | undefined {
    if (this.#symbol("(") === undefined) return undefined;
    const inner = this.#sum();
    return this.#symbol(")") === undefined ? undefined : inner;
  }

  #symbol(symbols: string): string | undefined {
    const start = this.#at;
    const found = this.take(SYMBOL);
    if (found !== undefined && symbols.includes(found)) return found;
    this.#at = start;
    return undefined;
  }

  #sum(): Term | undefined {
    return this.#chain("+-", () => this.#product());
  }

  #product(): Term | undefined {
    return this.#chain("*/", () => this.#factor());
  }

  #chain(operators: string, operand: () => Term | undefined): Term | undefined {
    let left = operand();
    for (let operator = this.#symbol(operators); left && operator !== undefined; operator = this.#symbol(operators)) {
      const right = operand();
      left = right && { kind: "binary", operator, left, right };
    }
    return left;
  }

  #factor(): Term | undefined {
    if (++this.#depth > MAX_DEPTH) return undefined;
    const sign = this.#symbol("+-");
    const term = sign === undefined ? this.#atom() : this.#factor();
    this.#depth--;
    return sign === "-" && term ? { kind: "negated", of: term } : term;
  }

  #atom(): Term | undefined {
    const start = this.#at;
    if (this.#symbol("(") !== undefined) {
      this.#at = start;
      return this.inParentheses();
    }
    const number = this.take(NUMBER);
    return number === undefined ? this.#operand(this) : { kind: "number", value: Number(number) };
  }
}

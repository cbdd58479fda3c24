/** Formulas of shapes (OpenDocument 1.3 Part 3, 19.161): `if(?f3 - $0, width / 2, 0)`. */

/** What names stand for; 0 for those that are unknown. */
export interface FormulaNames {
  /** `$0`. */
  modifier(index: number): number;
  /** `?f0`. */
  equation(name: string): number;
  /** `width`. */
  named(name: string): number;
}

const TOKEN =
  /\s*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)|\$(\d{1,4})|\?([A-Za-z_]\w*)|([A-Za-z_]\w*)|([-+*/(),]))/y;
const MOST_CHARACTERS = 4_000;
const MOST_DEPTH = 60;

const FUNCTIONS: Readonly<Record<string, (a: number, b: number, c: number) => number>> = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  atan: Math.atan,
  atan2: Math.atan2,
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
  if: (a, b, c) => (a > 0 ? b : c),
};

/** @returns 0 for what cannot be worked out */
export function formulaValue(formula: string, names: FormulaNames): number {
  if (formula.length > MOST_CHARACTERS) return 0;
  const value = new Formula(formula, names).value();
  return Number.isFinite(value) ? value : 0;
}

interface Token {
  kind: "number" | "modifier" | "equation" | "word" | "sign" | "end";
  text: string;
}

class Formula {
  readonly #source: string;
  readonly #names: FormulaNames;
  #at = 0;
  #depth = 0;
  #token: Token;

  constructor(source: string, names: FormulaNames) {
    this.#source = source;
    this.#names = names;
    this.#token = this.#read();
  }

  value(): number {
    return this.#sum();
  }

  #read(): Token {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#source);
    if (!found) return { kind: "end", text: "" };
    this.#at = TOKEN.lastIndex;
    const [, number, modifier, equation, word, sign] = found;
    if (number !== undefined) return { kind: "number", text: number };
    if (modifier !== undefined) return { kind: "modifier", text: modifier };
    if (equation !== undefined) return { kind: "equation", text: equation };
    if (word !== undefined) return { kind: "word", text: word };
    return { kind: "sign", text: sign ?? "" };
  }

  /** @returns whether the sign stood there, which is passed over then */
  #passes(sign: string): boolean {
    if (this.#token.kind !== "sign" || this.#token.text !== sign) return false;
    this.#token = this.#read();
    return true;
  }

  #sum(): number {
    let value = this.#product();
    for (;;) {
      if (this.#passes("+")) value += this.#product();
      else if (this.#passes("-")) value -= this.#product();
      else return value;
    }
  }

  #product(): number {
    let value = this.#factor();
    for (;;) {
      if (this.#passes("*")) value *= this.#factor();
      else if (this.#passes("/")) value /= this.#factor();
      else return value;
    }
  }

  #factor(): number {
    let sign = 1;
    for (;;) {
      if (this.#passes("-")) sign = -sign;
      else if (!this.#passes("+")) break;
    }
    if (this.#depth >= MOST_DEPTH) return 0;
    this.#depth++;
    const value = sign * this.#single();
    this.#depth--;
    return value;
  }

  #single(): number {
    if (this.#passes("(")) {
      const value = this.#sum();
      this.#passes(")");
      return value;
    }
    const { kind, text } = this.#token;
    if (kind === "sign" || kind === "end") return 0;
    this.#token = this.#read();
    if (kind === "number") return Number(text);
    if (kind === "modifier") return this.#names.modifier(Number(text));
    if (kind === "equation") return this.#names.equation(text);
    const known = FUNCTIONS[text];
    if (!known || !this.#passes("(")) return this.#names.named(text);
    const [a = 0, b = 0, c = 0] = this.#parameters();
    return known(a, b, c);
  }

  #parameters(): number[] {
    const values = [this.#sum()];
    while (this.#passes(",")) values.push(this.#sum());
    this.#passes(")");
    return values;
  }
}

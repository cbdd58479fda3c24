import { present } from "../domain/present.ts";
import { type LexToken, lex } from "./lexer.ts";
import { SyntaxProblem } from "./template-error.ts";

/** Reads the tokens of one tag's body from left to right. */
export class TokenCursor {
  protected index = 0;
  readonly #tokens: LexToken[];

  readonly source: string;
  /** Offset of `source` in the template. */
  readonly base: number;

  /** @throws SyntaxProblem when the body cannot be cut into tokens */
  constructor(source: string, base: number) {
    this.source = source;
    this.base = base;
    this.#tokens = lex(source, base);
  }

  get current(): LexToken {
    return present(this.#tokens[this.index]);
  }

  peek(distance = 1): LexToken {
    return present(this.#tokens[Math.min(this.index + distance, this.#tokens.length - 1)]);
  }

  advance(): LexToken {
    const token = this.current;
    if (token.kind !== "end") this.index++;
    return token;
  }

  atEnd(): boolean {
    return this.current.kind === "end";
  }

  atSymbol(text: string): boolean {
    return this.current.kind === "symbol" && this.current.text === text;
  }

  atWord(text: string): boolean {
    return this.current.kind === "word" && this.current.text.toLowerCase() === text;
  }

  expectSymbol(text: string): void {
    if (!this.atSymbol(text)) throw this.unexpected(`\`${text}\``);
    this.index++;
  }

  expectEnd(): void {
    if (!this.atEnd()) throw this.unexpected("the end of the tag");
  }

  /** What is at the cursor is wrong here. */
  unexpected(expected: string): SyntaxProblem {
    const token = this.current;
    if (token.kind === "end") {
      return new SyntaxProblem("unexpected_end", "The tag ends too early", this.base + token.at, { expected });
    }
    const text = this.source.slice(token.at, token.end);
    return new SyntaxProblem("unexpected_token", `\`${text}\` does not belong here`, this.base + token.at, {
      expected,
      suggestion: suggestionFor(text),
    });
  }

  protected advanceIf(symbol: string): boolean {
    if (!this.atSymbol(symbol)) return false;
    this.index++;
    return true;
  }
}

function suggestionFor(text: string): string | undefined {
  if (text === "&") return "`&&` or `and`";
  if (text === "#") return "constants and config variables are not part of the language";
  return undefined;
}

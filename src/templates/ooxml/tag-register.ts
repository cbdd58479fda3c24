import type { FailureItem } from "../../domain/failure.ts";
import { type AssemblyToken, assembleTemplate } from "../../language/assemble.ts";
import type { Expression, Tag } from "../../language/ast.ts";
import { type ScanResult, scanTemplate } from "../../language/scan.ts";
import { parseTag } from "../../language/tag.ts";
import { MAX_LISTED_ERRORS, SyntaxProblem, shortenTag } from "../../language/template-error.ts";

/** Where a tag stands, for the person who wrote it. */
export interface TagPlace {
  part: string;
  /** E.g. `paragraph 12`; worked out only when something is wrong there. */
  where: () => string;
}

interface RegisteredTag {
  at: number;
  end: number;
  source: string;
  place: TagPlace;
}

const MAX_TAGS = 20_000;

/** All tags of a package: each has its own range of offsets, so that every error finds its way back to its place. */
export class TagRegister {
  readonly #tags: RegisteredTag[] = [];
  readonly #errors: FailureItem[] = [];
  #next = 0;

  /** A template with more tags is refused, and the rest of it not read. */
  get isFull(): boolean {
    return this.#tags.length > MAX_TAGS;
  }

  get errors(): readonly FailureItem[] {
    return this.#errors;
  }

  /** Cuts a text into its tags; what is wrong with its braces is noted. */
  scan(text: string, place: TagPlace): ScanResult["tokens"] {
    const { tokens, problems } = scanTemplate(text, "text");
    for (const problem of problems) this.#note(problem, text.slice(problem.at, problem.at + 60), place);
    return tokens;
  }

  /** Parses one tag; a wrong tag is noted, and absent when it opens no block. */
  parse(body: string, source: string, place: TagPlace): Tag | undefined {
    const at = this.#next;
    this.#next += source.length + 1;
    if (this.#tags.length === MAX_TAGS)
      this.#note(
        new SyntaxProblem("too_many_errors", `The template has more than ${MAX_TAGS} tags`, at),
        source,
        place,
      );
    this.#tags.push({ at, end: at + source.length, source, place });
    const { tag, problems } = parseTag(body, at, source);
    for (const problem of problems) this.#note(problem, source, place);
    return tag;
  }

  /** A text with tags as one expression, for places that hold nothing but text; absent when it has no tags. */
  textTemplate(text: string, place: TagPlace): Expression | undefined {
    if (!text.includes("{")) return undefined;
    const tokens = this.scan(text, place);
    if (tokens.every((token) => token.kind === "text" && !token.literal)) return undefined;
    const assembled = assembleTemplate(
      tokens.flatMap((token): AssemblyToken[] => {
        if (token.kind === "text") return [{ kind: "text", text: token.text, literal: token.literal }];
        const tag = token.kind === "tag" ? this.parse(token.body, token.source, place) : undefined;
        return tag ? [{ kind: "tag", tag }] : [];
      }),
      { keepNewlines: true },
    );
    this.noteAll(assembled.problems);
    return { kind: "template", at: this.#next, nodes: assembled.nodes };
  }

  /** Notes problems whose offsets are those of registered tags. */
  noteAll(problems: readonly SyntaxProblem[]): void {
    for (const problem of problems) {
      const tag = this.#tagAt(problem.at);
      this.#note(problem, tag?.source ?? "", tag?.place ?? { part: "", where: () => "" });
    }
  }

  /** Notes that a tag stands where it cannot be. */
  refuse(tag: Tag, message: string): void {
    this.noteAll([new SyntaxProblem("unexpected_token", message, tag.at)]);
  }

  #tagAt(at: number): RegisteredTag | undefined {
    let low = 0;
    let high = this.#tags.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tags[middle]!.at <= at) low = middle;
      else high = middle - 1;
    }
    return this.#tags[low];
  }

  #note(problem: SyntaxProblem, source: string, { part, where }: TagPlace): void {
    if (this.#errors.length >= MAX_LISTED_ERRORS) return;
    const { expected, suggestion } = problem.hints;
    const hints = [
      expected && `expected ${expected}`,
      suggestion && !problem.message.includes(suggestion) && `did you mean ${suggestion}?`,
    ].filter(Boolean);
    const place = where();
    const message = [problem.message, ...hints].join("; ");
    this.#errors.push({ part, tag: shortenTag(source), message: place ? `In ${place}: ${message}` : message });
  }
}

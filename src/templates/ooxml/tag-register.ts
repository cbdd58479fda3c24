import type { FailureItem } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import { assembleTemplate } from "../../language/assemble.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import type { Expression, Tag, TemplateNode } from "../../language/ast.ts";
import type { MergeField } from "../../language/field-tree.ts";
import type { Finding } from "../../language/lint/finding.ts";
import { textAround } from "../../language/lint/text-around.ts";
import { type ScanResult, scanTemplate } from "../../language/scan.ts";
import { parseTag } from "../../language/tag.ts";
import { MAX_LISTED_ERRORS, SyntaxProblem, shortenTag } from "../../language/template-error.ts";
import { type MarkedTags, markedTokens } from "./marked-tags.ts";
import type { TagLint } from "./tag-lint.ts";
import type { TagPlace } from "./tag-place.ts";

interface RegisteredTag {
  at: number;
  end: number;
  source: string;
  place: TagPlace;
  /** The text it is in. */
  text: string;
}

const MAX_TAGS = 20_000;

/** All tags of a package: each has its own range of offsets, so that every error can be traced to its place. */
export class TagRegister {
  readonly #tags: RegisteredTag[] = [];
  readonly #errors: FailureItem[] = [];
  #next = 0;
  /** The text that was cut into tags last, whose tags are parsed next. */
  #scanned: { text: string; place: TagPlace } | undefined;

  readonly lint?: TagLint;

  /** @param lint if a template is inspected to be saved: its texts are searched for what is not a tag */
  constructor(lint?: TagLint) {
    this.lint = lint;
  }

  /** Whether texts without any brace are wanted, too. */
  get readsAllTexts(): boolean {
    return this.lint !== undefined;
  }

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
    this.#scanned = { text, place };
    this.lint?.text(text, tokens, place, this.#next);
    for (const problem of problems)
      this.#note(withEndElsewhere(problem, place), text.slice(problem.at, problem.at + 60), place, text);
    return tokens;
  }

  /** Checks a text without tags for anything that only looks like one. */
  look(text: string, place: TagPlace): void {
    if (this.lint && /[[<]|(?:Start|End):/.test(text))
      this.lint.text(text, scanTemplate(text, "text").tokens, place, this.#next);
  }

  /** Notes what the format itself finds in a text, for the linter's list. */
  find(finding: Finding, text: string, place: TagPlace): void {
    this.lint?.add(finding, text, place, this.#next);
  }

  /** What the linter has to say about the package, whose program this is. */
  warnings(
    nodes: readonly TemplateNode[],
    fields: readonly MergeField[],
    inReads: readonly Finding[],
  ): TemplateWarning[] {
    return this.lint?.warnings(nodes, fields, this.#tags.length > 0, (at) => this.#tagAt(at), inReads) ?? [];
  }

  /** Parses one tag; a wrong tag is noted, and absent if it opens no block. */
  parse(body: string, source: string, place: TagPlace): Tag | undefined {
    const at = this.#next;
    this.#next += source.length + 1;
    const text = this.#scanned?.place === place ? this.#scanned.text : source;
    if (this.#tags.length === MAX_TAGS)
      this.#note(
        new SyntaxProblem("too_many_errors", `The template has more than ${MAX_TAGS} tags`, at),
        source,
        place,
        text,
      );
    this.#tags.push({ at, end: at + source.length, source, place, text });
    const { tag, problems } = parseTag(body, at, source);
    for (const problem of problems) this.#note(problem, source, place, text);
    return tag;
  }

  /**
   * A text with tags as one expression, for places that hold nothing but text; absent if it has no tags. With
   * `markedTags` the values of those tags are marked as such in it (`piecesOfMarked`).
   */
  textTemplate(text: string, place: TagPlace, markedTags?: MarkedTags): Expression | undefined {
    if (!text.includes("{")) return undefined;
    const tokens = this.scan(text, place);
    if (tokens.every((token) => token.kind === "text" && !token.literal)) return undefined;
    const assembled = assembleTemplate(
      tokens.flatMap((token): AssemblyToken[] => {
        if (token.kind === "text") return [{ kind: "text", text: token.text, literal: token.literal }];
        const tag = token.kind === "tag" ? this.parse(token.body, token.source, place) : undefined;
        return tag ? (markedTags === undefined ? [{ kind: "tag", tag }] : markedTokens(tag, markedTags)) : [];
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
      this.#note(problem, tag?.source ?? "", tag?.place ?? { part: "", where: () => "" }, tag?.text ?? "");
    }
  }

  /** Notes that a tag is where it cannot be. */
  refuse(tag: Tag, message: string): void {
    this.noteAll([new SyntaxProblem("unexpected_token", message, tag.at)]);
  }

  /** Where a tag is, by its offset; worked out on demand. */
  placeOf(at: number): string {
    const { place } = this.#tagAt(at) ?? {};
    return place ? place.where() || place.part : "";
  }

  #tagAt(at: number): RegisteredTag | undefined {
    let low = 0;
    let high = this.#tags.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (present(this.#tags[middle]).at <= at) low = middle;
      else high = middle - 1;
    }
    return this.#tags[low];
  }

  #note(problem: SyntaxProblem, source: string, { part, where }: TagPlace, text: string): void {
    if (this.#errors.length >= MAX_LISTED_ERRORS) return;
    const { expected, suggestion } = problem.hints;
    const why =
      problem.code === "unclosed_block" && expected !== undefined ? this.lint?.whyUnclosed(expected) : undefined;
    const hints = [
      why,
      expected && !why?.startsWith("{") && `${why ? "write" : "expected"} ${expected}`,
      suggestion && !problem.message.includes(suggestion) && `did you mean ${suggestion}?`,
    ].filter(Boolean);
    const message = [problem.message, ...hints].join("; ");
    const place = [where() || part, nearText(text, source)].filter(Boolean).join(", ");
    this.#errors.push({
      part,
      tag: shortenTag(source),
      ...(place ? { place } : {}),
      message: place ? `In ${place}: ${message}` : message,
    });
  }
}

/** The words around a tag, by which it can be searched for; nothing if there are none. */
function nearText(text: string, source: string): string {
  const at = text.indexOf(source);
  if (at < 0 || source === "" || text.trim() === source.trim()) return "";
  const around = textAround(text, at, at + Math.min(source.length, MAX_NEAR_LENGTH));
  return around === source ? "" : `near “${around}”`;
}

const MAX_NEAR_LENGTH = 60;

/** Text in which a tag ends that began before it. */
export const ENDS_TAG = /^[^{]*\}/;

/** A tag whose closing brace is in the next paragraph or cell says so. */
function withEndElsewhere(problem: SyntaxProblem, place: TagPlace): SyntaxProblem {
  const next = problem.code === "unclosed_tag" ? place.next?.() : undefined;
  if (!next || !ENDS_TAG.test(next.text)) return problem;
  const message = `The tag begins here and its \`}\` is in another place, ${next.where}: a tag must be within one ${place.unit ?? "paragraph"}`;
  return new SyntaxProblem("unclosed_tag", message, problem.at, {});
}

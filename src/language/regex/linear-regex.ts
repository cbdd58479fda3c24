import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { LazyAutomaton } from "./lazy-automaton.ts";
import { LookArounds } from "./look-arounds.ts";
import { parsePattern } from "./pattern-parser.ts";
import { splitPhpPattern } from "./php-pattern.ts";
import { PikeMachine } from "./pike-machine.ts";
import { compileProgram, type Program } from "./program.ts";
import { parseReplacement, type ReplacementPart } from "./replacement.ts";
import { StepBudget } from "./step-budget.ts";

/** A compiled regular expression whose work is bounded whatever pattern and subject a stranger sends. */
export interface LinearRegex {
  /**
   * Whether the subject holds a match.
   * @param budget shared with other calls; a fresh one when missing
   * @throws Failure `regex_too_costly`
   */
  test(subject: string, budget?: StepBudget): boolean;
  /**
   * Replaces every match as preg_replace does; `$1`, `${1}`, `\1` and `$0` stand for groups.
   * @param limit most replacements, all when missing
   * @param budget shared with other calls; a fresh one when missing
   * @throws Failure `regex_too_costly` when text and pattern together pass the limits
   */
  replace(subject: string, replacement: string, limit?: number, budget?: StepBudget): string;
}

const MAX_PATTERN_LENGTH = 4096;
const MAX_SUBJECT_LENGTH = 2_000_000;
const MAX_RESULT_LENGTH = 8_000_000;
const MAX_AUTOMATON_WORK = 300_000;
const CACHE_LIMIT = 100;
/** No position of a subject. */
const NOWHERE = -1;

const cache = new Map<string, LinearRegex>();

/**
 * Compiles a pattern with PHP's delimiters and modifiers (`/^a+$/imsxuUD`). Patterns are kept, so compiling the same
 * one again costs nothing.
 * @throws Failure `regex_invalid` with a sentence that names what is wrong or not supported
 */
export function compilePhpRegex(pattern: string): LinearRegex {
  const known = cache.get(pattern);
  if (known) return known;
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new Failure("regex_invalid", `The regular expression is longer than ${MAX_PATTERN_LENGTH} characters.`);
  }
  const { source, flags } = splitPhpPattern(pattern);
  const { node, groupCount, looks, lookGroups } = parsePattern(source, flags);
  const regex = new CompiledRegex(compileProgram([node]), groupCount, new LookArounds(looks), lookGroups);
  if (cache.size >= CACHE_LIMIT) cache.delete(present(cache.keys().next().value));
  cache.set(pattern, regex);
  return regex;
}

class CompiledRegex implements LinearRegex {
  #automaton: LazyAutomaton | undefined;
  readonly #machines = new Map<number, PikeMachine>();

  readonly #program: Program;
  readonly #groupCount: number;
  readonly #looks: LookArounds;
  /** Groups inside look-arounds: where they are is not known. */
  readonly #lookGroups: ReadonlySet<number>;

  constructor(program: Program, groupCount: number, looks: LookArounds, lookGroups: ReadonlySet<number>) {
    this.#program = program;
    this.#groupCount = groupCount;
    this.#looks = looks;
    this.#lookGroups = lookGroups;
  }

  test(subject: string, budget = new StepBudget()): boolean {
    checkLength(subject);
    if (this.#looks.count > 0)
      return this.#machine(0).search(subject, 0, NOWHERE, budget, this.#looks.marksOf(subject, budget)) !== undefined;
    // A character costs the automaton a small part of what a step costs the machine.
    budget.spend(subject.length >> 3);
    this.#automaton ??= new LazyAutomaton(this.#program, true, MAX_AUTOMATON_WORK);
    return this.#automaton.test(subject) ?? this.#machine(0).search(subject, 0, NOWHERE, budget) !== undefined;
  }

  replace(subject: string, replacement: string, limit = Number.POSITIVE_INFINITY, budget = new StepBudget()): string {
    const parts = parseReplacement(replacement);
    this.#refuseLookGroups(parts);
    if (limit <= 0) return subject;
    checkLength(subject);
    const marks = this.#looks.count > 0 ? this.#looks.marksOf(subject, budget) : undefined;
    if (!marks && !this.test(subject, budget)) return subject;
    const machine = this.#machine(highestGroup(parts));
    let result = "";
    let copied = 0;
    let position = 0;
    let notEmptyAt = NOWHERE;
    for (let count = 0; count < limit && position <= subject.length; count++) {
      const match = machine.search(subject, position, notEmptyAt, budget, marks);
      if (!match) break;
      const start = present(match[0]);
      const end = present(match[1]);
      result += subject.slice(copied, start) + expand(parts, subject, match);
      if (result.length > MAX_RESULT_LENGTH) {
        throw new Failure("regex_too_costly", `The replacement makes more than ${MAX_RESULT_LENGTH} characters.`);
      }
      copied = end;
      position = end;
      // After an empty match the next one may start here too, but not be empty (PCRE2 "Global substitution").
      notEmptyAt = start === end ? end : NOWHERE;
    }
    return result + subject.slice(copied);
  }

  #refuseLookGroups(parts: readonly ReplacementPart[]): void {
    const group = parts.find((part) => typeof part === "number" && this.#lookGroups.has(part));
    if (group !== undefined)
      throw new Failure(
        "regex_invalid",
        `The replacement uses group ${group} of the regular expression, which is inside a look-ahead or look-behind: that is not supported.`,
      );
  }

  /** A machine that keeps the groups up to the highest one which is used. */
  #machine(highest: number): PikeMachine {
    const groups = Math.min(highest, this.#groupCount);
    let machine = this.#machines.get(groups);
    if (!machine) {
      machine = new PikeMachine(this.#program, groups);
      this.#machines.set(groups, machine);
    }
    return machine;
  }
}

function highestGroup(parts: readonly ReplacementPart[]): number {
  return parts.reduce<number>((most, part) => (typeof part === "number" ? Math.max(most, part) : most), 0);
}

function checkLength(subject: string): void {
  if (subject.length > MAX_SUBJECT_LENGTH) {
    throw new Failure(
      "regex_too_costly",
      `The text for a regular expression is longer than ${MAX_SUBJECT_LENGTH} characters.`,
    );
  }
}

function expand(parts: readonly ReplacementPart[], subject: string, match: Int32Array): string {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else if (part * 2 < match.length && present(match[part * 2]) >= 0 && present(match[part * 2 + 1]) >= 0) {
      text += subject.slice(match[part * 2], match[part * 2 + 1]);
    }
  }
  return text;
}

import { appendAll } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import { assertionHolds, NO_CHARACTER } from "./assertions.ts";
import { compileProgram, type Program } from "./program.ts";
import type { StepBudget } from "./step-budget.ts";
import type { LookAround, RegexNode } from "./syntax-tree.ts";

/** For each look-around of a pattern, the positions of a subject at which its pattern matches. */
export type LookMarks = readonly Positions[];

/** Positions of a subject in code units, its end included. */
class Positions {
  readonly #bits: Uint8Array;

  constructor(length: number) {
    this.#bits = new Uint8Array((length >> 3) + 1);
  }

  add(position: number): void {
    this.#bits[position >> 3] = present(this.#bits[position >> 3]) | (1 << (position & 7));
  }

  has(position: number): boolean {
    return (present(this.#bits[position >> 3]) & (1 << (position & 7))) !== 0;
  }
}

/**
 * Look-around without backtracking: one walk over the subject marks all positions at which a pattern ends (look-behind) or,
 * turned around and walked from the end, begins (look-ahead). So each look-around costs what a search costs, and inside
 * another one it is known before.
 */
export class LookArounds {
  readonly #programs: readonly { behind: boolean; program: Program }[];

  /** @throws Failure `regex_invalid` when counted repetitions make one too large */
  constructor(looks: readonly LookAround[]) {
    this.#programs = looks.map(({ behind, body }) => ({
      behind,
      program: compileProgram([behind ? body : turned(body)]),
    }));
  }

  get count(): number {
    return this.#programs.length;
  }

  /** @throws Failure `regex_too_costly` */
  marksOf(subject: string, budget: StepBudget): LookMarks {
    const marks: Positions[] = [];
    for (const { behind, program } of this.#programs)
      marks.push(new Walk(program, subject, marks, budget).positions(behind));
    return marks;
  }
}

/** The pattern that matches the same texts from their end to their start. */
function turned(node: RegexNode): RegexNode {
  switch (node.kind) {
    case "sequence":
      return { kind: "sequence", items: node.items.map(turned).reverse() };
    case "choice":
      return { kind: "choice", options: node.options.map(turned) };
    case "capture":
    case "repeat":
      return { ...node, body: turned(node.body) };
    default:
      return node;
  }
}

/** A machine without captures and without preferences: it only asks where there is a match. */
class Walk {
  readonly #program: Program;
  readonly #subject: string;
  readonly #marks: LookMarks;
  readonly #budget: StepBudget;
  readonly #seen: Int32Array;
  readonly #pending: number[] = [];
  #live: number[] = [];
  #round = 0;

  constructor(program: Program, subject: string, marks: LookMarks, budget: StepBudget) {
    this.#program = program;
    this.#subject = subject;
    this.#marks = marks;
    this.#budget = budget;
    this.#seen = new Int32Array(program.length);
  }

  positions(forward: boolean): Positions {
    const subject = this.#subject;
    const found = new Positions(subject.length);
    let position = forward ? 0 : subject.length;
    let before = forward ? NO_CHARACTER : codePointBefore(subject, position);
    let starts: number[] = [];
    for (;;) {
      const after = position < subject.length ? present(subject.codePointAt(position)) : NO_CHARACTER;
      if (this.#follow(starts, position, before, after)) found.add(position);
      const code = forward ? after : before;
      if (code === NO_CHARACTER) return found;
      starts = [];
      for (const pc of this.#live) {
        const instruction = present(this.#program[pc]);
        if (instruction.op === "take" && instruction.set.has(code)) starts.push(pc + 1);
      }
      position += (forward ? 1 : -1) * (code > 0xffff ? 2 : 1);
      before = forward ? code : codePointBefore(subject, position);
    }
  }

  /** Finds what takes a character at a position, a new start among it; whether a match is there. */
  #follow(starts: readonly number[], position: number, before: number, after: number): boolean {
    const program = this.#program;
    const pending = this.#pending;
    const seen = this.#seen;
    const round = ++this.#round;
    const isLast = position + (after > 0xffff ? 2 : 1) >= this.#subject.length;
    this.#live = [];
    let isMatch = false;
    let visited = 0;
    pending.push(0);
    appendAll(pending, starts);
    for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
      if (seen[pc] === round) continue;
      seen[pc] = round;
      visited++;
      const instruction = present(program[pc]);
      switch (instruction.op) {
        case "split":
        case "again":
          pending.push(instruction.second, instruction.first);
          break;
        case "jump":
          pending.push(instruction.target);
          break;
        case "save":
        case "round":
          pending.push(pc + 1);
          break;
        case "assert":
          if (assertionHolds(instruction.assertion, before, after, isLast)) pending.push(pc + 1);
          break;
        case "look":
          if (present(this.#marks[instruction.index]).has(position) !== instruction.negated) pending.push(pc + 1);
          break;
        case "match":
          isMatch = true;
          break;
        case "take":
          this.#live.push(pc);
      }
    }
    this.#budget.spend(visited + 1);
    return isMatch;
  }
}

/** The code point that ends at a position; none before the start. */
export function codePointBefore(text: string, position: number): number {
  if (position === 0) return NO_CHARACTER;
  const unit = text.charCodeAt(position - 1);
  if (unit >= 0xdc00 && unit <= 0xdfff && position > 1) {
    const code = present(text.codePointAt(position - 2));
    if (code > 0xffff) return code;
  }
  return unit;
}

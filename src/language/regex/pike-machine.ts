import { present } from "../../domain/present.ts";
import { assertionHolds, NO_CHARACTER } from "./assertions.ts";
import { firstCharacterTest } from "./first-characters.ts";
import { codePointBefore, type LookMarks } from "./look-arounds.ts";
import type { Program } from "./program.ts";
import type { StepBudget } from "./step-budget.ts";

const NO_MARKS: LookMarks = [];

/** The live threads at one position, in order of preference, with the captures of each. */
class ThreadList {
  readonly dense: Int32Array;
  readonly captures: Int32Array;
  readonly #sparse: Int32Array;
  count = 0;
  #visitedCount = 0;
  readonly #visitedDense: Int32Array;

  constructor(size: number, slotCount: number) {
    this.dense = new Int32Array(size);
    this.#sparse = new Int32Array(size);
    this.#visitedDense = new Int32Array(size);
    this.captures = new Int32Array(size * slotCount);
  }

  clear(): void {
    this.count = 0;
    this.#visitedCount = 0;
  }

  /** Marks an instruction as visited; false when it was before. */
  visit(pc: number): boolean {
    const index = present(this.#sparse[pc]);
    if (index < this.#visitedCount && this.#visitedDense[index] === pc) return false;
    this.#sparse[pc] = this.#visitedCount;
    this.#visitedDense[this.#visitedCount++] = pc;
    return true;
  }

  /** Adds a thread with a copy of its captures. */
  add(pc: number, captures: Int32Array): void {
    this.dense[this.count] = pc;
    const base = this.count++ * captures.length;
    for (let slot = 0; slot < captures.length; slot++) this.captures[base + slot] = present(captures[slot]);
  }

  get visited(): number {
    return this.#visitedCount;
  }
}

/**
 * Pike's machine: all ways of a pattern are followed at once, in the order in which a backtracking engine would try
 * them, so the result is the same (leftmost, then first alternative) and the time is linear in the subject.
 */
export class PikeMachine {
  readonly #mayStart: (codePoint: number) => boolean;
  readonly #slotCount: number;
  /** Loops with a body that may be empty, nested: 0 in nearly all patterns. */
  readonly #loopDepth: number;
  readonly #lists: [ThreadList, ThreadList];
  readonly #stack: Int32Array;
  readonly #undoValues: Int32Array;
  readonly #result: Int32Array;
  readonly #scratch: Int32Array;
  #marks: LookMarks = NO_MARKS;

  readonly #program: Program;

  /** @param groupCount capturing groups whose positions are wanted, group 0 not counted */
  constructor(program: Program, groupCount: number) {
    this.#program = program;
    this.#mayStart = firstCharacterTest(program);
    this.#slotCount = (groupCount + 1) * 2;
    this.#loopDepth = program.reduce(
      (most, { op, ...rest }) => ("depth" in rest ? Math.max(most, rest.depth) : most),
      0,
    );
    const states = program.length * (this.#loopDepth + 1);
    this.#lists = [new ThreadList(states, this.#slotCount), new ThreadList(states, this.#slotCount)];
    this.#stack = new Int32Array(states * 2 + 2);
    this.#undoValues = new Int32Array(states * 2 + 2);
    this.#result = new Int32Array(this.#slotCount);
    this.#scratch = new Int32Array(this.#slotCount);
  }

  /**
   * The first match at or after `from`: start and end of each group in code units, -1 where a group took no part;
   * undefined when there is none. The array is reused by the next search.
   * @param marks where the look-arounds of the pattern hold in the subject
   * @param notEmptyAt a match that starts and ends here does not count (PCRE2_NOTEMPTY_ATSTART)
   */
  search(
    subject: string,
    from: number,
    notEmptyAt: number,
    budget: StepBudget,
    marks: LookMarks = NO_MARKS,
  ): Int32Array | undefined {
    let [current, next] = this.#lists;
    current.clear();
    let matched = false;
    let position = from;
    let previous = codePointBefore(subject, from);
    this.#marks = marks;
    for (;;) {
      if (current.count === 0) {
        if (matched) break;
        // Dead ends were marked as visited at this position, not at the one that comes next.
        current.clear();
        const skipped = this.#skip(subject, position);
        budget.spend((skipped - position) >> 3);
        if (skipped !== position) previous = codePointBefore(subject, skipped);
        position = skipped;
      }
      const code = position < subject.length ? present(subject.codePointAt(position)) : NO_CHARACTER;
      const width = code > 0xffff ? 2 : 1;
      if (!matched) {
        this.#scratch.fill(-1);
        this.#scratch[0] = position;
        this.#follow(current, 0, subject, position, previous, code);
      }
      budget.spend(current.visited + 1);
      next.clear();
      const after = position + width;
      const afterCode = after < subject.length ? present(subject.codePointAt(after)) : NO_CHARACTER;
      for (let index = 0; index < current.count; index++) {
        const pc = present(current.dense[index]);
        const instruction = present(this.#program[pc]);
        const base = index * this.#slotCount;
        if (instruction.op === "match") {
          if (position === notEmptyAt && current.captures[base] === position) continue;
          this.#result.set(current.captures.subarray(base, base + this.#slotCount));
          this.#result[1] = position;
          matched = true;
          break;
        }
        if (instruction.op === "take" && code !== NO_CHARACTER && instruction.set.has(code)) {
          for (let slot = 0; slot < this.#slotCount; slot++)
            this.#scratch[slot] = present(current.captures[base + slot]);
          this.#follow(next, pc + 1, subject, after, code, afterCode);
        }
      }
      if (code === NO_CHARACTER) break;
      [current, next] = [next, current];
      previous = code;
      position = after;
    }
    return matched ? this.#result : undefined;
  }

  /** The next position at which a match may start. */
  #skip(subject: string, from: number): number {
    let position = from;
    while (position < subject.length) {
      const code = present(subject.codePointAt(position));
      if (this.#mayStart(code)) return position;
      position += code > 0xffff ? 2 : 1;
    }
    return position;
  }

  /**
   * Adds every thread reachable from an instruction without taking a character; captures start from `scratch`.
   * A state is an instruction and a level: how many of the enclosing loops, from the outermost, have taken something
   * in their present round. A round that took nothing leaves its loop, which is what PCRE does.
   */
  #follow(list: ThreadList, start: number, subject: string, position: number, previous: number, code: number): void {
    const stack = this.#stack;
    const undoValues = this.#undoValues;
    const scratch = this.#scratch;
    const program = this.#program;
    const slotCount = this.#slotCount;
    const loopDepth = this.#loopDepth;
    const levels = loopDepth + 1;
    let depth = 1;
    stack[0] = start * levels + loopDepth;
    while (depth > 0) {
      const entry = present(stack[--depth]);
      if (entry < 0) {
        scratch[-entry - 1] = present(undoValues[depth]);
        continue;
      }
      let pc = loopDepth === 0 ? entry : Math.floor(entry / levels);
      let level = entry - pc * levels;
      while (list.visit(pc * levels + level)) {
        const instruction = present(program[pc]);
        if (instruction.op === "split") {
          stack[depth++] = instruction.second * levels + level;
          pc = instruction.first;
        } else if (instruction.op === "jump") pc = instruction.target;
        else if (instruction.op === "save") {
          const { slot } = instruction;
          if (slot < slotCount) {
            stack[depth] = -slot - 1;
            undoValues[depth++] = present(scratch[slot]);
            scratch[slot] = position;
          }
          pc++;
        } else if (instruction.op === "assert") {
          const last = position + (code > 0xffff ? 2 : 1) >= subject.length;
          if (!assertionHolds(instruction.assertion, previous, code, last)) break;
          pc++;
        } else if (instruction.op === "look") {
          if (present(this.#marks[instruction.index]).has(position) === instruction.negated) break;
          pc++;
        } else if (instruction.op === "round") {
          level = Math.min(level, instruction.depth - 1);
          pc++;
        } else if (instruction.op === "again") {
          if (level < instruction.depth) pc = instruction.leave;
          else {
            stack[depth++] = instruction.second * levels + level;
            pc = instruction.first;
          }
        } else {
          list.add(pc, scratch);
          break;
        }
      }
    }
  }
}

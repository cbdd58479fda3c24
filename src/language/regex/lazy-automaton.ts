import { present } from "../../domain/present.ts";
import { assertionHolds, NO_CHARACTER } from "./assertions.ts";
import type { CharacterSet } from "./character-set.ts";
import type { Program } from "./program.ts";

const MAX_STATES = 2000;
const STATE_COST = 20;
const END = 128;
const FINAL_NEWLINE = 129;
const NEWLINE = 10;

/** Stand for every character of their kind when the character before a position is remembered. */
const SOME_WORD_CHARACTER = 0x61;
const SOME_OTHER_CHARACTER = 0x21;

interface State {
  /** Instructions to follow from here, before any empty step; what they lead to depends on the next character. */
  readonly starts: readonly number[];
  readonly previous: number;
  readonly byAscii: (Transition | undefined)[];
  readonly byCodePoint: Map<number, Transition>;
}

interface Transition {
  readonly next: State;
  /** Smallest rule that matches before the character is taken, -1 when none does. */
  readonly rule: number;
}

/**
 * A deterministic automaton whose states are built when they are first needed, from a machine without captures.
 * It answers "does it match", and "which rule matches longest" for scanners.
 */
export class LazyAutomaton {
  readonly #states = new Map<string, State>();
  readonly #dead: State;
  #start: State;
  readonly #wordSet: CharacterSet | undefined;
  readonly #looksBack: boolean;

  readonly #program: Program;
  readonly #unanchored: boolean;
  #workLeft: number;

  /**
   * @param unanchored whether a match may start at any character
   * @param workLeft visits of instructions that building states may cost before `test` gives up; some patterns have
   *   more states than a text has characters, and the machine that needs none is then the faster one
   */
  constructor(program: Program, unanchored: boolean, workLeft: number = Number.POSITIVE_INFINITY) {
    this.#program = program;
    this.#unanchored = unanchored;
    this.#workLeft = workLeft;
    const assertions = program.flatMap((instruction) => (instruction.op === "assert" ? [instruction.assertion] : []));
    this.#looksBack = assertions.length > 0;
    this.#wordSet = assertions.find((assertion) => assertion.kind === "wordBoundary")?.word;
    this.#dead = this.#state([], NO_CHARACTER);
    this.#start = this.#state([0], NO_CHARACTER);
  }

  /** Whether the subject holds a match, undefined when finding out takes too many states. */
  test(subject: string): boolean | undefined {
    let state = this.#start;
    let position = 0;
    while (position < subject.length) {
      if (this.#workLeft < 0) return undefined;
      const code = present(subject.codePointAt(position));
      const width = code > 0xffff ? 2 : 1;
      const last = position + width >= subject.length;
      const transition = this.#step(state, code === NEWLINE && last ? FINAL_NEWLINE : code, code);
      if (transition.rule >= 0) return true;
      state = transition.next;
      position += width;
    }
    return this.#step(state, END, NO_CHARACTER).rule >= 0;
  }

  /**
   * The longest match that starts at `from`; of equally long ones the smallest rule.
   * Only for machines whose assertions do not look before `from`.
   */
  longest(subject: string, from: number): { readonly rule: number; readonly end: number } | undefined {
    let state = this.#start;
    let rule = -1;
    let end = from;
    let position = from;
    for (;;) {
      const code = position < subject.length ? present(subject.codePointAt(position)) : NO_CHARACTER;
      const width = code > 0xffff ? 2 : 1;
      const isFinalNewline = code === NEWLINE && position + 1 === subject.length;
      const symbol = code === NO_CHARACTER ? END : isFinalNewline ? FINAL_NEWLINE : code;
      const transition = this.#step(state, symbol, code);
      if (transition.rule >= 0) {
        rule = transition.rule;
        end = position;
      }
      if (code === NO_CHARACTER || transition.next === this.#dead) break;
      state = transition.next;
      position += width;
    }
    return rule < 0 ? undefined : { rule, end };
  }

  #step(state: State, symbol: number, code: number): Transition {
    // Code points 128 and 129 share their numbers with the two special symbols and go by the map.
    const isSpecial = symbol !== code;
    if (symbol < END || isSpecial) {
      const known = state.byAscii[symbol];
      if (known) return known;
      const transition = this.#build(state, code, isSpecial);
      state.byAscii[symbol] = transition;
      return transition;
    }
    const known = state.byCodePoint.get(symbol);
    if (known) return known;
    const transition = this.#build(state, code, false);
    if (state.byCodePoint.size > 1000) state.byCodePoint.clear();
    state.byCodePoint.set(symbol, transition);
    return transition;
  }

  #build(state: State, code: number, isSpecial: boolean): Transition {
    const program = this.#program;
    const visited = new Set<number>();
    const pending = [...state.starts];
    const targets = new Set<number>();
    let rule = -1;
    while (pending.length > 0) {
      const pc = present(pending.pop());
      if (visited.has(pc)) continue;
      visited.add(pc);
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
          if (assertionHolds(instruction.assertion, state.previous, code, isSpecial)) pending.push(pc + 1);
          break;
        case "look":
          throw new TypeError("What an automaton does depends on one character; look-arounds need a whole text.");
        case "match":
          if (rule < 0 || instruction.rule < rule) rule = instruction.rule;
          break;
        case "take":
          if (code !== NO_CHARACTER && instruction.set.has(code)) targets.add(pc + 1);
          break;
      }
    }
    // Sets and states cost more than the visits themselves.
    this.#workLeft -= visited.size + STATE_COST;
    if (code === NO_CHARACTER) return { next: this.#dead, rule };
    if (this.#unanchored) targets.add(0);
    if (targets.size === 0) return { next: this.#dead, rule };
    return {
      next: this.#state(
        [...targets].sort((left, right) => left - right),
        this.#representative(code),
      ),
      rule,
    };
  }

  #state(starts: readonly number[], previous: number): State {
    const key = `${previous}:${starts.join(",")}`;
    const known = this.#states.get(key);
    if (known) return known;
    if (this.#states.size >= MAX_STATES) this.#forget();
    const state: State = {
      starts,
      previous,
      byAscii: new Array(FINAL_NEWLINE + 1).fill(undefined),
      byCodePoint: new Map(),
    };
    this.#states.set(key, state);
    return state;
  }

  #forget(): void {
    this.#states.clear();
    this.#start = { ...this.#start, byAscii: new Array(FINAL_NEWLINE + 1).fill(undefined), byCodePoint: new Map() };
  }

  #representative(code: number): number {
    if (!this.#looksBack) return SOME_OTHER_CHARACTER;
    if (code === NEWLINE) return NEWLINE;
    return this.#wordSet?.has(code) ? SOME_WORD_CHARACTER : SOME_OTHER_CHARACTER;
  }
}

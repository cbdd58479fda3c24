import { Failure } from "../../domain/failure.ts";
import type { CharacterSet } from "./character-set.ts";
import { type Assertion, isNullable, type RegexNode } from "./syntax-tree.ts";

/** Instructions of a Thompson machine. Targets are indices of instructions; `first` is preferred to `second`. */
type Instruction =
  | { readonly op: "take"; readonly set: CharacterSet }
  | { readonly op: "split"; first: number; second: number }
  | { readonly op: "jump"; target: number }
  /** A round of a loop whose body may be empty begins; `depth` counts such loops from 1, the outermost. */
  | { readonly op: "round"; readonly depth: number }
  /** The round ends: another one may follow, unless it took nothing. */
  | {
      readonly op: "again";
      readonly depth: number;
      readonly first: number;
      readonly second: number;
      readonly leave: number;
    }
  | { readonly op: "save"; readonly slot: number }
  | { readonly op: "assert"; readonly assertion: Assertion }
  /** The look-around `index` holds, or with `negated` does not. */
  | { readonly op: "look"; readonly index: number; readonly negated: boolean }
  | { readonly op: "match"; readonly rule: number };

export type Program = readonly Instruction[];

/** Largest machine that is built: every character of a subject may visit each instruction once. */
const MAX_INSTRUCTIONS = 5000;

/**
 * Compiles patterns to one machine; `rule` of a match instruction is the index of its pattern.
 * @throws Failure `regex_invalid` when counted repetitions make the machine too large
 */
export function compileProgram(patterns: readonly RegexNode[], maxInstructions = MAX_INSTRUCTIONS): Program {
  const compiler = new ProgramCompiler(maxInstructions);
  patterns.forEach((pattern, rule) => {
    const isLast = rule === patterns.length - 1;
    const split = isLast ? undefined : compiler.emitSplit();
    if (split) split.first = compiler.here;
    compiler.compile(pattern);
    compiler.emit({ op: "match", rule });
    if (split) split.second = compiler.here;
  });
  return compiler.instructions;
}

class ProgramCompiler {
  readonly instructions: Instruction[] = [];
  #emptyLoopDepth = 0;

  readonly #maxInstructions: number;

  constructor(maxInstructions: number) {
    this.#maxInstructions = maxInstructions;
  }

  get here(): number {
    return this.instructions.length;
  }

  emit(instruction: Instruction): void {
    if (this.instructions.length >= this.#maxInstructions) {
      throw new Failure(
        "regex_invalid",
        "The regular expression is too large: shorten it or its counted repetitions such as {1,500}.",
      );
    }
    this.instructions.push(instruction);
  }

  emitSplit(): Extract<Instruction, { op: "split" }> {
    const split: Extract<Instruction, { op: "split" }> = { op: "split", first: 0, second: 0 };
    this.emit(split);
    return split;
  }

  compile(node: RegexNode): void {
    switch (node.kind) {
      case "empty":
        return;
      case "set":
        this.emit({ op: "take", set: node.set });
        return;
      case "assertion":
        this.emit({ op: "assert", assertion: node.assertion });
        return;
      case "look":
        this.emit({ op: "look", index: node.index, negated: node.negated });
        return;
      case "sequence":
        for (const item of node.items) this.compile(item);
        return;
      case "capture":
        this.emit({ op: "save", slot: node.index * 2 });
        this.compile(node.body);
        this.emit({ op: "save", slot: node.index * 2 + 1 });
        return;
      case "choice":
        this.#compileChoice(node.options);
        return;
      case "repeat":
        this.#compileRepeat(node.body, node.min, node.max, node.mode === "lazy");
    }
  }

  #compileChoice(options: readonly RegexNode[]): void {
    const jumps: Extract<Instruction, { op: "jump" }>[] = [];
    options.forEach((option, index) => {
      if (index === options.length - 1) {
        this.compile(option);
        return;
      }
      const split = this.emitSplit();
      split.first = this.here;
      this.compile(option);
      const jump: Extract<Instruction, { op: "jump" }> = { op: "jump", target: 0 };
      this.emit(jump);
      jumps.push(jump);
      split.second = this.here;
    });
    for (const jump of jumps) jump.target = this.here;
  }

  #compileRepeat(body: RegexNode, min: number, max: number, lazy: boolean): void {
    if (max !== Number.POSITIVE_INFINITY) {
      for (let count = 0; count < min; count++) this.compile(body);
      this.#compileOptional(body, max - min, lazy);
      return;
    }
    // An optional loop around a body that may be empty: the empty round leaves the loop, as it does in PCRE.
    if (min === 0 && isNullable(body)) {
      const skip = this.emitSplit();
      const start = this.here;
      this.#compileLoop(body, lazy);
      aim(skip, start, this.here, lazy);
      return;
    }
    if (min === 0) {
      const loop = this.emitSplit();
      const index = this.here - 1;
      this.compile(body);
      this.emit({ op: "jump", target: index });
      aim(loop, index + 1, this.here, lazy);
      return;
    }
    for (let count = 1; count < min; count++) this.compile(body);
    this.#compileLoop(body, lazy);
  }

  /** One round or more. */
  #compileLoop(body: RegexNode, lazy: boolean): void {
    const start = this.here;
    if (!isNullable(body)) {
      this.compile(body);
      const split = this.emitSplit();
      aim(split, start, this.here, lazy);
      return;
    }
    const depth = ++this.#emptyLoopDepth;
    this.emit({ op: "round", depth });
    this.compile(body);
    const leave = this.here + 1;
    this.emit({ op: "again", depth, first: lazy ? leave : start, second: lazy ? start : leave, leave });
    this.#emptyLoopDepth--;
  }

  #compileOptional(body: RegexNode, count: number, lazy: boolean): void {
    const splits: { split: Extract<Instruction, { op: "split" }>; start: number }[] = [];
    for (let round = 0; round < count; round++) {
      splits.push({ split: this.emitSplit(), start: this.here });
      this.compile(body);
    }
    for (const { split, start } of splits) aim(split, start, this.here, lazy);
  }
}

function aim(split: Extract<Instruction, { op: "split" }>, enter: number, leave: number, lazy: boolean): void {
  split.first = lazy ? leave : enter;
  split.second = lazy ? enter : leave;
}

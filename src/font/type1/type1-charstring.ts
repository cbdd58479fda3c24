import { present } from "../../domain/present.ts";
import type { Type1Font } from "./type1-font.ts";

/** An outline in the operators of Type 2 charstrings, without hints and width. */
export interface PathOperation {
  readonly operator: number;
  readonly operands: number[];
  /** Stems in force (indices into `stems`); given where they change. */
  readonly stems?: readonly number[];
}

/** A stem hint: position and width, along y or along x. */
export interface Stem {
  readonly vertical: boolean;
  readonly position: number;
  readonly width: number;
}

export interface Type1Glyph {
  readonly width: number;
  readonly operations: PathOperation[];
  readonly stems: readonly Stem[];
}

export const RLINETO = 5;
export const HLINETO = 6;
export const VLINETO = 7;
export const RRCURVETO = 8;
const RMOVETO = 21;
const HMOVETO = 22;
const VMOVETO = 4;
export const VHCURVETO = 30;
export const HVCURVETO = 31;

const OPERANDS: ReadonlyMap<number, number> = new Map([
  [RLINETO, 2],
  [HLINETO, 1],
  [VLINETO, 1],
  [RRCURVETO, 6],
  [VHCURVETO, 4],
  [HVCURVETO, 4],
]);
const MAX_CALL_DEPTH = 10;
const MAX_STEPS = 20_000;
/** Of one glyph; Type 2 charstrings can have 96. */
const MAX_STEMS = 256;

/**
 * Runs a Type 1 charstring (Adobe Type 1 Font Format, chapter 6) and yields its outline. Undefined for accented
 * characters made of two others and for charstrings that cannot be understood.
 */
export function runType1(font: Type1Font, charstring: Uint8Array): Type1Glyph | undefined {
  const machine = new Machine(font);
  return machine.run(charstring, 0) && machine.ended ? machine.glyph() : undefined;
}

class Machine {
  ended = false;
  readonly #font: Type1Font;
  readonly #operations: PathOperation[] = [];
  readonly #stems: Stem[] = [];
  #active: number[] = [];
  #activeChanged = false;
  #stack: number[] = [];
  #results: number[] = [];
  #width = 0;
  #sideBearing = 0;
  /** Movement not yet written, since the side bearing and moves within a flex add up. */
  #pendingX = 0;
  #pendingY = 0;
  #flex: { x: number; y: number }[] | undefined;
  #open = false;
  #steps = 0;

  constructor(font: Type1Font) {
    this.#font = font;
  }

  glyph(): Type1Glyph {
    return { width: this.#width, operations: this.#operations, stems: this.#stems };
  }

  /** False if the charstring cannot be understood. */
  run(code: Uint8Array, depth: number): boolean {
    if (depth > MAX_CALL_DEPTH) return false;
    for (let at = 0; at < code.length && !this.ended; ) {
      if (++this.#steps > MAX_STEPS) return false;
      const first = code[at++] ?? 0;
      if (first >= 32) {
        if (first <= 246) this.#stack.push(first - 139);
        else if (first <= 250) this.#stack.push((first - 247) * 256 + (code[at++] ?? 0) + 108);
        else if (first <= 254) this.#stack.push(-(first - 251) * 256 - (code[at++] ?? 0) - 108);
        else {
          this.#stack.push(
            ((code[at] ?? 0) << 24) | ((code[at + 1] ?? 0) << 16) | ((code[at + 2] ?? 0) << 8) | (code[at + 3] ?? 0),
          );
          at += 4;
        }
        continue;
      }
      if (first === 11) return true;
      if (first === 10) {
        const subroutine = this.#font.subroutines[this.#stack.pop() ?? -1];
        if (!subroutine || !this.run(subroutine, depth + 1)) return false;
      } else if (first === 12) {
        if (!this.#escape(code[at++] ?? 255)) return false;
      } else if (!this.#operator(first)) return false;
    }
    return true;
  }

  #operator(operator: number): boolean {
    const stack = this.#stack;
    const last = stack.at(-1) ?? 0;
    switch (operator) {
      case 1:
        return this.#stem(false, stack.slice(-2));
      case 3:
        return this.#stem(true, stack.slice(-2));
      case VMOVETO:
        return this.#move(0, last);
      case HMOVETO:
        return this.#move(last, 0);
      case RMOVETO:
        return this.#move(stack.at(-2) ?? 0, last);
      case 9: // closepath: outlines of Type 2 close themselves
        this.#open = false;
        stack.length = 0;
        return true;
      case 13:
        this.#sideBearing = this.#pendingX = stack[0] ?? 0;
        this.#width = stack[1] ?? 0;
        stack.length = 0;
        return true;
      case 14:
        this.ended = true;
        return true;
      default:
        return this.#draw(operator);
    }
  }

  #escape(operator: number): boolean {
    const stack = this.#stack;
    switch (operator) {
      case 0: // dotsection
        stack.length = 0;
        return true;
      case 1:
      case 2: {
        const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = stack.slice(-6);
        return [[a, b] as const, [c, d] as const, [e, f] as const].every((stem) => this.#stem(operator === 1, stem));
      }
      case 7:
        if ((stack[3] ?? 0) !== 0) return false;
        [this.#pendingX = 0, this.#pendingY = 0, this.#width = 0] = stack;
        this.#sideBearing = this.#pendingX;
        stack.length = 0;
        return true;
      case 12: {
        const divisor = stack.pop() ?? 0;
        if (divisor === 0 || stack.length === 0) return false;
        stack.push(present(stack.pop()) / divisor);
        return true;
      }
      case 16:
        return this.#otherSubroutine();
      case 17:
        stack.push(this.#results.pop() ?? 0);
        return true;
      case 33: // setcurrentpoint: where the flex has ended
        stack.length = 0;
        return true;
      default:
        return false;
    }
  }

  /** Section 8.3 and 8.1: flex and hint replacement. */
  #otherSubroutine(): boolean {
    const stack = this.#stack;
    const number = stack.pop() ?? -1;
    const count = stack.pop() ?? 0;
    if (count < 0 || count > stack.length) return false;
    const operands = stack.splice(stack.length - count, count);
    if (number === 1) {
      this.#begin();
      this.#flex = [];
      return true;
    }
    if (number === 2) return this.#flex !== undefined;
    if (number === 0) return this.#endFlex(operands);
    if (number === 3) {
      this.#active = [];
      this.#activeChanged = true;
      this.#results = operands;
      return true;
    }
    return false;
  }

  /** Seven moves: to the reference point, from there to the six points of two curves. */
  #endFlex(operands: readonly number[]): boolean {
    const points = this.#flex;
    this.#flex = undefined;
    if (points?.length !== 7 || !this.#open) return false;
    const [reference, first, ...rest] = points;
    const deltas = [
      { x: present(reference).x + present(first).x, y: present(reference).y + present(first).y },
      ...rest,
    ];
    this.#push(
      RRCURVETO,
      deltas.slice(0, 3).flatMap(({ x, y }) => [x, y]),
    );
    this.#push(
      RRCURVETO,
      deltas.slice(3).flatMap(({ x, y }) => [x, y]),
    );
    this.#results = [operands[2] ?? 0, operands[1] ?? 0];
    return true;
  }

  #move(x: number, y: number): boolean {
    this.#stack.length = 0;
    if (this.#flex) {
      this.#flex.push({ x, y });
      return true;
    }
    this.#pendingX += x;
    this.#pendingY += y;
    this.#open = false;
    return true;
  }

  #draw(operator: number): boolean {
    const count = OPERANDS.get(operator);
    if (count === undefined || this.#stack.length < count) return false;
    this.#begin();
    this.#push(operator, this.#stack.slice(-count));
    this.#stack.length = 0;
    return true;
  }

  /** Writes the move to where an outline begins. */
  #begin(): void {
    if (this.#open) return;
    const x = this.#pendingX;
    const y = this.#pendingY;
    if (y === 0) this.#push(HMOVETO, [x]);
    else if (x === 0) this.#push(VMOVETO, [y]);
    else this.#push(RMOVETO, [x, y]);
    this.#pendingX = 0;
    this.#pendingY = 0;
    this.#open = true;
  }

  #push(operator: number, operands: number[]): void {
    const stems = this.#activeChanged ? [...this.#active] : undefined;
    this.#activeChanged = false;
    this.#operations.push(stems ? { operator, operands, stems } : { operator, operands });
  }

  #stem(vertical: boolean, [position = 0, width = 0]: readonly number[]): boolean {
    const absolute = position + (vertical ? this.#sideBearing : 0);
    let index = this.#stems.findIndex(
      (stem) => stem.vertical === vertical && stem.position === absolute && stem.width === width,
    );
    if (index < 0) index = this.#stems.push({ vertical, position: absolute, width }) - 1;
    if (index >= MAX_STEMS) return false;
    if (!this.#active.includes(index)) this.#active.push(index);
    this.#activeChanged = true;
    this.#stack.length = 0;
    return true;
  }
}

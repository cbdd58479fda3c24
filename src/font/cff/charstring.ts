/** Type 2 charstrings (Adobe Technical Note 5177): what is needed to take subroutines apart. */

export interface Subroutines {
  readonly global: readonly Uint8Array[];
  readonly local: readonly Uint8Array[];
}

const MAX_CALL_DEPTH = 10;
const MAX_CHARSTRING_LENGTH = 65_535;
/** The most calls that one character makes: subroutines that hold nothing but calls would never end. */
const MAX_CALLS = 2_000;

const CALL_LOCAL = 10;
const RETURN = 11;
const ESCAPE = 12;
const END_CHARACTER = 14;
const HINT_MASK = 19;
const COUNTER_MASK = 20;
const CALL_GLOBAL = 29;
const STEMS = new Set([1, 3, 18, 23]);
const FLEXES = new Set([34, 35, 36, 37]);

/**
 * The charstring with its subroutines in place of the calls. Undefined if it does arithmetic, builds an accented
 * character from two others, or is damaged.
 */
export function inlineSubroutines(charstring: Uint8Array, subroutines: Subroutines): Uint8Array | undefined {
  const inliner = new Inliner(subroutines);
  return inliner.run(charstring, 0) && inliner.ended ? Uint8Array.from(inliner.out) : undefined;
}

class Inliner {
  readonly out: number[] = [];
  ended = false;
  readonly #subroutines: Subroutines;
  /** Value and start in `out` of the operands since the last operator. */
  readonly #values: number[] = [];
  readonly #starts: number[] = [];
  #hints = 0;
  #calls = 0;

  constructor(subroutines: Subroutines) {
    this.#subroutines = subroutines;
  }

  /** False if the charstring cannot be taken apart. */
  run(code: Uint8Array, depth: number): boolean {
    if (depth > MAX_CALL_DEPTH) return false;
    for (let at = 0; at < code.length && !this.ended; ) {
      if (this.out.length > MAX_CHARSTRING_LENGTH) return false;
      const first = code[at] ?? 0;
      const size = operandSize(first);
      if (size > 0) {
        this.#operand(code, at, size);
        at += size;
        continue;
      }
      at++;
      if (first === RETURN) return true;
      if (first === CALL_LOCAL || first === CALL_GLOBAL) {
        if (!this.#call(first === CALL_LOCAL ? this.#subroutines.local : this.#subroutines.global, depth)) return false;
        continue;
      }
      if (first === END_CHARACTER) {
        if (this.#values.length >= 4) return false;
        this.ended = true;
      }
      this.out.push(first);
      if (first === ESCAPE) {
        const second = code[at++];
        if (second === undefined || !FLEXES.has(second)) return false;
        this.out.push(second);
      }
      if (STEMS.has(first) || first === HINT_MASK || first === COUNTER_MASK) this.#hints += this.#values.length >> 1;
      this.#values.length = 0;
      this.#starts.length = 0;
      if (first === HINT_MASK || first === COUNTER_MASK) {
        const bytes = (this.#hints + 7) >> 3;
        for (let i = 0; i < bytes; i++) this.out.push(code[at++] ?? 0);
      }
    }
    return true;
  }

  #operand(code: Uint8Array, at: number, size: number): void {
    const first = code[at] ?? 0;
    const second = code[at + 1] ?? 0;
    let value = first - 139;
    if (first === 28) value = ((second << 24) | ((code[at + 2] ?? 0) << 16)) >> 16;
    else if (first === 255) value = Number.NaN;
    else if (first >= 251) value = -(first - 251) * 256 - second - 108;
    else if (first >= 247) value = (first - 247) * 256 + second + 108;
    this.#values.push(value);
    this.#starts.push(this.out.length);
    for (let i = 0; i < size; i++) this.out.push(code[at + i] ?? 0);
  }

  #call(subroutines: readonly Uint8Array[], depth: number): boolean {
    const value = this.#values.pop();
    const start = this.#starts.pop();
    if (value === undefined || start === undefined || ++this.#calls > MAX_CALLS) return false;
    this.out.length = start;
    const bias = subroutines.length < 1240 ? 107 : subroutines.length < 33_900 ? 1131 : 32_768;
    const subroutine = subroutines[value + bias];
    return subroutine !== undefined && this.run(subroutine, depth + 1);
  }
}

/** Bytes of the operand that begins with this byte; 0 for operators. */
function operandSize(first: number): number {
  if (first === 28) return 3;
  if (first < 32) return 0;
  if (first <= 246) return 1;
  return first === 255 ? 5 : 2;
}

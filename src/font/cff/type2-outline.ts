import type { Subroutines } from "./charstring.ts";

const MAX_CALL_DEPTH = 10;
const MAX_STEPS = 60_000;

/**
 * The outline of a Type 2 charstring (Adobe Technical Note 5177) as text: moves, lines and curves in absolute
 * coordinates, without hints and width. Two charstrings that draw alike have one text. Undefined for what is not
 * understood: arithmetic and accented characters made of two others.
 */
export function type2Outline(charstring: Uint8Array, subroutines: Subroutines): string | undefined {
  const machine = new Machine(subroutines);
  return machine.run(charstring, 0) ? machine.path.text : undefined;
}

/** Moves, lines and curves, written down in absolute coordinates. */
class PathText {
  #x = 0;
  #y = 0;
  readonly #parts: string[] = [];

  get text(): string {
    return this.#parts.join(" ");
  }

  move(dx: number, dy: number): void {
    this.#by(dx, dy);
    this.#parts.push(`M${this.#here()}`);
  }

  line(dx: number, dy: number): void {
    this.#by(dx, dy);
    this.#parts.push(`L${this.#here()}`);
  }

  curve(dxa: number, dya: number, dxb: number, dyb: number, dxc: number, dyc: number): void {
    const points: string[] = [];
    for (const [dx, dy] of [
      [dxa, dya],
      [dxb, dyb],
      [dxc, dyc],
    ] as const) {
      this.#by(dx, dy);
      points.push(this.#here());
    }
    this.#parts.push(`C${points.join(",")}`);
  }

  #by(dx: number, dy: number): void {
    this.#x += dx;
    this.#y += dy;
  }

  #here(): string {
    const rounded = (value: number) => Math.round(value * 64) / 64;
    return `${rounded(this.#x)},${rounded(this.#y)}`;
  }
}

class Machine {
  readonly path = new PathText();
  readonly #subroutines: Subroutines;
  #stack: number[] = [];
  #hints = 0;
  #steps = 0;
  #ended = false;
  /** The width comes before the operands of the first operator that clears the stack. */
  #hasWidth = false;

  constructor(subroutines: Subroutines) {
    this.#subroutines = subroutines;
  }

  run(code: Uint8Array, depth: number): boolean {
    if (depth > MAX_CALL_DEPTH) return false;
    for (let at = 0; at < code.length && !this.#ended; ) {
      if (++this.#steps > MAX_STEPS) return false;
      const first = code[at] ?? 0;
      if (first >= 32 || first === 28) {
        at += this.#number(code, at, first);
        continue;
      }
      at++;
      if (first === 11) return true;
      if (first === 10 || first === 29) {
        const list = first === 10 ? this.#subroutines.local : this.#subroutines.global;
        const bias = list.length < 1240 ? 107 : list.length < 33_900 ? 1131 : 32_768;
        const body = list[(this.#stack.pop() ?? 0) + bias];
        if (!body || !this.run(body, depth + 1)) return false;
        continue;
      }
      if (first === 19 || first === 20) {
        this.#stems();
        at += Math.ceil(this.#hints / 8);
        continue;
      }
      const operator = first === 12 ? 1200 + (code[at++] ?? 0) : first;
      if (!this.#draw(operator)) return false;
    }
    return depth > 0 || this.#ended;
  }

  #number(code: Uint8Array, at: number, first: number): number {
    if (first === 28) {
      this.#stack.push((((code[at + 1] ?? 0) << 24) >> 16) | (code[at + 2] ?? 0));
      return 3;
    }
    if (first <= 246) {
      this.#stack.push(first - 139);
      return 1;
    }
    if (first <= 250) {
      this.#stack.push((first - 247) * 256 + (code[at + 1] ?? 0) + 108);
      return 2;
    }
    if (first <= 254) {
      this.#stack.push(-(first - 251) * 256 - (code[at + 1] ?? 0) - 108);
      return 2;
    }
    const [a = 0, b = 0, c = 0, d = 0] = code.subarray(at + 1, at + 5);
    this.#stack.push(((a << 24) | (b << 16) | (c << 8) | d) / 65_536);
    return 5;
  }

  #stems(): void {
    if (this.#stack.length % 2 === 1) this.#hasWidth = true;
    this.#hints += this.#stack.length >> 1;
    this.#hasWidth = true;
    this.#stack = [];
  }

  /** The operands, without the width before them. */
  #taken(count: number): number[] {
    const operands = this.#hasWidth ? this.#stack : this.#stack.slice(Math.max(0, this.#stack.length - count));
    this.#hasWidth = true;
    this.#stack = [];
    return operands;
  }

  #draw(operator: number): boolean {
    const { path } = this;
    switch (operator) {
      case 1:
      case 3:
      case 18:
      case 23:
        this.#stems();
        return true;
      case 14:
        // with operands it is an accented character
        if (this.#stack.length >= 4) return false;
        this.#ended = true;
        return true;
      case 21: {
        const [dx = 0, dy = 0] = this.#taken(2);
        path.move(dx, dy);
        return true;
      }
      case 22:
        path.move(this.#taken(1)[0] ?? 0, 0);
        return true;
      case 4:
        path.move(0, this.#taken(1)[0] ?? 0);
        return true;
    }
    const operands = this.#stack;
    this.#stack = [];
    return (
      drawLines(path, operator, operands) || drawCurves(path, operator, operands) || drawFlex(path, operator, operands)
    );
  }
}

function drawLines(path: PathText, operator: number, operands: readonly number[]): boolean {
  const at = (index: number) => operands[index] ?? 0;
  if (operator === 5) for (let i = 0; i + 1 < operands.length; i += 2) path.line(at(i), at(i + 1));
  else if (operator === 6 || operator === 7) {
    for (const [index, delta] of operands.entries()) {
      if ((operator === 6) === (index % 2 === 0)) path.line(delta, 0);
      else path.line(0, delta);
    }
  } else return false;
  return true;
}

function drawCurves(path: PathText, operator: number, operands: readonly number[]): boolean {
  const at = (index: number) => operands[index] ?? 0;
  const curve = (i: number) => path.curve(at(i), at(i + 1), at(i + 2), at(i + 3), at(i + 4), at(i + 5));
  const count = operands.length;
  let i = 0;
  switch (operator) {
    case 8:
      for (; i + 5 < count; i += 6) curve(i);
      return true;
    case 24:
      for (; i + 7 < count; i += 6) curve(i);
      path.line(at(i), at(i + 1));
      return true;
    case 25:
      for (; i + 7 < count; i += 2) path.line(at(i), at(i + 1));
      curve(i);
      return true;
    case 26: {
      let dx = count % 4 === 1 ? at(i++) : 0;
      for (; i + 3 < count; i += 4, dx = 0) path.curve(dx, at(i), at(i + 1), at(i + 2), 0, at(i + 3));
      return true;
    }
    case 27: {
      let dy = count % 4 === 1 ? at(i++) : 0;
      for (; i + 3 < count; i += 4, dy = 0) path.curve(at(i), dy, at(i + 1), at(i + 2), at(i + 3), 0);
      return true;
    }
    case 30:
    case 31:
      for (let isHorizontal = operator === 31; i + 3 < count; i += 4, isHorizontal = !isHorizontal) {
        const last = count - i === 5 ? at(i + 4) : 0;
        if (isHorizontal) path.curve(at(i), 0, at(i + 1), at(i + 2), last, at(i + 3));
        else path.curve(0, at(i), at(i + 1), at(i + 2), at(i + 3), last);
      }
      return true;
    default:
      return false;
  }
}

function drawFlex(path: PathText, operator: number, operands: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0] = operands;
  switch (operator) {
    case 1234:
      path.curve(a, 0, b, c, d, 0);
      path.curve(e, 0, f, -c, g, 0);
      return true;
    case 1235:
      path.curve(a, b, c, d, e, f);
      path.curve(g, h, i, j, k, l);
      return true;
    case 1236:
      path.curve(a, b, c, d, e, 0);
      path.curve(f, 0, g, h, i, -(b + d + h));
      return true;
    case 1237: {
      const dx = a + c + e + g + i;
      const dy = b + d + f + h + j;
      path.curve(a, b, c, d, e, f);
      if (Math.abs(dx) > Math.abs(dy)) path.curve(g, h, i, j, k, -dy);
      else path.curve(g, h, i, j, -dx, k);
      return true;
    }
    default:
      return false;
  }
}

/** The outline of a glyph that is known by its operations, as {@link type2Outline} writes it. */
export function outlineOfOperations(
  operations: readonly { operator: number; operands: readonly number[] }[],
): string | undefined {
  const path = new PathText();
  for (const { operator, operands } of operations) {
    const [dx = 0, dy = 0] = operands;
    if (operator === 21) path.move(dx, dy);
    else if (operator === 22) path.move(dx, 0);
    else if (operator === 4) path.move(0, dx);
    else if (!drawLines(path, operator, operands) && !drawCurves(path, operator, operands)) return undefined;
  }
  return path.text;
}

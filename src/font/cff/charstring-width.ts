import type { Subroutines } from "./charstring.ts";

const MAX_CALL_DEPTH = 10;
/** Widths come first: subroutines that do nothing but call each other would never end. */
const MAX_CALLS = 100;
const STEMS = new Set([1, 3, 18, 19, 20, 23]);
const ESCAPE = 12;

/**
 * The number that a Type 2 charstring begins with if its width is not the default: the difference to nominalWidthX
 * (Adobe Technical Note 5177, 3.1). Undefined without one.
 */
export function type2WidthOperand(charstring: Uint8Array, subroutines: Subroutines): number | undefined {
  const stack: number[] = [];
  return run(charstring, subroutines, stack, { calls: MAX_CALLS, depth: 0 }) === "found" ? stack[0] : undefined;
}

function run(
  code: Uint8Array,
  subroutines: Subroutines,
  stack: number[],
  left: { calls: number; depth: number },
): "found" | "none" | "goes on" {
  if (left.depth > MAX_CALL_DEPTH || left.calls-- < 0) return "none";
  for (let at = 0; at < code.length; ) {
    const first = code[at++] ?? 0;
    const second = code[at] ?? 0;
    if (first === 28) {
      stack.push(((second << 24) | ((code[at + 1] ?? 0) << 16)) >> 16);
      at += 2;
    } else if (first >= 32) {
      if (first <= 246) stack.push(first - 139);
      else if (first === 255) {
        const [a = 0, b = 0, c = 0, d = 0] = code.subarray(at, at + 4);
        stack.push(((a << 24) | (b << 16) | (c << 8) | d) / 65_536);
        at += 4;
      } else {
        stack.push(first <= 250 ? (first - 247) * 256 + second + 108 : -(first - 251) * 256 - second - 108);
        at++;
      }
    } else if (first === 10 || first === 29) {
      const list = first === 10 ? subroutines.local : subroutines.global;
      const bias = list.length < 1240 ? 107 : list.length < 33_900 ? 1131 : 32_768;
      const called = list[(stack.pop() ?? -1e9) + bias];
      if (!called) return "none";
      left.depth++;
      const result = run(called, subroutines, stack, left);
      left.depth--;
      if (result !== "goes on") return result;
    } else if (first === 11) return "goes on";
    else if (STEMS.has(first)) return stack.length % 2 === 1 ? "found" : "none";
    else if (first === 21) return stack.length > 2 ? "found" : "none";
    else if (first === 4 || first === 22) return stack.length > 1 ? "found" : "none";
    else if (first === 14) return stack.length === 1 || stack.length === 5 ? "found" : "none";
    else return "none";
    if (stack.length > 513) return "none";
  }
  return "goes on";
}

/** The width that a Type 1 charstring sets with hsbw or sbw (Adobe Type 1 Font Format, 6.4); undefined without one. */
export function type1Width(charstring: Uint8Array): number | undefined {
  const stack: number[] = [];
  for (let at = 0; at < charstring.length; ) {
    const first = charstring[at++] ?? 0;
    if (first >= 32) {
      if (first <= 246) stack.push(first - 139);
      else if (first <= 250) stack.push((first - 247) * 256 + (charstring[at++] ?? 0) + 108);
      else if (first <= 254) stack.push(-(first - 251) * 256 - (charstring[at++] ?? 0) - 108);
      else {
        const [a = 0, b = 0, c = 0, d = 0] = charstring.subarray(at, at + 4);
        stack.push((a << 24) | (b << 16) | (c << 8) | d);
        at += 4;
      }
      continue;
    }
    if (first === 13) return stack[1];
    if (first !== ESCAPE) return undefined;
    const second = charstring[at++];
    if (second === 7) return stack[2];
    if (second !== 12) return undefined;
    const divisor = stack.pop() ?? 1;
    stack.push((stack.pop() ?? 0) / divisor);
  }
  return undefined;
}

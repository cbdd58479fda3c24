import { numberInText } from "../../../office/number-picture.ts";
import type { InstructionText, InstructionToken } from "./instruction-text.ts";

/** A comparison at the start of an instruction, and the words behind it. */
export interface Comparison {
  left: InstructionToken | undefined;
  operator: string;
  right: InstructionToken | undefined;
  rest: InstructionToken[];
}

/** The comparison of IF, COMPARE and the like (ISO/IEC 29500-1, 17.16.5.28); undefined if there is none. */
export function comparisonOf(instruction: InstructionText): Comparison | undefined {
  const tokens = instruction.tokens();
  const at = tokens.findIndex(({ kind }) => kind === "operator");
  if (at < 0 || at > 1) return undefined;
  const operator = tokens[at];
  const right = tokens[at + 1];
  if (!operator || right?.kind === "operator") return undefined;
  return {
    left: at === 1 ? tokens[0] : undefined,
    operator: instruction.text.slice(operator.from, operator.to),
    right,
    rest: tokens.slice(at + 2),
  };
}

/** The arguments among the words of an instruction: what follows a switch is its own. */
export function argumentsOf(tokens: readonly InstructionToken[]): InstructionToken[] {
  return tokens.filter(({ kind }, index) => kind !== "switch" && tokens[index - 1]?.kind !== "switch");
}

/** Whether two texts compare as an operator says: numbers by their value, others letter by letter. */
export function compared(left: string, operator: string, right: string, decimal: string): boolean {
  const isNumber = (text: string) => /^[-+]?\p{Sc}?[\d.,'\s]*\d%?$/u.test(text);
  const [first, second] = [numberInText(left, decimal), numberInText(right, decimal)];
  const order =
    isNumber(left) && isNumber(right) && first !== undefined && second !== undefined
      ? first - second
      : matches(left, right)
        ? 0
        : left < right
          ? -1
          : 1;
  switch (operator) {
    case "=":
      return order === 0;
    case "<>":
      return order !== 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    default:
      return order >= 0;
  }
}

/** Whether texts are equal; the right one may hold `?` for a character and `*` for any number of them. */
function matches(left: string, right: string): boolean {
  if (left === right || !/[?*]/.test(right)) return left === right;
  const fits = (pattern: string, from: number) =>
    from + pattern.length <= left.length &&
    [...pattern].every((each, index) => each === "?" || each === left.charAt(from + index));
  const [first = "", ...others] = right.split("*");
  if (!fits(first, 0)) return false;
  let at = first.length;
  const last = others.pop();
  if (last === undefined) return at === left.length;
  for (const part of others) {
    while (at <= left.length && !fits(part, at)) at++;
    if (at > left.length) return false;
    at += part.length;
  }
  const tail = left.length - last.length;
  return tail >= at && fits(last, tail);
}

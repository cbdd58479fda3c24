import type { Outline } from "../display-list/outline.ts";
import { coordinate } from "./numbers.ts";

/** Path operators, each followed by a blank. */
export function pathOperators({ operators, numbers }: Outline): string {
  let out = "";
  let at = 0;
  const points = (count: number) => {
    let operands = "";
    for (const end = at + 2 * count; at < end; at++) operands += `${coordinate(numbers[at] ?? 0)} `;
    return operands;
  };
  for (const operator of operators) {
    if (operator === "M") out += `${points(1)}m `;
    else if (operator === "L") out += `${points(1)}l `;
    else if (operator === "C") out += `${points(3)}c `;
    else out += "h ";
  }
  return out;
}

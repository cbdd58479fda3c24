import { largestOf, smallestOf } from "../domain/collections/long-lists.ts";
import { roundHalfAway } from "./numbers.ts";

type MathFunction = (values: number[]) => number;
/** What equations of {math} may call, by name. */
export const MATH_FUNCTIONS: Readonly<Record<string, MathFunction>> = {
  abs: ([x = 0]) => Math.abs(x),
  ceil: ([x = 0]) => Math.ceil(x),
  floor: ([x = 0]) => Math.floor(x),
  int: ([x = 0]) => Math.trunc(x),
  round: ([x = 0, places = 0]) => roundHalfAway(x, places),
  sqrt: ([x = 0]) => Math.sqrt(x),
  pow: ([x = 0, y = 0]) => x ** y,
  exp: ([x = 0]) => Math.exp(x),
  log: ([x = 0, base]) => (base === undefined ? Math.log(x) : Math.log(x) / Math.log(base)),
  log10: ([x = 0]) => Math.log10(x),
  max: (values) => largestOf(values),
  min: (values) => smallestOf(values),
  pi: () => Math.PI,
  sin: ([x = 0]) => Math.sin(x),
  cos: ([x = 0]) => Math.cos(x),
  tan: ([x = 0]) => Math.tan(x),
  asin: ([x = 0]) => Math.asin(x),
  acos: ([x = 0]) => Math.acos(x),
  atan: ([x = 0]) => Math.atan(x),
  sinh: ([x = 0]) => Math.sinh(x),
  cosh: ([x = 0]) => Math.cosh(x),
  tanh: ([x = 0]) => Math.tanh(x),
  deg2rad: ([x = 0]) => (x * Math.PI) / 180,
  rad2deg: ([x = 0]) => (x * 180) / Math.PI,
};

const CALL = /(?=[\p{L}_])(?<![\p{L}_]\p{N}*)([\p{L}_][\p{L}\p{N}_]*)\s*\(/gu;

/** The first function of an equation that there is not. */
export function unknownMathFunction(equation: string): string | undefined {
  for (const [, name = ""] of equation.matchAll(CALL)) if (!Object.hasOwn(MATH_FUNCTIONS, name)) return name;
  return undefined;
}

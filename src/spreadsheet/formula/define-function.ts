import type { Calculator } from "./calculator.ts";
import type { Frame } from "./cell-provider.ts";
import type { FormulaValue, Scalar } from "./formula-value.ts";
import type { FunctionDefinition } from "./function-definition.ts";
import type { FormulaNode } from "./parse.ts";

/** The most arguments that a function takes. */
export const ANY = 255;

export function ofScalars(
  least: number,
  most: number,
  apply: (values: Scalar[], calculator: Calculator, frame: Frame) => Scalar,
): FunctionDefinition {
  return { kind: "scalars", least, most, apply };
}

export function ofValues(
  least: number,
  most: number,
  apply: (values: FormulaValue[], calculator: Calculator, frame: Frame) => FormulaValue,
): FunctionDefinition {
  return { kind: "values", least, most, apply };
}

export function ofArrays(
  least: number,
  most: number,
  apply: (values: FormulaValue[], calculator: Calculator, frame: Frame) => FormulaValue,
): FunctionDefinition {
  return { kind: "values", least, most, apply, isArray: true };
}

/** {@link ofValues} for totals of ranges: those of ranges that are known are calculated once. */
export function ofRanges(
  least: number,
  most: number,
  apply: (values: FormulaValue[], calculator: Calculator, frame: Frame) => FormulaValue,
  rangesFrom = 0,
): FunctionDefinition {
  return { kind: "values", least, most, apply, rangesFrom };
}

export function ofNodes(
  least: number,
  most: number,
  apply: (nodes: readonly (FormulaNode | undefined)[], calculator: Calculator, frame: Frame) => FormulaValue,
): FunctionDefinition {
  return { kind: "lazy", least, most, apply };
}

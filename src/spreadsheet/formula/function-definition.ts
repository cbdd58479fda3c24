import type { Calculator } from "./calculator.ts";
import type { Frame } from "./cell-provider.ts";
import type { FormulaValue, Scalar } from "./formula-value.ts";
import type { FormulaNode } from "./parse.ts";

interface Arity {
  least: number;
  most: number;
  /** Its arguments are calculated as in an array formula. */
  isArray?: boolean;
  /** Where its ranges begin, if its value depends on them, and on the single values before, and not on the cell it is for. */
  rangesFrom?: number;
}

/** A worksheet function: of single values (mapped over ranges in array formulas), of ranges, or of formulas. */
export type FunctionDefinition = Arity &
  (
    | { kind: "scalars"; apply(values: Scalar[], calculator: Calculator, frame: Frame): Scalar }
    | { kind: "values"; apply(values: FormulaValue[], calculator: Calculator, frame: Frame): FormulaValue }
    | {
        kind: "lazy";
        apply(nodes: readonly (FormulaNode | undefined)[], calculator: Calculator, frame: Frame): FormulaValue;
      }
  );

/** The function of a name, if it is calculated here. */
export type FunctionFinder = (name: string) => FunctionDefinition | undefined;

export type FunctionTable = Readonly<Record<string, FunctionDefinition>>;

/** The most arguments a function takes. */
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

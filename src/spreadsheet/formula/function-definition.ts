import type { Calculator } from "./calculator.ts";
import type { Frame } from "./cell-provider.ts";
import type { FormulaValue, Scalar } from "./formula-value.ts";
import type { FormulaNode } from "./parse.ts";

interface Arity {
  least: number;
  most: number;
  /** Its arguments are calculated as in an array formula. */
  isArray?: boolean;
  /**
   * Where its ranges begin, if its value depends on them and on the single values before, but not on the cell it is
   * for.
   */
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

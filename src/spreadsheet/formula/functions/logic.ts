import type { Calculator } from "../calculator.ts";
import type { Frame } from "../cell-provider.ts";
import { equalScalars, toBoolean } from "../coerce.ts";
import { ANY, ofNodes, ofScalars, ofValues } from "../define-function.ts";
import { FormulaError, FormulaErrorSignal, raise } from "../formula-error.ts";
import { AreaReference, type FormulaValue, Matrix, type Scalar } from "../formula-value.ts";
import type { FunctionDefinition, FunctionTable } from "../function-definition.ts";
import type { FormulaNode } from "../parse.ts";

type Node = FormulaNode | undefined;

function evaluated(node: Node, calculator: Calculator, frame: Frame): FormulaValue {
  return node ? calculator.evaluate(node, frame) : 0;
}

/** An array formula's IF chooses cell by cell. */
function choose(nodes: readonly Node[], calculator: Calculator, frame: Frame): FormulaValue {
  const [test, then, otherwise] = nodes;
  const condition = evaluated(test, calculator, frame);
  const isMapped = condition instanceof Matrix || (frame.isArray && condition instanceof AreaReference);
  if (!isMapped) {
    if (toBoolean(calculator.scalar(condition, frame))) return evaluated(then, calculator, frame);
    return nodes.length < 3 ? false : evaluated(otherwise, calculator, frame);
  }
  const tests = calculator.matrix(condition);
  const yes = calculator.matrix(evaluated(then, calculator, frame));
  const no = nodes.length < 3 ? new Matrix([[false]]) : calculator.matrix(evaluated(otherwise, calculator, frame));
  const pick = (matrix: Matrix, row: number, column: number): Scalar =>
    matrix.at(matrix.height === 1 ? 0 : row, matrix.width === 1 ? 0 : column);
  return new Matrix(
    tests.rows.map((line, row) =>
      line.map((value, column) => {
        if (value instanceof FormulaError) return value;
        return pick(toBoolean(value) ? yes : no, row, column);
      }),
    ),
  );
}

/** Evaluates; an error that `isCaught` accepts becomes the fallback's value. */
function fallback(isCaught: (error: FormulaError) => boolean): FunctionDefinition {
  return ofNodes(2, 2, ([node, otherwise], calculator, frame) => {
    try {
      const value = evaluated(node, calculator, frame);
      if (value instanceof Matrix || (frame.isArray && value instanceof AreaReference)) {
        const substitute = calculator.scalar(evaluated(otherwise, calculator, frame), frame);
        const { rows } = calculator.matrix(value);
        return new Matrix(
          rows.map((row) => row.map((each) => (each instanceof FormulaError && isCaught(each) ? substitute : each))),
        );
      }
      const scalar = calculator.scalar(value, frame);
      if (!(scalar instanceof FormulaError && isCaught(scalar))) return scalar ?? 0;
    } catch (error) {
      if (!(error instanceof FormulaErrorSignal && isCaught(error.error))) throw error;
    }
    return evaluated(otherwise, calculator, frame);
  });
}

function booleansOf(values: readonly FormulaValue[], calculator: Calculator): boolean[] {
  const booleans: boolean[] = [];
  for (const value of values)
    calculator.each(value, (scalar, isCell) => {
      if (scalar === null || (isCell && typeof scalar === "string")) return;
      booleans.push(toBoolean(scalar));
    });
  return booleans.length > 0 ? booleans : raise(FormulaError.VALUE);
}

/** Choices and conditions; only the branch that is taken is calculated. */
export const LOGIC_FUNCTIONS: FunctionTable = {
  IF: ofNodes(1, 3, choose),
  IFS: ofNodes(2, ANY, (nodes, calculator, frame) => {
    for (let index = 0; index + 1 < nodes.length; index += 2)
      if (toBoolean(calculator.scalar(evaluated(nodes[index], calculator, frame), frame)))
        return evaluated(nodes[index + 1], calculator, frame);
    return raise(FormulaError.NA);
  }),
  SWITCH: ofNodes(3, ANY, ([subject, ...cases], calculator, frame) => {
    const value = calculator.scalar(evaluated(subject, calculator, frame), frame);
    for (let index = 0; index + 1 < cases.length; index += 2)
      if (equalScalars(value, calculator.scalar(evaluated(cases[index], calculator, frame), frame)))
        return evaluated(cases[index + 1], calculator, frame);
    return cases.length % 2 === 1 ? evaluated(cases.at(-1), calculator, frame) : raise(FormulaError.NA);
  }),
  CHOOSE: ofNodes(2, ANY, ([place, ...choices], calculator, frame) => {
    const index = Math.trunc(Number(calculator.scalar(evaluated(place, calculator, frame), frame)));
    if (!(index >= 1 && index <= choices.length)) return raise(FormulaError.VALUE);
    return evaluated(choices[index - 1], calculator, frame);
  }),
  IFERROR: fallback(() => true),
  IFNA: fallback((error) => error === FormulaError.NA),
  AND: ofValues(1, ANY, (values, calculator) => booleansOf(values, calculator).every(Boolean)),
  OR: ofValues(1, ANY, (values, calculator) => booleansOf(values, calculator).some(Boolean)),
  XOR: ofValues(1, ANY, (values, calculator) => booleansOf(values, calculator).filter(Boolean).length % 2 === 1),
  NOT: ofScalars(1, 1, ([value]) => !toBoolean(value)),
  TRUE: ofScalars(0, 0, () => true),
  FALSE: ofScalars(0, 0, () => false),
};

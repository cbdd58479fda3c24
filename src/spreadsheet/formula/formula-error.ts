/** How a formula ends without a value: with an error value, or because it cannot be calculated here. */

/** An error value of a cell (ECMA-376 Part 1, 18.17.2.7); there is one object for each. */
export class FormulaError {
  readonly code: string;

  private constructor(code: string) {
    this.code = code;
  }

  static readonly DIV0 = new FormulaError("#DIV/0!");
  static readonly NA = new FormulaError("#N/A");
  static readonly NAME = new FormulaError("#NAME?");
  static readonly NULL = new FormulaError("#NULL!");
  static readonly NUM = new FormulaError("#NUM!");
  static readonly REF = new FormulaError("#REF!");
  static readonly VALUE = new FormulaError("#VALUE!");
  /** An array without values. */
  static readonly CALC = new FormulaError("#CALC!");
  /** An array that has no room: cells that it would fill are not empty. */
  static readonly SPILL = new FormulaError("#SPILL!");

  static of(code: string): FormulaError {
    return ERRORS.get(code.toUpperCase()) ?? FormulaError.VALUE;
  }
}

const ERRORS = new Map(
  [
    FormulaError.DIV0,
    FormulaError.NA,
    FormulaError.NAME,
    FormulaError.NULL,
    FormulaError.NUM,
    FormulaError.REF,
    FormulaError.VALUE,
    FormulaError.CALC,
    FormulaError.SPILL,
  ].map((error) => [error.code, error]),
);

/**
 * Thrown inside a calculation to give a formula its error value. Not an Error: gathering stacks would cost more than
 * anything else.
 */
export class FormulaErrorSignal {
  readonly error: FormulaError;

  constructor(error: FormulaError) {
    this.error = error;
  }
}

/** Thrown if a formula cannot be calculated here: a function that is not known, another workbook, a limit. */
export class NotCalculable {
  /** What it is that cannot be calculated. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Ends the calculation of a formula with an error value. */
export function raise(error: FormulaError): never {
  throw new FormulaErrorSignal(error);
}

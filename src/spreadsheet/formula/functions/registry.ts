import type { FunctionDefinition } from "../function-definition.ts";
import { ARRAY_FUNCTIONS } from "./arrays.ts";
import { CONDITIONAL_FUNCTIONS } from "./conditional.ts";
import { DATE_FUNCTIONS } from "./date.ts";
import { FINANCE_FUNCTIONS } from "./finance.ts";
import { INFORMATION_FUNCTIONS } from "./information.ts";
import { LOGIC_FUNCTIONS } from "./logic.ts";
import { LOOKUP_FUNCTIONS } from "./lookup.ts";
import { MATH_FUNCTIONS } from "./math.ts";
import { STATISTICS_FUNCTIONS } from "./statistics.ts";
import { TEXT_FUNCTIONS } from "./text.ts";

const FUNCTIONS: ReadonlyMap<string, FunctionDefinition> = new Map(
  [
    MATH_FUNCTIONS,
    STATISTICS_FUNCTIONS,
    CONDITIONAL_FUNCTIONS,
    LOGIC_FUNCTIONS,
    INFORMATION_FUNCTIONS,
    LOOKUP_FUNCTIONS,
    ARRAY_FUNCTIONS,
    TEXT_FUNCTIONS,
    DATE_FUNCTIONS,
    FINANCE_FUNCTIONS,
  ].flatMap((table) => Object.entries(table)),
);

/** The function of this name (in capitals, without `_xlfn.`), if it is calculated here. */
export function findFunction(name: string): FunctionDefinition | undefined {
  return FUNCTIONS.get(name);
}

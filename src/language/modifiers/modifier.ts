import type { Runtime } from "../runtime.ts";

/** What a value must be for a modifier to make sense; the field lister guesses types from it. */
export type TypeHint = "text" | "number" | "date" | "list" | "boolean";

/** One modifier. It gets values of any kind, converts them itself and never throws for a value's sake. */
export interface Modifier {
  run: (runtime: Runtime, value: unknown, ...list: unknown[]) => unknown;
  /** Where the function form takes its arguments in another order: `date("Y", $d)`. */
  call?: (runtime: Runtime, ...list: unknown[]) => unknown;
  /** Arguments a modifier cannot do without; checked when the template is parsed. */
  least?: number;
  /** Turns markup into markup, so that what was escaped once is not escaped again. */
  keepsMarkup?: boolean;
  hint?: TypeHint;
}

/** Modifiers of one group by their lower-case names. */
export type ModifierTable = Readonly<Record<string, Modifier>>;

/** A text modifier without arguments. */
export function textModifier(change: (text: string) => string, toText: (value: unknown) => string): Modifier {
  return { run: (_, value) => change(toText(value)), keepsMarkup: true, hint: "text" };
}

import type { LoopUnit } from "../ast.ts";

/** Formats that have something to repeat besides text, by the word of its loop. */
const FORMATS: Readonly<Record<Exclude<LoopUnit, "foreach">, string>> = {
  tablerow: "Word, PowerPoint and Excel",
  column: "Word, PowerPoint and Excel",
  slide: "PowerPoint",
  sheet: "Excel",
};

export const NO_UNITS: ReadonlySet<LoopUnit> = new Set();

/** "{slide} belongs to templates of PowerPoint", where the format repeats only `units` besides text. */
export function belongsElsewhere(unit: string, units: ReadonlySet<string>): string | undefined {
  if (units.has(unit) || !isNamed(unit)) return undefined;
  return `{${unit}} belongs to templates of ${FORMATS[unit]}`;
}

/** For a block that is never closed, because elsewhere its loop needs no end. */
export function elsewhereInstead(expected: string | undefined, units: ReadonlySet<string>): string | undefined {
  const unit = /^`?\{\/(\w+)\}`?$/.exec(expected ?? "")?.[1];
  const elsewhere = unit && belongsElsewhere(unit, units);
  return elsewhere && `${elsewhere}; here text is repeated by {foreach $List as $item} and {/foreach}`;
}

const isNamed = (unit: string): unit is keyof typeof FORMATS => Object.hasOwn(FORMATS, unit);

import type { RunFields } from "../domain/run.ts";
import { lettersAndDigits } from "../language/fold-name.ts";
import { nearestWord } from "../language/template-error.ts";

const MOST = 20;

/**
 * Data that no field used and that are called almost like a field that got none: a slip in either name. Other data are
 * nothing to speak of, deliveries may use them.
 */
export function dataWarnings({ missing, unused }: Pick<RunFields, "missing" | "unused">): string[] {
  const fields = new Map(missing.map((name) => [lettersAndDigits(name).toLowerCase(), name]));
  return unused
    .slice(0, 1_000)
    .flatMap((name) => {
      const near = nearestWord(lettersAndDigits(name), fields.keys());
      const field = near === undefined ? undefined : fields.get(near);
      return field === undefined ? [] : [`No field uses “${name}” of the data; did you mean ${field}?`];
    })
    .slice(0, MOST);
}

/** Fields that no run of the document ever got, of those that got nothing now. */
export function neverGiven(missing: readonly string[], runs: readonly { fields: RunFields }[]): string[] {
  if (runs.length === 0) return [];
  const given = new Set(runs.flatMap(({ fields }) => fields.found));
  const count = runs.length === 1 ? "The last run" : `None of the last ${runs.length} runs`;
  const verb = runs.length === 1 ? "had no data" : "had data";
  return missing
    .filter((name) => !given.has(name))
    .slice(0, MOST)
    .map((name) => `${count} of the document ${verb} for the field ${name}.`);
}

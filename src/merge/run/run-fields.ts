import type { MergeData } from "../../domain/merge-data.ts";
import type { RunFields } from "../../domain/run.ts";
import { NameIndex } from "../../language/fold-name.ts";
import { nearestName } from "../../language/nearest-name.ts";
import type { TemplateFields } from "../../templates/template-engine.ts";

/** Names with a leading underscore steer the service (`_session`, `_use_get`); they are not merge data. */
const isControl = (name: string): boolean => name.startsWith("_");

/** Which of a template's fields had data, which had none, and which data no field used: top-level names. */
export function runFields(fieldNames: readonly string[], data: MergeData): RunFields {
  const names = [...new Set(fieldNames)];
  const keys = Object.keys(data);
  const index = new NameIndex(keys);
  const keyOf = new Map(names.map((name) => [name, index.find(name)]));
  const used = new Set(keyOf.values());
  return {
    found: names.filter((name) => keyOf.get(name) !== undefined),
    missing: names.filter((name) => keyOf.get(name) === undefined),
    unused: keys.filter((key) => !used.has(key) && !isControl(key)),
  };
}

const MOST = 20;

/**
 * Data that no field used and whose name is almost that of a field that got none: a slip in either name. Other unused
 * data are not worth a warning: deliveries may use them.
 * @param placeOf where a field is in its template
 */
export function dataWarnings(
  { missing, unused }: Pick<RunFields, "missing" | "unused">,
  placeOf: TemplateFields["placeOf"],
): string[] {
  return unused
    .slice(0, 1_000)
    .flatMap((name) => {
      const field = nearestName(name, missing);
      if (field === undefined) return [];
      const place = placeOf(field);
      return [`No field uses “${name}” of the data; did you mean ${field}${place && ` (${place})`}?`];
    })
    .slice(0, MOST);
}

/** Of the fields that got nothing now, those that no run of the document ever got. */
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

import type { RunFields } from "../../domain/run.ts";
import { NameIndex } from "../../language/fold-name.ts";
import type { MergeData } from "../../templates/template-engine.ts";

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

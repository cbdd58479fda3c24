import type { RunFields } from "../domain/run.ts";
import type { MergeData } from "../templates/template-engine.ts";

/** Names with a leading underscore steer the service (`_session`, `_use_get`); they are no merge data. */
const isControl = (name: string): boolean => name.startsWith("_");

/** Which of a template's fields had data, which had none, and which data no field used: top-level names. */
export function runFields(fieldNames: readonly string[], data: MergeData): RunFields {
  const names = new Set(fieldNames);
  const given = (name: string) => Object.hasOwn(data, name);
  return {
    found: [...names].filter(given),
    missing: [...names].filter((name) => !given(name)),
    unused: Object.keys(data).filter((name) => !names.has(name) && !isControl(name)),
  };
}

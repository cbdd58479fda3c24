import type { MergeField } from "../field-tree.ts";
import { lettersAndDigits } from "../fold-name.ts";
import type { Finding } from "./finding.ts";

/**
 * Findings whose shape ordinary text has, too, are kept only where the template says nothing else, or where their name is
 * that of one of its fields: `[Name]` in a contract without a single `{$...}` is a mistake, `[PDF]` beside a link is not.
 */
export function withoutSuspicious(findings: readonly Finding[], fields: readonly MergeField[]): Finding[] {
  const names = new Set(fields.map((field) => lettersAndDigits(field.name).toLowerCase()));
  return findings.filter(
    ({ suspicious }) =>
      suspicious === undefined || names.size === 0 || names.has(lettersAndDigits(suspicious).toLowerCase()),
  );
}

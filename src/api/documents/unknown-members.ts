import type { TemplateWarning } from "../../domain/template-warning.ts";

/** Members of answers that clients send back with the whole object: ignoring them is what they expect. */
const ANSWERED: ReadonlySet<string> = new Set(["id", "key", "url", "size", "success", "warnings", "fields", "type"]);

/** A warning for each member of a request that means nothing, with the one that was probably meant. */
export function unknownMembers(ignored: readonly string[], known: readonly string[]): TemplateWarning[] {
  return ignored
    .filter((name) => !ANSWERED.has(name))
    .map((name) => {
      const meant = known.find((candidate) => isNear(name, candidate));
      return {
        code: "unknown_member",
        part: name,
        place: `the member ${name} of the request`,
        text: name,
        message: `There is no member ${name}: it was ignored.`,
        remedy: meant === undefined ? `Members are ${known.join(", ")}.` : `Did you mean ${meant}?`,
      };
    });
}

/** Letters only, in small ones: `outputName` is near `output_name`; so is whatever takes at most two changes. */
function isNear(written: string, known: string): boolean {
  const [a, b] = [written, known].map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
  return a !== undefined && b !== undefined && distance(a, b) <= (b.length > 5 ? 2 : 1);
}

/** Levenshtein's: insertions, deletions and replacements that make one text of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The name that was probably meant: the nearest of those that take few changes for their length. */
export function nearName(written: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((name) => ({ name, changes: distance(letters(written), letters(name)) }))
    .filter(({ name, changes }) => changes <= mostChanges(letters(name).length))
    .sort((a, b) => a.changes - b.changes);

  return nearest?.name;
}

/** Of two letters, one change makes another word. */
const mostChanges = (length: number): number => (length > 5 ? 2 : length > 2 ? 1 : 0);

/** Letters and digits only, in lower case: `outputName` is near `output_name`. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

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

import { editDistance } from "../domain/text/edit-distance.ts";

/** The name that was probably meant: the nearest of those that take few changes for their length. */
export function didYouMean(written: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((name) => ({ name, most: mostChanges(letters(name).length) }))
    .map(({ name, most }) => ({ name, most, changes: editDistance(letters(written), letters(name), most) }))
    .filter(({ most, changes }) => changes <= most)
    .sort((a, b) => a.changes - b.changes);

  return nearest?.name;
}

/** Of two letters, one change makes another word. */
const mostChanges = (length: number): number => (length > 5 ? 2 : length > 2 ? 1 : 0);

/** Letters and digits only, in lower case: `outputName` is near `output_name`. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

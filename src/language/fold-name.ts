/**
 * Names of data as people and spreadsheets write them, `First Name` or `E-Mail`, and the names that templates can write,
 * `First_Name`: two of them are the same when their letters and digits are, first with their case, then without.
 */

const MAX_CACHED = 2_000;
const kept = new Map<string, string>();

/** The letters, marks and digits of a name, composed (NFC), so that `Größe` is `Größe` however it is encoded. */
export function lettersAndDigits(name: string): string {
  let folded = kept.get(name);
  if (folded === undefined) {
    folded = name.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
    if (kept.size >= MAX_CACHED) kept.clear();
    if (name.length <= 200) kept.set(name, folded);
  }
  return folded;
}

/** The key that a name means: itself, else the first with its letters and digits, at last without regard to case. */
export function matchingKey(name: string, keys: readonly string[]): string | undefined {
  if (keys.includes(name)) return name;
  const folded = lettersAndDigits(name);
  if (folded === "") return undefined;
  const sameLetters = keys.find((key) => lettersAndDigits(key) === folded);
  if (sameLetters !== undefined) return sameLetters;
  const lower = folded.toLowerCase();
  return keys.find((key) => lettersAndDigits(key).toLowerCase() === lower);
}

/** Names to be looked for again and again in one set of keys: the same matches as `matchingKey`. */
export class NameIndex {
  readonly #keys: ReadonlySet<string>;
  #byLetters: Map<string, string> | undefined;
  #byLowerLetters: Map<string, string> | undefined;

  constructor(keys: readonly string[]) {
    this.#keys = new Set(keys);
  }

  find(name: string): string | undefined {
    if (this.#keys.has(name)) return name;
    const folded = lettersAndDigits(name);
    if (folded === "") return undefined;
    this.#byLetters ??= firstBy(this.#keys, lettersAndDigits);
    const sameLetters = this.#byLetters.get(folded);
    if (sameLetters !== undefined) return sameLetters;
    this.#byLowerLetters ??= firstBy(this.#keys, (key) => lettersAndDigits(key).toLowerCase());
    return this.#byLowerLetters.get(folded.toLowerCase());
  }
}

function firstBy(keys: Iterable<string>, fold: (key: string) => string): Map<string, string> {
  const map = new Map<string, string>();
  for (const key of keys) if (!map.has(fold(key))) map.set(fold(key), key);
  return map;
}

import { lettersAndDigits } from "./fold-name.ts";
import { nearestWord } from "./template-error.ts";

/**
 * The name of the data that is almost this one, a slip in either of them. Names that differ only in their numbers
 * (`phone1`, `phone2`) are not slips.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const stem = withoutDigits(lettersAndDigits(name).toLowerCase());
  const candidates = new Map<string, string>();
  for (const each of names) {
    const letters = lettersAndDigits(each).toLowerCase();
    if (withoutDigits(letters) !== stem) candidates.set(letters, each);
  }
  const near = nearestWord(lettersAndDigits(name), candidates.keys());
  return near === undefined ? undefined : candidates.get(near);
}

const withoutDigits = (text: string): string => text.replace(/\p{N}+/gu, "");

/** Formatting that was worked out before: equal markup in equal surroundings has one object for all its places. */
import type { XmlNode } from "../../office/xml-node.ts";

/** Longer markup is rarely met twice. */
const MAX_KEY_CHARACTERS = 2_000;

export class Memo<Result> {
  readonly #known = new WeakMap<object, Map<string, Result>>();

  /** @param surroundings what the result depends on besides the key */
  get(surroundings: object, key: string, work: () => Result): Result {
    if (key.length > MAX_KEY_CHARACTERS) return work();
    let known = this.#known.get(surroundings);
    if (!known) {
      known = new Map();
      this.#known.set(surroundings, known);
    }
    let result = known.get(key);
    if (result === undefined) {
      result = work();
      known.set(key, result);
    }
    return result;
  }
}

/** What an element holds, as text that only equal elements have. @param without children that do not count */
export function markupKey(element: XmlNode | undefined, without?: ReadonlySet<string>): string {
  if (!element) return "";
  // Characters that never occur in markup separate the parts.
  let key = element.name;
  for (const name in element.attributes) key += `\0${name}\0${element.attributes[name]}`;
  for (const child of element.children) if (!without?.has(child.name)) key += `\x01${markupKey(child)}\x02`;
  return key;
}

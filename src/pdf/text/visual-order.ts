import { largestOf } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";

/**
 * Text in the order in which its characters are on the line, left to right (UAX #9 without explicit embeddings): pages
 * have no notion of direction. Arabic letters take the forms for their positions, if `hasForm` says that the font has
 * them.
 */
export function visualOrder(text: string, hasForm: (text: string) => boolean = () => false): string {
  if (!RIGHT_TO_LEFT.test(text)) return text;
  const shaped = /[\u0620-\u06d5]/.test(text) ? joinedForms(text, hasForm) : text;
  const clusters = shaped.match(/[\s\S]\p{M}*/gu) ?? [];
  const levels = levelsOf(clusters);
  const order = clusters.map((cluster, index) =>
    (levels[index] ?? 0) % 2 === 1 ? (MIRRORED.get(cluster) ?? cluster) : cluster,
  );
  for (let level = largestOf(levels); level >= 1; level--)
    for (let start = 0; start < order.length; start++) {
      if ((levels[start] ?? 0) < level) continue;
      let end = start;
      while (end < order.length && (levels[end] ?? 0) >= level) end++;
      reverse(order, start, end);
      reverse(levels, start, end);
      start = end;
    }
  return order.join("");
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko, and the presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const DIGIT = /[0-9\u0660-\u0669\u06f0-\u06f9]/;
const LETTER = /\p{L}/u;
/** Characters that belong to the number they are in. */
const IN_NUMBER = /[.,:/+%$€£-]/;

const MIRRORED = new Map(
  ["()", "[]", "{}", "<>", "«»", "‹›"].flatMap((pair): [string, string][] => [
    [pair.charAt(0), pair.charAt(1)],
    [pair.charAt(1), pair.charAt(0)],
  ]),
);

type Direction = "L" | "R" | "N" | "other";

/** Embedding levels: even ones run left to right. The first letter decides the line's own direction (P2, P3). */
function levelsOf(clusters: readonly string[]): number[] {
  const directions = clusters.map(directionOf);
  const base = directions.find((direction) => direction === "L" || direction === "R") === "R" ? 1 : 0;
  for (let index = 1; index + 1 < directions.length; index++)
    if (directions[index] === "other" && IN_NUMBER.test(present(clusters[index])))
      if (directions[index - 1] === "N" && directions[index + 1] === "N") directions[index] = "N";
  const strong = (index: number): Direction => {
    const direction = directions[index];
    // Numbers belong to the text around them; for characters in between, they count as right to left there (N1).
    return direction === "N"
      ? (strongBefore(directions, index) ?? (base ? "R" : "L"))
      : (direction ?? (base ? "R" : "L"));
  };
  return directions.map((direction, index) => {
    if (direction === "R") return 1;
    if (direction === "L") return base === 1 ? 2 : 0;
    if (direction === "N") return strong(index) === "R" ? 2 : base === 1 ? 2 : 0;
    let [before, after] = [index - 1, index + 1];
    while (before >= 0 && directions[before] === "other") before--;
    while (after < directions.length && directions[after] === "other") after++;
    const [left, right] = [strong(before), strong(after)];
    if (left === right) return left === "R" ? 1 : base === 1 ? 2 : 0;
    return base;
  });
}

function strongBefore(directions: readonly Direction[], from: number): Direction | undefined {
  for (let index = from - 1; index >= 0; index--)
    if (directions[index] === "L" || directions[index] === "R") return directions[index];
  return undefined;
}

function directionOf(cluster: string): Direction {
  if (DIGIT.test(cluster)) return "N";
  if (RIGHT_TO_LEFT.test(cluster)) return "R";
  return LETTER.test(cluster) ? "L" : "other";
}

function reverse<T>(list: T[], start: number, end: number): void {
  for (let [low, high] = [start, end - 1]; low < high; low++, high--) {
    const kept = present(list[low]);
    list[low] = present(list[high]);
    list[high] = kept;
  }
}

/** Letters whose forms are consecutive from U+FE80 on: the number of forms of each, from U+0621 and U+0641 on. */
const FORMS: ReadonlyMap<string, { first: number; count: number }> = (() => {
  const counts: readonly (readonly [first: number, counts: string])[] = [
    [0x621, "12222424244444222244444444"],
    [0x641, "4444444224"],
  ];
  const forms = new Map<string, { first: number; count: number }>();
  let form = 0xfe80;
  for (const [first, list] of counts)
    for (const [index, count] of [...list].entries()) {
      forms.set(String.fromCharCode(first + index), { first: form, count: Number(count) });
      form += Number(count);
    }
  return forms;
})();

const LAM = "\u0644";
/** Lam with alef in its kinds: isolated form; the final one follows. */
const LAM_ALEF = new Map([
  ["\u0622", 0xfef5],
  ["\u0623", 0xfef7],
  ["\u0625", 0xfef9],
  ["\u0627", 0xfefb],
]);

/** Letters in the forms for their positions (Arabic Presentation Forms-B). */
function joinedForms(text: string, hasForm: (text: string) => boolean): string {
  const characters = [...text];
  const isMark = (character: string | undefined) => character !== undefined && /\p{M}/u.test(character);
  const neighbor = (from: number, step: number) => {
    let index = from + step;
    while (isMark(characters[index])) index += step;
    return characters[index];
  };
  const joinsNext = (character: string | undefined) =>
    character === "\u0640" || (FORMS.get(character ?? "")?.count ?? 0) === 4;
  const joinsPrevious = (character: string | undefined) =>
    character === "\u0640" || (FORMS.get(character ?? "")?.count ?? 0) >= 2;
  let out = "";
  for (let index = 0; index < characters.length; index++) {
    const character = present(characters[index]);
    const forms = FORMS.get(character);
    if (!forms) {
      out += character;
      continue;
    }
    const before = joinsNext(neighbor(index, -1)) && forms.count >= 2;
    const ligature = character === LAM ? LAM_ALEF.get(characters[index + 1] ?? "") : undefined;
    const drawn = String.fromCharCode(
      ligature === undefined
        ? forms.first + (forms.count === 4 && joinsPrevious(neighbor(index, 1)) ? (before ? 3 : 2) : before ? 1 : 0)
        : ligature + (before ? 1 : 0),
    );
    if (!hasForm(drawn)) {
      out += character;
      continue;
    }
    out += drawn;
    if (ligature !== undefined) index++;
  }
  return out;
}

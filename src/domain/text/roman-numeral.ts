const SIGNS: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/** A number in Roman numerals, in lower case; nothing below 1. What has no numeral is for the caller to say. */
export function romanNumeral(value: number): string {
  let rest = value;
  let text = "";
  for (const [amount, letters] of SIGNS) for (; rest >= amount; rest -= amount) text += letters;
  return text;
}

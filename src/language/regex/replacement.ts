/** One part of a replacement: text, or the number of a group. */
export type ReplacementPart = string | number;

/** Parses the replacement text of preg_replace: `$1`, `${1}`, `\1` and two digit numbers are groups, `\\` a backslash. */
export function parseReplacement(replacement: string): readonly ReplacementPart[] {
  const parts: ReplacementPart[] = [];
  let text = "";
  let index = 0;
  while (index < replacement.length) {
    const character = replacement.charAt(index);
    if (character === "\\" && replacement[index + 1] === "\\") {
      text += "\\";
      index += 2;
      continue;
    }
    const reference = character === "\\" || character === "$" ? readReference(replacement, index) : undefined;
    if (!reference) {
      text += character;
      index++;
      continue;
    }
    if (text !== "") parts.push(text);
    text = "";
    parts.push(reference.group);
    index = reference.end;
  }
  if (text !== "") parts.push(text);
  return parts;
}

function readReference(text: string, start: number): { group: number; end: number } | undefined {
  let index = start + 1;
  const braced = text[start] === "$" && text[index] === "{";
  if (braced) index++;
  const digits = /^\d{1,2}/.exec(text.slice(index, index + 2))?.[0];
  if (digits === undefined) return undefined;
  index += digits.length;
  if (braced && text[index++] !== "}") return undefined;
  return { group: Number(digits), end: index };
}

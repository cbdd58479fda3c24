/** Where in a style sheet a value is: between quotes, or within the braces of a rule. */
export type StylePlace = "style-string" | "style";

/** Characters that could end a string or lead out of it; `&` is read as html in the style sheets of drawings. */
const ENDS_STRING = /["'\\<&{}\0\n\r\f]/g;
/** Characters that could end a rule, or begin a string that continues after the value. */
const ENDS_RULE = /["'\\<&{}\0]/g;
const BRACKETS = /[()[\]]/g;
const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[" };

/**
 * A value as text of a style sheet (CSS Syntax Level 3, 4.3.7): between quotes it is shown as it is, and nowhere can it end
 * the string, the rule or the style sheet. Colors, lengths, functions and further declarations stay as they are.
 */
export function escapeForStyle(text: string, place: StylePlace): string {
  if (place === "style-string") return text.replace(/\r\n/g, "\n").replace(ENDS_STRING, hexed);
  const value = withoutComments(text.replace(ENDS_RULE, hexed));
  return isBalanced(value) ? value : value.replace(BRACKETS, hexed);
}

/** The blank ends the escape and is not part of the text. */
function hexed(character: string): string {
  return `\\${character.charCodeAt(0).toString(16)} `;
}

/**
 * Comments do nothing; anything that could open or close one is separated, also from the template's text beside the
 * value.
 */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?(?:(\*\/)|$)/g, (comment, end?: string) => (end === undefined ? comment : " "))
    .replace(/\*(?=\/)|\*$/g, "* ")
    .replace(/^\/|\/(?=\*)|\/$/g, (slash) => hexed(slash))
    .replace(/^\*/, " *");
}

function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const [bracket] of text.matchAll(BRACKETS)) {
    const opening = OPENING[bracket];
    if (opening === undefined) open.push(bracket);
    else if (open.pop() !== opening) return false;
  }
  return open.length === 0;
}

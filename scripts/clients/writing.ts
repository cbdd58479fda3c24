// What writers of all languages share: words and groups.
export const MADE = "Made from the service's OpenAPI document (`npm run clients`); not edited by hand.";

/** By their resource, in the order in which resources come first. */
export function byGroup<Grouped extends { group: string }>(all: readonly Grouped[]): Map<string, Grouped[]> {
  return Map.groupBy(all, ({ group }) => group);
}

/** Words without what only a page shows: line ends and links. */
export function sentences(text: string): string {
  return text
    .replace(/\s*\n\s*/g, " ")
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .trim();
}

/** Lines of at most `width` characters; those after the first begin with `indent`. */
export function wrap(text: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line.trim() !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}

const MAX_NAME_LENGTH = 31;

/** Gives sheets names that Excel accepts (unique without regard to case, no `\ / ? * [ ] :`, at most 31 characters). */
export function legalSheetName(text: string, used: Set<string>): string {
  const plain = text
    .replace(/[\\/?*[\]:\u0000-\u001f]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^'+|(?<!')'+$/g, "")
    .trim();
  const base = plain === "" || /^history$/i.test(plain) ? `Sheet${used.size + 1}` : plain;
  let name = cut(base, MAX_NAME_LENGTH);
  for (let iteration = 2; used.has(name.toLowerCase()); iteration++) {
    const suffix = ` (${iteration})`;
    name = cut(base, MAX_NAME_LENGTH - suffix.length) + suffix;
  }
  used.add(name.toLowerCase());
  return name;
}

/** Cuts between characters, never inside of one. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}

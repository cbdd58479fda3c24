/** The codes of a list that is written as text. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Below it, text without a color is white. */
const DARK = 0.3;

/** Color of text that has none: black, or white on what is dark. @param background six hexadecimal digits */
export function automaticColor(background: string | undefined): string {
  if (background === undefined) return "000000";
  const part = (at: number) => Number.parseInt(background.slice(at, at + 2), 16) / 255;
  return 0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4) < DARK ? "FFFFFF" : "000000";
}

/** More digits than a number of the merge language keeps. */
const MAX_DIGITS = 15;

/** How a language writes numbers. */
function separatorsOf(language: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(language, { useGrouping: "always" }).formatToParts(12_345.5);
  const found = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { decimal: found("decimal"), group: found("group") };
}

/** A number as the language writes it. */
export function writtenNumber(value: number, language: string, { decimals }: { decimals?: number } = {}): string {
  return value.toLocaleString(language, { minimumFractionDigits: decimals, useGrouping: "always" });
}

/**
 * A number as somebody has typed it: with the language's separators, blanks or apostrophes between groups of three, or with
 * the other of comma and point where that can only be a decimal one. Undefined if it is none, or one that could be two.
 */
export function readNumber(
  text: string,
  language: string,
  { decimals = Number.POSITIVE_INFINITY }: { decimals?: number } = {},
): number | undefined {
  const { decimal } = separatorsOf(language);
  const other = decimal === "," ? "." : ",";
  const sign = /^[-−–]/.test(text) ? -1 : 1;
  const digits = text.replace(/^[-−–+]\s*/, "").replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "");
  const grouped = new RegExp(`^\\d{1,3}(?:\\${other}\\d{3})+(?:\\${decimal}\\d+)?$`).test(digits);
  const plain = new RegExp(`^\\d+(?:\\${decimal}\\d+)?$|^\\${decimal}\\d+$`).test(digits);
  const foreign = new RegExp(`^\\d+\\${other}(?:\\d{1,2}|\\d{4,})$`).test(digits);
  if (!grouped && !plain && !foreign) return undefined;

  const spelled = foreign ? digits.replace(other, ".") : digits.replaceAll(other, "").replace(decimal, ".");
  const [whole = "", fraction = ""] = spelled.split(".");
  if (whole.length + fraction.length > MAX_DIGITS || fraction.length > decimals) return undefined;
  return sign * Number(`${whole || "0"}.${fraction || "0"}`);
}

const MAX_NAME_WORDS = 6;
const MAX_NAME_LENGTH = 48;
const MAX_TOOLTIP_LENGTH = 200;
/** `1.`, `2.a.`, `(3)`, `b)`, bullets: the order of a label, not its words. */
const ORDER = /^(?:[•▪►➤*–—-]\s*)?(?:\(?\d{1,3}[.)]?\s*)?(?:\(?[a-zA-Z][.)]\s+)?/u;

/** A label as it is read aloud. */
export function tooltipOf(label: string): string {
  return (
    label
      .replace(/[_.…]{3,}|(?:\s\.){3,}/gu, " ")
      .replace(/\s+/gu, " ")
      // what is left of `[ ]`
      .replace(/^\s*[\])]/u, "")
      .trim()
      .replace(/(?<![\s:*.,;…])[\s:*.,;…]+$/u, "")
      .slice(0, MAX_TOOLTIP_LENGTH)
  );
}

/** Gives names from labels that are short and different: of the same ones the second ends in `_2`. */
export class FieldNames {
  readonly #taken = new Map<string, number>();

  nameFor(tooltip: string, kind: string): string {
    const words = tooltip
      .replace(ORDER, "")
      // what is in parentheses explains
      .replace(/\([^)]*\)?/gu, " ")
      .replace(/[^\p{L}\p{N}\p{M}'’ -]/gu, " ")
      .split(/\s+/u)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
    const short = words.slice(0, MAX_NAME_WORDS).join(" ").slice(0, MAX_NAME_LENGTH).trim();
    const stem = short === "" ? (FALLBACK[kind] ?? "Field") : short;
    const count = (this.#taken.get(stem) ?? 0) + 1;
    this.#taken.set(stem, count);
    return count === 1 ? stem : `${stem}_${count}`;
  }
}

const FALLBACK: Readonly<Record<string, string>> = { check: "Check box", radio: "Option", signature: "Signature" };

import { Failure } from "../../domain/failure.ts";

const MAX_PAGES_NAMED = 100_000;

/**
 * Reads page ranges such as `1-3, 5, 7-8`: numbers and ascending ranges, separated by commas, blanks anywhere between.
 * Order and repetition are kept.
 * @param member name of the parameter, for messages
 * @returns zero-based page indices
 * @throws Failure `pdf_range_invalid`, `pdf_page_out_of_range`
 */
export function parsePageRanges(text: string, pageCount: number, member: string): number[] {
  const pages: number[] = [];
  let position = 0;
  const fail = (what: string): never => {
    const message = `"${member}" is not a valid page range: ${what} at position ${position + 1}. Write for example "1-3, 5, 7-8".`;
    throw new Failure("pdf_range_invalid", message, { errors: [{ pointer: `/${member}`, message }] });
  };
  const skipBlanks = () => {
    while (position < text.length && isBlank(text.charAt(position))) position++;
  };
  const readNumber = (): number => {
    skipBlanks();
    const start = position;
    while (position < text.length && isDigit(text.charAt(position))) position++;
    if (position === start)
      fail(position < text.length ? `"${text[position]}" is not a page number` : "a page number is missing");
    const digits = text.slice(start, position);
    const number = digits.length > 9 ? Number.POSITIVE_INFINITY : Number(digits);
    if (number < 1 || number > pageCount) {
      const has = pageCount === 1 ? "1 page" : `${pageCount} pages`;
      const shown = digits.length > 9 ? `${digits.slice(0, 9)}...` : digits;
      const message = `Page ${shown} in "${member}" is out of range: the document has ${has}.`;
      throw new Failure("pdf_page_out_of_range", message, { errors: [{ pointer: `/${member}`, message }] });
    }
    return number;
  };
  for (;;) {
    const low = readNumber();
    let high = low;
    skipBlanks();
    if (position < text.length && isDash(text.charAt(position))) {
      position++;
      high = readNumber();
      if (high < low) fail(`the range ${low}-${high} runs backwards`);
    }
    for (let page = low; page <= high; page++) pages.push(page - 1);
    if (pages.length > MAX_PAGES_NAMED) fail(`more than ${MAX_PAGES_NAMED} pages are named`);
    skipBlanks();
    if (position === text.length) return pages;
    if (text[position] !== ",") fail(`"${text[position]}" was not expected`);
    position++;
  }
}

function isBlank(character: string): boolean {
  return character === " " || character === "\t" || character === "\n" || character === "\r" || character === "\u00a0";
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}

/** A hyphen, or the dash that word processors turn it into. */
function isDash(character: string): boolean {
  return character === "-" || character === "\u2013";
}

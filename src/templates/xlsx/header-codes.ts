/**
 * Codes of headers and footers that go on as far as there are digits (ECMA-376 Part 1, 18.3.1.46): the size `&14` and the
 * number that is added to a page, `&P+1`. What a tag prints after one must not become a part of it.
 */

/** Marks where the template's code ends; no file holds this character. */
const END = "\u0001";
const OPEN_CODE = /(?<!&)(?:&&)*(?:&\d{1,3}|&[PN](?:[+-]\d*)?)$/i;
const MARKED = new RegExp(`(&\\d+|&[PN](?:[+-]\\d*)?)${END}([+-]?\\d)?`, "gi");

/** The template's text between two tags, with a mark after a code at its end. */
export function withEndsMarked(text: string): string {
  return OPEN_CODE.test(text) ? text + END : text;
}

/** A merged header: a blank ends a code that would go on, as Excel itself writes it. */
export function withCodesEnded(merged: string): string {
  return merged
    .replace(MARKED, (_, code: string, next: string | undefined) => {
      if (next === undefined) return code;
      const goesOn = /^&[PN]$/i.test(code) ? next.length === 2 : next.length === 1;
      return goesOn ? `${code} ${next}` : code + next;
    })
    .replaceAll(END, "");
}

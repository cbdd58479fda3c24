import { convert } from "html-to-text";

/** HTML above this is cut before it is turned into text: the alternative is for people who read plain text. */
const MAX_HTML_LENGTH = 200_000;

/** The plain text that goes beside an HTML body (RFC 2046, 5.1.4). */
export function textAlternative(html: string): string {
  return convert(html.slice(0, MAX_HTML_LENGTH), {
    wordwrap: 78,
    limits: { maxInputLength: MAX_HTML_LENGTH, maxDepth: 50, ellipsis: "..." },
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
      { selector: "table", format: "dataTable" },
    ],
  }).trim();
}

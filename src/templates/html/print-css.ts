import { makesOwnPages } from "../../browser/paged-css.ts";
import type { HtmlFinding } from "./html-findings.ts";

type Rule = readonly [what: RegExp, message: string, remedy: string];

const MARGIN_BOX =
  "Running text goes into a margin box: h2 { string-set: part content() } and @page { @top-center { content: string(part) } }.";
const OF_OTHERS = "Use what css itself says, or leave it out.";

/** Css of other printers, and what comes of it here. */
const RULES: readonly Rule[] = [
  [
    /\bposition\s*:\s*running\([^()]*\)/gi,
    "Elements that run in margins (running()) do nothing: the element stays where it is",
    MARGIN_BOX,
  ],
  [
    /\bcontent\s*:[^;}"']{0,500}?\belement\([^()]*\)/gi,
    "Elements in margin boxes (element()) do nothing: the box stays empty",
    MARGIN_BOX,
  ],
  [/\b(?:flow\s*:\s*static|content\s*:\s*flow)\([^()]*\)/gi, "Flows (flow()) do nothing", MARGIN_BOX],
  [
    /\bleader\(\s*(?:"[^"]*"|'[^']*'|[\w-]+)\s*\)/gi,
    "leader() draws nothing: what stands before and after it is shown with a blank between",
    "Write the dots as a border: a flex line with border-bottom: 1px dotted between its two ends.",
  ],
  [
    /\btarget-counters?\(\s*(?:attr\([^()]*\)|url\([^()]*\)|"[^"]*"|'[^']*')\s*,\s*(?!page\b)[a-z][^;}()]*\)/gi,
    "target-counter() shows the page that something is on, and nothing of other counters",
    "Write target-counter(attr(href), page), or target-text(attr(href)) for the text there.",
  ],
  [
    /\bstring-set\s*:[^;}]{0,500}?\bcounters?\([^()]*\)/gi,
    "string-set leaves counters out",
    "Take the text that shows them, content() or attr(), or a text of the template.",
  ],
  [
    /\bfloat\s*:\s*footnote\b|::footnote-(?:call|marker)\b/gi,
    "Footnotes (float: footnote) do nothing: the note stays where it is",
    "Number the notes in the template and list them at the end.",
  ],
  [
    /(?<![\w-])bookmark-(?:level|label|state)\s*:/gi,
    "Bookmarks (bookmark-level) are made of the headings h1 to h6, whatever this says",
    OF_OTHERS,
  ],
  [
    /(?<![\w-])(?:marks\s*:\s*(?:crop|cross)\b[^;}]*|bleed\s*:\s*[\d.]+\w*)/gi,
    "Crop marks and bleed are not printed",
    "Ask for larger paper and draw them, or have the printer add them.",
  ],
  [
    /@page\s*(?:[\w-]+\s*)?:(?:nth\([^()]*\)|blank)/gi,
    "The rule is left out: of selectors of pages :first, :left, :right and names count",
    "Use those, or a name for the pages that are meant: page: cover.",
  ],
  [
    /(?<![\w-])-?(?:prince|ah|ro|fs|weasy|pdfreactor)-[a-z][a-z-]*\s*(?=[:(])/gi,
    "Properties of another printer do nothing",
    OF_OTHERS,
  ],
];

/** What of a page's own css does nothing when it is printed. */
export function printCssFindings(source: string): HtmlFinding[] {
  if (makesOwnPages(source)) return [];
  return stylesOf(source).flatMap(({ css, at }) =>
    RULES.flatMap(([what, message, remedy]) =>
      Array.from(css.matchAll(what), ({ 0: found, index }) => ({
        code: "print_css" as const,
        at: at + index,
        end: at + index + found.length,
        message,
        remedy,
      })),
    ),
  );
}

/** Style sheets and style attributes with blanks in place of comments, and where they are. */
function stylesOf(source: string): { css: string; at: number }[] {
  const found = source.matchAll(
    /<style\b[^<>]*>([\s\S]*?)(?:<\/style|$)|\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')|<!--[\s\S]*?(?:-->|$)/gi,
  );
  return Array.from(found).flatMap(({ 0: whole, 1: sheet, 2: double, 3: single, index }) => {
    const css = sheet ?? double ?? single;
    if (css === undefined) return [];
    return [
      {
        css: css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, (comment) => " ".repeat(comment.length)),
        at: index + whole.indexOf(css, 6),
      },
    ];
  });
}

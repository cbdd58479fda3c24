import { insertIntoHead } from "./head-insertion.ts";

/**
 * Functions of CSS Generated Content for Paged Media 3 that Chromium does not have, put into words that it keeps until the pages are
 * known: `string-set` and contents with `target-counter` become custom properties, `string()` a counter of pages whose style
 * is written later.
 */

/** Documents that may use them. */
const MAY_BE_PAGED = /string-set\s*:|target-(?:counter|text)\(|[\s:]string\(\s*[-\w]+|[\s:]leader\(/i;
const PAGINATED_BY_SCRIPT = /paged(?:\.polyfill|\.legacy)?(?:\.min)?\.js|PagedPolyfill|pagedjs|vivliostyle/i;

/** Scripts that make pages themselves read these rules, too. */
export const makesOwnPages = (html: string): boolean => PAGINATED_BY_SCRIPT.test(html);

export const STRING_PROPERTY = "--docloom-string-set";
export const CONTENT_PROPERTY = "--docloom-content";

/** What is set for an element is not set for those in it. */
const PAGED_RULES = `@property ${STRING_PROPERTY}{syntax:"*";inherits:false}@property ${CONTENT_PROPERTY}{syntax:"*";inherits:false}`;

/** Whether css or html has something that takes a second pass. */
export const isPaged = (text: string): boolean => MAY_BE_PAGED.test(text);

/** What of a page string is shown (CSS GCPM 3, 1.2.2). */
export type StringPosition = "first" | "start" | "last" | "first-except";

/** The counter style that a page string's texts are written into. */
export const counterStyle = (name: string, position: StringPosition): string => `docloom-${name}-${position}`;

export const POSITIONS: readonly StringPosition[] = ["first", "start", "last", "first-except"];

/** A declaration, as far as its value ends: brackets and strings may hold what ends it elsewhere. */
const DECLARATION =
  /(?<![\w-])(?<name>string-set|content)\s*:\s*(?<value>(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()"']|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\([^()]*\))*\)|[^;{}"'()])*)/gi;

/** Strings, which stay, and functions of a content that are put into other words. */
const FUNCTIONS =
  /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|(?<![\w-])(leader)\((?:[^()"']|"[^"]*"|'[^']*')*\)|(?<![\w-])string\(\s*([-\w]+)\s*(?:,\s*([-\w]+)\s*)?\)/gi;

const COMMENTS = /\/\*[\s\S]*?(?:\*\/|$)/g;

/** Css with such functions in words that Chromium keeps. */
export function keptCss(css: string): string {
  if (!isPaged(css)) return css;
  const strings = new Set<string>();
  const kept = keptDeclarations(css.replace(COMMENTS, ""), strings);
  // What is never set is empty; a style that does not exist would count in digits.
  const empty = Array.from(strings, (style) => `@counter-style ${style}{system:cyclic;symbols:"";suffix:""}`);
  return kept + PAGED_RULES + empty.join("");
}

function keptDeclarations(css: string, strings: Set<string>): string {
  return css.replace(DECLARATION, (whole, ...found) => {
    const { name, value } = found.at(-1) as { name: string; value: string };
    if (name.toLowerCase() === "string-set") return `${STRING_PROPERTY}:${sealed(value)}`;
    const content = value.replace(
      FUNCTIONS,
      (written, leader: string | undefined, string: string | undefined, position = "first") => {
        // The line is not filled, but what stands beside it stays.
        if (leader !== undefined) return '" "';
        if (string === undefined) return written;
        const style = counterStyle(string, POSITIONS.find((each) => each === position.toLowerCase()) ?? "first");
        strings.add(style);
        return `counter(page,${style})`;
      },
    );
    if (!/target-(?:counter|text)\(/i.test(content)) return content === value ? whole : `content:${content}`;
    return `content:"000";${CONTENT_PROPERTY}:${sealed(content)}`;
  });
}

/** A value as a text, in which nothing is put in place of attr() and the like. */
const sealed = (value: string): string => {
  const priority = /(?<!\s)\s*!\s*important\s*$/i.exec(value)?.[0] ?? "";
  return `"${encodeURIComponent(value.slice(0, value.length - priority.length).trim())}"${priority}`;
};

/** Html whose style sheets and attributes are put into such words; without any it is the same. */
export function keptHtml(html: string): string {
  if (!isPaged(html) || makesOwnPages(html)) return html;
  const sheets = html.replace(
    /(<style\b[^<>]*>)([\s\S]*?)(<\/style|$)/gi,
    (_, open: string, css: string, close: string) => open + keptCss(css) + close,
  );
  const attributes = sheets.replace(/(\sstyle\s*=\s*)("[^"]*"|'[^']*')/gi, (whole, start: string, value: string) =>
    /string-set/i.test(value) ? `${start}"${keptAttribute(value.slice(1, -1))}"` : whole,
  );
  return attributes === sheets ? sheets : insertIntoHead(attributes, `<style>${PAGED_RULES}</style>`);
}

function keptAttribute(value: string): string {
  const css = value
    .replaceAll("&quot;", '"')
    .replace(/&#0?39;|&apos;/g, "'")
    .replaceAll("&amp;", "&");
  return keptDeclarations(css, new Set()).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

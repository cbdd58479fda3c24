/** What is asked of a template's page before it is printed, as source text that runs in the page. */

/** Lengths of a page rule, as written; absent what it does not say. */
interface PageRule {
  size?: string;
  top?: string;
  right?: string;
  bottom?: string;
  left?: string;
}

/** The page rules of a document's style sheets. */
export interface PageRules {
  /** What holds for all pages. */
  all: PageRule;
  /** Sizes of rules for some pages only. */
  others: string[];
}

/** An expression whose value is {@link PageRules}. */
export const PAGE_RULES = `(() => {
  const all = {};
  const others = [];
  const collect = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) {
        const { style, selectorText } = rule;
        const size = style.getPropertyValue("size");
        if (selectorText !== "") { if (size) others.push(size); continue; }
        if (size) all.size = size;
        for (const side of ["top", "right", "bottom", "left"]) {
          const margin = style.getPropertyValue("margin-" + side);
          if (margin) all[side] = margin;
        }
      }
      else if (rule instanceof CSSMediaRule) { if (matchMedia(rule.media.mediaText).matches) collect(rule.cssRules); }
      else if (rule instanceof CSSImportRule) collectFrom(rule.styleSheet);
      else if (rule.cssRules) collect(rule.cssRules);
    }
  };
  const collectFrom = (sheet) => {
    // A sheet of another origin does not show its rules.
    try { collect(sheet.cssRules); } catch {}
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) collectFrom(sheet);
  return { all, others: others.slice(0, 100) };
})()`;

/** Whether a document has page rules, or style sheets that may bring some. */
export const mayHavePageRules = (html: string): boolean => /@page|@import|<link\s/i.test(html);

/** The page is a stranger, so it may give anything. */
export function pageRulesOf(value: unknown): PageRules {
  const { all, others } = (value ?? {}) as Partial<Record<keyof PageRules, unknown>>;
  const texts = Object.entries((all ?? {}) as object).filter(([, text]) => typeof text === "string");
  return {
    all: Object.fromEntries(texts),
    others: Array.isArray(others) ? others.filter((size) => typeof size === "string") : [],
  };
}

/** An expression that takes the size out of all page rules: the paper has one already. */
export const REMOVE_PAGE_SIZES = `(() => {
  const remove = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) rule.style.removeProperty("size");
      else if (rule instanceof CSSImportRule) removeFrom(rule.styleSheet);
      else if (rule.cssRules) remove(rule.cssRules);
    }
  };
  const removeFrom = (sheet) => { try { remove(sheet.cssRules); } catch {} };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) removeFrom(sheet);
})()`;

/** How large a page's content is, in CSS pixels. */
export interface ContentSize {
  width: number;
  height: number;
}

/** An expression whose value is {@link ContentSize}. */
export const CONTENT_SIZE = `(() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return { width: scrollWidth, height: scrollHeight };
})()`;

/** An expression whose value is the start tag of the outermost element that reaches furthest to the right. */
export const WIDEST_ELEMENT = `(() => {
  let widest, reach = 0;
  for (const element of document.body?.querySelectorAll("*") ?? []) {
    const { right } = element.getBoundingClientRect();
    if (right > reach + 0.5) { reach = right; widest = element; }
  }
  return widest ? widest.cloneNode(false).outerHTML.replace(/<\\/[^>]*>$/, "").slice(0, 80) : "";
})()`;

/** An expression that lets everything break that keeps a page wider than its paper. */
export const WRAP_CONTENT = `(() => {
  const style = document.createElement("style");
  style.textContent = "*{max-width:100%!important;min-width:0!important;overflow-wrap:anywhere!important}" +
    "img,svg,canvas,video{height:auto!important}table{table-layout:auto!important}" +
    "html,body{width:auto!important}";
  document.head.append(style);
  for (const element of document.querySelectorAll("body, body *")) {
    const { whiteSpace } = getComputedStyle(element);
    if (whiteSpace === "nowrap") element.style.setProperty("white-space", "normal", "important");
    else if (whiteSpace === "pre") element.style.setProperty("white-space", "pre-wrap", "important");
  }
  document.documentElement.offsetHeight;
})()`;

/** So many letters take more than a line that is worth breaking. */
const LONG_TEXT = 5_000;

/**
 * An expression that lets the text of lines break that are wider than so many pixels, wherever it has to. Its value is whether there are
 * any: what is wide may be no text.
 */
export const breakLinesWiderThan = (pixels: number): string => `(() => {
  const isWide = ({ scrollWidth }) => scrollWidth > ${pixels};
  const wide = Array.from(document.querySelectorAll("body, body *")).filter(isWide);
  // What is around it is as wide, and has other things in it.
  const lines = wide.filter((element) =>
    element.textContent.length > ${LONG_TEXT} && !Array.from(element.children).some(isWide));
  const unbroken = lines.flatMap((line) => [line, ...line.querySelectorAll("*")]).flatMap((element) => {
    const { whiteSpaceCollapse, textWrapMode } = getComputedStyle(element);
    return textWrapMode === "nowrap" ? [[element, whiteSpaceCollapse === "preserve" ? "pre-wrap" : "normal"]] : [];
  });
  for (const { style } of lines) style.setProperty("overflow-wrap", "anywhere", "important");
  for (const [{ style }, whiteSpace] of unbroken) style.setProperty("white-space", whiteSpace, "important");
  return lines.length > 0;
})()`;

import { hyphenationBundle } from "../layout/text/hyphenation-languages.ts";
import { wordParts } from "../layout/text/word-parts.ts";
import type { SandboxedTab } from "./sandboxed-tab.ts";
import type { StaticAssets } from "./static-assets.ts";

/** Pages of several sizes, of which the page is laid out for the widest only. */
export const hasNamedPages = (html: string): boolean => /@page\s+[-\w]/i.test(html);

/** Whether css or html lets words be cut. */
export const mayHyphenate = (text: string): boolean => /hyphens\s*:\s*auto/i.test(text);

const SOFT_HYPHEN = "\u00ad";
/** `hyphenate-limit-chars: auto` (CSS Text 4, 6.3). */
const SHORTEST_WORD = 5;

/** Text whose words may be cut, with its language, and how a word is found in it. */
const SHARED = `
  const word = /[\\p{L}\\p{M}\\u2019']{${SHORTEST_WORD},100}/gu;
  const cuts = new Map();
  const cutIn = (element) => {
    let language = cuts.get(element);
    if (language === undefined) {
      language = getComputedStyle(element).hyphens === "auto" ? element.closest("[lang]")?.lang ?? "" : "";
      cuts.set(element, language);
    }
    return language;
  };
  function* texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const language = node.data.length >= ${SHORTEST_WORD} && node.parentElement ? cutIn(node.parentElement) : "";
      if (language !== "" && !node.data.includes("${SOFT_HYPHEN}")) yield { node, language };
    }
  }`;

/** An expression whose value is the words that may be cut, by their languages. */
const WORDS = `(() => { ${SHARED}
  const found = {};
  for (const { node, language } of texts()) {
    const words = found[language] ??= new Set();
    for (const [text] of node.data.matchAll(word)) if (words.size < 50_000) words.add(text);
  }
  return Object.entries(found).map(([language, words]) => [language, [...words]]);
})()`;

/** An expression that marks where they may be cut. */
const mark = (cut: Readonly<Record<string, Readonly<Record<string, string>>>>): string => `((cut) => { ${SHARED}
  for (const { node, language } of [...texts()]) {
    const marked = node.data.replace(word, (text) => Object.hasOwn(cut[language] ?? {}, text) ? cut[language][text] : text);
    if (marked !== node.data) node.data = marked;
  }
})(${JSON.stringify(cut)})`;

/**
 * An expression that takes the marks out again at which no line ends, so that the text of the PDF holds no others. Only
 * where the page is laid out as it is printed.
 */
export const REMOVE_UNUSED_CUTS = `(() => {
  if (document.documentElement.scrollWidth > innerWidth + 1) return;
  const range = document.createRange();
  const topOf = (node, at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    // What follows a break begins with nothing at the end of the line before.
    return [...range.getClientRects()].at(-1)?.top;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const marked = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.data.includes("${SOFT_HYPHEN}")) marked.push(node);
  const kept = marked.map((node) => {
    range.selectNodeContents(node);
    if (range.getClientRects().length < 2) return node.data.replaceAll("${SOFT_HYPHEN}", "");
    return node.data.replace(/${SOFT_HYPHEN}/g, (mark, at) => topOf(node, at - 1) === topOf(node, at + 1) ? "" : mark);
  });
  marked.forEach((node, index) => { if (node.data !== kept[index]) node.data = kept[index]; });
})()`;

/**
 * Lets words be cut where style sheets say `hyphens: auto` and the language has patterns: headless browsers have none.
 *
 * @returns languages without patterns
 */
export async function hyphenate(tab: SandboxedTab, assets: StaticAssets): Promise<string[]> {
  const found = await tab.evaluate(WORDS).catch(() => []);
  const byLanguage = (Array.isArray(found) ? found : []) as [language: string, words: string[]][];
  const known = byLanguage.filter(([language]) => hyphenationBundle(language) !== undefined);
  const partsOf = await wordParts(
    known.map(([language]) => language),
    async (path) => (await assets.read(path))?.bytes,
  );
  const cut = Object.fromEntries(
    known.map(([language, words]) => {
      const marked = words.map((word): [string, string] => [word, partsOf(word, language).join(SOFT_HYPHEN)]);
      return [language, Object.fromEntries(marked.filter(([word, parts]) => word !== parts))];
    }),
  );
  if (known.length > 0) await tab.evaluate(mark(cut)).catch(() => {});
  return byLanguage.flatMap(([language]) => (hyphenationBundle(language) === undefined ? [language] : []));
}

/**
 * What is done to a template's page around its scripts, as source text: it runs in the page, where a script may have
 * taken any interface away.
 */

/**
 * An expression that waits for the fonts of the margin boxes of `@page` (CSS Paged Media 3, 4.2): they are laid out when
 * the page is printed, which is too late to ask for a font, and a font that is not there yet prints nothing. All styles
 * of every family that a page rule names are loaded, and of the root's, which the boxes inherit.
 *
 * @param texts are shown there beside what the rules themselves hold
 */
export const marginFontsInPlace = (texts: string): string => String.raw`(async (texts) => {
  const pageRules = [];
  const collect = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) pageRules.push(rule.cssText);
      else if (rule instanceof CSSImportRule) collectFrom(rule.styleSheet);
      else if (rule.cssRules) collect(rule.cssRules);
    }
  };
  const collectFrom = (sheet) => {
    // A sheet of another origin does not show its rules.
    try { collect(sheet.cssRules); } catch {}
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) collectFrom(sheet);
  const css = pageRules.join("\n");
  if (!/@(?:top|right|bottom|left)-/.test(css)) return;

  // The shorthand has style, weight and size before the first family.
  const familyOf = (name) => name.trim()
    .replace(/^.*[\d.](?:px|pt|pc|mm|cm|in|em|rem|%|vw)(?:\s*\/\s*\S+)?\s+/, "").replace(/^["']|["']$/g, "");
  const root = getComputedStyle(document.documentElement).fontFamily;
  const named = Array.from(css.matchAll(/font(?:-family)?\s*:\s*([^;}]*)/gi), ([, value]) => value);
  const families = new Set([root, ...named].flatMap((list) => list.split(",")).map(familyOf).filter(Boolean));
  const text = css.replace(/[\x00-\x7f]/g, "") + " 0123456789 Page of" + texts;
  await Promise.all([...families].flatMap((family) =>
    ["", "bold ", "italic ", "italic bold "].map((style) =>
      document.fonts.load(style + "16px " + JSON.stringify(family), text).catch(() => {}))));
})(${JSON.stringify(texts)})`;

/**
 * An expression that gives a page the title and the language that it does not state itself: readers show the former and
 * speak the latter (PDF/UA-1, 7.1 and 7.2).
 */
export function selfDescription({ title, language = "" }: { title: string; language?: string }): string {
  return `((title, language) => {
    if (document.title.trim() === "") document.title = title;
    const root = document.documentElement;
    if (root.lang.trim() === "") root.lang = document.body?.lang || language;
  })(${JSON.stringify(title)}, ${JSON.stringify(language)})`;
}

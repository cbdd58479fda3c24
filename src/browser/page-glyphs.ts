/** What is asked of a page about its characters and done for them, as source text that runs in the page. */

/**
 * Letters of Latin, Greek and Cyrillic and the signs of their typography: every font that stands for a generic family has
 * them, wherever the browser runs.
 */
const EVERYWHERE = String.raw`\u0000-\u024f\u0370-\u052f\u1e00-\u1eff\u2000-\u203a\u20ac\u2116\u2122\ufeff`;
const ELSEWHERE = new RegExp(`[^${EVERYWHERE}]`);

/** More different characters than this are not looked for one by one. */
const MAX_POINTS = 20_000;

/** Whether a document may show characters that not every font has; its scripts may always bring some. */
export function mayLackGlyphs(html: string, runsScripts: boolean): boolean {
  return runsScripts || ELSEWHERE.test(html) || /&#|&[a-z]{2,31};|\\[0-9a-f]{2}/i.test(html);
}

/** The characters of a text that not every font has. */
export function rarePoints(text: string): number[] {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return [...new Set(points)].filter((point) => ELSEWHERE.test(String.fromCodePoint(point)));
}

/** An expression whose value is those of some code points that the machine's own fonts do not draw. */
export function undrawnBySystem(points: readonly number[]): string {
  return `((points) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 40;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.font = "24px sans-serif";
    const drawn = (text) => {
      context.clearRect(0, 0, 40, 40);
      context.fillText(text, 4, 30);
      return context.getImageData(0, 0, 40, 40).data.join();
    };
    const nothing = drawn("\u{10fffd}");
    return points.filter((point) => drawn(String.fromCodePoint(point)) === nothing);
  })(${JSON.stringify(points)})`;
}

/**
 * Functions of the expressions below. `texts` gives what is shown, with the element that shows it: text, values of form
 * fields, and what style sheets put before and after elements.
 */
const SHARED = String.raw`
  const elsewhere = /[^${EVERYWHERE}]/u;
  const skipped = /^(?:script|style|noscript|template)$/i;
  function* texts() {
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (elsewhere.test(node.data) && node.parentElement && !skipped.test(node.parentElement.localName))
        yield { text: node.data, element: node.parentElement.closest("select") ?? node.parentElement };
    for (const element of document.querySelectorAll("input, textarea, [data-text]")) {
      const text = (element.value ?? "") + (element.placeholder ?? "");
      if (elsewhere.test(text)) yield { text, element };
    }
    const written = Array.from(document.styleSheets, (sheet) => {
      try { return Array.from(sheet.cssRules, (rule) => rule.cssText).join(""); } catch { return "content:"; }
    }).join("");
    if (!/content\s*:/.test(written)) return;
    for (const element of document.querySelectorAll("*"))
      for (const pseudo of ["::before", "::after"]) {
        const text = getComputedStyle(element, pseudo).content;
        if (text !== "none" && text !== "normal" && elsewhere.test(text)) yield { text, element, pseudo };
      }
  }`;

/** An expression whose value is the code points that are shown and not in every font. */
export const SHOWN_POINTS = `(() => { ${SHARED}
  const points = new Set();
  for (const { text } of texts())
    for (const character of text) if (points.size < ${MAX_POINTS} && elsewhere.test(character)) points.add(character.codePointAt(0));
  return [...points];
})()`;

/**
 * An expression that lets elements with such characters fall back to a family after all that their style sheets name.
 *
 * @param rules declare the family
 * @param known families, in lower case, that have the characters themselves
 */
export function fallBack(family: string, rules: string, known: readonly string[]): string {
  return `((family, rules, known) => { ${SHARED}
    const style = document.createElement("style");
    style.textContent = rules;
    (document.head ?? document.documentElement).append(style);
    const falls = (families) => families.includes(family) || families.toLowerCase().split(",")
      .some((name) => known.includes(name.trim().replace(/^["']|["']$/g, "")));
    // Before what is not a font of the page: Chromium leaves boxes there rather than go on to one that is.
    const bare = (name) => name.trim().replace(/^["']|["']$/g, "").toLowerCase();
    const ofPage = new Set(Array.from(document.fonts, (face) => bare(face.family)));
    const withFallback = (families) => {
      const names = families.match(/"[^"]*"|'[^']*'|[^,]+/g).filter((name) => name.trim() !== "");
      return names.toSpliced(names.findLastIndex((name) => ofPage.has(bare(name))) + 1, 0, family).join(",");
    };
    const shown = new Map();
    const places = Array.from(texts(), ({ text, element, pseudo }) => {
      const { fontStyle, fontWeight } = getComputedStyle(element, pseudo);
      const face = (fontStyle === "normal" ? "" : "italic ") + fontWeight;
      shown.set(face, (shown.get(face) ?? "") + text);
      return { element, pseudo };
    });
    return Promise.all(Array.from(shown, ([face, text]) => document.fonts.load(face + " 16px " + family, text))).then(() => {
      const beside = [];
      for (const { element, pseudo } of places) {
        const own = getComputedStyle(element).fontFamily;
        if (!falls(own)) element.style.setProperty("font-family", withFallback(own), "important");
        if (pseudo === undefined) continue;
        const theirs = getComputedStyle(element, pseudo).fontFamily;
        if (falls(theirs)) continue;
        element.setAttribute("data-falls-back", beside.length);
        beside.push('[data-falls-back="' + beside.length + '"]' + pseudo + "{font-family:" + withFallback(theirs) + "!important}");
      }
      const rulesBeside = style.cloneNode();
      rulesBeside.textContent = beside.join("");
      style.after(rulesBeside);
    });
  })(${JSON.stringify(family)}, ${JSON.stringify(rules)}, ${JSON.stringify(known)})`;
}

/**
 * An expression whose value is those of some code points that no font draws: they look as one does that nothing is assigned
 * to, in the font of the element that shows them.
 */
export function undrawnPoints(points: readonly number[]): string {
  return `((points) => { ${SHARED}
    const wanted = new Set(points);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 40;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const drawn = (text) => {
      context.clearRect(0, 0, 40, 40);
      context.fillText(text, 4, 30);
      return context.getImageData(0, 0, 40, 40).data.join();
    };
    const missing = [];
    for (const { text, element } of texts()) {
      for (const character of text) {
        const point = character.codePointAt(0);
        if (!wanted.delete(point)) continue;
        context.font = "24px " + getComputedStyle(element).fontFamily;
        if (drawn(character) === drawn("\\u{10fffd}")) missing.push(point);
      }
      if (wanted.size === 0) break;
    }
    return missing;
  })(${JSON.stringify(points)})`;
}

import { romanNumeral } from "../domain/text/roman-numeral.ts";
import { destinationPages } from "./destinations.ts";
import { CONTENT_PROPERTY, counterStyle, POSITIONS, STRING_PROPERTY, type StringPosition } from "./paged-css.ts";
import type { SandboxedTab } from "./sandboxed-tab.ts";

/** What a page sets and shows by the pages that its elements come to be on. */
interface PagedContent {
  /** Page strings in the order of the document: a name, its text, the element that sets it. */
  strings: [name: string, text: string, id: string][];
  /** Contents of pseudo-elements, in pieces: css, or the page of an element in a counter style. */
  contents: { pseudo: "before" | "after"; pieces: (string | { id: string; style: string })[] }[];
  /** Targets that are not in the page. */
  missing: string[];
}

/** A page that its numbers make longer, and shorter without them, never settles. */
const MAX_PRINTS = 4;

/**
 * An expression whose value is {@link PagedContent}. Leads a hidden link to every element that counts, so that the printed file says which
 * page it is on.
 */
const FIND = `(() => {
  const strings = [], contents = [], missing = new Set(), wanted = new Set();
  let made = 0;
  const idOf = (element) => {
    if (element.id === "" || document.getElementById(element.id) !== element) element.id = "docloom-place-" + ++made;
    wanted.add(element.id);
    return element.id;
  };
  const pieces = (text) => text.match(/"(?:[^"\\\\]|\\\\[\\s\\S])*"|'(?:[^'\\\\]|\\\\[\\s\\S])*'|[-\\w]+\\((?:[^()]|\\([^()]*\\))*\\)|,|[^\\s,"'()]+/g) ?? [];
  const unquoted = (text) => text.slice(1, -1).replace(/\\\\([0-9a-f]{1,6})\\s?/gi, (_, code) => String.fromCodePoint(parseInt(code, 16))).replace(/\\\\([\\s\\S])/g, "$1");
  const opened = (value) => decodeURIComponent(value.trim().replace(/^"|"$/g, ""));
  const plain = (text) => (text ?? "").replaceAll("\u00ad", "").replace(/\\s+/g, " ").trim();
  const argumentsOf = (piece) => piece.slice(piece.indexOf("(") + 1, -1).split(/,(?![^(]*\\))/).map((each) => each.trim());
  const textOf = (element, what) => {
    const text = plain(element.textContent);
    if (what === "first-letter") return [...text][0] ?? "";
    if (what !== "before" && what !== "after") return text;
    const { content } = getComputedStyle(element, "::" + what);
    return /^"/.test(content) ? unquoted(content) : "";
  };
  const addressOf = (element, argument) => {
    const [, name] = /^attr\\(\\s*([-\\w:]+)/.exec(argument) ?? [];
    if (name !== undefined) return element.getAttribute(name) ?? "";
    const bare = argument.replace(/^url\\(\\s*|\\s*\\)$/g, "");
    return /^["']/.test(bare) ? unquoted(bare) : bare;
  };
  const targetOf = (element, argument) => {
    const address = addressOf(element, argument);
    const id = address.includes("#") ? address.slice(address.indexOf("#") + 1) : "";
    const decoded = (() => { try { return decodeURIComponent(id); } catch { return id; } })();
    const target = document.getElementById(id) ?? document.getElementById(decoded);
    if (!target) missing.add(address);
    return target;
  };
  const setBy = (element, value) => {
    const pairs = [[]];
    for (const piece of pieces(value)) piece === "," ? pairs.push([]) : pairs.at(-1).push(piece);
    for (const [name, ...list] of pairs) {
      if (name === undefined || name === "none") continue;
      const text = list.map((piece) =>
        /^["']/.test(piece) ? unquoted(piece)
        : /^content\\(/i.test(piece) ? textOf(element, argumentsOf(piece)[0])
        : /^attr\\(/i.test(piece) ? element.getAttribute(argumentsOf(piece)[0].split(/\\s/)[0]) ?? ""
        : "").join("");
      strings.push([name, text, idOf(element)]);
    }
  };
  for (const element of document.querySelectorAll("body, body *")) {
    const set = opened(getComputedStyle(element).getPropertyValue("${STRING_PROPERTY}"));
    if (set !== "" && element.getClientRects().length > 0) setBy(element, set);
    for (const pseudo of ["before", "after"]) {
      const content = opened(getComputedStyle(element, "::" + pseudo).getPropertyValue("${CONTENT_PROPERTY}"));
      if (content === "") continue;
      const list = pieces(content).map((piece) => {
        if (!/^target-(?:counter|text)\\(/i.test(piece)) return piece;
        const [address = "", what = "", style = "decimal"] = argumentsOf(piece);
        const target = targetOf(element, address);
        if (!target) return '""';
        if (/^target-text/i.test(piece)) return JSON.stringify(textOf(target, what));
        return what === "page" ? { id: idOf(target), style } : '""';
      });
      element.setAttribute("data-docloom-" + pseudo, contents.length);
      contents.push({ pseudo, pieces: list });
    }
  }
  const links = document.createElement("div");
  links.hidden = true;
  for (const id of wanted) {
    const link = document.createElement("a");
    link.href = "#" + encodeURIComponent(id);
    links.append(link);
  }
  document.body.append(links);
  globalThis.docloomLinks = links;
  return { strings, contents, missing: [...missing].slice(0, 20) };
})()`;

/** An expression that writes rules which come after all others. */
const write = (rules: string): string => `((rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((each) => !each.isOfPages), Object.assign(sheet, { isOfPages: true })];
})(${JSON.stringify(rules)})`;

/**
 * Prints a document whose page strings and references to pages are known only when it has been printed: until they no longer change.
 *
 * @returns the last print, and warnings
 */
export async function printPaged(
  tab: SandboxedTab,
  print: () => Promise<Uint8Array>,
  countPages: (pdf: Uint8Array) => number,
): Promise<{ pdf: Uint8Array; warnings: string[] }> {
  // A script may have taken these interfaces away; that is its own document's loss.
  const found = await tab.evaluate(FIND).catch(String);
  if (typeof found === "string")
    return {
      pdf: await print(),
      warnings: [`Page strings and references to pages are left out: ${found.slice(0, 200)}`],
    };
  const content = pagedContentOf(found);
  if (content.strings.length === 0 && content.contents.length === 0) return { pdf: await print(), warnings: [] };
  const warnings = content.missing.map(
    (address) =>
      `${address === "" ? "An empty address" : address.slice(0, 100)} leads to nothing in the page: target-counter() shows nothing there.`,
  );
  const texts = content.strings.map(([, text]) => text).join("");
  let before = "";
  for (let prints = 1; ; prints++) {
    const pdf = await print();
    const rules = rulesOf(content, destinationPages(pdf), countPages(pdf));
    if (rules === before) return { pdf, warnings };
    if (prints === MAX_PRINTS) {
      warnings.push("The numbers of pages in the text move its pages each time: some of them may be wrong by one.");
      return { pdf, warnings };
    }
    before = rules;
    await tab.evaluate(write(rules));
    await tab.marginFontsInPlace(texts);
    await tab.inPlace();
  }
}

/** The page is a stranger, so it may give anything. */
function pagedContentOf(value: unknown): PagedContent {
  const { strings, contents, missing } = (value ?? {}) as Partial<Record<keyof PagedContent, unknown>>;
  return {
    strings: Array.isArray(strings) ? (strings as PagedContent["strings"]) : [],
    contents: Array.isArray(contents) ? (contents as PagedContent["contents"]) : [],
    missing: Array.isArray(missing) ? missing.map(String) : [],
  };
}

function rulesOf({ strings, contents }: PagedContent, pages: ReadonlyMap<string, number>, count: number): string {
  const names = new Set(strings.map(([name]) => name));
  const styles = Array.from(names, (name) => {
    const set = strings.flatMap(([each, text, id]) => (each === name ? [{ text, page: pages.get(id) ?? 0 }] : []));
    return POSITIONS.map((position) => {
      const symbols = pageTexts(set, position, count).map(quoted).join(" ");
      return `@counter-style ${counterStyle(name, position)}{system:fixed 1;symbols:${symbols};suffix:""}`;
    }).join("");
  });
  const shown = contents.map(({ pseudo, pieces }, index) => {
    const list = pieces.map((piece) =>
      typeof piece === "string" ? piece : quoted(numbered(pages.get(piece.id) ?? 0, piece.style)),
    );
    return `[data-docloom-${pseudo}="${index}"]::${pseudo}{content:${list.join(" ")}!important}`;
  });
  return [...styles, ...shown].join("\n");
}

/** What a page string is on each page (CSS GCPM 3, 1.2.2). */
function pageTexts(set: readonly { text: string; page: number }[], position: StringPosition, count: number): string[] {
  const texts: string[] = [];
  let carried = "";
  for (let page = 1; page <= Math.max(1, count); page++) {
    const here = set.filter((each) => each.page === page);
    const first = here[0]?.text;
    if (position === "first-except") texts.push(first === undefined ? carried : "");
    else if (position === "last") texts.push(here.at(-1)?.text ?? carried);
    else if (position === "start") texts.push(page === 1 ? (first ?? "") : carried);
    else texts.push(first ?? carried);
    carried = here.at(-1)?.text ?? carried;
  }
  return texts;
}

const quoted = (text: string): string =>
  `"${text
    .replace(/["\\]/g, "\\$&")
    .replace(/[\n\r\f]/g, " ")
    .replaceAll("\0", "")}"`;

/** A page's number in one of the counter styles that page numbers have (CSS Counter Styles 3, 6); digits in others. */
function numbered(page: number, style: string): string {
  if (page === 0) return "";
  const isUpper = style.startsWith("upper-");
  const kind = style.replace(/^(?:lower|upper)-/, "");
  const text =
    kind === "roman" ? romanNumeral(page) : kind === "alpha" || kind === "latin" ? letters(page) : String(page);
  if (style === "decimal-leading-zero") return text.padStart(2, "0");
  return isUpper ? text.toUpperCase() : text;
}

function letters(value: number): string {
  const last = String.fromCharCode(97 + ((value - 1) % 26));
  return value > 26 ? letters(Math.floor((value - 1) / 26)) + last : last;
}

import { MERGE_TAG } from "../code/merge-words.ts";

/** How letters look that say nothing about it: mail programs would take Times. */
const LETTER_STYLE = "font-family: Arial, Helvetica, sans-serif; font-size: 15px; line-height: 1.5";
const FRAME = new RegExp(`^\\s*<div style="${LETTER_STYLE}">([\\s\\S]*)</div>\\s*$`);

/** What a letter cannot have: it is laid out by hand, and stays source. */
const LAID_OUT =
  /<(?:!|html|head|body|style|table|div|span|font|center|svg|form|iframe|script|h4|h5|h6|pre|section|article)\b|\s(?:style|class|id|align|bgcolor)\s*=/i;
const HAS_HTML = /<[a-z!/][^<>]*>/i;

/** Tags that print nothing themselves: alone in a paragraph they need none. */
const SILENT =
  /^\{(?:\*|\/?(?:if|elseif|else|foreach|foreachelse|section|sectionelse|for|while|capture|strip|assign|append)\b)/;

const OPEN = "\uE000";
const CLOSE = "\uE001";
const MARK = /\uE000(\d+)\uE001/g;

const withoutFrame = (html: string): string => FRAME.exec(html)?.[1] ?? html;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A mail's html as the editor takes it: tags of the language are `<span data-merge>`; undefined if it is laid out by hand. */
export function editableHtml(html: string): string | undefined {
  const own = withoutFrame(html);
  if (!HAS_HTML.test(own)) return paragraphsOf(own);
  if (LAID_OUT.test(own)) return undefined;
  const tags: string[] = [];
  const marked = own.replace(MERGE_TAG, (tag) => `${OPEN}${tags.push(tag) - 1}${CLOSE}`);
  const page = new DOMParser().parseFromString(marked, "text/html");
  for (const line of page.querySelectorAll("p"))
    if (line.childNodes.length === 1 && line.firstElementChild?.tagName === "BR") line.replaceChildren();
  for (const element of page.body.querySelectorAll("*"))
    for (const { name, value } of [...element.attributes]) element.setAttribute(name, restored(value, tags));

  return page.body.innerHTML.replace(MARK, (_, index: string) => chip(tags[Number(index)] ?? ""));
}

/** A text typed without html keeps its lines. */
function paragraphsOf(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").trimEnd();
  if (lines === "") return "";
  const tagged = (line: string) => {
    let end = 0;
    let html = "";
    for (const match of line.matchAll(MERGE_TAG)) {
      html += escaped(line.slice(end, match.index)) + chip(match[0]);
      end = match.index + match[0].length;
    }

    return html + escaped(line.slice(end));
  };

  return lines
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split("\n").map(tagged).join("<br>")}</p>`)
    .join("");
}

const chip = (tag: string): string => `<span data-merge="${escaped(tag)}"></span>`;

const restored = (text: string, tags: readonly string[]): string =>
  text.replace(MARK, (_, index: string) => tags[Number(index)] ?? "");

/** The editor's html as a mail has it, in the frame that gives it a font; empty if there is no word in it. */
export function mailHtml(edited: string): string {
  const body = plainHtml(edited);

  return body === "" ? "" : `<div style="${LETTER_STYLE}">\n${body}\n</div>`;
}

function plainHtml(edited: string): string {
  const page = new DOMParser().parseFromString(edited, "text/html");
  const tags: string[] = [];
  const keep = (tag: string): string => `${OPEN}${tags.push(tag) - 1}${CLOSE}`;
  for (const span of page.querySelectorAll("span[data-merge]"))
    span.replaceWith(keep(span.getAttribute("data-merge") ?? ""));
  for (const element of page.querySelectorAll("[href], [src]"))
    for (const name of ["href", "src"]) {
      const value = element.getAttribute(name);
      if (value !== null)
        element.setAttribute(
          name,
          value.replace(MERGE_TAG, (tag) => (tag.includes('"') ? tag : keep(tag))),
        );
    }
  for (const paragraph of page.querySelectorAll("li > p:only-child")) paragraph.replaceWith(...paragraph.childNodes);
  const lines: string[] = [];
  for (const element of page.body.children) {
    const isEmpty = element.tagName === "P" && element.childNodes.length === 0;
    const alone = element.tagName === "P" ? silentTags(element.textContent ?? "", tags) : undefined;
    // Two paragraphs' margins fall together: an empty line needs something in it.
    lines.push(alone ?? (isEmpty ? "<p><br></p>" : element.outerHTML));
  }
  while (lines.at(-1) === "<p><br></p>") lines.pop();

  return restored(lines.join("\n"), tags);
}

/** The text of a paragraph if there is nothing but tags in it that print nothing. */
function silentTags(text: string, tags: readonly string[]): string | undefined {
  const marks = [...text.matchAll(MARK)];
  const isAlone = marks.length > 0 && text.replace(MARK, "").trim() === "";

  return isAlone && marks.every(([, index]) => SILENT.test(tags[Number(index)] ?? "")) ? text.trim() : undefined;
}

/** Whether two texts are the same mail: what the editor writes otherwise, and means the same, does not count. */
export function isSameMail(one: string, other: string): boolean {
  return canonical(one) === canonical(other);
}

const canonical = (html: string): string =>
  (HAS_HTML.test(withoutFrame(html))
    ? withoutFrame(html)
    : paragraphsOf(html).replace(/<span data-merge="([^"]*)"><\/span>/g, "$1")
  )
    .replace(/<(\/?)b>/gi, "<$1strong>")
    .replace(/<(\/?)i>/gi, "<$1em>")
    .replace(/<br\s*\/?>/gi, "<br>")
    .replace(/<p><br><\/p>/g, "<p></p>")
    .replace(/&(?:quot|#34);/g, '"')
    .replace(/&(?:apos|#39);/g, "'")
    .replace(/&nbsp;/g, "\u00a0")
    .replace(/\s+/g, " ")
    .replace(/ ?(<\/?(?:p|ul|ol|li|h[1-3]|blockquote|hr|br)\b[^>]*>) ?/g, "$1")
    .replace(/(?:<p><\/p>)+$/, "")
    .trim();

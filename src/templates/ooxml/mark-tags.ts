import { present } from "../../domain/present.ts";
import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";
import { descendants } from "./markup-search.ts";
import { append, type MarkupElement, MarkupText, type RawMarkup, remove, TagMark } from "./markup-tree.ts";
import type { TagPlace } from "./tag-place.ts";
import type { TagRegister } from "./tag-register.ts";
import { BLANKS, PARAGRAPHS, TEXTS } from "./vocabulary.ts";

/** A stretch of a paragraph's text and the element that holds it. */
interface Leaf {
  element: MarkupElement | RawMarkup;
  text: string;
  start: number;
  /** A tab or a line break: it can vanish in a tag, but hold none. */
  blank: boolean;
}

/** Finds the tags of all paragraphs and puts a mark where each one's opening brace was; the rest of it goes. */
export function markTags(root: MarkupElement, register: TagRegister, placeOf: (paragraph: MarkupElement) => TagPlace) {
  for (const node of [root, ...descendants(root)]) {
    if (register.isFull) return;
    if (node.kind === "element" && PARAGRAPHS.has(node.name)) markParagraph(node, register, placeOf(node));
  }
}

function markParagraph(paragraph: MarkupElement, register: TagRegister, place: TagPlace): void {
  const leaves: Leaf[] = [];
  collectLeaves(paragraph, leaves);
  const text = leaves.map((leaf) => leaf.text).join("");
  if (!text.includes("{")) {
    register.look(text, place);
    return;
  }
  const tokens = register.scan(text, place);
  if (tokens.every((token) => token.kind === "text" && !token.literal)) return;

  const contents = new Map<Leaf, (MarkupText | TagMark)[]>(leaves.map((leaf) => [leaf, []]));
  const keptBlanks = new Set<Leaf>();
  // Tokens and leaves both go through the text in order, so the leaves are looked through once.
  let at = 0;
  const endOf = (leaf: Leaf) => leaf.start + leaf.text.length;
  for (const token of tokens) {
    if (register.isFull) return;
    while (at < leaves.length && endOf(present(leaves[at])) <= token.at) at++;
    if (token.kind === "tag") {
      const tag = register.parse(token.body, token.source, place);
      const leaf = leaves[at];
      const format = leaf?.element.kind === "element" ? leaf.element.format : undefined;
      if (tag && leaf) present(contents.get(leaf)).push(new TagMark(tag, undefined, format));
    } else if (token.kind === "comment") {
      // A paragraph that holds nothing but comments vanishes like others without text.
      const leaf = leaves[at];
      if (leaf) present(contents.get(leaf)).push(new TagMark({ role: "comment", at: 0, source: "" }));
    } else if (token.kind === "text") {
      for (let index = at; index < leaves.length && present(leaves[index]).start < token.end; index++) {
        const leaf = present(leaves[index]);
        const piece = text.slice(Math.max(leaf.start, token.at), Math.min(endOf(leaf), token.end));
        if (leaf.blank) keptBlanks.add(leaf);
        else if (piece !== "") present(contents.get(leaf)).push(new MarkupText(escapeXmlText(piece)));
      }
    }
  }
  for (const [leaf, content] of contents) {
    if (leaf.blank) {
      if (!keptBlanks.has(leaf)) remove(leaf.element);
      continue;
    }
    if (leaf.element.kind === "element") fill(leaf.element, content, leaf.text !== "");
  }
}

function collectLeaves(element: MarkupElement, leaves: Leaf[]): void {
  for (const child of element.children) {
    if (child.kind !== "element" && child.kind !== "raw") continue;
    const last = leaves.at(-1);
    const start = last ? last.start + last.text.length : 0;
    const blank = BLANKS.get(child.name);
    if (blank !== undefined) leaves.push({ element: child, text: blank, start, blank: true });
    else if (child.kind === "raw") continue;
    else if (TEXTS.has(child.name)) leaves.push({ element: child, text: textOf(child), start, blank: false });
    else if (!PARAGRAPHS.has(child.name) && !holdsOwnText(child.name)) collectLeaves(child, leaves);
  }
}

/**
 * Text boxes, properties (whose tabs are tab stops) and the two versions of a drawing are not part of the text around
 * them.
 */
function holdsOwnText(name: string): boolean {
  return (
    name === "w:txbxContent" ||
    name === "mc:AlternateContent" ||
    name === "w:drawing" ||
    /^[wa]:[a-zA-Z]*Pr$/.test(name)
  );
}

function textOf(element: MarkupElement): string {
  return element.children.map((child) => (child.kind === "text" ? decodeXmlText(child.xml) : "")).join("");
}

/** Gives a text element its new content; one that is left empty goes, and its run with it. */
function fill(element: MarkupElement, content: readonly (MarkupText | TagMark)[], hadText: boolean): void {
  element.children = [];
  append(element, content);
  if (element.name === "w:t" && !element.open.includes("xml:space")) element.open = '<w:t xml:space="preserve">';
  if (content.length > 0 || !hadText) return;
  const run = element.parent;
  if (element.name === "w:t") remove(element);
  if (run?.kind !== "element") return;
  const isEmpty =
    element.name === "w:t" ? run.children.every((child) => "name" in child && child.name === "w:rPr") : true;
  if (isEmpty && (run.name === "w:r" || run.name === "a:r")) remove(run);
}

import { isVisible } from "./cut-markup.ts";
import { parentElement } from "./markup-search.ts";
import type { MarkupElement, MarkupNode } from "./markup-tree.ts";
import { PARAGRAPHS, TABLES, VISIBLE } from "./vocabulary.ts";

/**
 * Marks in rendered markup: what is between them is looked at again once its values are known. They are characters that
 * XML cannot hold, so that neither templates nor data can contain them.
 */
export const MARK_START = "\u0001";
export const MARK_END = "\u0002";

/** What a marked stretch is checked for; one character after the mark. */
export type Guard =
  /** A paragraph whose text was all in blocks: gone if nothing of it is visible. */
  | "p"
  /** A container of WordprocessingML that must end with a paragraph. */
  | "c"
  /** A text body of DrawingML that must hold a paragraph. */
  | "b"
  /** A table: gone if it has no rows. */
  | "t"
  /** A placeholder picture: gone if there is no picture for it. */
  | "x"
  /** A chart's reference to its data: its points are counted. */
  | "k";

const WORD_CONTAINERS: ReadonlySet<string> = new Set([
  "w:tc",
  "w:txbxContent",
  "w:hdr",
  "w:ftr",
  "w:footnote",
  "w:endnote",
  "w:comment",
]);
const TEXT_BODIES: ReadonlySet<string> = new Set(["p:txBody", "a:txBody", "c:rich", "dsp:txBody", "dgm:t"]);

/** The guard that an element needs because of the blocks in it. */
export function guardOf(element: MarkupElement): Guard | undefined {
  if (PARAGRAPHS.has(element.name)) return mayVanish(element) ? "p" : undefined;
  if (WORD_CONTAINERS.has(element.name)) return holdsBlock(element) ? "c" : undefined;
  if (TEXT_BODIES.has(element.name)) return holdsBlock(element) ? "b" : undefined;
  if (TABLES.has(element.name) && !isInFrame(element)) return element.children.some(isBlock) ? "t" : undefined;
  if (element.name === "p:graphicFrame") return holdsBlock(element) ? "t" : undefined;
  return undefined;
}

const isBlock = (node: MarkupNode): boolean => node.kind === "block";

function isInFrame(table: MarkupElement): boolean {
  return table.name === "a:tbl" && parentElement(table)?.name === "a:graphicData";
}

function holdsBlock(element: MarkupElement): boolean {
  return element.children.some(
    (child) =>
      child.kind === "block" ||
      (child.kind === "element" && (holdsBlock(child) || (PARAGRAPHS.has(child.name) && mayVanish(child)))),
  );
}

/** Whether all of a paragraph is blocks and tags that only compute, or may be rich text with paragraphs of its own. */
function mayVanish(paragraph: MarkupElement): boolean {
  if (/<w:sectPr[ />]/.test(paragraph.children.map((child) => (child.kind === "raw" ? child.xml : "")).join("")))
    return false;
  if (holdsRichText(paragraph)) return true;
  const outside = visibleOutsideBlocks(paragraph);
  return !outside && holdsSilentMarkup(paragraph);
}

function visibleOutsideBlocks(node: MarkupNode): boolean {
  if (node.kind === "block") return false;
  if (node.kind !== "element") return isVisible(node);
  return VISIBLE.test(node.open) || node.children.some(visibleOutsideBlocks);
}

/** Whether a block or a tag that prints nothing, such as an assignment, is in this markup. */
function holdsSilentMarkup(node: MarkupNode): boolean {
  if (node.kind === "tag") return node.tag.role === "assign" || node.tag.role === "comment";
  return node.kind === "block" || (node.kind === "element" && node.children.some(holdsSilentMarkup));
}

/** Whether a tag in this paragraph asks for rich text, which may bring paragraphs of its own. */
function holdsRichText(node: MarkupNode): boolean {
  if (node.kind === "tag") {
    const { tag } = node;
    return tag.role === "output" && tag.expression.kind === "modifier" && tag.expression.name === "html";
  }
  if (node.kind === "block") {
    const [opening] = node.tags;
    return opening?.tag.role === "open" && opening.tag.block.kind === "html";
  }
  return node.kind === "element" && node.children.some(holdsRichText);
}

/** Text that flows through a chain of boxes: each takes the lines that it has room for, broken at its own width. */

import type { Block, Paragraph } from "../model/blocks.ts";
import type { LinkedBox } from "../model/shapes.ts";
import type { Fragment, ParagraphFragment, TableFragment } from "./fragments.ts";
import { LayoutCache } from "./layout-cache.ts";
import type { LayoutContext } from "./layout-context.ts";
import { splitFragments } from "./split.ts";
import { layoutStack } from "./stack-layout.ts";
import type { Stack } from "./table-parts.ts";

/** A page of a newsletter has some. */
const MAX_CACHED_CHAINS = 20;
const FIRST_BLOCKS = 16;
const kept = new LayoutCache<readonly Block[], LinkedText[]>(MAX_CACHED_CHAINS);

export interface LinkedText extends Stack {
  widthPt: number;
}

/** The room for text within each box of a chain. */
export interface Room {
  widthPt: number;
  heightPt: number;
}

/** Text that is still to be placed. */
interface Rest {
  blocks: readonly Block[];
  /** Where the first paragraph goes on; undefined at the beginning of the text. */
  fromItem: number | undefined;
}

/** What each box of the chain shows. @param blocks the text of its first box */
export function layOutLinkedText(
  blocks: readonly Block[],
  chain: readonly LinkedBox[],
  roomOf: (box: LinkedBox) => Room,
  context: LayoutContext,
): LinkedText[] {
  return kept.get(context, blocks, () => fill(blocks, chain.map(roomOf), context));
}

function fill(blocks: readonly Block[], rooms: readonly Room[], context: LayoutContext): LinkedText[] {
  const texts: LinkedText[] = [];
  let rest: Rest = { blocks, fromItem: undefined };
  for (const [index, { widthPt, heightPt }] of rooms.entries()) {
    const isLast = index === rooms.length - 1;
    const { head, tail } = isLast ? { head: rest.blocks, tail: [] } : atColumnBreak(rest.blocks);
    const { fromItem } = rest;
    const options = { dropLastSpacing: true, ...(fromItem === undefined ? {} : { continuesAt: fromItem }) };
    const lay = (blocks: readonly Block[]) => layoutStack(blocks, widthPt, context, options);
    const stack = isLast ? lay(head) : overfull(head, heightPt, lay);
    if (isLast || stack.heightPt <= heightPt) {
      texts.push({ ...stack, widthPt });
      rest = { blocks: tail, fromItem: 0 };
      continue;
    }
    // Where no box has room for what is to be kept together, lines are shown apart rather than not at all.
    const parts =
      splitFragments(stack.fragments, heightPt) ?? splitFragments(stack.fragments.map(withoutKeeps), heightPt, true);
    texts.push({ fragments: parts?.head ?? [], heightPt: parts?.headHeightPt ?? 0, widthPt });
    if (!parts) continue;
    const below = after(head, stack.fragments, parts.head, fromItem);
    rest = { blocks: [...below.blocks, ...tail], fromItem: below.fromItem };
  }
  return texts;
}

/** Of a book in a hundred boxes each lays out little more than it shows. */
function overfull(blocks: readonly Block[], heightPt: number, lay: (blocks: readonly Block[]) => Stack): Stack {
  for (let count = FIRST_BLOCKS; count < blocks.length; count *= 4) {
    const stack = lay(blocks.slice(0, count));
    if (stack.heightPt > heightPt) return stack;
  }
  return lay(blocks);
}

/** Such a break, which stands for nothing elsewhere in a box, leads to the next one. */
function atColumnBreak(blocks: readonly Block[]): { head: readonly Block[]; tail: readonly Block[] } {
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== "paragraph") continue;
    const at = block.inlines.findIndex((inline) => inline.kind === "break" && inline.breakKind === "column");
    if (at < 0) continue;
    const above: Paragraph = { ...block, inlines: block.inlines.slice(0, at) };
    const format = { ...block.format, indentFirstPt: 0, indentFirstChars: undefined };
    const below: Paragraph = { ...block, format, label: undefined, inlines: block.inlines.slice(at + 1) };
    return { head: [...blocks.slice(0, index), above], tail: [below, ...blocks.slice(index + 1)] };
  }
  return { head: blocks, tail: [] };
}

function isText(fragment: Fragment): fragment is ParagraphFragment | TableFragment {
  return fragment.kind === "paragraph" || fragment.kind === "table";
}

/** What is left of blocks of which some fragments were shown. */
function after(
  blocks: readonly Block[],
  fragments: readonly Fragment[],
  shown: readonly Fragment[],
  fromItem: number | undefined,
): Rest {
  const texts = fragments.filter(isText);
  const shownTexts = shown.filter(isText);
  // Paragraphs and tables have a fragment each; those in frames float, before what follows them.
  const places = blocks.flatMap((block, index) => (block.kind === "frame" ? [] : [index]));
  const last = shownTexts.length - 1;
  const [whole, part, place] = [texts[last], shownTexts[last], places[last]];
  const block = place === undefined ? undefined : blocks[place];
  if (!whole || !part || place === undefined || !block) return { blocks, fromItem: fromItem ?? 0 };
  const following = blocks.slice(place + 1);
  if (whole.kind === "paragraph" && part.kind === "paragraph") {
    const next = whole.lines[part.lines.length];
    return next ? { blocks: [block, ...following], fromItem: next.startItem } : { blocks: following, fromItem: 0 };
  }
  if (block.kind === "table" && whole.kind === "table" && part.kind === "table") {
    const rows = block.rows.slice(part.rows.length);
    if (part.rows.length < whole.rows.length) return { blocks: [{ ...block, rows }, ...following], fromItem: 0 };
  }
  return { blocks: following, fromItem: 0 };
}

function withoutKeeps(fragment: Fragment): Fragment {
  if (fragment.kind !== "paragraph") return fragment;
  const { paragraph } = fragment;
  return { ...fragment, paragraph: { ...paragraph, format: { ...paragraph.format, keepLines: false } } };
}

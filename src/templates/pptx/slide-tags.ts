import { appendAll } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import { takeOut } from "../ooxml/cut-markup.ts";
import { descendants } from "../ooxml/markup-search.ts";
import type { MarkupElement, TagMark } from "../ooxml/markup-tree.ts";

/** The tags of a slide that repeat or drop it: they may be anywhere on it or in its notes. */
export interface SlideTags {
  opening: TagMark[];
  closing: TagMark[];
}

/** Takes the slide tags out of a slide or its notes. */
export function takeSlideTags(root: MarkupElement): SlideTags {
  const found: SlideTags = { opening: [], closing: [] };
  for (const node of [...descendants(root)]) {
    if (node.kind !== "tag") continue;
    const { tag } = node;
    if (tag.role === "open" && tag.name === "slide") found.opening.push(node);
    else if (tag.role === "close" && tag.name === "slide") found.closing.push(node);
    else continue;
    takeOut(node);
  }
  return found;
}

/** Where each slide's tags open and close: `{slide}` without an end is for its own slide. */
export interface SlideFrame {
  opening: TagMark[];
  /** The opening tags that end after this slide, innermost first. */
  ends: TagMark[];
}

/** Pairs the slide tags of all slides; a `{/slide}` on a later slide makes its block cover the slides between. */
export function frameSlides(slides: readonly SlideTags[], unmatched: (tag: TagMark) => void): SlideFrame[] {
  const frames = slides.map(({ opening }): SlideFrame => ({ opening: [...opening], ends: [] }));
  const open: { mark: TagMark; slide: number }[] = [];
  slides.forEach(({ opening, closing }, slide) => {
    appendAll(
      open,
      opening.map((mark) => ({ mark, slide })),
    );
    for (const mark of closing) {
      const block = open.pop();
      if (block) present(frames[slide]).ends.push(block.mark);
      else unmatched(mark);
    }
  });
  // Those left have no end of their own: they end where they began, before anything around them does.
  for (const { mark, slide } of open) present(frames[slide]).ends.unshift(mark);
  return frames;
}

import { assembleTemplate } from "../assemble.ts";
import type { Tag } from "../ast.ts";
import type { SyntaxProblem } from "../template-error.ts";

/** A block of a part: its opening tag, its middle tags ({else}, {elseif}, ...) and its closing tag, in order. */
export interface TagBlock<T> {
  tags: [open: T, ...rest: T[]];
  /** The block around it, absent at the top. */
  parent?: TagBlock<T>;
}

/**
 * Pairs the tags of a whole part, so that a format can decide which units (text, paragraphs, rows, ...) a block covers
 * before it assembles the part. With problems there are no blocks: the template is refused anyway.
 */
export function pairTags<T extends { tag: Tag }>(
  items: readonly T[],
): { blocks: TagBlock<T>[]; problems: SyntaxProblem[] } {
  const { problems } = assembleTemplate(
    items.map(({ tag }) => ({ kind: "tag", tag })),
    { keepNewlines: true },
  );
  const blocks: TagBlock<T>[] = [];
  if (problems.length > 0) return { blocks, problems };
  const open: TagBlock<T>[] = [];
  for (const item of items) {
    const top = open.at(-1);
    if (item.tag.role === "open") {
      const block: TagBlock<T> = { tags: [item], parent: top };
      open.push(block);
      blocks.push(block);
    } else if (item.tag.role === "middle") {
      top?.tags.push(item);
    } else if (item.tag.role === "close") {
      open.pop()?.tags.push(item);
    }
  }
  return { blocks, problems };
}

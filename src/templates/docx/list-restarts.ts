import { isVisible } from "../ooxml/cut-markup.ts";
import { type BlockMark, descendants, type MarkupElement, type MarkupNode, toXml } from "../ooxml/markup-tree.ts";

const NUM_ID = /<w:numId w:val="(\d+)"\/>/g;

function numIdsOf(node: MarkupNode): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, id = "0"] of toXml(node).matchAll(NUM_ID)) if (id !== "0") counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/**
 * Tells which lists start again with each turn of a loop: those that begin and end within its body, where the body holds
 * more than the list, as a heading does before its items. Items that a loop repeats by themselves are one list.
 */
export class ListRestarts {
  readonly #all: Map<string, number>;

  constructor(root: MarkupElement) {
    this.#all = numIdsOf(root);
  }

  of(block: BlockMark): readonly string[] {
    if (this.#all.size === 0) return [];
    const body = block.branches[0]!.children;
    const paragraphs = body.flatMap((node) => [node, ...descendants(node)]).filter(isParagraph);
    const restarted: string[] = [];
    for (const [id, count] of this.#all) {
      const within = body.reduce((sum, node) => sum + (numIdsOf(node).get(id) ?? 0), 0);
      const isWithin = within === count;
      const hasOthers = paragraphs.some((paragraph) => !numIdsOf(paragraph).has(id) && isVisible(paragraph));
      if (isWithin && hasOthers) restarted.push(id);
    }
    return restarted;
  }
}

function isParagraph(node: MarkupNode): boolean {
  return (node.kind === "element" || node.kind === "raw") && node.name === "w:p";
}

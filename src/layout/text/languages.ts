import type { Block, WordDocument } from "../model/blocks.ts";

/** Languages of the text of the body, where hyphenation is worth its patterns. */
export function languagesOf(document: Pick<WordDocument, "language" | "sections">): Set<string> {
  const languages = new Set([document.language]);
  const visit = (blocks: readonly Block[]) => {
    for (const block of blocks) {
      if (block.kind === "table") for (const row of block.rows) for (const cell of row.cells) visit(cell.blocks);
      else if (block.kind === "frame") visit(block.blocks);
      else {
        for (const inline of block.inlines) {
          if (inline.kind === "text" && inline.format.language) languages.add(inline.format.language);
        }
      }
    }
  };
  for (const section of document.sections) visit(section.blocks);
  return languages;
}

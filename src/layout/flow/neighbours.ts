/** Paragraphs that follow each other in the text: contextual spacing looks at them across the edges of cells. */
import type { Block, Cell, Paragraph, Table } from "../model/blocks.ts";

export interface Neighbours {
  before: Paragraph | undefined;
  after: Paragraph | undefined;
}

/** What stands before and behind a block of a list. */
export function neighboursOf(blocks: readonly Block[], index: number): Neighbours {
  return { before: lastParagraph(blocks[index - 1]), after: firstParagraph(blocks[index + 1]) };
}

/** What stands before and behind the text of each cell of a table. */
export function neighboursOfCells(table: Table, ofTable: Neighbours): ReadonlyMap<Cell, Neighbours> {
  const cells = table.rows.flatMap((row) => row.cells);
  return new Map(
    cells.map((cell, index) => [
      cell,
      {
        before: index === 0 ? ofTable.before : lastParagraph(cells[index - 1]?.blocks.at(-1)),
        after: index === cells.length - 1 ? ofTable.after : firstParagraph(cells[index + 1]?.blocks[0]),
      },
    ]),
  );
}

function firstParagraph(block: Block | undefined): Paragraph | undefined {
  if (block?.kind !== "table") return block?.kind === "paragraph" ? block : undefined;
  return firstParagraph(block.rows[0]?.cells[0]?.blocks[0]);
}

function lastParagraph(block: Block | undefined): Paragraph | undefined {
  if (block?.kind !== "table") return block?.kind === "paragraph" ? block : undefined;
  return lastParagraph(block.rows.at(-1)?.cells.at(-1)?.blocks.at(-1));
}

/** Paragraphs that follow each other in the text: contextual spacing looks at them across the edges of cells. */
import type { Block, Cell, Paragraph, Table } from "../model/blocks.ts";

export interface Neighbors {
  before: Paragraph | undefined;
  after: Paragraph | undefined;
}

/** What comes before and after a block of a list. */
export function neighborsOf(blocks: readonly Block[], index: number): Neighbors {
  return { before: lastParagraph(blocks[index - 1]), after: firstParagraph(blocks[index + 1]) };
}

/** What comes before and after the text of a cell of a table, by its row and its place there. */
export function neighborsOfCells(table: Table, ofTable: Neighbors): (row: number, cell: number) => Neighbors {
  return (row, cell) => {
    const above = cellBefore(table, row, cell);
    const below = cellBehind(table, row, cell);
    return {
      before: above ? lastParagraph(above.blocks.at(-1)) : ofTable.before,
      after: below ? firstParagraph(below.blocks[0]) : ofTable.after,
    };
  };
}

function cellBefore({ rows }: Table, row: number, cell: number): Cell | undefined {
  const beside = rows[row]?.cells[cell - 1];
  if (beside) return beside;
  for (let index = row - 1; index >= 0; index--) {
    const last = rows[index]?.cells.at(-1);
    if (last) return last;
  }
  return undefined;
}

function cellBehind({ rows }: Table, row: number, cell: number): Cell | undefined {
  const beside = rows[row]?.cells[cell + 1];
  if (beside) return beside;
  for (let index = row + 1; index < rows.length; index++) {
    const first = rows[index]?.cells[0];
    if (first) return first;
  }
  return undefined;
}

/** For a table, that of its first cell. */
export function firstParagraph(block: Block | undefined): Paragraph | undefined {
  if (block?.kind !== "table") return block?.kind === "paragraph" ? block : undefined;
  return firstParagraph(block.rows[0]?.cells[0]?.blocks[0]);
}

function lastParagraph(block: Block | undefined): Paragraph | undefined {
  if (block?.kind !== "table") return block?.kind === "paragraph" ? block : undefined;
  return lastParagraph(block.rows.at(-1)?.cells.at(-1)?.blocks.at(-1));
}

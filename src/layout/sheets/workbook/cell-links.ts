/** Hyperlinks of cells (ECMA-376 part 1, 18.3.1.47): to the web, or to cells of the printed workbook. */

import { child, childrenNamed, type XmlNode } from "../../../office/xml-node.ts";
import {
  cellKey,
  contains,
  type GridPosition,
  type GridRange,
  parseGridRange,
  parseGridRanges,
} from "../../../spreadsheet/grid-range.ts";
import type { Workbook } from "../model/workbook.ts";
import type { SheetSource } from "../values/sheet-values.ts";
import { sheetNameOf } from "../values/sheet-values.ts";

const MAX_LINKS = 20_000;
const MAX_TARGETS = 2_000;
const TARGET = /^#sheet(\d+)-(\d+)-(\d+)$/;

/** Targets by cell: addresses, or `#sheet2-0-3` for a cell of the third sheet. */
export function readLinks(root: XmlNode, source: SheetSource, workbook: Workbook): Map<number, string> {
  const links = new Map<number, string>();
  const relationships = workbook.pack.relationships(source.part);
  for (const link of childrenNamed(child(root, "x:hyperlinks"), "x:hyperlink")) {
    const { location, ref } = link.attributes;
    const relationship = relationships.get(link.attributes["r:id"] ?? "");
    const target = relationship?.external
      ? relationship.target + (location ? `#${location}` : "")
      : location && placeInBook(location, source, workbook);
    if (!target) continue;
    for (const range of parseGridRanges(ref)) {
      for (let row = range.top; row <= range.bottom && links.size < MAX_LINKS; row++) {
        for (let column = range.left; column <= range.right && links.size < MAX_LINKS; column++) {
          links.set(cellKey(row, column), target);
        }
      }
    }
  }
  return links;
}

function placeInBook(location: string, source: SheetSource, workbook: Workbook): string | undefined {
  const reference = workbook.names.get(location.toLowerCase()) ?? location;
  const range = parseGridRange(reference);
  const name = sheetNameOf(reference)?.toLowerCase();
  const sheet = name === undefined ? source : workbook.sheets.find((each) => each.name.toLowerCase() === name);
  return range && sheet && `#sheet${sheet.index}-${range.top}-${range.left}`;
}

/** The cells of one sheet to which links of the workbook lead; each is marked where it is printed first. */
export class LinkTargets {
  readonly #open = new Map<string, GridPosition>();

  constructor(sheetIndex: number, links: Iterable<string>) {
    for (const link of links) {
      const match = TARGET.exec(link);
      if (match && Number(match[1]) === sheetIndex && this.#open.size < MAX_TARGETS)
        this.#open.set(link.slice(1), { row: Number(match[2]), column: Number(match[3]) });
    }
  }

  /** Cells of the range that are not marked yet, with the names that mark them. */
  *take(range: GridRange): Generator<GridPosition & { id: string }> {
    for (const [id, cell] of this.#open) {
      if (!contains(range, cell.row, cell.column)) continue;
      this.#open.delete(id);
      yield { ...cell, id };
    }
  }

  /** Cells that are not printed, by their names; from then on they count as marked. */
  *without(isPrinted: (cell: GridPosition) => boolean): Generator<string> {
    for (const [id, cell] of this.#open) {
      if (isPrinted(cell)) continue;
      this.#open.delete(id);
      yield id;
    }
  }
}

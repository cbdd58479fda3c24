import type { Box } from "../../../geometry/box.ts";
import { columnName } from "../../../spreadsheet/cell-reference.ts";
import type { ImageNode } from "../../model/shapes.ts";
import type { DrawingAnchor } from "../model/drawing-anchor.ts";
import type { Workbook } from "../model/workbook.ts";
import type { CellAlignment } from "../styles/styles.ts";
import type { MergedCells } from "../values/merges.ts";
import type { RichValues } from "../values/rich-values.ts";
import type { Cell, Row } from "../values/sheet-data.ts";

/**
 * Pictures that are the values of cells. Old programs know an error there instead, which is not shown; cells of linked
 * data types show their text.
 */
export function takeCellImages(
  rows: ReadonlyMap<number, Row>,
  sheet: string,
  merges: MergedCells,
  richValues: RichValues,
  { styles, drawingSource, warnings }: Workbook,
): DrawingAnchor[] {
  const anchors: DrawingAnchor[] = [];
  for (const row of rows.values())
    for (const cell of row.cells.values()) {
      if (cell.valueMetadata === undefined || cell.value.kind !== "error") continue;
      const value = richValues.of(cell.valueMetadata);
      const source = value?.kind === "picture" ? drawingSource.imageUrl(value.part) : undefined;
      if (value?.kind === "text") cell.value = { kind: "text", runs: [{ text: value.text }] };
      else if (value && source !== undefined) {
        cell.value = { kind: "blank" };
        delete cell.formula;
        const { alignment } = styles.style(cell.styleIndex);
        anchors.push(anchorOf(cell, merges, imageNode(source, value.altText, alignment)));
      } else
        warnings.add(
          `the cell ${columnName(cell.column + 1)}${cell.row + 1} of the sheet "${sheet}" shows ${cell.value.code}, because only Excel shows what it holds`,
        );
    }
  return anchors;
}

function anchorOf({ row, column }: Cell, merges: MergedCells, node: (box: Box) => ImageNode): DrawingAnchor {
  const { top, left, bottom, right } = merges.at(row, column) ?? { top: row, left: column, bottom: row, right: column };
  const corner = (cornerRow: number, cornerColumn: number) => ({
    row: cornerRow,
    column: cornerColumn,
    rowOffsetPt: 0,
    columnOffsetPt: 0,
    rowShare: undefined,
    columnShare: undefined,
  });
  return {
    from: corner(top, left),
    to: corner(bottom + 1, right + 1),
    position: undefined,
    extent: undefined,
    extentIsPrinted: false,
    node,
  };
}

/** Where in its cell a picture is: as the cell is aligned, and in the middle, as errors are, if nothing is said. */
const ACROSS: Readonly<Record<string, number>> = { left: 0, fill: 0, justify: 0, distributed: 0, right: 1 };
const DOWN: Readonly<Record<string, number>> = { top: 0, center: 0.5, justify: 0.5, distributed: 0.5 };

function imageNode(source: string, altText: string, { horizontal, vertical }: CellAlignment): (box: Box) => ImageNode {
  return ({ xPt, yPt, widthPt, heightPt }) => ({
    kind: "picture",
    xPt,
    yPt,
    widthPt,
    heightPt,
    rotationDeg: 0,
    flipHorizontal: false,
    flipVertical: false,
    altText,
    source,
    crop: { left: 0, top: 0, right: 0, bottom: 0 },
    whole: { across: ACROSS[horizontal] ?? 0.5, down: DOWN[vertical] ?? 1 },
    opacity: 1,
    filter: undefined,
    geometry: undefined,
    stroke: undefined,
  });
}

/** The cells that a chart shows (OpenDocument 1.3 Part 3, 19.9 and following). */
import { columnName } from "../../spreadsheet/cell-reference.ts";
import type { ReferredCells } from "../open-document/charts.ts";
import { absoluteReference, areasOf, type CellArea } from "./cell-addresses.ts";

/** Of the values that a chart holds itself. */
const OWN_TABLE = "local-table";

/** Undefined for what are no cells of a sheet. */
export function chartCells(address: string): ReferredCells | undefined {
  if (address.startsWith(OWN_TABLE)) return undefined;
  const areas = areasOf(address);
  const reference = absoluteReference(areas);
  const [first] = areas;
  if (reference === undefined || !first) return undefined;
  const innermost = areas.length === 1 ? absoluteReference([innermostOf(first)]) : undefined;
  return { reference, innermost: innermost ?? reference, usualName: nameOf(first) };
}

/** The last row or column, whichever way there are more cells. */
function innermostOf(area: CellArea): CellArea {
  const isUpright = area.bottom - area.top >= area.right - area.left;
  return isUpright ? { ...area, left: area.right } : { ...area, top: area.bottom };
}

/** As LibreOffice calls it. */
function nameOf({ top, bottom, left, right }: CellArea): string {
  return right > left && top === bottom ? `Row ${top + 1}` : `Column ${columnName(left + 1)}`;
}

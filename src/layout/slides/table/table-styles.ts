/** Table styles (ECMA-376 part 1, 20.1.4.2): which parts of a style a cell takes, and what they say. */
import { child, childrenNamed, descend, type XmlNode } from "../../../office/xml-node.ts";
import { builtInTableStyle } from "./built-in-styles.ts";

/** Parts of a style (`a:wholeTbl` ...), the weakest first. */
export type StylePart =
  | "wholeTbl"
  | "band1H"
  | "band2H"
  | "band1V"
  | "band2V"
  | "firstCol"
  | "lastCol"
  | "lastRow"
  | "firstRow"
  | "swCell"
  | "seCell"
  | "nwCell"
  | "neCell";

export interface TableFlags {
  firstRow: boolean;
  lastRow: boolean;
  firstColumn: boolean;
  lastColumn: boolean;
  bandRows: boolean;
  bandColumns: boolean;
}

export interface CellPlace {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** Parts that apply to a cell, the weakest first. */
export function partsOfCell({ row, column, rows, columns }: CellPlace, flags: TableFlags): StylePart[] {
  const isFirstRow = flags.firstRow && row === 0;
  const isLastRow = flags.lastRow && row === rows - 1 && !isFirstRow;
  const isFirstColumn = flags.firstColumn && column === 0;
  const isLastColumn = flags.lastColumn && column === columns - 1 && !isFirstColumn;
  const parts: StylePart[] = ["wholeTbl"];
  if (flags.bandRows && !isFirstRow && !isLastRow) {
    parts.push((row - (flags.firstRow ? 1 : 0)) % 2 === 0 ? "band1H" : "band2H");
  }
  if (flags.bandColumns && !isFirstColumn && !isLastColumn) {
    parts.push((column - (flags.firstColumn ? 1 : 0)) % 2 === 0 ? "band1V" : "band2V");
  }
  if (isFirstColumn) parts.push("firstCol");
  if (isLastColumn) parts.push("lastCol");
  if (isLastRow) parts.push("lastRow");
  if (isFirstRow) parts.push("firstRow");
  if (isLastRow && isFirstColumn) parts.push("swCell");
  if (isLastRow && isLastColumn) parts.push("seCell");
  if (isFirstRow && isFirstColumn) parts.push("nwCell");
  if (isFirstRow && isLastColumn) parts.push("neCell");
  return parts;
}

export class TableStyles {
  readonly #styles = new Map<string, XmlNode>();
  readonly #default: string | undefined;

  /** `root`: `a:tblStyleLst` of the presentation. */
  constructor(root: XmlNode | undefined) {
    this.#default = root?.attributes.def;
    for (const style of childrenNamed(root, "a:tblStyle")) {
      const id = style.attributes.styleId;
      if (id) this.#styles.set(id.toUpperCase(), style);
    }
  }

  /** The table's own style, else one of Office's own by its id. Tables without an id have no style. */
  styleOf(properties: XmlNode | undefined): XmlNode | undefined {
    const own = child(properties, "a:tableStyle");
    if (own) return own;
    const id = child(properties, "a:tableStyleId")?.text.trim().toUpperCase();
    if (!id) return undefined;
    return (
      this.#styles.get(id) ?? builtInTableStyle(id) ?? (this.#default ? this.#styles.get(this.#default) : undefined)
    );
  }
}

/** `a:tcTxStyle` or a piece of `a:tcStyle` in one part of a style. */
export function stylePiece(style: XmlNode | undefined, part: StylePart, ...path: string[]): XmlNode | undefined {
  return descend(child(style, `a:${part}`), ...path);
}

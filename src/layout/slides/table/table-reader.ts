/** `a:tbl` (ECMA-376 part 1, 21.1.3.13) with its style -> a table. */

import { isOn } from "../../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../../office/xml-node.ts";
import { readDrawingColor, readFill, readStroke } from "../../drawing/drawingml-style.ts";
import type { Fill, Stroke } from "../../model/fill.ts";
import { emuToPoints } from "../../model/units.ts";
import type { Side, SlideTable, TableCell } from "../model/table.ts";
import type { ShapeSources } from "../node-reader.ts";
import type { PartContext } from "../part-context.ts";
import { referencedFill, referencedRun, referencedStroke } from "../style-matrix.ts";
import { mergeRuns, type RunProperties } from "../text/text-properties.ts";
import { readText, type TextSource } from "../text/text-reader.ts";
import { type CellPlace, partsOfCell, type StylePart, stylePiece, type TableFlags } from "./table-styles.ts";

const MAX_CELLS = 20_000;
const SIDES: readonly Side[] = ["left", "right", "top", "bottom"];
const OWN_BORDERS: Readonly<Record<Side, string>> = { left: "a:lnL", right: "a:lnR", top: "a:lnT", bottom: "a:lnB" };
const SIDE_INSET_PT = 7.2;
const EDGE_INSET_PT = 3.6;
const NO_FILL: Fill = { kind: "none" };

export function readTable(
  element: XmlNode,
  sources: ShapeSources,
  textSource: Pick<TextSource, "slideNumber" | "slideLink">,
): SlideTable {
  const { context } = sources;
  const properties = child(element, "a:tblPr");
  const flag = (name: string) => {
    const value = properties?.attributes[name];
    return value !== undefined && isOn(value);
  };
  const flags: TableFlags = {
    firstRow: flag("firstRow"),
    lastRow: flag("lastRow"),
    firstColumn: flag("firstCol"),
    lastColumn: flag("lastCol"),
    bandRows: flag("bandRow"),
    bandColumns: flag("bandCol"),
  };
  const style = sources.tableStyles.styleOf(properties);
  const rows = childrenNamed(element, "a:tr");
  const columnsPt = childrenNamed(child(element, "a:tblGrid"), "a:gridCol").map((column) =>
    Math.max(0, emuToPoints(column.attributes.w) ?? 0),
  );
  const reader = new CellReader(sources, textSource, style, flags);
  const cells: TableCell[] = [];
  rows.forEach((row, rowIndex) => {
    childrenNamed(row, "a:tc").forEach((cell, column) => {
      if (cells.length >= MAX_CELLS || column >= columnsPt.length) return;
      const covered = ["hMerge", "vMerge"].some((name) => {
        const value = cell.attributes[name];
        return value !== undefined && isOn(value);
      });
      if (covered) return;
      cells.push(reader.read(cell, { row: rowIndex, column, rows: rows.length, columns: columnsPt.length }));
    });
  });
  return {
    columnsPt,
    rowsPt: rows.map((row) => Math.max(0, emuToPoints(row.attributes.h) ?? 0)),
    cells,
    background:
      readFill(properties, context.theme, context.imageUrl) ??
      readFill(child(child(style, "a:tblBg"), "a:fill"), context.theme, context.imageUrl) ??
      referencedFill(child(child(style, "a:tblBg"), "a:fillRef"), context) ??
      NO_FILL,
    hasHeaderRow: flags.firstRow,
    rightToLeft: flag("rtl"),
  };
}

class CellReader {
  readonly #sources: ShapeSources;
  readonly #context: PartContext;
  readonly #textSource: Pick<TextSource, "slideNumber" | "slideLink">;
  readonly #style: XmlNode | undefined;
  readonly #flags: TableFlags;

  constructor(
    sources: ShapeSources,
    textSource: Pick<TextSource, "slideNumber" | "slideLink">,
    style: XmlNode | undefined,
    flags: TableFlags,
  ) {
    this.#sources = sources;
    this.#context = sources.context;
    this.#textSource = textSource;
    this.#style = style;
    this.#flags = flags;
  }

  read(element: XmlNode, place: CellPlace): TableCell {
    const { theme, imageUrl } = this.#context;
    const properties = child(element, "a:tcPr");
    const parts = partsOfCell(place, this.#flags);
    const span = (name: string, most: number) =>
      Math.max(1, Math.min(most, Number(element.attributes[name] ?? 1) || 1));
    const rowSpan = span("rowSpan", place.rows - place.row);
    const columnSpan = span("gridSpan", place.columns - place.column);
    const borders = {} as Record<Side, Stroke | undefined>;
    for (const side of SIDES) {
      const styled = this.#styleBorder(parts, side, place, { rowSpan, columnSpan });
      borders[side] = readStroke(child(properties, OWN_BORDERS[side]), theme, styled);
    }
    return {
      row: place.row,
      column: place.column,
      rowSpan,
      columnSpan,
      fill: readFill(properties, theme, imageUrl) ?? this.#styleFill(parts),
      borders,
      diagonals: {
        down: readStroke(child(properties, "a:lnTlToBr"), theme, undefined),
        up: readStroke(child(properties, "a:lnBlToTr"), theme, undefined),
      },
      text: this.#text(element, properties, parts),
    };
  }

  #styleFill(parts: readonly StylePart[]): Fill {
    const { theme, imageUrl } = this.#context;
    for (const part of [...parts].reverse()) {
      const fill =
        readFill(stylePiece(this.#style, part, "a:tcStyle", "a:fill"), theme, imageUrl) ??
        referencedFill(stylePiece(this.#style, part, "a:tcStyle", "a:fillRef"), this.#context);
      if (fill) return fill;
    }
    return NO_FILL;
  }

  /** Lines within the area of a part are its inside lines, those at the area's edge its outer ones. */
  #styleBorder(
    parts: readonly StylePart[],
    side: Side,
    { row, column, rows, columns }: CellPlace,
    { rowSpan, columnSpan }: { rowSpan: number; columnSpan: number },
  ): Stroke | undefined {
    let stroke: Stroke | undefined;
    const isRow = (part: StylePart) => /Row$|H$/.test(part);
    const isColumn = (part: StylePart) => /Col$|V$/.test(part);
    for (const part of parts) {
      const atEdge = {
        left: column === 0 || isColumn(part),
        right: column + columnSpan >= columns || isColumn(part),
        top: row === 0 || isRow(part),
        bottom: row + rowSpan >= rows || isRow(part),
      }[side];
      const isCorner = /Cell$/.test(part);
      const name = atEdge || isCorner ? side : side === "left" || side === "right" ? "insideV" : "insideH";
      const border = stylePiece(this.#style, part, "a:tcStyle", "a:tcBdr", `a:${name}`);
      if (!border) continue;
      const reference = child(border, "a:lnRef");
      stroke = reference
        ? referencedStroke(reference, this.#context)
        : readStroke(child(border, "a:ln"), this.#context.theme, undefined);
    }
    return stroke;
  }

  #text(element: XmlNode, properties: XmlNode | undefined, parts: readonly StylePart[]): TableCell["text"] {
    let style: RunProperties = {};
    for (const part of parts) style = mergeRuns(style, this.#styleRun(part));
    const body = child(element, "a:txBody") ?? { name: "a:txBody", attributes: {}, children: [], text: "" };
    const text = readText(body, {
      ...this.#textSource,
      context: this.#context,
      levels: this.#sources.levelsOf(undefined),
      style,
      inheritedBodies: [],
    });
    const inset = (name: string, fallback: number) => emuToPoints(properties?.attributes[name]) ?? fallback;
    const anchor = properties?.attributes.anchor;
    text.frame = {
      ...text.frame,
      insetLeftPt: inset("marL", SIDE_INSET_PT),
      insetRightPt: inset("marR", SIDE_INSET_PT),
      insetTopPt: inset("marT", EDGE_INSET_PT),
      insetBottomPt: inset("marB", EDGE_INSET_PT),
      anchor: anchor === "ctr" ? "center" : anchor === "b" ? "bottom" : "top",
      vertical: properties?.attributes.vert ?? "horz",
      wraps: true,
      autofit: { kind: "none" },
      columns: 1,
    };
    return text;
  }

  /** `a:tcTxStyle`: bold, italic, font and color. */
  #styleRun(part: StylePart): RunProperties {
    const element = stylePiece(this.#style, part, "a:tcTxStyle");
    if (!element) return {};
    const run = referencedRun(child(element, "a:fontRef"), this.#context);
    const color = readDrawingColor(element, this.#context.theme);
    if (color) run.color = color;
    if (element.attributes.b === "on") run.bold = true;
    if (element.attributes.b === "off") run.bold = false;
    if (element.attributes.i === "on") run.italic = true;
    const latin = child(child(element, "a:font"), "a:latin")?.attributes.typeface;
    if (latin) run.latin = latin;
    return run;
  }
}

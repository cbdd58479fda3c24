/** Blocks one below the other at a given width and unlimited height: cells, text boxes, headers, notes. */
import { largestOf } from "../../domain/collections/long-lists.ts";
import type { Block, Inline, Paragraph } from "../model/blocks.ts";
import type { Anchor, AxisPosition } from "../model/shapes.ts";
import { anchorPosition, type FloatArea, floatArea, freeRooms, sizedAnchor } from "./floats.ts";
import type { Fragment, PageGeometry } from "./fragments.ts";
import { frameAnchor } from "./frame-anchor.ts";
import type { LayoutContext } from "./layout-context.ts";
import { firstParagraph, type Neighbors, neighborsOf } from "./neighbors.ts";
import {
  borderInsets,
  gapBetween,
  ignoresSpace,
  ParagraphLayout,
  paragraphFragment,
  spaceAfter,
} from "./paragraph-layout.ts";
import { tableFragmentOf } from "./table-fragment.ts";
import { layoutTable, type TableSurroundings } from "./table-layout.ts";
import type { Stack } from "./table-parts.ts";

const UNBOUNDED_PT = 1e6;
const NO_MARGINS = { leftPt: 0, rightPt: 0, topPt: 0 };
/** Tops that are this close are the same. */
const TOUCHING_PT = 0.1;

export interface StackOptions extends TableSurroundings {
  /**
   * The neighbors of a cell's text. Contextual spacing towards them counts; space of `auto` is dropped at both ends of a
   * cell.
   */
  inCell?: Neighbors;
  /** The margins of the cell, which objects within it are placed by. */
  cellMargins?: { leftPt: number; rightPt: number; topPt: number };
  /** Space after the last paragraph does not count. */
  dropLastSpacing?: boolean;
  /** Text goes on from above, where space would be dropped, at this item of its first paragraph. */
  continuesAt?: number;
  /** The page of a header or footer, which tells where objects are that are placed by it, and where the stack begins on it. */
  onPage?: { geometry: PageGeometry; topPt: number };
}

export function layoutStack(
  blocks: readonly Block[],
  widthPt: number,
  context: LayoutContext,
  options: StackOptions,
): Stack {
  const fragments: Fragment[] = [];
  const areas: FloatArea[] = [];
  const addsUp = context.document.settings.compat.has("doNotUseHTMLParagraphAutoSpacing");
  const pending: Anchor[] = [];
  let y = 0;
  let previous: Paragraph | undefined;
  const firstText = blocks.findIndex(({ kind }) => kind !== "frame");
  const placeAnchor = (anchor: Anchor, paragraphTopPt: number, lineTopPt = paragraphTopPt) => {
    const isSizedByPage = anchor.relativeWidth !== undefined || anchor.relativeHeight !== undefined;
    const cell = options.cellMargins && anchor.layoutInCell ? options.cellMargins : undefined;
    const isLocal =
      cell && isFromTop(anchor.vertical)
        ? isOfBox(anchor.horizontal) && isOfBox(anchor.vertical)
        : isOfText(anchor.horizontal) && isOfText(anchor.vertical);
    const byPage = isSizedByPage || !isLocal;
    const { leftPt, rightPt, topPt } = cell ?? NO_MARGINS;
    const { xPt, yPt } = anchorPosition(anchor, {
      geometry: {
        widthPt: leftPt + widthPt + rightPt,
        heightPt: UNBOUNDED_PT,
        marginLeftPt: leftPt,
        marginRightPt: rightPt,
        marginTopPt: topPt,
        marginBottomPt: 0,
      },
      columnLeftPt: leftPt,
      columnWidthPt: widthPt,
      paragraphTopPt: topPt + paragraphTopPt,
      lineTopPt: topPt + lineTopPt,
      isOddPage: true,
      bodyTopPt: topPt,
      bodyBottomPt: UNBOUNDED_PT,
    });
    const at = { xPt: xPt - leftPt, yPt: yPt - topPt };
    const unresolved = { paragraphXPt: 0, paragraphYPt: paragraphTopPt, columnWidthPt: widthPt };
    fragments.push({ kind: "anchor", anchor, ...at, ...(byPage ? { unresolved } : {}) });
    const area = byPage
      ? options.onPage && areaOnPage(anchor, options.onPage, { widthPt, paragraphTopPt, lineTopPt })
      : floatArea(anchor, at);
    if (area) areas.push(area);
  };
  for (let index = 0; index < blocks.length; index++) {
    const unbroken = blocks[index];
    if (!unbroken) continue;
    const block = unbroken.kind === "paragraph" ? withoutPageBreaks(unbroken) : unbroken;
    context.meter.charge("block");
    if (block.kind === "frame") {
      pending.push(frameAnchor(block, widthPt, context));
      continue;
    }
    if (block.kind === "table") {
      for (const anchor of pending.splice(0)) placeAnchor(anchor, y);
      if (previous && !ignoresSpace(previous, firstParagraph(block))) y += spaceAfter(previous.format);
      previous = undefined;
      const layout = layoutTable(block, widthPt, context, options, neighborsOf(blocks, index));
      const fragment = tableFragmentOf(layout, 0, layout.rows.length, { xPt: layout.xPt, yPt: y });
      fragments.push(fragment);
      // A floating table in a cell or box takes part in the flow: there is no page to float on.
      y += fragment.heightPt;
      continue;
    }
    const next = blocks[index + 1];
    const nextParagraph = next?.kind === "paragraph" ? next : undefined;
    let gap = gapBetween(previous, block, addsUp);
    if (!previous && options.inCell && (block.format.spaceBeforeAuto || ignoresSpace(block, options.inCell.before)))
      gap = 0;
    const fromItem = index === firstText ? (options.continuesAt ?? 0) : 0;
    if (index === firstText && options.continuesAt !== undefined) gap = 0;
    const paragraphTop = y + Math.min(gap, previous ? spaceAfter(previous.format) : 0);
    y += gap;
    const layout = new ParagraphLayout(block, widthPt, context, options.grid, options.inCell !== undefined);
    const insets = borderInsets(block, previous, nextParagraph);
    for (const anchor of pending.splice(0)) placeAnchor(anchor, y);
    for (const item of fromItem > 0 ? layout.items.slice(fromItem) : layout.items)
      if (item.kind === "anchor") placeAnchor(item.anchor, paragraphTop, y);
    const isStart = fromItem === 0;
    const top = y + (isStart ? insets.topPt : 0);
    const lines =
      areas.length === 0
        ? layout.lines(fromItem)
        : layout.lines(fromItem, (lineY, height) => {
            // In headers and footers a line stays where it is beside what begins below its top.
            const before = options.onPage ? areas.filter((area) => area.topPt <= top + lineY + TOUCHING_PT) : areas;
            const found = freeRooms(before, top + lineY, height, { leftPt: 0, rightPt: widthPt }, context.meter);
            return { rooms: found.rooms, yPt: found.yPt - top };
          });
    const place = { xPt: 0, yPt: y, gapPt: gap };
    const fragment = paragraphFragment(layout, lines, place, { isStart, isEnd: true, insets }, 0);
    fragments.push(fragment);
    y += fragment.heightPt;
    previous = block;
  }
  for (const anchor of pending) placeAnchor(anchor, y);
  const isSpaced =
    !options.inCell || !previous || !(previous.format.spaceAfterAuto || ignoresSpace(previous, options.inCell.after));
  if (previous && !options.dropLastSpacing && isSpaced) y += spaceAfter(previous.format);
  const floatBottom = largestOf(
    areas.map((area) => area.bottomPt),
    0,
  );
  return { fragments, heightPt: options.inCell ? Math.max(y, floatBottom) : y };
}

/** What text in a header or footer keeps clear of, counted from the stack. */
function areaOnPage(
  unsized: Anchor,
  { geometry, topPt }: { geometry: PageGeometry; topPt: number },
  at: { widthPt: number; paragraphTopPt: number; lineTopPt: number },
): FloatArea | undefined {
  const origin = {
    geometry,
    columnLeftPt: geometry.marginLeftPt,
    columnWidthPt: at.widthPt,
    paragraphTopPt: topPt + at.paragraphTopPt,
    lineTopPt: topPt + at.lineTopPt,
    isOddPage: true,
    bodyTopPt: geometry.marginTopPt,
    bodyBottomPt: geometry.heightPt - geometry.marginBottomPt,
  };
  const anchor = sizedAnchor(unsized, origin);
  const { xPt, yPt } = anchorPosition(anchor, origin);
  return floatArea(anchor, { xPt: xPt - geometry.marginLeftPt, yPt: yPt - topPt });
}

/** There is no page to turn within a stack: Word passes over breaks of pages and columns there. */
function withoutPageBreaks(paragraph: Paragraph): Paragraph {
  const breaks = (inline: Inline) => inline.kind === "break" && inline.breakKind !== "line";
  if (!paragraph.inlines.some(breaks)) return paragraph;
  return { ...paragraph, inlines: paragraph.inlines.filter((inline) => !breaks(inline)) };
}

function isOfText({ relativeTo }: AxisPosition): boolean {
  return relativeTo === "column" || relativeTo === "character" || relativeTo === "paragraph" || relativeTo === "line";
}

/** The page and its margins are those of the cell for what is laid out in it (20.4.2.3). */
function isOfBox(position: AxisPosition): boolean {
  return isOfText(position) || position.relativeTo === "page" || position.relativeTo === "margin";
}

/** How high the cell will be is not known yet. */
function isFromTop({ align, share }: AxisPosition): boolean {
  return (align === undefined || align === "top") && share === undefined;
}

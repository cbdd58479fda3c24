/** Floating objects of the body: anchored drawings, text frames and tables that text flows around. */
import type { Frame, Table } from "../model/blocks.ts";
import type { Anchor } from "../model/shapes.ts";
import { anchorPosition, type FloatArea, floatArea, sizedAnchor } from "./floats.ts";
import type { Fragment } from "./fragments.ts";
import { frameAnchor } from "./frame-anchor.ts";
import type { PageBuilder } from "./page-builder.ts";
import { spaceAfter } from "./paragraph-layout.ts";
import { fragmentOfParts, rowPart } from "./table-fragment.ts";
import type { TableLayout } from "./table-rows.ts";

const TOLERANCE_PT = 0.6;
/** What an object's height on the page is counted from, wherever its text is. */
const PLACED_BY_PAGE: ReadonlySet<string> = new Set(["page", "margin", "topMargin", "bottomMargin"]);

export class FloatPlacer {
  readonly builder: PageBuilder;
  #pendingFrames: Frame[] = [];

  constructor(builder: PageBuilder) {
    this.builder = builder;
  }

  /** A frame waits for the paragraph that it is placed beside. */
  addFrame(frame: Frame): void {
    this.#pendingFrames.push(frame);
  }

  placeFrames(topPt: number): void {
    for (const frame of this.#pendingFrames.splice(0)) {
      this.placeAnchor(frameAnchor(frame, this.builder.column.widthPt, this.builder.context), topPt);
    }
  }

  /** `paragraphTopPt` lies above the paragraph's own space, `lineTopPt` below it. */
  placeAnchor(unsized: Anchor, paragraphTopPt: number, lineTopPt = paragraphTopPt): void {
    const { page } = this.builder;
    if (page.flow !== page.geometry) {
      this.#placeUnrotated(unsized);
      return;
    }
    const origin = { ...this.#origin(paragraphTopPt), lineTopPt };
    const anchor = sizedAnchor(unsized, origin);
    const at = anchorPosition(anchor, origin);
    page.body.push({ kind: "anchor", anchor, ...at });
    const area = floatArea(anchor, at);
    if (area) page.areas.push(area);
  }

  /**
   * The area of an object that its page places, if text that stands before it in the document is already there: that text
   * has to be laid out again beside it.
   */
  areaAbove(unsized: Anchor, topPt: number): FloatArea | undefined {
    const { page } = this.builder;
    if (page.flow !== page.geometry || !PLACED_BY_PAGE.has(unsized.vertical.relativeTo)) return undefined;
    const origin = this.#origin(topPt);
    const anchor = sizedAnchor(unsized, origin);
    const area = floatArea(anchor, anchorPosition(anchor, origin));
    if (!area || area.topPt >= topPt - TOLERANCE_PT) return undefined;
    const isText = ({ kind }: Fragment) => kind === "paragraph" || kind === "table";
    return page.body.some((fragment) => isText(fragment) && isWithin(fragment, area)) ? area : undefined;
  }

  /** Where lines run downwards, objects are upright on the paper, and lines flow around them as they see them. */
  #placeUnrotated(unsized: Anchor): void {
    const { page } = this.builder;
    const { geometry } = page;
    const { widthPt, heightPt, marginLeftPt, marginRightPt, marginTopPt, marginBottomPt } = geometry;
    const origin = {
      geometry,
      columnLeftPt: marginLeftPt,
      columnWidthPt: widthPt - marginLeftPt - marginRightPt,
      paragraphTopPt: marginTopPt,
      lineTopPt: marginTopPt,
      isOddPage: page.number % 2 === 1,
      bodyTopPt: marginTopPt,
      bodyBottomPt: heightPt - marginBottomPt,
    };
    const anchor = sizedAnchor(unsized, origin);
    const at = anchorPosition(anchor, origin);
    page.body.push({ kind: "anchor", anchor, ...at });
    const turned = { ...anchor, widthPt: anchor.heightPt, heightPt: anchor.widthPt };
    const area = floatArea(turned, { xPt: at.yPt, yPt: widthPt - at.xPt - anchor.widthPt });
    if (area) page.areas.push(area);
  }

  /** A table does not flow around floating objects: it starts where nothing is in its way. */
  clearOfFloats(layout: TableLayout, topPt: number): number {
    const { page, column } = this.builder;
    const left = column.leftPt + layout.xPt;
    const heightPt = layout.rows.at(0)?.heightPt ?? 0;
    let top = topPt;
    for (let step = 0; step < page.areas.length; step++) {
      const blocking = page.areas.find(
        (area) =>
          area.topPt < top + heightPt &&
          area.bottomPt > top + 0.5 &&
          area.leftPt < left + layout.widthPt - 1 &&
          area.rightPt > left + 1,
      );
      if (!blocking || blocking.bottomPt > page.bodyBottomPt) break;
      top = blocking.bottomPt;
    }
    return top;
  }

  /** Places a floating table; false when it has to take part in the flow because it does not fit. */
  placeTable(table: Table, layout: TableLayout): boolean {
    const { builder } = this;
    const floating = table.format.floating;
    if (!floating) return false;
    const { page, column } = builder;
    const heightPt = heightUpTo(layout, page.bodyBottomPt - page.bodyTopPt);
    if (heightPt === undefined) return false;
    const anchorNames: Readonly<Record<string, string>> = { text: "column" };
    const verticalNames: Readonly<Record<string, string>> = { text: "paragraph" };
    const gap = builder.previous && !builder.columnEmpty ? spaceAfter(builder.previous.format) : 0;
    const at = anchorPosition(
      {
        widthPt: layout.widthPt,
        heightPt,
        wrap: "square",
        horizontal: {
          relativeTo: anchorNames[floating.horizontalAnchor] ?? floating.horizontalAnchor,
          align: floating.xAlign,
          offsetPt:
            floating.xPt -
            (floating.xAlign ? 0 : builder.context.isWord2013 ? 0 : (table.format.cellMargins.left ?? 0)),
          share: undefined,
        },
        vertical: {
          relativeTo: verticalNames[floating.verticalAnchor] ?? floating.verticalAnchor,
          align: floating.yAlign,
          offsetPt: floating.yPt,
          share: undefined,
        },
      } as Anchor,
      this.#origin(builder.yPt + gap),
    );
    if (at.yPt + heightPt > page.bodyBottomPt + TOLERANCE_PT && floating.verticalAnchor === "text") {
      return false;
    }
    const parts = layout.rows.all().map((row) => rowPart(row));
    page.body.push(fragmentOfParts(layout, parts, at));
    page.areas.push({
      leftPt: at.xPt - floating.leftFromTextPt,
      rightPt: at.xPt + layout.widthPt + floating.rightFromTextPt,
      topPt: at.yPt - floating.topFromTextPt,
      bottomPt: at.yPt + heightPt + floating.bottomFromTextPt,
      sides: layout.widthPt > column.widthPt - 60 ? "full" : "bothSides",
    });
    return true;
  }

  #origin(paragraphTopPt: number) {
    const { page, column } = this.builder;
    return {
      geometry: page.flow,
      columnLeftPt: column.leftPt,
      columnWidthPt: column.widthPt,
      paragraphTopPt,
      lineTopPt: paragraphTopPt,
      isOddPage: page.number % 2 === 1,
      bodyTopPt: page.bodyTopPt,
      bodyBottomPt: page.bodyBottomPt,
    };
  }
}

/** Whether something stands where an object is to be. */
function isWithin(fragment: Fragment, area: FloatArea): boolean {
  if (fragment.kind === "anchor") return false;
  return (
    fragment.yPt < area.bottomPt - TOLERANCE_PT &&
    fragment.yPt + fragment.heightPt > area.topPt + TOLERANCE_PT &&
    fragment.xPt < area.rightPt &&
    fragment.xPt + fragment.widthPt > area.leftPt
  );
}

/** The height of a table; undefined if it is more than that. */
function heightUpTo({ rows }: TableLayout, maxPt: number): number | undefined {
  let heightPt = 0;
  for (let index = 0; index < rows.length; index++) {
    heightPt += rows.at(index)?.heightPt ?? 0;
    if (heightPt > maxPt) return undefined;
  }
  return heightPt;
}

/** Laid-out pages of a Word document -> pages of display items. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import { type Matrix, rotation, translation } from "../../geometry/matrix.ts";
import { anchorPosition, sizedAnchor } from "../../layout/flow/floats.ts";
import type {
  AnchorFragment,
  BorderSegment,
  CellFragment,
  Fragment,
  Page as LaidOutPage,
  ParagraphFragment,
  RowFragment,
  TableFragment,
} from "../../layout/flow/fragments.ts";
import type { LayoutContext } from "../../layout/flow/layout-context.ts";
import { pageBorderSegments, pageBorders } from "../../layout/flow/page-borders.ts";
import { type PageFieldValues, plainText } from "../../layout/flow/page-fields.ts";
import { paragraphBorderSegments } from "../../layout/flow/paragraph-borders.ts";
import type { PageField, Table } from "../../layout/model/blocks.ts";
import type { Border } from "../../layout/model/formatting.ts";
import { linesRunDown } from "../../layout/model/section.ts";
import type { DrawingNode } from "../../layout/model/shapes.ts";
import { liesAcross } from "../../layout/model/text-direction.ts";
import type { DocumentDescription, Page, StructureElement } from "../display-list/display-item.ts";
import { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { rectangle } from "../display-list/outline.ts";
import { drawBorders } from "../drawing/border-renderer.ts";
import { DrawingRenderer, type FragmentRenderer } from "../drawing/drawing-renderer.ts";
import { drawFill } from "../drawing/fills.ts";
import { LineRenderer } from "../drawing/line-renderer.ts";
import { orientText } from "../drawing/text-orientation.ts";
import type { ImageLookup } from "../drawing/vector-renderer.ts";
import type { WordArt } from "../drawing/word-art.ts";
import { WordStructure } from "./word-structure.ts";

/** An object that floats, and where the box is that its place is relative to. */
interface Floating {
  fragment: AnchorFragment;
  xPt: number;
  yPt: number;
}

/** `w:textDirection` whose ideographs are not turned with their lines. */
const UPRIGHT = "tbRl";
const MAX_DESTINATIONS = 5_000;

export class WordPageRenderer {
  readonly #builder = new DisplayListBuilder();
  readonly #structure = new WordStructure();
  readonly #fonts: FontLibrary;
  readonly #images: ImageLookup;
  readonly #lines: LineRenderer;
  readonly #drawings: DrawingRenderer;
  readonly #destinations = new Set<string>();
  readonly #headings: { level: number; title: string; destination: string }[] = [];
  #page: LaidOutPage | undefined;
  #fields: PageFieldValues | undefined;
  /** Objects of the story that is drawn, which lie in front of or behind all of its text; not those within boxes. */
  #floating: Floating[] | undefined;
  #backdrop: string | undefined;
  /** Ideographs are upright in the text that is drawn. */
  #isUpright = false;
  #wordArt: WordArt | undefined;
  /** Where the page's corner is in the coordinates that are drawn in; text boxes count as pages. */
  #origin = { xPt: 0, yPt: 0 };
  readonly #drawnTables = new Set<Table>();

  constructor(context: LayoutContext, fonts: FontLibrary, images: ImageLookup) {
    this.#fonts = fonts;
    this.#images = images;
    this.#lines = new LineRenderer(this.#builder, fonts, context.measurer);
    this.#drawings = new DrawingRenderer(this.#builder, context, fonts, images, this.#lines, (...text) =>
      this.#boxed(...text),
    );
  }

  /** Pages come in their order. */
  draw(page: LaidOutPage, fields: PageFieldValues): Page {
    this.#fields = fields;
    const { widthPt, heightPt } = page.geometry;
    return { widthPt, heightPt, items: this.#builder.record(() => this.#drawPage(page)) };
  }

  /** Elements that no further page adds to. */
  nextPage(): StructureElement[] {
    return this.#structure.nextPage();
  }

  /** The headings that were drawn. */
  get outline(): DocumentDescription["outline"] {
    return this.#headings;
  }

  #drawPage(page: LaidOutPage): void {
    this.#page = page;
    if (page.isFiller) return;
    this.#drawBackground(page);
    const borders = pageBorders(page);
    const frame = () => {
      if (borders) this.#borders(pageBorderSegments(borders, page.geometry), 0, 0);
    };
    if (!borders?.inFront) frame();
    // Headers and footers lie under the body, whatever is in them.
    this.#builder.mark("artifact", () => this.#story([...page.header, ...page.footer]));
    const isTurned = linesRunDown(page.section.format);
    this.#isUpright = page.section.format.textDirection === UPRIGHT;
    this.#story([...page.body, ...page.footnotes], isTurned ? rotation(90, page.geometry.widthPt, 0) : undefined);
    this.#isUpright = false;
    if (borders?.inFront) frame();
  }

  #drawBackground({ section, isFirstOfSection, geometry }: LaidOutPage): void {
    const { background, titlePage } = section.format;
    this.#backdrop = undefined;
    if (!background) return;
    const fills = (titlePage && isFirstOfSection ? background.first : undefined) ?? background.fills;
    const outline = rectangle(0, 0, geometry.widthPt, geometry.heightPt);
    this.#builder.mark("artifact", () => {
      for (const fill of fills) drawFill(this.#builder, outline, fill, geometry, this.#images, this.#fonts);
    });
    // Text of no color of its own is read on it.
    for (const fill of fills) this.#backdrop = fill.kind === "solid" ? fill.color : undefined;
  }

  /** Objects behind the text, the text, objects in front of it; if lines run downwards, only the text is turned. */
  #story(fragments: readonly Fragment[], rotationMatrix?: Matrix): void {
    const floating: Floating[] = [];
    this.#floating = floating;
    const content = this.#builder.record(() => {
      for (const fragment of fragments) {
        if (fragment.kind === "anchor") floating.push({ fragment, xPt: 0, yPt: 0 });
        else this.#fragment(fragment, 0, 0);
      }
    });
    this.#floating = undefined;
    floating.sort((first, second) => first.fragment.anchor.zOrder - second.fragment.anchor.zOrder);
    for (const { fragment, xPt, yPt } of floating) if (fragment.anchor.behind) this.#anchor(fragment, xPt, yPt);
    if (rotationMatrix) this.#builder.group(rotationMatrix, undefined, () => this.#builder.addAll(content));
    else this.#builder.addAll(content);
    for (const { fragment, xPt, yPt } of floating) if (!fragment.anchor.behind) this.#anchor(fragment, xPt, yPt);
  }

  /** The content of a text box: what floats in it is in its text. */
  #boxed(...[fragments, xPt, yPt, wordArt]: Parameters<FragmentRenderer>): void {
    const outer = { backdrop: this.#backdrop, floating: this.#floating, origin: this.#origin, wordArt: this.#wordArt };
    const wasUpright = this.#isUpright;
    this.#isUpright = false;
    this.#wordArt = wordArt;
    this.#backdrop = undefined;
    this.#floating = undefined;
    this.#origin = { xPt, yPt };
    this.#structure.apart(() => {
      for (const fragment of fragments) this.#fragment(fragment, xPt, yPt);
    });
    this.#backdrop = outer.backdrop;
    this.#floating = outer.floating;
    this.#origin = outer.origin;
    this.#wordArt = outer.wordArt;
    this.#isUpright = wasUpright;
  }

  /** @param xPt left edge of the box that the fragment's place is relative to */
  #fragment(fragment: Fragment, xPt: number, yPt: number): void {
    switch (fragment.kind) {
      case "paragraph":
        this.#marked(this.#structure.paragraph(fragment), () =>
          this.#paragraph(fragment, xPt + fragment.xPt, yPt + fragment.yPt),
        );
        break;
      case "table":
        this.#table(fragment, xPt + fragment.xPt, yPt + fragment.yPt);
        break;
      case "anchor":
        this.#anchor(fragment, xPt, yPt);
        break;
      case "rule": {
        const { widthPt, heightPt, thicknessPt } = fragment;
        const border: Border = { style: "single", widthPt: thicknessPt, color: "auto", spacePt: 0 };
        const segment = { border, x1Pt: 0, y1Pt: 0, x2Pt: widthPt, y2Pt: heightPt };
        this.#borders([segment], xPt + fragment.xPt, yPt + fragment.yPt);
      }
    }
  }

  #paragraph(fragment: ParagraphFragment, xPt: number, yPt: number): void {
    const { decoration, box } = fragment;
    const { fill } = decoration;
    if (fill) {
      const { leftPt, topPt, rightPt, bottomPt } = box;
      this.#fill(fill, xPt + leftPt, yPt + topPt, rightPt - leftPt, bottomPt - topPt);
    }
    this.#borders(paragraphBorderSegments(fragment), xPt, yPt);
    this.#heading(fragment, xPt, yPt);
    const outer = this.#backdrop;
    if (fill) this.#backdrop = fill;
    const surroundings = {
      field: (field: PageField, fallback: string) =>
        (this.#page && this.#fields?.evaluate(field, this.#page, fallback)) ?? fallback,
      drawing: (node: DrawingNode, leftPt: number, topPt: number) => this.#drawings.draw(node, leftPt, topPt),
      backdrop: this.#backdrop,
      areGlyphsRotated: this.#isUpright,
      rightEdgePt: fragment.paragraph.format.rightToLeft ? xPt + fragment.widthPt : undefined,
      wordArt: this.#wordArt,
    };
    for (const line of fragment.lines) {
      for (const bookmark of line.bookmarks) this.#destination(bookmark, xPt, yPt + line.yPt);
      if (line.parts.length === 0) continue;
      const draw = () => this.#lines.draw(line, xPt, yPt, surroundings);
      if (this.#isUpright) this.#builder.addAll(orientText(this.#builder.record(draw)));
      else draw();
    }
    this.#backdrop = outer;
  }

  #marked(elements: readonly StructureElement[], draw: () => void): void {
    const [first, ...rest] = elements;
    if (!first) draw();
    else this.#builder.mark(first, () => this.#marked(rest, draw));
  }

  #table(table: TableFragment, xPt: number, yPt: number): void {
    const isContinued = this.#drawnTables.has(table.table);
    this.#drawnTables.add(table.table);
    this.#builder.mark(this.#structure.table(table.table), () => {
      for (const row of table.rows) {
        this.#builder.mark(this.#structure.row(row, isContinued), () => this.#row(row, xPt, yPt + row.yPt));
      }
      this.#borders(table.borders, xPt, yPt);
    });
  }

  #row(row: RowFragment, xPt: number, yPt: number): void {
    for (const cell of row.cells) {
      // Empty cells have their place in the structure, too.
      const element = this.#structure.cell(cell, row.isHeader);
      const items = this.#builder.record(() => this.#structure.apart(() => this.#cell(cell, xPt + cell.xPt, yPt)));
      this.#builder.add({ kind: "mark", element, items });
    }
  }

  #cell(cell: CellFragment, xPt: number, yPt: number): void {
    const { widthPt, heightPt, fill } = cell;
    if (fill) this.#fill(fill, xPt, yPt, widthPt, heightPt);
    const outer = this.#backdrop;
    if (fill) this.#backdrop = fill;
    const { rotationDeg } = cell;
    const { textDirection } = cell.cell.format;
    const wasUpright = this.#isUpright;
    if (textDirection !== undefined) this.#isUpright = textDirection === UPRIGHT;
    if (cell.clips) {
      const clip = rectangle(xPt, yPt, widthPt, heightPt);
      this.#builder.group(translation(0, 0), clip, () => this.#cellContent(cell, xPt, yPt));
    } else if (rotationDeg === 0) this.#cellContent(cell, xPt, yPt);
    else {
      const origin = this.#origin;
      const [leftPt, topPt] = liesAcross(rotationDeg) ? [-heightPt / 2, -widthPt / 2] : [-widthPt / 2, -heightPt / 2];
      this.#origin = { xPt: leftPt - (xPt - origin.xPt), yPt: topPt - (yPt - origin.yPt) };
      this.#builder.group(rotation(rotationDeg, xPt + widthPt / 2, yPt + heightPt / 2), undefined, () => {
        for (const fragment of cell.fragments) this.#fragment(fragment, leftPt, topPt);
      });
      this.#origin = origin;
    }
    this.#isUpright = wasUpright;
    this.#backdrop = outer;
  }

  #cellContent({ fragments }: CellFragment, xPt: number, yPt: number): void {
    for (const fragment of fragments) {
      if (fragment.kind === "anchor" && this.#floating) this.#floating.push({ fragment, xPt, yPt });
      else this.#fragment(fragment, xPt, yPt);
    }
  }

  /** Objects in headers, cells and boxes that are placed by page or margin find their place only now. */
  #anchor(fragment: AnchorFragment, xPt: number, yPt: number): void {
    const { anchor: unsized, unresolved } = fragment;
    const page = this.#page;
    if (!unresolved || !page) {
      this.#drawings.draw(unsized.drawing, xPt + fragment.xPt, yPt + fragment.yPt);
      return;
    }
    const { geometry } = page;
    const [pageX, pageY] = [xPt - this.#origin.xPt, yPt - this.#origin.yPt];
    const origin = {
      geometry,
      columnLeftPt: pageX + unresolved.paragraphXPt,
      columnWidthPt: unresolved.columnWidthPt,
      paragraphTopPt: pageY + unresolved.paragraphYPt,
      lineTopPt: pageY + unresolved.paragraphYPt,
      isOddPage: page.number % 2 === 1,
      bodyTopPt: geometry.marginTopPt,
      bodyBottomPt: geometry.heightPt - geometry.marginBottomPt,
    };
    const anchor = sizedAnchor(unsized, origin);
    const at = anchorPosition(anchor, origin);
    this.#drawings.draw(anchor.drawing, this.#origin.xPt + at.xPt, this.#origin.yPt + at.yPt);
  }

  #borders(segments: readonly BorderSegment[], xPt: number, yPt: number): void {
    drawBorders(this.#builder, segments, xPt, yPt);
  }

  #fill(color: string, xPt: number, yPt: number, widthPt: number, heightPt: number): void {
    const outline = rectangle(xPt, yPt, widthPt, heightPt);
    this.#builder.mark("artifact", () =>
      this.#builder.add({ kind: "path", outline, fill: { color, opacity: 1 }, stroke: undefined }),
    );
  }

  #destination(name: string, xPt: number, yPt: number): void {
    if (this.#destinations.has(name) || this.#destinations.size >= MAX_DESTINATIONS) return;
    this.#destinations.add(name);
    this.#builder.add({ kind: "destination", name, xPt, yPt });
  }

  #heading({ paragraph, isStart, lines }: ParagraphFragment, xPt: number, yPt: number): void {
    const { headingLevel: level } = paragraph;
    if (!level || !isStart || !lines.some(({ parts }) => parts.length > 0)) return;
    const title = [paragraph.label?.text ?? "", plainText(paragraph).trim()].filter((text) => text !== "").join(" ");
    // A name that no bookmark has: those contain no blanks.
    const destination = `heading ${this.#headings.length}`;
    if (title === "" || this.#destinations.size >= MAX_DESTINATIONS) return;
    this.#headings.push({ level, title, destination });
    this.#destination(destination, xPt, yPt);
  }
}

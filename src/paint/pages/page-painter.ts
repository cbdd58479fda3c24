/** Pages -> DOM: one fixed box per page with everything placed absolutely. */

import { anchorPosition } from "../../layout/flow/floats.ts";
import type {
  AnchorFragment,
  CellFragment,
  Fragment,
  Page,
  ParagraphFragment,
  RowFragment,
  RuleFragment,
  TableFragment,
} from "../../layout/flow/fragments.ts";
import type { LayoutContext } from "../../layout/flow/layout-context.ts";
import { pageBorderSegments, pageBorders } from "../../layout/flow/page-borders.ts";
import type { Pagination } from "../../layout/flow/paginate.ts";
import { paragraphBorderSegments } from "../../layout/flow/paragraph-borders.ts";
import type { PageField } from "../../layout/model/blocks.ts";
import { linesRunDown } from "../../layout/model/section.ts";
import type { Anchor } from "../../layout/model/shapes.ts";
import { liesAcross } from "../../layout/model/text-direction.ts";
import { paintBorders } from "../elements/border-painter.ts";
import { boxCss, element, paperPt, pt } from "../elements/elements.ts";
import { enlargedSheet } from "../elements/sheet.ts";
import { paintLine, type TextPaintContext } from "../elements/text-painter.ts";
import { paintDrawing } from "./drawing-painter.ts";

interface FloatingObject {
  fragment: AnchorFragment;
  /** Where the box is that the fragment's place is relative to. */
  pageX: number;
  pageY: number;
}

export class PagePainter {
  readonly #context: LayoutContext;
  readonly #pagination: Pagination;
  readonly #sizes = new Map<string, string>();
  readonly #bookmarks = new Set<string>();
  #page!: Page;
  /** Objects of the story that is painted, which lie in front of or behind all of its text; not those within boxes. */
  #floating: FloatingObject[] | undefined;
  #backdrop: string | undefined;

  constructor(context: LayoutContext, pagination: Pagination) {
    this.#context = context;
    this.#pagination = pagination;
  }

  /** Appends every page to `root` and returns the style sheet that gives each its paper size. */
  paint(root: HTMLElement): string {
    const holder = document.createDocumentFragment();
    for (const page of this.#pagination.pages) holder.append(this.#paintPage(page));
    root.append(holder);
    let css =
      "@page{margin:0}html,body{margin:0;padding:0;background:none}*{box-sizing:content-box}" +
      ".page{position:relative;overflow:clip;contain:strict;break-after:page;text-rendering:geometricPrecision;font-kerning:none;font-variant-ligatures:none;-webkit-print-color-adjust:exact;print-color-adjust:exact}" +
      ".page:last-child{break-after:auto}h1,h2,h3,h4,h5,h6,p{margin:0;font-weight:inherit;font-size:inherit}";
    for (const [size, name] of this.#sizes) css += `@page ${name}{size:${size};margin:0}`;
    return css;
  }

  #paintPage(page: Page): HTMLElement {
    this.#page = page;
    const { widthPt, heightPt } = page.geometry;
    const size = `${paperPt(widthPt)} ${paperPt(heightPt)}`;
    let name = this.#sizes.get(size);
    if (!name) {
      name = `size${this.#sizes.size}`;
      this.#sizes.set(size, name);
    }
    const paper = element("div", `width:${paperPt(widthPt)};height:${paperPt(heightPt)};page:${name};`);
    paper.className = "page";
    if (page.isFiller) return paper;
    const box = element("div", `position:relative;width:${pt(widthPt)};height:${pt(heightPt)};`);
    paper.append(enlargedSheet(box, widthPt, heightPt));
    // Headers and footers lie under the body, whatever is in them.
    const under = { behind: this.#layer(), content: this.#layer(), front: this.#layer() };
    const layers = { behind: this.#layer(), content: this.#layer(), front: this.#layer() };
    this.#paintStory([...page.header, ...page.footer], under);
    this.#paintStory([...page.body, ...page.footnotes], layers);
    if (linesRunDown(page.section.format)) {
      layers.content.style.left = pt(widthPt);
      layers.content.style.transformOrigin = "0 0";
      layers.content.style.transform = "rotate(90deg)";
    }
    const borders = paintPageBorders(page);
    box.append(under.behind, under.content, under.front, layers.behind, layers.content, layers.front);
    if (borders) box.append(borders);
    return paper;
  }

  #layer(): HTMLElement {
    return element("div", "position:absolute;left:0;top:0;width:0;height:0;");
  }

  #paintStory(
    fragments: readonly Fragment[],
    layers: { behind: HTMLElement; content: HTMLElement; front: HTMLElement },
  ): void {
    const floating: FloatingObject[] = [];
    this.#floating = floating;
    for (const fragment of fragments) {
      if (fragment.kind === "anchor") floating.push({ fragment, pageX: 0, pageY: 0 });
      else layers.content.append(this.#fragment(fragment, 0, 0));
    }
    this.#floating = undefined;
    floating.sort((first, second) => first.fragment.anchor.zOrder - second.fragment.anchor.zOrder);
    for (const { fragment, pageX, pageY } of floating) {
      const layer = fragment.anchor.behind ? layers.behind : layers.front;
      const holder = element("div", `position:absolute;left:${pt(pageX)};top:${pt(pageY)};`);
      holder.append(this.#anchor(fragment, pageX, pageY));
      layer.append(holder);
    }
  }

  /** `pageX`, `pageY`: where the enclosing box is on the page. */
  #fragment(fragment: Fragment, pageX: number, pageY: number): HTMLElement {
    switch (fragment.kind) {
      case "paragraph":
        return this.#paragraph(fragment);
      case "table":
        return this.#table(fragment, pageX, pageY);
      case "anchor":
        return this.#anchor(fragment, pageX, pageY);
      case "rule":
        return rule(fragment);
    }
  }

  #textContext(rightToLeft: boolean): TextPaintContext {
    const page = this.#page;
    return {
      field: (field: PageField, fallback: string) => this.#pagination.fields.evaluate(field, page, fallback),
      drawing: (part) => this.#drawing(part.drawing),
      rightToLeft,
      backdrop: this.#backdrop,
    };
  }

  #drawing(node: Parameters<typeof paintDrawing>[0]): HTMLElement {
    return paintDrawing(node, this.#context, (fragments) => {
      const outer = this.#backdrop;
      const floating = this.#floating;
      this.#backdrop = undefined;
      this.#floating = undefined;
      const painted = fragments.map((fragment) => this.#fragment(fragment, 0, 0));
      this.#backdrop = outer;
      this.#floating = floating;
      return painted;
    });
  }

  #paragraph(fragment: ParagraphFragment): HTMLElement {
    const level =
      fragment.isStart && fragment.lines.some((line) => line.parts.length > 0)
        ? fragment.paragraph.headingLevel
        : undefined;
    const name = level ? (`h${level}` as "h1") : "p";
    const box = element(name, boxCss(fragment.xPt, fragment.yPt, fragment.widthPt, fragment.heightPt));
    const { decoration } = fragment;
    this.#decorate(box, fragment);
    const outer = this.#backdrop;
    if (decoration.fill) this.#backdrop = decoration.fill;
    const context = this.#textContext(fragment.paragraph.format.rightToLeft);
    for (const line of fragment.lines) {
      for (const bookmark of line.bookmarks) this.#markBookmark(bookmark, box, line.yPt);
      if (line.parts.length > 0) box.append(paintLine(line, line.yPt, context));
    }
    this.#backdrop = outer;
    return box;
  }

  #markBookmark(name: string, box: HTMLElement, yPt: number): void {
    if (this.#bookmarks.has(name) || this.#bookmarks.size > 5000) return;
    this.#bookmarks.add(name);
    const mark = element("span", `position:absolute;left:0;top:${pt(yPt)};`);
    mark.id = name;
    box.append(mark);
  }

  #decorate(box: HTMLElement, fragment: ParagraphFragment): void {
    const { leftPt, rightPt, topPt, bottomPt } = fragment.box;
    const { fill } = fragment.decoration;
    if (fill) {
      box.append(element("div", `${boxCss(leftPt, topPt, rightPt - leftPt, bottomPt - topPt)}background:${fill};`));
    }
    const segments = paragraphBorderSegments(fragment);
    if (segments.length > 0) box.append(paintBorders(segments));
  }

  #table(fragment: TableFragment, pageX: number, pageY: number): HTMLElement {
    const box = element("div", boxCss(fragment.xPt, fragment.yPt, fragment.widthPt, fragment.heightPt));
    box.setAttribute("role", "table");
    for (const row of fragment.rows) box.append(this.#row(row, fragment, pageX, pageY));
    if (fragment.borders.length > 0) box.append(paintBorders(fragment.borders));
    return box;
  }

  #row(row: RowFragment, table: TableFragment, pageX: number, pageY: number): HTMLElement {
    const box = element(
      "div",
      `position:absolute;left:0;top:${pt(row.yPt)};width:${pt(table.widthPt)};height:${pt(row.heightPt)};`,
    );
    box.setAttribute("role", "row");
    for (const cell of row.cells) {
      box.append(this.#cell(cell, row, pageX + table.xPt, pageY + table.yPt));
    }
    return box;
  }

  #cell(cell: CellFragment, row: RowFragment, pageX: number, pageY: number): HTMLElement {
    const box = element(
      "div",
      `${boxCss(cell.xPt, 0, cell.widthPt, cell.heightPt)}${cell.fill ? `background:${cell.fill};` : ""}` +
        (cell.clips ? "overflow:hidden;" : ""),
    );
    box.setAttribute("role", row.isHeader ? "columnheader" : "cell");
    const outer = this.#backdrop;
    if (cell.fill) this.#backdrop = cell.fill;
    const { turnDeg: turn } = cell;
    let target = box;
    if (turn !== 0) {
      const [widthPt, heightPt] = liesAcross(turn) ? [cell.heightPt, cell.widthPt] : [cell.widthPt, cell.heightPt];
      target = element(
        "div",
        `position:absolute;width:${pt(widthPt)};height:${pt(heightPt)};left:${pt((cell.widthPt - widthPt) / 2)};top:${pt((cell.heightPt - heightPt) / 2)};transform:rotate(${turn}deg);`,
      );
      box.append(target);
    }
    for (const fragment of cell.fragments) {
      if (fragment.kind === "anchor" && turn === 0 && this.#floating) {
        this.#floating.push({ fragment, pageX: pageX + cell.xPt, pageY: pageY + cell.yPt });
        continue;
      }
      target.append(this.#fragment(fragment, pageX + cell.xPt, pageY + cell.yPt));
    }
    this.#backdrop = outer;
    return box;
  }

  #anchor(fragment: AnchorFragment, pageX = 0, pageY = 0): HTMLElement {
    const { anchor } = fragment;
    let { xPt, yPt } = fragment;
    if (fragment.unresolved) {
      const at = this.#resolve(anchor, fragment, pageX, pageY);
      xPt = at.xPt - pageX;
      yPt = at.yPt - pageY;
    }
    const box = element("div", `${boxCss(xPt, yPt, anchor.widthPt, anchor.heightPt)}`);
    box.append(this.#drawing(anchor.drawing));
    return box;
  }

  /** Objects in headers, cells and boxes that are placed by page or margin. */
  #resolve(anchor: Anchor, fragment: AnchorFragment, pageX: number, pageY: number): { xPt: number; yPt: number } {
    const { unresolved } = fragment;
    const { geometry } = this.#page;
    return anchorPosition(anchor, {
      geometry,
      columnLeftPt: pageX + (unresolved?.paragraphXPt ?? 0),
      columnWidthPt: unresolved?.columnWidthPt ?? geometry.widthPt,
      paragraphTopPt: pageY + (unresolved?.paragraphYPt ?? 0),
      lineTopPt: pageY + (unresolved?.paragraphYPt ?? 0),
      isOddPage: this.#page.number % 2 === 1,
      bodyTopPt: geometry.marginTopPt,
      bodyBottomPt: geometry.heightPt - geometry.marginBottomPt,
    });
  }
}

function paintPageBorders(page: Page): HTMLElement | undefined {
  const borders = pageBorders(page);
  if (!borders) return undefined;
  const box = element("div", `position:absolute;left:0;top:0;${borders.inFront ? "" : "z-index:-1;"}`);
  box.append(paintBorders(pageBorderSegments(borders, page.geometry)));
  return box;
}

function rule({ xPt, yPt, widthPt, heightPt, thicknessPt }: RuleFragment): HTMLElement {
  const box = element("div", boxCss(xPt, yPt, widthPt, heightPt));
  const border = { style: "single", widthPt: thicknessPt, color: "auto", spacePt: 0 };
  box.append(paintBorders([{ border, x1Pt: 0, y1Pt: 0, x2Pt: widthPt, y2Pt: heightPt }]));
  return box;
}

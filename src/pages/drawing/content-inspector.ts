/** What blocks and drawings of a file hold: how much memory it takes, and pictures that cannot be drawn. */
import type { Block, Inline } from "../../layout/model/blocks.ts";
import { equationSize } from "../../layout/model/equation.ts";
import type { Fill } from "../../layout/model/fill.ts";
import type { DrawingNode, ImageNode } from "../../layout/model/shapes.ts";

/** Memory that a paragraph, its cell and its place in the structure take, and each of its characters, measured. */
const PARAGRAPH_BYTES = 450;
const CHARACTER_BYTES = 4;
/** For equations: what is read, and where each letter is while its page is drawn. */
const ELEMENT_BYTES = 400;
const LETTER_BYTES = 40;

/** Whether a picture can be drawn, by its source, as a picture or to fill shapes. */
export type IsDrawable = (source: string, use: "picture" | "fill") => boolean;

export class ContentInspector {
  /** Pictures that are left out. */
  readonly undrawable = new Set<string>();
  /** The memory that everything looked at takes. */
  memoryBytes = 0;
  readonly #isDrawable: IsDrawable;
  /** Headers are shared by sections. */
  readonly #seen = new Set<readonly Block[]>();

  constructor(isDrawable: IsDrawable) {
    this.#isDrawable = isDrawable;
  }

  blocks(blocks: readonly Block[]): void {
    if (this.#seen.has(blocks)) return;
    this.#seen.add(blocks);
    for (const block of blocks) {
      if (block.kind === "table") for (const row of block.rows) for (const cell of row.cells) this.blocks(cell.blocks);
      else if (block.kind === "frame") this.blocks(block.blocks);
      else {
        this.memoryBytes += PARAGRAPH_BYTES;
        if (block.label) this.text(block.label.text);
        if (block.label?.image) this.drawing(block.label.image.drawing);
        for (const inline of block.inlines) this.#inline(inline);
      }
    }
  }

  #inline(inline: Inline): void {
    switch (inline.kind) {
      case "text":
        this.text(inline.text);
        break;
      case "pageField":
        this.text(inline.fallback);
        break;
      case "math": {
        const { elements, characters } = equationSize(inline.equation);
        this.memoryBytes += ELEMENT_BYTES * elements + LETTER_BYTES * characters;
        break;
      }
      case "object":
        this.drawing(inline.drawing);
        break;
      case "anchor":
        this.drawing(inline.anchor.drawing);
        break;
      case "ruby":
        for (const part of [...inline.base, ...inline.annotation]) this.#inline(part);
    }
  }

  text(text: string): void {
    this.memoryBytes += CHARACTER_BYTES * text.length;
  }

  drawing(node: DrawingNode): void {
    switch (node.kind) {
      case "picture":
        this.#image(node);
        break;
      case "group":
        for (const child of node.children) this.drawing(child);
        break;
      case "shape":
        this.fill(node.fill);
        if (node.textPath) this.text(node.textPath.text);
        if (node.text) this.blocks(node.text.blocks);
        break;
      case "chart":
        // Texts of charts have no type of their own here; what their fonts lack is a warning.
        this.text(JSON.stringify(node.chart));
    }
  }

  #image({ source, filter, duotone }: ImageNode): void {
    // The drawing of a metafile has no pixels whose brightness counts.
    if (source !== undefined) this.#source(source, filter || duotone ? "fill" : "picture");
  }

  fill(fill: Fill): void {
    if (fill.kind !== "picture") return;
    this.#source(fill.source, "fill");
  }

  #source(source: string, use: "picture" | "fill"): void {
    if (!this.#isDrawable(source, use)) this.undrawable.add(source);
  }
}

/** @returns the warning about pictures that are left out, if there are any */
export function undrawableWarnings({ size }: ReadonlySet<string>): string[] {
  if (size === 0) return [];
  const images = size === 1 ? "A picture is" : `${size} pictures are`;
  return [
    `${images} left out: only JPEG, PNG, GIF, BMP, TIFF, WebP, SVG, PDF, EMF, WMF and PICT can be drawn, and only as far as they are sound.`,
  ];
}

/** What slides hold: how much memory they take, and pictures that cannot be drawn. */
import { equationSize } from "../../layout/model/equation.ts";
import type { Fill } from "../../layout/model/fill.ts";
import type { Slide, SlideNode } from "../../layout/slides/model/slide.ts";
import type { SlideText } from "../../layout/slides/model/text.ts";
import type { IsDrawable } from "../drawing/content-inspector.ts";

/** Memory that the model of an object and of a character takes, measured. */
const NODE_BYTES = 1_000;
const PARAGRAPH_BYTES = 700;
const CHARACTER_BYTES = 20;
/** Of equations. */
const ELEMENT_BYTES = 400;
/** Looks at slides one after the other. */
export class SlideInspector {
  /** Pictures that are left out. */
  readonly undrawable = new Set<string>();
  /** The memory that everything looked at takes. */
  memoryBytes = 0;
  readonly #isDrawable: IsDrawable;

  constructor(isDrawable: IsDrawable) {
    this.#isDrawable = isDrawable;
  }

  add({ background, nodes }: Slide): void {
    this.#fill(background);
    for (const node of nodes) this.#node(node);
  }

  #node(node: SlideNode): void {
    this.memoryBytes += NODE_BYTES;
    switch (node.kind) {
      case "shape":
        this.#fill(node.fill);
        if (node.text) this.#text(node.text);
        break;
      case "picture": {
        const { source, filter, duotone } = node.image;
        this.#fill(node.fill);
        // The drawing of a metafile has no pixels whose brightness counts.
        if (source !== undefined) this.#source(source, filter || duotone ? "fill" : "picture");
        break;
      }
      case "group":
        for (const child of node.children) this.#node(child);
        break;
      case "table":
        this.#fill(node.table.background);
        for (const { fill, text } of node.table.cells) {
          this.memoryBytes += NODE_BYTES;
          this.#fill(fill);
          this.#text(text);
        }
        break;
      case "chart":
        // Texts of charts have no type of their own here; what their fonts lack is a warning.
        if (node.chart) this.#characters(JSON.stringify(node.chart));
    }
  }

  #text({ paragraphs }: SlideText): void {
    for (const { bullet, inlines } of paragraphs) {
      this.memoryBytes += PARAGRAPH_BYTES;
      if (bullet?.kind === "text") this.#characters(bullet.text);
      if (bullet?.kind === "picture") this.#source(bullet.source, "fill");
      for (const inline of inlines) {
        if (inline.kind === "math") this.memoryBytes += ELEMENT_BYTES * equationSize(inline.equation).elements;
        if (inline.kind === "text") this.#characters(inline.text);
      }
    }
  }

  #characters(text: string): void {
    this.memoryBytes += CHARACTER_BYTES * text.length;
  }

  #fill(fill: Fill): void {
    if (fill.kind !== "picture") return;
    this.#source(fill.source, fill.duotone || fill.tiling ? "fill" : "picture");
  }

  #source(source: string, use: "picture" | "fill"): void {
    if (!this.#isDrawable(source, use)) this.undrawable.add(source);
  }
}

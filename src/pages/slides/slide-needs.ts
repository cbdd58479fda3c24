/**
 * What the commands cannot draw yet of a slide: with any of it the presentation goes through the browser. Known before
 * anything is laid out; docs/decisions/pages.md keeps the list.
 */
import { equationSize } from "../../layout/model/equation.ts";
import type { Fill } from "../../layout/model/fill.ts";
import type { Slide, SlideNode } from "../../layout/slides/model/slide.ts";
import type { SlideText } from "../../layout/slides/model/text.ts";

export type SlideNeed =
  | "pictures of types other than JPEG, PNG, GIF, BMP, TIFF, WebP, SVG, PDF and metafiles"
  | "more room than an isolate has";

export type IsDrawable = (source: string, use: "picture" | "fill") => boolean;

/** Memory that the model of an object and of a character takes, measured. */
const NODE_BYTES = 1_000;
const PARAGRAPH_BYTES = 700;
const CHARACTER_BYTES = 20;
/** Of equations. */
const ELEMENT_BYTES = 400;
/** Half of an isolate: the model shrinks as the file grows. */
const MAX_MODEL_BYTES = 64 * 1024 * 1024;

/** Collects the needs of slides one after the other. */
export class SlideNeeds {
  readonly found = new Set<SlideNeed>();
  readonly #isDrawable: IsDrawable;
  #modelBytes = 0;

  constructor(isDrawable: IsDrawable) {
    this.#isDrawable = isDrawable;
  }

  add({ background, nodes }: Slide): void {
    this.#fill(background);
    for (const node of nodes) this.#node(node);
    if (this.#modelBytes > MAX_MODEL_BYTES) this.found.add("more room than an isolate has");
  }

  #node(node: SlideNode): void {
    this.#modelBytes += NODE_BYTES;
    switch (node.kind) {
      case "shape":
        this.#fill(node.fill);
        if (node.text) this.#text(node.text);
        break;
      case "picture": {
        const { source, filter, duotone } = node.picture;
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
          this.#modelBytes += NODE_BYTES;
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
      this.#modelBytes += PARAGRAPH_BYTES;
      if (bullet?.kind === "text") this.#characters(bullet.text);
      if (bullet?.kind === "picture") this.#source(bullet.source, "fill");
      for (const inline of inlines) {
        if (inline.kind === "math") this.#modelBytes += ELEMENT_BYTES * equationSize(inline.equation).elements;
        if (inline.kind === "text") this.#characters(inline.text);
      }
    }
  }

  #characters(text: string): void {
    this.#modelBytes += CHARACTER_BYTES * text.length;
  }

  #fill(fill: Fill): void {
    if (fill.kind !== "picture") return;
    this.#source(fill.source, fill.duotone || fill.tiling ? "fill" : "picture");
  }

  #source(source: string, use: "picture" | "fill"): void {
    if (!this.#isDrawable(source, use)) {
      this.found.add("pictures of types other than JPEG, PNG, GIF, BMP, TIFF, WebP, SVG, PDF and metafiles");
    }
  }
}

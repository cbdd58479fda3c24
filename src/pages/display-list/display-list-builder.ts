import type { Matrix } from "../../geometry/matrix.ts";
import type { DisplayItem, SoftMask, StructureElement } from "./display-item.ts";
import type { Outline } from "./outline.ts";

/** Collects display items while something draws. */
export class DisplayListBuilder {
  #items: DisplayItem[] = [];

  add(item: DisplayItem): void {
    this.#items.push(item);
  }

  /** Commands that were recorded earlier. */
  addAll(items: readonly DisplayItem[]): void {
    for (const item of items) this.#items.push(item);
  }

  /** Everything that `draw` draws, kept apart. */
  record(draw: () => void): DisplayItem[] {
    const outer = this.#items;
    const own: DisplayItem[] = [];
    this.#items = own;
    try {
      draw();
    } finally {
      this.#items = outer;
    }
    return own;
  }

  /** Draws in coordinates of its own. */
  group(matrix: Matrix, clip: Outline | undefined, draw: () => void, mask?: SoftMask): void {
    const items = this.record(draw);
    if (items.length > 0) this.add({ kind: "group", matrix, clip, mask, items });
  }

  /** Draws content of an element; without an element, that of the mark around it. */
  mark(element: StructureElement | "artifact" | undefined, draw: () => void): void {
    if (!element) {
      draw();
      return;
    }
    const items = this.record(draw);
    if (items.length > 0) this.add({ kind: "mark", element, items });
  }
}

import type { Matrix } from "../../geometry/matrix.ts";
import type { Command, SoftMask, StructureElement } from "./commands.ts";
import type { Outline } from "./outline.ts";

/** Collects commands while something draws. */
export class Recorder {
  #commands: Command[] = [];

  add(command: Command): void {
    this.#commands.push(command);
  }

  /** Commands that were recorded earlier. */
  addAll(commands: readonly Command[]): void {
    for (const command of commands) this.#commands.push(command);
  }

  /** Everything that `draw` draws, kept apart. */
  record(draw: () => void): Command[] {
    const outer = this.#commands;
    const own: Command[] = [];
    this.#commands = own;
    try {
      draw();
    } finally {
      this.#commands = outer;
    }
    return own;
  }

  /** Draws in coordinates of its own. */
  group(matrix: Matrix, clip: Outline | undefined, draw: () => void, mask?: SoftMask): void {
    const commands = this.record(draw);
    if (commands.length > 0) this.add({ kind: "group", matrix, clip, mask, commands });
  }

  /** Draws content of an element; without an element, that of the mark around it. */
  mark(element: StructureElement | "artifact" | undefined, draw: () => void): void {
    if (!element) {
      draw();
      return;
    }
    const commands = this.record(draw);
    if (commands.length > 0) this.add({ kind: "mark", element, commands });
  }
}

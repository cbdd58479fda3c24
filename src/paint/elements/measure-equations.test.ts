import { afterEach, describe, expect, it, vi } from "vitest";
import type { MathInline } from "../../layout/model/blocks.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../../layout/model/formatting.ts";
import { withPageDocument } from "../testing/page-document.ts";
import { measureMath } from "./measure-equations.ts";

withPageDocument();
afterEach(() => {
  vi.restoreAllMocks();
});

const equation = (): MathInline => ({
  kind: "math",
  display: false,
  markup: "",
  equation: {
    items: [{ kind: "run", text: "x", letters: undefined, format: DEFAULT_CHARACTER_FORMAT, sizeFactor: 1 }],
    sizeSteps: 0,
  },
  format: { ...DEFAULT_CHARACTER_FORMAT, sizePt: 12 },
  widthPt: 0,
  ascentPt: 0,
  descentPt: 0,
});

/** Edges that the browser would measure, in pixels. */
const RECTANGLES: Readonly<Record<string, { top: number; bottom: number; width: number }>> = {
  MATH: { top: 12, bottom: 32, width: 40 },
  SPAN: { top: 30, bottom: 30, width: 0 },
  DIV: { top: 10, bottom: 34, width: 40 },
};

describe("measureMath", () => {
  it("takes width, ascent and descent from the line that an equation is on, in points", () => {
    const { prototype } = (document.defaultView as typeof globalThis & Window).Element;
    vi.spyOn(prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      return { ...RECTANGLES[this.tagName.toUpperCase()] } as DOMRect;
    });
    const [first, second] = [equation(), equation()];
    measureMath([first, second]);
    for (const { widthPt, ascentPt, descentPt, markup } of [first, second]) {
      expect([widthPt, ascentPt, descentPt]).toEqual([30, 15, 3]);
      expect(markup).toContain("display:inline math");
    }
  });

  it("leaves nothing behind in the page", () => {
    measureMath([equation()]);
    measureMath([]);
    expect(document.body.childElementCount).toBe(0);
  });
});

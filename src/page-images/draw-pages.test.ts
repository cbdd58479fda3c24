import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DrawPagesOptions } from "../browser/page-images-protocol.ts";
import { buildFile } from "../pdf/testing/build-file.ts";
import type { drawPages as DrawPages } from "./draw-pages.ts";

/** Canvases on which nothing is seen: what they are asked for, and how long their results are. */
const canvases: { width: number; height: number }[] = [];
let lengths: Readonly<Record<string, number>> = {};
let drawPages: typeof DrawPages;

/** A context that takes every command. */
function anyContext(canvas: unknown): object {
  const state: Record<PropertyKey, unknown> = { canvas };
  return new Proxy(state, {
    get: (target, name) => {
      if (name in target) return target[name];
      if (name === "getTransform" || name === "currentTransform") return () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 });
      return () => undefined;
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });
}

class FakeCanvas {
  height = 0;
  #width = 0;

  get width(): number {
    return this.#width;
  }

  /** A canvas is remembered when it gets its size; its width is set to 0 again to let its memory go. */
  set width(width: number) {
    this.#width = width;
    if (width > 0) canvases.push({ width, height: 0 });
    else Object.assign(canvases.at(-1) ?? {}, { height: this.height });
  }

  getContext(): object {
    return anyContext(this);
  }

  toBlob(done: (blob: Blob) => void, type: string): void {
    done(new Blob([new Uint8Array(lengths[type] ?? 10)], { type }));
  }
}

beforeAll(async () => {
  vi.stubGlobal("document", { baseURI: "https://page.example/", createElement: () => new FakeCanvas() });
  vi.stubGlobal(
    "Path2D",
    class {
      addPath() {}
      rect() {}
    },
  );
  ({ drawPages } = await import("./draw-pages.ts"));
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  canvases.length = 0;
  lengths = {};
});

/** Two pages of 595 by 842 points, and one of 200 by 100. */
const file = buildFile({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]>>",
  3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
  4: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
  5: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>",
});
const drawn = (options: Partial<DrawPagesOptions> = {}, bytes = file) =>
  drawPages(new Uint8Array(bytes), { from: 1, resolution: 72, budgetMs: 60_000, budgetBytes: 1_000_000, ...options });

describe("pages of a PDF", () => {
  it("are drawn from one on, as large as the resolution makes them", async () => {
    const { total, pages } = await drawn({ from: 2, resolution: 144 });
    expect(total).toBe(3);
    expect(pages.map(({ widthPoints, heightPoints }) => [widthPoints, heightPoints])).toEqual([
      [595, 842],
      [200, 100],
    ]);
    expect(canvases.map(({ width, height }) => [width, height])).toEqual([
      [1190, 1684],
      [400, 200],
    ]);
  });

  it("have at most six million dots", async () => {
    await drawn({ from: 1, resolution: 1_200, budgetMs: -1 });
    const [{ width, height } = { width: 0, height: 0 }] = canvases;
    expect(width * height).toBeGreaterThan(5_900_000);
    expect(width * height).toBeLessThan(6_100_000);
    expect(width / height).toBeCloseTo(595 / 842, 2);
  });

  it.each([
    ["time is", { budgetMs: -1 }, 1],
    ["bytes are", { budgetBytes: 15 }, 2],
  ])("end where the %s used up, but for the first", async (_, budget, count) => {
    expect((await drawn(budget)).pages).toHaveLength(count);
  });

  it.each([
    ["PNGs where they are small", { "image/png": 900_000, "image/jpeg": 10 }, "png", 900_000],
    ["JPEGs where these are much smaller", { "image/png": 2_000_000, "image/jpeg": 900_000 }, "jpeg", 900_000],
    ["PNGs where JPEGs gain little", { "image/png": 2_000_000, "image/jpeg": 1_100_000 }, "png", 2_000_000],
  ])("are %s", async (_, sizes, kind, length) => {
    lengths = sizes;
    const [page] = (await drawn({ budgetMs: -1 })).pages;
    expect([page?.kind, page?.bytes.length]).toEqual([kind, length]);
  });

  it("are PNGs, whatever their length, on transparent ground", async () => {
    lengths = { "image/png": 2_000_000, "image/jpeg": 900_000 };
    const [page] = (await drawn({ budgetMs: -1, transparent: true })).pages;
    expect([page?.kind, page?.bytes.length]).toEqual(["png", 2_000_000]);
  });

  it("are refused if the file is not a PDF", async () => {
    await expect(drawn({}, new Uint8Array(100))).rejects.toThrow("Invalid PDF structure");
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Fill, PictureFill } from "../../layout/model/fill.ts";
import { NO_EFFECTS, type Slide, type SlideNode } from "../../layout/slides/model/slide.ts";
import { preparePictures } from "./prepare-pictures.ts";

/** What the stand-in for the page has drawn on canvases, and what it has decoded. */
let drawn: string[];
let decoded: string[];

/** A canvas that records what it is asked for; its pixels are grey. */
function canvas() {
  const made = {
    width: 0,
    height: 0,
    getContext: () => ({
      setTransform: (...numbers: number[]) => drawn.push(numbers.join(" ")),
      drawImage: (_image: unknown, ...numbers: number[]) => drawn.push(`image ${numbers.join(" ")}`),
      fillRect: (...numbers: number[]) => drawn.push(`rect ${numbers.join(" ")}`),
      getImageData: () => ({ data: new Uint8ClampedArray([128, 128, 128, 255]) }),
      putImageData: ({ data }: { data: Uint8ClampedArray }) => drawn.push(`pixels ${data.join(" ")}`),
    }),
    toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob([`${made.width}x${made.height}`], { type })),
  };
  return made;
}

class StandInImage {
  src = "";
  naturalWidth = 50;
  naturalHeight = 40;
  async decode(): Promise<void> {
    decoded.push(this.src);
    if (this.src === "broken.png") throw new Error("not a picture");
  }
}

beforeEach(() => {
  drawn = [];
  decoded = [];
  vi.stubGlobal("document", { createElement: canvas });
  vi.stubGlobal("Image", StandInImage);
  let urls = 0;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `${(blob as Blob).type} ${++urls}`);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tiled = (source: string, flip: "none" | "x" | "y" | "xy" = "none"): PictureFill => ({
  kind: "picture",
  source,
  tile: true,
  opacity: 1,
  tiling: { offsetXPt: 0, offsetYPt: 0, scaleX: 1, scaleY: 1, flip, align: "tl" },
});
const place = { xPt: 0, yPt: 0, widthPt: 20, heightPt: 10, rotationDeg: 0, flipHorizontal: false, flipVertical: false };
const common = { ...place, altText: "", link: undefined, effects: NO_EFFECTS };
const shape = (fill: Fill): SlideNode => ({
  ...common,
  kind: "shape",
  geometry: { kind: "preset", name: "rect", adjustments: {} },
  fill,
  stroke: undefined,
  text: undefined,
  textPlace: undefined,
  isTitle: false,
});
function picture(softEdgePt: number, duotone?: readonly [string, string]): Extract<SlideNode, { kind: "picture" }> {
  const crop = { left: 0.5, top: 0, right: 0, bottom: 0 };
  const shown = { source: "a.png", crop, opacity: 1, filter: undefined, geometry: undefined, stroke: undefined };
  return {
    ...common,
    kind: "picture",
    picture: { ...place, ...shown, kind: "picture", altText: "", ...(duotone ? { duotone } : {}) },
    fill: { kind: "none" },
    effects: { ...NO_EFFECTS, softEdgePt },
  };
}

function prepare(nodes: SlideNode[], background: Fill = { kind: "none" }, checkTime: () => void = () => {}) {
  const slide: Slide = { number: 1, anchor: "", background, nodes, sharedNodes: 0, language: undefined };
  return preparePictures([slide], () => 144, checkTime);
}

describe("tiles", () => {
  it("are joined to sheets of a worthwhile size, at the picture's resolution", async () => {
    const fill = tiled("a.png");
    await prepare([shape(fill)]);
    // 3 by 3 tiles of 50 by 40 pixels, 144 of them to the inch
    expect(fill.tiling?.tilePt).toEqual({ widthPt: 75, heightPt: 60 });
    expect(fill.source).toBe("image/png 1");
  });

  it("are mirrored in the sheet, which then need not be", async () => {
    const fill = tiled("a.png", "x");
    await prepare([], fill);
    expect(drawn.filter((line) => !line.startsWith("image")).slice(0, 4)).toEqual([
      "1 0 0 1 0 0",
      "-1 0 0 1 100 0",
      "1 0 0 1 100 0",
      "-1 0 0 1 200 0",
    ]);
    expect(fill.tiling?.flip).toBe("none");
  });

  it("of one picture are made once", async () => {
    await prepare([shape(tiled("a.png")), shape(tiled("a.png"))]);
    expect(decoded).toEqual(["a.png"]);
    expect(drawn.filter((line) => line.startsWith("image"))).toHaveLength(9);
  });

  it("that cannot be decoded stay as they are", async () => {
    const fill = tiled("broken.png");
    await prepare([shape(fill)]);
    expect([fill.source, fill.tiling?.tilePt]).toEqual(["broken.png", undefined]);
  });
});

describe("pictures", () => {
  it("in two colours have those by their brightness", async () => {
    const node = picture(0, ["#000000", "#ff0000"]);
    await prepare([{ ...common, kind: "group", children: [node] }]);
    expect(drawn.at(-1)).toBe("pixels 128 0 0 255");
    expect(node.picture.source).toBe("image/jpeg 1");
  });

  it("with soft edges are cut first, and not a second time", async () => {
    const node = picture(4);
    await prepare([node]);
    expect(drawn).toEqual(["image 25 0 25 40 0 0 40 20", "rect 8 8 24 4"]);
    expect(node.picture.crop.left).toBe(0);
  });

  it("are given up when time runs out", async () => {
    const isOver = () => {
      throw new Error("too long");
    };
    await expect(prepare([picture(4)], { kind: "none" }, isOver)).rejects.toThrow("too long");
  });
});

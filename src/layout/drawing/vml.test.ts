import { describe, expect, it } from "vitest";
import { standIn } from "../../domain/testing/stand-in.ts";
import { readXml } from "../../office/xml-node.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../model/formatting.ts";
import type { DrawingNode } from "../model/shapes.ts";
import type { DrawingContext } from "./drawing-context.ts";
import { FULL_WIDTH_PT } from "./horizontal-rule.ts";
import { vmlPathGeometry } from "./vml-path.ts";
import { readVmlImage } from "./vml-reader.ts";

function outline(path: string, { adjustments = [] as number[], formulas = [] as string[] } = {}) {
  const geometry = vmlPathGeometry(path, [100, 50], adjustments, formulas);
  return geometry.kind === "paths" ? geometry.paths : [];
}

describe("vmlPathGeometry", () => {
  it.each([
    ["lines", "m0,0l10,20,30,40xe", "M0 0L10 20L30 40Z"],
    ["values that are left out between commas", "m,l10,,,20e", "M0 0L10 0L0 20"],
    ["steps from where the pen is", "m10,10r5,5,1,-1t2,2r3,0e", "M10 10L15 15L16 14M18 16L21 16"],
    ["curves, by place and by step", "m0,0c1,2,3,4,5,6v1,1,2,2,3,3e", "M0 0C1 2 3 4 5 6C6 7 7 8 8 9"],
    ["quarters of ellipses", "m0,10qx10,0qy20,10e", "M0 10A10 10 0 0 0 10 0A10 10 0 0 0 20 10"],
    ["ellipses", "al50,25,40,20,0,23592960e", "M10 25a40 20 0 1 1 80 0a40 20 0 1 1 -80 0"],
    ["arcs with the clock", "wr0,0,20,20,0,10,10,0e", "M0.0 10.0A10 10 0 0 1 10.0 0.0"],
    ["arcs against the clock", "ar0,0,20,20,10,0,0,10e", "M10.0 0.0A10 10 0 0 0 0.0 10.0"],
    ["arcs that are joined to the path", "m0,0wa0,0,20,20,0,10,10,0e", "M0 0L0.0 10.0A10 10 0 0 1 10.0 0.0"],
    ["capital letters", "M0,0L10,10XE", "M0 0L10 10Z"],
  ])("has %s", (_, path, expected) => {
    expect(outline(path).map(({ d }) => d)).toEqual([expected]);
  });

  it("ends a path at each e, and says what is filled and what has a line", () => {
    expect(outline("m0,0l1,1nfem2,2l3,3nse")).toEqual([
      { d: "M0 0L1 1", filled: false, stroked: true },
      { d: "M2 2L3 3", filled: true, stroked: false },
    ]);
  });

  it.each([
    ["val 7", 7],
    ["val #1", 9],
    ["val width", 100],
    ["val ycenter", 25],
    ["sum 10 #0 3", 12],
    ["prod 10 3 2", 15],
    ["prod 1 1 0", 0],
    ["mid 4 10 0", 7],
    ["abs -4 0 0", 4],
    ["min 4 3 0", 3],
    ["max 4 3 0", 4],
    ["if 1 5 6", 5],
    ["if 0 5 6", 6],
    ["mod 3 4 0", 5],
    ["sqrt 49 0 0", 7],
    ["sqrt -1 0 0", 0],
    ["cos 10 0 0", 10],
    ["sin 10 5898240 0", 10],
    ["atan2 1 1 0", 45 * 65_536],
    ["unknown 1 2 3", 0],
  ])("calculates %s", (formula, expected) => {
    expect(outline("m@0,0l1,1e", { adjustments: [5, 9], formulas: [formula] })[0]?.d).toBe(`M${expected} 0L1 1`);
  });

  it("builds formulas on those before them", () => {
    expect(outline("m@1,#0l1,1e", { adjustments: [5], formulas: ["sum 1 2 0", "prod @0 2 1"] })[0]?.d).toBe("M6 5L1 1");
  });
});

const NAMES =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

function read(markup: string) {
  const root = readXml(`<v:pict ${NAMES}>${markup}</v:pict>`);
  if (!root) throw new Error("the markup cannot be read");
  const context = standIn<DrawingContext>({
    shapeTypes: new Map(),
    imageSource: (id: string | undefined) => (id === "rId1" ? "picture.png" : undefined),
  });
  return readVmlImage(root, context, DEFAULT_CHARACTER_FORMAT, undefined);
}

function drawing(markup: string): DrawingNode | undefined {
  const [inline] = read(markup);
  if (inline?.kind === "object") return inline.drawing;
  return inline?.kind === "anchor" ? inline.anchor.drawing : undefined;
}

describe("readVmlPicture", () => {
  const box = "width:40pt;height:20pt";

  it("reads size, turn and mirroring of a shape", () => {
    expect(drawing(`<v:rect style="${box};rotation:90;flip:x" alt="Box"/>`)).toMatchObject({
      kind: "shape",
      widthPt: 40,
      heightPt: 20,
      rotationDeg: 90,
      flipHorizontal: true,
      flipVertical: false,
      altText: "Box",
    });
  });

  it.each([
    ["white by default", "", { kind: "solid", color: "#ffffff", opacity: 1 }],
    ["a colour by its name", 'fillcolor="red"', { kind: "solid", color: "#ff0000", opacity: 1 }],
    ["nothing", 'filled="f"', { kind: "none" }],
  ])("fills with %s", (_, attributes, fill) => {
    expect(drawing(`<v:rect style="${box}" ${attributes}/>`)).toMatchObject({ fill });
  });

  it("fills with two colours along an angle", () => {
    const fill = '<v:fill type="gradient" color2="#0000ff" angle="90"/>';
    expect(drawing(`<v:rect style="${box}" fillcolor="#ff0000">${fill}</v:rect>`)).toMatchObject({
      fill: { kind: "gradient", radial: false, angleDeg: 0, stops: [{ color: "#0000ff" }, { color: "#ff0000" }] },
    });
  });

  it("fills with a picture, where there is one", () => {
    const filled = (id: string) => drawing(`<v:rect style="${box}"><v:fill type="tile" r:id="${id}"/></v:rect>`);
    expect(filled("rId1")).toMatchObject({ fill: { kind: "picture", source: "picture.png", tile: true } });
    expect(filled("rId9")).toMatchObject({ fill: { kind: "solid" } });
  });

  it("has no line where there is none", () => {
    const stroke = (attributes: string) => {
      const shape = drawing(`<v:rect style="${box}" ${attributes}/>`);
      return shape?.kind === "shape" ? shape.stroke : undefined;
    };
    expect(stroke('stroked="f"')).toBeUndefined();
    expect(stroke('strokeweight="3pt" strokecolor="#00ff00"')).toMatchObject({ widthPt: 3, color: "#00ff00" });
  });

  it("places the shapes of a group in its own units", () => {
    const inner = '<v:rect style="left:500;top:100;width:250;height:100"/>';
    const group = drawing(`<v:group style="${box}" coordsize="1000,200">${inner}</v:group>`);
    expect(group).toMatchObject({ kind: "group", widthPt: 40, heightPt: 20 });
    expect(group?.kind === "group" && group.children).toMatchObject([{ xPt: 20, yPt: 10, widthPt: 10, heightPt: 10 }]);
  });

  it("crops pictures by shares of 65,536", () => {
    const image = drawing(
      `<v:shape style="${box}"><v:imagedata r:id="rId1" cropleft="16384f" croptop="0.5"/></v:shape>`,
    );
    expect(image).toMatchObject({ kind: "picture", source: "picture.png", crop: { left: 0.25, top: 0.5, right: 0 } });
  });

  it("has shares of 65,536, in percent and plain", () => {
    const opacity = (value: string) => {
      const shape = drawing(`<v:rect style="${box}"><v:fill opacity="${value}"/></v:rect>`);
      return shape?.kind === "shape" && shape.fill.kind === "solid" && shape.fill.opacity;
    };
    expect(["32768f", "40%", ".25", "2", "none"].map(opacity)).toEqual([0.5, 0.4, 0.25, 1, 1]);
    const corner = (attributes: string) => {
      const shape = drawing(`<v:roundrect style="${box}" ${attributes}/>`);
      return shape?.kind === "shape" && shape.geometry;
    };
    const round = (adj: number) => ({ kind: "preset", name: "roundRect", adjustments: { adj } });
    expect(['arcsize="16384f"', 'arcsize="10%"', 'arcsize="0"', ""].map(corner)).toEqual(
      [25_000, 10_000, 0, 20_000].map(round),
    );
  });

  it("knows colors of three digits", () => {
    expect(drawing(`<v:rect style="${box}" fillcolor="#F80"/>`)).toMatchObject({ fill: { color: "#ff8800" } });
  });

  it("draws an oval as an ellipse", () => {
    expect(drawing(`<v:oval style="${box}"/>`)).toMatchObject({ geometry: { kind: "preset", name: "ellipse" } });
  });

  it("leads a line from one point to another, in pixels if they have no unit", () => {
    expect(drawing('<v:line from="10pt,20pt" to="0pt,5pt"/>')).toMatchObject({
      ...{ xPt: 0, yPt: 5, widthPt: 10, heightPt: 15, flipHorizontal: true, flipVertical: true },
      ...{ geometry: { name: "line" }, fill: { kind: "none" } },
    });
    expect(drawing('<v:line from="0,0" to="40,20"/>')).toMatchObject({
      ...{ xPt: 0, yPt: 0, widthPt: 30, heightPt: 15, flipHorizontal: false, flipVertical: false },
    });
  });

  it("leads a line of a group from one point to another in the group's units", () => {
    const group = drawing(
      `<v:group style="${box}" coordorigin="100,100" coordsize="1000,200"><v:line from="600,100" to="350,200"/></v:group>`,
    );
    expect(group?.kind === "group" && group.children).toMatchObject([
      { xPt: 10, yPt: 0, widthPt: 10, heightPt: 10, flipHorizontal: true, flipVertical: false },
    ]);
  });

  it("counts where a line that floats begins from the place of its shape", () => {
    const [line] = read('<v:line style="position:absolute;margin-left:5pt" from="10pt,20pt" to="40pt,30pt"/>');
    expect(line?.kind === "anchor" && line.anchor).toMatchObject({
      horizontal: { offsetPt: 15 },
      vertical: { offsetPt: 20 },
      widthPt: 30,
      drawing: { xPt: 0, yPt: 0 },
    });
  });

  it("draws a rule over the whole column, unless it has a width of its own", () => {
    const rule = (style: string, attributes: string) => drawing(`<v:rect style="${style}" ${attributes}/>`)?.widthPt;
    expect(rule("width:0;height:1.5pt", 'o:hr="t"')).toBe(FULL_WIDTH_PT);
    expect(rule("width:100pt;height:1.5pt", 'o:hr="t"')).toBe(100);
    expect(rule("width:0;height:1.5pt", 'o:hr="f"')).toBe(0);
  });

  it("has the outline that text flows along, where it has three points", () => {
    const outlineOf = (points: string) => {
      const [inline] = read(`<v:rect style="position:absolute;${box}" wrapcoords="${points}"/>`);
      return inline?.kind === "anchor" && inline.anchor.outline;
    };
    expect(outlineOf("0 0 21600 0 10800 -5400")).toEqual([
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 0.5, y: -0.25 },
    ]);
    expect(["0 0 21600 0", "0 0 a b 1 1", ""].map(outlineOf)).toEqual([undefined, undefined, undefined]);
  });

  it("calculates the outline of a type by its formulas, with the shape's own adjust values", () => {
    const formulas = '<v:formulas><v:f eqn="sum #0 5 0"/><v:f eqn="prod @0 2 1"/></v:formulas>';
    const type = `<v:shapetype id="t1" coordsize="100,100" adj="10" path="m@0,0l@1,0,100,100xe">${formulas}</v:shapetype>`;
    const pathOf = (attributes: string) => {
      const shape = drawing(`${type}<v:shape type="#t1" style="${box}" ${attributes}/>`);
      return shape?.kind === "shape" && shape.geometry.kind === "paths" && shape.geometry.paths[0]?.d;
    };
    expect(['adj="20"', ""].map(pathOf)).toEqual(["M25 0L50 0L100 100Z", "M15 0L30 0L100 100Z"]);
  });

  it("takes the outline of the type that a shape names", () => {
    const type = '<v:shapetype id="t1" coordsize="100,100" path="m0,0l100,0,100,100xe"/>';
    const shape = drawing(`${type}<v:shape type="#t1" style="${box}"/>`);
    expect(shape?.kind === "shape" && shape.geometry).toMatchObject({
      kind: "paths",
      paths: [{ d: "M0 0L100 0L100 100Z" }],
    });
  });

  describe("of WordArt", () => {
    const warp = (type: string, shape = "") => {
      const text = '<v:textpath on="t" string="a"/>';
      const node = drawing(
        `<v:shapetype id="t1" ${type}/><v:shape type="#t1" style="${box}" ${shape}>${text}</v:shape>`,
      );
      return node?.kind === "shape" ? node.textPath?.warp : undefined;
    };

    it("only stretches plain text", () => {
      expect(warp('o:spt="136" adj="10800" path="m@0,l@1,e"')).toBeUndefined();
    });

    it("takes the lines of the shape's path, with its adjust values", () => {
      const path = 'o:spt="156" adj="5000" path="m0,#0l21600,#0e"';
      expect(warp(path, 'adj="2000"')?.guides).toMatchObject({ kind: "paths", paths: [{ d: "M0 2000L21600 2000" }] });
    });

    it("knows letters that fill it without the room of their line", () => {
      const trimmed = (attributes: string) => {
        const node = drawing(`<v:shape style="${box}"><v:textpath on="t" string="a" ${attributes}/></v:shape>`);
        return node?.kind === "shape" && node.textPath?.isTrimmed;
      };
      expect(['trim="t"', 'trim="f"', ""].map(trimmed)).toEqual([true, false, false]);
    });

    it("takes those of the preset where there is no path, or one of arcs by angles", () => {
      const arch = { guides: { kind: "preset", name: "textArchUp", adjustments: {} }, fillsPath: true };
      expect(warp('o:spt="144"')).toEqual(arch);
      expect(warp('o:spt="144" path="al10800,10800,10800,10800,0,100e"')).toEqual(arch);
    });
  });

  it("leaves out what is hidden", () => {
    expect(read(`<v:rect style="${box};visibility:hidden"/>`)).toEqual([]);
  });

  it("lets what has a place of its own float", () => {
    expect(read(`<v:rect style="position:absolute;${box};margin-left:10pt"/>`)).toMatchObject([{ kind: "anchor" }]);
    expect(read(`<v:rect style="${box}"/>`)).toMatchObject([{ kind: "object", widthPt: 40 }]);
  });
});

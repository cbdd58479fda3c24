import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { readXml } from "../../office/xml-node.ts";
import { customGeometry } from "./custom-geometry.ts";
import { evaluateShape } from "./evaluate-shape.ts";
import { geometryPaths } from "./outline.ts";

const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const points = (...places: string[]) =>
  places.map((place) => `<a:pt x="${place.split(",")[0]}" y="${place.split(",")[1]}"/>`).join("");
const path = (attributes: string, commands: string) => `<a:path ${attributes}>${commands}</a:path>`;
const moveTo = (place: string) => `<a:moveTo>${points(place)}</a:moveTo>`;
const lineTo = (place: string) => `<a:lnTo>${points(place)}</a:lnTo>`;

function geometry(paths: string, lists = "") {
  const markup = `<a:custGeom ${A}>${lists}<a:pathLst>${paths}</a:pathLst></a:custGeom>`;
  return customGeometry(present(readXml(markup)));
}

/** The paths in a box of 200 by 100 points. */
const drawn = (paths: string, lists = "") =>
  geometryPaths({ geometry: geometry(paths, lists), widthPt: 200, heightPt: 100 });

describe("customGeometry", () => {
  it("stretches a path from its own coordinates to the shape", () => {
    const curves = `<a:cubicBezTo>${points("100,10", "90,20", "80,25")}</a:cubicBezTo><a:quadBezTo>${points("50,50", "0,25")}</a:quadBezTo>`;
    const commands = `${moveTo("0,0")}${lineTo("100,0")}${curves}<a:close/>`;
    expect(drawn(path('w="100" h="50"', commands)).map(({ d }) => d)).toEqual([
      "M0 0L200 0C200 20 180 40 160 50Q100 100 0 50Z",
    ]);
  });

  it("measures a path without a size in the units of the drawing", () => {
    expect(drawn(path("", moveTo("0,0") + lineTo("127000,254000")))[0]?.d).toBe("M0 0L10 20");
  });

  it("goes on with an arc of an ellipse, by its angles", () => {
    const arc = '<a:arcTo wR="10" hR="5" stAng="10800000" swAng="5400000"/>';
    expect(drawn(path('w="100" h="50"', moveTo("0,25") + arc))[0]?.d).toBe("M0 50A20 10 0 0 1 20.000 40.000");
  });

  it("calculates places and the box of the text by guides", () => {
    const lists =
      '<a:avLst><a:gd name="adj" fmla="val 25000"/></a:avLst><a:gdLst><a:gd name="at" fmla="*/ w adj 100000"/></a:gdLst>' +
      '<a:rect l="at" t="0" r="r" b="vc"/>';
    const paths = path("", moveTo("at,t") + lineTo("r,b"));
    expect(drawn(paths, lists)[0]?.d).toBe("M50 0L200 100");
    const shape = geometry(paths, lists);
    const textBox = shape.kind === "custom" && evaluateShape(shape.definition, 200, 100, {}).textBox;
    expect(textBox).toEqual({ xPt: 50, yPt: 0, widthPt: 150, heightPt: 50 });
  });

  it("tells faces, their tones and lines apart", () => {
    const paths = ['fill="none"', 'stroke="0"', 'fill="darkenLess"', 'fill="unknown"'].map((attributes) =>
      path(attributes, moveTo("0,0")),
    );
    expect(drawn(paths.join(""))).toEqual([
      { d: "M0 0", filled: false, stroked: true },
      { d: "M0 0", filled: true, stroked: false },
      { d: "M0 0", filled: true, stroked: true, tone: "darkenLess" },
      { d: "M0 0", filled: true, stroked: true },
    ]);
  });

  it("leaves out what it does not know, and curves without all of their points", () => {
    const short = `<a:cubicBezTo>${points("1,1", "2,2")}</a:cubicBezTo><a:quadBezTo>${points("1,1")}</a:quadBezTo><a:lnTo/>`;
    const commands = `${moveTo("0,0")}${short}<a:unknown/>${lineTo("12700,0")}`;
    expect(drawn(path("", commands))[0]?.d).toBe("M0 0L1 0");
  });
});

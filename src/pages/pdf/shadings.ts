/** Shadings and their soft masks (ISO 32000-2, 8.7.4.5 and 11.6.5). */

import { type Matrix, multiply } from "../../geometry/matrix.ts";
import { deflate } from "../../image/compression/flate.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { dict, name, type PdfDict, type PdfObject, type PdfRef, PdfStream } from "../../pdf/objects.ts";
import type { Shading, ShadingStop } from "../display-list/display-item.ts";
import { matrixOperands, radialMatrix } from "./matrix.ts";
import { colorComponents } from "./numbers.ts";

/** The colors of a shading, in the space of the display items; radial ones in a space whose unit is their radius. */
export function addShading(document: PdfDocument, { geometry, stops }: Shading): PdfRef {
  return document.add(shadingOf(geometry, stops, (stop) => colorComponents(stop.color), "DeviceRGB"));
}

/** A pattern whose coordinates are those of `matrix`, on the page. */
export function addShadingPattern(document: PdfDocument, shading: Shading, matrix: Matrix): PdfRef {
  const { geometry } = shading;
  const space = geometry.kind === "radial" ? multiply(radialMatrix(geometry), matrix) : matrix;
  const entries = { Type: name("Pattern"), PatternType: 2, Shading: addShading(document, shading), Matrix: [...space] };
  return document.add(dict(entries));
}

/** Whether some colors are translucent. */
export function needsMask({ stops }: Shading): boolean {
  return stops.some(({ opacity }) => opacity < 1);
}

/** A graphics state whose soft mask has the stops' opacities, in the space in which the state is set (11.6.5.2). */
export function addShadingMask(document: PdfDocument, { geometry, stops }: Shading): PdfDict {
  const shading = document.add(shadingOf(geometry, stops, (stop) => [stop.opacity], "DeviceGray"));
  const space = geometry.kind === "radial" ? `${matrixOperands(radialMatrix(geometry))} cm ` : "";
  const form = new PdfStream(
    dict({
      Type: name("XObject"),
      Subtype: name("Form"),
      // Everything: the mask is used within a clip.
      BBox: [-20_000, -20_000, 20_000, 20_000],
      Resources: dict({ Shading: dict({ S: shading }) }),
      Group: dict({ S: name("Transparency"), CS: name("DeviceGray") }),
      Filter: name("FlateDecode"),
    }),
    deflate(new TextEncoder().encode(`${space}/S sh`)),
  );
  const mask = dict({ Type: name("Mask"), S: name("Luminosity"), G: document.add(form) });
  return dict({ Type: name("ExtGState"), SMask: mask });
}

function shadingOf(
  geometry: Shading["geometry"],
  stops: readonly ShadingStop[],
  components: (stop: ShadingStop) => number[],
  space: string,
): PdfDict {
  const round = (value: number) => Math.round(value * 1000) / 1000;
  const isLinear = geometry.kind === "linear";
  return dict({
    ShadingType: isLinear ? 2 : 3,
    ColorSpace: name(space),
    Coords: isLinear ? [geometry.x1Pt, geometry.y1Pt, geometry.x2Pt, geometry.y2Pt].map(round) : [0, 0, 0, 0, 0, 1],
    Function: gradientFunction(stops, components),
    Extend: [true, true],
  });
}

/** A function for each stretch between two stops, stitched together (7.10.4). */
export function gradientFunction<Stop extends { offset: number }>(
  stops: readonly Stop[],
  components: (stop: Stop) => number[],
): PdfDict {
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) throw new RangeError("a gradient without colours");
  const inner = stops.filter(({ offset }) => offset > 0 && offset < 1);
  const whole = [{ ...first, offset: 0 }, ...inner, { ...last, offset: 1 }];
  const stretches = whole.slice(1).map((stop, index): PdfObject => {
    const before = whole[index] ?? stop;
    return dict({ FunctionType: 2, Domain: [0, 1], N: 1, C0: components(before), C1: components(stop) });
  });
  return dict({
    FunctionType: 3,
    Domain: [0, 1],
    Functions: stretches,
    Bounds: inner.map(({ offset }) => offset),
    Encode: stretches.flatMap(() => [0, 1]),
  });
}

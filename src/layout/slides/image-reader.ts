/** Pictures of slides (`p:pic`, ECMA-376 part 1, 19.3.1.37); for videos and sounds the poster is shown. */

import { child, type XmlNode } from "../../office/xml-node.ts";
import { readDuotone, readEdgeShares } from "../drawing/drawingml-style.ts";
import { blipFilter } from "../drawing/shape-reader.ts";
import type { Fill, Stroke } from "../model/fill.ts";
import type { Geometry } from "../model/shapes.ts";
import type { Effects, ImageNode, Placement } from "./model/slide.ts";
import type { ObjectNames } from "./node-reader.ts";
import type { PartContext } from "./part-context.ts";
import { part } from "./placeholders.ts";
import { alternatives } from "./slide-alternatives.ts";

export interface PictureAppearance {
  placement: Placement;
  names: ObjectNames;
  geometry: Geometry;
  stroke: Stroke | undefined;
  fill: Fill;
  effects: Effects;
}

export function readImageNode(element: XmlNode, context: PartContext, appearance: PictureAppearance): ImageNode {
  const holder = { ...element, children: element.children.flatMap(alternatives) };
  const blipFill = part(holder, "blipFill");
  const blip = child(blipFill, "a:blip");
  const alpha = Number.parseFloat(child(blip, "a:alphaModFix")?.attributes.amt ?? "");
  const { placement, names, geometry, stroke, fill, effects } = appearance;
  const isPlain = geometry.kind === "preset" && geometry.name === "rect";
  return {
    kind: "picture",
    ...placement,
    ...names,
    fill,
    effects,
    image: {
      kind: "picture",
      ...placement,
      altText: names.altText,
      source: imageSource(blip, context),
      crop: readEdgeShares(child(blipFill, "a:srcRect")),
      opacity: Number.isFinite(alpha) ? alpha / 100_000 : 1,
      filter: blipFilter(blip),
      duotone: readDuotone(blip, context.theme),
      geometry: isPlain ? undefined : geometry,
      stroke,
    },
  };
}

/** The vector form if there is one, else the picture itself. */
function imageSource(blip: XmlNode | undefined, context: PartContext): string | undefined {
  const vector = child(blip, "a:extLst")
    ?.children.map((extension) => child(extension, "asvg:svgBlip"))
    .find(Boolean);
  return (
    context.imageUrl(vector?.attributes["r:embed"], blip?.attributes["r:embed"]) ??
    context.imageUrl(blip?.attributes["r:embed"]) ??
    context.imageUrl(blip?.attributes["r:link"])
  );
}

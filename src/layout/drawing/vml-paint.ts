/** Fills and strokes of VML shapes (ECMA-376 part 4, 19.1.2.5 and 19.1.2.21). */

import { child, type XmlNode } from "../../office/xml-node.ts";
import type { Fill, Stroke } from "../model/fill.ts";
import { universalToPoints } from "../model/units.ts";
import type { DrawingContext } from "./drawing-context.ts";
import { isFalse, opacityOf, vmlColor } from "./vml-style.ts";

export function readVmlFill(shape: XmlNode, type: XmlNode | undefined, context: DrawingContext): Fill {
  const filled = shape.attributes.filled ?? type?.attributes.filled;
  if (isFalse(filled)) return { kind: "none" };
  const fill = child(shape, "v:fill");
  if (isFalse(fill?.attributes.on)) return { kind: "none" };
  const color = vmlColor(fill?.attributes.color ?? shape.attributes.fillcolor) ?? "#ffffff";
  const opacity = opacityOf(fill?.attributes.opacity ?? shape.attributes.opacity);
  const fillType = fill?.attributes.type ?? "solid";
  if (fillType.startsWith("gradient")) {
    const second = vmlColor(fill?.attributes.color2) ?? "#ffffff";
    const angle = Number.parseFloat(fill?.attributes.angle ?? "0") || 0;
    const focus = Number.parseFloat(fill?.attributes.focus ?? "0") || 0;
    const [from, to] = Math.abs(focus) >= 100 ? [second, color] : [color, second];
    const middle = Math.abs(focus) === 50;
    return {
      kind: "gradient",
      radial: fillType === "gradientRadial",
      angleDeg: 90 - angle,
      stops: middle
        ? [
            { offset: 0, color, opacity },
            { offset: 0.5, color: second, opacity },
            { offset: 1, color, opacity },
          ]
        : [
            { offset: 0, color: to, opacity },
            { offset: 1, color: from, opacity },
          ],
    };
  }
  if (fillType === "frame" || fillType === "tile") {
    const source = context.imageSource(fill?.attributes["r:id"]);
    if (source) return { kind: "picture", source, tile: fillType === "tile", opacity };
  }
  return { kind: "solid", color, opacity };
}

export function readVmlStroke(shape: XmlNode, type: XmlNode | undefined): Stroke | undefined {
  const stroke = child(shape, "v:stroke");
  if (isFalse(shape.attributes.stroked ?? type?.attributes.stroked) || isFalse(stroke?.attributes.on)) return undefined;
  const weight = stroke?.attributes.weight ?? shape.attributes.strokeweight;
  const end = (name: string) => {
    const kind = stroke?.attributes[name];
    return kind && kind !== "none"
      ? { type: kind === "block" ? "triangle" : kind, widthFactor: 3, lengthFactor: 3 }
      : undefined;
  };
  const dash = stroke?.attributes.dashstyle ?? "solid";
  return {
    color: vmlColor(stroke?.attributes.color ?? shape.attributes.strokecolor) ?? "#000000",
    opacity: opacityOf(stroke?.attributes.opacity),
    widthPt: universalToPoints(weight) ?? (weight ? Number.parseFloat(weight) / 12_700 || 0.75 : 0.75),
    dash: VML_DASHES[dash.toLowerCase()] ?? "solid",
    cap: "flat",
    head: end("startarrow"),
    tail: end("endarrow"),
    compound: /thin/i.test(stroke?.attributes.linestyle ?? ""),
  };
}

const VML_DASHES: Readonly<Record<string, string>> = {
  dash: "dash",
  longdash: "lgDash",
  dashdot: "dashDot",
  longdashdot: "lgDashDot",
  longdashdotdot: "lgDashDotDot",
  shortdash: "sysDash",
  shortdot: "sysDot",
  dot: "sysDot",
  "1 1": "sysDot",
  "3 1": "sysDash",
};

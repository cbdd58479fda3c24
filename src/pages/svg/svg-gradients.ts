/** Gradients of SVG (SVG 1.1, 13.2) -> shadings. */
import { apply, IDENTITY, type Matrix, meanScale, multiply } from "../../geometry/matrix.ts";
import { localName, type XmlNode } from "../../office/xml-node.ts";
import type { ShadingItem, ShadingStop } from "../display-list/display-item.ts";
import type { Outline } from "../display-list/outline.ts";
import { cssColor, opacityValue } from "./css-colors.ts";
import { readTransform } from "./svg-matrix.ts";
import type { StyleSheet } from "./svg-style.ts";

/** A gradient may take its stops and places from another one, and that one from a third. */
const MAX_REFERENCES = 8;
const MAX_STOPS = 100;

/** The gradient element and those that it refers to, itself first. */
export function gradientChain(
  first: XmlNode | undefined,
  referenced: (node: XmlNode) => XmlNode | undefined,
): XmlNode[] {
  const chain: XmlNode[] = [];
  for (let node = first; node && chain.length < MAX_REFERENCES; node = referenced(node)) {
    if (!/Gradient$/.test(localName(node))) break;
    chain.push(node);
  }
  return chain;
}

export function gradientStops(chain: readonly XmlNode[], sheet: StyleSheet): ShadingStop[] {
  const holder = chain.find(({ children }) => children.some((child) => localName(child) === "stop"));
  let offset = 0;
  return (holder?.children ?? [])
    .filter((child) => localName(child) === "stop")
    .slice(0, MAX_STOPS)
    .map((stop) => {
      const style = sheet.of(stop, {});
      const color = cssColor(style["stop-color"] ?? "black") ?? { color: "#000000", opacity: 1 };
      // Each offset is at least that of the stop before.
      offset = Math.max(offset, opacityValue(stop.attributes.offset ?? "0"));
      return { offset, color: color.color, opacity: color.opacity * opacityValue(style["stop-opacity"]) };
    });
}

/** @param matrix from the coordinates of the element; `bounds` are in these coordinates, `outline` is not */
export function gradientShading(
  chain: readonly XmlNode[],
  stops: readonly ShadingStop[],
  outline: Outline,
  { matrix, bounds }: { matrix: Matrix; bounds: readonly [x: number, y: number, width: number, height: number] },
): ShadingItem | undefined {
  const attribute = (key: string) =>
    chain.map(({ attributes }) => attributes[key]).find((value) => value !== undefined);
  const [x, y, width, height] = bounds;
  const isInBox = attribute("gradientUnits") !== "userSpaceOnUse";
  const own = readTransform(attribute("gradientTransform"));
  if (!own) return undefined;
  const space = multiply(multiply(own, isInBox ? [width, 0, 0, height, x, y] : IDENTITY), matrix);
  const share = (key: string, fallback: string) => {
    const text = attribute(key) ?? fallback;
    const value = Number.parseFloat(text);
    if (!Number.isFinite(value)) return 0;
    // Percentages of the view are rare outside of boxes; the element's own extent stands in for the view.
    return text.trim().endsWith("%") ? (value / 100) * (isInBox ? 1 : Math.max(width, height)) : value;
  };
  const [first] = chain;
  if (!first) return undefined;
  if (localName(first) === "radialGradient") {
    const [xPt, yPt] = apply(space, share("cx", "50%"), share("cy", "50%"));
    const radius = share("r", "50%");
    const [a, b, c, d] = space;
    const [radiusXPt, radiusYPt] = [radius * Math.hypot(a, c), radius * Math.hypot(b, d)];
    if (!(radiusXPt > 0 && radiusYPt > 0)) return undefined;
    return { kind: "shading", outline, geometry: { kind: "radial", xPt, yPt, radiusXPt, radiusYPt }, stops };
  }
  const from = [share("x1", "0%"), share("y1", "0%")] as const;
  const [dx, dy] = [share("x2", "100%") - from[0], share("y2", "0%") - from[1]];
  const [a, b, c, d] = space;
  const determinant = a * d - b * c;
  const square = dx * dx + dy * dy;
  if (Math.abs(determinant) < 1e-12 || square === 0 || !(meanScale(space) > 0)) return undefined;
  // Lines of one color stay lines of one color, though no longer at right angles to the gradient's own line.
  const gradientX = (d * dx - b * dy) / determinant / square;
  const gradientY = (-c * dx + a * dy) / determinant / square;
  const length = gradientX * gradientX + gradientY * gradientY;
  const [x1Pt, y1Pt] = apply(space, from[0], from[1]);
  const geometry = {
    kind: "linear",
    ...{ x1Pt, y1Pt, x2Pt: x1Pt + gradientX / length, y2Pt: y1Pt + gradientY / length },
  } as const;
  return { kind: "shading", outline, geometry, stops };
}

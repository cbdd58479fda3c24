/**
 * Filters that are blurs and shadows (Filter Effects 1, 9): what they show is the element itself in layers, each moved,
 * blurred or in one color. Others, which compute with pixels, are not drawn.
 */
import { localName, type XmlNode } from "../../office/xml-node.ts";
import { cssColor, opacityValue } from "./css-colors.ts";
import type { FilterLayer } from "./svg-image.ts";
import { lengthOf } from "./svg-shapes.ts";
import type { StyleSheet } from "./svg-style.ts";

const MAX_PRIMITIVES = 40;
const MAX_LAYERS = 12;

/** A color all over, which shows only within something else. */
interface Flood {
  color: string;
  opacity: number;
}

interface FilterImage {
  layers: readonly FilterLayer[];
  flood?: Flood;
}

const SOURCE: FilterLayer = { color: undefined, opacity: 1, right: 0, down: 0, deviation: 0 };

/**
 * Lengths in the element's coordinates.
 * @returns undefined for a filter with anything else
 */
export function filterLayers(filter: XmlNode, sheet: StyleSheet): FilterLayer[] | undefined {
  if (filter.attributes.primitiveUnits === "objectBoundingBox") return undefined;
  const primitives = filter.children.filter((child) => localName(child).startsWith("fe"));
  if (primitives.length > MAX_PRIMITIVES) return undefined;
  const named = new Map<string, FilterImage>([
    ["SourceGraphic", { layers: [SOURCE] }],
    ["SourceAlpha", { layers: [{ ...SOURCE, color: "#000000" }] }],
  ]);
  let last: FilterImage | undefined = named.get("SourceGraphic");
  for (const primitive of primitives) {
    const input = (key = "in") => {
      const name = primitive.attributes[key];
      return name === undefined ? last : named.get(name);
    };
    const result = resultOf(primitive, input, (name) => (name === undefined ? last : named.get(name)), sheet);
    if (!result || result.layers.length > MAX_LAYERS) return undefined;
    last = result;
    const { result: name } = primitive.attributes;
    if (name !== undefined) named.set(name, result);
  }
  // A color over the whole region is no picture of the element.
  return last?.flood ? undefined : [...(last?.layers ?? [])];
}

function resultOf(
  node: XmlNode,
  input: (key?: string) => FilterImage | undefined,
  byName: (name: string | undefined) => FilterImage | undefined,
  sheet: StyleSheet,
): FilterImage | undefined {
  const { attributes, children } = node;
  const style = sheet.of(node, {});
  const number = (key: string, otherwise: number) => lengthOf(attributes[key]) ?? otherwise;
  switch (localName(node)) {
    case "feGaussianBlur":
      return changed(input(), (layer) => ({
        ...layer,
        deviation: Math.hypot(layer.deviation, deviationOf(attributes)),
      }));
    case "feOffset":
      return changed(input(), moved(number("dx", 0), number("dy", 0)));
    case "feFlood":
      return { layers: [], flood: floodOf(style) };
    case "feDropShadow": {
      const { color, opacity } = floodOf(style);
      const own = input();
      const shadow = changed(own, (layer) => ({
        ...moved(number("dx", 2), number("dy", 2))(layer),
        ...{ color, opacity: layer.opacity * opacity },
        deviation: Math.hypot(layer.deviation, deviationOf({ stdDeviation: "2", ...attributes })),
      }));
      return over(own, shadow);
    }
    case "feComposite": {
      const [first, second] = [input(), input("in2")];
      if (attributes.operator === "in" && first?.flood && second && !second.flood) {
        const { color, opacity } = first.flood;
        return changed(second, (layer) => ({ ...layer, color, opacity: layer.opacity * opacity }));
      }
      return (attributes.operator ?? "over") === "over" ? over(first, second) : undefined;
    }
    case "feBlend":
      return (attributes.mode ?? "normal") === "normal" ? over(input(), input("in2")) : undefined;
    case "feMerge":
      return children
        .filter((child) => localName(child) === "feMergeNode")
        .reduce<FilterImage | undefined>((below, child) => over(byName(child.attributes.in), below), { layers: [] });
    case "feColorMatrix": {
      const tint = input()?.flood ? undefined : tintOf(attributes);
      return tint && changed(input(), (layer) => ({ ...layer, ...tint, opacity: layer.opacity * tint.opacity }));
    }
    case "feComponentTransfer": {
      const [only, ...others] = children;
      const isSlope = only && localName(only) === "feFuncA" && only.attributes.type === "linear" && others.length === 0;
      if (!isSlope || Number(only.attributes.intercept ?? 0) !== 0 || input()?.flood) return undefined;
      const slope = opacityValue(only.attributes.slope);
      return changed(input(), (layer) => ({ ...layer, opacity: layer.opacity * slope }));
    }
    default:
      return undefined;
  }
}

function changed(image: FilterImage | undefined, change: (layer: FilterLayer) => FilterLayer): FilterImage | undefined {
  // A color all over is as it was, moved or blurred.
  return image && (image.flood ? image : { layers: image.layers.map(change) });
}

const moved = (right: number, down: number) => (layer: FilterLayer) => ({
  ...layer,
  right: layer.right + right,
  down: layer.down + down,
});

function over(above: FilterImage | undefined, below: FilterImage | undefined): FilterImage | undefined {
  if (!above || !below || above.flood || below.flood) return undefined;
  return { layers: [...below.layers, ...above.layers] };
}

function deviationOf({ stdDeviation }: Readonly<Record<string, string>>): number {
  const values = (stdDeviation ?? "0")
    .trim()
    .split(/[\s,]+/)
    .map(Number.parseFloat)
    .filter((value) => value >= 0);
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function floodOf(style: Readonly<Record<string, string>>): Flood {
  const { color, opacity } = cssColor(style["flood-color"] ?? "black") ?? { color: "#000000", opacity: 1 };
  return { color, opacity: opacity * opacityValue(style["flood-opacity"]) };
}

/** A matrix that gives every pixel the same color, and a share of its alpha. */
function tintOf({ type = "matrix", values = "" }: Readonly<Record<string, string>>) {
  const numbers = values
    .trim()
    .split(/[\s,]+/)
    .map(Number.parseFloat);
  if (type !== "matrix" || numbers.length !== 20 || !numbers.every(Number.isFinite)) return undefined;
  const row = (index: number) => numbers.slice(5 * index, 5 * index + 5);
  const isConstant = [0, 1, 2].every((index) =>
    row(index)
      .slice(0, 4)
      .every((factor) => factor === 0),
  );
  const [red, green, blue, alpha, constant] = row(3);
  if (!isConstant || red !== 0 || green !== 0 || blue !== 0 || constant !== 0) return undefined;
  const channel = (index: number) => `${100 * Math.min(1, Math.max(0, row(index)[4] ?? 0))}%`;
  const color = cssColor(`rgb(${channel(0)},${channel(1)},${channel(2)})`)?.color;
  return { color, opacity: Math.min(1, Math.max(0, alpha ?? 0)) };
}

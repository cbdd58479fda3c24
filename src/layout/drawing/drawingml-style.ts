/** DrawingML colors, fills and lines (ECMA-376 part 1, 20.1.2.3 and 20.1.8). */

import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, descend, localName, type XmlNode } from "../../office/xml-node.ts";
import { fromHsl, normalizeHex, transformColor } from "../model/color.ts";
import type { EdgeShares, Fill, GradientFill, ImageFill, LineEnd, Stroke } from "../model/fill.ts";
import type { Theme } from "../model/theme.ts";
import { emuToPoints } from "../model/units.ts";
import { PRESET_COLORS } from "./preset-colors.ts";

export interface ColorValue {
  color: string;
  opacity: number;
}

const COLOR_ELEMENTS = new Set(["a:srgbClr", "a:schemeClr", "a:sysClr", "a:prstClr", "a:scrgbClr", "a:hslClr"]);

/** Reads the first color child; `placeholder` stands for `phClr` of theme styles. */
export function readDrawingColor(
  parent: XmlNode | undefined,
  theme: Theme,
  placeholder?: string,
): ColorValue | undefined {
  const element = parent?.children.find((candidate) => COLOR_ELEMENTS.has(candidate.name));
  if (!element) return undefined;
  let color = baseColor(element, theme, placeholder);
  if (!color) return undefined;
  let opacity = 1;
  for (const transform of element.children) {
    const amount = shareOf(transform.attributes.val) ?? 1;
    if (transform.name === "a:alpha") opacity = amount;
    else if (transform.name === "a:alphaMod") opacity *= amount;
    else if (transform.name === "a:alphaOff") opacity += amount;
    else color = transformColor(color, localName(transform), amount);
  }
  return { color, opacity: Math.max(0, Math.min(1, opacity)) };
}

/** `ST_Percentage`: 100000ths, or a number with a percent sign in strict files. */
function shareOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number.parseFloat(value);
  return Number.isFinite(number) ? number / (value.endsWith("%") ? 100 : 100_000) : undefined;
}

function baseColor(element: XmlNode, theme: Theme, placeholder: string | undefined): string | undefined {
  const value = element.attributes.val;
  switch (element.name) {
    case "a:srgbClr":
      return normalizeHex(value);
    case "a:schemeClr":
      return value === "phClr" ? placeholder : theme.color(value);
    case "a:sysClr":
      return normalizeHex(element.attributes.lastClr) ?? (value === "window" ? "#ffffff" : "#000000");
    case "a:prstClr":
      return PRESET_COLORS[value ?? ""];
    case "a:scrgbClr": {
      const part = (name: string) =>
        Math.round(
          255 * Math.min(1, Math.max(0, Number.parseFloat(element.attributes[name] ?? "0") / 100_000)) ** (1 / 2.2),
        )
          .toString(16)
          .padStart(2, "0");
      return `#${part("r")}${part("g")}${part("b")}`;
    }
    case "a:hslClr": {
      const { hue, sat, lum } = element.attributes;
      return fromHsl((Number(hue) || 0) / 21_600_000, shareOf(sat) ?? 0, shareOf(lum) ?? 0);
    }
    default:
      return undefined;
  }
}

/** The fill among the children of `parent` (`a:solidFill`, `a:gradFill`, ...); undefined when none is given. */
export function readFill(
  parent: XmlNode | undefined,
  theme: Theme,
  imageOf: (relationshipId: string) => string | undefined,
  placeholder?: string,
): Fill | undefined {
  for (const element of parent?.children ?? []) {
    switch (element.name) {
      case "a:noFill":
        return { kind: "none" };
      case "a:solidFill": {
        const value = readDrawingColor(element, theme, placeholder);
        return value ? { kind: "solid", ...value } : undefined;
      }
      case "a:gradFill":
        return readGradient(element, theme, placeholder);
      case "a:blipFill":
        return (
          overlay(parent, theme, imageOf, placeholder) ??
          readImageFill(element, theme, imageOf, placeholder) ?? { kind: "none" }
        );
      case "a:pattFill": {
        const background = readDrawingColor(child(element, "a:bgClr"), theme, placeholder);
        const foreground = readDrawingColor(child(element, "a:fgClr"), theme, placeholder);
        if (!foreground && !background) return { kind: "none" };
        return {
          kind: "pattern",
          preset: element.attributes.prst ?? "pct50",
          foreground: foreground?.color ?? "#000000",
          background: background?.color ?? "#ffffff",
          opacity: foreground?.opacity ?? 1,
        };
      }
    }
  }
  return undefined;
}

/**
 * A fill that lies over a picture (20.1.8.29), as in themes whose decorations have a texture: it is what is seen of both,
 * whether it hides the light texture or multiplies it.
 */
function overlay(
  properties: XmlNode | undefined,
  theme: Theme,
  imageOf: (relationshipId: string) => string | undefined,
  placeholder: string | undefined,
): Fill | undefined {
  const over = child(child(properties, "a:effectLst"), "a:fillOverlay");
  const isSeen = over?.attributes.blend === "over" || over?.attributes.blend === "mult";
  return isSeen ? readFill(over, theme, imageOf, placeholder) : undefined;
}

export function readGradient(element: XmlNode, theme: Theme, placeholder?: string): GradientFill {
  const stops = childrenNamed(child(element, "a:gsLst"), "a:gs")
    .map((stop) => {
      const value = readDrawingColor(stop, theme, placeholder) ?? { color: "#ffffff", opacity: 1 };
      return { offset: Number(stop.attributes.pos ?? 0) / 100_000, ...value };
    })
    .sort((first, second) => first.offset - second.offset);
  const path = child(element, "a:path");
  const line = child(element, "a:lin")?.attributes;
  const angleDeg = Number(line?.ang ?? 0) / 60_000;
  const scaled = line?.scaled !== undefined && isOn(line.scaled);
  const fill: GradientFill = { kind: "gradient", stops, angleDeg, scaled, radial: path !== undefined };
  if (path) {
    const shape = path.attributes.path === "circle" ? "circle" : "rect";
    fill.path = { shape, focus: readEdgeShares(child(path, "a:fillToRect")) };
  }
  return fill;
}

/** `a:fillToRect`, `a:fillRect`, `a:srcRect`: distances from the edges as shares. */
export function readEdgeShares(element: XmlNode | undefined): EdgeShares {
  const share = (name: string) => shareOf(element?.attributes[name]) ?? 0;
  return { left: share("l"), top: share("t"), right: share("r"), bottom: share("b") };
}

function readImageFill(
  element: XmlNode,
  theme: Theme,
  imageOf: (relationshipId: string) => string | undefined,
  placeholder: string | undefined,
): ImageFill | undefined {
  const blip = child(element, "a:blip");
  const source = imageOf(blip?.attributes["r:embed"] ?? "");
  if (!source) return undefined;
  const tile = child(element, "a:tile");
  const duotone = readDuotone(blip, theme, placeholder);
  const fill: ImageFill = {
    kind: "picture",
    source,
    tile: tile !== undefined,
    opacity: shareOf(child(blip, "a:alphaModFix")?.attributes.amt) ?? 1,
    crop: readEdgeShares(child(element, "a:srcRect")),
    ...(duotone ? { duotone } : {}),
  };
  if (tile) {
    const { tx, ty, sx, sy, flip, algn } = tile.attributes;
    fill.tiling = {
      offsetXPt: emuToPoints(tx) ?? 0,
      offsetYPt: emuToPoints(ty) ?? 0,
      scaleX: shareOf(sx) ?? 1,
      scaleY: shareOf(sy) ?? 1,
      flip: flip === "x" || flip === "y" || flip === "xy" ? flip : "none",
      align: algn ?? "tl",
    };
  } else fill.stretch = readEdgeShares(descend(element, "a:stretch", "a:fillRect"));
  return fill;
}

/** `a:duotone` (20.1.8.23): the colors for black and for white. */
export function readDuotone(
  blip: XmlNode | undefined,
  theme: Theme,
  placeholder?: string,
): readonly [string, string] | undefined {
  const [dark, light] = (child(blip, "a:duotone")?.children ?? []).map(
    (color) => readDrawingColor({ name: "", attributes: {}, children: [color], text: "" }, theme, placeholder)?.color,
  );
  return dark && light ? [dark, light] : undefined;
}

/** `a:ln`; undefined if no line element is given, `null` if it says that there is none. */
export function readStroke(
  element: XmlNode | undefined,
  theme: Theme,
  fallback: Stroke | undefined,
  placeholder?: string,
): Stroke | undefined {
  if (!element) return fallback;
  if (child(element, "a:noFill")) return undefined;
  const solid = readDrawingColor(child(element, "a:solidFill"), theme, placeholder);
  const gradient = solid ? undefined : child(element, "a:gradFill");
  const color = solid ?? mostVisibleStop(gradient, theme, placeholder);
  if (!color && !fallback) return undefined;
  return {
    color: color?.color ?? fallback?.color ?? "#000000",
    ...(gradient && color ? { gradient: readGradient(gradient, theme, placeholder) } : {}),
    ...(!color && fallback?.gradient ? { gradient: fallback.gradient } : {}),
    opacity: color?.opacity ?? fallback?.opacity ?? 1,
    widthPt: emuToPoints(element.attributes.w) ?? fallback?.widthPt ?? 0.75,
    dash: child(element, "a:prstDash")?.attributes.val ?? fallback?.dash ?? "solid",
    cap: element.attributes.cap ?? fallback?.cap ?? "flat",
    head: child(element, "a:headEnd") ? readLineEnd(child(element, "a:headEnd")) : fallback?.head,
    tail: child(element, "a:tailEnd") ? readLineEnd(child(element, "a:tailEnd")) : fallback?.tail,
    compound: (element.attributes.cmpd ?? "sng") !== "sng",
  };
}

/** The color that stands for a line's gradient: not one that fades away. */
function mostVisibleStop(
  gradient: XmlNode | undefined,
  theme: Theme,
  placeholder: string | undefined,
): ColorValue | undefined {
  let best: ColorValue | undefined;
  for (const stop of childrenNamed(child(gradient, "a:gsLst"), "a:gs")) {
    const value = readDrawingColor(stop, theme, placeholder);
    if (value && (!best || value.opacity > best.opacity)) best = value;
  }
  return best;
}

const END_SIZES: Readonly<Record<string, number>> = { sm: 2, med: 3, lg: 5 };

function readLineEnd(element: XmlNode | undefined): LineEnd | undefined {
  const type = element?.attributes.type;
  if (!type || type === "none") return undefined;
  return {
    type,
    widthFactor: END_SIZES[element?.attributes.w ?? "med"] ?? 3,
    lengthFactor: END_SIZES[element?.attributes.len ?? "med"] ?? 3,
  };
}

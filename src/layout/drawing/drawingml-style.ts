/** DrawingML colours, fills and lines (ECMA-376 part 1, 20.1.2.3 and 20.1.8). */
import { normalizeHex, transformColor } from "../docx/color.ts";
import type { Theme } from "../docx/theme.ts";
import { child, childrenNamed, localName, type XmlElement } from "../package/xml.ts";
import { emuToPoints } from "../units.ts";
import type { Fill, LineEnd, Stroke } from "./model.ts";
import { PRESET_COLORS } from "./preset-colors.ts";

export interface ColorValue {
  color: string;
  opacity: number;
}

const COLOR_ELEMENTS = new Set(["a:srgbClr", "a:schemeClr", "a:sysClr", "a:prstClr", "a:scrgbClr", "a:hslClr"]);

/** Reads the first colour child; `placeholder` stands for `phClr` of theme styles. */
export function readDrawingColor(
  parent: XmlElement | undefined,
  theme: Theme,
  placeholder?: string,
): ColorValue | undefined {
  const element = parent?.children.find((candidate) => COLOR_ELEMENTS.has(candidate.name));
  if (!element) return undefined;
  let color = baseColor(element, theme, placeholder);
  if (!color) return undefined;
  let opacity = 1;
  for (const transform of element.children) {
    const amount = Number(transform.attributes.val ?? 100_000) / 100_000;
    if (transform.name === "a:alpha") opacity = amount;
    else color = transformColor(color, localName(transform), amount);
  }
  return { color, opacity };
}

function baseColor(element: XmlElement, theme: Theme, placeholder: string | undefined): string | undefined {
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
    default:
      return undefined;
  }
}

/** The fill among the children of `parent` (`a:solidFill`, `a:gradFill`, ...); undefined when none is given. */
export function readFill(
  parent: XmlElement | undefined,
  theme: Theme,
  pictureOf: (relationshipId: string) => string | undefined,
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
      case "a:blipFill": {
        const source = pictureOf(child(element, "a:blip")?.attributes["r:embed"] ?? "");
        return source
          ? { kind: "picture", source, tile: child(element, "a:tile") !== undefined, opacity: 1 }
          : { kind: "none" };
      }
      case "a:pattFill": {
        const value = readDrawingColor(child(element, "a:bgClr"), theme, placeholder);
        return value ? { kind: "solid", ...value } : { kind: "none" };
      }
    }
  }
  return undefined;
}

function readGradient(element: XmlElement, theme: Theme, placeholder: string | undefined): Fill {
  const stops = childrenNamed(child(element, "a:gsLst"), "a:gs")
    .map((stop) => {
      const value = readDrawingColor(stop, theme, placeholder) ?? { color: "#ffffff", opacity: 1 };
      return { offset: Number(stop.attributes.pos ?? 0) / 100_000, ...value };
    })
    .sort((first, second) => first.offset - second.offset);
  const path = child(element, "a:path");
  const angleDeg = Number(child(element, "a:lin")?.attributes.ang ?? 0) / 60_000;
  return { kind: "gradient", stops, angleDeg, radial: path !== undefined };
}

/** `a:ln`; undefined where no line element is given, `null` where it says that there is none. */
export function readStroke(
  element: XmlElement | undefined,
  theme: Theme,
  fallback: Stroke | undefined,
  placeholder?: string,
): Stroke | undefined {
  if (!element) return fallback;
  if (child(element, "a:noFill")) return undefined;
  const solid = readDrawingColor(child(element, "a:solidFill"), theme, placeholder);
  const gradient = child(child(element, "a:gradFill"), "a:gsLst")?.children[0];
  const color = solid ?? readDrawingColor(gradient, theme, placeholder);
  if (!color && !fallback) return undefined;
  return {
    color: color?.color ?? fallback?.color ?? "#000000",
    opacity: color?.opacity ?? 1,
    widthPt: emuToPoints(element.attributes.w) ?? fallback?.widthPt ?? 0.75,
    dash: child(element, "a:prstDash")?.attributes.val ?? fallback?.dash ?? "solid",
    cap: element.attributes.cap ?? "flat",
    head: readLineEnd(child(element, "a:headEnd")),
    tail: readLineEnd(child(element, "a:tailEnd")),
    compound: (element.attributes.cmpd ?? "sng") !== "sng",
  };
}

const END_SIZES: Readonly<Record<string, number>> = { sm: 2, med: 3, lg: 5 };

function readLineEnd(element: XmlElement | undefined): LineEnd | undefined {
  const type = element?.attributes.type;
  if (!type || type === "none") return undefined;
  return {
    type,
    widthFactor: END_SIZES[element?.attributes.w ?? "med"] ?? 3,
    lengthFactor: END_SIZES[element?.attributes.len ?? "med"] ?? 3,
  };
}

/** Borders as thin boxes and SVG lines. */
import type { Border } from "../docx/formatting.ts";
import { boxCss, element, pt } from "./elements.ts";

interface BorderLook {
  css: string;
  /** Factor on the nominal width (double lines take three times). */
  factor: number;
}

function lookOf(border: Border): BorderLook {
  switch (border.style) {
    case "double":
    case "triple":
    case "thinThickSmallGap":
    case "thickThinSmallGap":
    case "thinThickMediumGap":
    case "thickThinMediumGap":
    case "thinThickLargeGap":
    case "thickThinLargeGap":
    case "thinThickThinSmallGap":
    case "doubleWave":
      return { css: "double", factor: border.style === "double" ? 3 : 1.5 };
    case "dotted":
      return { css: "dotted", factor: 1 };
    case "dashed":
    case "dashSmallGap":
    case "dotDash":
    case "dotDotDash":
    case "dashDotStroked":
      return { css: "dashed", factor: 1 };
    case "inset":
    case "threeDEmboss":
      return { css: "solid", factor: 1 };
    default:
      return { css: "solid", factor: 1 };
  }
}

export function borderColor(border: Border): string {
  return border.color === "auto" ? "#000000" : border.color;
}

export function borderThickness(border: Border): number {
  return Math.max(0.25, border.widthPt * lookOf(border).factor);
}

/** A horizontal or vertical border centred on a line between two points. */
export function paintBorder(border: Border, x1: number, y1: number, x2: number, y2: number): HTMLElement {
  const look = lookOf(border);
  const thickness = borderThickness(border);
  const color = borderColor(border);
  const isHorizontal = Math.abs(y1 - y2) < 0.01;
  const left = isHorizontal ? x1 - thickness / 2 : x1 - thickness / 2;
  const top = isHorizontal ? y1 - thickness / 2 : Math.min(y1, y2);
  const width = isHorizontal ? x2 - x1 + thickness : 0;
  const height = isHorizontal ? 0 : Math.abs(y2 - y1);
  const side = isHorizontal ? "border-top" : "border-left";
  return element("div", `${boxCss(left, top, width, height)}${side}:${pt(thickness)} ${look.css} ${color};`);
}

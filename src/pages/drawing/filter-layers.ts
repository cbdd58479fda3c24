/** What a filter of an SVG shows of its element: the element's display items once more, translation, blurred or in one color. */
import { meanScale, translation } from "../../geometry/matrix.ts";
import type { DisplayItem, TextItem } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { type Outline, rectangle } from "../display-list/outline.ts";
import type { FilterLayer } from "../svg/svg-image.ts";
import type { GlyphOutlines } from "./glyph-outlines.ts";
import { softOutline } from "./soft-outline.ts";

/** A soft outline runs from dark to light over this many standard deviations. */
const BLUR_DEVIATIONS = 4.44;

/** Draws the layers from back to front. Only what has its own colors is read and searched, once. */
export function drawLayers(
  builder: DisplayListBuilder,
  items: readonly DisplayItem[],
  layers: readonly FilterLayer[],
  outlines: GlyphOutlines,
): void {
  const read = layers.findLastIndex(({ color }) => color === undefined);
  for (const [index, layer] of layers.entries()) {
    const drawn = changedItems(items, layer, outlines);
    const isRead = index === read;
    builder.group(translation(layer.right, layer.down), undefined, () => {
      if (isRead && layer.deviation > 0) builder.addAll(unseen(items));
      builder.mark(isRead ? undefined : "artifact", () => builder.addAll(drawn));
    });
  }
}

function changedItems(items: readonly DisplayItem[], layer: FilterLayer, outlines: GlyphOutlines): DisplayItem[] {
  const { color, opacity, deviation } = layer;
  const soft = (
    outline: Outline,
    own: string,
    isFilled: boolean,
    lineWidthPt: number,
    share: number,
  ): DisplayItem[] => {
    const edge = { isFilled, lineWidthPt, blurPt: deviation * BLUR_DEVIATIONS, glowPt: 0 };
    const found = softOutline(outline, color ?? own, edge);
    if (!found) return [];
    const { source, ...box } = found;
    return [{ kind: "picture", source, box, opacity: opacity * share }];
  };
  const filled = (outline: Outline, own: string, share: number): DisplayItem[] => {
    if (deviation > 0) return soft(outline, own, true, 0, share);
    const fill = { color: color ?? own, opacity: opacity * share, rule: "nonzero" as const };
    return [{ kind: "path", outline, fill, stroke: undefined }];
  };
  return items.flatMap((item): DisplayItem[] => {
    switch (item.kind) {
      case "path": {
        const { outline, fill, stroke } = item;
        if (deviation > 0) {
          return [
            ...(fill ? soft(outline, fill.color, true, 0, fill.opacity) : []),
            ...(stroke ? soft(outline, stroke.color, false, stroke.widthPt, stroke.opacity) : []),
          ];
        }
        return [
          {
            ...item,
            fill: fill && { ...fill, color: color ?? fill.color, opacity: fill.opacity * opacity },
            stroke: stroke && { ...stroke, color: color ?? stroke.color, opacity: stroke.opacity * opacity },
          },
        ];
      }
      case "shading": {
        const { stops, outline } = item;
        if (color === undefined && deviation === 0) {
          return [{ ...item, stops: stops.map((stop) => ({ ...stop, opacity: stop.opacity * opacity })) }];
        }
        // A blur is in one color: the one in the middle.
        const middle = stops[stops.length >> 1];
        return filled(outline, middle?.color ?? "#000000", middle?.opacity ?? 1);
      }
      case "text": {
        const outline = deviation > 0 ? outlines.of([item]) : undefined;
        if (outline) return soft(outline, item.color, true, 0, item.opacity);
        return [{ ...item, color: color ?? item.color, opacity: item.opacity * opacity }];
      }
      case "picture": {
        const { xPt, yPt, widthPt, heightPt } = item.box;
        if (color !== undefined) return filled(rectangle(xPt, yPt, widthPt, heightPt), color, item.opacity);
        return [{ ...item, opacity: item.opacity * opacity }];
      }
      case "group": {
        const inner = { ...layer, deviation: deviation / (meanScale(item.matrix) || 1) };
        return [{ ...item, items: changedItems(item.items, inner, outlines) }];
      }
      case "mark":
        return [{ ...item, items: changedItems(item.items, layer, outlines) }];
      default:
        return [item];
    }
  });
}

/** Texts alone, to be read and searched where what is seen of them are blurs. */
function unseen(items: readonly DisplayItem[]): DisplayItem[] {
  return items.flatMap((item): DisplayItem[] => {
    if (item.kind === "text") return [{ ...item, isUnseen: true } satisfies TextItem];
    if (item.kind !== "group" && item.kind !== "mark") return [];
    const texts = unseen(item.items);
    return texts.length > 0 ? [{ ...item, items: texts }] : [];
  });
}

/** What a filter of an SVG shows of its element: the element's commands once more, translation, blurred or in one colour. */
import { meanScale, translation } from "../../geometry/matrix.ts";
import type { Command, TextCommand } from "../commands/commands.ts";
import { type Outline, rectangle } from "../commands/outline.ts";
import type { Recorder } from "../commands/recorder.ts";
import type { FilterLayer } from "../svg/svg-image.ts";
import type { GlyphOutlines } from "./glyph-outlines.ts";
import { softOutline } from "./soft-outline.ts";

/** A soft outline runs from dark to light over this many standard deviations. */
const BLUR_DEVIATIONS = 4.44;

/** Draws the layers from back to front. Only what has its own colours is read and searched, once. */
export function drawLayers(
  recorder: Recorder,
  commands: readonly Command[],
  layers: readonly FilterLayer[],
  outlines: GlyphOutlines,
): void {
  const read = layers.findLastIndex(({ color }) => color === undefined);
  for (const [index, layer] of layers.entries()) {
    const drawn = changedCommands(commands, layer, outlines);
    const isRead = index === read;
    recorder.group(translation(layer.right, layer.down), undefined, () => {
      if (isRead && layer.deviation > 0) recorder.addAll(unseen(commands));
      recorder.mark(isRead ? undefined : "artifact", () => recorder.addAll(drawn));
    });
  }
}

function changedCommands(commands: readonly Command[], layer: FilterLayer, outlines: GlyphOutlines): Command[] {
  const { color, opacity, deviation } = layer;
  const soft = (outline: Outline, own: string, isFilled: boolean, lineWidthPt: number, share: number): Command[] => {
    const edge = { isFilled, lineWidthPt, blurPt: deviation * BLUR_DEVIATIONS, glowPt: 0 };
    const found = softOutline(outline, color ?? own, edge);
    if (!found) return [];
    const { source, ...box } = found;
    return [{ kind: "picture", source, box, opacity: opacity * share }];
  };
  const filled = (outline: Outline, own: string, share: number): Command[] => {
    if (deviation > 0) return soft(outline, own, true, 0, share);
    const fill = { color: color ?? own, opacity: opacity * share, rule: "nonzero" as const };
    return [{ kind: "path", outline, fill, stroke: undefined }];
  };
  return commands.flatMap((command): Command[] => {
    switch (command.kind) {
      case "path": {
        const { outline, fill, stroke } = command;
        if (deviation > 0) {
          return [
            ...(fill ? soft(outline, fill.color, true, 0, fill.opacity) : []),
            ...(stroke ? soft(outline, stroke.color, false, stroke.widthPt, stroke.opacity) : []),
          ];
        }
        return [
          {
            ...command,
            fill: fill && { ...fill, color: color ?? fill.color, opacity: fill.opacity * opacity },
            stroke: stroke && { ...stroke, color: color ?? stroke.color, opacity: stroke.opacity * opacity },
          },
        ];
      }
      case "shading": {
        const { stops, outline } = command;
        if (color === undefined && deviation === 0) {
          return [{ ...command, stops: stops.map((stop) => ({ ...stop, opacity: stop.opacity * opacity })) }];
        }
        // A blur is in one colour: the one in the middle.
        const middle = stops[stops.length >> 1];
        return filled(outline, middle?.color ?? "#000000", middle?.opacity ?? 1);
      }
      case "text": {
        const outline = deviation > 0 ? outlines.of([command]) : undefined;
        if (outline) return soft(outline, command.color, true, 0, command.opacity);
        return [{ ...command, color: color ?? command.color, opacity: command.opacity * opacity }];
      }
      case "picture": {
        const { xPt, yPt, widthPt, heightPt } = command.box;
        if (color !== undefined) return filled(rectangle(xPt, yPt, widthPt, heightPt), color, command.opacity);
        return [{ ...command, opacity: command.opacity * opacity }];
      }
      case "group": {
        const inner = { ...layer, deviation: deviation / (meanScale(command.matrix) || 1) };
        return [{ ...command, commands: changedCommands(command.commands, inner, outlines) }];
      }
      case "mark":
        return [{ ...command, commands: changedCommands(command.commands, layer, outlines) }];
      default:
        return [command];
    }
  });
}

/** Texts alone, to be read and searched where what is seen of them are blurs. */
function unseen(commands: readonly Command[]): Command[] {
  return commands.flatMap((command): Command[] => {
    if (command.kind === "text") return [{ ...command, isUnseen: true } satisfies TextCommand];
    if (command.kind !== "group" && command.kind !== "mark") return [];
    const texts = unseen(command.commands);
    return texts.length > 0 ? [{ ...command, commands: texts }] : [];
  });
}

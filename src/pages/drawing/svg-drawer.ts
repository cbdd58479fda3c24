/** SVG -> commands. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import { familyList } from "../../font/substitutes/families.ts";
import type { Box } from "../../geometry/box.ts";
import { IDENTITY, translation } from "../../geometry/matrix.ts";
import { rectangle } from "../commands/outline.ts";
import type { Recorder } from "../commands/recorder.ts";
import type { SvgFile, SvgPart, SvgText } from "../svg/svg-image.ts";
import { drawLayers } from "./filter-layers.ts";
import { GlyphOutlines } from "./glyph-outlines.ts";
import { glyphRuns } from "./glyph-runs.ts";

/** Draws an SVG in the middle of a box, as large as its proportions allow. */
export function drawSvg(recorder: Recorder, fonts: FontLibrary, image: SvgFile, box: Box): void {
  const { width, height, stretches, parts } = image;
  const [across, down] = [box.widthPt / width, box.heightPt / height];
  const fit = Math.min(across, down);
  const [scaleX, scaleY] = stretches ? [across, down] : [fit, fit];
  const [restX, restY] = [box.widthPt - width * scaleX, box.heightPt - height * scaleY];
  const matrix = [scaleX, 0, 0, scaleY, box.xPt + restX / 2, box.yPt + restY / 2] as const;
  recorder.group(matrix, rectangle(0, 0, width, height), () => {
    drawParts(recorder, fonts, parts);
  });
}

function drawParts(recorder: Recorder, fonts: FontLibrary, parts: readonly SvgPart[]): void {
  for (const part of parts) drawPart(recorder, fonts, part);
}

function drawPart(recorder: Recorder, fonts: FontLibrary, part: SvgPart): void {
  const draw = (parts: readonly SvgPart[]) => () => drawParts(recorder, fonts, parts);
  switch (part.kind) {
    case "clip":
      recorder.group(IDENTITY, part.outline, draw(part.parts));
      break;
    case "masked": {
      const { mask, letsThrough, region, parts } = part;
      const commands = recorder.record(draw(mask));
      recorder.group(IDENTITY, undefined, draw(parts), { kind: "drawing", letsThrough, commands, box: region });
      break;
    }
    case "repeated": {
      const commands = recorder.record(draw(part.parts));
      recorder.group(IDENTITY, part.outline, () => {
        for (const [right, down] of part.offsets) {
          recorder.group(translation(right, down), part.tile, () => recorder.addAll(commands));
        }
      });
      break;
    }
    case "filtered":
      drawLayers(recorder, recorder.record(draw(part.parts)), part.layers, new GlyphOutlines());
      break;
    case "image":
      recorder.group(part.matrix, undefined, () => recorder.add(part.image));
      break;
    case "text":
      drawText(recorder, fonts, part);
      break;
    default:
      recorder.add(part);
  }
}

function drawText(recorder: Recorder, fonts: FontLibrary, part: SvgText): void {
  const { text, matrix, size, anchor, family, bold, italic, color, opacity } = part;
  const stack = fonts.stack(`${italic ? "italic " : ""}${bold ? "700 " : "400 "}|${familyList(family)}`);
  const width = stack.width(text, true) * size;
  const left = anchor === "start" ? 0 : anchor === "end" ? -width : -width / 2;
  recorder.group(matrix, undefined, () =>
    recorder.addAll(glyphRuns(text, { stack, sizePt: size, color, opacity, kerning: true }, left, 0)),
  );
}

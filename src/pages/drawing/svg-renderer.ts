/** SVG -> display items. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import { familyList } from "../../font/substitutes/families.ts";
import type { Box } from "../../geometry/box.ts";
import { IDENTITY, translation } from "../../geometry/matrix.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { rectangle } from "../display-list/outline.ts";
import type { SvgFile, SvgPart, SvgText } from "../svg/svg-image.ts";
import { drawLayers } from "./filter-layers.ts";
import { GlyphOutlines } from "./glyph-outlines.ts";
import { glyphRuns } from "./glyph-runs.ts";

/** Draws an SVG in the middle of a box, as large as its proportions allow. */
export function drawSvg(builder: DisplayListBuilder, fonts: FontLibrary, image: SvgFile, box: Box): void {
  const { width, height, stretches, parts } = image;
  const [across, down] = [box.widthPt / width, box.heightPt / height];
  const fit = Math.min(across, down);
  const [scaleX, scaleY] = stretches ? [across, down] : [fit, fit];
  const [restX, restY] = [box.widthPt - width * scaleX, box.heightPt - height * scaleY];
  const matrix = [scaleX, 0, 0, scaleY, box.xPt + restX / 2, box.yPt + restY / 2] as const;
  builder.group(matrix, rectangle(0, 0, width, height), () => {
    drawParts(builder, fonts, parts);
  });
}

function drawParts(builder: DisplayListBuilder, fonts: FontLibrary, parts: readonly SvgPart[]): void {
  for (const part of parts) drawPart(builder, fonts, part);
}

function drawPart(builder: DisplayListBuilder, fonts: FontLibrary, part: SvgPart): void {
  const draw = (parts: readonly SvgPart[]) => () => drawParts(builder, fonts, parts);
  switch (part.kind) {
    case "clip":
      builder.group(IDENTITY, part.outline, draw(part.parts));
      break;
    case "masked": {
      const { mask, letsThrough, region, parts } = part;
      const items = builder.record(draw(mask));
      builder.group(IDENTITY, undefined, draw(parts), { kind: "drawing", letsThrough, items, box: region });
      break;
    }
    case "repeated": {
      const items = builder.record(draw(part.parts));
      builder.group(IDENTITY, part.outline, () => {
        for (const [right, down] of part.offsets) {
          builder.group(translation(right, down), part.tile, () => builder.addAll(items));
        }
      });
      break;
    }
    case "filtered":
      drawLayers(builder, builder.record(draw(part.parts)), part.layers, new GlyphOutlines());
      break;
    case "image":
      builder.group(part.matrix, undefined, () => builder.add(part.image));
      break;
    case "text":
      drawText(builder, fonts, part);
      break;
    default:
      builder.add(part);
  }
}

function drawText(builder: DisplayListBuilder, fonts: FontLibrary, part: SvgText): void {
  const { text, matrix, size, anchor, family, bold, italic, color, opacity } = part;
  const stack = fonts.stack(`${italic ? "italic " : ""}${bold ? "700 " : "400 "}|${familyList(family)}`);
  const width = stack.width(text, true) * size;
  const left = anchor === "start" ? 0 : anchor === "end" ? -width : -width / 2;
  builder.group(matrix, undefined, () =>
    builder.addAll(glyphRuns(text, { stack, sizePt: size, color, opacity, kerning: true }, left, 0)),
  );
}

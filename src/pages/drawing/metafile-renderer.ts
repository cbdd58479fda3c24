/** Metafiles -> display items: lines, areas and text stay what they are. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import { familyList } from "../../font/substitutes/families.ts";
import type { Box } from "../../geometry/box.ts";
import { rotation, translation } from "../../geometry/matrix.ts";
import type { DrawnImage, DrawnPart, DrawnPath, DrawnText } from "../../metafile/drawing.ts";
import type { ImageSource } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { rectangle } from "../display-list/outline.ts";
import { readPathData } from "../display-list/path-data.ts";
import { glyphRuns } from "./glyph-runs.ts";
import type { DrawableMetafile } from "./metafile-images.ts";
import { drawDecoration } from "./text-decorations.ts";

const UNDERLINE_EM = 0.07;

/** Stretches a drawing over a box. */
export function drawMetafile(
  builder: DisplayListBuilder,
  fonts: FontLibrary,
  drawing: DrawableMetafile,
  box: Box,
): void {
  const { x, y, width, height, parts, images } = drawing;
  const [scaleX, scaleY] = [box.widthPt / (width || 1), box.heightPt / (height || 1)];
  const matrix = [scaleX, 0, 0, scaleY, box.xPt - x * scaleX, box.yPt - y * scaleY] as const;
  builder.group(matrix, rectangle(x, y, width, height), () => {
    for (const part of parts) {
      if (!part.clip) drawPart(builder, fonts, part, images);
      else {
        const { left, top, right, bottom } = part.clip;
        builder.group(translation(0, 0), rectangle(left, top, right - left, bottom - top), () =>
          drawPart(builder, fonts, part, images),
        );
      }
    }
  });
}

function drawPart(
  builder: DisplayListBuilder,
  fonts: FontLibrary,
  part: DrawnPart,
  images: DrawableMetafile["images"],
): void {
  switch (part.kind) {
    case "path":
      drawPath(builder, part);
      break;
    case "box": {
      const { left, top, right, bottom } = part.box;
      const outline = rectangle(left, top, right - left, bottom - top);
      builder.add({ kind: "path", outline, fill: { color: part.fill, opacity: 1 }, stroke: undefined });
      break;
    }
    case "text":
      drawText(builder, fonts, part);
      break;
    case "image":
      drawImage(builder, part, images.get(part.url));
      break;
  }
}

/** Mirrored if it runs backwards. */
function drawImage(
  builder: DisplayListBuilder,
  { x, y, width, height }: DrawnImage,
  source: ImageSource | undefined,
): void {
  if (!source) return;
  builder.group([Math.sign(width) || 1, 0, 0, Math.sign(height) || 1, x, y], undefined, () =>
    builder.add({
      kind: "picture",
      source,
      box: { xPt: 0, yPt: 0, widthPt: Math.abs(width), heightPt: Math.abs(height) },
      opacity: 1,
    }),
  );
}

function drawPath(builder: DisplayListBuilder, { d, fill, evenOdd, stroke }: DrawnPath): void {
  const dashesPt = stroke?.dash?.split(" ").map(Number) ?? [];
  builder.add({
    kind: "path",
    outline: readPathData(d),
    fill: fill === undefined ? undefined : { color: fill, opacity: 1, ...(evenOdd ? {} : { rule: "nonzero" }) },
    stroke: stroke && {
      ...{ color: stroke.color, opacity: 1, widthPt: stroke.width, dashesPt },
      ...({ cap: "butt", join: "miter" } as const),
    },
  });
}

function drawText(builder: DisplayListBuilder, fonts: FontLibrary, part: DrawnText): void {
  const { text, x, y, drop, family, size, color, anchor, bold, italic, width: stretched, rotationDeg } = part;
  const stack = fonts.stack(`${italic ? "italic " : ""}${bold ? "700 " : "400 "}|${familyList(family)}`);
  const own = stack.width(text, true) * size;
  const width = stretched > 0 ? stretched : own;
  const left = anchor === "start" ? 0 : anchor === "end" ? -width : -width / 2;
  const setting = { stack, sizePt: size, color, kerning: true, scale: own > 0 ? width / own : 1 };
  builder.group(rotation(rotationDeg, x, y), undefined, () => {
    builder.addAll(glyphRuns(text, setting, left, drop));
    const rule = (middle: number) => drawDecoration(builder, "single", left, middle, width, size * UNDERLINE_EM, color);
    if (part.underline) rule(drop + size * 0.12);
    if (part.strikeOut) rule(drop - size * 0.3);
  });
}

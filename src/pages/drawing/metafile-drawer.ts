/** Metafiles -> commands: lines, areas and text stay what they are. */
import { familyList } from "../../fonts/families.ts";
import type { DrawnPart, DrawnPath, DrawnText, MetafileDrawing } from "../../metafile/drawing.ts";
import type { FontLibrary } from "../../typefaces/font-library.ts";
import type { Box } from "../commands/commands.ts";
import { moved, turned } from "../commands/matrices.ts";
import { rectangle } from "../commands/outline.ts";
import { readPathData } from "../commands/path-data.ts";
import type { Recorder } from "../commands/recorder.ts";
import { setText } from "./set-text.ts";
import { drawRule } from "./text-rules.ts";

const RULE_EM = 0.07;

/** Whether commands draw all of it: some scripts are not set yet, and pictures within metafiles are bitmaps that no PDF takes as they are. */
export function isDrawableMetafile({ parts }: MetafileDrawing): boolean {
  return parts.every((part) => part.kind !== "image");
}

/** Stretches a drawing over a box. */
export function drawMetafile(recorder: Recorder, fonts: FontLibrary, drawing: MetafileDrawing, box: Box): void {
  const { x, y, width, height, parts } = drawing;
  const [scaleX, scaleY] = [box.widthPt / (width || 1), box.heightPt / (height || 1)];
  const matrix = [scaleX, 0, 0, scaleY, box.xPt - x * scaleX, box.yPt - y * scaleY] as const;
  recorder.group(matrix, rectangle(x, y, width, height), () => {
    for (const part of parts) {
      if (!part.clip) drawPart(recorder, fonts, part);
      else {
        const { left, top, right, bottom } = part.clip;
        recorder.group(moved(0, 0), rectangle(left, top, right - left, bottom - top), () =>
          drawPart(recorder, fonts, part),
        );
      }
    }
  });
}

function drawPart(recorder: Recorder, fonts: FontLibrary, part: DrawnPart): void {
  switch (part.kind) {
    case "path":
      drawPath(recorder, part);
      break;
    case "box": {
      const { left, top, right, bottom } = part.box;
      const outline = rectangle(left, top, right - left, bottom - top);
      recorder.add({ kind: "path", outline, fill: { color: part.fill, opacity: 1 }, stroke: undefined });
      break;
    }
    case "text":
      drawText(recorder, fonts, part);
      break;
    case "image":
      // Such metafiles go another way, before anything is laid out.
      break;
  }
}

function drawPath(recorder: Recorder, { d, fill, evenOdd, stroke }: DrawnPath): void {
  const dashesPt = stroke?.dash?.split(" ").map(Number) ?? [];
  recorder.add({
    kind: "path",
    outline: readPathData(d),
    fill: fill === undefined ? undefined : { color: fill, opacity: 1, ...(evenOdd ? {} : { rule: "nonzero" }) },
    stroke: stroke && {
      ...{ color: stroke.color, opacity: 1, widthPt: stroke.width, dashesPt },
      ...({ cap: "butt", join: "miter" } as const),
    },
  });
}

function drawText(recorder: Recorder, fonts: FontLibrary, part: DrawnText): void {
  const { text, x, y, drop, family, size, color, anchor, bold, italic, width: stretched, turnDeg } = part;
  const stack = fonts.stack(`${italic ? "italic " : ""}${bold ? "700 " : "400 "}|${familyList(family)}`);
  const own = stack.width(text, true) * size;
  const width = stretched > 0 ? stretched : own;
  const left = anchor === "start" ? 0 : anchor === "end" ? -width : -width / 2;
  const setting = { stack, sizePt: size, color, kerning: true, scale: own > 0 ? width / own : 1 };
  recorder.group(turned(turnDeg, x, y), undefined, () => {
    recorder.addAll(setText(text, setting, left, drop));
    const rule = (middle: number) => drawRule(recorder, "single", left, middle, width, size * RULE_EM, color);
    if (part.underline) rule(drop + size * 0.12);
    if (part.strikeOut) rule(drop - size * 0.3);
  });
}

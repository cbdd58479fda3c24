/** Form controls as Excel prints them. */

import type { Box } from "../../../geometry/box.ts";
import type { Fill } from "../../model/fill.ts";
import type { DrawingNode, GroupNode } from "../../model/shapes.ts";
import type { FormControl } from "../model/form-control.ts";
import { groupIn, outline, plainText, preset, solid, stroke } from "./plain-shapes.ts";

const MARK_PT = 9;
const ARROW_PT = 12.75;
const ITEM_LINE = 1.3;
const NOTHING: Fill = { kind: "none" };
const FACE = "#f0f0f0";
const EDGE = stroke("#7f7f7f");
const CHOSEN = "#3399ff";
const TITLE_INSET_PT = 8;
/** A character of a title is some so many ems wide. */
const MEAN_ADVANCE_EM = 0.5;

export function controlNode(control: FormControl, box: Box): GroupNode {
  return groupIn(box, partsOf(control, box));
}

function partsOf(control: FormControl, { widthPt, heightPt }: Box): DrawingNode[] {
  const whole = { xPt: 0, yPt: 0, widthPt, heightPt };
  const { sizePt, color, family, bold, alignment } = control;
  const look = { sizePt, color, family, bold, alignment };
  switch (control.kind) {
    case "checkBox":
    case "option": {
      const mark = { xPt: 2, yPt: (heightPt - MARK_PT) / 2, widthPt: MARK_PT, heightPt: MARK_PT };
      const left = MARK_PT + 4;
      const text = { ...whole, xPt: left, widthPt: Math.max(1, widthPt - left) };
      const label = preset("rect", text, NOTHING, undefined, plainText(control.text, { ...look, insetLeftPt: 2 }));
      return [...(control.kind === "option" ? optionMark(control, mark) : checkMark(control, mark)), label];
    }
    case "dropDown": {
      const chosen = control.items[control.selected] ?? "";
      const button = { ...whole, xPt: widthPt - ARROW_PT, widthPt: ARROW_PT };
      return [
        preset("rect", whole, solid("#ffffff"), EDGE, plainText([chosen], { ...look, insetLeftPt: 3 })),
        ...arrowButton(button, "down"),
      ];
    }
    case "list":
      return listParts(control, whole);
    case "button":
      return [preset("rect", whole, solid(FACE), EDGE, plainText(control.text, look))];
    case "edit":
      return [preset("rect", whole, solid("#ffffff"), EDGE, plainText(control.text, { ...look, anchor: "top" }))];
    case "label":
      return [preset("rect", whole, NOTHING, undefined, plainText(control.text, { ...look, anchor: "top" }))];
    case "groupBox": {
      const top = sizePt * 0.6;
      const [title = ""] = control.text;
      const room = Math.min(widthPt - TITLE_INSET_PT, title.length * sizePt * MEAN_ADVANCE_EM + 6);
      const place = { xPt: TITLE_INSET_PT, yPt: 0, widthPt: Math.max(1, room), heightPt: sizePt * 1.2 };
      const frame = { ...whole, yPt: top, heightPt: Math.max(1, heightPt - top) };
      return [
        preset("rect", frame, NOTHING, EDGE),
        preset("rect", place, solid("#ffffff"), undefined, plainText([title], { ...look, insetLeftPt: 2 })),
      ];
    }
    case "spinner":
      return control.isHorizontal
        ? [
            ...arrowButton({ ...whole, widthPt: widthPt / 2 }, "left"),
            ...arrowButton({ ...whole, xPt: widthPt / 2, widthPt: widthPt / 2 }, "right"),
          ]
        : [
            ...arrowButton({ ...whole, heightPt: heightPt / 2 }, "up"),
            ...arrowButton({ ...whole, yPt: heightPt / 2, heightPt: heightPt / 2 }, "down"),
          ];
    case "scrollBar":
      return scrollParts(control, whole);
  }
}

function checkMark({ state }: FormControl, box: Box): DrawingNode[] {
  const square = preset("rect", box, solid(state === "mixed" ? "#bfbfbf" : "#ffffff"), stroke("#000000"));
  return state === "on" ? [square, outline(box, "M20 50L42 74L80 24", NOTHING, stroke("#000000", 1.25))] : [square];
}

function optionMark({ state }: FormControl, box: Box): DrawingNode[] {
  const circle = preset("ellipse", box, solid("#ffffff"), stroke("#000000"));
  if (state !== "on") return [circle];
  const quarter = MARK_PT / 4;
  const dot = { xPt: box.xPt + quarter, yPt: box.yPt + quarter, widthPt: MARK_PT / 2, heightPt: MARK_PT / 2 };
  return [circle, preset("ellipse", dot, solid("#000000"), undefined)];
}

const ARROWS = {
  down: "M30 40L70 40L50 65Z",
  up: "M30 60L70 60L50 35Z",
  left: "M60 30L60 70L35 50Z",
  right: "M40 30L40 70L65 50Z",
};

function arrowButton(box: Box, direction: keyof typeof ARROWS): DrawingNode[] {
  const side = Math.min(box.widthPt, box.heightPt);
  const square = {
    xPt: box.xPt + (box.widthPt - side) / 2,
    yPt: box.yPt + (box.heightPt - side) / 2,
    widthPt: side,
    heightPt: side,
  };
  return [preset("rect", box, solid(FACE), EDGE), outline(square, ARROWS[direction], solid("#000000"), undefined)];
}

/** As many items as there is room for. */
function listParts(control: FormControl, whole: Box): DrawingNode[] {
  const { items, selected, sizePt, color, family } = control;
  const linePt = sizePt * ITEM_LINE;
  const count = Math.max(0, Math.floor((whole.heightPt - 2) / linePt));
  const rows = items.slice(0, count).map((item, index) => {
    const place = { xPt: 1, yPt: 1 + index * linePt, widthPt: Math.max(1, whole.widthPt - 2), heightPt: linePt };
    const isChosen = index === selected;
    const look = { sizePt, family, color: isChosen ? "#ffffff" : color, insetLeftPt: 2 };
    return preset("rect", place, isChosen ? solid(CHOSEN) : NOTHING, undefined, plainText([item], look));
  });
  return [preset("rect", whole, solid("#ffffff"), EDGE), ...rows];
}

function scrollParts({ isHorizontal, value, minimum, maximum }: FormControl, whole: Box): DrawingNode[] {
  const { widthPt, heightPt } = whole;
  const across = isHorizontal ? heightPt : widthPt;
  const length = isHorizontal ? widthPt : heightPt;
  const end = Math.min(across, length / 3);
  const at = (start: number, size: number): Box =>
    isHorizontal ? { ...whole, xPt: start, widthPt: size } : { ...whole, yPt: start, heightPt: size };
  const share = maximum > minimum ? Math.max(0, Math.min(1, (value - minimum) / (maximum - minimum))) : 0;
  const room = length - 3 * end;
  return [
    preset("rect", whole, solid("#e6e6e6"), EDGE),
    ...arrowButton(at(0, end), isHorizontal ? "left" : "up"),
    ...arrowButton(at(length - end, end), isHorizontal ? "right" : "down"),
    ...(room > 0 ? [preset("rect", at(end + share * room, end), solid(FACE), EDGE)] : []),
  ];
}

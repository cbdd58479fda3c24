/** Slicers as they are printed: a frame, a caption above a line, and buttons as far as there is room for them. */

import type { Box } from "../../../geometry/box.ts";
import { mix } from "../../model/color.ts";
import type { GroupNode, ShapeNode } from "../../model/shapes.ts";
import type { Theme } from "../../model/theme.ts";
import type { Slicer, SlicerItem } from "../model/slicer.ts";
import { groupIn, plainText, preset, solid, stroke } from "./plain-shapes.ts";

const PADDING_PT = 6;
const GAP_PT = 2;
const HEADER_PT = 24;
const TEXT_PT = 11;
const EDGE = "#bfbfbf";

interface Colors {
  selected: string;
  selectedText: string;
  other: string;
  otherText: string;
  line: string;
}

/** The built-in styles: light and dark ones of the six accents, and two of grays. */
function colorsOf(styleName: string, theme: Theme): Colors {
  const [, tone = "Light", number = "1"] = /^SlicerStyle(Light|Dark|Other)(\d)$/.exec(styleName) ?? [];
  const accent = tone === "Other" ? "#7f7f7f" : (theme.color(`accent${number}`) ?? "#4472c4");
  const dark = theme.color("dk1") ?? "#000000";
  if (tone === "Dark")
    return {
      selected: accent,
      selectedText: "#ffffff",
      other: mix(accent, "#ffffff", 0.8),
      otherText: dark,
      line: accent,
    };
  return { selected: mix(accent, "#ffffff", 0.6), selectedText: dark, other: "#ffffff", otherText: dark, line: accent };
}

export function slicerNode(slicer: Slicer, box: Box, theme: Theme): GroupNode {
  const colors = colorsOf(slicer.styleName, theme);
  const family = theme.font("minorHAnsi");
  const { widthPt, heightPt } = box;
  const children: ShapeNode[] = [preset("rect", { xPt: 0, yPt: 0, widthPt, heightPt }, solid("#ffffff"), stroke(EDGE))];
  let top = PADDING_PT;
  if (slicer.caption !== undefined) {
    const header = { xPt: PADDING_PT, yPt: 2, widthPt: Math.max(0, widthPt - 2 * PADDING_PT), heightPt: HEADER_PT - 2 };
    children.push(
      preset(
        "rect",
        header,
        { kind: "none" },
        undefined,
        plainText([slicer.caption], { sizePt: TEXT_PT, color: colors.otherText, family, bold: true }),
      ),
    );
    const line = { xPt: 0, yPt: HEADER_PT, widthPt, heightPt: 0.75 };
    children.push(preset("rect", line, solid(colors.line), undefined));
    top = HEADER_PT + PADDING_PT;
  }
  const columnPt = (widthPt - 2 * PADDING_PT - (slicer.columns - 1) * GAP_PT) / slicer.columns;
  const rowPt = slicer.rowHeightPt;
  const rows = Math.max(0, Math.floor((heightPt - top - PADDING_PT + GAP_PT) / (rowPt + GAP_PT)));
  // Those without data come last.
  const items = [...slicer.items.filter((item) => !item.hasNoData), ...slicer.items.filter((item) => item.hasNoData)];
  items.slice(0, rows * slicer.columns).forEach((item, index) => {
    const place = {
      xPt: PADDING_PT + (index % slicer.columns) * (columnPt + GAP_PT),
      yPt: top + Math.floor(index / slicer.columns) * (rowPt + GAP_PT),
      widthPt: Math.max(1, columnPt),
      heightPt: rowPt,
    };
    children.push(button(item, place, colors, family));
  });
  return groupIn(box, children);
}

function button(item: SlicerItem, place: Box, colors: Colors, family: string | undefined): ShapeNode {
  const fill = item.isSelected ? colors.selected : colors.other;
  const color = item.hasNoData ? "#828282" : item.isSelected ? colors.selectedText : colors.otherText;
  const seen = item.hasNoData ? mix(fill, "#ffffff", 0.5) : fill;
  return preset("rect", place, solid(seen), stroke(EDGE), plainText([item.text], { sizePt: TEXT_PT, color, family }));
}

/** Which faces a presentation uses, and for which characters. */

import { FontUsage } from "../text/font-usage.ts";
import type { TextStyles } from "../text/text-style.ts";
import type { Slide, SlideNode } from "./model/slide.ts";
import type { SlideText } from "./model/text.ts";

/** Every text of a node, those of groups and cells included. */
function* textsOf(nodes: readonly SlideNode[]): Iterable<SlideText> {
  for (const node of nodes) {
    if (node.kind === "shape" && node.text) yield node.text;
    else if (node.kind === "group") yield* textsOf(node.children);
    else if (node.kind === "table") for (const cell of node.table.cells) yield cell.text;
  }
}

/** Font key -> the characters set in it. */
export function slideFonts(slides: readonly Slide[], styles: TextStyles): Map<string, string> {
  const usage = new FontUsage(styles);
  for (const { nodes } of slides) {
    for (const { paragraphs } of textsOf(nodes)) {
      for (const { inlines, bullet, endFormat } of paragraphs) {
        usage.addText(" ", endFormat);
        if (bullet?.kind === "text") usage.addText(bullet.text, bullet.format);
        usage.addInlines(inlines);
      }
    }
    addCharts(nodes, usage);
  }
  return usage.textByFont();
}

function addCharts(nodes: readonly SlideNode[], usage: FontUsage): void {
  for (const node of nodes) {
    if (node.kind === "chart" && node.chart) usage.addChart(node.chart);
    else if (node.kind === "group") addCharts(node.children, usage);
  }
}

/** Treemap and sunburst charts. */

import { largestOf } from "../../domain/collections/long-lists.ts";
import type { Hierarchy, HierarchyNode, TextAppearance } from "../model/chart.ts";
import type { Stroke } from "../model/fill.ts";
import { THIN_LINE } from "./automatic-lines.ts";
import { type ChartCanvas, round } from "./chart-canvas.ts";
import { LABEL_LINE, wrapLabel } from "./label-layout.ts";
import { numberLabel } from "./number-label.ts";
import type { PlotArea } from "./plot-space.ts";
import { treemapAreas } from "./treemap-layout.ts";

const GAP: Stroke = { ...THIN_LINE, color: "#ffffff", widthPt: 1 };
const INSET_PT = 3;
const PARENT_SIZE = 1.2;
const MAX_DEPTH = 12;

export function paintHierarchy(canvas: ChartCanvas, hierarchy: Hierarchy, area: PlotArea): void {
  if (hierarchy.kind === "treemap") paintTreemap(canvas, hierarchy, hierarchy.roots, area, 0);
  else paintSunburst(canvas, hierarchy, area);
}

function paintTreemap(
  canvas: ChartCanvas,
  hierarchy: Hierarchy,
  unsorted: readonly HierarchyNode[],
  room: PlotArea,
  depth: number,
): void {
  const nodes = bySize(unsorted);
  const areas = treemapAreas(
    nodes.map(({ size }) => size),
    room,
  );
  nodes.forEach((node, index) => {
    const area = areas[index];
    if (!area || depth > MAX_DEPTH) return;
    const [width, height] = [area.right - area.left, area.bottom - area.top];
    if (width <= 0 || height <= 0) return;
    if (node.children.length === 0) {
      canvas.rect(area.left, area.top, width, height, node.fill, GAP);
      if (hierarchy.labels) leafLabel(canvas, partLabel(node, hierarchy), hierarchy.labels.text, area);
      return;
    }
    const inner = { ...area };
    const parentText = hierarchy.labels && {
      ...hierarchy.labels.text,
      sizePt: hierarchy.labels.text.sizePt * PARENT_SIZE,
    };
    const isNamed = depth === 0 && hierarchy.parentLabels !== "none" && parentText !== undefined;
    const bannerPt = isNamed ? parentText.sizePt * LABEL_LINE + 2 * INSET_PT : 0;
    if (isNamed && bannerPt < height / 2) {
      canvas.rect(area.left, area.top, width, bannerPt, node.fill, GAP);
      leafLabel(canvas, node.name, parentText, { ...area, bottom: area.top + bannerPt });
      inner.top += bannerPt;
    }
    paintTreemap(canvas, hierarchy, node.children, inner, depth + 1);
    canvas.rect(area.left, area.top, width, height, undefined, GAP);
  });
}

/** The largest first. */
function bySize(nodes: readonly HierarchyNode[]): HierarchyNode[] {
  return [...nodes].sort((one, other) => other.size - one.size);
}

function partLabel(node: HierarchyNode, { labels }: Hierarchy): string {
  if (!labels) return "";
  const parts = [labels.name ? node.name : "", labels.size ? numberLabel(node.size, labels.format) : ""];
  return parts.filter((part) => part !== "").join(labels.separator);
}

/** At the upper left, as many lines as there is room for. */
function leafLabel(canvas: ChartCanvas, label: string, text: TextAppearance, area: PlotArea): void {
  const width = area.right - area.left - 2 * INSET_PT;
  const lines = label === "" ? undefined : wrapLabel(label, width, (part) => canvas.textWidth(part, text));
  const most = Math.floor((area.bottom - area.top - INSET_PT) / (text.sizePt * LABEL_LINE));
  lines?.slice(0, most).forEach((line, index) => {
    const y = area.top + INSET_PT + text.sizePt * (0.5 + index * LABEL_LINE);
    canvas.text(line, area.left + INSET_PT, y, text, "start");
  });
}

function depthOf(nodes: readonly HierarchyNode[], depth = 0): number {
  if (depth > MAX_DEPTH || nodes.length === 0) return depth;
  return largestOf(nodes.map(({ children }) => depthOf(children, depth + 1)));
}

function paintSunburst(canvas: ChartCanvas, hierarchy: Hierarchy, area: PlotArea): void {
  const levels = Math.max(1, depthOf(hierarchy.roots));
  const radius = Math.min(area.right - area.left, area.bottom - area.top) / 2;
  const center = { x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 };
  // The hole is half as wide as a ring.
  const ring = radius / (levels + 0.5);
  const paint = (nodes: readonly HierarchyNode[], from: number, to: number, level: number): void => {
    const total = nodes.reduce((sum, { size }) => sum + size, 0);
    let angle = from;
    for (const node of bySize(nodes)) {
      const end = angle + ((to - from) * node.size) / (total || 1);
      const inner = ring * (level + 0.5);
      canvas.path(sector(center, inner, inner + ring, angle, end), node.fill, GAP);
      if (hierarchy.labels)
        sectorLabel(canvas, partLabel(node, hierarchy), hierarchy.labels.text, center, inner, ring, [angle, end]);
      if (level < MAX_DEPTH) paint(node.children, angle, end, level + 1);
      angle = end;
    }
  };
  paint(hierarchy.roots, -Math.PI / 2, (3 * Math.PI) / 2, 0);
}

interface Center {
  x: number;
  y: number;
}

function sector({ x, y }: Center, inner: number, outer: number, from: number, to: number): string {
  const at = (angle: number, radius: number) =>
    `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`;
  const [r, R] = [round(inner), round(outer)];
  // An arc of all the way around ends where it begins: two halves.
  const middle = (from + to) / 2;
  return (
    `M${at(from, outer)}A${R} ${R} 0 0 1 ${at(middle, outer)}A${R} ${R} 0 0 1 ${at(to, outer)}` +
    `L${at(to, inner)}A${r} ${r} 0 0 0 ${at(middle, inner)}A${r} ${r} 0 0 0 ${at(from, inner)}Z`
  );
}

/** Along the radius where the sector is narrow, and never upside down. */
function sectorLabel(
  canvas: ChartCanvas,
  label: string,
  text: TextAppearance,
  center: Center,
  inner: number,
  ring: number,
  [from, to]: readonly [number, number],
): void {
  const middle = (from + to) / 2;
  const radius = inner + ring / 2;
  const arc = (to - from) * radius;
  const width = canvas.textWidth(label, text);
  if (label === "" || width > ring - INSET_PT || arc < text.sizePt) return;
  const [x, y] = [center.x + radius * Math.cos(middle), center.y + radius * Math.sin(middle)];
  const deg = (middle * 180) / Math.PI;
  const isLeft = Math.cos(middle) < -1e-9;
  canvas.text(label, x, y, text, "middle", isLeft ? deg - 180 : deg);
}

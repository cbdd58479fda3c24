/** Slides after reading: every object with its final place and look. Lengths in points. */
import type { Box } from "../../../geometry/box.ts";
import type { Chart } from "../../model/chart.ts";
import type { Glow, Shadow } from "../../model/effects.ts";
import type { EdgeShares, Fill, Stroke } from "../../model/fill.ts";
import type { Geometry, ImageNode as ModelImageNode } from "../../model/shapes.ts";
import type { SlideTable } from "./table.ts";
import type { SlideText } from "./text.ts";

export interface Placement extends Box {
  rotationDeg: number;
  flipHorizontal: boolean;
  flipVertical: boolean;
}

export interface Effects {
  shadow: Shadow | undefined;
  glow: Glow | undefined;
  softEdgePt: number;
  reflection: { startOpacity: number; endShare: number; distancePt: number } | undefined;
}

interface NodeBase extends Placement {
  altText: string;
  /** Marked as decoration by its author. */
  decorative?: boolean;
  link: string | undefined;
}

export interface ShapeNode extends NodeBase {
  kind: "shape";
  geometry: Geometry;
  fill: Fill;
  stroke: Stroke | undefined;
  effects: Effects;
  text: SlideText | undefined;
  /** Where the text is if not in the geometry's own text rectangle, relative to the shape. */
  textPlace: Placement | undefined;
  isTitle: boolean;
}

export interface ImageNode extends NodeBase {
  kind: "picture";
  image: ModelImageNode;
  fill: Fill;
  effects: Effects;
}

export interface GroupNode extends NodeBase {
  kind: "group";
  children: SlideNode[];
}

interface TableNode extends NodeBase {
  kind: "table";
  table: SlideTable;
}

interface ChartNode extends NodeBase {
  kind: "chart";
  /** Undefined when it cannot be read. */
  chart: Chart | undefined;
}

export type SlideNode = ShapeNode | ImageNode | GroupNode | TableNode | ChartNode;

export interface Slide {
  /** Number as slide number fields show it. */
  number: number;
  /** Name of the place that links lead to. */
  anchor: string;
  background: Fill;
  /** From the backmost to the foremost; those of the master and the layout are the first. */
  nodes: SlideNode[];
  /** How many of the nodes are the master's and the layout's: they look the same on every slide. */
  sharedNodes: number;
  language: string | undefined;
}

export const NO_EFFECTS: Effects = { shadow: undefined, glow: undefined, softEdgePt: 0, reflection: undefined };
export const NO_EDGES: EdgeShares = { left: 0, top: 0, right: 0, bottom: 0 };

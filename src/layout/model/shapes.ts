import type { Box } from "../../geometry/box.ts";
import type { Block } from "./blocks.ts";
import type { Chart } from "./chart.ts";
import type { EdgeShares, Fill, Stroke } from "./fill.ts";
import type { ShapeDefinition } from "./shape-definition.ts";

/** A path in its own coordinate space; `d` is SVG path data. */
export interface GeometryPath {
  d: string;
  filled: boolean;
  stroked: boolean;
  /** The path's fill is a lighter or darker tone of the shape's (`ST_PathFillMode`). */
  tone?: "lighten" | "lightenLess" | "darken" | "darkenLess";
}

export type Geometry =
  | { kind: "preset"; name: string; adjustments: Readonly<Record<string, number>> }
  | { kind: "custom"; definition: ShapeDefinition }
  | { kind: "paths"; paths: GeometryPath[]; widthUnits: number; heightUnits: number };

/** How WordArt bends its text. */
export interface TextWarp {
  /** Lines from left to right: a single one or three carry text, others come in pairs that text fills the room between. */
  guides: Geometry;
  /** Text is as large as its line is long, instead of its own size. */
  fillsPath: boolean;
}

export interface TextBody {
  blocks: Block[];
  insetLeftPt: number;
  insetTopPt: number;
  insetRightPt: number;
  insetBottomPt: number;
  anchor: "top" | "center" | "bottom";
  /** Text wraps at the shape's width; otherwise it is as wide as it needs. */
  wraps: boolean;
  /** The shape grows to its text. */
  growsWithText: boolean;
  vertical: string;
  warp?: TextWarp;
  /** The boxes that the text of the first one flows through, and which of them this is. */
  linked?: { chain: readonly LinkedBox[]; index: number };
}

export interface LinkedBox {
  body: TextBody;
  widthPt: number;
  heightPt: number;
}

interface NodeBase extends Box {
  rotationDeg: number;
  flipHorizontal: boolean;
  flipVertical: boolean;
  altText: string;
  /** Marked as decoration by its author. */
  decorative?: boolean;
  /** Room that the effects of an object in a line take below it (`wp:effectExtent`). */
  effectBelowPt?: number;
  link?: string;
}

export interface ImageNode extends NodeBase {
  kind: "picture";
  /** data: or blob: URL; undefined when the picture cannot be shown. */
  source: string | undefined;
  /** Shares cut from each edge, 0-1 (negative adds space). */
  crop: EdgeShares;
  /** Shown whole and in its own proportions: the shares of the room left free that are left of it and above it. */
  whole?: { across: number; down: number };
  opacity: number;
  filter: string | undefined;
  duotone?: readonly [dark: string, light: string] | undefined;
  geometry: Geometry | undefined;
  stroke: Stroke | undefined;
}

export interface ShapeNode extends NodeBase {
  kind: "shape";
  geometry: Geometry;
  fill: Fill;
  stroke: Stroke | undefined;
  text: TextBody | undefined;
  shadow: boolean;
  /** WordArt of VML: text drawn to fill the box. */
  textPath?: {
    text: string;
    fontFamily: string;
    bold: boolean;
    italic: boolean;
    /** Undefined for one that only stretches it. */
    warp?: TextWarp;
    /** Bent letters fill it by themselves, without the room above and below them that their line has. */
    isTrimmed?: boolean;
  };
}

export interface GroupNode extends NodeBase {
  kind: "group";
  children: DrawingNode[];
}

interface ChartNode extends NodeBase {
  kind: "chart";
  chart: Chart;
}

export type DrawingNode = ImageNode | ShapeNode | GroupNode | ChartNode;

export interface AxisPosition {
  relativeTo: string;
  align: string | undefined;
  offsetPt: number;
  /** Offset as a share of the reference length (`wp14:pctPosHOffset`). */
  share: number | undefined;
}

/** A length as a share of the page, a margin or the room between the margins (`wp14:sizeRelH`, `wp14:sizeRelV`). */
export interface RelativeLength {
  relativeTo: string;
  share: number;
}

/** A point of an outline as shares of the object's width and height. */
export interface OutlinePoint {
  x: number;
  y: number;
}

export type WrapKind = "none" | "square" | "tight" | "through" | "topAndBottom";

export interface Anchor {
  drawing: DrawingNode;
  widthPt: number;
  heightPt: number;
  /** Takes the place of the width, or of the height. */
  relativeWidth?: RelativeLength;
  relativeHeight?: RelativeLength;
  horizontal: AxisPosition;
  vertical: AxisPosition;
  wrap: WrapKind;
  /** Along which text flows when it wraps `tight` or `through`; else the object's box counts. */
  outline?: OutlinePoint[];
  wrapSide: "bothSides" | "left" | "right" | "largest";
  distanceTopPt: number;
  distanceBottomPt: number;
  distanceLeftPt: number;
  distanceRightPt: number;
  behind: boolean;
  layoutInCell: boolean;
  zOrder: number;
}

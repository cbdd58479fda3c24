/** Drawings after reading: pictures, shapes, groups and charts, wherever they came from (DrawingML or VML). */
import type { Block } from "../docx/model.ts";
import type { XmlElement } from "../package/xml.ts";
import type { ShapeDefinition } from "./shape-definition.ts";

export interface Box {
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
}

export interface GradientStop {
  /** 0-1 */
  offset: number;
  color: string;
  opacity: number;
}

/** Shares of a box, from each of its edges. */
export interface EdgeShares {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface GradientFill {
  kind: "gradient";
  stops: GradientStop[];
  angleDeg: number;
  /** The angle turns with the box's proportions. */
  scaled?: boolean;
  radial: boolean;
  /** Colours run from the edges to this box instead of along a line (20.1.8.46); the first stop is in the middle. */
  path?: { shape: "circle" | "rect"; focus: EdgeShares };
}

/** How a picture fill repeats (20.1.8.58). */
export interface Tiling {
  offsetXPt: number;
  offsetYPt: number;
  scaleX: number;
  scaleY: number;
  flip: "none" | "x" | "y" | "xy";
  align: string;
  /** The picture's own size, once it is known. */
  tilePt?: { widthPt: number; heightPt: number };
}

export interface PictureFill {
  kind: "picture";
  source: string;
  tile: boolean;
  opacity: number;
  tiling?: Tiling;
  /** Where the picture is stretched to; negative shares reach beyond the box. */
  stretch?: EdgeShares;
  crop?: EdgeShares;
  /** Colours that take the place of black and white (`a:duotone`). */
  duotone?: readonly [dark: string, light: string];
}

export type Fill =
  | { kind: "none" }
  | { kind: "solid"; color: string; opacity: number }
  | GradientFill
  | { kind: "pattern"; preset: string; foreground: string; background: string; opacity: number }
  | PictureFill;

export interface LineEnd {
  type: string;
  widthFactor: number;
  lengthFactor: number;
}

export interface Stroke {
  color: string;
  /** Colours along the line, where the painter can draw them; `color` stands for them elsewhere. */
  gradient?: GradientFill;
  opacity: number;
  widthPt: number;
  /** `ST_PresetLineDashVal`, `solid` by default. */
  dash: string;
  cap: string;
  head: LineEnd | undefined;
  tail: LineEnd | undefined;
  compound: boolean;
}

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
}

interface NodeBase extends Box {
  rotationDeg: number;
  flipHorizontal: boolean;
  flipVertical: boolean;
  altText: string;
  link?: string;
}

export interface PictureNode extends NodeBase {
  kind: "picture";
  /** data: or blob: URL; undefined when the picture cannot be shown. */
  source: string | undefined;
  /** Shares cut from each edge, 0-1 (negative adds space). */
  crop: EdgeShares;
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
  textPath?: { text: string; fontFamily: string; bold: boolean; italic: boolean };
}

export interface GroupNode extends NodeBase {
  kind: "group";
  children: DrawingNode[];
}

export interface ChartNode extends NodeBase {
  kind: "chart";
  chart: XmlElement;
}

export type DrawingNode = PictureNode | ShapeNode | GroupNode | ChartNode;

export interface AxisPosition {
  relativeTo: string;
  align: string | undefined;
  offsetPt: number;
  /** Offset as a share of the reference length (`wp14:pctPosHOffset`). */
  share: number | undefined;
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
  horizontal: AxisPosition;
  vertical: AxisPosition;
  wrap: WrapKind;
  /** Along which text flows when it wraps `tight` or `through`; else the object's box counts. */
  outline?: OutlinePoint[] | undefined;
  wrapSide: "bothSides" | "left" | "right" | "largest";
  distanceTopPt: number;
  distanceBottomPt: number;
  distanceLeftPt: number;
  distanceRightPt: number;
  behind: boolean;
  layoutInCell: boolean;
  zOrder: number;
}

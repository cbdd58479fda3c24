/** Drawings after reading: pictures, shapes, groups and charts, wherever they came from (DrawingML or VML). */
import type { Block } from "../docx/model.ts";
import type { XmlElement } from "../package/xml.ts";

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

export type Fill =
  | { kind: "none" }
  | { kind: "solid"; color: string; opacity: number }
  | { kind: "gradient"; stops: GradientStop[]; angleDeg: number; radial: boolean }
  | { kind: "picture"; source: string; tile: boolean; opacity: number };

export interface LineEnd {
  type: string;
  widthFactor: number;
  lengthFactor: number;
}

export interface Stroke {
  color: string;
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
}

export type Geometry =
  | { kind: "preset"; name: string; adjustments: Readonly<Record<string, number>> }
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
  crop: { left: number; top: number; right: number; bottom: number };
  opacity: number;
  filter: string | undefined;
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

export type WrapKind = "none" | "square" | "tight" | "through" | "topAndBottom";

export interface Anchor {
  drawing: DrawingNode;
  widthPt: number;
  heightPt: number;
  horizontal: AxisPosition;
  vertical: AxisPosition;
  wrap: WrapKind;
  wrapSide: "bothSides" | "left" | "right" | "largest";
  distanceTopPt: number;
  distanceBottomPt: number;
  distanceLeftPt: number;
  distanceRightPt: number;
  behind: boolean;
  layoutInCell: boolean;
  zOrder: number;
}

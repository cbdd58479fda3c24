/** Shapes of one drawing as a tree (OfficeArtDgContainer, MS-ODRAW 2.2.13 to 2.2.18 and 2.2.37 to 2.2.40). */
import { ByteReader } from "../../office/byte-reader.ts";
import { ART } from "./record-types.ts";
import { type ArtNode, childOfType } from "./records.ts";
import { ShapeProperties } from "./shape-properties.ts";

/** Edges in the units of whatever the rectangle lies in: the group's own, or the slide's master units. */
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface ArtShape {
  /** MSOSPT (MS-ODRAW 2.4.24); 0 for free forms and groups. */
  readonly type: number;
  readonly id: number;
  readonly isGroup: boolean;
  readonly isDeleted: boolean;
  /** Shows an embedded or linked object. */
  readonly isObject: boolean;
  readonly isConnector: boolean;
  readonly isBackground: boolean;
  readonly hasMaster: boolean;
  readonly flipsHorizontally: boolean;
  readonly flipsVertically: boolean;
  /** The coordinate system of a group's children. */
  readonly groupCoordinates: Edges | undefined;
  /** Where a child lies in the coordinate system of its group. */
  readonly childAnchor: Edges | undefined;
  /** Where a shape outside groups lies, in the host's own form. */
  readonly clientAnchor: ArtNode | undefined;
  readonly clientData: ArtNode | undefined;
  readonly clientTextbox: ArtNode | undefined;
  readonly properties: ShapeProperties;
  readonly children: readonly ArtShape[];
}

export interface ArtDrawing {
  /** Carries the fill of a slide's background. */
  readonly background: ArtShape | undefined;
  /** The shapes on the top level, in the order of painting. */
  readonly shapes: readonly ArtShape[];
}

const MAX_GROUP_DEPTH = 24;

/** Reads the shapes of a DgContainer; `defaults` are what the document says for all shapes. */
export function readDrawing(container: ArtNode | undefined, defaults?: ShapeProperties): ArtDrawing {
  const root = childOfType(container, ART.groupShapeContainer);
  const patriarch = root && readGroup(root, defaults, 0);
  const lone = childOfType(container, ART.shapeContainer);
  return { background: lone && readShape(lone, defaults, []), shapes: patriarch?.children ?? [] };
}

/** The document's default properties, from its DggContainer. */
export function readDefaultProperties(drawingGroup: ArtNode | undefined): ShapeProperties {
  return ShapeProperties.read(optionTables(drawingGroup));
}

/** The first shape of a group's container is the group itself. */
function readGroup(container: ArtNode, defaults: ShapeProperties | undefined, depth: number): ArtShape | undefined {
  const [own, ...members] = container.children;
  if (!own) return undefined;
  const children: ArtShape[] = [];
  for (const member of members) {
    const isGroup = member.type === ART.groupShapeContainer;
    if (isGroup && depth >= MAX_GROUP_DEPTH) continue;
    const shape = isGroup
      ? readGroup(member, defaults, depth + 1)
      : member.type === ART.shapeContainer
        ? readShape(member, defaults, [])
        : undefined;
    if (shape && !shape.isDeleted) children.push(shape);
  }
  return readShape(own, defaults, children);
}

function readShape(container: ArtNode, defaults: ShapeProperties | undefined, children: ArtShape[]): ArtShape {
  const own = childOfType(container, ART.shape);
  const reader = new ByteReader(own?.body ?? new Uint8Array(0));
  const flags = reader.u32(4);
  const is = (bit: number) => (flags & (1 << bit)) !== 0;
  return {
    type: own?.instance ?? 0,
    id: reader.u32(0),
    isGroup: is(0),
    isDeleted: is(3),
    isObject: is(4),
    hasMaster: is(5),
    flipsHorizontally: is(6),
    flipsVertically: is(7),
    isConnector: is(8),
    isBackground: is(10),
    groupCoordinates: readEdges(childOfType(container, ART.groupCoordinates)),
    childAnchor: readEdges(childOfType(container, ART.childAnchor)),
    clientAnchor: childOfType(container, ART.clientAnchor),
    clientData: childOfType(container, ART.clientData),
    clientTextbox: childOfType(container, ART.clientTextbox),
    properties: ShapeProperties.read(optionTables(container)).over(defaults),
    children,
  };
}

function optionTables(container: ArtNode | undefined): ArtNode[] {
  const types: readonly number[] = [ART.primaryOptions, ART.secondaryOptions, ART.tertiaryOptions];
  return container?.children.filter((child) => types.includes(child.type)) ?? [];
}

function readEdges(record: ArtNode | undefined): Edges | undefined {
  if (!record || record.body.length < 16) return undefined;
  const reader = new ByteReader(record.body);
  return { left: reader.i32(0), top: reader.i32(4), right: reader.i32(8), bottom: reader.i32(12) };
}

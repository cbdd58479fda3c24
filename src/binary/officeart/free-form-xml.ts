/** Free forms (pVertices and pSegmentInfo, MS-ODRAW 2.3.6.6 and 2.3.6.8) -> `a:custGeom`. */
import { ByteReader } from "../../office/byte-reader.ts";
import type { Point } from "./path-pen.ts";
import { PathPen } from "./path-pen.ts";
import { PROPERTY } from "./property-ids.ts";
import { guideResults } from "./shape-guides.ts";
import type { ShapeProperties } from "./shape-properties.ts";

const DEFAULT_SIDE = 21_600;
const MAX_POINTS = 60_000;
const IS_GUIDE = 0x8000_0000;
/** Kinds of segments (MSOPATHTYPE, MS-ODRAW 2.4.23). */
const SEGMENT = { line: 0, curve: 1, move: 2, close: 3, end: 4, escape: 5, clientEscape: 6 };
/** Kinds of escapes (MSOPATHESCAPE, MS-ODRAW 2.4.22). */
const ESCAPE = {
  angleEllipseTo: 1,
  angleEllipse: 2,
  arcTo: 3,
  arc: 4,
  clockwiseArcTo: 5,
  clockwiseArc: 6,
  quadrantX: 7,
  quadrantY: 8,
  quadratic: 9,
  noFill: 10,
  noLine: 11,
};
/** MSOSHAPEPATH (MS-ODRAW 2.4.26): without segments all points are of one kind. */
const PATH_KIND = { linesClosed: 1, curves: 2, curvesClosed: 3 };

/** Undefined when the shape has no points of its own. */
export function freeFormXml(properties: ShapeProperties): string | undefined {
  const points = readPoints(properties);
  if (points.length < 2) return undefined;
  const left = properties.signed(PROPERTY.geometryLeft) ?? 0;
  const top = properties.signed(PROPERTY.geometryTop) ?? 0;
  const width = sideOf(
    properties.signed(PROPERTY.geometryRight),
    left,
    points.map(({ x }) => x),
  );
  const height = sideOf(
    properties.signed(PROPERTY.geometryBottom),
    top,
    points.map(({ y }) => y),
  );
  const pen = new PathPen(left, top, width, height);
  const segments = properties.array(PROPERTY.segments);
  if (segments && segments.count > 0) drawSegments(pen, points, segments.bytes, segments.count);
  else drawPlain(pen, points, properties.number(PROPERTY.pathKind) ?? PATH_KIND.linesClosed);
  const paths = pen.paths();
  if (paths === "") return undefined;
  return `<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/><a:pathLst>${paths}</a:pathLst></a:custGeom>`;
}

/** A coordinate space without extent, as some writers give it, reaches as far as the points. */
function sideOf(end: number | undefined, start: number, coordinates: readonly number[]): number {
  const side = (end ?? DEFAULT_SIDE) - start;
  return side > 0 ? side : Math.max(1, coordinates.reduce((most, value) => Math.max(most, value), start) - start);
}

function readPoints(properties: ShapeProperties): Point[] {
  const array = properties.array(PROPERTY.vertices);
  if (!array || (array.elementBytes !== 4 && array.elementBytes !== 8)) return [];
  const reader = new ByteReader(array.bytes);
  const isShort = array.elementBytes === 4;
  const guides = guideResults(properties);
  const coordinate = (at: number) => {
    if (isShort) return reader.i16(at);
    const value = reader.u32(at);
    return value >= IS_GUIDE && value - IS_GUIDE < guides.length ? (guides[value - IS_GUIDE] ?? 0) : value | 0;
  };
  const half = array.elementBytes / 2;
  return Array.from({ length: Math.min(array.count, MAX_POINTS) }, (_, index) => ({
    x: coordinate(index * array.elementBytes),
    y: coordinate(index * array.elementBytes + half),
  }));
}

function drawPlain(pen: PathPen, points: readonly Point[], kind: number): void {
  const [first, ...rest] = points;
  if (!first) return;
  pen.moveTo(first);
  const isCurved = kind === PATH_KIND.curves || kind === PATH_KIND.curvesClosed;
  if (isCurved) drawCurves(pen, rest);
  else for (const point of rest) pen.lineTo(point);
  if (kind === PATH_KIND.linesClosed || kind === PATH_KIND.curvesClosed) pen.close();
}

function drawCurves(pen: PathPen, points: readonly Point[]): void {
  for (let index = 0; index + 2 < points.length; index += 3) {
    const [first, second, end] = points.slice(index, index + 3);
    if (first && second && end) pen.curveTo(first, second, end);
  }
}

function drawSegments(pen: PathPen, points: readonly Point[], segments: Uint8Array, count: number): void {
  const reader = new ByteReader(segments);
  let next = 0;
  const take = (wanted: number) => {
    const taken = points.slice(next, next + wanted);
    next += taken.length;
    return taken;
  };
  for (let index = 0; index < Math.min(count, MAX_POINTS); index++) {
    const word = reader.u16(index * 2);
    const times = Math.max(1, word & 0x1fff);
    switch (word >> 13) {
      case SEGMENT.move:
        for (const point of take(1)) pen.moveTo(point);
        break;
      case SEGMENT.line:
        for (const point of take(times)) pen.lineTo(point);
        break;
      case SEGMENT.curve:
        drawCurves(pen, take(times * 3));
        break;
      case SEGMENT.close:
        pen.close();
        break;
      case SEGMENT.end:
        pen.end();
        break;
      case SEGMENT.escape:
        drawEscape(pen, (word >> 8) & 0x1f, take(isDrawn((word >> 8) & 0x1f) ? word & 0xff : 0));
        break;
    }
  }
}

/** Escapes above these only say how editing should treat a point. */
function isDrawn(kind: number): boolean {
  return kind >= ESCAPE.angleEllipseTo && kind <= ESCAPE.quadratic;
}

function drawEscape(pen: PathPen, kind: number, points: readonly Point[]): void {
  switch (kind) {
    case ESCAPE.noFill:
      pen.noFill();
      break;
    case ESCAPE.noLine:
      pen.noLine();
      break;
    case ESCAPE.angleEllipseTo:
    case ESCAPE.angleEllipse:
      for (let index = 0; index + 2 < points.length; index += 3) {
        const [center, radii, angles] = points.slice(index, index + 3);
        if (center && radii && angles) pen.ellipseByAngles(center, radii, angles, kind === ESCAPE.angleEllipseTo);
      }
      break;
    case ESCAPE.arcTo:
    case ESCAPE.arc:
    case ESCAPE.clockwiseArcTo:
    case ESCAPE.clockwiseArc: {
      const joins = kind === ESCAPE.arcTo || kind === ESCAPE.clockwiseArcTo;
      const clockwise = kind === ESCAPE.clockwiseArcTo || kind === ESCAPE.clockwiseArc;
      for (let index = 0; index + 3 < points.length; index += 4) {
        const [corner, opposite, start, end] = points.slice(index, index + 4);
        if (corner && opposite && start && end) pen.arcInBox(corner, opposite, start, end, clockwise, joins);
      }
      break;
    }
    case ESCAPE.quadrantX:
    case ESCAPE.quadrantY:
      for (const [index, point] of points.entries()) {
        pen.quadrantTo(point, (kind === ESCAPE.quadrantX) === (index % 2 === 0));
      }
      break;
    case ESCAPE.quadratic:
      for (let index = 0; index + 1 < points.length; index += 2) {
        const [control, end] = points.slice(index, index + 2);
        if (control && end) pen.quadraticTo(control, end);
      }
      break;
  }
}

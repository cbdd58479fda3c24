/** What the records of enhanced metafiles draw (MS-EMF 2.3). */

import { isSymbolFont } from "../font/substitutes/symbol-fonts.ts";
import type { Rectangle } from "../geometry/box.ts";
import { IDENTITY, type Matrix } from "../geometry/matrix.ts";
import { type ByteReader, colorRef } from "../office/byte-reader.ts";
import { dibUrl } from "./dib.ts";
import { EMF_RECORDS, type EmfRecord } from "./emf-records.ts";
import { type GdiCanvas, type GdiObject, penDash } from "./gdi-canvas.ts";
import type { Point } from "./gdi-curves.ts";

const MAX_POINTS = 200_000;

/** One record: it begins at `at`, the fields of its type at `data`. */
interface RecordScope {
  type: number;
  reader: ByteReader;
  at: number;
  data: number;
  size: number;
  canvas: GdiCanvas;
  state: GdiCanvas["state"];
  /** The points of a record with bounds and a count; `small` ones have 16 bits. */
  polygon: (small: boolean, from: number) => Point[];
}

export function recordScope(
  type: number,
  reader: ByteReader,
  at: number,
  size: number,
  canvas: GdiCanvas,
): RecordScope {
  const data = at + 8;
  const polygon = (small: boolean, from: number) => readPoints(reader, from, reader.u32(data + 16), small);
  return { type, reader, at, data, size, canvas, state: canvas.state, polygon };
}

const STOCK: Readonly<Record<number, GdiObject>> = {
  0: { kind: "brush", color: "#ffffff" },
  1: { kind: "brush", color: "#c0c0c0" },
  2: { kind: "brush", color: "#808080" },
  3: { kind: "brush", color: "#404040" },
  4: { kind: "brush", color: "#000000" },
  5: { kind: "brush", color: undefined },
  6: { kind: "pen", color: "#ffffff", width: 1, dash: undefined },
  7: { kind: "pen", color: "#000000", width: 1, dash: undefined },
  8: { kind: "pen", color: undefined, width: 0, dash: undefined },
};

function readPoints(reader: ByteReader, offset: number, count: number, small: boolean): Point[] {
  const points: Point[] = [];
  const size = small ? 4 : 8;
  for (let index = 0; index < Math.min(count, MAX_POINTS); index++) {
    const at = offset + index * size;
    if (at + size > reader.length) break;
    points.push(small ? { x: reader.i16(at), y: reader.i16(at + 2) } : { x: reader.i32(at), y: reader.i32(at + 4) });
  }
  return points;
}

function matrixAt(reader: ByteReader, offset: number): Matrix {
  const at = (index: number) => reader.f32(offset + index * 4);
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}

function ansiText(reader: ByteReader, at: number, length: number, { state }: GdiCanvas): string {
  return isSymbolFont(state.font.family) ? reader.codes(at, length) : reader.latin(at, length);
}

function boxAt(reader: ByteReader, offset: number): Rectangle {
  return {
    left: reader.i32(offset),
    top: reader.i32(offset + 4),
    right: reader.i32(offset + 8),
    bottom: reader.i32(offset + 12),
  };
}

function playPatternBrush({ reader, data, canvas }: RecordScope): void {
  canvas.objects.set(reader.u32(data), { kind: "brush", color: "#c0c0c0" });
}

function playArc({ type, reader, data, canvas }: RecordScope): void {
  canvas.arc(
    boxAt(reader, data),
    { x: reader.i32(data + 16), y: reader.i32(data + 20) },
    { x: reader.i32(data + 24), y: reader.i32(data + 28) },
    type === EMF_RECORDS.EMR_ARC ? "arc" : type === EMF_RECORDS.EMR_CHORD ? "chord" : "pie",
  );
}

function playPathDropped({ canvas }: RecordScope): void {
  canvas.dropPath();
}

function playPolygon({ type, data, canvas, polygon }: RecordScope): void {
  canvas.shape(canvas.polyline(polygon(type === EMF_RECORDS.EMR_POLYGON16, data + 20), true), true, true);
}

function playPolyline({ type, data, canvas, polygon }: RecordScope): void {
  canvas.shape(canvas.polyline(polygon(type === EMF_RECORDS.EMR_POLYLINE16, data + 20), false), false, true);
}

function playBezier({ type, data, canvas, polygon }: RecordScope): void {
  const [first, ...rest] = polygon(type === EMF_RECORDS.EMR_POLYBEZIER16, data + 20);
  if (first) canvas.shape(canvas.bezier(rest, first), false, true);
}

function playBezierTo({ type, data, canvas, polygon }: RecordScope): void {
  canvas.bezierTo(polygon(type === EMF_RECORDS.EMR_POLYBEZIERTO16, data + 20));
}

function playLineTo({ type, data, canvas, polygon }: RecordScope): void {
  canvas.lineTo(polygon(type === EMF_RECORDS.EMR_POLYLINETO16, data + 20));
}

function playPolylines({ type, reader, at, data, size, canvas }: RecordScope): void {
  const small = type >= EMF_RECORDS.EMR_POLYPOLYLINE16;
  const closed = type === EMF_RECORDS.EMR_POLYPOLYGON || type === EMF_RECORDS.EMR_POLYPOLYGON16;
  const groups = Math.min(reader.u32(data + 16), 10_000);
  let from = data + 24 + groups * 4;
  let d = "";
  for (let index = 0; index < groups; index++) {
    const count = reader.u32(data + 24 + index * 4);
    d += canvas.polyline(readPoints(reader, from, count, small), closed);
    from += count * (small ? 4 : 8);
    if (from > at + size) break;
  }
  if (d) canvas.shape(d, closed, true);
}

function playText({ type, reader, at, data, canvas }: RecordScope): void {
  const characters = Math.min(reader.u32(data + 36), 20_000);
  const textOffset = at + reader.u32(data + 40);
  const advanceOffset = reader.u32(data + 64);
  const text =
    type === EMF_RECORDS.EMR_EXTTEXTOUTW
      ? reader.utf16(textOffset, characters)
      : ansiText(reader, textOffset, characters, canvas);
  const advances =
    advanceOffset > 0
      ? Array.from({ length: characters }, (_, index) => reader.u32(at + advanceOffset + index * 4))
      : undefined;
  canvas.text(text, reader.i32(data + 28), reader.i32(data + 32), advances);
}

/** BITBLT, STRETCHBLT and STRETCHDIBITS; without a bitmap the first two fill a rectangle. */
function playBitmap({ type, reader, at, data, canvas }: RecordScope): void {
  const [x, y] = [reader.i32(data + 16), reader.i32(data + 20)];
  const isDib = type === EMF_RECORDS.EMR_STRETCHDIBITS;
  const [width, height] = isDib
    ? [reader.i32(data + 64), reader.i32(data + 68)]
    : [reader.i32(data + 24), reader.i32(data + 28)];
  const base = isDib ? data + 40 : data + 76;
  const headerOffset = reader.u32(base);
  const headerSize = reader.u32(base + 4);
  const pixelOffset = reader.u32(base + 8);
  const pixelSize = reader.u32(base + 12);
  if (headerSize > 0 && pixelSize > 0) {
    const url = dibUrl(reader.bytes(at + headerOffset, headerSize), reader.bytes(at + pixelOffset, pixelSize));
    if (url) canvas.image(url, x, y, width, height);
    return;
  }
  const PATCOPY = 0x00f0_0021;
  if (!isDib && reader.u32(data + 32) === PATCOPY) {
    const { pen } = canvas.state;
    canvas.state.pen = { kind: "pen", color: undefined, width: 0, dash: undefined };
    canvas.rectangle(x, y, x + width, y + height);
    canvas.state.pen = pen;
  }
}

/** One handler for each record that is drawn; the others only matter to devices. */
export const EMF_HANDLERS: Readonly<Partial<Record<EmfRecord, (scope: RecordScope) => void>>> = {
  // A window by itself maps nothing: without a mode or a viewport units are those of the device.
  EMR_SETWINDOWEXTEX: ({ reader, data, state }) => {
    Object.assign(state, { windowWidth: reader.i32(data), windowHeight: reader.i32(data + 4) });
  },
  EMR_SETWINDOWORGEX: ({ reader, data, state }) => {
    Object.assign(state, { windowX: reader.i32(data), windowY: reader.i32(data + 4) });
  },
  EMR_SETVIEWPORTEXTEX: ({ reader, data, state }) => {
    Object.assign(state, { viewportWidth: reader.i32(data), viewportHeight: reader.i32(data + 4), mapsWindow: true });
  },
  EMR_SETVIEWPORTORGEX: ({ reader, data, state }) => {
    Object.assign(state, { viewportX: reader.i32(data), viewportY: reader.i32(data + 4) });
  },
  EMR_SETMAPMODE: ({ reader, data, state }) => {
    state.mapsWindow = reader.u32(data) !== 1 && (state.mapsWindow || reader.u32(data) >= 7);
  },
  EMR_SETPOLYFILLMODE: ({ reader, data, state }) => {
    state.evenOdd = reader.u32(data) !== 2;
  },
  EMR_SETTEXTALIGN: ({ reader, data, state }) => {
    state.textAlign = reader.u32(data);
  },
  EMR_SETTEXTCOLOR: ({ reader, data, state }) => {
    state.textColor = colorRef(reader.u32(data));
  },
  EMR_MOVETOEX: ({ reader, data, canvas }) => {
    canvas.moveTo(reader.i32(data), reader.i32(data + 4));
  },
  EMR_SAVEDC: ({ canvas }) => {
    canvas.save();
  },
  EMR_RESTOREDC: ({ reader, data, canvas }) => {
    canvas.restore(reader.i32(data));
  },
  EMR_SETWORLDTRANSFORM: ({ reader, data, state }) => {
    state.world = matrixAt(reader, data);
  },
  EMR_MODIFYWORLDTRANSFORM: ({ reader, data, canvas, state }) => {
    const mode = reader.u32(data + 24);
    if (mode === 1) state.world = IDENTITY;
    else if (mode === 4) state.world = matrixAt(reader, data);
    else canvas.multiplyWorld(matrixAt(reader, data), mode === 2);
  },
  EMR_SELECTOBJECT: ({ reader, data, canvas }) => {
    const handle = reader.u32(data);
    canvas.select(handle >= 0x8000_0000 ? STOCK[handle - 0x8000_0000] : canvas.objects.get(handle));
  },
  EMR_CREATEPEN: ({ reader, data, canvas }) => {
    const style = reader.u32(data + 4);
    const color = (style & 15) === 5 ? undefined : colorRef(reader.u32(data + 16));
    canvas.objects.set(reader.u32(data), {
      kind: "pen",
      color,
      width: Math.max(1, reader.i32(data + 8)),
      dash: penDash(style),
    });
  },
  EMR_EXTCREATEPEN: ({ reader, data, canvas }) => {
    const style = reader.u32(data + 20);
    const color = (style & 15) === 5 ? undefined : colorRef(reader.u32(data + 32));
    canvas.objects.set(reader.u32(data), {
      kind: "pen",
      color,
      width: Math.max(1, reader.u32(data + 24)),
      dash: penDash(style),
    });
  },
  EMR_CREATEBRUSHINDIRECT: ({ reader, data, canvas }) => {
    const style = reader.u32(data + 4);
    canvas.objects.set(reader.u32(data), {
      kind: "brush",
      color: style === 1 ? undefined : colorRef(reader.u32(data + 8)),
    });
  },
  EMR_CREATEMONOBRUSH: playPatternBrush,
  EMR_CREATEDIBPATTERNBRUSHPT: playPatternBrush,
  EMR_DELETEOBJECT: ({ reader, data, canvas }) => {
    canvas.objects.delete(reader.u32(data));
  },
  EMR_EXTCREATEFONTINDIRECTW: ({ reader, data, canvas }) => {
    canvas.objects.set(reader.u32(data), {
      kind: "font",
      height: reader.i32(data + 4),
      angle: reader.i32(data + 12),
      bold: reader.i32(data + 20) >= 600,
      italic: reader.u8(data + 24) !== 0,
      underline: reader.u8(data + 25) !== 0,
      strikeOut: reader.u8(data + 26) !== 0,
      family: reader.utf16(data + 32, 32).split("\0")[0] || "Arial",
    });
  },
  EMR_ELLIPSE: ({ reader, data, canvas }) => {
    canvas.ellipse(reader.i32(data), reader.i32(data + 4), reader.i32(data + 8), reader.i32(data + 12));
  },
  EMR_RECTANGLE: ({ reader, data, canvas }) => {
    canvas.rectangle(reader.i32(data), reader.i32(data + 4), reader.i32(data + 8), reader.i32(data + 12));
  },
  EMR_ROUNDRECT: ({ reader, data, canvas }) => {
    canvas.roundRectangle(boxAt(reader, data), reader.i32(data + 16), reader.i32(data + 20));
  },
  EMR_ARC: playArc,
  EMR_CHORD: playArc,
  EMR_PIE: playArc,
  EMR_INTERSECTCLIPRECT: ({ reader, data, canvas }) => {
    canvas.clip(boxAt(reader, data));
  },
  EMR_EXTSELECTCLIPRGN: ({ reader, data, state }) => {
    // The region that takes the place of all others is more than a rectangle: showing too much is better.
    if (reader.u32(data + 4) === 5) state.clip = undefined;
  },
  EMR_LINETO: ({ reader, data, canvas }) => {
    canvas.lineTo([{ x: reader.i32(data), y: reader.i32(data + 4) }]);
  },
  EMR_BEGINPATH: ({ canvas }) => {
    canvas.beginPath();
  },
  EMR_CLOSEFIGURE: ({ canvas }) => {
    canvas.closeFigure();
  },
  EMR_FILLPATH: ({ canvas }) => {
    canvas.paintPath(true, false);
  },
  EMR_STROKEANDFILLPATH: ({ canvas }) => {
    canvas.paintPath(true, true);
  },
  EMR_STROKEPATH: ({ canvas }) => {
    canvas.paintPath(false, true);
  },
  EMR_SELECTCLIPPATH: playPathDropped,
  EMR_ABORTPATH: playPathDropped,
  EMR_POLYGON: playPolygon,
  EMR_POLYGON16: playPolygon,
  EMR_POLYLINE: playPolyline,
  EMR_POLYLINE16: playPolyline,
  EMR_POLYBEZIER: playBezier,
  EMR_POLYBEZIER16: playBezier,
  EMR_POLYBEZIERTO: playBezierTo,
  EMR_POLYBEZIERTO16: playBezierTo,
  EMR_POLYLINETO: playLineTo,
  EMR_POLYLINETO16: playLineTo,
  EMR_POLYPOLYLINE: playPolylines,
  EMR_POLYPOLYGON: playPolylines,
  EMR_POLYPOLYLINE16: playPolylines,
  EMR_POLYPOLYGON16: playPolylines,
  EMR_EXTTEXTOUTA: playText,
  EMR_EXTTEXTOUTW: playText,
  EMR_BITBLT: playBitmap,
  EMR_STRETCHBLT: playBitmap,
  EMR_STRETCHDIBITS: playBitmap,
  EMR_ALPHABLEND: playBitmap,
};

/** What the records of Windows metafiles draw (MS-WMF 2.3). */
import { isSymbolFont } from "../font/substitutes/symbol-fonts.ts";
import { type ByteReader, colorRef } from "../office/byte-reader.ts";
import { dibUrl } from "./dib.ts";
import { type GdiCanvas, type GdiObject, penDash } from "./gdi-canvas.ts";
import type { ArcKind, Point } from "./gdi-curves.ts";
import { WMF_RECORDS, type WmfRecord } from "./wmf-records.ts";

/** One record; the fields of its type begin at `data` and have `size` bytes. */
interface RecordScope {
  type: number;
  reader: ByteReader;
  data: number;
  size: number;
  canvas: GdiCanvas;
  state: GdiCanvas["state"];
  /** Objects by their handles. */
  handles: (GdiObject | undefined)[];
  /** The nth word of the record. */
  word: (index: number) => number;
}

export function recordScope(
  type: number,
  reader: ByteReader,
  data: number,
  size: number,
  canvas: GdiCanvas,
  handles: (GdiObject | undefined)[],
): RecordScope {
  return {
    type,
    reader,
    data,
    size,
    canvas,
    state: canvas.state,
    handles,
    word: (index) => reader.i16(data + index * 2),
  };
}

function points(reader: ByteReader, offset: number, count: number): Point[] {
  return Array.from({ length: Math.min(count, 100_000) }, (_, index) => ({
    x: reader.i16(offset + index * 4),
    y: reader.i16(offset + index * 4 + 2),
  }));
}

/** New objects take the first free handle. */
function store(handles: (GdiObject | undefined)[], object: GdiObject): void {
  const free = handles.indexOf(undefined);
  if (free >= 0) handles[free] = object;
  else if (handles.length < 10_000) handles.push(object);
}

function characters(reader: ByteReader, at: number, length: number, { state }: GdiCanvas): string {
  return isSymbolFont(state.font.family) ? reader.codes(at, length) : reader.latin(at, length);
}

const ARC_KINDS: Readonly<Record<number, ArcKind>> = {
  [WMF_RECORDS.META_ARC]: "arc",
  [WMF_RECORDS.META_PIE]: "pie",
  [WMF_RECORDS.META_CHORD]: "chord",
};
const RASTER = { pattern: 0x00f0_0021, black: 0x0000_0042, white: 0x00ff_0062 };

/** PATBLT: a rectangle of the brush, or of black or white; other operations depend on what is below. */
function paintPattern(canvas: GdiCanvas, operation: number, x: number, y: number, width: number, height: number): void {
  const colors: Readonly<Record<number, string | undefined>> = {
    [RASTER.pattern]: canvas.state.brush.color,
    [RASTER.black]: "#000000",
    [RASTER.white]: "#ffffff",
  };
  const color = colors[operation];
  if (color) canvas.fillRectangle(x, y, width, height, color);
}

/** Placeholder for palettes and regions, which take handles too. */
const UNUSED: GdiObject = { kind: "brush", color: undefined };

function playNewHandle({ type, handles }: RecordScope): void {
  store(
    handles,
    type === WMF_RECORDS.META_DIBCREATEPATTERNBRUSH || type === WMF_RECORDS.META_CREATEPATTERNBRUSH
      ? { kind: "brush", color: "#c0c0c0" }
      : UNUSED,
  );
}

function playArc({ type, canvas, word }: RecordScope): void {
  canvas.arc(
    { left: word(7), top: word(6), right: word(5), bottom: word(4) },
    { x: word(3), y: word(2) },
    { x: word(1), y: word(0) },
    ARC_KINDS[type] ?? "arc",
  );
}

function playBitmap({ type, reader, data, size, canvas }: RecordScope): void {
  // STRETCHDIB carries a usage word before the source rectangle; DIBBITBLT has no source size.
  const base = type === WMF_RECORDS.META_STRETCHDIB ? 6 : 4;
  const isBlit = type === WMF_RECORDS.META_DIBBITBLT;
  const at = (index: number) => reader.i16(data + base + index * 2);
  const [height, width, y, x] = isBlit ? [at(2), at(3), at(4), at(5)] : [at(4), at(5), at(6), at(7)];
  const header = data + base + (isBlit ? 12 : 16);
  const url = dibUrl(reader.bytes(header, data + size - header));
  if (url) canvas.image(url, x, y, width, height);
}

/** One handler for each record that is drawn; the others only matter to devices. */
export const WMF_HANDLERS: Readonly<Partial<Record<WmfRecord, (scope: RecordScope) => void>>> = {
  META_SAVEDC: ({ canvas }) => {
    canvas.save();
  },
  META_RESTOREDC: ({ canvas, word }) => {
    canvas.restore(word(0));
  },
  META_SETPOLYFILLMODE: ({ state, word }) => {
    state.evenOdd = word(0) !== 2;
  },
  META_SETTEXTALIGN: ({ reader, data, state }) => {
    state.textAlign = reader.u16(data);
  },
  META_SETTEXTCOLOR: ({ reader, data, state }) => {
    state.textColor = colorRef(reader.u32(data));
  },
  META_MOVETO: ({ canvas, word }) => {
    canvas.moveTo(word(1), word(0));
  },
  META_LINETO: ({ canvas, word }) => {
    canvas.lineTo([{ x: word(1), y: word(0) }]);
  },
  META_CREATEPENINDIRECT: ({ reader, data, handles, word }) => {
    const style = reader.u16(data);
    store(handles, {
      kind: "pen",
      color: (style & 15) === 5 ? undefined : colorRef(reader.u32(data + 6)),
      width: Math.max(1, word(1)),
      dash: penDash(style),
    });
  },
  META_CREATEBRUSHINDIRECT: ({ reader, data, handles }) => {
    store(handles, { kind: "brush", color: reader.u16(data) === 1 ? undefined : colorRef(reader.u32(data + 2)) });
  },
  META_CREATEFONTINDIRECT: ({ reader, data, size, handles, word }) => {
    store(handles, {
      kind: "font",
      height: word(0),
      angle: word(2),
      bold: word(4) >= 600,
      italic: reader.u8(data + 10) !== 0,
      underline: reader.u8(data + 11) !== 0,
      strikeOut: reader.u8(data + 12) !== 0,
      family: reader.latin(data + 18, Math.min(32, size - 18)).split("\0")[0] || "Arial",
    });
  },
  META_CREATEPALETTE: playNewHandle,
  META_CREATEPATTERNBRUSH: playNewHandle,
  META_CREATEREGION: playNewHandle,
  META_DIBCREATEPATTERNBRUSH: playNewHandle,
  META_SELECTOBJECT: ({ reader, data, canvas, handles }) => {
    if (handles[reader.u16(data)] !== UNUSED) canvas.select(handles[reader.u16(data)]);
  },
  META_DELETEOBJECT: ({ reader, data, handles }) => {
    if (reader.u16(data) < handles.length) handles[reader.u16(data)] = undefined;
  },
  META_RECTANGLE: ({ canvas, word }) => {
    canvas.rectangle(word(3), word(2), word(1), word(0));
  },
  META_ROUNDRECT: ({ canvas, word }) => {
    canvas.roundRectangle({ left: word(5), top: word(4), right: word(3), bottom: word(2) }, word(1), word(0));
  },
  META_ARC: playArc,
  META_PIE: playArc,
  META_CHORD: playArc,
  META_PATBLT: ({ reader, data, canvas, word }) => {
    paintPattern(canvas, reader.u32(data), word(5), word(4), word(3), word(2));
  },
  META_INTERSECTCLIPRECT: ({ canvas, word }) => {
    canvas.clip({ left: word(3), top: word(2), right: word(1), bottom: word(0) });
  },
  META_ELLIPSE: ({ canvas, word }) => {
    canvas.ellipse(word(3), word(2), word(1), word(0));
  },
  META_POLYGON: ({ reader, data, canvas }) => {
    canvas.shape(canvas.polyline(points(reader, data + 2, reader.u16(data)), true), true, true);
  },
  META_POLYLINE: ({ reader, data, canvas }) => {
    canvas.shape(canvas.polyline(points(reader, data + 2, reader.u16(data)), false), false, true);
  },
  META_POLYPOLYGON: ({ reader, data, size, canvas }) => {
    const groups = Math.min(reader.u16(data), 5000);
    let from = data + 2 + groups * 2;
    let d = "";
    for (let index = 0; index < groups; index++) {
      const count = reader.u16(data + 2 + index * 2);
      d += canvas.polyline(points(reader, from, count), true);
      from += count * 4;
      if (from > data + size) break;
    }
    if (d) canvas.shape(d, true, true);
  },
  META_TEXTOUT: ({ reader, data, canvas }) => {
    const length = reader.u16(data);
    const after = data + 2 + length + (length % 2);
    canvas.text(characters(reader, data + 2, length, canvas), reader.i16(after + 2), reader.i16(after), undefined);
  },
  META_EXTTEXTOUT: ({ reader, data, size, canvas, word }) => {
    const length = reader.u16(data + 4);
    const options = reader.u16(data + 6);
    const textAt = data + 8 + (options & 6 ? 8 : 0);
    const advanceAt = textAt + length + (length % 2);
    const hasAdvances = advanceAt + length * 2 <= data + size;
    const advances = hasAdvances ? Array.from({ length }, (_, index) => reader.i16(advanceAt + index * 2)) : undefined;
    canvas.text(characters(reader, textAt, length, canvas), word(1), word(0), advances);
  },
  META_STRETCHDIB: playBitmap,
  META_DIBSTRETCHBLT: playBitmap,
  META_DIBBITBLT: playBitmap,
};

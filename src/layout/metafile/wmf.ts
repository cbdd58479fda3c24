/** Windows metafiles (MS-WMF) -> SVG. */
import { ByteReader, colorRef } from "./byte-reader.ts";
import { dibUrl } from "./dib.ts";
import { GdiCanvas, type GdiObject, type Point, penDash } from "./gdi-canvas.ts";

const MAX_RECORDS = 200_000;
const PLACEABLE = 0x9ac6_cdd7;

export function wmfToSvg(bytes: Uint8Array): string | undefined {
  const reader = new ByteReader(bytes);
  const placeable = reader.u32(0) === PLACEABLE;
  const start = placeable ? 22 : 0;
  const headerWords = reader.u16(start + 2);
  if (headerWords !== 9) return undefined;
  const canvas = new GdiCanvas();
  canvas.state.mapsWindow = false;
  let window: { x: number; y: number; width: number; height: number } | undefined = placeable
    ? {
        x: reader.i16(6),
        y: reader.i16(8),
        width: reader.i16(10) - reader.i16(6),
        height: reader.i16(12) - reader.i16(8),
      }
    : undefined;
  const handles: (GdiObject | undefined)[] = [];
  let offset = start + 18;
  let sawWindow = false;
  for (let count = 0; count < MAX_RECORDS && offset + 6 <= reader.length && !canvas.full; count++) {
    const words = reader.u32(offset);
    const type = reader.u16(offset + 4);
    if (words < 3 || type === 0) break;
    if (type === 0x020b && !sawWindow)
      window = { ...(window ?? { width: 0, height: 0 }), x: reader.i16(offset + 8), y: reader.i16(offset + 6) };
    if (type === 0x020c && !sawWindow) {
      window = { ...(window ?? { x: 0, y: 0 }), width: reader.i16(offset + 8), height: reader.i16(offset + 6) };
      sawWindow = true;
    }
    playRecord(type, reader, offset + 6, words * 2 - 6, canvas, handles);
    offset += words * 2;
  }
  if (canvas.isEmpty || !window || window.width === 0 || window.height === 0) return undefined;
  return canvas.svg(
    Math.min(window.x, window.x + window.width),
    Math.min(window.y, window.y + window.height),
    Math.abs(window.width),
    Math.abs(window.height),
  );
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

/** Placeholder for palettes and regions, which take handles too. */
const UNUSED: GdiObject = { kind: "brush", color: undefined };

function playRecord(
  type: number,
  reader: ByteReader,
  data: number,
  size: number,
  canvas: GdiCanvas,
  handles: (GdiObject | undefined)[],
): void {
  const { state } = canvas;
  const word = (index: number) => reader.i16(data + index * 2);
  switch (type) {
    case 0x001e:
      canvas.save();
      break;
    case 0x0127:
      canvas.restore(word(0));
      break;
    case 0x0102:
      state.opaque = word(0) === 2;
      break;
    case 0x0106:
      state.evenOdd = word(0) !== 2;
      break;
    case 0x012e:
      state.textAlign = reader.u16(data);
      break;
    case 0x0209:
      state.textColor = colorRef(reader.u32(data));
      break;
    case 0x0201:
      state.background = colorRef(reader.u32(data));
      break;
    case 0x0214:
      canvas.moveTo(word(1), word(0));
      break;
    case 0x0213:
      canvas.lineTo([{ x: word(1), y: word(0) }]);
      break;
    case 0x02fa: {
      const style = reader.u16(data);
      store(handles, {
        kind: "pen",
        color: (style & 15) === 5 ? undefined : colorRef(reader.u32(data + 6)),
        width: Math.max(1, word(1)),
        dash: penDash(style),
      });
      break;
    }
    case 0x02fc:
      store(handles, { kind: "brush", color: reader.u16(data) === 1 ? undefined : colorRef(reader.u32(data + 2)) });
      break;
    case 0x02fb:
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
      break;
    case 0x00f7:
    case 0x01f9:
    case 0x06ff:
    case 0x0142:
      store(handles, type === 0x0142 || type === 0x01f9 ? { kind: "brush", color: "#c0c0c0" } : UNUSED);
      break;
    case 0x012d:
      if (handles[reader.u16(data)] !== UNUSED) canvas.select(handles[reader.u16(data)]);
      break;
    case 0x01f0:
      if (reader.u16(data) < handles.length) handles[reader.u16(data)] = undefined;
      break;
    case 0x041b:
      canvas.rectangle(word(3), word(2), word(1), word(0));
      break;
    case 0x061c:
      canvas.rectangle(word(5), word(4), word(3), word(2));
      break;
    case 0x0418:
      canvas.ellipse(word(3), word(2), word(1), word(0));
      break;
    case 0x0324:
      canvas.shape(canvas.polyline(points(reader, data + 2, reader.u16(data)), true), true, true);
      break;
    case 0x0325:
      canvas.shape(canvas.polyline(points(reader, data + 2, reader.u16(data)), false), false, true);
      break;
    case 0x0538: {
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
      break;
    }
    case 0x0521: {
      const length = reader.u16(data);
      const after = data + 2 + length + (length % 2);
      canvas.text(reader.latin(data + 2, length), reader.i16(after + 2), reader.i16(after), undefined);
      break;
    }
    case 0x0a32: {
      const length = reader.u16(data + 4);
      const options = reader.u16(data + 6);
      const textAt = data + 8 + (options & 6 ? 8 : 0);
      const advanceAt = textAt + length + (length % 2);
      const hasAdvances = advanceAt + length * 2 <= data + size;
      const advances = hasAdvances
        ? Array.from({ length }, (_, index) => reader.i16(advanceAt + index * 2))
        : undefined;
      canvas.text(reader.latin(textAt, length), word(1), word(0), advances);
      break;
    }
    case 0x0f43:
    case 0x0b41:
    case 0x0940: {
      // STRETCHDIB carries a usage word before the source rectangle; DIBBITBLT has no source size.
      const base = type === 0x0f43 ? 6 : 4;
      const isBlit = type === 0x0940;
      const at = (index: number) => reader.i16(data + base + index * 2);
      const [height, width, y, x] = isBlit ? [at(2), at(3), at(4), at(5)] : [at(4), at(5), at(6), at(7)];
      const header = data + base + (isBlit ? 12 : 16);
      const url = dibUrl(reader.bytes(header, data + size - header));
      if (url) canvas.image(url, x, y, width, height);
      break;
    }
  }
}

/** Windows metafiles (MS-WMF) -> SVG. */
import { isSymbolFont } from "../docx/symbol-fonts.ts";
import { ByteReader, colorRef } from "./byte-reader.ts";
import { dibUrl } from "./dib.ts";
import { GdiCanvas, type GdiObject, penDash } from "./gdi-canvas.ts";
import type { ArcKind, Point } from "./gdi-curves.ts";

const MAX_RECORDS = 200_000;
const PLACEABLE = 0x9ac6_cdd7;

export function wmfToSvg(bytes: Uint8Array): string | undefined {
  const reader = new ByteReader(bytes);
  const placeable = reader.u32(0) === PLACEABLE;
  const start = placeable ? 22 : 0;
  const headerWords = reader.u16(start + 2);
  if (headerWords !== 9) return undefined;
  const canvas = new GdiCanvas();
  const window = new WmfWindow(
    canvas,
    placeable ? boxOf(reader.i16(6), reader.i16(8), reader.i16(10), reader.i16(12)) : undefined,
  );
  const handles: (GdiObject | undefined)[] = [];
  let offset = start + 18;
  for (let count = 0; count < MAX_RECORDS && offset + 6 <= reader.length && !canvas.full; count++) {
    const words = reader.u32(offset);
    const type = reader.u16(offset + 4);
    if (words < 3 || type === 0) break;
    if (!window.play(type, (index) => reader.i16(offset + 6 + index * 2)))
      playRecord(type, reader, offset + 6, words * 2 - 6, canvas, handles);
    offset += words * 2;
  }
  return canvas.isEmpty ? undefined : window.svg();
}

interface Extent {
  x: number;
  y: number;
  width: number;
  height: number;
}

function boxOf(left: number, top: number, right: number, bottom: number): Extent {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The part of the logical plane that a metafile shows (MS-WMF 2.3.5.30 and 2.3.5.31). What holds when drawing begins is
 * the picture; windows that are set later are stretched over the same place.
 */
class WmfWindow {
  readonly #canvas: GdiCanvas;
  #width: number;
  #height: number;

  /** `placeable`: the bounds of the header, for metafiles that set no window. */
  constructor(canvas: GdiCanvas, placeable: Extent | undefined) {
    this.#canvas = canvas;
    this.#width = placeable?.width ?? 0;
    this.#height = placeable?.height ?? 0;
    this.#map(placeable ?? {});
  }

  /** Plays the records about the window; false for all others. */
  play(type: number, word: (index: number) => number): boolean {
    const { state } = this.#canvas;
    switch (type) {
      case 0x020b:
        this.#map({ x: word(1), y: word(0) });
        return true;
      case 0x020c:
        this.#resize(word(1), word(0));
        return true;
      case 0x020f:
        this.#map({ x: state.windowX + word(1), y: state.windowY + word(0) });
        return true;
      case 0x0412:
        this.#resize((state.windowWidth * word(3)) / (word(2) || 1), (state.windowHeight * word(1)) / (word(0) || 1));
        return true;
      default:
        return false;
    }
  }

  /** The whole picture; undefined when nothing tells its size. */
  svg(): string | undefined {
    if (this.#width === 0 || this.#height === 0) return undefined;
    return this.#canvas.svg(0, 0, Math.abs(this.#width), Math.abs(this.#height));
  }

  #resize(width: number, height: number): void {
    if (this.#canvas.isEmpty) {
      this.#width = width;
      this.#height = height;
    }
    this.#map({ width, height });
  }

  #map({ x, y, width, height }: Partial<Extent>): void {
    const { state } = this.#canvas;
    Object.assign(state, {
      mapsWindow: true,
      windowX: x ?? state.windowX,
      windowY: y ?? state.windowY,
      windowWidth: width ?? state.windowWidth,
      windowHeight: height ?? state.windowHeight,
      viewportWidth: Math.abs(this.#width) || 1,
      viewportHeight: Math.abs(this.#height) || 1,
    });
  }
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

const ARC_KINDS: Readonly<Record<number, ArcKind>> = { 0x0817: "arc", 0x081a: "pie", 0x0830: "chord" };
const RASTER = { pattern: 0x00f0_0021, black: 0x0000_0042, white: 0x00ff_0062 };

/** PATBLT: a rectangle of the brush, or of black or white; other operations need what lies below. */
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
      canvas.roundRectangle({ left: word(5), top: word(4), right: word(3), bottom: word(2) }, word(1), word(0));
      break;
    case 0x0817:
    case 0x081a:
    case 0x0830:
      canvas.arc(
        { left: word(7), top: word(6), right: word(5), bottom: word(4) },
        { x: word(3), y: word(2) },
        { x: word(1), y: word(0) },
        ARC_KINDS[type] ?? "arc",
      );
      break;
    case 0x061d:
      paintPattern(canvas, reader.u32(data), word(5), word(4), word(3), word(2));
      break;
    case 0x0416:
      canvas.clip({ left: word(3), top: word(2), right: word(1), bottom: word(0) });
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
      canvas.text(characters(reader, data + 2, length, canvas), reader.i16(after + 2), reader.i16(after), undefined);
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
      canvas.text(characters(reader, textAt, length, canvas), word(1), word(0), advances);
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

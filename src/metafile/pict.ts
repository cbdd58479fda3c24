/** QuickDraw pictures of the Macintosh (Inside Macintosh: Imaging With QuickDraw, appendix A) -> SVG. */
import { base64 } from "./dib.ts";
import type { MetafileDrawing } from "./drawing.ts";
import { GdiCanvas } from "./gdi-canvas.ts";
import type { Point } from "./gdi-curves.ts";
import { readPictBitmap } from "./pict-bitmap.ts";
import { PICT } from "./pict-operations.ts";
import { PictReader, type PictRect } from "./pict-reader.ts";

const PREFIX_BYTES = 512;
const MAX_OPERATIONS = 200_000;
const POINT_BYTES = 4;

/** Colours of the old palette (FgColor) by their numbers. */
const OLD_COLORS: Readonly<Record<number, string>> = {
  30: "#ffffff",
  33: "#000000",
  69: "#ffff00",
  137: "#ff00ff",
  205: "#ff0000",
  273: "#00ffff",
  341: "#00ff00",
  409: "#0000ff",
};

/** `bytes`: a file, with the 512 bytes at its beginning that have no meaning. */
export function pictDrawing(bytes: Uint8Array): MetafileDrawing | undefined {
  const reader = new PictReader(bytes, PREFIX_BYTES + 2);
  const frame = reader.rect();
  const isFirstVersion = bytes[reader.at] === 0x11;
  const player = new PictPlayer(reader, isFirstVersion);
  player.play();
  const width = frame.right - frame.left;
  const height = frame.bottom - frame.top;
  if (player.canvas.isEmpty || width <= 0 || height <= 0) return undefined;
  return player.canvas.drawing(frame.left, frame.top, width, height);
}

class PictPlayer {
  readonly canvas = new GdiCanvas();
  readonly #reader: PictReader;
  readonly #isFirstVersion: boolean;
  #pen: Point = { x: 0, y: 0 };
  #textAt: Point = { x: 0, y: 0 };
  #penWidth = 1;
  #color = "#000000";
  #background = "#ffffff";
  #lastBox: PictRect = { top: 0, left: 0, bottom: 0, right: 0 };
  #oval: Point = { x: 0, y: 0 };

  constructor(reader: PictReader, isFirstVersion: boolean) {
    this.#reader = reader;
    this.#isFirstVersion = isFirstVersion;
    this.canvas.state.textAlign = 24;
    this.canvas.state.font = { ...this.canvas.state.font, height: -12 };
  }

  play(): void {
    const reader = this.#reader;
    const start = reader.at;
    for (let count = 0; count < MAX_OPERATIONS && !reader.atEnd && !this.canvas.full; count++) {
      // Operations of the second version begin at even places.
      if (!this.#isFirstVersion && (reader.at - start) % 2 === 1) reader.skip(1);
      const operation = this.#isFirstVersion ? reader.u8() : reader.u16();
      if (operation === PICT.OpEndPic) return;
      this.#playOperation(operation);
    }
  }

  #playOperation(operation: number): void {
    const reader = this.#reader;
    switch (operation) {
      case PICT.PnSize: {
        const height = reader.i16();
        this.#penWidth = Math.max(1, (height + reader.i16()) / 2);
        return;
      }
      case PICT.TxFace: {
        const face = reader.u8();
        const { font } = this.canvas.state;
        this.canvas.state.font = {
          ...font,
          bold: (face & 1) !== 0,
          italic: (face & 2) !== 0,
          underline: (face & 4) !== 0,
        };
        return;
      }
      case PICT.OvSize: {
        const y = reader.i16();
        this.#oval = { x: reader.i16(), y };
        return;
      }
      case PICT.TxSize:
        this.canvas.state.font = { ...this.canvas.state.font, height: -reader.i16() };
        return;
      case PICT.FgColor:
        this.#color = OLD_COLORS[reader.u32()] ?? "#000000";
        return;
      case PICT.BkColor:
        this.#background = OLD_COLORS[reader.u32()] ?? "#ffffff";
        return;
      case PICT.RGBFgCol:
        this.#color = this.#rgb();
        return;
      case PICT.RGBBkCol:
        this.#background = this.#rgb();
        return;
      case PICT.Line:
        this.#pen = this.#point();
        this.#lineTo(this.#point());
        return;
      case PICT.LineFrom:
        this.#lineTo(this.#point());
        return;
      case PICT.ShortLine:
        this.#pen = this.#point();
        this.#lineTo({ x: this.#pen.x + reader.i8(), y: this.#pen.y + reader.i8() });
        return;
      case PICT.ShortLineFrom:
        this.#lineTo({ x: this.#pen.x + reader.i8(), y: this.#pen.y + reader.i8() });
        return;
      case PICT.LongText:
        this.#textAt = this.#point();
        this.#text();
        return;
      case PICT.DHText:
        this.#textAt = { x: this.#textAt.x + reader.u8(), y: this.#textAt.y };
        this.#text();
        return;
      case PICT.DVText:
        this.#textAt = { x: this.#textAt.x, y: this.#textAt.y + reader.u8() };
        this.#text();
        return;
      case PICT.DHDVText:
        this.#textAt = { x: this.#textAt.x + reader.u8(), y: this.#textAt.y + reader.u8() };
        this.#text();
        return;
      case PICT.BitsRect:
      case PICT.BitsRgn:
      case PICT.PackBitsRect:
      case PICT.PackBitsRgn:
      case PICT.DirectBitsRect:
      case PICT.DirectBitsRgn: {
        const bitmap = readPictBitmap(reader, operation);
        if (bitmap) this.#image(bitmap.url, bitmap.destination);
        return;
      }
      case PICT.CompressedQuickTime:
        this.#quickTime(reader.bytes(reader.u32()));
        return;
      default:
        if (operation >= PICT.frameRect && operation <= 0x7f) this.#shape(operation);
        else reader.skip(this.#dataBytes(operation));
    }
  }

  /** Rectangles (0x30), round ones (0x40), ovals (0x50), arcs (0x60) and polygons (0x70), each in five ways of painting. */
  #shape(operation: number): void {
    const reader = this.#reader;
    const kind = operation & 0xf0;
    const isSame = (operation & 8) !== 0;
    const way = operation & 7;
    if (kind === 0x70) {
      if (isSame) return;
      const bytes = reader.u16();
      reader.rect();
      const count = Math.max(0, Math.floor((bytes - 10) / POINT_BYTES));
      const points = Array.from({ length: Math.min(count, 16_000) }, () => this.#point());
      this.#painted(way, () => this.canvas.shape(this.canvas.polyline(points, true), way !== 0, way === 0));
      return;
    }
    if (!isSame) this.#lastBox = reader.rect();
    const box = this.#lastBox;
    const arc = kind === 0x60 ? { start: reader.i16(), sweep: reader.i16() } : undefined;
    this.#painted(way, () => {
      if (kind === 0x30) this.canvas.rectangle(box.left, box.top, box.right, box.bottom);
      else if (kind === 0x40) this.canvas.roundRectangle(box, this.#oval.x, this.#oval.y);
      else if (kind === 0x50) this.canvas.ellipse(box.left, box.top, box.right, box.bottom);
      else if (arc) this.#arc(box, arc.start, arc.sweep, way);
    });
  }

  /** Angles are clockwise from the top; GDI draws against the clock. */
  #arc(box: PictRect, start: number, sweep: number, way: number): void {
    const centre = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    const on = (angle: number) => ({
      x: centre.x + ((box.right - box.left) / 2) * Math.sin((angle * Math.PI) / 180),
      y: centre.y - ((box.bottom - box.top) / 2) * Math.cos((angle * Math.PI) / 180),
    });
    const [first, last] = sweep >= 0 ? [start + sweep, start] : [start, start + sweep];
    this.canvas.arc(box, on(first), on(last), way === 0 ? "arc" : "pie");
  }

  /** 0 frames, 1 paints, 2 erases, 3 inverts, 4 fills. */
  #painted(way: number, draw: () => void): void {
    const { state } = this.canvas;
    const color = way === 2 ? this.#background : this.#color;
    state.pen = { kind: "pen", color: way === 0 ? color : undefined, width: this.#penWidth, dash: undefined };
    state.brush = { kind: "brush", color: way === 0 || way === 3 ? undefined : color };
    draw();
  }

  #lineTo(end: Point): void {
    this.#painted(0, () => {
      this.canvas.moveTo(this.#pen.x, this.#pen.y);
      this.canvas.lineTo([end]);
    });
    this.#pen = end;
  }

  #text(): void {
    const text = this.#reader.bytes(this.#reader.u8());
    this.canvas.state.textColor = this.#color;
    this.canvas.text(new TextDecoder("macintosh").decode(text), this.#textAt.x, this.#textAt.y, undefined);
  }

  /** Pictures of QuickTime that are JPEG; the matrix before it says where they lie, in whole and half words. */
  #quickTime(data: Uint8Array): void {
    const start = data.findIndex((byte, at) => byte === 0xff && data[at + 1] === 0xd8 && data[at + 2] === 0xff);
    if (start < 0) return;
    const reader = new PictReader(data, 2 + 24);
    const x = reader.u32() / 65_536;
    const y = reader.u32() / 65_536;
    reader.at = 52;
    const source = reader.rect();
    const url = `data:image/jpeg;base64,${base64(data.subarray(start))}`;
    const isPlaced = source.right > source.left && source.bottom > source.top && x < 32_768 && y < 32_768;
    if (isPlaced) this.canvas.image(url, x, y, source.right - source.left, source.bottom - source.top);
  }

  #image(url: string, { left, top, right, bottom }: PictRect): void {
    this.canvas.image(url, left, top, right - left, bottom - top);
  }

  #point(): Point {
    const y = this.#reader.i16();
    return { x: this.#reader.i16(), y };
  }

  #rgb(): string {
    const part = () => (this.#reader.u16() >> 8).toString(16).padStart(2, "0");
    return `#${part()}${part()}${part()}`;
  }

  /** Bytes of an operation that draws nothing here; lengths are read where the format has them. */
  #dataBytes(operation: number): number {
    const reader = this.#reader;
    const fixed = FIXED_BYTES[operation];
    if (fixed !== undefined) return fixed;
    if (operation === PICT.ClipRgn || (operation >= PICT.frameRgn && operation <= 0x87)) return reader.u16() - 2;
    if (operation === PICT.LongComment) {
      reader.skip(2);
      return reader.u16();
    }
    const hasShortLength =
      (operation >= 0x24 && operation <= 0x2f) ||
      (operation >= 0x92 && operation <= 0x9f) ||
      (operation >= 0xa2 && operation <= 0xaf);
    if (hasShortLength) return reader.u16();
    if (operation >= 0xd0 && operation <= 0xfe) return reader.u32();
    if (operation >= 0x100 && operation <= 0x7fff) return (operation >> 8) * 2;
    if (operation >= 0x8100) return reader.u32();
    return 0;
  }
}

const FIXED_BYTES: Readonly<Record<number, number>> = {
  [PICT.BkPat]: 8,
  [PICT.TxFont]: 2,
  [PICT.TxMode]: 2,
  [PICT.SpExtra]: 4,
  [PICT.PnMode]: 2,
  [PICT.PnPat]: 8,
  [PICT.FillPat]: 8,
  [PICT.Origin]: 4,
  [PICT.TxRatio]: 8,
  [PICT.VersionOp]: 1,
  [PICT.PnLocHFrac]: 2,
  [PICT.ChExtra]: 2,
  [PICT.HiliteColor]: 6,
  [PICT.OpColor]: 6,
  [PICT.ShortComment]: 2,
  [PICT.HeaderOp]: 24,
};

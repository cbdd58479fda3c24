/** The pen that operations of QuickDraw pictures move, and what it paints. */
import type { Rectangle } from "../geometry/box.ts";
import { base64 } from "./dib.ts";
import { GdiCanvas } from "./gdi-canvas.ts";
import type { Point } from "./gdi-curves.ts";
import { PictReader } from "./pict-reader.ts";

/** How a shape is painted: QuickDraw's verbs, in the order of their operations. */
export const PAINT_VERBS = ["frame", "paint", "erase", "invert", "fill"] as const;

export type PaintVerb = (typeof PAINT_VERBS)[number];

export type ShapeKind = "Rect" | "RRect" | "Oval" | "Arc";

const POINT_BYTES = 4;
const POLYGON_HEAD_BYTES = 10;
const MAX_POINTS = 16_000;

export class PictPlayer {
  readonly canvas = new GdiCanvas();
  readonly reader: PictReader;
  pen: Point = { x: 0, y: 0 };
  textAt: Point = { x: 0, y: 0 };
  penWidth = 1;
  color = "#000000";
  background = "#ffffff";
  /** How round the corners of rounded rectangles are. */
  oval: Point = { x: 0, y: 0 };
  #lastBox: Rectangle = { top: 0, left: 0, bottom: 0, right: 0 };

  constructor(reader: PictReader) {
    this.reader = reader;
    this.canvas.state.textAlign = 24;
    this.canvas.state.font = { ...this.canvas.state.font, height: -12 };
  }

  point(): Point {
    const y = this.reader.i16();
    return { x: this.reader.i16(), y };
  }

  rgb(): string {
    const part = () => (this.reader.u16() >> 8).toString(16).padStart(2, "0");
    return `#${part()}${part()}${part()}`;
  }

  lineTo(end: Point): void {
    this.#painted("frame", () => {
      this.canvas.moveTo(this.pen.x, this.pen.y);
      this.canvas.lineTo([end]);
    });
    this.pen = end;
  }

  /** Its text comes next in the picture: a length and the characters. */
  text(at: Point): void {
    this.textAt = at;
    const text = this.reader.bytes(this.reader.u8());
    this.canvas.state.textColor = this.color;
    this.canvas.text(new TextDecoder("macintosh").decode(text), at.x, at.y, undefined);
  }

  /** Only what is filled is closed: a frame ends where its last line does. */
  polygon(verb: PaintVerb): void {
    const bytes = this.reader.u16();
    this.reader.rect();
    const count = Math.max(0, Math.floor((bytes - POLYGON_HEAD_BYTES) / POINT_BYTES));
    const points = Array.from({ length: Math.min(count, MAX_POINTS) }, () => this.point());
    const isFrame = verb === "frame";
    this.#painted(verb, () => this.canvas.shape(this.canvas.polyline(points, !isFrame), !isFrame, isFrame));
  }

  /** @param isSame in the box of the previous shape */
  shape(kind: ShapeKind, verb: PaintVerb, isSame: boolean): void {
    if (!isSame) this.#lastBox = this.reader.rect();
    const box = this.#lastBox;
    const arc = kind === "Arc" ? { start: this.reader.i16(), sweep: this.reader.i16() } : undefined;
    this.#painted(verb, () => {
      if (kind === "Rect") this.canvas.rectangle(box.left, box.top, box.right, box.bottom);
      else if (kind === "RRect") this.canvas.roundRectangle(box, this.oval.x, this.oval.y);
      else if (kind === "Oval") this.canvas.ellipse(box.left, box.top, box.right, box.bottom);
      else if (arc) this.#arc(box, arc.start, arc.sweep, verb);
    });
  }

  image(url: string, { left, top, right, bottom }: Rectangle): void {
    this.canvas.image(url, left, top, right - left, bottom - top);
  }

  /** Pictures of QuickTime that are JPEG; the matrix before it says where they are, in whole and half words. */
  quickTime(data: Uint8Array): void {
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

  /** Angles are clockwise from the top; GDI draws counter-clockwise. */
  #arc(box: Rectangle, start: number, sweep: number, verb: PaintVerb): void {
    const center = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    const on = (angle: number) => ({
      x: center.x + ((box.right - box.left) / 2) * Math.sin((angle * Math.PI) / 180),
      y: center.y - ((box.bottom - box.top) / 2) * Math.cos((angle * Math.PI) / 180),
    });
    const [first, last] = sweep >= 0 ? [start + sweep, start] : [start, start + sweep];
    this.canvas.arc(box, on(first), on(last), verb === "frame" ? "arc" : "pie");
  }

  #painted(verb: PaintVerb, draw: () => void): void {
    const { state } = this.canvas;
    const color = verb === "erase" ? this.background : this.color;
    const isFrame = verb === "frame";
    state.pen = { kind: "pen", color: isFrame ? color : undefined, width: this.penWidth, dash: undefined };
    state.brush = { kind: "brush", color: isFrame || verb === "invert" ? undefined : color };
    draw();
  }
}
